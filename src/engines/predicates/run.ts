/** A path of a reduced program as a run of the original one on the machine with store buffers. */
import type { MemoryModel } from '../../memory/models.js';
import {
  attempt,
  bufferOf,
  drain,
  makeMachine,
  type ProgramStep,
  start,
} from '../../memory/operational/program/machine.js';
import type { ProgramRun } from '../../memory/operational/program/replay.js';
import type { Reduction } from '../../memory/reduction/index.js';
import { originalRun } from '../../memory/reduction/run.js';
import { cellsOf } from '../../models/program/cells.js';
import type { Program } from '../../models/program/model.js';
import { templateOf } from '../../models/program/parts.js';
import type { RealPath } from './cegar.js';
import type { Command, FlatSystem } from './system.js';

export function runOf(original: Program, reduction: Reduction, system: FlatSystem, path: RealPath): ProgramRun {
  const { program } = reduction;
  const { initial, choices } = path.values;
  const steps = path.commands.map((number, position): ProgramStep => {
    const { thread, edge } = system.commands[number] as Command;
    return { kind: 'edge', thread, edge, choices: choices[position] as readonly number[] };
  });
  let first = cellsOf(program.shared).count;
  const memory = initial.slice(0, first);
  const locals = program.threads.map((_, thread) => {
    const own = initial.slice(first, first + cellsOf(templateOf(program, thread).locals).count);
    first += own.length;
    return own;
  });
  return originalRun(reduction, original, { initial: { memory, locals }, steps });
}

/** A run under sequential consistency as one with store buffers: every write goes on to memory at once. */
export function drainedRun(program: Program, { initial, steps }: ProgramRun, memory: MemoryModel): ProgramRun {
  const machine = makeMachine(program, memory, null);
  let configuration = start(machine, initial);
  const all: ProgramStep[] = [];
  for (const step of steps) {
    if (step.kind === 'drain') throw new Error('nothing waits under sequential consistency');
    all.push(step);
    const tried = attempt(machine, configuration, step);
    if (tried.kind !== 'possible') break;
    configuration = tried.after;
    for (;;) {
      const [waiting] = bufferOf(configuration, step.thread);
      if (waiting === undefined) break;
      const draining = { kind: 'drain', thread: step.thread, cell: waiting.place } as const;
      all.push(draining);
      configuration = drain(configuration, draining);
    }
  }
  return { initial, steps: all };
}
