/**
 * What the steps of a run do to shared cells, and in which order memory gets it: found by performing the run, with nothing taken
 * from the code that explains it. Steps are numbered from 1, as in traces.
 */
import type { MemoryModel } from '../../../src/memory/models.js';
import { evaluate, evaluateState, isFailure } from '../../../src/memory/operational/program/evaluate.js';
import {
  attempt,
  batchOf,
  bufferOf,
  type Configuration,
  cellAt,
  drain,
  type EdgeStep,
  type Machine,
  makeMachine,
  start,
  viewOf,
} from '../../../src/memory/operational/program/machine.js';
import { stateView } from '../../../src/memory/operational/program/properties.js';
import type { ProgramRun } from '../../../src/memory/operational/program/replay.js';
import type { Cells } from '../../../src/models/program/cells.js';
import type { Program } from '../../../src/models/program/model.js';
import { edgeAt, locationAt, needsEmptyBuffers, templateOf } from '../../../src/models/program/parts.js';

/** A cell that is read, and the step whose write it sees; null for the first value. */
export interface SeenCell {
  readonly cell: number;
  readonly source: number | null;
}

export interface Performed {
  readonly step: number;
  readonly thread: number;
  readonly reads: readonly SeenCell[];
  /** Cells that are in memory with the step. */
  readonly atOnce: readonly number[];
  /** Cells that wait, those together that leave the buffer together. */
  readonly waiting: readonly (readonly number[])[];
  readonly needsEmpty: boolean;
}

export interface Accesses {
  readonly memory: MemoryModel;
  readonly steps: readonly Performed[];
  /** By cell: the steps whose writes got to memory, in that order. */
  readonly arrived: ReadonlyMap<number, readonly number[]>;
  /** What the violation needs: cells of memory at one moment, and steps before it; null: all steps. */
  readonly end: {
    readonly thread: number | null;
    readonly reads: readonly SeenCell[];
    readonly after: readonly number[];
  } | null;
}

interface Waiting {
  readonly cells: readonly number[];
  readonly step: number;
}

export function accessesOf(program: Program, run: ProgramRun, memory: MemoryModel): Accesses {
  const machine = makeMachine(program, memory, null);
  const perCell = memory.buffers === 'a queue per cell';
  let here = start(machine, run.initial);
  const buffers: Waiting[][] = program.threads.map(() => []);
  const inMemory = new Map<number, number>();
  const arrived = new Map<number, number[]>();
  const steps: Performed[] = [];
  const lastOf = new Map<number, number>();
  const wroteLocal = new Map<string, number>();
  let failing: Accesses['end'] = null;
  const arrive = (cell: number, step: number): void => {
    inMemory.set(cell, step);
    arrived.set(cell, [...(arrived.get(cell) ?? []), step]);
  };
  const readsOf = (at: Configuration, step: EdgeStep): SeenCell[] => {
    const seen = new Map<number, SeenCell>();
    const view = viewOf(machine, at, step.thread);
    const noting = {
      ...view,
      shared: (variable: number, index: number | null) => {
        const cell = cellAt(machine.shared, variable, index);
        const own = isFailure(cell) ? undefined : buffers[step.thread]?.findLast(({ cells }) => cells.includes(cell));
        if (!isFailure(cell)) seen.set(cell, { cell, source: own?.step ?? inMemory.get(cell) ?? null });
        return view.shared(variable, index);
      },
    };
    const { guard, updates } = edgeAt(templateOf(program, step.thread), step.edge);
    const parts = [guard, ...updates.flatMap(({ target, value }) => [target.index, value === 'any' ? null : value])];
    for (const part of parts) if (part !== null && isFailure(evaluate(noting, part))) break;
    return [...seen.values()];
  };
  for (const [position, step] of run.steps.entries()) {
    const number = position + 1;
    const { thread } = step;
    const queue = buffers[thread] as Waiting[];
    if (step.kind === 'drain') {
      const cells = batchOf(here, step)?.map(({ place }) => place) ?? [];
      const which = queue.findIndex((waiting) => waiting.cells.join() === cells.join());
      const [first] = queue.splice(which, 1);
      for (const cell of cells) arrive(cell, first?.step ?? -1);
      here = drain(here, step);
      continue;
    }
    const reads = readsOf(here, step);
    const tried = attempt(machine, here, step);
    if (tried.kind === 'failure') {
      failing = { thread, reads, after: [lastOf.get(thread) ?? []].flat() };
      break;
    }
    if (tried.kind !== 'possible') throw new Error(`step ${number} is not possible`);
    const { memory: now, buffered, locals } = tried.effects;
    const waiting =
      perCell || program.apart === true ? buffered.map(({ place }) => [place]) : [buffered.map(({ place }) => place)];
    const groups = waiting.filter(({ length }) => length > 0);
    for (const cells of groups) queue.push({ cells, step: number });
    for (const { place } of now) arrive(place, number);
    for (const { place } of locals) wroteLocal.set(`${thread} ${place}`, number);
    lastOf.set(thread, number);
    here = tried.after;
    const needsEmpty = needsEmptyBuffers(edgeAt(templateOf(program, thread), step.edge));
    steps.push({ step: number, thread, reads, atOnce: now.map(({ place }) => place), waiting: groups, needsEmpty });
  }
  const known = { lastOf, wroteLocal, inMemory };
  const end = failing ?? endOf(machine, here, known);
  if (
    program.threads.some(
      (_, thread) => bufferOf(here, thread).flatMap(({ batches }) => batches).length !== buffers[thread]?.length,
    )
  )
    throw new Error('the judge lost a write');
  return { memory, steps, arrived, end };
}

interface Known {
  readonly lastOf: ReadonlyMap<number, number>;
  readonly wroteLocal: ReadonlyMap<string, number>;
  readonly inMemory: ReadonlyMap<number, number>;
}

function endOf(machine: Machine, here: Configuration, { lastOf, wroteLocal, inMemory }: Known): Accesses['end'] {
  const { program } = machine;
  const failed = here.locations.findIndex((at, thread) => locationAt(templateOf(program, thread), at).failure !== null);
  if (failed >= 0) return { thread: null, reads: [], after: [lastOf.get(failed) ?? []].flat() };
  const view = stateView(machine, here);
  for (const { condition } of program.never) {
    const reads = new Map<number, SeenCell>();
    const after = new Set<number | undefined>();
    const value = evaluateState(
      {
        ...view,
        memory: (variable, index) => {
          const cell = cellAt(machine.shared, variable, index);
          if (!isFailure(cell)) reads.set(cell, { cell, source: inMemory.get(cell) ?? null });
          return view.memory(variable, index);
        },
        location: (thread) => {
          after.add(lastOf.get(thread));
          return view.location(thread);
        },
        localOf: (thread, variable, index) => {
          const cell = cellAt(machine.locals[thread] as Cells, variable, index);
          if (!isFailure(cell)) after.add(wroteLocal.get(`${thread} ${cell}`));
          return view.localOf(thread, variable, index);
        },
      },
      condition,
    );
    if (value === 0) continue;
    return { thread: null, reads: [...reads.values()], after: [...after].filter((step) => step !== undefined) };
  }
  return null;
}
