/**
 * Programs (`.fp`, `.rmm`, Trencher's, litmus tests) by the explicit engine, under SC, TSO and PSO.
 *
 * A program for any number of threads is asked with one, two and three of them when no number is given. A violation there
 * is one; nothing found proves nothing for more, and the answer says so.
 */
import { type CheckOptions, type CheckResult, DEFAULT_BUFFER, languageFor } from '../check.js';
import type { Progress } from '../engines/engine.js';
import { ExplicitEngine } from '../engines/explicit/engine.js';
import type { Memory, Outcome } from '../evidence/outcome.js';
import type { Program } from '../models/program/model.js';
import { Budget } from './budget.js';
import { fault } from './fault.js';
import { type Instance, type ProgramSource, readSource } from './sources.js';

/** Megabytes for states, where the caller sets no limit. */
const USUAL_MEGABYTES = 2048;
/** More than any limit on memory allows. */
const ANY_NUMBER_OF_STATES = 1_000_000_000;
const LARGEST_BUFFER = 64;
const NUMBERS_TRIED = [1, 2, 3];

/** What the engine says about one program, and how far that reaches. */
export type ProgramAnswer = Pick<Outcome, 'verdict' | 'trace' | 'buffer' | 'counts' | 'reason'>;

export async function checkProgram(text: string | Uint8Array, options: CheckOptions): Promise<CheckResult> {
  const budget = new Budget(options);
  const file = options.file ?? 'program.fp';
  const language = languageFor(options);
  if (language === 'cubicle') throw new Error('array systems have a path of their own');
  const memory = options.memory ?? 'tso';
  const { source, diagnostics } = await readSource(text, language, memory, options);
  if (source === null) return { ok: false, diagnostics };
  const refuse = (code: 'unsupported' | 'process-number', message: string): CheckResult => ({
    ok: false,
    diagnostics: [...diagnostics, fault(file, code, message)],
  });
  if (options.engine === 'parameterized')
    return refuse('unsupported', 'the parameterized engine is for array systems (.cub): leave out --engine');

  const { processes } = options;
  if (source.anyThreads.length > 0 && typeof processes !== 'number') {
    const outcome = await tryNumbers(source, memory, options, budget);
    if ('refused' in outcome) return refuse('process-number', outcome.refused);
    return { ok: true, outcome, warnings: diagnostics };
  }
  const instance = source.instance(typeof processes === 'number' ? processes : null);
  if ('refused' in instance) return refuse('process-number', instance.refused);
  const { length } = instance.program.threads;
  if (source.anyThreads.length === 0 && processes !== undefined && processes !== length)
    return refuse(
      'process-number',
      `the program has ${length} threads, and none with \`[any]\`: leave out --processes`,
    );
  const outcome = await outcomeOf(instance, source, memory, options, budget);
  return { ok: true, outcome, warnings: diagnostics };
}

async function tryNumbers(
  source: ProgramSource,
  memory: Memory,
  options: CheckOptions,
  budget: Budget,
): Promise<Outcome | { readonly refused: string }> {
  const held: number[] = [];
  let last: Outcome | { readonly refused: string } = { refused: 'no number of threads was tried' };
  for (const number of NUMBERS_TRIED) {
    const instance = source.instance(number);
    if ('refused' in instance) {
      // A property may name a thread that needs more of them.
      if (held.length === 0) last = instance;
      continue;
    }
    const found: Outcome = { ...(await outcomeOf(instance, source, memory, options, budget)), processes: 'any' };
    if (found.verdict === 'violated') return found;
    last = found;
    if (found.verdict === 'unknown') break;
    held.push(number);
  }
  if ('refused' in last || held.length === 0) return last;
  const tried = `it holds for ${held.join(', ')} of \`${source.anyThreads.join('`, `')}\``;
  const open = 'the explicit engine proves nothing for any number: try --processes N for a number of your own';
  return { ...last, verdict: 'unknown', reason: `${tried}; ${last.verdict === 'unknown' ? last.reason : open}` };
}

async function outcomeOf(
  { program, temporal }: Instance,
  { properties }: ProgramSource,
  memory: Memory,
  options: CheckOptions,
  budget: Budget,
): Promise<Outcome> {
  const answer = await exploreFar(program, memory, options, budget);
  const unasked = temporal.map((name) => `\`ltl ${name}\``).join(', ');
  const nothing = `there is no ${properties}: all this says is that no step fails`;
  const notes = [
    ...(answer.verdict === 'holds' && !asksSomething(program) ? [nothing] : []),
    ...(answer.reason === null ? [] : [answer.reason]),
    ...(unasked === '' ? [] : [`not asked here: ${unasked}`]),
  ];
  return {
    ...answer,
    memory,
    processes: program.threads.length,
    actors: 'threads',
    engine: 'explicit',
    seconds: budget.seconds,
    invariants: [],
    assumptions: [],
    reason: notes.length === 0 ? null : notes.join('; '),
  };
}

/** Whether there is something that could be violated, besides steps that fail. */
function asksSomething({ never, templates }: Program): boolean {
  return never.length > 0 || templates.some(({ locations }) => locations.some(({ failure }) => failure !== null));
}

/**
 * Asks about one program within the budget: with the bound on buffers that was given, or with larger and larger ones until
 * none is reached. What holds for a bound is the answer when a larger one takes too much.
 */
export async function exploreFar(
  program: Program,
  memory: Memory,
  options: CheckOptions,
  budget: Budget,
): Promise<ProgramAnswer> {
  const { buffer = DEFAULT_BUFFER } = options;
  if (buffer !== 'unbounded' || memory === 'sc')
    return explore(program, memory, buffer === 'unbounded' ? DEFAULT_BUFFER : buffer, options, budget);
  let answer = await explore(program, memory, DEFAULT_BUFFER, options, budget);
  for (let bound = 2 * DEFAULT_BUFFER; bound <= LARGEST_BUFFER; bound *= 2) {
    if (answer.verdict !== 'holds' || answer.buffer === 'unbounded') return answer;
    const further = await explore(program, memory, bound, options, budget);
    if (further.verdict === 'unknown') return { ...answer, reason: `with buffers of ${bound}: ${further.reason}` };
    answer = further;
  }
  return answer;
}

async function explore(
  program: Program,
  memory: Memory,
  buffer: number,
  options: CheckOptions,
  budget: Budget,
): Promise<ProgramAnswer> {
  const bound = memory === 'sc' ? null : buffer;
  const engine = new ExplicitEngine({
    program,
    memory,
    buffer: bound ?? 1,
    limits: {
      maxStates: options.maxStates ?? ANY_NUMBER_OF_STATES,
      maxMegabytes: options.maxMemory ?? USUAL_MEGABYTES,
    },
  });
  const driven = await budget.drive(engine.run(), options.onProgress, covered);
  const counts = engine.counts();
  const answer = 'value' in driven ? driven.value : { verdict: 'unknown' as const, reason: driven.stopped };
  switch (answer.verdict) {
    case 'holds': {
      const buffer = bound !== null && answer.unbounded ? 'unbounded' : bound;
      const reason =
        typeof buffer === 'number'
          ? 'a buffer was full at times: --buffer unbounded looks for a length that is enough'
          : null;
      return { verdict: 'holds', trace: null, buffer, counts, reason };
    }
    case 'violated':
      return { verdict: 'violated', trace: answer.trace, buffer: bound, counts, reason: null };
    case 'unknown':
      return { verdict: 'unknown', trace: null, buffer: bound, counts, reason: answer.reason };
  }
}

function covered({ states, depth, queue }: Progress): string {
  return `${states - queue} of ${states} states found were explored, and everything within ${depth} steps; nothing is violated there`;
}
