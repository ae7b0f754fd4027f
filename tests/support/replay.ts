/** As `evidence/replay.ts`, at once: for tests that ask engines without waiting. */
import type { Run } from '../../src/engines/answer.js';
import { replayLasso } from '../../src/engines/ltl/lasso-replay.js';
import { replayProgram } from '../../src/memory/operational/program/replay.js';
import { replay } from '../../src/memory/operational/replay.js';
import type { Trace } from '../../src/memory/trace.js';

export function traceAtOnce(run: Run): Trace {
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
      return replayLasso(
        run.question,
        { initial, prefix: steps.slice(0, cycle), cycle: steps.slice(cycle) },
        run.bound,
      );
    }
    case 'system':
      return replay(run.system, run.run, run.memory);
  }
}
