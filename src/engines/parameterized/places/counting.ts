/**
 * Place sums at work in a search: candidates (find.ts) with their lemmas, of which those stay that no initial state refutes,
 * and what they exclude (exclude.ts).
 */
import type { Literals } from '../../../logic/literals.js';
import type { Property } from '../../../models/array-system/model.js';
import type { NormalForm, StateCommand } from '../../../models/array-system/normal-form.js';
import type { PlaceSum, PlaceSums } from '../../../models/array-system/place-sum.js';
import type { Cube } from '../cube.js';
import type { Form } from '../form.js';
import type { Counting } from '../search.js';
import { Exclusion, type Reason } from './exclude.js';
import { placeSums } from './find.js';
import { rangeLemmas } from './ranges.js';
import { tokenSums } from './tokens.js';

interface Assumed<C> {
  /** Null if the lemmas are wanted for themselves. */
  readonly sum: PlaceSum | null;
  /** What the lemma says of one process; null beside a sum. */
  readonly range: StateCommand | null;
  readonly lemmas: readonly C[];
}

interface LeftOut<C> {
  readonly cube: C;
  readonly covered: (cube: C) => boolean;
}

export class PlaceCounting<C extends Cube> implements Counting<C> {
  private exclusion: Exclusion;

  private constructor(
    private readonly form: Form<C>,
    private readonly literals: Literals,
    private candidates: readonly Assumed<C>[],
  ) {
    this.exclusion = this.exclusionOf();
  }

  /** Null if the system has no sum. */
  static of<C extends Cube>(system: NormalForm, form: Form<C>, literals: Literals): PlaceCounting<C> | null {
    if (system.system.processes !== null) return null;
    const found = [...placeSums(system), ...tokenSums(system)];
    if (found.length === 0) return null;
    const arrays = new Set(found.flatMap(({ sum }) => sum.arrays.map(({ index }) => index)));
    const ranges = [...arrays].flatMap((array) => rangeLemmas(system, array));
    const cubes = (lemmas: readonly StateCommand[]) => lemmas.flatMap((lemma) => form.lemma(lemma));
    const candidates: Assumed<C>[] = [
      ...found.map(({ sum, lemmas }) => ({ sum, range: null, lemmas: cubes(lemmas) })),
      ...ranges.map((range) => ({ sum: null, range, lemmas: cubes([range]) })),
    ];
    const possible = candidates.filter(({ lemmas }) => !lemmas.some((lemma) => form.meetsInitial(lemma)));
    return possible.every(({ sum }) => sum === null) ? null : new PlaceCounting(form, literals, possible);
  }

  get sums(): readonly PlaceSum[] {
    return this.candidates.flatMap(({ sum }) => sum ?? []);
  }

  lemmas(): readonly C[] {
    return this.candidates.flatMap(({ lemmas }) => lemmas);
  }

  excludes(cube: C, covered: (cube: C) => boolean): boolean {
    return this.reasonOf(cube, covered, false) !== null;
  }

  refuted(lemma: C): boolean {
    const kept = this.candidates.filter(({ lemmas }) => !lemmas.includes(lemma));
    if (kept.length === this.candidates.length) return false;
    this.candidates = kept;
    this.exclusion = this.exclusionOf();
    return true;
  }

  /** For a proof: why cubes are left out, each reason once. */
  excluded(leftOut: readonly LeftOut<C>[], describe: (cube: Cube) => Property): PlaceSums {
    const reasons = new Map<string, Reason>();
    for (const { cube, covered } of leftOut) {
      const reason = this.reasonOf(cube, covered, true);
      if (reason !== null) reasons.set(reason.literals.join(' '), reason);
    }
    const excluded = [...reasons.values()].map(({ sum, ...cube }) => ({
      sum,
      cube: describe({ ...cube, universals: [] }),
    }));
    return { sums: this.sums, excluded };
  }

  private reasonOf(cube: C, covered: (cube: C) => boolean, shortest: boolean) {
    const isCovered = (literals: Int32Array, processes: number) => covered(this.form.plain(literals, processes));
    return this.exclusion.reason(cube, isCovered, shortest);
  }

  private exclusionOf(): Exclusion {
    const ranges = this.candidates.flatMap(({ range }) => range ?? []);
    return new Exclusion(this.literals, this.sums, ranges);
  }
}
