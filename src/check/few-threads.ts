/**
 * Warnings beside a proof for any number of threads. The engines that give one search backwards or on abstractions, and know
 * nothing of what no run reaches. So a short search of all states follows, with a few threads of each kind: a run in which
 * threads get stuck is a run of the program, and what no run reaches with so many is told with that number. Nothing of the
 * verdict rests on it; where it takes more than its share, nothing is told.
 *
 * With one thread a lock has nobody to wait for and a barrier waits for ever, so the numbers begin with two. Threads that get
 * stuck are told for the smallest number, which has the shortest runs; places that nobody reaches for the largest one.
 */
import { type OpenProgram, type Question, SHORT_BUFFER } from '../engines/question.js';
import { engineRow } from '../engines/registry.js';
import type { Warning, Warnings } from '../engines/warnings.js';
import type { Answered, Asking } from './ask.js';

const NUMBERS = [2, 3];
/** Some tenths of a second. */
const MOST_STATES = 20_000;

/** The answer, with warnings where they are wanted and the engine had none. */
export async function withFewThreads(question: Question, answered: Answered, asking: Asking): Promise<Answered> {
  const { model, hints, property } = question;
  if (answered.verdict !== 'holds' || (answered.warnings ?? null) !== null) return answered;
  if (model.kind !== 'open program' || property !== 'states' || !hints.warn) return answered;
  return { ...answered, warnings: await warningsOfFew(question, model.open, asking) };
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

async function withNumber(
  question: Question,
  open: OpenProgram,
  number: number,
  { limits, budget }: Asking,
): Promise<Warnings | null> {
  const instance = budget.whole(() => open.instance(number));
  if ('refused' in instance || budget.isSpent) return null;
  const asked: Question = {
    ...question,
    model: { kind: 'program', program: instance.program, predicates: [] },
    buffers: { ...question.buffers, tried: { first: SHORT_BUFFER, last: SHORT_BUFFER } },
  };
  const explicit = await engineRow('explicit').load();
  const maxStates = Math.min(MOST_STATES, limits.maxStates ?? MOST_STATES);
  const running = budget.whole(() => explicit.run(asked, { ...limits, maxStates }));
  const driven = await budget.drive(running.steps);
  if (!('value' in driven)) return null;
  if (driven.value.verdict === 'violated')
    throw new Error(`a proof for any number of threads, and a violation with ${number}`);
  return driven.value.verdict === 'holds' ? (driven.value.warnings ?? null) : null;
}
