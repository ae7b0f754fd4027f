/** An array system with a given number of processes, as a program for the engines of programs. */

import { programOf } from '../bridges/instance/index.js';
import type { Diagnostic } from '../languages/shared/diagnostics.js';
import type { MemoryModel } from '../memory/models.js';
import type { ArraySystem } from '../models/array-system/model.js';
import type { Budget } from './budget.js';
import type { CheckOptions, CheckResult } from './check.js';
import { fault } from './fault.js';
import { askFixed } from './fixed-threads.js';

export async function checkInstance(
  system: ArraySystem,
  memory: MemoryModel,
  warnings: readonly Diagnostic[],
  options: CheckOptions,
  budget: Budget,
): Promise<CheckResult> {
  const file = options.file ?? 'model.cub';
  const refuse = (code: 'unsupported' | 'process-number', message: string): CheckResult => ({
    ok: false,
    diagnostics: [...warnings, fault(file, code, message)],
  });
  const { processes } = system;
  if (processes === null)
    return refuse(
      'process-number',
      `the ${options.engine ?? 'explicit'} engine needs a number of processes: try --processes 2`,
    );
  const made = programOf(system, processes, memory);
  if (made.kind === 'error') return refuse('unsupported', made.message);
  const { proof: _, ...answer } = await askFixed(made.program, memory, options, budget);
  const outcome = {
    ...answer,
    // A thread for transitions without parameters is no process.
    trace: answer.trace === null ? null : { ...answer.trace, processes },
    memory: memory.name,
    processes,
    actors: 'processes' as const,
    seconds: budget.seconds,
    assumptions: [],
  };
  return { ok: true, outcome, warnings };
}
