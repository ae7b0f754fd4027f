/**
 * From the run of a counterexample to the trace that people read: the only place that makes one. The run is performed on the
 * operational machine, which shares nothing with the searches. A run that does not replay is a fault of the engine, not an
 * answer.
 */
import type { Run } from '../engines/answer.js';
import { ENDLESS, type Whole } from '../languages/shared/patience.js';
import type { Trace } from '../memory/trace.js';

export async function traceOf(run: Run, whole: Whole = ENDLESS.whole): Promise<Trace> {
  const replayed = await performed(run, whole);
  if (!replayed.ok) throw new Error(`a violation does not replay: ${replayed.reason} (step ${replayed.step})`);
  return replayed.trace;
}

/** Each machine is loaded when it is needed. */
async function performed(run: Run, whole: Whole) {
  switch (run.kind) {
    case 'program': {
      const { replayProgram } = await import('../memory/operational/program/replay.js');
      return whole(() => replayProgram(run.program, run.run, run.memory, run.bound, run.perLocation));
    }
    case 'lasso': {
      const { replayLasso } = await import('../engines/ltl/lasso-replay.js');
      const { initial, steps, cycle } = run.run;
      const lasso = { initial, prefix: steps.slice(0, cycle), cycle: steps.slice(cycle) };
      return whole(() => replayLasso(run.question, lasso, run.bound));
    }
    case 'system': {
      const { replay } = await import('../memory/operational/replay.js');
      return whole(() => replay(run.system, run.run, run.memory));
    }
  }
}
