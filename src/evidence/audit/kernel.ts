/**
 * The second audit of programs that hold: all states again, for programs with more states than the interpreter can look at. It is
 * written from `models/program/model.ts` and shares nothing with the explicit engine: no generated code, no packed words, no symmetry,
 * no dead variables. It shares nothing with the interpreter either, and counts the same states and steps.
 *
 * Expressions are functions that read one state in place (`expressions.ts`, `edges.ts`); steps change that state and take
 * themselves back (`steps.ts`); states are strings of bytes in one store, which is the queue, too (`state.ts`, `store.ts`).
 */
import type { Progress } from '../../engines/engine.js';
import type { Reason } from '../../engines/remarks.js';
import { hasBuffers, keepsStoreOrder, type MemoryModel } from '../../memory/models.js';
import { type Cells, cellsOf, sortOfCell, valuesOf } from '../../models/program/cells.js';
import type { Program } from '../../models/program/model.js';
import { locationAt, templateOf } from '../../models/program/parts.js';
import { conditionOf } from './edges.js';
import { Failed, TooLarge } from './expressions.js';
import { State } from './state.js';
import { type Bounds, Steps } from './steps.js';
import { Store } from './store.js';

export interface KernelAudit {
  readonly states: number;
  readonly transitions: number;
  readonly full: boolean;
  /** What contradicts the answer; null when nothing does. */
  readonly refuted: string | null;
  /** Why not everything was looked at; null when everything was. */
  readonly unfinished: Reason | null;
}

export interface AuditLimits {
  readonly maxStates: number;
  readonly maxMegabytes: number;
}

/** States between two looks at the clock. */
const CHUNK = 512;

export function* auditByKernel(
  program: Program,
  memory: MemoryModel,
  bounds: Bounds,
  limits: AuditLimits,
): Generator<Progress, KernelAudit> {
  const shared = cellsOf(program.shared);
  const barriers = program.templates.some(({ edges }) => edges.some(({ storeFence }) => storeFence === true));
  const parted = barriers && !keepsStoreOrder(memory);
  const state = new State(program, shared.count, { buffered: hasBuffers(memory), parted });
  const store = new Store();
  let transitions = 0;
  const steps = new Steps(program, memory, state, bounds, () => {
    transitions++;
    store.add(state.bytes, state.write());
  });
  const conditions = program.never.map(({ condition }) => conditionOf(program, state, condition));
  const failures = program.threads.map((_, thread) => {
    const template = templateOf(program, thread);
    return template.locations.map((_, location) => locationAt(template, location).failure !== null);
  });
  const isBad = (): boolean =>
    failures.some((failing, thread) => failing[state.cells[state.locations + thread] as number] === true) ||
    conditions.some((condition) => condition() !== 0);
  const ended = (refuted: string | null, unfinished: Reason | null = null): KernelAudit => {
    return { states: store.count, transitions, full: steps.full, refuted, unfinished };
  };
  const limited = (): Reason | null => {
    const { maxStates, maxMegabytes } = limits;
    if (store.count > maxStates) return { code: 'limit', limit: 'states', value: maxStates, covered: null };
    if (store.bytes > maxMegabytes * 2 ** 20 || store.isFull)
      return { code: 'limit', limit: 'memory', value: maxMegabytes, covered: null };
    return null;
  };

  for (const _ of beginnings(program, shared, state)) store.add(state.bytes, state.write());
  let looked = 0;
  let refuted: string | null = null;
  /** What it is when something has no value. */
  let doing = '';
  for (let position = 0; looked < store.count; ) {
    const end = looked + CHUNK;
    try {
      position = store.walk(position, (chunk, at) => {
        state.read(chunk, at);
        looked++;
        doing = 'a state violates a property';
        if (isBad()) {
          refuted = doing;
          return false;
        }
        doing = 'a step fails';
        steps.all();
        return looked < end;
      });
    } catch (error) {
      if (error instanceof Failed) return ended(doing);
      if (error instanceof TooLarge) return ended(null, { code: 'overflow', steps: null });
      throw error;
    }
    if (refuted !== null) return ended(refuted);
    const unfinished = limited();
    if (unfinished !== null) return ended(null, unfinished);
    yield { phase: 'audit', cubes: 0, depth: 0, queue: store.count - looked, states: store.count, restarts: 0 };
  }
  return ended(null);
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
