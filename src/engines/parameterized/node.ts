/** The nodes of the search: a cube, and how the search came to it. */
import type { GuardedCommand } from '../../models/array-system/normal-form.js';

/** A step back: the command, and its processes in the names of the cube stepped back from. */
export interface BackwardStep {
  readonly command: GuardedCommand;
  /** Processes in the command's slots; new ones are numbered after the cube's own. */
  readonly slots: readonly number[];
  /** For each of those names its name in the new cube, or -1 when nothing is said of it any more. */
  readonly names: readonly number[];
}

export interface SearchNode<C> {
  readonly id: number;
  readonly cube: C;
  readonly depth: number;
  /** Where it was stepped back from, and how; null for a root. */
  readonly parent: SearchNode<C> | null;
  readonly step: BackwardStep | null;
  /** The `unsafe` declaration a root stands for; null for a guess of the approximation. */
  readonly property: number | null;
  /** What this cube was weakened from by the approximation, null when it was not. */
  readonly approximates: SearchNode<C> | null;
  /** An `invariant` declaration of the model: visited without proof. */
  readonly assumed: boolean;
  deleted: boolean;
}

let numbers = 0;

/** A node of no search: a cube that is put among visited ones. */
export function lone<C>(cube: C, assumed: boolean): SearchNode<C> {
  const id = numbers++;
  return { id, cube, depth: 0, parent: null, step: null, property: null, approximates: null, assumed, deleted: false };
}

export function rootOf<C>(node: SearchNode<C>): SearchNode<C> {
  let root = node;
  while (root.parent !== null) root = root.parent;
  return root;
}

export function isAncestor<C>(node: SearchNode<C>, of: SearchNode<C>): boolean {
  for (let up: SearchNode<C> | null = of; up !== null; up = up.parent) if (up === node) return true;
  return false;
}
