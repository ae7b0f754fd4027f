/**
 * The table that finds stored states, as kernel code: open addressing with linear probing. An entry has the number of a state
 * and one more, 0 where there is none, and bits of its hash. In a table with 2^k places:
 *
 *     bits of the hash     31 30 29       28 ... k         k - 1 ... 3       2 1 0
 *                          place in its   further bits     its group of      unused
 *                          group                           eight places
 *     bits of the entry    31 ... k: the same bits         k - 1 ... 0: the number and one more
 *
 * By the bits that it has, most states that are not the one wanted are told apart without a look at the store.
 *
 * A table that is twice as large has one bit more in the number of a group, and that is the lowest one of those in the entry.
 * So a table grows from its entries alone (`spread`), and memory is read and written in its order. Where an entry belongs, its
 * highest bits tell: it is less than eight places further on, unless the eight places before it are taken as well. Of those
 * behind so many the states are hashed again; in a table that is half full, they are few.
 */
import {
  binary,
  type Code,
  type CodeFunction,
  constant,
  exit,
  get,
  load,
  loop,
  ONE,
  perform,
  set,
  store,
  when,
  ZERO,
} from './code/code.js';
import { field, HEADER } from './header.js';
import { hashed, loadWords, type Places, recordOf } from './visited.js';

/** Places in a group. */
const GROUP = 8;
const GROUP_SHIFT = 29;

/** Sets `mask` and `table`, which slots are computed with, and `groups`, the mask for the first place of a group. */
export const tableRead = [
  set('mask', field(HEADER.mask)),
  set('groups', binary('&', get('mask'), constant(-GROUP))),
  set('table', field(HEADER.table)),
];

/** Where the search for `hash` begins. */
export const firstSlot = set(
  'slot',
  binary('|', binary('&', get('hash'), get('groups')), binary('>>>', get('hash'), constant(GROUP_SHIFT))),
);
export const nextSlot = set('slot', binary('&', binary('+', get('slot'), ONE), get('mask')));

/** The address of `slot`. */
export const slotAddress = binary('+', binary('<<', get('slot'), constant(2)), get('table'));

/** All bits but those of the number. */
const above = binary('^', get('mask'), constant(-1));

export function entryOf(id: Code): Code {
  return binary('|', binary('+', id, ONE), binary('&', get('hash'), above));
}

/** 0 when `entry` may be of a state with `hash`. */
export const difference = binary('&', binary('^', get('entry'), get('hash')), above);

/** The number of the state in `entry`. */
export const numberOfEntry = binary('-', binary('&', get('entry'), get('mask')), ONE);

const toVacantSlot = loop('search', [when(binary('==', load(slotAddress), ZERO), [exit('search')]), nextSlot]);

/** Enters a stored state, which the table does not have. */
export function enterFunction(places: Places): CodeFunction {
  return {
    name: 'enter',
    parameters: ['id'],
    exported: true,
    body: [
      ...tableRead,
      set('at', recordOf(places, get('id'))),
      ...loadWords(places.words),
      ...hashed(places.words),
      firstSlot,
      toVacantSlot,
      store(slotAddress, 0, entryOf(get('id'))),
    ],
  };
}

/** Enters all states of the table at `old`, with so many places, into one that is empty and twice as large. */
export function spreadFunction(): CodeFunction {
  const further = binary('&', get('entry'), get('places'));
  const place = binary('>>>', get('entry'), constant(GROUP_SHIFT));
  const beyond = binary('&', binary('-', get('position'), place), constant(GROUP - 1));
  const moved = [
    set('slot', binary('+', binary('-', get('position'), beyond), further)),
    toVacantSlot,
    store(slotAddress, 0, binary('^', get('entry'), further)),
  ];
  const number = binary('-', binary('&', get('entry'), binary('-', get('places'), ONE)), ONE);
  const oneMore = (name: string) => set(name, binary('+', get(name), ONE));
  return {
    name: 'spread',
    parameters: ['old', 'places'],
    exported: true,
    body: [
      ...tableRead,
      // How many places before this one are taken; before the first one come the last.
      set('taken', constant(GROUP)),
      loop('entries', [
        when(binary('==', get('position'), get('places')), [exit('entries')]),
        set('entry', load(binary('+', binary('<<', get('position'), constant(2)), get('old')))),
        when(
          binary('==', get('entry'), ZERO),
          [set('taken', ZERO)],
          [when(binary('<', get('taken'), constant(GROUP)), moved, [perform('enter', number)]), oneMore('taken')],
        ),
        oneMore('position'),
      ]),
    ],
  };
}
