/**
 * The visited states as kernel code: an append-only store of records, which a table finds (`table.ts`). How successors are
 * looked up and added is in `batch.ts`.
 *
 * A record has the words of a state and the number of its parent. When the table gets full it grows (the host sees to it that
 * there is room before a state is expanded).
 */
import {
  binary,
  type Code,
  type CodeFunction,
  call,
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
  when,
  ZERO,
} from './code/code.js';
import { stateWord } from './expressions.js';
import { field, HEADER, setField } from './header.js';
import { beginsWith, type Ring } from './parallel/sleep.js';

/** Where things lie in memory. */
export interface Places {
  readonly words: number;
  readonly storeAt: number;
}

export function recordBytes(words: number): number {
  return 4 * (words + 1);
}

const ODD = 0x2c1b3c6d;
const FINAL = 0x297a2d39;

export function names(words: number): string[] {
  return Array.from({ length: words }, (_, word) => `s${word}`);
}

/** The address of the record of a state. */
export function recordOf(places: Places, id: Code): Code {
  return binary('+', binary('*', id, constant(recordBytes(places.words))), constant(places.storeAt));
}

/** Puts the words of the record at `at` into s0, s1... */
export function loadWords(words: number): Statement[] {
  return names(words).map((name, word) => set(name, load(get('at'), 4 * word)));
}

/** The same for state `id`; `record` is the kernel's constant for where the store is. */
export function loadState(words: number, id: Code): Statement[] {
  return [set('at', call('record', id)), ...loadWords(words)];
}

/** Sets `hash` to the hash of s0, s1... */
export function hashed(words: number): Statement[] {
  const mixed = names(words).map((_, word) => {
    if (word === 0) return set('hash', binary('*', stateWord(0), constant(ODD)));
    const stirred = binary('^', get('hash'), binary('>>>', get('hash'), constant(15)));
    return set('hash', binary('*', binary('+', stirred, stateWord(word)), constant(ODD)));
  });
  const fold = set('hash', binary('^', get('hash'), binary('>>>', get('hash'), constant(15))));
  return [...mixed, fold, set('hash', binary('*', get('hash'), constant(FINAL))), fold];
}

/** The same hash, for the host. */
export function hashOf(words: readonly number[]): number {
  const fold = (hash: number) => hash ^ (hash >>> 15);
  const mixed = words.reduce((hash, word) => Math.imul(fold(hash) + word, ODD), 0);
  return fold(Math.imul(fold(mixed), FINAL));
}

/** The address of the record of a state. */
export function recordFunction(places: Places): CodeFunction {
  return { name: 'record', parameters: ['id'], body: [return_(recordOf(places, get('id')))], exported: false };
}

/** How states are expanded that are told apart from others. */
interface Expanding {
  /** The name of a function that is told of each state without successors but those with which threads go on waiting. */
  readonly quiet: { readonly name: string; readonly waitingBytes: number } | null;
  /** Successors may be sent to other partitions. */
  readonly dealt: boolean;
  /** Successors may have been found a moment ago (`recent.ts`). */
  readonly noticing: boolean;
  /** Where it is noted who sleeps (`parallel/sleep.ts`); null where nobody does. */
  readonly ring: Ring | null;
}

/** Expands the states from one number up to another; stops early for lack of room or with something to report. */
export function expandFunction(
  places: Places,
  threads: number,
  { quiet, dealt, noticing, ring }: Expanding,
): CodeFunction {
  const stop = when(field(HEADER.status), [exit('states')]);
  const calls = Array.from({ length: threads }, (_, thread): Statement[] => [
    perform(`thread${thread}`, get('from'), get('at')),
    stop,
  ]);
  // A successor is in the batch, or the batch was inserted and counted, or it was found again, or sent.
  const counted = [
    field(HEADER.transitions),
    ...(dealt || noticing ? [field(HEADER.again)] : []),
    ...(dealt ? [field(HEADER.sent)] : []),
  ].reduce((sum, each) => binary('+', sum, each));
  const found = binary('+', field(HEADER.batched), binary('*', counted, constant(quiet?.waitingBytes ?? 0)));
  const before = [set('before', found), setField(HEADER.idle, ZERO)];
  const nothing = binary('==', binary('-', found, get('before')), field(HEADER.idle));
  const told = quiet === null ? [] : [when(nothing, [perform(quiet.name, get('from')), stop])];
  const parent = dealt ? binary('|', get('from'), field(HEADER.reference)) : get('from');
  return {
    name: 'expand',
    parameters: ['from', 'to'],
    exported: true,
    body: [
      loop('states', [
        when(binary('>=', get('from'), get('to')), [exit('states')]),
        when(binary('>=', field(HEADER.count), field(HEADER.ceiling)), [exit('states')]),
        ...(dealt ? [when(field(HEADER.crowded), [exit('states')])] : []),
        setField(HEADER.parent, parent),
        ...(ring === null ? [] : beginsWith(ring, get('from'))),
        ...(quiet === null ? [] : before),
        set('at', recordOf(places, get('from'))),
        ...calls.flat(),
        ...told,
        set('from', binary('+', get('from'), ONE)),
      ]),
      perform('insert'),
      return_(get('from')),
    ],
  };
}
