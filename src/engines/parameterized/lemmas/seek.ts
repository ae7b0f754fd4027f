/**
 * Lemmas for a search that got stuck: candidates from explored states (candidates.ts), sifted until they prove each other
 * (inductive.ts).
 *
 * Guesses follow the search: each is a part of some cube that it met. What proves a ticket lock is in no cube: that two
 * waiting processes have different numbers follows from `Serving = Number[i] && Serving = Number[j]`, but is no part of it.
 * So candidates are made from the vocabulary of the model instead, and need no luck: they are lemmas or are given up.
 */
import type { Literal, Literals } from '../../../logic/literals.js';
import type { ArraySystem } from '../../../models/array-system/model.js';
import type { Guide } from '../approach.js';
import type { Cube } from '../cube.js';
import type { CubeForm } from '../form.js';
import { Candidates } from './candidates.js';
import { inductive, type Sifting } from './inductive.js';

/** More candidates than this are not tried, narrower ones included. */
const MOST_CANDIDATES = 2_000;

export function* seekLemmas<C extends Cube>(
  form: CubeForm<C>,
  guide: Guide<C>,
  system: ArraySystem,
  literals: Literals,
  hints: readonly C[],
): Generator<Sifting, readonly C[]> {
  // Names of particular processes are few: guesses about them are enough.
  if (literals.absolute || (system.processes !== null && system.processes < 2))
    return yield* inductive(form, hints, () => []);
  const candidates = new Candidates(literals, system, guide.seesViews, (c) => !guide.unreached(c));
  if (!candidates.any) return yield* inductive(form, hints, () => []);
  const known = new Set<string>();
  const cubesOf = (conjunctions: Iterable<readonly Literal[]>): C[] => {
    const out: C[] = [];
    for (const conjunction of conjunctions) {
      if (known.size >= MOST_CANDIDATES) break;
      const cube = guide.cubeOf(conjunction);
      const key = cube.literals.join(' ');
      if (!known.has(key)) out.push(cube);
      known.add(key);
    }
    return out;
  };
  const narrower = (cube: C) => cubesOf(candidates.narrower([...cube.literals]));
  return yield* inductive(form, [...hints, ...cubesOf(candidates.widest())], narrower);
}
