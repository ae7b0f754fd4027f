/** Weaker view cubes, for guesses: fewer literals, with the fences of what is left. */
import { type Literal, type Literals, PLAIN } from '../../../logic/literals.js';
import type { Weaker } from '../approximation.js';
import { cellsOf, processesOf } from '../cube.js';
import { type ViewCube, ViewCubes } from './cube.js';
import { ViewEmbedding } from './embed.js';

export function weakerViews(literals: Literals): Weaker<ViewCube> {
  const cubes = new ViewCubes(literals);
  const embedding = new ViewEmbedding(literals);
  const of = (conjunction: Iterable<Literal>, processes: number, fences: Int32Array): ViewCube => {
    const kept = Int32Array.from(conjunction).sort();
    const draft = { processes, literals: kept, fences, pending: new Int32Array(processes), universals: [] };
    return cubes.normal(draft, literals.absolute).cube;
  };
  return {
    seesViews: true,
    cubeOf(conjunction) {
      const processes = 32 - Math.clz32(processesOf(literals, conjunction));
      return of(conjunction, processes, new Int32Array(processes).fill(-1));
    },
    fenced: (cube, literal) =>
      cellsOf(literals, literal).some((cell) => {
        const tag = literals.tagOf(cell);
        return tag !== PLAIN && tag <= (cube.fences[literals.readerOf(cell)] as number);
      }),
    weaker: ({ processes, fences }, subset) => of(subset, processes, fences),
    contains: (large, small) => embedding.containsCube(large, small),
  };
}
