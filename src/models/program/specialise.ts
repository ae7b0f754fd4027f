/**
 * A program thread by thread: for each its own edges, in which everything that never changes is a number.
 *
 * Parameters are never assigned, and locals such as `other = 1 - me` rarely are. A local cell that no edge of its thread can
 * assign, and a shared cell that no thread can, keep their first values: they take no bits of a state, and indices made from
 * them become numbers, which makes accesses to arrays cheap. Edges whose guard is false that way are dropped.
 *
 * Folding never hides a failure: a division by zero and an index out of bounds stay, and `&&`, `||` and conditionals drop
 * only what would not be evaluated.
 */
import { applyBinary } from './arithmetic.js';
import { type Cells, cellsOf, offsetOf, sizeOf, variableAt } from './cells.js';
import type { BinaryOperator, Edge, Expression, Program, StateExpression, UnaryOperator, Update } from './model.js';
import { isDirect, templateOf } from './parts.js';

/** Numbers beyond 32 bits are not folded: whether they can be is for the engine to say. */
const LEAST = -(2 ** 31);
const GREATEST = 2 ** 31 - 1;

/** For each cell the number that it always holds, null where it may change. */
export type Constants = readonly (number | null)[];

export interface SpecialEdge extends Edge {
  /** Position among the edges of the template. */
  readonly number: number;
}

export interface SpecialThread {
  readonly cells: Cells;
  readonly constants: Constants;
  readonly edges: readonly SpecialEdge[];
  /** Shared cells that it may write into its buffer. */
  readonly buffered: ReadonlySet<number>;
  /** The most writes of one of its edges into the buffer. */
  readonly batch: number;
}

export interface SpecialProgram {
  readonly program: Program;
  readonly shared: Cells;
  readonly constants: Constants;
  readonly threads: readonly SpecialThread[];
  readonly never: readonly StateExpression[];
}

export function specialise(program: Program): SpecialProgram {
  const shared = cellsOf(program.shared);
  const first = program.shared.flatMap(({ initial }) => initial);
  // Shared cells first count as changing: which of them do depends on the indices, which depend on locals.
  const none: Constants = first.map(() => null);
  const drafts = program.threads.map((_, thread) => specialThread(program, shared, thread, none));
  const written = new Set(drafts.flatMap(({ edges }) => edges.flatMap((edge) => targets(shared, edge))));
  const constants = first.map((value, cell) => (value === 'any' || written.has(cell) ? null : value));
  const threads = program.threads.map((_, thread) => specialThread(program, shared, thread, constants));
  const wraps = program.wraps === true;
  const never = program.never.map(({ condition }) => foldState(condition, shared, constants, threads, wraps));
  return { program, shared, constants, threads, never };
}

function specialThread(program: Program, shared: Cells, thread: number, sharedConstants: Constants): SpecialThread {
  const template = templateOf(program, thread);
  const cells = cellsOf(template.locals);
  const first = program.threads[thread]?.initial.flat() ?? [];
  const assigned = new Set(
    template.edges.flatMap(({ updates }) =>
      updates.flatMap(({ target }) => (target.kind === 'local' ? [target.variable] : [])),
    ),
  );
  const constants = cells.owners.map((owner, cell) => {
    const value = first[cell];
    if (value === undefined) throw new Error(`${template.name} has a local without a first value`);
    return value === 'any' || assigned.has(owner) ? null : value;
  });
  const folded = (expression: Expression) =>
    fold(expression, { cells, constants }, { cells: shared, constants: sharedConstants }, program.wraps === true);
  const edges = template.edges.flatMap((edge, number): SpecialEdge[] => {
    const guard = edge.guard === null ? null : folded(edge.guard);
    if (guard?.kind === 'constant' && guard.value === 0) return [];
    const updates = edge.updates.map(({ target, value, ...marks }) => ({
      ...marks,
      target: { ...target, index: target.index === null ? null : folded(target.index) },
      value: value === 'any' ? value : folded(value),
    }));
    return [{ ...edge, number, updates, guard: guard?.kind === 'constant' ? null : guard }];
  });
  const waiting = edges.map((edge) => ({ updates: edge.updates.filter((update) => mayWait(program, edge, update)) }));
  const batch = Math.max(0, ...waiting.map(({ updates }) => updates.length));
  return { cells, constants, edges, buffered: new Set(waiting.flatMap((edge) => targets(shared, edge))), batch };
}

/** Whether the update is a write that goes into the buffer where there is one. */
export function mayWait(program: Program, edge: Edge, update: Update): boolean {
  return update.target.kind === 'shared' && !isDirect(program, edge, update);
}

/** Shared cells that an edge may write. */
function targets(shared: Cells, { updates }: Pick<Edge, 'updates'>): number[] {
  return updates.flatMap(({ target: { kind, variable, index } }) => {
    if (kind === 'local') return [];
    const offset = offsetOf(shared, variable);
    const size = sizeOf(variableAt(shared, variable));
    if (index === null) return [offset];
    if (index.kind === 'constant') return index.value >= 0 && index.value < size ? [offset + index.value] : [];
    return Array.from({ length: size }, (_, k) => offset + k);
  });
}

interface Known {
  readonly cells: Cells;
  readonly constants: Constants;
}

/** The cell's constant when both are known. */
function known(
  { cells, constants }: Known,
  variable: number,
  index: { kind: string; value?: unknown } | null,
): number | null {
  const declared = variableAt(cells, variable);
  if (index === null) return constants[offsetOf(cells, variable)] ?? null;
  const position = index.kind === 'constant' ? (index.value as number) : -1;
  return position >= 0 && position < sizeOf(declared)
    ? (constants[offsetOf(cells, variable) + position] ?? null)
    : null;
}

function number(value: number): { readonly kind: 'constant'; readonly value: number } {
  return { kind: 'constant', value };
}

function fold(expression: Expression, local: Known, shared: Known, wraps: boolean): Expression {
  const again = (part: Expression) => fold(part, local, shared, wraps);
  switch (expression.kind) {
    case 'constant':
      return expression;
    case 'local':
    case 'shared': {
      const index = expression.index === null ? null : again(expression.index);
      const value = known(expression.kind === 'local' ? local : shared, expression.variable, index);
      return value === null ? { ...expression, index } : number(value);
    }
    case 'unary': {
      const operand = again(expression.operand);
      if (operand.kind !== 'constant') return { ...expression, operand };
      const value = foldUnary(expression.operator, operand.value, wraps);
      return value === null ? { ...expression, operand } : number(value);
    }
    case 'binary': {
      const left = again(expression.left);
      const right = again(expression.right);
      const value = foldBinary(expression.operator, left, right, wraps);
      return value === null ? { ...expression, left, right } : number(value);
    }
    case 'conditional': {
      const condition = again(expression.condition);
      const whenTrue = again(expression.whenTrue);
      const whenFalse = again(expression.whenFalse);
      if (condition.kind === 'constant') return condition.value !== 0 ? whenTrue : whenFalse;
      return { ...expression, condition, whenTrue, whenFalse };
    }
  }
}

function foldState(
  expression: StateExpression,
  shared: Cells,
  constants: Constants,
  threads: readonly SpecialThread[],
  wraps: boolean,
): StateExpression {
  const again = (part: StateExpression) => foldState(part, shared, constants, threads, wraps);
  switch (expression.kind) {
    case 'constant':
    case 'at':
      return expression;
    case 'memory':
    case 'localOf': {
      const index = expression.index === null ? null : again(expression.index);
      const where = expression.kind === 'memory' ? { cells: shared, constants } : threads[expression.thread];
      if (where === undefined)
        throw new Error(`there is no thread number ${(expression as { thread: number }).thread}`);
      const value = known(where, expression.variable, index);
      return value === null ? { ...expression, index } : number(value);
    }
    case 'unary': {
      const operand = again(expression.operand);
      if (operand.kind !== 'constant') return { ...expression, operand };
      const value = foldUnary(expression.operator, operand.value, wraps);
      return value === null ? { ...expression, operand } : number(value);
    }
    case 'binary': {
      const left = again(expression.left);
      const right = again(expression.right);
      const value = foldBinary(expression.operator, left, right, wraps);
      return value === null ? { ...expression, left, right } : number(value);
    }
  }
}

/** The value when it fits, null otherwise. */
function foldUnary(operator: UnaryOperator, operand: number, wraps: boolean): number | null {
  if (operator === '!') return operand === 0 ? 1 : 0;
  if (operator === '~') return ~operand;
  if (operand === LEAST) return wraps ? LEAST : null;
  return 0 - operand;
}

/** The value when it is known and fits, null otherwise. */
function foldBinary(
  operator: BinaryOperator,
  left: Expression | StateExpression,
  right: Expression | StateExpression,
  wraps: boolean,
): number | null {
  if (left.kind !== 'constant') return null;
  if (operator === '&&' && left.value === 0) return 0;
  if (operator === '||' && left.value !== 0) return 1;
  if (right.kind !== 'constant') return null;
  if (wraps && operator === '*') return Math.imul(left.value, right.value);
  const value = applyBinary(operator, left.value, right.value);
  if (wraps && value !== null) return value | 0;
  return value !== null && value >= LEAST && value <= GREATEST ? value + 0 : null;
}
