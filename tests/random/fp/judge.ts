/**
 * A `.fp` text, judged: its tree survives printing; the compiled program shows what the text means, by the reference
 * interpreter of the syntax tree (machine.ts), and violates the same properties; and the engine finds what the interpreter
 * of compiled programs finds.
 */

import {
  type ProgramSyntax,
  parseProgramText,
  printProgram,
  readProgram,
} from '../../../src/languages/program/index.js';
import { hasBuffers, type MemoryName, memoryNamed } from '../../../src/memory/models.js';
import type { Program } from '../../../src/models/program/model.js';
import { runEngine } from '../../engines/explicit/compare.js';
import { withoutPlaces } from '../../languages/program/support.js';
import type { Result } from '../campaigns.js';
import { attempt, audited } from '../explicit/judge.js';
import { declaredProperties, seenCompiled } from './compiled.js';
import { ANY_COUNT } from './generate.js';
import { type Seen, seenInSteps, TooLong } from './machine.js';
import { makeWorld } from './world.js';

export interface FpJudgement {
  readonly way: string;
  readonly result: Result;
}

export interface FpLimits {
  /** Of the compiled program and of the reference in coarse steps. */
  readonly states: number;
  /** In fine steps, asked only where the others differ. */
  readonly fineStates: number;
}

export const LIMITS: FpLimits = { states: 3000, fineStates: 40_000 };
const MEMORIES = ['sc', 'tso', 'pso'] as const;
const BUFFERS = 2;

/** What turns texts into programs: tests put faulty ones in. */
export type Compile = (syntax: ProgramSyntax, text: string) => Program | string;

const compile: Compile = (_, text) => {
  const { program, diagnostics } = readProgram(text, 'random.fp');
  const error = diagnostics.find(({ severity }) => severity === 'error');
  if (program === null) return `${error?.code}: ${error?.message}`;
  const made = program.instantiate(program.anyThreads.length > 0 ? ANY_COUNT : null);
  return made.kind === 'program' ? made.program : made.message;
};

export function judgeText(text: string, seed: number, limits: FpLimits, compiler: Compile = compile): FpJudgement[] {
  const { syntax } = parseProgramText(text, 'random.fp');
  if (syntax === null) return [{ way: 'reading', result: unknown('not well-formed') }];
  const printed = judgePrinting(syntax);
  const program = compiler(syntax, text);
  if (typeof program === 'string') return [printed, { way: 'reading', result: unknown(`refused: ${program}`) }];
  const meanings = MEMORIES.map((memory, k): FpJudgement => {
    const buffer = 1 + ((seed + k) % 2);
    const way = memory === 'sc' ? memory : `${memory}, buffers of ${buffer}`;
    return { way, result: judgeMeaning(syntax, program, memory, buffer, limits) };
  });
  return [printed, ...meanings];
}

function unknown(reason: string, missed = false): Result {
  return { kind: 'unknown', reason, missed };
}

function wrong(fault: string, detail: string): Result {
  return { kind: 'wrong', fault, detail };
}

function judgePrinting(syntax: ProgramSyntax): FpJudgement {
  const way = 'printing';
  const printed = printProgram(syntax);
  const { syntax: again, diagnostics } = parseProgramText(printed, 'printed.fp');
  if (again === null) return { way, result: wrong('printed badly', diagnostics[0]?.message ?? 'not well-formed') };
  const tree = ({ declarations, comments }: ProgramSyntax) =>
    JSON.stringify([withoutPlaces(declarations), comments.map((comment) => comment.text)]);
  if (tree(again) !== tree(syntax)) return { way, result: wrong('printed otherwise', printed) };
  if (printProgram(again) !== printed) return { way, result: wrong('printed twice', printed) };
  return { way, result: { kind: 'agreed', verdict: 'printed', size: 0 } };
}

export function judgeMeaning(
  syntax: ProgramSyntax,
  program: Program,
  memory: MemoryName,
  buffer: number,
  limits: FpLimits,
): Result {
  const compiled = attempt(() => seenCompiled(program, memory, buffer, limits.states));
  // A loop that doubles a number without bound.
  if (compiled === null || (typeof compiled === 'string' && compiled.includes('too large to be computed')))
    return unknown('too many states');
  if (typeof compiled === 'string') return wrong('interpreter breaks', compiled);
  const world = makeWorld(syntax, ANY_COUNT);
  try {
    const coarse = seenInSteps(world, memory, buffer, 'coarse', limits.states);
    if (coarse === null) return unknown('too many states of the text');
    const lost = notIn(coarse, compiled);
    if (lost !== null) return wrong('lost', lost);
    if (notIn(compiled, coarse) !== null) {
      const fine = seenInSteps(world, memory, buffer, 'fine', limits.fineStates);
      if (fine === null) return unknown('too many states of the text in fine steps');
      const invented = notIn(compiled, fine);
      if (invented !== null) return wrong('invented', invented);
    }
  } catch (error) {
    if (error instanceof TooLong) return unknown('long local work');
    throw error;
  }
  return judgeEngine(program, memory, buffer, compiled);
}

/** What the reference interpreter answers, as regressions say it; `?` where the two sizes of steps differ. */
export function expectedOf(text: string, limits: FpLimits): string {
  const { syntax } = parseProgramText(text, 'random.fp');
  if (syntax === null) return '?';
  const world = makeWorld(syntax, ANY_COUNT);
  const answers = MEMORIES.map((memory) => {
    const verdicts = (['coarse', 'fine'] as const).map((size) => {
      const seen = seenInSteps(world, memory, BUFFERS, size, limits.fineStates);
      return seen === null ? '?' : verdictOf(seen);
    });
    return `${memory} ${verdicts[0] === verdicts[1] ? verdicts[0] : '?'}`;
  });
  return answers.join(', ');
}

function verdictOf({ violated, fails }: Seen): string {
  return fails ? 'fails' : violated.size > 0 ? 'violated' : 'holds';
}

/** Something that one side shows and the other does not; null when there is nothing. */
function notIn(one: Seen, other: Seen): string | null {
  if (one.fails && !other.fails) return 'a failure';
  for (const property of one.violated)
    if (!other.violated.has(property)) return `violation of property ${property + 1}`;
  if (one.hangs && !other.hangs && !one.fails && one.loops !== true && other.loops !== true)
    return 'a thread that gets stuck';
  for (const view of one.views) if (!other.views.has(view)) return view;
  return null;
}

/** The reference computes with numbers of any size, the kernel with 32 bits: it says so, and nobody is wrong. */
const TOO_WIDE = unknown('numbers of more than 32 bits');

function isTooWide(reason: string): boolean {
  return reason.includes('does not fit into 32 bits');
}

function judgeEngine(program: Program, memory: MemoryName, buffer: number, seen: Seen): Result {
  const { violated, fails } = seen;
  const { noDeadlock, ...others } = program;
  let verdict = verdictOf(seen);
  if (noDeadlock !== undefined && !fails) {
    const run = attempt(() => runEngine({ program: { ...program, never: [] }, memory: memoryNamed(memory), buffer }));
    if (typeof run === 'string') return wrong('engine breaks', run);
    const expected = seen.hangs ? 'violated' : 'holds';
    if (run.answer.verdict === 'unknown' && isTooWide(run.answer.reason)) return TOO_WIDE;
    // With short buffers a thread may hang that does not with longer ones: then nobody knows.
    if (run.answer.verdict !== expected && !(run.answer.verdict === 'unknown' && hasBuffers(memoryNamed(memory))))
      return wrong('wrong about deadlocks', `${run.answer.verdict}, not ${expected}`);
    if (run.answer.verdict === 'violated') verdict = 'violated';
  }
  const asked = fails ? [program.never] : declaredProperties(program);
  let length = 0;
  for (const [k, never] of (asked.length === 0 ? [[]] : asked).entries()) {
    const run = attempt(() => runEngine({ program: { ...others, never }, memory: memoryNamed(memory), buffer }));
    if (typeof run === 'string') return wrong('engine breaks', run);
    const { answer } = run;
    const expected = fails || violated.has(k) ? 'violated' : 'holds';
    if (answer.verdict === 'unknown' && isTooWide(answer.reason)) return TOO_WIDE;
    if (answer.verdict !== expected) return wrong('wrong engine', `${answer.verdict}, not ${expected}`);
    if (answer.verdict === 'violated') length = Math.max(length, answer.trace.steps.length);
  }
  const agreed = { kind: 'agreed', verdict, size: length } as const;
  return verdictOf(seen) === 'holds' ? audited(agreed, { program, memory, buffer, perLocation: false }) : agreed;
}
