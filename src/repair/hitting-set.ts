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
 * A set costs what its places cost together, 1 each unless said otherwise. Of two sets that cost the same the one with fewer
 * places is better; of two with as many, the one of less weight. The bound is one for each of the three, so a set whose
 * bounds are not better, compared in this order, is not better either.
 */

export interface Clause {
  /** One of these is to be taken... */
  readonly hit: readonly number[];
  /** ...or one of these is not. */
  readonly without: readonly number[];
}

/** What a place costs, by its number; all above 0. */
export type Costs = (place: number) => number;

/** Null when no set satisfies all clauses. The places of the answer are in ascending order. */
export function cheapestSet(
  weights: readonly number[],
  clauses: readonly Clause[],
  costs: Costs = () => 1,
): readonly number[] | null {
  const search = new Search(weights, clauses, costs);
  search.extend([], { cost: 0, places: 0, weight: 0 });
  return search.best === null ? null : [...search.best].sort((one, other) => one - other);
}

export function satisfies(set: ReadonlySet<number>, { hit, without }: Clause): boolean {
  return hit.some((place) => set.has(place)) || without.some((place) => !set.has(place));
}

/** What a set costs, most important first. */
interface Price {
  readonly cost: number;
  readonly places: number;
  readonly weight: number;
}

function sum(one: Price, other: Price): Price {
  return { cost: one.cost + other.cost, places: one.places + other.places, weight: one.weight + other.weight };
}

class Search {
  best: readonly number[] | null = null;
  private bestPrice: Price | null = null;
  private readonly weights: readonly number[];
  private readonly clauses: readonly Clause[];
  private readonly left = new Set<number>();

  constructor(
    weights: readonly number[],
    clauses: readonly Clause[],
    private readonly costs: Costs,
  ) {
    this.weights = weights;
    this.clauses = clauses;
  }

  extend(taken: readonly number[], price: Price): void {
    const open = this.open(new Set(taken));
    if (open === null) return;
    const [narrowest] = open;
    if (narrowest === undefined) {
      if (!this.isBetter(price)) return;
      this.best = taken;
      this.bestPrice = price;
      return;
    }
    if (!this.isBetter(sum(price, this.bound(open)))) return;
    const tried: number[] = [];
    for (const place of narrowest) {
      this.extend([...taken, place], sum(price, this.priceOf(place)));
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
      open.push(allowed.sort((one, other) => this.inOrder(one, other)));
    }
    return open.sort((one, other) => one.length - other.length);
  }

  /** What clauses without a common place need at least. */
  private bound(open: readonly (readonly number[])[]): Price {
    const used = new Set<number>();
    let least: Price = { cost: 0, places: 0, weight: 0 };
    for (const allowed of open) {
      if (allowed.some((place) => used.has(place))) continue;
      for (const place of allowed) used.add(place);
      const prices = allowed.map((place) => this.priceOf(place));
      const cost = Math.min(...prices.map((price) => price.cost));
      least = sum(least, { cost, places: 1, weight: Math.min(...prices.map(({ weight }) => weight)) });
    }
    return least;
  }

  private isBetter({ cost, places, weight }: Price): boolean {
    const best = this.bestPrice;
    if (best === null) return true;
    return (cost - best.cost || places - best.places || weight - best.weight) < 0;
  }

  private inOrder(one: number, other: number): number {
    const [first, second] = [this.priceOf(one), this.priceOf(other)];
    return first.cost - second.cost || first.weight - second.weight || one - other;
  }

  private priceOf(place: number): Price {
    return { cost: this.costs(place), places: 1, weight: this.weights[place] ?? 0 };
  }
}
