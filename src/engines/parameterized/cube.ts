/**
 * Cubes: what the search visits.
 *
 * A cube says: there are distinct processes 0, 1, ... n-1 that satisfy the literals, and every choice of further
 * processes satisfies the universals (section 3.1 of the Cubicle-W paper has no universals in cubes; see universal.ts for
 * when we keep them). Literals are in normal form and sorted. Without universals every process of a cube is mentioned.
 *
 * This is all that a plain cube says, the form for sequential consistency (plain/). Under TSO a cube also speaks of reads
 * that still wait for their write (views/cube.ts, events/cube.ts).
 */
import { Kind, type Literal, type Literals } from '../../logic/literals.js';
import type { UniversalPart } from './universal.js';

export interface Cube {
  readonly processes: number;
  readonly literals: Int32Array;
  readonly universals: readonly UniversalPart[];
}

/**
 * Renames processes to 0, 1, ... in order. Drops those that occur in no literal, unless all are to be kept or their bit in
 * `also` is set.
 */
export function compact(
  literals: Literals,
  conjunction: Int32Array,
  processes: number,
  keepAll: boolean,
  also = 0,
): { literals: Int32Array; processes: number; names: number[] } {
  const used = also | processesOf(literals, conjunction);
  const names: number[] = [];
  let next = 0;
  for (let p = 0; p < processes; p++) names.push(keepAll || used & (1 << p) ? next++ : -1);
  if (next === processes) return { literals: conjunction, processes, names };
  return { literals: conjunction.map((l) => literals.rename(l, names)).sort(), processes: next, names };
}

/** The processes that literals mention, as bits. */
export function processesOf(literals: Literals, conjunction: ArrayLike<Literal>): number {
  let processes = 0;
  for (let i = 0; i < conjunction.length; i++) processes |= literals.processes[conjunction[i] as Literal] as number;
  return processes;
}

/** The cells that a literal is about. */
export function cellsOf(literals: Literals, literal: Literal): number[] {
  const kind = literals.kind[literal] as number;
  const left = literals.left[literal] as number;
  if (kind === Kind.mask) return [left];
  if (kind === Kind.linear) return [...literals.constraintOf(literal).variables];
  return [left, literals.right[literal] as number].filter((term) => term >= 0);
}
