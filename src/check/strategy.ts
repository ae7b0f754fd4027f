/**
 * Which engines are tried for a question, in which order, and with which share of the budget.
 *
 * The table is read from the top: the first row that fits counts. Each attempt is made if its condition holds, and the first
 * answer that decides the question ends it. An attempt `after: 'bounded'` is made when the property holds for bounded store
 * buffers and nothing is known of longer ones; one `after: 'nothing'` when no attempt before it had an answer.
 *
 *   - A temporal property has an engine of its own.
 *   - Array systems are proved on cubes. With a given number of processes the explicit engine is tried, too, where the cubes have no answer: a guard over all processes makes them an
 *     approximation, which one instance does not need.
 *   - For open programs there are two proofs: Dual-TSO, exact, for identical threads; and cubes through the bridge, which know
 *     SC and threads that know their number. On small values Dual-TSO is faster, by a factor of 1 to 10; but it has a message
 *     for each value of each cell, where a cube has one literal. Under PSO the PSO engine comes first. Then the explicit engine
 *     tries a few numbers of threads.
 *   - For store buffers of any length the explicit engine may have no end: a loop that stores can fill any buffer. Short
 *     buffers come first, which mostly are enough; then an engine that needs no bound; then longer buffers.
 *   - Integers without bounds may have no end either. Where the explicit engine finds none in a second or so, predicate
 *     abstraction is tried for a while, and then the explicit engine again, as far as it gets.
 */
import type { Limits } from '../engines/engine.js';
import {
  type Lengths,
  LONGEST_BUFFER,
  NUMBERS_TRIED,
  type OpenProgram,
  type Question,
  SHORT_BUFFER,
} from '../engines/question.js';
import type { EngineName } from '../engines/registry.js';
import { hasBuffers, hasOneQueue, hasQueuePerCell, isForCubes } from '../memory/models.js';
import type { Program } from '../models/program/model.js';

export interface Attempt {
  readonly engine: EngineName;
  readonly after?: 'bounded' | 'nothing';
  /** Where nobody set a lower limit. */
  readonly limits?: Limits;
  readonly buffers?: Lengths;
}

interface Row {
  readonly when: (question: Question, limits: Limits) => boolean;
  readonly attempts: readonly Attempt[];
}

/** Where no buffer of 8 is ever full, there are hardly more states than with buffers of 4; where loops fill any, there are. */
const SHORT: Lengths = { first: SHORT_BUFFER, last: 4 * SHORT_BUFFER, growth: { times: 2, least: 20_000 } };
const LONG: Lengths = { first: 4 * SHORT_BUFFER, last: LONGEST_BUFFER };
/** Half a minute or so of the Dual-TSO engine. */
const SOME_CONFIGURATIONS = { maxStates: 200_000 };
/** A second or so of the explicit engine, and some seconds of predicate abstraction. */
const SOME_STATES = { maxStates: 200_000 };
const SOME_ABSTRACTION = { maxStates: 20_000, maxPredicates: 120 };

/** The engines that need no bound where each thread has one queue, and where it has one for each cell. */
const ONE_QUEUE: readonly Attempt[] = [{ engine: 'dual-tso', after: 'bounded', limits: SOME_CONFIGURATIONS }];
const MANY_QUEUES: readonly Attempt[] = [{ engine: 'pso-queues', after: 'bounded', limits: SOME_CONFIGURATIONS }];

/** Buffers of any length. */
function exactly(limits: Limits, withoutBound: readonly Attempt[]): readonly Attempt[] {
  return [
    { engine: 'explicit', limits, buffers: SHORT },
    ...withoutBound,
    { engine: 'explicit', after: 'bounded', limits, buffers: LONG },
  ];
}

/** The same where integers may have no end. */
function exactlyWithIntegers(withoutBound: readonly Attempt[]): readonly Attempt[] {
  return [
    ...exactly(SOME_STATES, withoutBound),
    { engine: 'predicates', after: 'nothing', limits: SOME_ABSTRACTION },
    ...exactly({}, withoutBound),
  ];
}

/** The same, where another engine had no answer. */
function exactlyAfterNothing(): readonly Attempt[] {
  return exactly({}, ONE_QUEUE).map((attempt) => ({ after: 'nothing', ...attempt }));
}

const TABLE: readonly Row[] = [
  { when: ({ property }) => property !== 'states', attempts: [{ engine: 'ltl' }] },
  {
    when: (question) => isInstanceForCubes(question) && asksAnyLength(question),
    attempts: [{ engine: 'parameterized' }, ...exactlyAfterNothing()],
  },
  {
    when: isInstanceForCubes,
    attempts: [{ engine: 'parameterized' }, { engine: 'explicit', after: 'nothing' }],
  },
  {
    when: ({ model, memory }) => model.kind === 'system' && isForCubes(memory),
    attempts: [{ engine: 'parameterized' }],
  },
  {
    when: ({ model }) => model.kind === 'system' && model.system.processes === null,
    attempts: [{ engine: 'parameterized' }],
  },
  {
    when: ({ model, memory }) => model.kind === 'open program' && hasOneQueue(memory) && !hasManyValues(model.open),
    attempts: [{ engine: 'dual-tso' }, { engine: 'parameterized' }, { engine: 'explicit' }],
  },
  {
    when: ({ model, memory }) => model.kind === 'open program' && hasOneQueue(memory),
    attempts: [{ engine: 'parameterized' }, { engine: 'dual-tso' }, { engine: 'explicit' }],
  },
  {
    when: ({ model, memory }) => model.kind === 'open program' && hasQueuePerCell(memory),
    attempts: [{ engine: 'pso-queues' }, { engine: 'parameterized' }, { engine: 'explicit' }],
  },
  {
    when: ({ model }) => model.kind === 'open program',
    attempts: [{ engine: 'parameterized' }, { engine: 'explicit' }],
  },
  {
    when: (question, limits) =>
      mayHaveNoEnd(question, limits) && asksAnyLength(question) && hasOneQueue(question.memory),
    attempts: exactlyWithIntegers(ONE_QUEUE),
  },
  {
    when: (question, limits) => mayHaveNoEnd(question, limits) && asksAnyLength(question),
    attempts: exactlyWithIntegers(MANY_QUEUES),
  },
  {
    when: mayHaveNoEnd,
    attempts: [
      { engine: 'explicit', limits: SOME_STATES },
      { engine: 'predicates', after: 'nothing', limits: SOME_ABSTRACTION },
      { engine: 'explicit' },
    ],
  },
  { when: (question) => asksAnyLength(question) && hasOneQueue(question.memory), attempts: exactly({}, ONE_QUEUE) },
  { when: asksAnyLength, attempts: exactly({}, MANY_QUEUES) },
  { when: () => true, attempts: [{ engine: 'explicit' }] },
];

/** `limits` are the caller's own. */
export function planFor(question: Question, limits: Limits): readonly Attempt[] {
  return TABLE.find(({ when }) => when(question, limits))?.attempts ?? [];
}

/** An array system with a given number of processes. */
function isInstanceForCubes({ model, memory }: Question): boolean {
  return model.kind === 'system' && model.system.processes !== null && isForCubes(memory);
}

function asksAnyLength({ memory, buffers }: Question): boolean {
  return hasBuffers(memory) && buffers.most === null;
}

/** Some integer that is written has no bounds, and the caller has set none on states. */
function mayHaveNoEnd({ model, buffers }: Question, { maxStates }: Limits): boolean {
  if (maxStates !== undefined || buffers.per !== 'queue') return false;
  if (model.kind === 'system')
    return model.system.symbols.some(({ sort, constant }) => sort.kind === 'int' && !constant);
  return model.kind === 'program' && writesIntegers(model.program);
}

function writesIntegers({ shared, templates }: Program): boolean {
  return templates.some(({ locals, edges }) =>
    edges.some(({ updates }) =>
      updates.some(({ target: { kind, variable } }) => {
        const declared = kind === 'shared' ? shared[variable] : locals[variable];
        return declared?.sort.kind === 'int';
      }),
    ),
  );
}

/** Of a shared variable. */
const MANY_VALUES = 16;

function hasManyValues(open: OpenProgram): boolean {
  const instance = open.instance(NUMBERS_TRIED.at(-1) as number);
  if ('refused' in instance) return false;
  return instance.program.shared.some(({ sort }) => sort.kind === 'range' && sort.high - sort.low >= MANY_VALUES);
}
