/**
 * Successors are looked up in batches, as kernel code: `successor` puts one into a small list, `insert` finds the states of
 * the list in the table or adds them.
 *
 * A look-up is two accesses to memory that is in no cache: the table, and the record that the table names. One after the
 * other, each would be waited for. So `insert` first reads the places in the table of the whole batch, where no access waits
 * for another and the processor has many under way at once, and then looks at the batch once more, when those places are
 * near. What was read is not used: a state that is added changes the table for the next. Reading the records ahead in the
 * same way was tried and does not pay: it costs more than it saves.
 *
 * States are added in the order in which they are found, and the first thing that is wrong counts, so a batch changes nothing
 * but the time. It may hold successors of several states, and has their parents therefore.
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
  return_,
  type Statement,
  set,
  store,
  when,
  ZERO,
} from './code/code.js';
import { stateWord } from './expressions.js';
import { field, HEADER, HEADER_BYTES, SWAPS, setField } from './header.js';
import { fewerSleepers, noteSleepers } from './parallel/sleep.js';
import type { Reduction } from './reduce/reduction.js';
import type { Regions } from './regions.js';
import { difference, entryOf, firstSlot, nextSlot, numberOfEntry, slotAddress, tableRead } from './table.js';
import { hashed, names, recordOf } from './visited.js';

/** How many successors there are in a full batch. */
export const BATCH = 64;

/** Of a successor that is told the host: its number, that of the step, that of its parent, and which threads were exchanged. */
export const LISTED_SWAPS = 12;
export function listedBytes(swapWords: number): number {
  return LISTED_SWAPS + 4 * swapWords;
}

/** Bytes for successors that are told at once, and more only where one state needs it: the host reads them while they are near. */
const LIST_BYTES = 2 ** 15;

/** How many states can be expanded at once, so that there is room to tell the successors of all. */
export function statesListed(successors: number, swapWords: number): number {
  return Math.max(1, Math.floor(LIST_BYTES / (Math.max(1, successors) * listedBytes(swapWords))));
}

/** Whether successors are told the host: of each state that is expanded, or while the host asks for it. */
export type Listing = 'always' | 'when asked' | 'never';

/** Of a successor that waits: its words and the number of its parent, as in a record, and these. */
function offsetsIn(words: number): { step: number; hash: number; touched: number; noted: number; swaps: number } {
  const after = 4 * (words + 1);
  return { step: after, hash: after + 4, touched: after + 8, noted: after + 12, swaps: after + 16 };
}

export function waitingBytes(words: number, swapWords: number): number {
  return offsetsIn(words).swaps + 4 * swapWords;
}

const FIRST = constant(HEADER_BYTES);

/**
 * A successor of state `parent`; the batch is inserted when it is full. `elsewhere` is done first, with the hash known, and may
 * return: then the state is somebody else's.
 */
export function successorFunction(
  { words, recent }: Regions,
  reduction: Reduction,
  sleeping: boolean,
  elsewhere: readonly Statement[],
): CodeFunction {
  const swaps = Array.from({ length: reduction.swapWords }, (_, k) => get(`swaps${k}`));
  return {
    name: 'successor',
    parameters: [...names(words), 'step', ...(sleeping ? ['resting'] : [])],
    exported: true,
    body: [
      ...reduction.statements,
      ...hashed(words),
      ...elsewhere,
      ...putIntoBatch(words, {
        parent: field(HEADER.parent),
        step: get('step'),
        noted: sleeping ? get('resting') : recent === null ? null : field(HEADER.again),
        swaps,
        ...(recent === null ? {} : { fresh: get('fresh') }),
      }),
    ],
  };
}

/** What is put into the batch with a state. */
interface Waiting {
  readonly parent: Code;
  readonly step: Code;
  /** Who sleeps there, in kernels where somebody does; else how many were found again since the last batch (`recent.ts`). */
  readonly noted: Code | null;
  readonly swaps: readonly Code[];
  /** 0 where the state is counted as one that was found again, and 1 where it stays in the batch, as all do unless given. */
  readonly fresh?: Code;
}

/** Puts s0, s1... with their `hash` into the batch. */
export function putIntoBatch(words: number, { parent, step, noted, swaps, fresh }: Waiting): Statement[] {
  const offsets = offsetsIn(words);
  const size = waitingBytes(words, swaps.length);
  return [
    set('waiting', field(HEADER.batched)),
    ...names(words).map((_, word) => store(get('waiting'), 4 * word, stateWord(word))),
    store(get('waiting'), 4 * words, parent),
    store(get('waiting'), offsets.step, step),
    store(get('waiting'), offsets.hash, get('hash')),
    ...(noted === null ? [] : [store(get('waiting'), offsets.noted, noted)]),
    ...swaps.map((swap, k) => store(get('waiting'), offsets.swaps + 4 * k, swap)),
    set(
      'waiting',
      binary('+', get('waiting'), fresh === undefined ? constant(size) : binary('*', fresh, constant(size))),
    ),
    ...(fresh === undefined ? [] : [setField(HEADER.again, binary('+', field(HEADER.again), binary('^', fresh, ONE)))]),
    setField(HEADER.batched, get('waiting')),
    when(binary('==', get('waiting'), constant(HEADER_BYTES + BATCH * size)), [perform('insert')]),
  ];
}

interface Inserting {
  readonly checked: boolean;
  readonly listing: Listing;
}

/**
 * Empties the batch; when there is something to report, without a look at the rest. `checked`: new states are looked at.
 * `listing`: when what is inserted is also told the host, one after the other from where `HEADER.listed` points.
 */
export function insertFunction(places: Regions, reduction: Reduction, { checked, listing }: Inserting): CodeFunction {
  const listed = listing !== 'never';
  const { words, ring, recent } = places;
  const offsets = offsetsIn(words);
  const size = waitingBytes(words, reduction.swapWords);
  const each = (name: string, body: readonly Statement[]): Statement[] => [
    set('waiting', FIRST),
    loop(name, [
      when(binary('==', get('waiting'), get('end')), [exit(name)]),
      ...body,
      set('waiting', binary('+', get('waiting'), constant(size))),
    ]),
  ];

  const resting = load(get('waiting'), offsets.noted);
  const same = names(words)
    .map((_, word) => binary('==', load(get('at'), 4 * word), stateWord(word)))
    .reduceRight((rest, test) => ({ op: 'choose', condition: test, whenTrue: rest, whenFalse: ZERO }));
  const compared = [
    set('number', numberOfEntry),
    set('at', recordOf(places, get('number'))),
    when(same, [...(ring === null ? [] : fewerSleepers(ring, get('number'), resting)), exit('search')]),
  ];
  const looked: Statement[] = [
    perform('check', ...names(words).map(get), get('number')),
    when(field(HEADER.status), [exit('states')]),
  ];
  const added: Statement[] = [
    set('number', get('count')),
    set('at', recordOf(places, get('number'))),
    ...names(words).map((_, word) => store(get('at'), 4 * word, stateWord(word))),
    store(get('at'), 4 * words, load(get('waiting'), 4 * words)),
    store(slotAddress, 0, entryOf(get('number'))),
    set('count', binary('+', get('number'), ONE)),
    ...(ring === null ? [] : noteSleepers(ring, get('number'), resting)),
    ...(checked ? looked : []),
    exit('search'),
  ];
  const told: Statement[] = [
    store(get('list'), 0, get('number')),
    store(get('list'), 4, load(get('waiting'), offsets.step)),
    store(get('list'), 8, load(get('waiting'), 4 * words)),
    ...Array.from({ length: reduction.swapWords }, (_, k) =>
      store(get('list'), LISTED_SWAPS + 4 * k, load(get('waiting'), offsets.swaps + 4 * k)),
    ),
    set('list', binary('+', get('list'), constant(listedBytes(reduction.swapWords)))),
  ];
  const noted = [
    setField(HEADER.found, binary('+', load(get('waiting'), offsets.step), ONE)),
    ...Array.from({ length: reduction.swapWords }, (_, k) =>
      setField(SWAPS + 4 * k, load(get('waiting'), offsets.swaps + 4 * k)),
    ),
  ];
  // Those that were found again before the one at which this stopped.
  const counted = set('found', binary('+', get('found'), get('again')));
  const again = [
    set('again', field(HEADER.again)),
    when(binary('!=', get('waiting'), get('end')), [set('again', load(get('waiting'), offsets.noted))]),
    setField(HEADER.again, ZERO),
    counted,
  ];
  return {
    name: 'insert',
    parameters: [],
    exported: true,
    body: [
      set('end', field(HEADER.batched)),
      setField(HEADER.batched, FIRST),
      when(field(HEADER.status), [return_(ZERO)]),
      set('count', field(HEADER.count)),
      ...(listed ? [set('list', field(HEADER.listed))] : []),
      ...tableRead,
      ...each('ahead', [
        set('hash', load(get('waiting'), offsets.hash)),
        firstSlot,
        store(get('waiting'), offsets.touched, load(slotAddress)),
      ]),
      ...each('states', [
        ...names(words).map((name, word) => set(name, load(get('waiting'), 4 * word))),
        set('hash', load(get('waiting'), offsets.hash)),
        firstSlot,
        loop('search', [
          set('entry', load(slotAddress)),
          when(binary('==', get('entry'), ZERO), added),
          when(binary('==', difference, ZERO), compared),
          nextSlot,
        ]),
        when(binary('==', get('number'), field(HEADER.target)), [when(binary('==', field(HEADER.found), ZERO), noted)]),
        ...(listing === 'always' ? told : listed ? [when(field(HEADER.listing), told)] : []),
      ]),
      ...(listed ? [setField(HEADER.listed, get('list'))] : []),
      setField(HEADER.count, get('count')),
      set('found', binary('/', binary('-', get('waiting'), FIRST), constant(size))),
      ...(recent === null ? [] : again),
      setField(HEADER.transitions, binary('+', field(HEADER.transitions), get('found'))),
    ],
  };
}
