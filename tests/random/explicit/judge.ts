/**
 * A program asked of everything that runs programs: the interpreter, the kernels in WebAssembly and in JavaScript as they
 * are, the engine with its reductions, and for straight-line programs the axioms. Whoever differs is wrong.
 */

import type { ExplicitAnswer } from '../../../src/engines/explicit/engine.js';
import { auditByKernel } from '../../../src/evidence/audit/kernel.js';
import { type MemoryName, memoryNamed } from '../../../src/memory/models.js';
import type { Program, StateExpression } from '../../../src/models/program/model.js';
import { type Run, runEngine } from '../../engines/explicit/compare.js';
import { graphFault } from '../../memory/operational/graph-axioms.js';
import { both, never } from '../../support/build.js';
import { finish, said as saidOf, type Told } from '../../support/engines.js';
import { finalStates, type Program as StraightLine } from '../../support/straight-line.js';
import type { Result } from '../campaigns.js';
import { ACCEPTED } from '../certified.js';
import { type Explored, exploreLevels } from './explore.js';
import { ended, endsAs, translate } from './straight-line.js';

export interface ExplicitJudgement {
  readonly way: string;
  readonly memory: MemoryName;
  readonly buffer: number;
  readonly perLocation: boolean;
  readonly result: Result;
}

/** Who answers: tests put others in. */
export type Engine = typeof runEngine;

export const MEMORIES = ['sc', 'tso', 'pso'] as const;
/** Every state as it is. */
const PLAIN = { zeroDead: false, symmetry: false };
/** Final states that are asked for one by one. */
const MOST_ASKED = 3;
const ENOUGH = 8;
const MOST_AUDITED = 50_000;

/** Each memory model with its own size of buffers, TSO sometimes with a size for each location. */
export function judgeEverywhere(program: Program, seed: number, limit: number, engine?: Engine): ExplicitJudgement[] {
  return MEMORIES.map((memory, k) => {
    const buffer = 1 + ((seed + k) % 3);
    const perLocation = memory === 'tso' && Math.floor(seed / 3) % 2 === 1;
    const result = judgeProgram(program, memory, buffer, limit, engine, perLocation);
    return { way: wayOf(memory, buffer, perLocation), memory, buffer, perLocation, result };
  });
}

function wayOf(memory: MemoryName, buffer: number, perLocation: boolean): string {
  if (memory === 'sc') return memory;
  return `${memory}, buffers of ${buffer}${perLocation ? ' for each location' : ''}`;
}

export function judgeProgram(
  program: Program,
  memory: MemoryName,
  buffer: number,
  limit: number,
  engine: Engine = runEngine,
  perLocation = false,
): Result {
  const expected = exploreLevels(program, memory, buffer, limit, perLocation);
  if (expected === null) return { kind: 'unknown', reason: `more than ${limit} states`, missed: false };
  const question = { program, memory: memoryNamed(memory), buffer, perLocation };
  const wasm = attempt(() => engine({ ...question, ...PLAIN, kernel: 'wasm' }));
  const javascript = attempt(() => engine({ ...question, ...PLAIN, kernel: 'javascript' }));
  const reduced = attempt(() => engine(question));
  for (const [who, run] of Object.entries({ wasm, javascript, reduced })) {
    if (typeof run === 'string') return wrong(`${who} breaks`, run);
  }
  const [first, second, third] = [wasm, javascript, reduced] as [Run, Run, Run];
  const said = describe(first);
  if (describe(second) !== said) return wrong('kernels differ', `wasm: ${said}; javascript: ${describe(second)}`);
  const overflow = said === OVERFLOW;
  const answers = expectedAnswers(expected);
  if (!overflow && !answers.includes(said)) return wrong('wrong kernels', `${answers.join(' or ')}, not ${said}`);
  const short = brief(third);
  if (![brief(first), ...(overflow ? [] : answers.map(withoutCounts))].includes(short)) {
    return wrong('wrong reduction', `${brief(first)}, reduced ${short}`);
  }
  if (third.answer.verdict === 'holds' && (third.counts.states ?? 0) > expected.states) {
    return wrong('wrong reduction', `${third.counts.states} states of ${expected.states}`);
  }
  const picture = traceFault(first.answer, memory) ?? traceFault(third.answer, memory);
  if (picture !== null) return wrong('wrong picture', picture);
  if (overflow) return { kind: 'unknown', reason: OVERFLOW, missed: expected.verdicts.has('violated') };
  const [verdict = 'holds'] = said.split(' ');
  const agreed = { kind: 'agreed', verdict, size: expected.length ?? expected.depth } as const;
  return verdict === 'holds' ? audited(agreed, { program, memory, buffer, perLocation }, expected) : agreed;
}

interface Audited {
  readonly program: Program;
  readonly memory: MemoryName;
  readonly buffer: number;
  readonly perLocation: boolean;
}

/** All states again by the second kernel, which must count those that the interpreter has met. */
export function audited(
  agreed: Extract<Result, { kind: 'agreed' }>,
  { program, memory, buffer, perLocation }: Audited,
  expected?: Explored,
): Result {
  const bounds = { bound: memory === 'sc' ? null : buffer, perLocation };
  const { refuted, unfinished, states, transitions, full } = finish(
    auditByKernel(program, memoryNamed(memory), bounds, { maxStates: MOST_AUDITED, maxMegabytes: 64 }),
  );
  if (refuted !== null) return wrong('certificate', refuted);
  if (unfinished !== null) return { ...agreed, certificate: saidOf(unfinished) };
  const same =
    expected === undefined ||
    (states === expected.states && transitions === expected.transitions && full === expected.full);
  if (!same) return wrong('certificate', `the second kernel finds ${states} states, ${transitions} steps`);
  return { ...agreed, certificate: ACCEPTED };
}

/** Whether the final states are those of the axioms. */
export function judgeEnds(source: StraightLine, memory: MemoryName, engine: Engine = runEngine): Result {
  const result = attempt(() => compareEnds(source, memory, engine));
  return typeof result === 'string' ? wrong('engine breaks', result) : result;
}

function compareEnds(source: StraightLine, memory: MemoryName, engine: Engine): Result {
  const translated = translate(source);
  const ends = finalStates(source, memoryNamed(memory));
  const ask = (name: string, condition: StateExpression): Told<ExplicitAnswer> => {
    const program: Program = { ...translated.program, never: [never(name, condition)] };
    return engine({ program, memory: memoryNamed(memory), buffer: ENOUGH }).answer;
  };
  const stride = Math.max(1, Math.floor(ends.length / MOST_ASKED));
  for (const state of ends.filter((_, k) => k % stride === 0)) {
    const { verdict } = ask('final', endsAs(translated, state).reduce(both));
    if (verdict !== 'violated') return wrong('missing end', `${verdict}: ${state}`);
  }
  const others = ends.map((state): StateExpression => {
    return { kind: 'unary', operator: '!', operand: endsAs(translated, state).reduce(both) };
  });
  const answer = ask('another end', [...ended(translated.program), ...others].reduce(both));
  if (answer.verdict !== 'holds') return wrong('another end', shown(answer));
  if (!answer.unbounded) return wrong('another end', `buffers of ${ENOUGH} are too small`);
  return { kind: 'agreed', verdict: 'same ends', size: ends.length };
}

/** What it gives, or the words with which it breaks. */
export function attempt<Value>(run: () => Value): Value | string {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return error.message;
  }
}

function wrong(fault: string, detail: string): Result {
  return { kind: 'wrong', fault, detail };
}

const OVERFLOW = 'a number does not fit into 32 bits';

function expectedAnswers({ verdicts, length, states, transitions, depth, full }: Explored): string[] {
  return [...verdicts].map((verdict) => {
    if (verdict === 'holds') return `holds ${!full}, ${states} states, ${transitions} transitions, depth ${depth}`;
    return verdict === 'violated' ? `violated ${length}` : verdict;
  });
}

function describe({ answer, counts }: Run): string {
  switch (answer.verdict) {
    case 'holds': {
      const { states, transitions, depth } = counts;
      return `holds ${answer.unbounded}, ${states} states, ${transitions} transitions, depth ${depth}`;
    }
    case 'violated':
      return `violated ${lengthOf(answer)}`;
    case 'unknown':
      return answer.reason.startsWith(OVERFLOW)
        ? OVERFLOW
        : answer.reason.includes('has no value')
          ? 'undefined'
          : answer.reason;
  }
}

/** The step that fails is not among the steps of a trace. */
function lengthOf({ trace: { violated, steps } }: Told<ExplicitAnswer> & { verdict: 'violated' }): number {
  return steps.length + (violated.property === 'failure' && / at .*: /.test(violated.condition) ? 1 : 0);
}

function withoutCounts(said: string): string {
  return said.replace(/,.*/, '');
}

function brief(run: Run): string {
  return withoutCounts(describe(run));
}

/** The axioms are asked of events, and uniproc is about single cells: only where the two are the same. */
function traceFault(answer: Told<ExplicitAnswer>, memory: MemoryName): string | null {
  if (answer.verdict !== 'violated' || answer.trace.graph === null) return null;
  const { graph } = answer.trace;
  return graph.events.every(({ accesses }) => accesses.length <= 1) ? graphFault(graph, memory) : null;
}

function shown(answer: Told<ExplicitAnswer>): string {
  if (answer.verdict !== 'violated') return answer.verdict === 'unknown' ? answer.reason : answer.verdict;
  return answer.trace.steps.map((step) => (step.kind === 'drain' ? 'drain' : step.transition)).join('; ');
}
