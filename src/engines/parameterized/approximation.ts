/**
 * Approximation with backtracking, guided by finite instances (what Cubicle calls BRAB).
 *
 * Before a cube is expanded, look for a weaker one (a few of its literals) that no explored state of a small instance
 * satisfies under any renaming, and search from that instead. Nothing here has to be right: a guess that an initial state
 * reaches is refuted by the search itself, remembered with every cube on the way to it, and never made again in a form
 * those cubes imply.
 *
 * For each literal and renaming one bit set over the explored states is kept; a guess is an intersection that stays
 * empty. Guesses with fewer processes come first, then fewer literals.
 */
import { Conjunction } from '../../logic/conjunction.js';
import { Kind, type Literal, type Literals } from '../../logic/literals.js';
import type { ArraySystem } from '../../models/array-system/model.js';
import type { Guide } from './approach.js';
import { sizeOf } from './bits.js';
import { type Cube, processesOf } from './cube.js';
import type { ExploredInstance } from './explored-instance.js';
import type { SearchNode } from './node.js';
import { injections } from './slots.js';
import { Weakening } from './weaken.js';

const MOST_LITERALS = 3;
/** Only this many literals of a cube take part in guesses of two and three. */
const WIDTH = 16;

/** What guessing needs to know of a form of cube. */
export interface Weaker<C> {
  /** The cube with only these of its literals. */
  weaker(cube: C, subset: readonly Literal[]): C;
  /** Views may be of one group of reads or of several. */
  cubeOf(conjunction: readonly Literal[]): C;
  readonly seesViews: boolean;
  /** The literal is about a view after the reader's own writes. */
  fenced(cube: C, literal: Literal): boolean;
  contains(large: C, small: C): boolean;
}

export class Approximation<C extends Cube> implements Guide<C> {
  protected readonly literals: Literals;
  private readonly cubes: Weaker<C>;
  /** Explorations without numbers, and those that follow numbers as far as they fit: a sample. */
  protected readonly instances: readonly ExploredInstance[];
  private readonly numeric: readonly ExploredInstance[];
  /** The number of processes is given, and the instances have it. */
  private readonly fixed: boolean;
  /** Few literals or none: a guess that takes many fits a sample, and seldom what is so. */
  private readonly briefly: boolean;
  private readonly bad: C[] = [];
  private readonly weakening: Weakening;

  constructor(
    literals: Literals,
    system: ArraySystem,
    cubes: Weaker<C>,
    explored: readonly ExploredInstance[],
    fixed: boolean,
  ) {
    this.literals = literals;
    this.cubes = cubes;
    this.fixed = fixed;
    const isConstant = (cell: number) => system.symbols[literals.symbolOf(cell).base]?.constant ?? false;
    this.weakening = new Weakening(literals, new Conjunction(literals), isConstant);
    this.instances = explored.filter((i) => !i.hasNumbers);
    this.numeric = explored.filter((i) => i.hasNumbers);
    this.briefly = explored.some((i) => i.isSample);
  }

  get seesViews(): boolean {
    return this.cubes.seesViews;
  }

  cubeOf(conjunction: readonly Literal[]): C {
    return this.cubes.cubeOf(conjunction);
  }

  refuted(path: readonly C[]): void {
    for (const cube of path) this.remember(cube);
  }

  allows(cube: C): boolean {
    if (this.briefly && cube.literals.length > MOST_LITERALS) return false;
    return !this.isReached(Array.from(cube.literals), (literal) => this.cubes.fenced(cube, literal));
  }

  protected remember(cube: C): void {
    this.bad.push(cube);
  }

  guess(node: SearchNode<C>): C | null {
    return this.instances.length === 0 ? null : this.guessFrom(node.cube, true);
  }

  /** `proper`: some literal must be left out, for the guess to be weaker. */
  protected guessFrom(cube: C, proper: boolean): C | null {
    const whole = cube.literals;
    // Numbers are taken from samples; everything else from explorations that do not store them.
    const usable = Array.from(whole)
      .flatMap((l) => (this.numeric.length === 0 ? [l] : this.weakening.formsOf(whole, l)))
      .filter((l) => this.judges([l]).length > 0);
    // A guess about k processes needs an instance with a further one: what the others do matters. The first guesses are about
    // two processes, and if they are wrong, three are explored.
    const largest = largestOf(this.instances);
    const most = this.fixed ? largest : Math.min(largest, Math.max(2, largest - 1));
    const fenced = (literal: Literal) => this.cubes.fenced(cube, literal);
    for (const subset of subsets(this.literals, usable, proper ? whole : null, most)) {
      if (this.isReached(subset, fenced)) continue;
      const guess = this.cubes.weaker(cube, subset);
      if (!this.isBad(guess)) return guess;
    }
    return this.briefly ? null : this.greedyGuess(cube, most);
  }

  /**
   * When no few literals will do: all of them, and then one after the other left out as long as no explored state
   * satisfies the rest. First whole processes, since a cube about fewer processes says more.
   */
  private greedyGuess(cube: C, most: number): C | null {
    const { literals, cubes } = this;
    const fenced = (literal: Literal) => cubes.fenced(cube, literal);
    const whole = cube.literals;
    let kept = Array.from(whole).filter((l) => this.judges([l]).length > 0 && literals.kind[l] !== Kind.linear);
    if (kept.length <= MOST_LITERALS || this.isReached(kept, fenced)) return null;
    const drop = (unwanted: (literal: Literal) => boolean): void => {
      const rest = kept.filter((l) => !unwanted(l));
      if (rest.length === kept.length || rest.length === 0 || this.isReached(rest, fenced)) return;
      if (!this.isBad(cubes.weaker(cube, rest))) kept = rest;
    };
    for (let p = cube.processes - 1; p >= 0; p--) drop((l) => ((literals.processes[l] as number) & (1 << p)) !== 0);
    for (const literal of [...kept].reverse()) drop((l) => l === literal);
    const guess = cubes.weaker(cube, kept);
    if (guess.processes > most || kept.length >= whole.length || this.isBad(guess)) return null;
    return guess;
  }

  unreached(conjunction: readonly Literal[]): boolean {
    return this.judges(conjunction).length > 0 && !this.isReached(conjunction, () => false);
  }

  /** The explorations that can tell whether the literals are satisfied: sampled ones only if there are numbers. */
  private judges(subset: readonly Literal[]): readonly ExploredInstance[] {
    const numbers = subset.some((l) => this.literals.kind[l] === Kind.linear);
    const instances = numbers ? this.numeric : this.instances;
    return instances.every((i) => subset.every((l) => i.knows(l))) ? instances : [];
  }

  /** Some explored state satisfies the literals for some choice of processes. */
  private isReached(subset: readonly Literal[], fenced: (literal: Literal) => boolean): boolean {
    const used = processesOf(this.literals, subset);
    const processes: number[] = [];
    for (let p = 0; p < 32; p++) if (used & (1 << p)) processes.push(p);
    return this.judges(subset).some((instance) => {
      if (processes.length > instance.processes) return false;
      if (this.literals.absolute) return instance.meets(subset, identity, fenced);
      const names: number[] = [];
      return injections(processes.length, instance.processes).some((images) => {
        for (const [i, p] of processes.entries()) names[p] = images[i] as number;
        return instance.meets(subset, names, fenced);
      });
    });
  }

  private isBad(guess: C): boolean {
    return this.bad.some((bad) => this.cubes.contains(guess, bad));
  }
}

/** The processes of the largest instance that is no sample, or of the smallest one. */
function largestOf(instances: readonly ExploredInstance[]): number {
  const known = instances.filter((i) => !i.isSample).map((i) => i.processes);
  return known.length > 0 ? Math.max(...known) : Math.min(...instances.map((i) => i.processes));
}

const identity = Array.from({ length: 32 }, (_, p) => p);

/** Subsets of up to three literals, fewest processes first, but for the whole cube. */
function subsets(
  literals: Literals,
  usable: readonly Literal[],
  whole: ArrayLike<Literal> | null,
  mostProcesses: number,
): Literal[][] {
  const out: { subset: Literal[]; rank: number }[] = [];
  const add = (subset: Literal[]) => {
    if (whole !== null && whole.length <= subset.length && Array.from(whole).every((l) => subset.includes(l))) return;
    const count = sizeOf(processesOf(literals, subset));
    // What is said of numbers was only sampled: such guesses come last.
    const sampled = subset.some((l) => literals.kind[l] === Kind.linear) ? 1000 : 0;
    if (count <= mostProcesses) out.push({ subset, rank: sampled + count * 8 + subset.length });
  };
  const some = usable.slice(0, WIDTH);
  for (const l of usable) add([l]);
  for (let i = 0; i < some.length; i++) {
    for (let j = i + 1; j < some.length; j++) {
      add([some[i] as Literal, some[j] as Literal]);
      if (MOST_LITERALS < 3) continue;
      for (let k = j + 1; k < some.length; k++) add([some[i] as Literal, some[j] as Literal, some[k] as Literal]);
    }
  }
  return out.sort((a, b) => a.rank - b.rank).map((o) => o.subset);
}
