/**
 * One random model, judged: the verdict of the checker against exhaustive exploration of small instances.
 *
 * The checker is wrong when it says 'holds' and some instance has a run to an unsafe state, or to a state that one of
 * its invariants says is never reached; when it says 'violated' and its trace is no execution or the instance of that
 * size is completely explored and safe; when it rejects the model or throws; when what it says of a lemma is wrong. 'unknown'
 * is never wrong; whether a violation was there to be found is counted.
 */
import { type CheckOptions, check } from '../../src/check/check.js';
import type { Outcome } from '../../src/evidence/outcome.js';
import { readCubicle } from '../../src/languages/cubicle/index.js';
import { type MemoryName, memoryNamed } from '../../src/memory/models.js';
import { replay } from '../../src/memory/operational/replay.js';
import type { Trace } from '../../src/memory/trace.js';
import type { ArraySystem } from '../../src/models/array-system/model.js';
import { reasonOf } from '../support/engines.js';
import { type Exploration, type ExplorationLimits, explore } from './explore.js';
import { refutationFault, unrefuted } from './lemma-judge.js';
import { readBack } from './trace-run.js';

export interface JudgeOptions {
  readonly exploration: ExplorationLimits;
  /** Four processes are explored only when three have at most this many states. */
  readonly statesForFour: number;
  /** Given to the checker. */
  readonly limits: Pick<
    CheckOptions,
    'timeout' | 'maxCubes' | 'maxStates' | 'maxProcesses' | 'approximate' | 'processes'
  >;
}

export type Fault =
  | 'rejected'
  | 'crashed'
  | 'wrong holds'
  | 'wrong invariant'
  | 'wrong violated'
  | 'bad trace'
  | 'wrong lemma';

export type Judgement =
  | { readonly kind: 'agreed'; readonly verdict: 'holds' | 'violated'; readonly depth: number; readonly states: number }
  | { readonly kind: 'unknown'; readonly reason: string; readonly missed: boolean }
  | { readonly kind: 'wrong'; readonly fault: Fault; readonly detail: string };

export const QUICK: JudgeOptions = {
  exploration: { states: 400, initial: 1000, numbers: 5 },
  statesForFour: 60,
  limits: { maxCubes: 200, maxStates: 3000, maxProcesses: 6 },
};

export const THOROUGH: JudgeOptions = {
  exploration: { states: 3000, initial: 5000, numbers: 6 },
  statesForFour: 400,
  limits: { maxCubes: 4000, maxStates: 50_000, maxProcesses: 8, timeout: 5 },
};

/** Seconds. */
const PATIENT = 60;

/** `checker` is replaced only to test the judge itself. */
export async function judge(text: string, options: JudgeOptions, checker: typeof check = check): Promise<Judgement> {
  const wrong = (fault: Fault, detail: string): Judgement => ({ kind: 'wrong', fault, detail });
  const { system: declared, diagnostics } = readCubicle(text, 'random.cub');
  if (declared === null) return wrong('rejected', diagnostics.map((diagnostic) => diagnostic.message).join('; '));
  const { processes } = options.limits;
  const system = typeof processes === 'number' ? { ...declared, processes } : declared;
  let outcome: Outcome;
  try {
    const result = await checker(text, { file: 'random.cub', ...options.limits });
    if (!result.ok) return wrong('rejected', result.diagnostics.map((diagnostic) => diagnostic.message).join('; '));
    outcome = result.outcome;
  } catch (fault) {
    return wrong('crashed', fault instanceof Error ? (fault.stack ?? fault.message) : String(fault));
  }
  const told = (await refutationFault(text, outcome, 'sc')) ?? untold(system, outcome, options);
  const { timeout } = options.limits;
  // Lemmas have a share of the time, and a busy machine does not get far in it: with patience the lemma must be told to be wrong.
  if (told !== null && timeout !== undefined && timeout < PATIENT)
    return judge(text, { ...options, limits: { ...options.limits, timeout: PATIENT } }, checker);
  if (told !== null) return wrong('wrong lemma', told);
  const explorations = exploreSmall(system, options);
  const found = explorations.find(({ exploration }) => exploration.verdict === 'violated');
  const deepest = Math.max(0, ...explorations.map(({ exploration }) => exploration.depth));
  const states = Math.max(0, ...explorations.map(({ exploration }) => exploration.states));
  switch (outcome.verdict) {
    case 'unknown':
      return { kind: 'unknown', reason: reasonOf(outcome) ?? 'no reason', missed: found !== undefined };
    case 'holds':
      if (found !== undefined) return wrong('wrong holds', describe(system, found));
      {
        const fault = invariantFault(text, system, outcome, options);
        if (fault !== null) return wrong('wrong invariant', fault);
      }
      return { kind: 'agreed', verdict: 'holds', depth: deepest, states };
    case 'violated': {
      const fault = traceFault(system, outcome.trace);
      if (fault !== null) return wrong('bad trace', fault);
      const processes = outcome.trace?.processes ?? 0;
      const own = explorations.find((explored) => explored.processes === processes);
      // An execution through states that the model says are never reached is one all the same.
      if (own?.exploration.verdict === 'safe' && system.invariants.length === 0)
        return wrong('wrong violated', `${processes} processes are safe`);
      return { kind: 'agreed', verdict: 'violated', depth: outcome.trace?.steps.length ?? 0, states };
    }
  }
}

export interface Explored {
  readonly processes: number;
  readonly exploration: Exploration;
}

/** A lemma that breaks within this many states must be told. */
const SOON_SEEN = 200;

function untold(system: ArraySystem, outcome: Outcome, options: JudgeOptions): string | null {
  const soon: JudgeOptions = { ...options, exploration: { ...options.exploration, states: SOON_SEEN } };
  for (const alone of unrefuted(system, outcome)) {
    const found = exploreSmall(alone, soon).find(({ exploration }) => exploration.verdict === 'violated');
    if (found !== undefined) return `not told to be wrong: ${describe(alone, found)}`;
  }
  return null;
}

function exploreSmall(system: ArraySystem, options: JudgeOptions): Explored[] {
  if (system.processes !== null) {
    return [{ processes: system.processes, exploration: explore(system, system.processes, options.exploration) }];
  }
  const explored: Explored[] = [];
  for (let processes = 1; processes <= 4; processes++) {
    const before = explored[explored.length - 1];
    if (processes === 4 && (before === undefined || before.exploration.states > options.statesForFour)) break;
    const exploration = explore(system, processes, options.exploration);
    explored.push({ processes, exploration });
    if (exploration.verdict === 'violated') break;
  }
  return explored;
}

/** Why the trace of a violation is no execution, or not the one it is told to be; null when it is right. */
export function traceFault(system: ArraySystem, trace: Trace | null): string | null {
  if (trace === null) return 'violated without a trace';
  try {
    const again = readBack(system, trace);
    if (typeof again === 'string') return again;
    const { why, ...plain } = again;
    // That SC allows it too is told only if it happens there, which the replay of one trace does not know.
    const told = trace.why === undefined && why?.kind === 'allowed' ? plain : again;
    const same = JSON.stringify(told) === JSON.stringify(trace);
    return same ? null : 'the replay of the trace gives another trace';
  } catch (fault) {
    return fault instanceof Error ? fault.message : String(fault);
  }
}

/** A reachable state that an invariant of the proof excludes. The model's own invariants, if any, are its affair. */
function invariantFault(text: string, system: ArraySystem, outcome: Outcome, options: JudgeOptions): string | null {
  // What is never true is what an `invariant` of the language declares.
  const declared = outcome.invariants.map((line) => line.replace(/^never/, 'invariant'));
  const { system: extended, diagnostics } = readCubicle(`${text}\n${declared.join('\n')}\n`, 'proof.cub');
  if (extended === null) {
    const messages = diagnostics.map((diagnostic) => diagnostic.message).join('; ');
    return `the invariants are not read: ${messages}\n${outcome.invariants.join('\n')}`;
  }
  const assumed = system.invariants.length;
  const excluded: ArraySystem = {
    ...extended,
    processes: system.processes,
    invariants: extended.invariants.slice(0, assumed),
    unsafe: extended.invariants.slice(assumed),
  };
  const found = exploreSmall(excluded, options).find(({ exploration }) => exploration.verdict === 'violated');
  return found === undefined ? null : describe(excluded, found);
}

export function describe(
  system: ArraySystem,
  { processes, exploration: { run } }: Explored,
  memory: MemoryName = 'sc',
): string {
  if (run === null) return 'no run';
  const result = replay(system, run, memoryNamed(memory));
  if (!result.ok)
    throw new Error(`exploration found a run that does not replay: step ${result.step}, ${result.reason}`);
  const { initial, steps, violated } = result.trace;
  const first = initial.map(({ cell, value }) => `${cell} = ${value}`).join(', ');
  const path = steps.map((step) => {
    const writes = step.changes.map(({ cell, after }) => `${cell} := ${after}`).join(', ');
    if (step.kind === 'drain') return `#${step.process} drains { ${writes} }`;
    const waiting = step.buffered.map(({ cell, value }) => `; ${cell} := ${value} waits`).join('');
    return `${step.transition}(${step.arguments.map((process) => `#${process}`).join(', ')}) { ${writes}${waiting} }`;
  });
  return [`${processes} processes: ${first}`, ...path, `${violated.property}: ${violated.condition}`].join('\n    -> ');
}
