/** Weaker view cubes, for guesses: fewer literals, with the fences of what is left. */
import { type Literals, PLAIN } from '../../../logic/literals.js';
import type { Weaker } from '../approximation.js';
import { cellsOf } from '../cube.js';
import { type ViewCube, ViewCubes } from './cube.js';
import { ViewEmbedding } from './embed.js';

export function weakerViews(literals: Literals): Weaker<ViewCube> {
  const cubes = new ViewCubes(literals);
  const embedding = new ViewEmbedding(literals);
  return {
    fenced: (cube, literal) =>
      cellsOf(literals, literal).some((cell) => {
        const tag = literals.tagOf(cell);
        return tag !== PLAIN && tag <= (cube.fences[literals.readerOf(cell)] as number);
      }),
    weaker(cube, subset) {
      const { processes, fences } = cube;
      const kept = Int32Array.from(subset).sort();
      const draft = { processes, literals: kept, fences, pending: new Int32Array(processes), universals: [] };
      return cubes.normal(draft, literals.absolute).cube;
    },
    contains: (large, small) => embedding.containsCube(large, small),
  };
}
