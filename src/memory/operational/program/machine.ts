/**
 * Programs on machines with store buffers, stated as plainly as possible: `models/program/model.ts` says what a step means,
 * `buffers.ts` what a buffer is. This is the judge of every counterexample and what compiled engines are compared with, so
 * nothing here is clever.
 *
 * A step of a thread is tried in this order: is the thread there; are its buffers empty, when the edge is atomic or a fence,
 * or those of all threads, when it is drained; is the guard true; then update by update the index, the value and whether it
 * fits; then whether buffers have room. A store-store barrier comes before the writes. The first obstacle decides. Of two updates of one cell the last counts, and it is
 * the one that says whether the write waits. A guard, an index or a value that cannot be computed is a failure of the
 * program. A value that does not fit its variable is one too, or disables the edge: the program says which.
 *
 * With a bound no queue holds more batches than that (TSO: a batch is all writes of a step, or one write where the program
 * keeps them apart; PSO: one write). With a bound per location no thread has more writes than that waiting for one cell:
 * with a bound of 1 and writes apart that is the under-approximation of TSO by Barnat, Brim and Havel (2012, section III).
 * Under PSO the two are the same.
 */

import {
  belongsTo,
  type Cells,
  cellName,
  cellsOf,
  indexedName,
  offsetOf,
  showSort,
  sizeOf,
  valuesOf,
  variableAt,
} from '../../../models/program/cells.js';
import type { Edge, Program, Update } from '../../../models/program/model.js';
import { edgeAt, isDirect, needsEmptyBuffers, templateOf, threadAt } from '../../../models/program/parts.js';
import { hasBuffers, type MemoryModel } from '../../models.js';
import {
  type Batch,
  type Buffer,
  dequeue,
  EMPTY,
  enqueue,
  newest,
  oldest,
  parted,
  ready,
  type Write,
} from '../buffers.js';
import { type Evaluated, evaluate, type Failure, isFailure, type View } from './evaluate.js';

export interface Machine {
  readonly program: Program;
  readonly memory: MemoryModel;
  /** The most batches in one queue; null when there is no bound. */
  readonly bound: number | null;
  /** The bound is for the writes of a thread that wait for one cell. */
  readonly perLocation: boolean;
  readonly shared: Cells;
  /** By thread. */
  readonly locals: readonly Cells[];
}

export interface Configuration<V = number> {
  readonly memory: readonly V[];
  /** By thread, as are the others. */
  readonly locations: readonly number[];
  readonly locals: readonly (readonly V[])[];
  readonly buffers: readonly Buffer<V>[];
}

/** Threads, edges and cells are numbered from 0. */
export interface EdgeStep {
  readonly kind: 'edge';
  readonly thread: number;
  /** Position among the edges of the thread's template. */
  readonly edge: number;
  /** What the updates with value 'any' give, in their order. */
  readonly choices: readonly number[];
}

export interface DrainStep {
  readonly kind: 'drain';
  readonly thread: number;
  /** Under PSO the shared cell whose oldest write reaches memory; null under TSO. */
  readonly cell: number | null;
}

export type ProgramStep = EdgeStep | DrainStep;

/** What a step that is possible does at once, and what goes into the thread's buffer. */
export interface Effects {
  readonly locals: readonly Write<number>[];
  readonly memory: readonly Write<number>[];
  readonly buffered: readonly Write<number>[];
}

/** Why an edge is not taken. */
type Obstacle = 'location' | 'pending' | 'undrained' | 'guard' | 'range' | 'full';

type Attempt =
  | { readonly kind: 'possible'; readonly effects: Effects; readonly after: Configuration }
  | { readonly kind: 'disabled'; readonly obstacle: Obstacle }
  | { readonly kind: 'failure'; readonly failure: Failure };

export function makeMachine(program: Program, memory: MemoryModel, bound: number | null, perLocation = false): Machine {
  const locals = program.threads.map((_, thread) => cellsOf(templateOf(program, thread).locals));
  return { program, memory, bound, perLocation, shared: cellsOf(program.shared), locals };
}

/** The first values of all cells. */
export interface InitialValues {
  readonly memory: readonly number[];
  /** By thread. */
  readonly locals: readonly (readonly number[])[];
}

export function start(machine: Machine, { memory, locals }: InitialValues): Configuration {
  const locations = machine.program.threads.map((_, thread) => templateOf(machine.program, thread).entry);
  return { memory, locations, locals, buffers: locations.map(() => EMPTY) };
}

/** Every way to begin: 'any' stands for all values of the sort. */
export function initialValues(machine: Machine): InitialValues[] {
  const { program } = machine;
  const shared = product(possibilities(machine.shared, (variable) => program.shared[variable]?.initial));
  const locals = program.threads.map((thread, number) =>
    product(possibilities(machine.locals[number] as Cells, (variable) => thread.initial[variable])),
  );
  return shared.flatMap((memory) => product(locals).map((chosen) => ({ memory, locals: chosen })));
}

function possibilities(
  cells: Cells,
  initial: (variable: number) => readonly (number | 'any')[] | undefined,
): readonly (readonly number[])[] {
  return cells.owners.map((owner, cell) => {
    const value = initial(owner)?.[cell - offsetOf(cells, owner)];
    if (value === undefined) throw new Error(`${cellName(cells, cell)} has no first value`);
    if (value === 'any') return valuesOf(variableAt(cells, owner).sort);
    if (!belongsTo(value, variableAt(cells, owner).sort))
      throw new Error(`${cellName(cells, cell)} begins out of range`);
    return [value];
  });
}

function product<T>(choices: readonly (readonly T[])[]): T[][] {
  return choices.reduce<T[][]>((tuples, values) => tuples.flatMap((tuple) => values.map((v) => [...tuple, v])), [[]]);
}

export function bufferOf(configuration: Configuration, thread: number): Buffer<number> {
  const buffer = configuration.buffers[thread];
  if (buffer === undefined) throw new Error(`there is no thread number ${thread}`);
  return buffer;
}

/** What the thread sees in the shared cell: the newest write in its buffer, else memory. */
export function see(configuration: Configuration, thread: number, cell: number): number {
  const waiting = newest(bufferOf(configuration, thread), cell);
  return waiting === null ? (configuration.memory[cell] as number) : waiting.write.value;
}

/** How the expressions of a thread see the cells. */
export function viewOf(machine: Machine, configuration: Configuration, thread: number): View {
  const own = configuration.locals[thread] as readonly number[];
  return {
    local: (variable, index) => {
      const cell = cellAt(machine.locals[thread] as Cells, variable, index);
      return isFailure(cell) ? cell : (own[cell] as number);
    },
    shared: (variable, index) => {
      const cell = cellAt(machine.shared, variable, index);
      return isFailure(cell) ? cell : see(configuration, thread, cell);
    },
    wraps: machine.program.wraps === true,
  };
}

/** The number of a cell, or what is wrong with the index. */
export function cellAt(cells: Cells, variable: number, index: number | null): Evaluated {
  const declared = variableAt(cells, variable);
  if ((index === null) !== (declared.size === null)) throw new Error(`${declared.name} is not used as it is declared`);
  if (index === null) return offsetOf(cells, variable);
  if (index >= 0 && index < sizeOf(declared)) return offsetOf(cells, variable) + index;
  return { kind: 'index', text: `there is no ${indexedName(declared, index)}` };
}

/** Tries an edge. */
export function attempt(machine: Machine, configuration: Configuration, step: EdgeStep): Attempt {
  const { program, memory } = machine;
  const { thread } = step;
  const edge = edgeAt(templateOf(program, thread), step.edge);
  const buffer = bufferOf(configuration, thread);
  if (configuration.locations[thread] !== edge.from) return { kind: 'disabled', obstacle: 'location' };
  if (needsEmptyBuffers(edge) && buffer.length > 0) return { kind: 'disabled', obstacle: 'pending' };
  const waiting = configuration.buffers.some(({ length }) => length > 0);
  if (edge.drained === true && waiting) return { kind: 'disabled', obstacle: 'undrained' };

  const view = viewOf(machine, configuration, thread);
  const guard = edge.guard === null ? 1 : evaluate(view, edge.guard);
  if (isFailure(guard)) return { kind: 'failure', failure: guard };
  if (guard === 0) return { kind: 'disabled', obstacle: 'guard' };

  const locals: Write<number>[] = [];
  const assigned: SharedWrite[] = [];
  let chosen = 0;
  for (const update of edge.updates) {
    const cells = update.target.kind === 'local' ? (machine.locals[thread] as Cells) : machine.shared;
    const place = targetOf(view, cells, update);
    if (isFailure(place)) return { kind: 'failure', failure: place };
    const value = update.value === 'any' ? (step.choices[chosen++] as number) : evaluate(view, update.value);
    if (isFailure(value)) return { kind: 'failure', failure: value };
    const { sort } = variableAt(cells, update.target.variable);
    if (!belongsTo(value, sort)) {
      if (program.outOfRange === 'disabled') return { kind: 'disabled', obstacle: 'range' };
      const text = `${value} does not fit ${cellName(cells, place)} (${showSort(sort)})`;
      return { kind: 'failure', failure: { kind: 'range', text } };
    }
    if (update.target.kind === 'local') locals.push({ place, value });
    else assigned.push({ place, value, waits: hasBuffers(memory) && !isDirect(program, edge, update) });
  }
  const { now, later } = lastOfEach(assigned);

  const before = edge.storeFence === true ? parted(memory, buffer) : buffer;
  const filled = enqueue(memory, before, later, program.apart);
  if (isTooFull(machine, filled)) return { kind: 'disabled', obstacle: 'full' };
  const after: Configuration = {
    memory: written(configuration.memory, now),
    locations: configuration.locations.with(thread, edge.to),
    locals: configuration.locals.with(thread, written(configuration.locals[thread] as readonly number[], locals)),
    buffers: configuration.buffers.with(thread, filled),
  };
  return { kind: 'possible', effects: { locals, memory: now, buffered: later }, after };
}

interface SharedWrite extends Write<number> {
  /** In the buffer. */
  readonly waits: boolean;
}

/** A step writes a cell once: of two updates of it the last counts. */
function lastOfEach(writes: readonly SharedWrite[]): { now: Write<number>[]; later: Write<number>[] } {
  const last = writes.filter(({ place }, position) => {
    return writes.findLastIndex((write) => write.place === place) === position;
  });
  const which = (waiting: boolean) =>
    last.flatMap(({ place, value, waits }) => (waits === waiting ? [{ place, value }] : []));
  return { now: which(false), later: which(true) };
}

function isTooFull({ bound, perLocation }: Machine, buffer: Buffer<number>): boolean {
  if (bound === null) return false;
  if (!perLocation) return buffer.some(({ batches }) => batches.length > bound);
  const places = buffer.flatMap(({ batches }) => batches.flat()).map(({ place }) => place);
  return places.some((place) => places.filter((other) => other === place).length > bound);
}

function targetOf(view: View, cells: Cells, { target }: Update): Evaluated {
  const index = target.index === null ? null : evaluate(view, target.index);
  return index !== null && isFailure(index) ? index : cellAt(cells, target.variable, index);
}

/** The oldest batch of the queue; null when nothing waits there, or a barrier holds it back. */
export function batchOf(configuration: Configuration, { thread, cell }: DrainStep): Batch<number> | null {
  return oldest(bufferOf(configuration, thread), cell);
}

export function drain(configuration: Configuration, step: DrainStep): Configuration {
  const batch = batchOf(configuration, step);
  if (batch === null) throw new Error('there is nothing to drain');
  const { thread, cell } = step;
  const buffers = configuration.buffers.with(thread, dequeue(bufferOf(configuration, thread), cell));
  return { ...configuration, memory: written(configuration.memory, batch), buffers };
}

function written(cells: readonly number[], writes: readonly Write<number>[]): readonly number[] {
  if (writes.length === 0) return cells;
  const after = [...cells];
  for (const { place, value } of writes) after[place] = value;
  return after;
}

/** All that can happen next. */
export interface Next {
  readonly successors: readonly { readonly step: ProgramStep; readonly after: Configuration }[];
  readonly failures: readonly { readonly step: EdgeStep; readonly failure: Failure }[];
  /** A step was not possible because a buffer is full. */
  readonly full: boolean;
}

export function next(machine: Machine, configuration: Configuration): Next {
  const successors: { step: ProgramStep; after: Configuration }[] = [];
  const failures: { step: EdgeStep; failure: Failure }[] = [];
  let full = false;
  for (const [thread] of machine.program.threads.entries()) {
    for (const [number, edge] of templateOf(machine.program, thread).edges.entries()) {
      if (edge.from !== configuration.locations[thread]) continue;
      for (const choices of choicesOf(machine, thread, edge)) {
        const step: EdgeStep = { kind: 'edge', thread, edge: number, choices };
        const tried = attempt(machine, configuration, step);
        if (tried.kind === 'possible') successors.push({ step, after: tried.after });
        if (tried.kind === 'failure') failures.push({ step, failure: tried.failure });
        if (tried.kind === 'disabled' && tried.obstacle === 'full') full = true;
      }
    }
    for (const cell of ready(bufferOf(configuration, thread))) {
      const step: DrainStep = { kind: 'drain', thread, cell };
      successors.push({ step, after: drain(configuration, step) });
    }
  }
  return { successors, failures, full };
}

/** All values for the updates with value 'any'. */
export function choicesOf(machine: Machine, thread: number, edge: Edge): readonly (readonly number[])[] {
  const open = edge.updates.filter(({ value }) => value === 'any');
  const sorts = open.map(({ target }) => {
    const cells = target.kind === 'local' ? (machine.locals[thread] as Cells) : machine.shared;
    return valuesOf(variableAt(cells, target.variable).sort);
  });
  return product(sorts);
}

/** Equal for two configurations of a machine exactly when they hold the same values in the same places. */
export function configurationKey({ memory, locations, locals, buffers }: Configuration<number | string>): string {
  const waiting = buffers.map((buffer) =>
    buffer.map(({ place, batches, ages = [] }) => {
      const writes = batches.map((batch) => batch.map((write) => `${write.place}=${write.value}`).join(' '));
      return `${place ?? ''}:${writes.join(',')}${ages.length > 0 ? `@${ages.join(',')}` : ''}`;
    }),
  );
  return [memory, locations, ...locals, ...waiting].map((part) => part.join(';')).join('|');
}

/** `P(0)`. */
export function threadName(machine: Machine, thread: number): string {
  return threadAt(machine.program, thread).name;
}
