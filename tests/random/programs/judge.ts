/**
 * One random straight-line program, judged: the final states that the axiomatic models allow against those that the
 * store-buffer machine reaches, and one question about the end of the program put to the engine.
 */
import { suitedTo } from '../../../src/check/applies.js';
import { type CheckOptions, check } from '../../../src/check/check.js';
import type { Outcome } from '../../../src/evidence/outcome.js';
import { readCubicle } from '../../../src/languages/cubicle/index.js';
import { type MemoryName, memoryNamed } from '../../../src/memory/models.js';
import type { ArraySystem } from '../../../src/models/array-system/model.js';
import { reasonOf } from '../../support/engines.js';
import { finalStates, type Program } from '../../support/straight-line.js';
import { traceFault } from '../judge.js';
import type { Random } from '../random.js';
import { acceptedCorruption } from '../weak/corrupt.js';
import type { WeakQuestion } from '../weak/judge.js';
import { type End, endsOf, finalStatesOf } from './machine.js';
import { type Claim, locationsOf, programText, type Question, registersOf } from './text.js';

export interface ProgramJudgeOptions {
  /** Seconds for one question to the engine. */
  /** Seconds; none unless given. */
  readonly timeout?: number;
  readonly forms: readonly WeakQuestion['cubes'][];
}

export type ProgramFault = 'states differ' | 'crashed' | 'wrong holds' | 'wrong violated' | 'bad trace' | 'no answer';

export type ProgramJudgement =
  | { readonly kind: 'agreed'; readonly verdict: string; readonly size: number }
  | { readonly kind: 'unknown'; readonly reason: string; readonly missed: boolean }
  | { readonly kind: 'wrong'; readonly fault: ProgramFault; readonly detail: string };

export interface JudgedProgram {
  readonly way: string;
  readonly judgement: ProgramJudgement;
  /** Of the question to the engine; null where there was none. */
  readonly options: CheckOptions | null;
}

const MEMORIES: readonly MemoryName[] = ['sc', 'tso', 'pso'];
const NOTHING: Question = { claims: [], closed: false, parameters: false };

/** All ends under each memory model; null where there are too many configurations. */
export type Ends = ReadonlyMap<MemoryName, readonly End[] | null>;

export function exploreProgram(program: Program, configurations: number): Ends {
  const { system, diagnostics } = readCubicle(programText(program, NOTHING), 'program.cub');
  if (system === null) throw new Error(diagnostics.map((diagnostic) => diagnostic.message).join('; '));
  return new Map(MEMORIES.map((memory) => [memory, endsOf(system, program, memory, configurations)]));
}

/** `checker` is replaced only to test the judge itself. */
export async function judgeProgram(
  program: Program,
  reached: Ends,
  question: Question,
  { forms, ...patience }: ProgramJudgeOptions,
  checker: typeof check = check,
): Promise<JudgedProgram[]> {
  const judged = [...reached].map(([memory, ends]): JudgedProgram => {
    const way = `states under ${memory}`;
    if (ends !== null) return { way, judgement: compare(program, memory, ends), options: null };
    return { way, judgement: { kind: 'unknown', reason: 'too many configurations', missed: false }, options: null };
  });
  const asked = readCubicle(programText(program, question), 'program.cub').system;
  for (const [memory, cubes] of [...forms.map((form) => ['tso', form] as const), ['sc', 'views'] as const]) {
    const ends = reached.get(memory);
    if (ends === undefined || ends === null || asked === null) continue;
    const way = memory === 'sc' ? 'engine, sc' : `engine, tso, ${cubes}`;
    const expected = ends.some((end) => isSatisfied(end, question)) ? 'violated' : 'holds';
    const options = suitedTo(memoryNamed(memory), { file: 'program.cub', memory, cubes, ...patience });
    try {
      const result = await checker(programText(program, question), options);
      if (!result.ok) throw new Error(result.diagnostics.map((diagnostic) => diagnostic.message).join('; '));
      judged.push({ way, judgement: judgeAnswer(asked, result.outcome, expected), options });
    } catch (fault) {
      const detail = fault instanceof Error ? (fault.stack ?? fault.message) : String(fault);
      judged.push({ way, judgement: { kind: 'wrong', fault: 'crashed', detail }, options });
    }
  }
  return judged;
}

function compare(program: Program, memory: MemoryName, ends: readonly End[]): ProgramJudgement {
  const onMachine = finalStatesOf(ends, program);
  const axiomatic = finalStates(program, memoryNamed(memory));
  if (JSON.stringify(onMachine) === JSON.stringify(axiomatic)) {
    return { kind: 'agreed', verdict: 'equal', size: onMachine.length };
  }
  const only = (some: readonly string[], others: readonly string[]) =>
    some.filter((state) => !others.includes(state)).join('  ') || 'none';
  const detail = `only on the machine: ${only(onMachine, axiomatic)}\nonly by the axioms: ${only(axiomatic, onMachine)}`;
  return { kind: 'wrong', fault: 'states differ', detail };
}

function judgeAnswer(system: ArraySystem, outcome: Outcome, expected: 'holds' | 'violated'): ProgramJudgement {
  const { verdict, trace } = outcome;
  if (verdict === 'unknown') {
    const reason = reasonOf(outcome) ?? 'no reason';
    // Programs have no universal guards, and little to search.
    if (/time limit/.test(reason)) return { kind: 'unknown', reason, missed: expected === 'violated' };
    return { kind: 'wrong', fault: 'no answer', detail: `${reason}, expected: ${expected}` };
  }
  if (verdict !== expected) return { kind: 'wrong', fault: `wrong ${verdict}`, detail: `expected: ${expected}` };
  if (verdict === 'holds') return { kind: 'agreed', verdict, size: 0 };
  const fault = traceFault(system, trace);
  if (fault !== null || trace === null) return { kind: 'wrong', fault: 'bad trace', detail: fault ?? '' };
  const accepted = trace.memory === 'sc' ? null : acceptedCorruption(system, trace);
  if (accepted !== null) return { kind: 'wrong', fault: 'bad trace', detail: `accepted: ${accepted}` };
  return { kind: 'agreed', verdict, size: trace.steps.length };
}

function isSatisfied({ registers, seen, drained }: End, { claims, closed }: Question): boolean {
  if (closed && !drained) return false;
  return claims.every((claim) => {
    if (claim.kind === 'register') return (registers.get(`${claim.thread}:${claim.register}`) ?? 0) === claim.value;
    return seen.get(`${claim.thread}:${claim.location}`) === claim.value;
  });
}

/**
 * A question worth asking: about an end that only TSO reaches, or one that PSO reaches and TSO doesn't; if there is none,
 * about some end of the program, often with one value changed.
 */
export function randomQuestion(random: Random, program: Program, reached: Ends): Question {
  const shape = { closed: random.chance(0.4), parameters: random.chance(0.5) };
  const claimsUnder = (memory: MemoryName): Claim[][] =>
    (reached.get(memory) ?? []).filter(({ drained }) => drained || !shape.closed).map((end) => claimsOf(program, end));
  const [sc, tso, pso] = MEMORIES.map(claimsUnder) as [Claim[][], Claim[][], Claim[][]];
  const known = new Set(tso.map((claims) => JSON.stringify(claims)));
  const strong = new Set(sc.map((claims) => JSON.stringify(claims)));
  const weak = tso.filter((claims) => !strong.has(JSON.stringify(claims)));
  const weaker = pso.filter((claims) => !known.has(JSON.stringify(claims)));
  const interesting = random.chance(0.5) ? [weak, weaker] : [weaker, weak];
  const ends = interesting.find((some) => some.length > 0 && random.chance(0.8)) ?? tso;
  if (ends.length === 0) return { ...shape, claims: [] };
  const chosen = random.pick(ends);
  const some = random.chance(0.5) ? chosen.filter(({ kind }) => kind === 'register') : chosen;
  const kept = some.filter(() => random.chance(0.85));
  if (kept.length > 0 && random.chance(0.3)) {
    const changed = random.between(0, kept.length - 1);
    return {
      ...shape,
      claims: kept.map((claim, k) => (k === changed ? { ...claim, value: random.between(0, 2) } : claim)),
    };
  }
  return { ...shape, claims: kept };
}

function claimsOf(program: Program, { registers, seen }: End): Claim[] {
  return program.threads.flatMap((operations, thread): Claim[] => [
    ...registersOf(operations).map((register): Claim => {
      return { kind: 'register', thread, register, value: registers.get(`${thread}:${register}`) as number };
    }),
    ...locationsOf(program).map((location): Claim => {
      return { kind: 'seen', thread, location, value: seen.get(`${thread}:${location}`) as number };
    }),
  ]);
}
