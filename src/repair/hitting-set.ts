/**
 * A cheapest set of places that satisfies all clauses, exactly, by branch and bound.
 *
 * A clause (`hit`, `without`) asks of a set that it has one of `hit`, or lacks one of `without`. Without the second half
 * this is the hitting set problem; the second half says "not this one again, nor more than it", and what else depends on a
 * place that was chosen before.
 *
 * A set grows from nothing. A clause is *open* when the set so far satisfies neither half; nothing that is added later can
 * satisfy its second half, so one of `hit` must be added: those are the branches, and each branch leaves out what the
 * branches before it took, so no set is met twice. A set without open clause is a solution, and everything above it in the
 * tree costs more. Open clauses that share no place need one place each: that is the bound that cuts.
 *
 * Of two sets the one with fewer places is cheaper; of two with as many, the one of less weight.
 */

export interface Clause {
  /** One of these is to be taken... */
  readonly hit: readonly number[];
  /** ...or one of these is not. */
  readonly without: readonly number[];
}

/** Null when no set satisfies all clauses. The places of the answer are in ascending order. */
export function cheapestSet(weights: readonly number[], clauses: readonly Clause[]): readonly number[] | null {
  const search = new Search(weights, clauses);
  search.extend([], 0);
  return search.best === null ? null : [...search.best].sort((one, other) => one - other);
}

export function satisfies(set: ReadonlySet<number>, { hit, without }: Clause): boolean {
  return hit.some((place) => set.has(place)) || without.some((place) => !set.has(place));
}

class Search {
  best: readonly number[] | null = null;
  private bestWeight = 0;
  private readonly weights: readonly number[];
  private readonly clauses: readonly Clause[];
  private readonly left = new Set<number>();

  constructor(weights: readonly number[], clauses: readonly Clause[]) {
    this.weights = weights;
    this.clauses = clauses;
  }

  extend(taken: readonly number[], weight: number): void {
    const open = this.open(new Set(taken));
    if (open === null) return;
    const [narrowest] = open;
    if (narrowest === undefined) {
      if (this.isWorse(taken.length, weight)) return;
      this.best = taken;
      this.bestWeight = weight;
      return;
    }
    const { least, lightest } = this.bound(open);
    if (this.isWorse(taken.length + least, weight + lightest)) return;
    const tried: number[] = [];
    for (const place of narrowest) {
      this.extend([...taken, place], weight + this.weightOf(place));
      this.left.add(place);
      tried.push(place);
    }
    for (const place of tried) this.left.delete(place);
  }

  /** For each open clause what can still be added for it, the fewest first; null when that is nothing. */
  private open(taken: ReadonlySet<number>): number[][] | null {
    const open: number[][] = [];
    for (const clause of this.clauses) {
      if (satisfies(taken, clause)) continue;
      const allowed = clause.hit.filter((place) => !this.left.has(place));
      if (allowed.length === 0) return null;
      open.push(allowed.sort((one, other) => this.weightOf(one) - this.weightOf(other) || one - other));
    }
    return open.sort((one, other) => one.length - other.length);
  }

  /** How many places, and what weight, clauses without a common place need. */
  private bound(open: readonly (readonly number[])[]): { least: number; lightest: number } {
    const used = new Set<number>();
    let [least, lightest] = [0, 0];
    for (const allowed of open) {
      if (allowed.some((place) => used.has(place))) continue;
      for (const place of allowed) used.add(place);
      least++;
      lightest += this.weightOf(allowed[0] as number);
    }
    return { least, lightest };
  }

  private isWorse(places: number, weight: number): boolean {
    if (this.best === null) return false;
    return places > this.best.length || (places === this.best.length && weight >= this.bestWeight);
  }

  private weightOf(place: number): number {
    return this.weights[place] ?? 0;
  }
}
