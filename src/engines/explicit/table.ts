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
import { field, HEADER, HEADER_BYTES } from './header.js';
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

/** Places of the old table that are looked at together; the batch, which is empty then, has room for as many numbers. */
const TOGETHER = 64;

/**
 * Enters all states of the table at `old`, with so many places, into one that is empty and twice as large. Every other place is
 * vacant and no processor guesses which, so places that are not are listed first, without a branch.
 */
export function spreadFunction(): CodeFunction {
  const entryAt = (position: Code): Code => load(binary('+', binary('<<', position, constant(2)), get('old')));
  const further = binary('&', get('entry'), get('places'));
  const place = binary('>>>', get('entry'), constant(GROUP_SHIFT));
  const beyond = binary('&', binary('-', get('listed'), place), constant(GROUP - 1));
  const moved = [
    set('slot', binary('+', binary('-', get('listed'), beyond), further)),
    toVacantSlot,
    store(slotAddress, 0, binary('^', get('entry'), further)),
  ];
  const number = binary('-', binary('&', get('entry'), binary('-', get('places'), ONE)), ONE);
  // The highest bit of a number in the list says that too many places before it are taken.
  const behind = binary('<<', binary('>=', get('taken'), constant(GROUP)), constant(31));
  return {
    name: 'spread',
    parameters: ['old', 'places'],
    exported: true,
    body: [
      ...tableRead,
      // How many places before this one are taken; before the first one come the last.
      set('taken', constant(GROUP)),
      loop('places', [
        when(binary('==', get('position'), get('places')), [exit('places')]),
        set('end', constant(HEADER_BYTES)),
        loop('list', [
          set('some', binary('!=', entryAt(get('position')), ZERO)),
          store(get('end'), 0, binary('|', get('position'), behind)),
          set('end', binary('+', get('end'), binary('<<', get('some'), constant(2)))),
          set('taken', binary('&', binary('+', get('taken'), ONE), binary('-', ZERO, get('some')))),
          set('position', binary('+', get('position'), ONE)),
          when(binary('==', binary('&', get('position'), constant(TOGETHER - 1)), ZERO), [exit('list')]),
        ]),
        set('at', constant(HEADER_BYTES)),
        loop('entries', [
          when(binary('==', get('at'), get('end')), [exit('entries')]),
          set('listed', load(get('at'))),
          set('entry', entryAt(get('listed'))),
          when(binary('<', get('listed'), ZERO), [perform('enter', number)], moved),
          set('at', binary('+', get('at'), constant(4))),
        ]),
      ]),
    ],
  };
}
