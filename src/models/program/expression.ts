/**
 * The kit for expressions: making them, walking through them, changing them. It serves every `Tree`, whatever its leaves are:
 * those of threads, of conditions on states, and of front ends on their way to these.
 *
 * Only those who give meaning to nodes (evaluators, code generators, printers) look at the kinds of nodes themselves.
 */
import type { Binary, BinaryOperator, Constant, Edge, Expression, Read, Tree, UnaryOperator, Update } from './model.js';

/** What the kit knows of a leaf: it may have an index, which is a tree of the same kind. */
export interface Leaf {
  readonly kind: string;
  readonly index?: unknown;
}

export function constant(value: number): Constant {
  // No negative zero.
  return { kind: 'constant', value: value + 0 };
}

export const FALSE = constant(0);
export const TRUE = constant(1);

export function unary<L>(operator: UnaryOperator, operand: Tree<L>): Tree<L> {
  return { kind: 'unary', operator, operand };
}

export function binary<L>(operator: BinaryOperator, left: Tree<L>, right: Tree<L>): Binary<L> {
  return { kind: 'binary', operator, left, right };
}

export function conditional<L>(condition: Tree<L>, whenTrue: Tree<L>, whenFalse: Tree<L>): Tree<L> {
  return { kind: 'conditional', condition, whenTrue, whenFalse };
}

export function readLocal(variable: number, index: Expression | null = null): Read {
  return { kind: 'local', variable, index };
}

export function readShared(variable: number, index: Expression | null = null): Read {
  return { kind: 'shared', variable, index };
}

/** A comparison with a number. */
export function compare<L>(left: Tree<L>, operator: BinaryOperator, value: number): Tree<L> {
  return binary(operator, left, constant(value));
}

/** True where the expression has a value. */
export function hasValue<L>(expression: Tree<L>): Binary<L> {
  return binary('==', expression, expression);
}

/** Whoever evaluates the tree evaluates the part, whatever the values are. */
export function evaluates(tree: Expression, part: Expression): boolean {
  if (sameTree(tree, part)) return true;
  const [first, ...others] = children(tree);
  const lazy = tree.kind === 'conditional' || (tree.kind === 'binary' && ['&&', '||'].includes(tree.operator));
  return [first, ...(lazy ? [] : others)].some((child) => child !== undefined && evaluates(child, part));
}

/** Balanced, so that a long list is no deep tree, and as lazy from the left as a row of operators is; null without parts. */
export function chain<L>(operator: '&&' | '||', parts: readonly Tree<L>[]): Tree<L> | null {
  const [first = null] = parts;
  if (parts.length < 2) return first;
  const middle = parts.length >> 1;
  const left = chain(operator, parts.slice(0, middle)) as Tree<L>;
  return binary(operator, left, chain(operator, parts.slice(middle)) as Tree<L>);
}

/** A row of operators, evaluated from the left; null without parts. */
export function row<L>(operator: BinaryOperator, parts: readonly Tree<L>[]): Tree<L> | null {
  return parts.reduce<Tree<L> | null>((left, right) => (left === null ? right : binary(operator, left, right)), null);
}

/** All of them; null when there is nothing to ask. */
export function conjunction<L>(conditions: readonly Tree<L>[]): Tree<L> | null {
  return row('&&', conditions);
}

/** What must be true for the condition to be: the parts of a conjunction, or the condition itself. */
export function conjunctsOf<L>(condition: Tree<L>): Tree<L>[] {
  const both = condition as Tree<never>;
  if (both.kind !== 'binary' || both.operator !== '&&') return [condition];
  return [...conjunctsOf<L>(both.left), ...conjunctsOf<L>(both.right)];
}

const INNER: ReadonlySet<string> = new Set([
  'constant',
  'unary',
  'binary',
  'conditional',
] satisfies Expression['kind'][]);

export function isLeaf<L extends Leaf>(tree: Tree<L>): tree is L {
  return !INNER.has(tree.kind);
}

/** The parts directly below. */
export function children<L extends Leaf>(tree: Tree<L>): readonly Tree<L>[] {
  if (isLeaf(tree)) return tree.index ? [tree.index as Tree<L>] : [];
  switch (tree.kind) {
    case 'constant':
      return [];
    case 'unary':
      return [tree.operand];
    case 'binary':
      return [tree.left, tree.right];
    case 'conditional':
      return [tree.condition, tree.whenTrue, tree.whenFalse];
  }
}

/** The node with other parts, as many as it has. */
export function withChildren<L extends Leaf>(tree: Tree<L>, parts: readonly Tree<L>[]): Tree<L> {
  const [first, second, third] = parts as [Tree<L>, Tree<L>, Tree<L>];
  if (isLeaf(tree)) return first === undefined ? tree : { ...tree, index: first };
  switch (tree.kind) {
    case 'constant':
      return tree;
    case 'unary':
      return { ...tree, operand: first };
    case 'binary':
      return { ...tree, left: first, right: second };
    case 'conditional':
      return { ...tree, condition: first, whenTrue: second, whenFalse: third };
  }
}

/** The node with its parts changed; the same object when they are the same. */
export function mapChildren<L extends Leaf>(tree: Tree<L>, change: (part: Tree<L>) => Tree<L>): Tree<L> {
  const before = children(tree);
  const parts: Tree<L>[] = [];
  for (const part of before) parts.push(change(part));
  return parts.every((part, k) => part === before[k]) ? tree : withChildren(tree, parts);
}

/** The tree with every node changed, its parts before it. */
export function bottomUp<L extends Leaf>(tree: Tree<L>, change: (node: Tree<L>) => Tree<L>): Tree<L> {
  const again = (part: Tree<L>): Tree<L> => change(mapChildren(part, again));
  return again(tree);
}

/** The tree with other leaves, perhaps of another kind: `change` is given each of them, with its index changed already. */
export function mapLeaves<L extends Leaf, M extends Leaf>(
  tree: Tree<L>,
  change: (leaf: L, index: Tree<M> | null) => Tree<M>,
): Tree<M> {
  // What stands above a leaf is the same in all trees.
  const inner = mapChildren as unknown as (part: Tree<L>, again: (part: Tree<L>) => Tree<M>) => Tree<M>;
  const again = (part: Tree<L>): Tree<M> => {
    if (!isLeaf(part)) return inner(part, again);
    return change(part, part.index ? again(part.index as Tree<L>) : null);
  };
  return again(tree);
}

/** All nodes of a tree, a node before its parts. */
export function nodesOf<L extends Leaf>(tree: Tree<L>): Tree<L>[] {
  const found: Tree<L>[] = [];
  const visit = (part: Tree<L>): void => {
    found.push(part);
    for (const child of children(part)) visit(child);
  };
  visit(tree);
  return found;
}

export function leavesOf<L extends Leaf>(tree: Tree<L>): L[] {
  return nodesOf(tree).filter((node): node is L => isLeaf(node));
}

/** The locals that an expression reads. */
export function localsIn(expression: Expression): number[] {
  return leavesOf(expression).flatMap(({ kind, variable }) => (kind === 'local' ? [variable] : []));
}

export function sameTree(a: Expression | null, b: Expression | null): boolean {
  if (a === b) return true;
  if (a === null || b === null || a.kind !== b.kind) return false;
  for (const field of ['value', 'variable', 'operator'] as const) {
    if (field in a && (a as Record<string, unknown>)[field] !== (b as Record<string, unknown>)[field]) return false;
  }
  const [left, right] = [children(a), children(b)];
  return left.length === right.length && left.every((part, k) => sameTree(part, right[k] as Expression));
}

const sizes = new WeakMap<object, number>();

/** Nodes of the tree; parts are shared in memory, so it is remembered, not counted again. */
export function sizeOfTree<L extends Leaf>(tree: Tree<L>): number {
  const known = sizes.get(tree);
  if (known !== undefined) return known;
  let size = 1;
  for (const part of children(tree)) size += sizeOfTree(part);
  sizes.set(tree, size);
  return size;
}

/** What an edge evaluates, in order. */
export function expressionsOf({ guard, updates }: Pick<Edge, 'guard' | 'updates'>): Expression[] {
  return [guard, ...updates.flatMap(({ target, value }) => [target.index, value])].filter(
    (part) => part !== null && part !== 'any',
  );
}

/** The locals that some of the edges assign. */
export function assignedLocals(edges: readonly Edge[]): ReadonlySet<number> {
  const targets = edges.flatMap(({ updates }) => updates.map(({ target }) => target));
  return new Set(targets.flatMap(({ kind, variable }) => (kind === 'local' ? [variable] : [])));
}

/** The edge with all its expressions changed, and where it is asked for what is assigned. */
export function mapEdge<E extends Pick<Edge, 'guard' | 'updates'>>(
  edge: E,
  change: (expression: Expression) => Expression,
  assigned: (target: Read) => Read = (target) => target,
): E {
  const guard = edge.guard === null ? null : change(edge.guard);
  const updates = edge.updates.map((update): Update => {
    const index = update.target.index === null ? null : change(update.target.index);
    const target = assigned({ ...update.target, index });
    return { ...update, target, value: update.value === 'any' ? 'any' : change(update.value) };
  });
  return { ...edge, guard, updates };
}
