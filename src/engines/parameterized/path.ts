/** The way back from an unsafe cube, in the order of execution, with every process named once and for all. */
import type { GuardedCommand } from '../../models/array-system/normal-form.js';
import type { Cube } from './cube.js';
import type { BackwardStep, SearchNode } from './node.js';

export interface SymbolicStep {
  readonly command: GuardedCommand;
  /** Global names of the processes in the command's slots. */
  readonly slots: readonly number[];
}

export interface SymbolicPath {
  /** How many processes take part; those of the first cube come first. */
  readonly processes: number;
  readonly steps: readonly SymbolicStep[];
  /** Global names of the processes of the unsafe cube. */
  readonly names: readonly number[];
}

/**
 * A process of which the cubes before say nothing gets a new name; or, when there are no more than `most` of them, the name
 * of one that is not in sight: it may well be that one.
 */
export function pathOf<C extends Cube>(node: SearchNode<C>, most: number | null): SymbolicPath {
  let next = node.cube.processes;
  let names = Array.from({ length: next }, (_, p) => p);
  const steps: SymbolicStep[] = [];
  for (let at = node; at.parent !== null; at = at.parent) {
    const { names: renaming, command, slots } = at.step as BackwardStep;
    const global = renaming.map((name) => (name >= 0 ? (names[name] as number) : -1));
    for (const [p, name] of global.entries()) {
      if (name < 0) global[p] = most === null || next < most ? next++ : outOfSight(global);
    }
    steps.push({ command, slots: slots.map((p) => global[p] as number) });
    names = global.slice(0, at.parent.cube.processes);
  }
  return { processes: next, steps, names };
}

function outOfSight(inSight: readonly number[]): number {
  let name = 0;
  while (inSight.includes(name)) name++;
  return name;
}
