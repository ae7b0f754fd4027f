/** The edges of a program for the second audit: guards, targets and values as functions on one state (`expressions.ts`). */
import { hasBuffers, type MemoryModel } from '../../memory/models.js';
import { boundsOf, cellsOf, valuesOf } from '../../models/program/cells.js';
import type {
  Edge,
  Expression,
  Program,
  StateExpression,
  StateRead,
  Update,
  Variable,
} from '../../models/program/model.js';
import { edgesByStart, templateOf } from '../../models/program/parts.js';
import { compiled, Failed, type Value } from './expressions.js';
import type { Queue, State } from './state.js';

export interface CompiledUpdate {
  /** The place in the cells of the state. */
  readonly place: Value;
  /** Null: every value of `values`. */
  readonly value: Value | null;
  readonly values: readonly number[];
  readonly low: number;
  readonly high: number;
  readonly shared: boolean;
  /** In the buffer of the thread, before it reaches memory. */
  readonly waits: boolean;
}

export interface CompiledEdge {
  readonly to: number;
  /** The thread's own queues are empty, or all are. */
  readonly empty: 'own' | 'all' | null;
  /** A store-store barrier comes before its writes. */
  readonly parts: boolean;
  readonly guard: Value | null;
  readonly updates: readonly CompiledUpdate[];
  /** Positions of the updates with every value. */
  readonly open: readonly number[];
}

/** By location. */
export function edgesOf(program: Program, memory: MemoryModel, state: State, thread: number): CompiledEdge[][] {
  const { locations, edges, locals } = templateOf(program, thread);
  const shared = cellsOf(program.shared).offsets;
  const own = cellsOf(locals).offsets;
  const base = state.locals[thread] as number;
  const { cells, queues } = state;
  const value = (expression: Expression): Value => compiled(expression, leaf, program.wraps === true);
  const leaf = (read: Extract<Expression, { readonly kind: 'local' | 'shared' }>): Value => {
    const place = placeOf(read);
    if (read.kind === 'local' || !hasBuffers(memory)) return () => cells[place()] as number;
    return () => seen(cells, queues[thread] as readonly Queue[], place());
  };
  const placeOf = ({ kind, variable, index }: Update['target']): Value => {
    const declared = kind === 'local' ? locals : program.shared;
    const first = kind === 'local' ? base + (own[variable] as number) : (shared[variable] as number);
    return element(declared[variable] as Variable, first, index === null ? null : value(index));
  };
  const compile = (edge: Edge): CompiledEdge => {
    const updates = edge.updates.map((update): CompiledUpdate => {
      const { target } = update;
      const declared = (target.kind === 'local' ? locals : program.shared)[target.variable] as Variable;
      const { low, high } = boundsOf(declared.sort) ?? { low: -Infinity, high: Infinity };
      const isShared = target.kind === 'shared';
      // In memory at once: of an atomic edge, a direct write, a strong variable, or where there are no buffers.
      const direct = edge.atomic || update.direct === true || program.shared[target.variable]?.strong === true;
      return {
        place: placeOf(target),
        value: update.value === 'any' ? null : value(update.value),
        values: update.value === 'any' ? valuesOf(declared.sort) : [],
        low,
        high,
        shared: isShared,
        waits: isShared && hasBuffers(memory) && !direct,
      };
    });
    return {
      to: edge.to,
      empty: edge.drained === true ? 'all' : edge.fence || edge.atomic ? 'own' : null,
      parts: edge.storeFence === true,
      guard: edge.guard === null ? null : value(edge.guard),
      updates,
      open: updates.flatMap((update, position) => (update.value === null ? [position] : [])),
    };
  };
  return edgesByStart(edges, locations.length).map((leaving) => leaving.map(compile));
}

/** A condition on states: it reads memory, not buffers. */
export function conditionOf(program: Program, state: State, condition: StateExpression): Value {
  const { cells, locations } = state;
  const shared = cellsOf(program.shared).offsets;
  const value = (expression: StateExpression): Value => compiled(expression, leaf, program.wraps === true);
  const leaf = (read: StateRead): Value => {
    switch (read.kind) {
      case 'at': {
        const [place, wanted] = [locations + read.thread, new Set(read.locations)];
        return () => (wanted.has(cells[place] as number) ? 1 : 0);
      }
      case 'memory': {
        const declared = program.shared[read.variable] as Variable;
        const place = element(
          declared,
          shared[read.variable] as number,
          read.index === null ? null : value(read.index),
        );
        return () => cells[place()] as number;
      }
      case 'localOf': {
        const { locals } = templateOf(program, read.thread);
        const first = (state.locals[read.thread] as number) + (cellsOf(locals).offsets[read.variable] as number);
        const declared = locals[read.variable] as Variable;
        const place = element(declared, first, read.index === null ? null : value(read.index));
        return () => cells[place()] as number;
      }
    }
  };
  return value(condition);
}

function element({ name, size }: Variable, first: number, index: Value | null): Value {
  if (index === null) return () => first;
  const length = size ?? 1;
  return () => {
    const position = index();
    if (position < 0 || position >= length) throw new Failed(`there is no ${name}[${position}]`);
    return first + position;
  };
}

/** The newest write to the cell that waits, else memory. */
function seen(cells: Float64Array, queues: readonly Queue[], place: number): number {
  let value = cells[place] as number;
  for (let k = 0; k < queues.length; k++) {
    const { words } = queues[k] as Queue;
    for (let at = 0; at < words.length; ) {
      const end = at + 1 + 2 * (words[at] as number);
      for (at++; at < end; at += 2) if (words[at] === place) value = words[at + 1] as number;
    }
  }
  return value;
}
