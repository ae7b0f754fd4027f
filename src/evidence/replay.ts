/**
 * From the run of a counterexample to the trace that people read: the only place that makes one. The run is performed on the
 * operational machine, which shares nothing with the searches. A run that does not replay is a fault of the engine, not an
 * answer.
 */
import type { Run } from '../engines/answer.js';
import { SC } from '../memory/models.js';
import type { Trace } from '../memory/trace.js';

export async function traceOf(run: Run): Promise<Trace> {
  const replayed = await performed(run);
  if (!replayed.ok) throw new Error(`a violation does not replay: ${replayed.reason} (step ${replayed.step})`);
  const { why, ...trace } = replayed.trace;
  if (why === undefined || (why.kind === 'allowed' && !(await happensUnderSc(run, trace, why.steps)))) return trace;
  return { ...trace, why };
}

/** That SC allows a violation as well is said only of one that happens there: these steps of the run, without buffers. */
async function happensUnderSc(run: Run, { steps, violated }: Trace, order: readonly number[]): Promise<boolean> {
  if (run.kind === 'lasso') return false;
  const chosen = <Step>(all: readonly Step[]): Step[] => [
    ...order.map((number) => all[number - 1] as Step),
    // What fails at the end is no step of the trace.
    ...all.slice(steps.length),
  ];
  const sequential: Run =
    run.kind === 'program'
      ? { ...run, memory: SC, bound: null, perLocation: false, run: { ...run.run, steps: chosen(run.run.steps) } }
      : { ...run, memory: SC, run: { ...run.run, steps: chosen(run.run.steps) } };
  const replayed = await performed(sequential);
  return replayed.ok && replayed.trace.violated.property === violated.property;
}

/** Each machine is loaded when it is needed. */
async function performed(run: Run) {
  switch (run.kind) {
    case 'program': {
      const { replayProgram } = await import('../memory/operational/program/replay.js');
      return replayProgram(run.program, run.run, run.memory, run.bound, run.perLocation);
    }
    case 'lasso': {
      const { replayLasso } = await import('../engines/ltl/lasso-replay.js');
      const { initial, steps, cycle } = run.run;
      const lasso = { initial, prefix: steps.slice(0, cycle), cycle: steps.slice(cycle) };
      return replayLasso(run.question, lasso, run.bound);
    }
    case 'system': {
      const { replay } = await import('../memory/operational/replay.js');
      return replay(run.system, run.run, run.memory);
    }
  }
}
