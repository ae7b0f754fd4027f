/**
 * What the search needs to know of cubes: a *form* of cube.
 *
 * The loop (search.ts) is the same whatever a cube looks like; under sequential consistency a cube is a conjunction of
 * literals (plain-form.ts). A form for weak memory keeps reads that wait for their write as well, and says the same five
 * things about its cubes: which are unsafe, which meet init, what leads to them, which contain which, how large they are.
 */
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

export interface CubeForm<C> {
  /** How many guarded commands there are to step back through. */
  readonly commands: number;
  unsafe(): { readonly cube: C; readonly property: number }[];
  /** What the model's `invariant` declarations exclude. Leaving some out is sound. */
  assumed(): C[];
  /** Must be exact, or err on the side of yes. */
  meetsInitial(cube: C): boolean;
  /** Must contain every predecessor through the command that is not in the cube itself. */
  preImages(cube: C, command: number): { readonly cube: C; readonly step: BackwardStep }[];
  /** A new, empty set of visited cubes. */
  visited(): VisitedCubes<C>;
  size(cube: C): { readonly processes: number; readonly literals: number };
  /** A pre-image was left out because it needs more processes than the limit; to be reset at each start. */
  capped: boolean;
}

export interface VisitedCubes<C> {
  add(node: SearchNode<C>): void;
  remove(node: SearchNode<C>): void;
  nodes(): Iterable<SearchNode<C>>;
  /** Visited cubes whose union contains this one, or null when that could not be shown. */
  cover(cube: C): readonly SearchNode<C>[] | null;
  /** Visited cubes contained in this one; any subset of them will do. */
  coveredBy(cube: C): readonly SearchNode<C>[];
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
