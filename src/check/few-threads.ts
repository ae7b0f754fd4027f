/**
 * Warnings beside a proof of an engine that has none. Engines that search backwards or on abstractions know nothing of what no
 * run reaches. So a short search of all states follows, of a program for any number of threads with a few of each kind: a run
 * in which threads get stuck is a run of the program, and what no run reaches with so many is told with that number. Nothing of
 * the verdict rests on it; where it takes more than its share, nothing is told.
 *
 * With one thread a lock has nobody to wait for and a barrier waits for ever, so the numbers begin with two. Threads that get
 * stuck are told for the smallest number, which has the shortest runs; places that nobody reaches for the largest one.
 */
import type { Answer } from '../engines/answer.js';
import type { Look } from '../engines/parameterized/forward/quiet.js';
import { type OpenProgram, type Question, SHORT_BUFFER } from '../engines/question.js';
import { engineRow } from '../engines/registry.js';
import type { Warning, Warnings } from '../engines/warnings.js';
import { OutOfPatience } from '../languages/shared/patience.js';
import { hasBuffers } from '../memory/models.js';
import type { ArraySystem } from '../models/array-system/model.js';
import type { Program } from '../models/program/model.js';
import type { Answered, Asking } from './ask.js';
import { suited } from './suit.js';

const NUMBERS = [2, 3];
/** Some tenths of a second. */
const MOST_STATES = 20_000;
/** States are stored up to their names: the names of more take too long. */
const MOST_PROCESSES = 4;

/** The answer, with warnings where they are wanted, the engine had none, and there is patience left to look for them. */
export async function withFewThreads(question: Question, answered: Answered, asking: Asking): Promise<Answered> {
  try {
    return await withWarnings(question, answered, asking);
  } catch (error) {
    if (!(error instanceof OutOfPatience)) throw error;
    return answered;
  }
}

async function withWarnings(question: Question, answered: Answered, asking: Asking): Promise<Answered> {
  const { model, hints, property } = question;
  if (answered.verdict !== 'holds' || (answered.warnings ?? null) !== null) return answered;
  if (property !== 'states' || !hints.warn) return answered;
  switch (model.kind) {
    case 'open program':
      return { ...answered, warnings: await warningsOfFew(question, model.open, asking) };
    case 'program': {
      // Where nobody was named, the search of all states was tried already, and is not over in a moment.
      if (asking.engine === undefined || asking.engine === 'explicit') return answered;
      const found = await warningsOf(question, model.program, asking);
      return found === null ? answered : { ...answered, warnings: { ...found, stuck: 'some' } };
    }
    case 'system':
      return { ...answered, warnings: await warningsOfSystem(question, model.system, asking) };
  }
}

/** Null where even the smallest number has too many states. */
async function warningsOfFew(question: Question, open: OpenProgram, asking: Asking): Promise<Warnings | null> {
  let stuck: Pick<Warnings, 'deadlock' | 'list'> | null = null;
  let unreached: readonly Warning[] | null = null;
  for (const number of NUMBERS) {
    const found = await withNumber(question, open, number, asking);
    if (found === null) break;
    const list = found.list.map((warning) => ({ ...warning, number: { each: number, of: open.anyThreads } }));
    if (found.deadlock !== null)
      stuck ??= { deadlock: found.deadlock, list: list.filter(({ code }) => code === 'stuck') };
    unreached = list.filter(({ code }) => code !== 'stuck');
  }
  if (unreached === null) return null;
  return { list: [...(stuck?.list ?? []), ...unreached], stuck: 'some', deadlock: stuck?.deadlock ?? null };
}

/**
 * Of an array system with two processes, and with three where two leave something out. A process is interchangeable with
 * any other, and what two have done is done with three, too.
 */
async function warningsOfSystem(question: Question, system: ArraySystem, asking: Asking): Promise<Warnings | null> {
  const numbers = system.processes === null ? NUMBERS : [system.processes];
  for (const processes of numbers) {
    const look = await lookBefore(question, system, processes, asking);
    if (look === 'quiet') return { list: [], stuck: 'some', deadlock: null };
    if (look === 'many' && processes === numbers[0]) return null;
    if (look !== 'idle') break;
  }
  let last: Warnings | null = null;
  for (const processes of numbers) {
    const found = await withProcesses(question, { ...system, processes }, asking);
    if (found === null) break;
    const number = system.processes === null ? { number: { each: processes, of: [] } } : {};
    const list = found.list.map((warning) => ({ ...warning, ...number }));
    const stuck: readonly Warning[] = (last?.list ?? list).filter(({ code }) => code === 'stuck');
    last = {
      list: [...stuck, ...list.filter(({ code }) => code !== 'stuck')],
      stuck: 'some',
      deadlock: last === null ? found.deadlock : last.deadlock,
    };
    if (list.every(({ code }) => code === 'stuck')) break;
  }
  return last;
}

/** Most systems give nothing to warn of, which is known sooner than what there is to tell. */
async function lookBefore(
  { memory }: Question,
  system: ArraySystem,
  processes: number,
  { limits, budget }: Asking,
): Promise<Look> {
  if (hasBuffers(memory) || processes > MOST_PROCESSES) return null;
  const { lookAtInstance } = await import('../engines/parameterized/forward/quiet.js');
  const maxStates = Math.min(MOST_STATES, limits.maxStates ?? MOST_STATES);
  const driven = await budget.drive(lookAtInstance(system, processes, maxStates));
  return 'value' in driven ? driven.value : null;
}

async function withProcesses(question: Question, system: ArraySystem, asking: Asking): Promise<Warnings | null> {
  const crossed = await suited({ ...question, model: { kind: 'system', system } }, 'explicit', asking.budget.whole);
  if (!('question' in crossed) || crossed.question.model.kind !== 'program' || asking.budget.isSpent) return null;
  // A proof may rest on what the model assumes, and a search of the states does not.
  const mayFail = system.invariants.length > 0;
  return warningsOf(crossed.question, crossed.question.model.program, asking, { told: crossed.told, mayFail });
}

async function withNumber(
  question: Question,
  open: OpenProgram,
  number: number,
  asking: Asking,
): Promise<Warnings | null> {
  const { budget } = asking;
  const instance = budget.whole(() => open.instance(number));
  if ('refused' in instance || budget.isSpent) return null;
  return warningsOf(question, instance.program, asking);
}

interface Telling {
  /** The answer in the words of the question. */
  readonly told?: (answer: Answer) => Answer;
  /** That something is violated is no contradiction. */
  readonly mayFail?: boolean;
}

/** Of a short search with short buffers; null where it is not over in its share. */
async function warningsOf(
  question: Question,
  program: Program,
  { limits, budget }: Asking,
  { told = (answer) => answer, mayFail = false }: Telling = {},
): Promise<Warnings | null> {
  const { buffers } = question;
  const length = Math.min(SHORT_BUFFER, buffers.most ?? SHORT_BUFFER);
  const asked: Question = {
    ...question,
    model: { kind: 'program', program, predicates: [] },
    buffers: { ...buffers, tried: { first: length, last: length } },
  };
  const explicit = await engineRow('explicit').load();
  const maxStates = Math.min(MOST_STATES, limits.maxStates ?? MOST_STATES);
  const running = budget.whole(() => explicit.run(asked, { ...limits, maxStates }));
  const driven = await budget.drive(running.steps);
  if (!('value' in driven)) return null;
  const answer = told(driven.value);
  if (answer.verdict === 'violated' && !mayFail)
    throw new Error(`a proof, and a violation with ${program.threads.length} threads`);
  return answer.verdict === 'holds' ? (answer.warnings ?? null) : null;
}
