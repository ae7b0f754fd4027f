/**
 * Cubes and the nodes of the search.
 *
 * A cube says: there are distinct processes 0, 1, ... n-1 that satisfy the literals, and every choice of further
 * processes satisfies the universals (section 3.1 of the Cubicle-W paper has no universals in cubes; see universal.ts for
 * when we keep them). Literals are in normal form and sorted. Without universals every process of a cube occurs in a
 * literal.
 */
import type { Literal, Literals } from '../../logic/literals.js';
import type { GuardedCommand } from '../../models/array-system/normal-form.js';
import type { UniversalPart } from './universal.js';

export interface Cube {
  readonly processes: number;
  readonly literals: Int32Array;
  readonly universals: readonly UniversalPart[];
}

export interface SearchNode {
  readonly id: number;
  readonly cube: Cube;
  readonly depth: number;
  /** Where it was stepped back from; null for a root. */
  readonly parent: SearchNode | null;
  readonly command: GuardedCommand | null;
  /** The command's slots in the names of the parent's cube, new processes numbered after its own. */
  readonly slots: readonly number[];
  /** For each of those names its name in this cube, or -1 when nothing is said of it any more. */
  readonly names: readonly number[];
  /** The `unsafe` declaration a root stands for; null for a guess of the approximation. */
  readonly property: number | null;
  /** What this cube was weakened from by the approximation, null when it was not. */
  readonly approximates: SearchNode | null;
  /** An `invariant` declaration of the model: visited without proof. */
  readonly assumed: boolean;
  deleted: boolean;
}

/** Renames processes to 0, 1, ... in order, dropping those that occur in no literal (unless all are to be kept). */
export function compact(
  literals: Literals,
  conjunction: Int32Array,
  processes: number,
  keepAll: boolean,
): { literals: Int32Array; processes: number; names: number[] } {
  let used = 0;
  for (const literal of conjunction) used |= literals.processes[literal] as number;
  const names: number[] = [];
  let next = 0;
  for (let p = 0; p < processes; p++) names.push(keepAll || used & (1 << p) ? next++ : -1);
  if (next === processes) return { literals: conjunction, processes, names };
  return { literals: conjunction.map((l) => literals.rename(l, names)).sort(), processes: next, names };
}

export function rootOf(node: SearchNode): SearchNode {
  let root = node;
  while (root.parent !== null) root = root.parent;
  return root;
}

export function isAncestor(node: SearchNode, of: SearchNode): boolean {
  for (let up: SearchNode | null = of; up !== null; up = up.parent) if (up === node) return true;
  return false;
}

/** The literals of a cube as one number, equal for equal cubes: a quick first test. */
export function sameLiterals(a: ArrayLike<Literal>, b: ArrayLike<Literal>): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
