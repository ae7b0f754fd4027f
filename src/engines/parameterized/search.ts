/**
 * Backward reachability: Algorithm 1 of the Cubicle-W paper (section 3.1) with deletion of redundant cubes and
 * approximation with backtracking (approximation.ts), for any form of cube (form.ts).
 *
 *   pop, fixpoint?, safe?, approximate, delete what became redundant, pre-images, push
 *
 * The test for inclusion comes before the safety test because the model's `invariant` declarations sit among the visited
 * cubes as assumptions: what they contain is assumed unreachable. Every other visited cube has passed the safety test.
 *
 * Sound: when the queue runs empty, the visited cubes contain the unsafe states, meet no initial state and contain their
 * own pre-images (each pre-image is in one visited cube or in a union of them). A guess of the approximation is a cube
 * like any other here; if an initial state reaches it, it is given up and the search starts again without it. A queued
 * cube may be skipped when its *direct* parent was deleted: what contained the parent has been expanded, and contains the
 * parent's pre-images after its own expansion.
 */
import type { Limits, Progress } from '../engine.js';
import type { CubeForm, VisitedCubes } from './form.js';
import { type BackwardStep, isAncestor, rootOf, type SearchNode } from './node.js';
import { Queue } from './queue.js';

/** All of these must be set here. */
export type CubeLimits = Required<Pick<Limits, 'maxCubes' | 'maxDepth' | 'maxProcesses' | 'maxStates'>>;

/** What the approximation offers to the search: any answer is allowed here, it only guides. */
export interface Guesser<C> {
  /** A weaker cube that looks unreachable, or null. */
  guess(node: SearchNode<C>): C | null;
  /** The guess is reachable, and so is every cube on the way. */
  refuted(path: readonly C[]): void;
  /** A guess that was made with less knowledge may stay. */
  allows(cube: C): boolean;
}

/** What place sums say (places/): which cubes have no reachable state, if the lemmas have none. */
export interface Counting<C> {
  lemmas(): readonly C[];
  /** Whether the cube contradicts a sum, given which cubes are contained in visited ones. */
  excludes(cube: C, covered: (cube: C) => boolean): boolean;
  /** The lemma is reachable: what rests on it goes. False if it is no lemma. */
  refuted(lemma: C): boolean;
}

export type SearchAnswer<C> =
  | { readonly kind: 'closed'; readonly visited: readonly SearchNode<C>[] }
  | { readonly kind: 'reached'; readonly node: SearchNode<C> }
  | { readonly kind: 'limit'; readonly limit: 'cubes' | 'depth' | 'processes' };

/** After so many restarts, if more than this share of the guesses was wrong, the search goes on without. */
const PATIENT_RESTARTS = 12;
const WRONG_SHARE = 0.75;

export class Search<C> {
  readonly counts = {
    cubes: 0,
    fixpoints: 0,
    preImages: 0,
    deleted: 0,
    guesses: 0,
    restarts: 0,
    depth: 0,
    processes: 0,
  };
  guesser: Guesser<C> | null = null;
  /** The way to a guess is no execution, and cubes are more precise from now on: the guess may stay. */
  doubts: ((node: SearchNode<C>) => boolean) | null = null;
  private counting: Counting<C> | null = null;
  /** Cubes that are closed by themselves (lemmas/inductive.ts): visited from the start. */
  private lemmas: readonly C[] = [];
  private readonly form: CubeForm<C>;
  private readonly limits: CubeLimits;
  private visited: VisitedCubes<C>;
  private queue = new Queue<C>();
  /** What was visited before the last start. */
  private before: readonly SearchNode<C>[] = [];
  private guesses: SearchNode<C>[] = [];
  /** Cubes that an initial state reaches. */
  private readonly refuted: C[] = [];
  private nextId = 0;
  /** Guesses begin when this many cubes have been visited. */
  private patience = 0;

  constructor(form: CubeForm<C>, limits: CubeLimits) {
    this.form = form;
    this.limits = limits;
    this.visited = form.visited();
  }

  /** Gives up what was guessed without counting, and begins to guess again after some cubes. */
  countWith(counting: Counting<C>, patience: number): void {
    this.counting = counting;
    this.guesses = [];
    this.patience = this.counts.cubes + patience;
  }

  /** From the next start on: what was refuted stays so, and guesses stay that the new guide would not refuse. */
  guideBy(guesser: Guesser<C>): void {
    guesser.refuted(this.refuted);
    this.guesser = guesser;
    this.guesses = this.guesses.filter(({ cube }) => guesser.allows(cube));
  }

  /** Runs from the start until an answer; yields between two small steps. */
  *run(): Generator<Progress, SearchAnswer<C>> {
    this.start();
    for (;;) {
      const node = this.queue.pop();
      if (node === undefined) return this.closed();
      if (node.parent?.deleted) continue;
      if (this.visited.cover(node.cube) !== null) {
        this.counts.fixpoints++;
        continue;
      }
      if (this.excludes(node.cube, this.visited)) continue;
      if (this.form.meetsInitial(node.cube)) {
        const root = rootOf(node);
        if (root.property !== null) return { kind: 'reached', node };
        this.backtrack(node, root);
        continue;
      }
      if (this.counts.cubes >= this.limits.maxCubes) return { kind: 'limit', limit: 'cubes' };
      if (node.depth > this.limits.maxDepth) return { kind: 'limit', limit: 'depth' };
      const expanded = this.approximate(node);
      this.visit(expanded);
      for (let command = 0; command < this.form.commands; command++) {
        for (const { cube, step } of this.form.preImages(expanded.cube, command)) this.pushChild(expanded, cube, step);
        yield this.progress();
      }
    }
  }

  private closed(): SearchAnswer<C> {
    if (this.form.capped) return { kind: 'limit', limit: 'processes' };
    return { kind: 'closed', visited: [...this.visited.nodes()] };
  }

  progress(): Progress {
    const { cubes, depth, restarts } = this.counts;
    return { phase: 'backward', cubes, depth, queue: this.queue.size, states: 0, restarts };
  }

  /** Begins anew: assumptions are visited, guesses not yet refuted and the unsafe cubes are queued. */
  private start(): void {
    this.form.capped = false;
    this.before = ofSearch(this.visited);
    this.visited = this.form.visited();
    this.queue = new Queue();
    for (const cube of this.form.assumed()) this.visited.add(this.root(cube, null, null, true));
    for (const cube of this.lemmas) this.visited.add(this.root(cube, null, null));
    for (const guess of this.guesses) this.push(this.root(guess.cube, null, guess.approximates));
    for (const lemma of this.counting?.lemmas() ?? []) this.push(this.root(lemma, null, null));
    for (const { cube, property } of this.form.unsafe()) this.push(this.root(cube, property, null));
  }

  private excludes(cube: C, visited: VisitedCubes<C>): boolean {
    return this.counting?.excludes(cube, (other) => visited.cover(other) !== null) ?? false;
  }

  /** Cubes visited since the last start, or before it if those were more; but for assumptions. */
  cubes(): readonly SearchNode<C>[] {
    const own = ofSearch(this.visited);
    return own.length < this.before.length ? this.before : own;
  }

  /** From the next start on; guesses made without them are forgotten. `hints`: what is worth a search of its own. */
  leanOn(lemmas: readonly C[], hints: readonly C[]): void {
    this.lemmas = lemmas;
    this.guesses = hints.map((cube) => this.root(cube, null, null));
  }

  private push(node: SearchNode<C>): void {
    this.queue.push(node, this.form.size(node.cube));
  }

  private approximate(node: SearchNode<C>): SearchNode<C> {
    if (this.guesser === null || node.approximates !== null || this.counts.cubes < this.patience) return node;
    const cube = this.guesser.guess(node);
    if (cube === null || this.form.meetsInitial(cube)) return node;
    this.counts.guesses++;
    const guess = this.root(cube, null, node);
    this.guesses.push(guess);
    return guess;
  }

  /** An initial state reaches a guess: give it up and start again. */
  private backtrack(node: SearchNode<C>, root: SearchNode<C>): void {
    const path: C[] = [];
    for (let up: SearchNode<C> | null = node; up !== null; up = up.parent) path.push(up.cube);
    if (this.counting?.refuted(root.cube)) return this.start();
    if (this.doubts?.(node)) {
      this.counts.restarts++;
      return this.start();
    }
    this.guesser?.refuted(path);
    this.refuted.push(...path);
    this.guesses = this.guesses.filter((g) => g.cube !== root.cube);
    this.counts.restarts++;
    // Finite instances that mislead this often are no guide.
    const { restarts, guesses } = this.counts;
    if (restarts >= PATIENT_RESTARTS && restarts > WRONG_SHARE * guesses) {
      this.guesser = null;
      this.guesses = [];
    }
    this.start();
  }

  private visit(node: SearchNode<C>): void {
    for (const covered of this.visited.coveredBy(node.cube)) {
      if (covered.assumed || isAncestor(covered, node)) continue;
      covered.deleted = true;
      this.visited.remove(covered);
      this.counts.deleted++;
    }
    this.visited.add(node);
    this.counts.cubes++;
    this.counts.depth = Math.max(this.counts.depth, node.depth);
    this.counts.processes = Math.max(this.counts.processes, this.form.size(node.cube).processes);
  }

  private pushChild(parent: SearchNode<C>, cube: C, step: BackwardStep): void {
    this.counts.preImages++;
    this.push({ ...this.root(cube, null, null), depth: parent.depth + 1, parent, step });
  }

  private root(cube: C, property: number | null, approximates: SearchNode<C> | null, assumed = false): SearchNode<C> {
    const depth = approximates?.depth ?? 0;
    const id = this.nextId++;
    return { id, cube, depth, parent: null, step: null, property, approximates, assumed, deleted: false };
  }

  /**
   * The part of a closed set of visited cubes that is closed by itself and contains the unsafe states: a shorter proof.
   * Cubes left over from roads not taken (what a later guess made superfluous) are not in it. The tests for inclusion are
   * sound but not transitive: what was contained in a cube that is contained in another may not be seen to lie in the
   * latter. Then the set stays as it is.
   */
  *trim(visited: readonly SearchNode<C>[]): Generator<Progress, readonly SearchNode<C>[]> {
    const index = this.form.visited();
    for (const node of visited) index.add(node);
    const needed = new Set<SearchNode<C>>();
    const work: SearchNode<C>[] = [];
    const visits = (cube: C): boolean => {
      const nodes = index.cover(cube);
      for (const node of nodes ?? []) {
        if (needed.has(node)) continue;
        needed.add(node);
        if (!node.assumed) work.push(node);
      }
      return nodes !== null;
    };
    const cover = (cube: C): boolean => visits(cube) || (this.counting?.excludes(cube, visits) ?? false);
    const all = visited.filter((node) => !node.assumed);
    if (!this.form.unsafe().every(({ cube }) => cover(cube))) return all;
    if (!(this.counting?.lemmas() ?? []).every(cover)) return all;
    for (let node = work.pop(); node !== undefined; node = work.pop()) {
      for (let command = 0; command < this.form.commands; command++) {
        if (!this.form.preImages(node.cube, command).every(({ cube }) => cover(cube))) return all;
        yield this.progress();
      }
    }
    return this.irredundant([...needed]);
  }

  /** Cubes that lead into these in a step and are in none of them: those that contradict a sum. */
  *leftOut(proof: readonly SearchNode<C>[]): Generator<Progress, { cube: C; covered: (cube: C) => boolean }[]> {
    const index = this.form.visited();
    for (const cube of this.form.assumed()) index.add(this.root(cube, null, null, true));
    for (const node of proof) index.add(node);
    const covered = (cube: C) => index.cover(cube) !== null;
    const out: { cube: C; covered: (cube: C) => boolean }[] = [];
    const note = (cube: C) => {
      if (!covered(cube) && this.excludes(cube, index)) out.push({ cube, covered });
    };
    for (const { cube } of this.form.unsafe()) note(cube);
    for (const lemma of this.counting?.lemmas() ?? []) note(lemma);
    for (const node of proof) {
      for (let command = 0; command < this.form.commands; command++) {
        for (const { cube } of this.form.preImages(node.cube, command)) note(cube);
        yield this.progress();
      }
    }
    return out;
  }

  /** Leaves out, one by one, cubes that lie in the union of the others: the union stays the same. */
  private irredundant(nodes: readonly SearchNode<C>[]): SearchNode<C>[] {
    const index = this.form.visited();
    for (const node of nodes) index.add(node);
    return nodes.filter((node) => {
      if (node.assumed) return false;
      index.remove(node);
      if (index.cover(node.cube) !== null) return false;
      index.add(node);
      return true;
    });
  }
}

function ofSearch<C>(visited: VisitedCubes<C>): readonly SearchNode<C>[] {
  return [...visited.nodes()].filter(({ assumed }) => !assumed);
}
