/** A run of a model of arrays, step by step on its machine: the first unsafe state ends it. */
import { traceOf } from '../../evidence/replay.js';
import { hasBuffers, type MemoryModel } from '../../memory/models.js';
import { begin, type Run, takeStep } from '../../memory/operational/replay.js';
import type { ArraySystem } from '../../models/array-system/model.js';
import type { Performed } from './answer.js';

export async function performSystem(
  system: ArraySystem,
  run: Run,
  memory: MemoryModel,
  bound: number | null,
): Promise<Performed> {
  if (hasBuffers(memory) && !system.weak) {
    const reason = 'the model has no weak variables: its runs are those of sequential consistency';
    return { kind: 'no run', reason, step: 0, possible: [] };
  }
  const begun = begin(system, run, memory, bound);
  if ('reason' in begun) return { kind: 'no run', reason: begun.reason, step: 0, possible: [] };
  const { recording, initial } = begun;
  const violated = (length: number) => {
    const steps = run.steps.slice(0, length);
    return traceOf({ kind: 'system', system, memory, run: { ...run, steps } });
  };
  const { length } = run.steps;
  if (recording.isUnsafe) return { kind: 'violated', trace: await violated(0), more: length };
  for (const [position, step] of run.steps.entries()) {
    const reason = takeStep(recording, step);
    if (reason !== null) return { kind: 'no run', reason, step: position + 1, possible: recording.possible() };
    if (!recording.isUnsafe) continue;
    return { kind: 'violated', trace: await violated(position + 1), more: length - position - 1 };
  }
  const { steps } = recording;
  const trace = { memory: memory.name, processes: run.processes, initial, steps };
  return { kind: 'not violated', trace, note: null };
}
