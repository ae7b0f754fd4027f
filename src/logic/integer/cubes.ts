/**
 * The cubes of predicates that imply a formula: the search inside predicate abstraction (Dan, Meshman, Vechev and Yahav
 * 2013, figures 6 and 7; before them Ball, Majumdar, Millstein and Rajamani 2001).
 *
 * The paper goes through all cubes up to a size, from small to large, leaves out those that contain one found, and asks a
 * solver about each of the others. The result here is the same, and few cubes are asked about. A model that refutes one
 * cube refutes every cube that it satisfies, and is kept for later formulas, which it may refute as well (`pool.ts`); the
 * cubes that no model refutes are found without looking at the others (`hitting.ts`); pairs of literals that contradict or
 * imply each other are found once, and no cube has both (`exclusions.ts`); a cube hangs together by variables with the
 * formula (`cone.ts`). Where the prover does not know, a cube is taken not to imply.
 */
import { coneOf, leadersOf, linksOf, reachedFrom, withoutPendants } from './cone.js';
import { exclusionsOf } from './exclusions.js';
import { FALSE, type Formula } from './formula.js';
import { type Exclusions, HittingSearch } from './hitting.js';
import { ModelPool } from './pool.js';
import type { Prover } from './prover.js';

export { coneOf };

/** A conjunction of literals on predicates: 2p for predicate p, 2p + 1 for its negation; rising. */
export type Cube = readonly number[];

interface CubeCounts {
  /** Cubes looked at. */
  asked: number;
  /** Of these, such that a model at hand refuted. */
  refutedByModels: number;
  solverCalls: number;
  /** Formulas whose cubes were known from before. */
  cacheHits: number;
}

export class CubeSearch {
  readonly counts: CubeCounts = { asked: 0, refutedByModels: 0, solverCalls: 0, cacheHits: 0 };
  private readonly pool: ModelPool;
  private readonly known = new Map<string, readonly Cube[]>();
  private readonly exclusions = new Map<string, Exclusions>();
  /** Minimal contradictory cubes by size, for the sizes that were gone through. */
  private readonly contradictorySizes: Cube[][] = [[]];
  private contradictionSearch: HittingSearch | null = null;
  /** Minimal contradictory cubes of three and more literals that turned up. */
  private readonly contradictory: Cube[] = [];

  constructor(
    private readonly prover: Prover,
    private readonly predicates: readonly Formula[],
  ) {
    this.pool = new ModelPool(predicates);
  }

  /**
   * All minimal cubes of at most `size` literals over the predicates `relevant` that imply the formula where the formulas
   * of `context` are true, small ones first. Cubes that contradict themselves or the context are left out. The empty cube
   * alone when the formula needs none.
   */
  implicants(
    formula: Formula,
    size: number,
    relevant: readonly number[],
    context: readonly Formula[] = [],
  ): readonly Cube[] {
    const key = [size, formula.key, relevant.join(), ...context.map((each) => each.key)].join(';');
    const before = this.known.get(key);
    if (before !== undefined) {
      this.counts.cacheHits++;
      return before;
    }
    const cubes = this.searchImplicants(formula, size, relevant, context);
    this.known.set(key, cubes);
    return cubes;
  }

  /** The minimal contradictory cubes of at most `size` literals: what no state can satisfy. */
  contradictions(size: number): readonly Cube[] {
    while (this.contradictorySizes.length <= size) this.searchContradictions(this.contradictorySizes.length);
    return this.contradictorySizes.slice(1, size + 1).flat();
  }

  private searchImplicants(
    formula: Formula,
    size: number,
    relevant: readonly number[],
    context: readonly Formula[],
  ): readonly Cube[] {
    this.counts.asked++;
    const empty = this.solve(formula, [], context);
    if (empty === null) return [[]];
    if (formula.kind === 'false' || size === 0) return [];
    const numbers = this.matter(formula, size, relevant, context);
    if (numbers.length === 0) return [];
    const cubes: Cube[] = [];
    const links = size === 1 ? null : linksOf(formula, this.formulasOf(numbers), context);
    const search = new HittingSearch(numbers, this.exclusionsFor(numbers, size), {
      counts: this.counts,
      ask: (local) => {
        const cube = local.map((literal) => 2 * (numbers[literal >> 1] as number) + (literal & 1));
        const answer = this.solve(formula, cube, context);
        if (answer === 'unknown') return 'unknown';
        if (answer !== null) {
          search.addModel(this.pool.truthsOf(numbers, answer));
          return 'model';
        }
        if (this.possible(cube, context)) cubes.push(cube);
        else if (context.length === 0) this.contradictory.push(cube);
        return 'found';
      },
    });
    for (let place = 0; place < this.pool.size; place++) {
      if (!this.pool.is(formula, false, place) || !this.allows(context, place)) continue;
      search.addModel(this.pool.truthsOf(numbers, place));
    }
    this.excludeContradictory(search, numbers, size);
    // Cubes in pieces are asked about too, for the sake of their models, but not at the end.
    for (let i = 1; i <= size; i++) search.run(i, i === size ? links : null);
    return cubes.sort(bySize);
  }

  /** The relevant predicates that can be in a minimal cube. */
  private matter(formula: Formula, size: number, relevant: readonly number[], context: readonly Formula[]): number[] {
    const rising = [...new Set(relevant)].sort((a, b) => a - b);
    const formulas = this.formulasOf(rising);
    const { variables } = formula;
    if (size === 1) {
      const leaderOf = leadersOf(context);
      const near = new Set(variables.map(leaderOf));
      return rising.filter((_, place) => formulas[place]?.variables.some((variable) => near.has(leaderOf(variable))));
    }
    const reached = reachedFrom(variables, [...formulas, ...context]).flatMap((place) => rising[place] ?? []);
    return withoutPendants(reached, this.predicates, [formula, ...context], this.prover.bounds);
  }

  private exclusionsFor(relevant: readonly number[], size: number): Exclusions {
    const key = `${size > 1};${relevant.join()}`;
    const known = this.exclusions.get(key);
    if (known !== undefined) return known;
    const impossible = this.contradictions(1);
    const pairs = size > 1 ? this.contradictions(2).slice(impossible.length) : [];
    const exclusions = exclusionsOf(relevant, impossible, pairs, size > 1);
    this.exclusions.set(key, exclusions);
    return exclusions;
  }

  /** Leaves out what contains a cube that is known to be contradictory; the exclusions do so for pairs. */
  private excludeContradictory(search: HittingSearch, numbers: readonly number[], size: number): void {
    if (size < 3 || this.contradictory.length === 0) return;
    const places = new Map(numbers.map((number, place) => [number, place]));
    for (const cube of this.contradictory) {
      const local = cube.map((literal) => 2 * (places.get(literal >> 1) ?? Number.NaN) + (literal & 1));
      if (!local.some(Number.isNaN)) search.exclude(local);
    }
  }

  private searchContradictions(size: number): void {
    const found: Cube[] = [];
    this.contradictorySizes.push(found);
    const all = this.predicates.map((_, number) => number);
    // Pairs, once known, leave out much of what is larger.
    if (size === 1) this.contradictionSearch = this.newContradictionSearch(all, exclusionsOf(all, [], [], true));
    if (size === 3) this.contradictionSearch = this.newContradictionSearch(all, this.exclusionsFor(all, size));
    this.contradictionSearch?.run(size, size > 1 ? linksOf(null, this.predicates, []) : null);
    found.sort(bySize);
  }

  private newContradictionSearch(all: readonly number[], exclusions: Exclusions): HittingSearch {
    const search = new HittingSearch(all, exclusions, {
      counts: this.counts,
      ask: (cube) => {
        const answer = this.solve(FALSE, cube, []);
        if (answer === 'unknown') return 'unknown';
        if (answer !== null) {
          search.addModel(this.pool.truthsOf(all, answer));
          return 'model';
        }
        this.contradictorySizes.at(-1)?.push(cube);
        return 'found';
      },
    });
    for (let place = 0; place < this.pool.size; place++) search.addModel(this.pool.truthsOf(all, place));
    return search;
  }

  /** The place of a model of the context and the cube without the formula; null when the cube implies the formula. */
  private solve(formula: Formula, cube: Cube, context: readonly Formula[]): number | null | 'unknown' {
    const answer = this.ask(formula, cube, context);
    return answer === null || answer === 'unknown' ? answer : this.pool.add(answer);
  }

  private ask(formula: Formula, cube: Cube, context: readonly Formula[]): Float64Array | null | 'unknown' {
    const { prover } = this;
    this.counts.solverCalls++;
    prover.start();
    prover.assume(formula, false);
    for (let i = 0; i < context.length; i++) prover.assume(context[i] as Formula, true);
    for (let i = 0; i < cube.length; i++) {
      const literal = cube[i] as number;
      prover.assume(this.predicates[literal >> 1] as Formula, (literal & 1) === 0);
    }
    return prover.answer();
  }

  /** Whether the cube and the context have a model. To ask takes less than to look through the pool. */
  private possible(cube: Cube, context: readonly Formula[]): boolean {
    return this.ask(FALSE, cube, context) !== null;
  }

  private allows(context: readonly Formula[], place: number): boolean {
    return context.every((formula) => this.pool.is(formula, true, place));
  }

  private formulasOf(numbers: readonly number[]): Formula[] {
    return numbers.map((number) => this.predicates[number] as Formula);
  }
}

function bySize(a: Cube, b: Cube): number {
  if (a.length !== b.length) return a.length - b.length;
  const at = a.findIndex((literal, i) => literal !== b[i]);
  return at < 0 ? 0 : (a[at] as number) - (b[at] as number);
}
