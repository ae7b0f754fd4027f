/**
 * A proof in which full buffers were excused, as a proof of the program in which a write waits for room. The two programs differ
 * by the steps that find a buffer full, and by the places and the variable that these lead to. So what is left of the states,
 * without that variable, is closed under the steps that are left.
 */
import type { Cube } from '../../logic/integer/cubes.js';
import type { Formula } from '../../logic/integer/formula.js';
import type { PredicateProof } from './engine.js';
import type { Reached } from './explore.js';

/** `predicates` are those of the proof in the terms of the other system, in their order; null for one on the missing variable. */
export function withoutFullBuffers(
  reached: readonly Reached[],
  predicates: readonly (Formula | null)[],
  target: Pick<PredicateProof, 'reduction' | 'system'>,
): PredicateProof {
  const kept = predicates.flatMap((predicate, number) => (predicate === null ? [] : [number]));
  const places = new Map(kept.map((number, place) => [number, place]));
  const renumbered = (cube: Cube): Cube =>
    cube.flatMap((literal) => {
      const place = places.get(literal >>> 1);
      return place === undefined ? [] : [2 * place + (literal & 1)];
    });
  return {
    ...target,
    predicates: predicates.filter((predicate) => predicate !== null),
    // Of the places where a buffer was full no state is kept.
    reached: reached
      .filter(({ cubes }) => cubes.length > 0)
      .map(({ locations, cubes }) => ({ locations, cubes: cubes.map(renumbered) })),
  };
}
