/**
 * Puts a question to engines: to the one that the caller named, or to those of the strategy's table, one after the other,
 * until one decides it. `check`, `compare`, `fix` and `certify` all ask here.
 */
import type { Answer, Holds, Run } from '../engines/answer.js';
import type { Counts, Limits, Progress, Stuck } from '../engines/engine.js';
import type { Question } from '../engines/question.js';
import { type EngineName, engineRow, NAMED_ENGINES } from '../engines/registry.js';
import { type Note, outside, type Reason, type Refusal } from '../engines/remarks.js';
import { OutOfPatience } from '../languages/shared/patience.js';
import { hasBuffers } from '../memory/models.js';
import { EXHAUSTED, exhaustedAt } from '../models/program/exhausted.js';
import type { Budget } from './budget.js';
import { sideBySide } from './side-by-side.js';
import { type Attempt, planFor } from './strategy.js';
import { suited, type Words } from './suit.js';

/** How the caller wants it asked. */
export interface Asking {
  /** The one engine to ask; those of the strategy unless given. */
  readonly engine?: EngineName;
  readonly limits: Limits;
  readonly budget: Budget;
  readonly onProgress?: (progress: Progress) => void;
  /** Ask all engines that take the question side by side. */
  readonly portfolio?: boolean;
  /** Lemmas that are wanted from a search that does not come to an end. */
  readonly suggest?: number;
}

export type Answered = Answer & {
  readonly engine: EngineName;
  readonly counts: Counts;
  readonly notes: readonly Note[];
};

/** A search that is to suggest lemmas has its time divided by this. */
const BEFORE_LEMMAS = 1.25;

interface InVain {
  readonly engine: EngineName;
  readonly reasons: readonly Reason[];
}

/** `refused` where the caller named an engine that does not take the question. */
export async function ask(question: Question, asking: Asking): Promise<Answered | { readonly refused: Refusal }> {
  const answered = await asked(question, asking);
  return 'refused' in answered ? answered : answerTo(question, answered);
}

/** Instances of a text are made when they are needed, and patience may end there: then no engine has begun. */
async function asked(question: Question, asking: Asking): ReturnType<typeof attempt> {
  const { engine, portfolio = false } = asking;
  try {
    if (engine !== undefined) return await attempt(question, { engine }, asking);
    return await (portfolio && question.property === 'states' ? askTogether : askInTurn)(question, asking);
  } catch (error) {
    if (!(error instanceof OutOfPatience)) throw error;
    const usual = question.model.kind === 'program' ? 'explicit' : 'parameterized';
    return inVainAnswer(question, engine ?? usual, [{ ...error.spent, covered: null }]);
  }
}

/**
 * What was found as an answer to what was asked. What holds for a bound is no answer to a question about any length, and a
 * violation with short buffers is one with longer ones: only a bound that the caller gave is part of an answer.
 */
function answerTo({ memory, buffers: { most } }: Question, answered: Answered): Answered {
  const buffer = hasBuffers(memory) ? (most ?? 'unbounded') : null;
  if (answered.verdict === 'unknown') return { ...answered, buffer };
  const exhausted = answered.verdict === 'violated' ? exhaustedBy(answered.run) : null;
  if (exhausted !== null) {
    const help = exhausted.startsWith(EXHAUSTED) ? [{ kind: 'raise', option: 'allocations' } as const] : [];
    const { engine, counts } = answered;
    return { verdict: 'unknown', reasons: [outside(exhausted, ...help)], buffer, engine, counts, notes: [] };
  }
  if (most !== null || typeof answered.buffer !== 'number') return answered;
  if (answered.verdict === 'violated') return { ...answered, buffer };
  const { engine, counts, longer: reasons = [] } = answered;
  const known: Reason = { code: 'longer buffers', bound: answered.buffer, reasons };
  return { verdict: 'unknown', reasons: [known], buffer, engine, counts, notes: [] };
}

/** The words of a failure that is none of the program, where the run ends in one. */
function exhaustedBy(run: Run): string | null {
  if (run.kind !== 'program') return null;
  const last = run.run.steps.at(-1);
  return last === undefined || last.kind === 'drain' ? null : exhaustedAt(run.program, last.thread, last.edge);
}

/** The engines of the strategy's table. */
async function askInTurn(question: Question, asking: Asking): Promise<Answered> {
  const plan = planFor(question, asking.limits);
  let bounded: (Answered & Holds) | null = null;
  let last: Answered | null = null;
  let inVain: InVain[] = [];
  for (const each of plan) {
    if (last !== null && asking.budget.isSpent) break;
    if (each.after === (bounded === null ? 'bounded' : 'nothing') || isKnown(each, bounded, inVain)) continue;
    const answered = await attempt(question, longerThan(each, bounded), asking);
    if ('refused' in answered) {
      inVain.push({ engine: each.engine, reasons: [{ code: 'outside', ...answered.refused }] });
      continue;
    }
    if (decides(answered, question)) {
      const notes = [...answered.notes, ...story(answered, each, plan, bounded, inVain)];
      return { ...withWarnings(answered, bounded), notes };
    }
    last = answered;
    if (answered.verdict === 'holds') {
      bounded = answered;
      // What this engine said of shorter buffers is said again, or settled by now.
      inVain = inVain.filter(({ engine }) => engine !== answered.engine);
    }
    if (answered.verdict === 'unknown') inVain.push({ engine: each.engine, reasons: answered.reasons });
  }
  if (bounded !== null) return withDoubt(bounded, inVain);
  const reasons = allReasons(inVain);
  if (last !== null) return { ...last, verdict: 'unknown', reasons, notes: [] };
  const [first] = plan;
  if (first === undefined) throw new Error('some engine is tried');
  return inVainAnswer(question, first.engine, reasons);
}

/** All engines that take the question, side by side. */
async function askTogether(question: Question, asking: Asking): Promise<Answered> {
  const begun = NAMED_ENGINES.map((engine) => async (budget: Budget) => {
    return { engine, answered: await attempt(question, { engine }, { ...asking, budget }) };
  });
  const { good, others } = await sideBySide(begun, asking.budget, ({ answered }) => {
    return !('refused' in answered) && decides(answered, question);
  });
  const names = others.flatMap(({ engine, answered }) => ('refused' in answered ? [] : [engine]));
  if (good !== null && !('refused' in good.answered)) {
    const note: Note[] = names.length === 0 ? [] : [{ code: 'side by side', engines: names }];
    return { ...good.answered, notes: [...good.answered.notes, ...note] };
  }
  const inVain = others.flatMap(({ engine, answered }): InVain[] => {
    if ('refused' in answered) return [];
    return answered.verdict === 'unknown' ? [{ engine, reasons: answered.reasons }] : [];
  });
  const bounded = others.flatMap(({ answered }) =>
    'refused' in answered || answered.verdict !== 'holds' ? [] : [answered],
  );
  const [longest] = bounded.sort((one, other) => Number(other.buffer) - Number(one.buffer));
  if (longest !== undefined) return withDoubt(longest, inVain);
  return inVainAnswer(question, inVain.at(-1)?.engine ?? 'explicit', allReasons(inVain));
}

/**
 * What the search of short buffers has seen, which the warnings say, is so with longer ones as far as they say. Threads may
 * get stuck with longer ones where they do not with short ones.
 */
function withWarnings(answered: Answered, bounded: (Answered & Holds) | null): Answered {
  if (answered.verdict !== 'holds' || bounded === null) return answered;
  const short = bounded.warnings ?? null;
  return { ...answered, warnings: answered.warnings ?? (short === null ? null : { ...short, stuck: 'some' }) };
}

/** Whether an attempt would say again what is known: of buffers that hold already, or by an engine that had no answer. */
function isKnown({ engine, after, buffers }: Attempt, bounded: Answered | null, inVain: readonly InVain[]): boolean {
  if (typeof bounded?.buffer !== 'number') return false;
  if (buffers !== undefined) return buffers.last <= bounded.buffer;
  return after === 'bounded' && inVain.some((each) => each.engine === engine);
}

/** The attempt without lengths that hold already. */
function longerThan(attempted: Attempt, bounded: Answered | null): Attempt {
  const { buffers } = attempted;
  const held = bounded?.buffer;
  if (buffers === undefined || typeof held !== 'number' || held < buffers.first) return attempted;
  return { ...attempted, buffers: { ...buffers, first: 2 * held } };
}

/** How it came to this answer, where others could have given one. */
function story(
  { engine }: Answered,
  { after }: Attempt,
  plan: readonly Attempt[],
  bounded: Answered | null,
  inVain: readonly InVain[],
): readonly Note[] {
  if (typeof bounded?.buffer === 'number' && bounded.engine !== engine) {
    return [{ code: 'short buffers held', bound: bounded.buffer }];
  }
  const exact = plan.filter((each) => each.after === undefined).map((each) => each.engine);
  const refused = inVain.filter(({ reasons }) => reasons.some(({ code }) => code === 'outside'));
  const other = exact.find(
    (name) => name !== engine && name !== 'explicit' && !refused.some((each) => each.engine === name),
  );
  if (engine !== 'explicit' && exact.includes(engine) && other !== undefined)
    return [{ code: 'chosen', engine, other }];
  const before = inVain.find((each) => each.engine !== engine);
  return after === 'nothing' && before !== undefined ? [{ code: 'tried before', ...before }] : [];
}

/** What holds for a bound, with all that was said of longer buffers. */
function withDoubt(bounded: Answered & Holds, inVain: readonly InVain[]): Answered {
  const { engine, longer = [] } = bounded;
  const own = inVain.some((each) => each.engine === engine) ? [] : [{ engine, reasons: longer }];
  return { ...bounded, longer: allReasons([...inVain, ...own]) };
}

/** Those of the engine that was asked last, and what others said. */
function allReasons(inVain: readonly InVain[]): readonly Reason[] {
  const last = inVain.at(-1);
  if (last === undefined) return [];
  const others = inVain.filter(({ engine }, position) => {
    return engine !== last.engine && inVain.findLastIndex((each) => each.engine === engine) === position;
  });
  const said = others.flatMap(({ engine, reasons }) =>
    reasons.map((reason) => ({ code: 'engine', engine, reason }) as const),
  );
  const [numbers, rest] = [
    last.reasons.filter(({ code }) => code === 'numbers'),
    last.reasons.filter(({ code }) => code !== 'numbers'),
  ];
  return [...numbers, ...said, ...rest];
}

async function attempt(
  question: Question,
  { engine, limits = {}, buffers }: Attempt,
  asking: Asking,
): Promise<Answered | { readonly refused: Refusal }> {
  const loaded = await engineRow(engine).load();
  const { whole } = asking.budget;
  const crossed = await suited(question, engine, whole);
  if ('message' in crossed) return { refused: crossed };
  if ('impossible' in crossed) return inVainAnswer(question, engine, [crossed.impossible]);
  const tried = buffers === undefined ? question.buffers : { ...question.buffers, tried: buffers };
  const asked = { ...crossed.question, buffers: tried };
  const running = whole(() => loaded.accepts(asked) ?? loaded.run(asked, lower(asking.limits, limits)));
  if ('message' in running) return { refused: running };
  const { budget, suggest = 0 } = asking;
  // Lemmas are looked for afterwards.
  const own = suggest > 0 && running.stuck !== undefined ? budget.part(BEFORE_LEMMAS) : budget;
  const driven = await own.drive(running.steps, asking.onProgress, () => running.standing().covered);
  const { counts, buffer, known, held } = running.standing();
  const isOld = (answer: Answer): boolean => answer.verdict === 'holds' && answer.proof === known?.answer.proof;
  const growing = () => growingIn(running.stuck?.(suggest) ?? null, crossed.words);
  if ('value' in driven) {
    const told = crossed.told(driven.value);
    const answer = told.verdict === 'unknown' ? { ...told, reasons: [...told.reasons, ...growing()] } : told;
    return { notes: [], ...answer, engine, counts: isOld(answer) ? (known?.counts ?? counts) : counts };
  }
  const stopped = budget.asWhole(driven.stopped);
  const reasons: Reason[] = [
    held === undefined ? stopped : { code: 'longer buffers', bound: held, reasons: [stopped] },
    ...growing(),
  ];
  if (known === null) return { verdict: 'unknown', reasons, buffer, engine, counts, notes: [] };
  return { ...known.answer, longer: [stopped], engine, counts: known.counts };
}

/** What a search on cubes does not come to an end with. */
function growingIn(stuck: Stuck | null, words: Words): Reason[] {
  if (stuck === null) return [];
  const { processes: actors, cells, widest, lemmas } = stuck;
  return [
    {
      code: 'growing',
      actors,
      of: words.actors,
      // Registers have no name in the text.
      cells: cells.map((cell) => words.cell(cell)).filter((name) => !name.includes('$')),
      condition: widest === null ? null : words.condition(widest.cube, widest.shown),
      lemmas: lemmas.map((lemma) => words.lemma(lemma)),
    },
  ];
}

function inVainAnswer({ memory }: Question, engine: EngineName, reasons: readonly Reason[]): Answered {
  const buffer = hasBuffers(memory) ? 'unbounded' : null;
  return { verdict: 'unknown', reasons, buffer, engine, counts: {}, notes: [] };
}

/** Why the engine does not take the question; null when it does. */
export async function refusalOf(question: Question, engine: EngineName): Promise<Refusal | null> {
  const crossed = await suited(question, engine);
  if ('message' in crossed) return crossed;
  return 'impossible' in crossed ? null : (await engineRow(engine).load()).accepts(crossed.question);
}

/** The lower of both, limit by limit. */
function lower(given: Limits, some: Limits): Limits {
  const names = new Set([...Object.keys(given), ...Object.keys(some)]) as Set<keyof Limits>;
  return Object.fromEntries(
    [...names].map((name) => [
      name,
      Math.min(given[name] ?? Number.POSITIVE_INFINITY, some[name] ?? Number.POSITIVE_INFINITY),
    ]),
  );
}

/** Whether there is nothing left to ask: what holds for a bound does not decide a question about any length. */
function decides(answered: Answered, { buffers }: Question): boolean {
  switch (answered.verdict) {
    case 'violated':
      return true;
    case 'holds':
      return buffers.most !== null || typeof answered.buffer !== 'number';
    case 'unknown':
      return false;
  }
}
