/** The states of a program, by number: which ones it begins in, and those after any of them. */
import { hasBuffers, keepsStoreOrder, type MemoryModel } from '../../memory/models.js';
import { type Cells, cellsOf, sortOfCell, valuesOf } from '../../models/program/cells.js';
import type { Program } from '../../models/program/model.js';
import { locationAt, templateOf } from '../../models/program/parts.js';
import { State } from './state.js';
import { type Bounds, Steps } from './steps.js';
import { Store } from './store.js';

/** A step from the state that is laid out: where it leads, and as in `Tell`. */
export type StepTo = (target: number, thread: number, drained: number | null) => void;

export class Space {
  /** The state that is laid out. */
  readonly state: State;
  readonly store = new Store();
  readonly steps: Steps;
  /** By thread, whether a location is a failure. */
  private readonly failures: readonly (readonly boolean[])[];
  private readonly program: Program;

  constructor(program: Program, memory: MemoryModel, bounds: Bounds, step: StepTo) {
    const barriers = program.templates.some(({ edges }) => edges.some(({ storeFence }) => storeFence === true));
    const parted = barriers && !keepsStoreOrder(memory);
    this.program = program;
    this.state = new State(program, cellsOf(program.shared).count, { buffered: hasBuffers(memory), parted });
    this.steps = new Steps(program, memory, this.state, bounds, (thread, drained) => {
      step(this.add(), thread, drained);
    });
    this.failures = program.threads.map((_, thread) => {
      const template = templateOf(program, thread);
      return template.locations.map((_, location) => locationAt(template, location).failure !== null);
    });
  }

  /** The numbers of all initial states; some may be there twice. */
  begin(): number[] {
    const numbers: number[] = [];
    for (const _ of beginnings(this.program, cellsOf(this.program.shared), this.state)) numbers.push(this.add());
    return numbers;
  }

  layOut(number: number): void {
    this.store.find(number, (chunk, at) => this.state.read(chunk, at));
  }

  /** A thread is where an assertion has failed. */
  isFailure(): boolean {
    const { cells, locations } = this.state;
    return this.failures.some((failing, thread) => failing[cells[locations + thread] as number] === true);
  }

  private add(): number {
    return this.store.add(this.state.bytes, this.state.write());
  }
}

/** Lays out one initial state after the other. */
function* beginnings(program: Program, shared: Cells, state: State): Generator<void> {
  const { cells } = state;
  const open: { readonly place: number; readonly values: readonly number[] }[] = [];
  const put = (own: Cells, first: number, initial: readonly (number | 'any')[]): void => {
    for (const [cell, value] of initial.entries()) {
      if (value === 'any') open.push({ place: first + cell, values: valuesOf(sortOfCell(own, cell)) });
      else cells[first + cell] = value;
    }
  };
  put(
    shared,
    0,
    program.shared.flatMap(({ initial }) => initial),
  );
  for (const [thread, { initial }] of program.threads.entries()) {
    const { entry, locals } = templateOf(program, thread);
    cells[state.locations + thread] = entry;
    put(cellsOf(locals), state.locals[thread] as number, initial.flat());
  }
  function* choose(from: number): Generator<void> {
    const cell = open[from];
    if (cell === undefined) {
      yield;
      return;
    }
    for (const value of cell.values) {
      cells[cell.place] = value;
      yield* choose(from + 1);
    }
  }
  yield* choose(0);
}
