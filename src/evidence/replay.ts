/**
 * From the run of a counterexample to the trace that people read: the only place that makes one. The run is performed on the
 * operational machine, which shares nothing with the searches. A run that does not replay is a fault of the engine, not an
 * answer.
 */
import type { Run } from '../engines/answer.js';
import { replayLasso } from '../engines/ltl/lasso-replay.js';
import { replayProgram } from '../memory/operational/program/replay.js';
import { replay } from '../memory/operational/replay.js';
import type { Trace } from '../memory/trace.js';

export function traceOf(run: Run): Trace {
  const replayed = performed(run);
  if (!replayed.ok) throw new Error(`a violation does not replay: ${replayed.reason} (step ${replayed.step})`);
  return replayed.trace;
}

function performed(run: Run) {
  switch (run.kind) {
    case 'program':
      return replayProgram(run.program, run.run, run.memory, run.bound, run.perLocation);
    case 'lasso': {
      const { initial, steps, cycle } = run.run;
      const lasso = { initial, prefix: steps.slice(0, cycle), cycle: steps.slice(cycle) };
      return replayLasso(run.question, lasso, run.bound);
    }
    case 'system':
      return replay(run.system, run.run, run.memory);
  }
}
