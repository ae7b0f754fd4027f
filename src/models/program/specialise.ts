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
import { type Cells, cellsOf, offsetOf, sizeOf, variableAt } from './cells.js';
import { assignedLocals, mapEdge } from './expression.js';
import { folded, IN_WORDS, numberIn, WRAPPING } from './fold.js';
import type { Edge, Expression, Premise, Program, StateExpression, StateRead, Update } from './model.js';
import { isDirect, templateOf } from './parts.js';

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
  /** The premises of properties. */
  readonly premises: readonly Premise[];
}

export function specialise(program: Program): SpecialProgram {
  const shared = cellsOf(program.shared);
  const first = program.shared.flatMap(({ initial }) => initial);
  // Shared cells first count as changing: which of them do depends on the indices, which depend on locals.
  const none: Constants = first.map(() => null);
  const drafts = program.threads.map((_, thread) => specialThread(program, shared, thread, none));
  const written = new Set(drafts.flatMap(({ edges }) => edges.flatMap((edge) => targets(shared, edge))));
  const constants = first.map((value, cell) => (value === 'any' || written.has(cell) ? null : value));
  const changing = constants.every((value) => value === null);
  const threads = changing
    ? drafts
    : program.threads.map((_, thread) => specialThread(program, shared, thread, constants));
  const known = (leaf: StateRead): number | null => {
    if (leaf.kind === 'at') return null;
    const where = leaf.kind === 'memory' ? { cells: shared, constants } : threads[leaf.thread];
    if (where === undefined) throw new Error('a condition speaks of a thread that is not there');
    return constantAt(where, leaf);
  };
  const fold = (condition: StateExpression) => folded(condition, arithmeticOf(program), known);
  const never = program.never.map(({ condition }) => fold(condition));
  const premises = (program.premises ?? []).map((each) => ({ ...each, conditions: each.conditions.map(fold) }));
  return { program, shared, constants, threads, never, premises };
}

/** Numbers beyond 32 bits are not folded: whether they can be is for the engine to say. */
function arithmeticOf({ wraps }: Program): typeof IN_WORDS {
  return wraps === true ? WRAPPING : IN_WORDS;
}

function specialThread(program: Program, shared: Cells, thread: number, sharedConstants: Constants): SpecialThread {
  const template = templateOf(program, thread);
  const cells = cellsOf(template.locals);
  const first = program.threads[thread]?.initial.flat() ?? [];
  const assigned = assignedLocals(template.edges);
  const constants = cells.owners.map((owner, cell) => {
    const value = first[cell];
    if (value === undefined) throw new Error(`${template.name} has a local without a first value`);
    return value === 'any' || assigned.has(owner) ? null : value;
  });
  const [own, common] = [
    { cells, constants },
    { cells: shared, constants: sharedConstants },
  ];
  const known = (expression: Expression) =>
    folded(expression, arithmeticOf(program), (leaf) => constantAt(leaf.kind === 'local' ? own : common, leaf));
  const edges = template.edges.flatMap((edge, number): SpecialEdge[] => {
    const special = mapEdge(edge, known);
    const guard = numberIn(special.guard);
    return guard === 0 ? [] : [{ ...special, number, guard: guard === null ? special.guard : null }];
  });
  const waiting = edges.map((edge) => ({ updates: edge.updates.filter((update) => mayWait(program, edge, update)) }));
  const batch = waiting.reduce((most, { updates }) => Math.max(most, updates.length), 0);
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

/** The number that a cell always holds, where it is known which cell that is. */
function constantAt(
  { cells, constants }: { readonly cells: Cells; readonly constants: Constants },
  { variable, index }: { readonly variable: number; readonly index: Expression | StateExpression | null },
): number | null {
  const position = index === null ? 0 : index.kind === 'constant' ? index.value : -1;
  const isThere = position >= 0 && position < sizeOf(variableAt(cells, variable));
  return isThere ? (constants[offsetOf(cells, variable) + position] ?? null) : null;
}
