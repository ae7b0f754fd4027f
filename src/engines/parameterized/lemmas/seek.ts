/**
 * Lemmas for a search that got stuck: candidates from explored states (candidates.ts), sifted until they prove each other
 * (inductive.ts).
 *
 * Guesses follow the search: each is a part of some cube that it met. What proves a ticket lock is in no cube: that two
 * waiting processes have different numbers follows from `Serving = Number[i] && Serving = Number[j]`, but is no part of it.
 * So candidates are made from the vocabulary of the model instead, and need no luck: they are lemmas or are given up.
 */
import type { Literal, Literals } from '../../../logic/literals.js';
import type { ArraySystem, StateSymbol } from '../../../models/array-system/model.js';
import type { Guide } from '../approach.js';
import type { Cube } from '../cube.js';
import type { ExploredInstance } from '../explored-instance.js';
import type { CubeForm } from '../form.js';
import { LemmasByNeed } from './by-need.js';
import { Candidates } from './candidates.js';
import { ExploredPlaces } from './explored-places.js';
import { inductive, type Sifting } from './inductive.js';
import { Owners } from './owners.js';
import { PointerFacts } from './pointer-facts.js';
import { Projections } from './projections.js';

/** More candidates than this are not tried, narrower ones included. */
const MOST_CANDIDATES = 2_000;
/** First lemmas of one and two processes alone; then who owns what; then with cubes as they are in between. */
const LEVELS = [0, 2];
/** Places are digits of a number, and bits of a mask. */
const MOST_PLACES = 31;

/** Lemmas that are closed by themselves; `enough`: they exclude all that is unsafe. */
export interface Needed<C> {
  readonly lemmas: readonly C[];
  readonly enough: boolean;
}

/** Lemmas that are closed by themselves and may help a search; if they do not, more are sought. */
export interface Offer<C> {
  readonly offered: readonly C[];
}

export type Sought<C> = Needed<C> | Offer<C>;

/** Lemmas from the unsafe cubes backwards; null if the model has no array of places or no pointers. */
export function lemmasByNeed<C extends Cube>(
  form: CubeForm<C>,
  guide: Guide<C>,
  instances: readonly ExploredInstance[],
  system: ArraySystem,
  literals: Literals,
): Generator<Sifting | Offer<C>, Needed<C>> | null {
  const place = placesOf(system);
  if (place === null || literals.absolute || !system.symbols.some(isPointer)) return null;
  const constants = system.symbols.filter((s) => s.sort.kind === 'proc' && s.constant && s.arity === 0);
  const projections = new Projections(
    literals,
    place.index,
    constants.map(({ index }) => literals.cell(index, [])),
  );
  const places = new ExploredPlaces(literals, instances);
  const cubeOf = (conjunction: readonly Literal[]) => guide.cubeOf(conjunction);
  return (function* () {
    let lemmas: readonly C[] = [];
    for (const levels of LEVELS) {
      const byNeed = new LemmasByNeed(form, cubeOf, projections, places, levels);
      const found = yield* byNeed.seek(form.unsafe().map(({ cube }) => cube));
      if (!byNeed.failed) return { lemmas: found, enough: true };
      if (found.length > lemmas.length) lemmas = found;
      if (levels > 0) continue;
      const { all } = new PointerFacts(literals, system, place, guide.seesViews);
      const offered = yield* new Owners(form, cubeOf, projections, places, all).seek();
      if (offered.length > 0) yield { offered };
    }
    return { lemmas, enough: false };
  })();
}

/** The array that says where a process is: the one with the most values. */
function placesOf({ symbols }: ArraySystem): StateSymbol | null {
  const size = ({ sort }: StateSymbol) => (sort.kind === 'enum' ? sort.constructors.length : 0);
  const fitting = symbols.filter((s) => s.arity === 1 && !s.weak && size(s) > 0 && size(s) <= MOST_PLACES);
  return fitting.reduce<StateSymbol | null>((best, s) => (best === null || size(s) > size(best) ? s : best), null);
}

/** Processes are kept in it: who waits for whom. */
export function isPointer({ sort, constant }: StateSymbol): boolean {
  return sort.kind === 'proc' && !constant;
}

export function* seekLemmas<C extends Cube>(
  form: CubeForm<C>,
  guide: Guide<C>,
  system: ArraySystem,
  literals: Literals,
  hints: readonly C[],
  finer = false,
): Generator<Sifting, readonly C[]> {
  // Names of particular processes are few: guesses about them are enough.
  if (literals.absolute || (system.processes !== null && system.processes < 2))
    return yield* inductive(form, hints, () => []);
  const candidates = new Candidates(literals, system, guide.seesViews, (c) => !guide.unreached(c), finer);
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
