/**
 * A small interpreter of programs under SC and TSO, breadth first, with buffers of a few entries: written from the
 * contract in `models/program/model.ts` and sharing nothing with the engines. It knows scalars and arrays, batches,
 * fences, atomic edges, failures; it stops at a number of states.
 */
import type { Edge, Expression, Program, Sort, StateExpression, Template } from '../../../src/models/program/model.js';

export interface Exploration {
  /** Names of the properties that some state violates, and of failures. */
  readonly violated: ReadonlySet<string>;
  readonly states: number;
  /** False: the limit was reached. */
  readonly complete: boolean;
}

interface State {
  readonly at: readonly number[];
  readonly locals: readonly (readonly number[])[];
  readonly memory: readonly number[];
  /** For each thread its batches, oldest first; a batch is a list of cell and value. */
  readonly buffers: readonly (readonly (readonly (readonly [number, number])[])[])[];
}

class Failure extends Error {}

export interface ExploreOptions {
  readonly memory?: 'sc' | 'tso';
  readonly buffer?: number;
  readonly limit?: number;
  /** Stop at the first violation. */
  readonly first?: boolean;
}

export function explore(program: Program, options: ExploreOptions = {}): Exploration {
  const { memory = 'tso', buffer = 4, limit = 200_000, first = false } = options;
  const offsets = offsetsOf(program.shared);
  const violated = new Set<string>();
  const seen = new Set<string>();
  let frontier: State[] = [];
  const visit = (state: State, into: State[]): void => {
    const key = JSON.stringify(state);
    if (seen.has(key)) return;
    seen.add(key);
    judge(program, state, offsets, violated);
    into.push(state);
  };
  for (const state of initialStates(program)) visit(state, frontier);
  while (frontier.length > 0) {
    const next: State[] = [];
    for (const state of frontier) {
      if (first && violated.size > 0) return { violated, states: seen.size, complete: false };
      if (seen.size > limit) return { violated, states: seen.size, complete: false };
      for (const successor of successors(program, state, offsets, memory, buffer, violated)) visit(successor, next);
    }
    frontier = next;
  }
  return { violated, states: seen.size, complete: true };
}

function offsetsOf(variables: readonly { readonly size: number | null }[]): number[] {
  let next = 0;
  return variables.map(({ size }) => {
    const offset = next;
    next += size ?? 1;
    return offset;
  });
}

function valuesOf(sort: Sort): number[] {
  if (sort.kind === 'int') throw new Error('any of all integers');
  if (sort.kind === 'range') return Array.from({ length: sort.high - sort.low + 1 }, (_, index) => sort.low + index);
  return Array.from({ length: sort.kind === 'bool' ? 2 : sort.constructors.length }, (_, index) => index);
}

function initialStates(program: Program): State[] {
  const threads = program.threads.map(({ template }) => program.templates[template] as Template);
  const choices: number[][] = [];
  for (const { initial, sort } of program.shared) {
    for (const value of initial) choices.push(value === 'any' ? valuesOf(sort) : [value]);
  }
  for (const [index, thread] of program.threads.entries()) {
    for (const [local, cells] of thread.initial.entries()) {
      const sort = threads[index]?.locals[local]?.sort as Sort;
      for (const value of cells) choices.push(value === 'any' ? valuesOf(sort) : [value]);
    }
  }
  let all: number[][] = [[]];
  for (const values of choices) all = all.flatMap((before) => values.map((value) => [...before, value]));
  const cells = program.shared.reduce((sum, { size }) => sum + (size ?? 1), 0);
  return all.map((values) => {
    let from = cells;
    const locals = program.threads.map(({ initial }) => {
      const count = initial.reduce((sum, one) => sum + one.length, 0);
      from += count;
      return values.slice(from - count, from);
    });
    return {
      at: threads.map(({ entry }) => entry),
      locals,
      memory: values.slice(0, cells),
      buffers: program.threads.map(() => []),
    };
  });
}

type Reader = (kind: 'local' | 'shared', variable: number, index: number | null) => number;

function binary(operator: string, left: number, right: () => number): number {
  if (operator === '&&') return left !== 0 && right() !== 0 ? 1 : 0;
  if (operator === '||') return left !== 0 || right() !== 0 ? 1 : 0;
  const value = right();
  switch (operator) {
    case '+':
      return left + value;
    case '-':
      return left - value;
    case '*':
      return left * value;
    case '/':
    case '%':
      if (value === 0) throw new Failure('division by zero');
      return operator === '/' ? Math.trunc(left / value) : left % value;
    case '==':
      return left === value ? 1 : 0;
    case '!=':
      return left !== value ? 1 : 0;
    case '<':
      return left < value ? 1 : 0;
    case '<=':
      return left <= value ? 1 : 0;
    case '>':
      return left > value ? 1 : 0;
    case '>=':
      return left >= value ? 1 : 0;
  }
  throw new Error(`no operator ${operator}`);
}

export function evaluate(expression: Expression, read: Reader): number {
  switch (expression.kind) {
    case 'constant':
      return expression.value;
    case 'local':
    case 'shared':
      return read(
        expression.kind,
        expression.variable,
        expression.index === null ? null : evaluate(expression.index, read),
      );
    case 'unary': {
      const value = evaluate(expression.operand, read);
      return expression.operator === '-' ? 0 - value : value === 0 ? 1 : 0;
    }
    case 'binary':
      return binary(expression.operator, evaluate(expression.left, read), () => evaluate(expression.right, read));
    case 'conditional':
      return evaluate(evaluate(expression.condition, read) !== 0 ? expression.whenTrue : expression.whenFalse, read);
  }
}

function cellOf(offset: number, size: number | null, index: number | null): number {
  if (index !== null && (index < 0 || index >= (size ?? 1))) throw new Failure('index out of bounds');
  return offset + (index ?? 0);
}

function fits(value: number, sort: Sort): boolean {
  if (sort.kind === 'int') return true;
  if (sort.kind === 'range') return value >= sort.low && value <= sort.high;
  return value >= 0 && value < (sort.kind === 'bool' ? 2 : sort.constructors.length);
}

function* successors(
  program: Program,
  state: State,
  offsets: readonly number[],
  memory: 'sc' | 'tso',
  bound: number,
  violated: Set<string>,
): Generator<State> {
  for (const [thread, { template }] of program.threads.entries()) {
    const { edges, locals } = program.templates[template] as Template;
    const buffer = state.buffers[thread] ?? [];
    const [oldest] = buffer;
    if (oldest !== undefined) {
      const after = [...state.memory];
      for (const [cell, value] of oldest) after[cell] = value;
      yield { ...state, memory: after, buffers: state.buffers.with(thread, buffer.slice(1)) };
    }
    const localOffsets = offsetsOf(locals);
    for (const edge of edges) {
      if (edge.from !== state.at[thread]) continue;
      try {
        yield* take(program, state, thread, edge, locals, localOffsets, offsets, memory, bound);
      } catch (failure) {
        if (!(failure instanceof Failure)) throw failure;
        violated.add(failure.message);
      }
    }
  }
}

function* take(
  program: Program,
  state: State,
  thread: number,
  edge: Edge,
  locals: Template['locals'],
  localOffsets: readonly number[],
  offsets: readonly number[],
  memory: 'sc' | 'tso',
  bound: number,
): Generator<State> {
  const buffer = state.buffers[thread] ?? [];
  if ((edge.fence || edge.atomic) && buffer.length > 0) return;
  const read: Reader = (kind, variable, index) => {
    if (kind === 'local') {
      const cell = cellOf(localOffsets[variable] as number, locals[variable]?.size ?? null, index);
      return state.locals[thread]?.[cell] as number;
    }
    const cell = cellOf(offsets[variable] as number, program.shared[variable]?.size ?? null, index);
    for (const batch of buffer.toReversed()) for (const [at, value] of batch) if (at === cell) return value;
    return state.memory[cell] as number;
  };
  if (edge.guard !== null && evaluate(edge.guard, read) === 0) return;
  const own = [...(state.locals[thread] ?? [])];
  const batch: [number, number][] = [];
  for (const { target, value } of edge.updates) {
    if (value === 'any') throw new Error('no such updates here');
    const index = target.index === null ? null : evaluate(target.index, read);
    const variable = (target.kind === 'local' ? locals : program.shared)[target.variable];
    if (variable === undefined) throw new Error('no such variable');
    const offset = (target.kind === 'local' ? localOffsets : offsets)[target.variable] as number;
    const cell = cellOf(offset, variable.size, index);
    const assigned = evaluate(value, read);
    if (!fits(assigned, variable.sort)) {
      if (program.outOfRange === 'failure') throw new Failure('out of range');
      return;
    }
    if (target.kind === 'local') own[cell] = assigned;
    else batch.push([cell, assigned]);
  }
  const at = state.at.with(thread, edge.to);
  const after = state.locals.with(thread, own);
  if (batch.length === 0) yield { ...state, at, locals: after };
  else if (edge.atomic || memory === 'sc') {
    const cells = [...state.memory];
    for (const [cell, value] of batch) cells[cell] = value;
    yield { ...state, at, locals: after, memory: cells };
  } else if (buffer.length < bound) {
    yield { ...state, at, locals: after, buffers: state.buffers.with(thread, [...buffer, batch]) };
  }
}

function judge(program: Program, state: State, offsets: readonly number[], violated: Set<string>): void {
  const value = (expression: StateExpression): number => {
    switch (expression.kind) {
      case 'constant':
        return expression.value;
      case 'memory':
        return state.memory[(offsets[expression.variable] as number) + index(expression.index)] as number;
      case 'at':
        return expression.locations.includes(state.at[expression.thread] as number) ? 1 : 0;
      case 'localOf':
        return state.locals[expression.thread]?.[expression.variable] as number;
      case 'unary':
        return expression.operator === '-' ? 0 - value(expression.operand) : value(expression.operand) === 0 ? 1 : 0;
      case 'binary':
        return binary(expression.operator, value(expression.left), () => value(expression.right));
      case 'conditional':
        return value(value(expression.condition) !== 0 ? expression.whenTrue : expression.whenFalse);
    }
  };
  const index = (of: StateExpression | null): number => (of === null ? 0 : value(of));
  for (const { name, condition } of program.never) if (value(condition) !== 0) violated.add(name);
  for (const [thread, location] of state.at.entries()) {
    const template = program.templates[program.threads[thread]?.template ?? -1];
    const failure = template?.locations[location]?.failure ?? null;
    if (failure !== null) violated.add(failure);
  }
}
