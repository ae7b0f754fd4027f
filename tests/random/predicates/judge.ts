/**
 * What predicate abstraction says, against the explicit engine and the operational machine:
 *
 *   holds for buffers of K     the explicit engine finds no violation with buffers of K
 *   holds for any buffers      none with buffers of K, K + 1 and K + 2, and none is ever full with K
 *   violated                   the explicit engine finds a violation with buffers of the length that was looked at
 *
 * What holds comes with a certificate: all states that the reduced program reaches are in it, where they can be counted, and
 * a solver accepts it. Of a program that the explicit engine gives up only that is known which it found before.
 */

import { type PredicateAnswer, PredicateEngine } from '../../../src/engines/predicates/engine.js';
import type { PredicateCertificate } from '../../../src/evidence/invariant/certificate.js';
import { judgePredicates } from '../../../src/evidence/invariant/judge.js';
import { legendOf } from '../../../src/evidence/invariant/legend.js';
import { certificateOf } from '../../../src/evidence/invariant/proof.js';
import { memoryNamed } from '../../../src/memory/models.js';
import type { Program } from '../../../src/models/program/model.js';
import { runEngine } from '../../engines/explicit/compare.js';
import { holds as isTrueIn, reachable, valuesOf } from '../../evidence/invariant/explicit.js';
import { predicatesTold, type Told } from '../../support/engines.js';
import type { Result } from '../campaigns.js';
import { ACCEPTED } from '../certified.js';
import { attempt } from '../explicit/judge.js';
import type { Question } from './generate.js';

export interface PredicateJudgeLimits {
  /** Of the explicit engine, and of reduced programs that are compared with a certificate. */
  readonly states: number;
  readonly abstractStates: number;
  readonly predicates: number;
  /** Of the engine, each a predicate of a command or some states: what a test can count. */
  readonly steps: number;
  /** Null: no clock. */
  readonly seconds: number | null;
  /** Larger certificates are not shown to a solver. */
  readonly cubes: number;
}

export const QUICK: PredicateJudgeLimits = {
  states: 4000,
  abstractStates: 3000,
  predicates: 80,
  steps: 20_000,
  seconds: null,
  cubes: 40,
};
export const THOROUGH: PredicateJudgeLimits = {
  states: 20_000,
  abstractStates: 50_000,
  predicates: 200,
  steps: Number.POSITIVE_INFINITY,
  seconds: 5,
  cubes: 300,
};

const LARGEST_CUBES = 3;
const MEGABYTES = 64;
/** Longer buffers that are tried beside the one that was asked for. */
const LONGER = 2;

export interface Said {
  readonly answer: Told<PredicateAnswer>;
  /** The length of buffers that was looked at last. */
  readonly bound: number;
}

/** Who answers: tests put others in. */
export type Ask = (question: Question, limits: PredicateJudgeLimits) => Said;

export const ask: Ask = (question, { abstractStates, predicates, steps, seconds }) => {
  const limits = { maxStates: abstractStates, maxPredicates: predicates, maxCubeSize: LARGEST_CUBES };
  const asked = { ...question, memory: memoryNamed(question.memory), limits };
  const engine = new PredicateEngine(asked);
  const end = seconds === null ? Number.POSITIVE_INFINITY : performance.now() + 1000 * seconds;
  const work = engine.run();
  let taken = 0;
  for (let step = work.next(); ; step = work.next()) {
    const { bound } = engine;
    if (step.done === true) return { answer: predicatesTold(asked, step.value), bound };
    if (++taken > steps || performance.now() > end) {
      const stage = step.value.phase.split(' ');
      return { answer: { verdict: 'unknown', reason: `out of time: ${stage[0]}, ${stage.at(-1)}` }, bound };
    }
  }
};

/** With `solver` a certificate is shown to one. */
export async function judgeQuestion(
  question: Question,
  limits: PredicateJudgeLimits,
  solver: boolean,
  asked: Ask = ask,
): Promise<Result> {
  const said = attempt(() => asked(question, limits));
  if (typeof said === 'string') return wrong('engine breaks', said);
  const { answer } = said;
  if (answer.verdict === 'unknown') {
    const missed = explicitly(question, question.bound, limits) === 'violated';
    return { kind: 'unknown', reason: answer.reason, missed };
  }
  if (answer.verdict === 'violated') return judgeViolation(question, said, limits);
  const contradiction = contradictionOf(question, said, answer.buffer, limits);
  if (contradiction !== null) return contradiction;
  const { proof } = answer;
  const certificate = certificateOf(proof);
  const outside = stateOutside(proof.reduction.program, certificate, limits.states);
  if (outside !== null) return wrong('a state is not in the certificate', outside);
  const cubes = certificate.states.reduce((total, { cubes: there }) => total + there.length, 0);
  const agreed = { kind: 'agreed', verdict: 'holds', size: 0 } as const;
  if (!solver) return agreed;
  if (cubes > limits.cubes) return { ...agreed, certificate: 'too large' };
  const judged = await judgePredicates(proof.reduction.program, certificate);
  if (judged.verdict === 'refused') return wrong('the certificate is refused', judged.reason ?? '');
  if (judged.verdict === 'accepted') return { ...agreed, certificate: ACCEPTED };
  if (judged.reason?.startsWith('the program cannot')) return { ...agreed, certificate: judged.reason };
  return wrong('the certificate is not accepted', judged.reason ?? '');
}

function wrong(fault: string, detail: string): Result {
  return { kind: 'wrong', fault, detail };
}

export type Explicit = 'holds' | 'full' | 'violated' | 'undefined' | 'unknown';

/** `full`: it holds, and a buffer was full at times. */
export function explicitly({ program, memory }: Question, buffer: number, { states }: PredicateJudgeLimits): Explicit {
  const limits = { maxStates: states, maxMegabytes: MEGABYTES };
  const { answer } = runEngine({ program, memory: memoryNamed(memory), buffer, limits });
  if (answer.verdict === 'holds') return answer.unbounded || memory === 'sc' ? 'holds' : 'full';
  if (answer.verdict === 'violated') return 'violated';
  return answer.reason.includes('has no value') ? 'undefined' : 'unknown';
}

function contradictionOf(
  question: Question,
  { bound }: Said,
  buffer: number | 'unbounded' | null,
  limits: PredicateJudgeLimits,
): Result | null {
  const { memory, maxBound } = question;
  if ((buffer === null) !== (memory === 'sc')) return wrong('wrong scope', `${buffer} under ${memory}`);
  if (typeof buffer === 'number' && buffer !== maxBound)
    return wrong('wrong scope', `${buffer}, and ${maxBound} asked`);
  const first = typeof buffer === 'number' ? buffer : bound;
  const lengths = buffer === 'unbounded' ? Array.from({ length: LONGER + 1 }, (_, more) => first + more) : [first];
  for (const length of lengths) {
    const found = explicitly(question, length, limits);
    if (found === 'violated' || found === 'undefined')
      return wrong('it does not hold', `${found} with buffers of ${length}`);
    if (buffer === 'unbounded' && found === 'full') return wrong('a buffer is full', `with buffers of ${length}`);
  }
  return null;
}

function judgeViolation(question: Question, { answer, bound }: Said, limits: PredicateJudgeLimits): Result {
  if (answer.verdict !== 'violated') throw new Error('nothing is violated');
  const agreed: Result = { kind: 'agreed', verdict: 'violated', size: answer.trace.steps.length };
  const found = explicitly(question, bound, limits);
  // Where a condition has no value in another state, either may be met first.
  if (found === 'violated' || found === 'unknown' || found === 'undefined') return agreed;
  // A step with several writes that go one by one takes a buffer for all of them, though nothing waits under SC.
  const strongly = explicitly({ ...question, memory: 'sc' }, bound, limits);
  if (strongly === 'violated' && explicitly(question, bound + LONGER, limits) === 'violated') return agreed;
  return wrong('it is not violated', `${found} with buffers of ${bound}`);
}

/** A state of the reduced program that is in no cube; null when there is none, or there are too many states. */
function stateOutside(reduced: Program, certificate: PredicateCertificate, limit: number): string | null {
  const states = reachable(reduced, limit);
  if (states === null) return null;
  const legend = legendOf(reduced);
  const cubesAt = new Map(certificate.states.map(({ locations, cubes }) => [`${locations}`, cubes]));
  for (const state of states) {
    const values = valuesOf(state);
    const truths = certificate.predicates.map((predicate) => isTrueIn(predicate, legend, values));
    const cubes = cubesAt.get(`${state.locations}`) ?? [];
    if (cubes.some((cube) => cube.every((literal) => truths[literal >> 1] === (literal % 2 === 0)))) continue;
    return `at ${state.locations}: ${values.map((value, k) => `${legend.variables[k]?.name} = ${value}`).join(', ')}`;
  }
  return null;
}
