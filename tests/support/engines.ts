/**
 * Asking engines without a strategy, and their answers as people read them: the run of a violation is replayed to a trace,
 * and the reason of an unknown is a sentence with options as on the command line.
 */
import type { Run } from '../../src/engines/answer.js';
import {
  type AnyDualTsoAnswer,
  AnyDualTsoEngine,
  type AnyDualTsoQuestion,
} from '../../src/engines/dual-tso/any-engine.js';
import { type DualTsoAnswer, DualTsoEngine, type DualTsoQuestion } from '../../src/engines/dual-tso/engine.js';
import { type ExplicitAnswer, ExplicitEngine, type ExplicitQuestion } from '../../src/engines/explicit/engine.js';
import { type LtlAnswer, LtlEngine, type LtlQuestion } from '../../src/engines/ltl/engine.js';
import { replayLasso } from '../../src/engines/ltl/lasso-replay.js';
import { ParameterizedEngine } from '../../src/engines/parameterized/engine.js';
import type { Answer, Question } from '../../src/engines/parameterized/question.js';
import { type PredicateAnswer, PredicateEngine, type PredicateQuestion } from '../../src/engines/predicates/engine.js';
import { type AnyPsoAnswer, AnyPsoEngine, type AnyPsoQuestion } from '../../src/engines/pso-queues/any-engine.js';
import { type PsoAnswer, PsoEngine, type PsoQuestion } from '../../src/engines/pso-queues/engine.js';
import type { Reason } from '../../src/engines/remarks.js';
import type { Outcome } from '../../src/evidence/outcome.js';
import { PSO, TSO } from '../../src/memory/models.js';
import { replayProgram } from '../../src/memory/operational/program/replay.js';
import { replay } from '../../src/memory/operational/replay.js';
import type { Trace } from '../../src/memory/trace.js';
import { DASHED, reasonText, remarkText } from '../../src/report/remarks.js';
import { traceAtOnce } from './replay.js';

type Violated = { readonly verdict: 'violated' };
type Unknown = { readonly verdict: 'unknown'; readonly reason: Reason };

export type Told<A> = A extends Violated
  ? A & { readonly trace: Trace }
  : A extends Unknown
    ? { readonly verdict: 'unknown'; readonly reason: string }
    : A;

export type Counts = Readonly<Record<string, number>>;

export interface Asked<A> {
  readonly answer: Told<A>;
  readonly counts: Counts;
}

/** A generator to its end. */
export function finish<T>(work: Generator<unknown, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

export function told<A extends { readonly verdict: 'holds' } | Violated | Unknown>(
  answer: A,
  runOf: (violated: A & Violated) => Run,
): Told<A>;
export function told(
  answer: { readonly verdict: 'holds' } | Violated | Unknown,
  runOf: (violated: Violated) => Run,
): unknown {
  if (answer.verdict === 'violated') return { ...answer, trace: traceAtOnce(runOf(answer)) };
  if (answer.verdict === 'unknown') return { ...answer, reason: said(answer.reason) };
  return answer;
}

/** As the replay makes it (`evidence/replay.ts`), at once: here everything is loaded. */
export function traceOf(run: Run): Trace {
  const replayed = performed(run);
  if (!replayed.ok) throw new Error(`a violation does not replay: ${replayed.reason} (step ${replayed.step})`);
  return replayed.trace;
}

function performed(run: Run) {
  if (run.kind === 'system') return replay(run.system, run.run, run.memory);
  if (run.kind === 'program') return replayProgram(run.program, run.run, run.memory, run.bound, run.perLocation);
  const { initial, steps, cycle } = run.run;
  return replayLasso(run.question, { initial, prefix: steps.slice(0, cycle), cycle: steps.slice(cycle) }, run.bound);
}

export function said(reason: Reason): string {
  return reasonText(reason, DASHED);
}

/** What an outcome says beside its verdict, in one line. */
export function reasonOf(outcome: Pick<Outcome, 'reasons' | 'notes'>): string | null {
  return remarkText(outcome, DASHED);
}

export function askExplicit(question: ExplicitQuestion): Asked<ExplicitAnswer> {
  const engine = new ExplicitEngine(question);
  const { program, memory, buffer: bound, perLocation = false } = question;
  const answer = told<ExplicitAnswer>(finish(engine.run()), ({ run }) => {
    return { kind: 'program', program, memory, bound, perLocation, run };
  });
  return { answer, counts: engine.counts() };
}

export function askLtl(question: LtlQuestion): Asked<LtlAnswer> {
  const engine = new LtlEngine(question);
  const { program, memory, buffer: bound, perLocation = false } = question;
  const answer = told<LtlAnswer>(finish(engine.run()), ({ run: { cycle, ...run } }) => {
    if (cycle === undefined) return { kind: 'program', program, memory, bound, perLocation, run };
    return { kind: 'lasso', question, bound, run: { ...run, cycle } };
  });
  return { answer, counts: engine.counts() };
}

export function askDual(question: DualTsoQuestion): Asked<DualTsoAnswer> {
  const engine = new DualTsoEngine(question);
  const answer = told<DualTsoAnswer>(finish(engine.run()), dualRun);
  return { answer, counts: engine.counts() };
}

export function askAnyDual(question: AnyDualTsoQuestion): Asked<AnyDualTsoAnswer> {
  const engine = new AnyDualTsoEngine(question);
  const answer = told<AnyDualTsoAnswer>(finish(engine.run()), dualRun);
  return { answer, counts: engine.counts() };
}

function dualRun({ program, run }: Extract<DualTsoAnswer, Violated>): Run {
  return { kind: 'program', program, memory: TSO, bound: null, perLocation: false, run };
}

export function askPso(question: PsoQuestion): Asked<PsoAnswer> {
  const engine = new PsoEngine(question);
  const answer = told<PsoAnswer>(finish(engine.run()), psoRun);
  return { answer, counts: engine.counts() };
}

export function askAnyPso(question: AnyPsoQuestion): Asked<AnyPsoAnswer> {
  const engine = new AnyPsoEngine(question);
  const answer = told<AnyPsoAnswer>(finish(engine.run()), psoRun);
  return { answer, counts: engine.counts() };
}

function psoRun({ program, run }: Extract<PsoAnswer, Violated>): Run {
  return { kind: 'program', program, memory: PSO, bound: null, perLocation: false, run };
}

export function askPredicates(question: PredicateQuestion): Asked<PredicateAnswer> & { readonly bound: number } {
  const engine = new PredicateEngine(question);
  const answer = predicatesTold(question, finish(engine.run()));
  return { answer, counts: engine.counts(), bound: engine.bound };
}

export function predicatesTold({ program, memory }: PredicateQuestion, answer: PredicateAnswer): Told<PredicateAnswer> {
  return told(answer, ({ run }) => ({ kind: 'program', program, memory, bound: null, perLocation: false, run }));
}

export function askParameterized(question: Question): Asked<Answer> {
  const engine = new ParameterizedEngine(question);
  const { system, memory } = question;
  const answer = told<Answer>(finish(engine.run()), ({ run }) => ({ kind: 'system', system, memory, run }));
  return { answer, counts: engine.counts() };
}
