/**
 * The visited states as kernel code: an append-only store of records and a table with open addressing that finds them. How
 * successors are looked up and added is in `batch.ts`.
 *
 * A record has the words of a state and the number of its parent. The table has the number of a state and one more, with the
 * highest bits of the hash where the number leaves them free, so that most states that are not the one wanted are told apart
 * without a look at the store. Probing is linear; when the table gets full another one, twice as large, is filled (the host
 * sees to it that there is room before a state is expanded).
 *
 * What host and kernel tell each other lies in the header, at the start of memory.
 */
import type { StateExpression } from '../../models/program/model.js';
import {
  binary,
  type Code,
  type CodeFunction,
  call,
  constant,
  exit,
  FAULT,
  get,
  load,
  loop,
  ONE,
  return_,
  type Statement,
  set,
  store,
  when,
  ZERO,
} from './code/code.js';
import { type Expressions, stateWord } from './expressions.js';

/** Addresses of the header. */
export const HEADER = {
  count: 0,
  /** Why the kernel stopped: one of STATUS. */
  status: 4,
  /** The state where: the violating one, or the one whose step fails. */
  state: 8,
  /** The number of the step that fails, or of the property. */
  what: 12,
  /** The fault of the step. */
  fault: 16,
  /** The size of the table less one. */
  mask: 20,
  /** No state is expanded when there are this many. */
  ceiling: 24,
  /** Successors since the host looked last. */
  transitions: 28,
  /** Whether a step was ever refused because a buffer is full. */
  full: 32,
  /** The number of the first step that leads to this state is noted in `found`, and one more. */
  target: 36,
  found: 40,
  /** The state that is being expanded; NO_PARENT while initial states are added. */
  parent: 44,
  /** Where the table begins. */
  table: 48,
  /** Where the next successor of the batch is put. */
  batched: 52,
  /** Where the next successor is told the host, in kernels that do so. */
  listed: 56,
} as const;
export const NO_PARENT = -1;
/** Which exchanges of threads belong to `found`: a bit for each. */
export const SWAPS = 64;
export const HEADER_BYTES = 128;
export const MOST_SWAPS = 8 * (HEADER_BYTES - SWAPS);

export const STATUS = { running: 0, violated: 1, failed: 2, undefined: 3 } as const;

/** Where things lie in memory. */
export interface Places {
  readonly words: number;
  readonly store: number;
  /** The bits of a table entry that hold the number of a state and one more; the others hold the hash. */
  readonly numberMask: number;
}

export function recordBytes(words: number): number {
  return 4 * (words + 1);
}

const ODD = 0x2c1b3c6d;
const FINAL = 0x297a2d39;

export function names(words: number): string[] {
  return Array.from({ length: words }, (_, word) => `s${word}`);
}

export function field(address: number): Code {
  return load(constant(address));
}

export function setField(address: number, value: Code): Statement {
  return store(constant(address), 0, value);
}

/** The address of the record of a state. */
export function recordOf(places: Places, id: Code): Code {
  return binary('+', binary('*', id, constant(recordBytes(places.words))), constant(places.store));
}

/** Puts the words of state `id` into s0, s1... ; `record` is the kernel's constant for where the store is. */
export function loadState(words: number, id: Code): Statement[] {
  return [set('at', call('record', id)), ...names(words).map((name, word) => set(name, load(get('at'), 4 * word)))];
}

/** A step was refused because a buffer is full. */
export function markFull(): Statement {
  return setField(HEADER.full, ONE);
}

/** A step of state `id` fails. */
export function reportFailure(step: Code, fault: Code): Statement[] {
  const report = call('report', constant(STATUS.failed), get('id'), step, fault);
  // What is wrong with a successor that was found before counts before.
  return [
    { op: 'do', value: call('insert') },
    { op: 'do', value: report },
  ];
}

/** The first report counts. */
function reportFunction(): CodeFunction {
  const noted = [
    setField(HEADER.status, get('status')),
    setField(HEADER.state, get('state')),
    setField(HEADER.what, get('what')),
    setField(HEADER.fault, get('reason')),
  ];
  return {
    name: 'report',
    parameters: ['status', 'state', 'what', 'reason'],
    body: [when(binary('==', field(HEADER.status), ZERO), noted)],
    exported: false,
  };
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

/** Sets `mask` and `table`, which slots are computed with. */
export const tableRead = [set('mask', field(HEADER.mask)), set('table', field(HEADER.table))];
export const firstSlot = set('slot', binary('&', get('hash'), get('mask')));
export const nextSlot = set('slot', binary('&', binary('+', get('slot'), ONE), get('mask')));
/** The address of `slot`. */
export const slotAddress = binary('+', binary('<<', get('slot'), constant(2)), get('table'));

export function entryOf(places: Places, id: Code): Code {
  const number = binary('+', id, ONE);
  return binary('|', number, binary('&', get('hash'), constant(~places.numberMask)));
}

/** Fills the table, which is empty. */
function rehashFunction(places: Places): CodeFunction {
  return {
    name: 'rehash',
    parameters: [],
    exported: true,
    body: [
      set('count', field(HEADER.count)),
      ...tableRead,
      loop('states', [
        when(binary('==', get('id'), get('count')), [exit('states')]),
        ...loadState(places.words, get('id')),
        ...hashed(places.words),
        firstSlot,
        loop('search', [when(binary('==', load(slotAddress), ZERO), [exit('search')]), nextSlot]),
        store(slotAddress, 0, entryOf(places, get('id'))),
        set('id', binary('+', get('id'), ONE)),
      ]),
    ],
  };
}

/** Expands the states from one number up to another; stops early for lack of room or with something to report. */
function expandFunction(threads: number): CodeFunction {
  const stop = when(field(HEADER.status), [exit('states')]);
  const calls = Array.from({ length: threads }, (_, thread): Statement[] => [
    { op: 'do', value: call(`thread${thread}`, get('from')) },
    stop,
  ]);
  return {
    name: 'expand',
    parameters: ['from', 'to'],
    exported: true,
    body: [
      loop('states', [
        when(binary('>=', get('from'), get('to')), [exit('states')]),
        when(binary('>=', field(HEADER.count), field(HEADER.ceiling)), [exit('states')]),
        setField(HEADER.parent, get('from')),
        ...calls.flat(),
        set('from', binary('+', get('from'), ONE)),
      ]),
      { op: 'do', value: call('insert') },
      return_(get('from')),
    ],
  };
}

/** What is wrong with a new state: failures first, then the properties in their order. */
function checkFunction(
  words: number,
  failures: readonly Code[],
  never: readonly StateExpression[],
  expressions: Expressions,
): CodeFunction {
  const report = (status: number, what: number, fault: Code): Statement[] => [
    { op: 'do', value: call('report', constant(status), get('number'), constant(what), fault) },
    return_(ZERO),
  ];
  const failed = failures.map((test) => when(test, report(STATUS.violated, -1, ZERO)));
  const properties = never.flatMap((condition, number) => {
    expressions.mayFault = false;
    const { code } = expressions.compileState(condition);
    return [
      set('value', code),
      ...(expressions.mayFault ? [when(get(FAULT), report(STATUS.undefined, number, get(FAULT)))] : []),
      when(get('value'), report(STATUS.violated, number, ZERO)),
    ];
  });
  return { name: 'check', parameters: [...names(words), 'number'], body: [...failed, ...properties], exported: false };
}

/** The propositions that are true in state `id`, a bit for each; one without a value is reported as a property further on. */
function labelsFunction(
  words: number,
  propositions: readonly StateExpression[],
  properties: number,
  expressions: Expressions,
): CodeFunction {
  const evaluated = propositions.flatMap((proposition, number) => {
    expressions.mayFault = false;
    const { code } = expressions.compileState(proposition);
    const what = constant(properties + number);
    const report = call('report', constant(STATUS.undefined), get('id'), what, get(FAULT));
    return [
      set('value', code),
      ...(expressions.mayFault ? [when(get(FAULT), [{ op: 'do', value: report } as const, return_(ZERO)])] : []),
      when(get('value'), [set('labels', binary('|', get('labels'), constant(1 << number)))]),
    ];
  });
  return {
    name: 'labels',
    parameters: ['id'],
    exported: true,
    body: [...loadState(words, get('id')), ...evaluated, return_(get('labels'))],
  };
}

/** All functions of a kernel but those of the threads and of the batch. */
export function visitedFunctions(
  places: Places,
  threads: number,
  failures: readonly Code[],
  never: readonly StateExpression[],
  expressions: Expressions,
  propositions: readonly StateExpression[] | null,
): CodeFunction[] {
  const checked = failures.length + never.length > 0;
  return [
    { name: 'record', parameters: ['id'], body: [return_(recordOf(places, get('id')))], exported: false },
    reportFunction(),
    ...(checked ? [checkFunction(places.words, failures, never, expressions)] : []),
    rehashFunction(places),
    expandFunction(threads),
    ...(propositions === null ? [] : [labelsFunction(places.words, propositions, never.length, expressions)]),
  ];
}
