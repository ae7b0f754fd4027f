/**
 * Backward reachability: Algorithm 1 of the Cubicle-W paper (section 3.1) with the full fixpoint test, deletion of
 * redundant cubes, and approximation with backtracking (approximation.ts).
 *
 *   pop, fixpoint?, safe?, approximate, delete what became redundant, pre-images, push
 *
 * The test for inclusion comes before the safety test because the model's `invariant` declarations sit among the visited
 * cubes as assumptions: what they contain is assumed unreachable. Every other visited cube has passed the safety test.
 *
 * Sound: when the queue runs empty, the visited cubes contain the unsafe states, meet no initial state and contain their
 * own pre-images (each pre-image is in one visited cube or, by the full test, in a union of them). A guess of the
 * approximation is a cube like any other here; if an initial state reaches it, it is given up and the search starts
 * again without it. A queued cube may be skipped when its *direct* parent was deleted: what contained the parent has
 * been expanded, and contains the parent's pre-images after its own expansion.
 */
import { Conjunction } from '../../logic/conjunction.js';
import { Entailment } from '../../logic/entails.js';
import { Kind, type Literals } from '../../logic/literals.js';
import type { GuardedCommand, NormalForm, StateCommand } from '../../models/array-system/normal-form.js';
import type { Limits, Progress } from '../engine.js';
import { type Cube, compact, isAncestor, rootOf, type SearchNode } from './cube.js';
import { type Naming, PreImages } from './pre-image.js';
import { Queue } from './queue.js';
import { Safety } from './safety.js';
import { instantiateGuard } from './universal.js';
import { type OpenInstance, Visited } from './visited.js';

/** What the approximation offers to the search: any answer is allowed here, it only guides. */
export interface Guesser {
  /** A weaker cube that looks unreachable and meets no initial state, or null. */
  guess(node: SearchNode): Cube | null;
  /** The guess is reachable, and so is every cube on the way. */
  refuted(path: readonly SearchNode[]): void;
}

export interface SearchCounts {
  cubes: number;
  fixpoints: number;
  fullTests: number;
  fullFixpoints: number;
  preImages: number;
  deleted: number;
  guesses: number;
  restarts: number;
  refinements: number;
  depth: number;
  processes: number;
}

export type SearchAnswer =
  | { readonly kind: 'closed'; readonly visited: readonly SearchNode[] }
  | { readonly kind: 'reached'; readonly node: SearchNode }
  | { readonly kind: 'limit'; readonly limit: 'cubes' | 'depth' | 'processes' };

const OPEN_LITERALS = 2;
const OPEN_INSTANCES = 400;
const FULL_TEST_BUDGET = 60;

export class Search {
  readonly literals: Literals;
  readonly preImages: PreImages;
  readonly safety: Safety;
  /** Transitions whose universal guards are kept precisely. */
  readonly precise = new Set<number>();
  readonly counts: SearchCounts = {
    cubes: 0,
    fixpoints: 0,
    fullTests: 0,
    fullFixpoints: 0,
    preImages: 0,
    deleted: 0,
    guesses: 0,
    restarts: 0,
    refinements: 0,
    depth: 0,
    processes: 0,
  };
  guesser: Guesser | null = null;
  private readonly form: NormalForm;
  private readonly naming: Naming;
  private readonly limits: Limits;
  private readonly entailment: Entailment;
  private visited: Visited;
  private queue = new Queue();
  private nextId = 0;
  private guesses: SearchNode[] = [];
  /** Processes of the instance when it is fixed, else 1: initial states have at least these. */
  private readonly instanceProcesses: number;

  constructor(form: NormalForm, literals: Literals, naming: Naming, limits: Limits, instanceProcesses: number | null) {
    this.form = form;
    this.literals = literals;
    this.naming = naming;
    this.limits = limits;
    this.instanceProcesses = instanceProcesses ?? 1;
    this.preImages = new PreImages(literals, naming);
    this.safety = new Safety(literals, this.preImages.instance, form.init);
    this.entailment = new Entailment(literals, new Conjunction(literals));
    this.visited = new Visited(literals, naming.absolute !== null);
  }

  /** Runs until an answer; yields between two cubes. */
  *run(): Generator<Progress, SearchAnswer> {
    this.start();
    for (;;) {
      const node = this.queue.pop();
      if (node === undefined) return this.closed();
      if (node.parent?.deleted) continue;
      if (this.isVisited(node.cube)) {
        this.counts.fixpoints++;
        continue;
      }
      if (this.isInitial(node.cube)) {
        const root = rootOf(node);
        if (root.property !== null) return { kind: 'reached', node };
        this.backtrack(node, root);
        continue;
      }
      if (this.counts.cubes >= this.limits.maxCubes) return { kind: 'limit', limit: 'cubes' };
      if (node.depth > this.limits.maxDepth) return { kind: 'limit', limit: 'depth' };
      const expanded = this.approximate(node);
      this.visit(expanded);
      for (const command of this.form.commands) {
        this.expand(expanded, command);
        yield this.progress();
      }
    }
  }

  private closed(): SearchAnswer {
    const capped = this.preImages.capped && this.naming.most === this.limits.maxProcesses;
    if (capped) return { kind: 'limit', limit: 'processes' };
    return { kind: 'closed', visited: [...this.visited.nodes()] };
  }

  progress(): Progress {
    const { cubes, depth, restarts } = this.counts;
    return { phase: 'backward', cubes, depth, queue: this.queue.size, states: 0, restarts };
  }

  /** Begins anew: assumptions are visited, guesses not yet refuted and the unsafe cubes are queued. */
  private start(): void {
    this.visited = new Visited(this.literals, this.naming.absolute !== null);
    this.queue = new Queue();
    for (const invariant of this.form.invariants) {
      for (const cube of this.stateCubes(invariant, true)) this.visited.add(this.root(cube, null, null, true));
    }
    for (const guess of this.guesses) this.queue.push(this.root(guess.cube, null, guess.approximates));
    for (const unsafe of this.form.unsafe) {
      for (const cube of this.stateCubes(unsafe, false)) this.queue.push(this.root(cube, unsafe.property, null));
    }
  }

  /** Repeats the search with these universal guards kept; false when that is so already. */
  refine(transitions: Iterable<number>): boolean {
    const before = this.precise.size;
    for (const t of transitions) this.precise.add(t);
    if (this.precise.size === before) return false;
    this.counts.refinements++;
    return true;
  }

  private isVisited(cube: Cube): boolean {
    return this.coverOf(cube, this.visited) !== null;
  }

  /** Visited cubes whose union contains this one, or null: the fixpoint test. */
  private coverOf(cube: Cube, visited: Visited): readonly SearchNode[] | null {
    const one = visited.covering(cube);
    if (one !== null) return [one];
    const open = visited.open(cube, OPEN_LITERALS, OPEN_INSTANCES);
    // One instance that lacks a mask can't contain the cube; one that lacks an inequality may, by arithmetic.
    const masks = (instance: OpenInstance) => instance.missing.some((l) => this.literals.kind[l] === Kind.mask);
    if (open.length === 0 || (open.length === 1 && masks(open[0] as OpenInstance))) return null;
    this.counts.fullTests++;
    const clauses = open.map((o) => o.missing);
    if (!this.entailment.refutes(cube.literals, clauses, FULL_TEST_BUDGET)) return null;
    this.counts.fullFixpoints++;
    return open.map((o) => o.node);
  }

  /**
   * The part of a closed set of visited cubes that is closed by itself and contains the unsafe states: a shorter proof.
   * Cubes left over from roads not taken (what a later guess made superfluous) are not in it. The tests for inclusion are
   * sound but not transitive: what was contained in a cube that is contained in another may not be seen to lie in the
   * latter. Then the set stays as it is.
   */
  *trim(visited: readonly SearchNode[]): Generator<Progress, SearchNode[]> {
    const index = new Visited(this.literals, this.naming.absolute !== null);
    for (const node of visited) index.add(node);
    const needed = new Set<SearchNode>();
    const work: SearchNode[] = [];
    const all = visited.filter((node) => !node.assumed);
    const cover = (cube: Cube): boolean => {
      const nodes = this.coverOf(cube, index);
      for (const node of nodes ?? []) {
        if (needed.has(node)) continue;
        needed.add(node);
        if (!node.assumed) work.push(node);
      }
      return nodes !== null;
    };
    for (const unsafe of this.form.unsafe) if (!this.stateCubes(unsafe, false).every(cover)) return all;
    for (let node = work.pop(); node !== undefined; node = work.pop()) {
      for (const command of this.form.commands) {
        const images = this.preImages.of(node.cube, command, this.precise.has(command.transition));
        if (!images.every(({ cube }) => cover(cube))) return all;
        yield this.progress();
      }
    }
    return [...needed].filter((node) => !node.assumed);
  }

  /** No instance has an initial state: more processes only add to init. */
  isVacuous(): boolean {
    return !this.isInitial({ processes: 0, literals: new Int32Array(0), universals: [] });
  }

  private isInitial(cube: Cube): boolean {
    return this.safety.initialConjunction(cube, Math.max(this.instanceProcesses, cube.processes)) !== null;
  }

  private approximate(node: SearchNode): SearchNode {
    if (this.guesser === null || node.approximates !== null) return node;
    const cube = this.guesser.guess(node);
    if (cube === null || this.isInitial(cube)) return node;
    this.counts.guesses++;
    const guess = this.root(cube, null, node);
    this.guesses.push(guess);
    return guess;
  }

  /** An initial state reaches a guess: give it up and start again. */
  private backtrack(node: SearchNode, root: SearchNode): void {
    const path: SearchNode[] = [];
    for (let up: SearchNode | null = node; up !== null; up = up.parent) path.push(up);
    this.guesser?.refuted(path);
    this.guesses = this.guesses.filter((g) => g.cube !== root.cube);
    this.counts.restarts++;
    this.start();
  }

  private visit(node: SearchNode): void {
    for (const covered of this.visited.coveredBy(node.cube)) {
      if (covered.assumed || isAncestor(covered, node)) continue;
      covered.deleted = true;
      this.visited.remove(covered);
      this.counts.deleted++;
    }
    this.visited.add(node);
    this.counts.cubes++;
    this.counts.depth = Math.max(this.counts.depth, node.depth);
    this.counts.processes = Math.max(this.counts.processes, node.cube.processes);
  }

  private expand(node: SearchNode, command: GuardedCommand): void {
    for (const { cube, slots, names } of this.preImages.of(node.cube, command, this.precise.has(command.transition))) {
      this.counts.preImages++;
      this.queue.push({
        id: this.nextId++,
        cube,
        depth: node.depth + 1,
        parent: node,
        command,
        slots,
        names,
        property: null,
        approximates: null,
        assumed: false,
        deleted: false,
      });
    }
  }

  private root(cube: Cube, property: number | null, approximates: SearchNode | null, assumed = false): SearchNode {
    return {
      id: this.nextId++,
      cube,
      depth: approximates?.depth ?? 0,
      parent: null,
      command: null,
      slots: [],
      names: Array.from({ length: cube.processes }, (_, p) => p),
      property,
      approximates,
      assumed,
      deleted: false,
    };
  }

  /**
   * The cubes of an `unsafe` or `invariant` command. A universal condition on unsafe states is kept precisely; an
   * assumption with one is used only as far as its literals alone do not already say more: it is left out, which is sound.
   */
  private stateCubes(command: StateCommand, assumption: boolean): Cube[] {
    const out: Cube[] = [];
    for (const slots of this.tuples(command.arity)) {
      const { instance } = this.preImages;
      for (const [slot, p] of slots.entries()) instance.environment[slot] = p;
      const conjunction = new Conjunction(this.literals);
      if (!command.literals.every((t) => conjunction.add(instance.literal(t)))) continue;
      const processes = this.naming.absolute ?? command.arity;
      if (processes > this.naming.most) {
        if (this.naming.most === this.limits.maxProcesses) this.preImages.capped = true;
        continue;
      }
      const named = Array.from({ length: processes }, (_, p) => p);
      const guard = instantiateGuard(instance, command.universals, named, this.naming.absolute === null);
      if (guard === null || (assumption && guard.parts.length > 0)) continue;
      const keepAll = this.naming.absolute !== null || guard.parts.length > 0;
      const choose = (k: number): void => {
        const item = guard.items[k];
        if (item === undefined) {
          const literals = conjunction.finish();
          if (literals === null) return;
          const compacted = compact(this.literals, literals, processes, keepAll);
          out.push({ processes: compacted.processes, literals: compacted.literals, universals: guard.parts });
          return;
        }
        for (const alternative of item) {
          const mark = conjunction.mark();
          if (alternative.every((l) => conjunction.add(l))) choose(k + 1);
          conjunction.undo(mark);
        }
      };
      choose(0);
    }
    return out;
  }

  /** The processes of a state command: 0, 1, ... or, with absolute names, every choice of distinct ones. */
  private tuples(arity: number): number[][] {
    const n = this.naming.absolute;
    if (n === null) return [Array.from({ length: arity }, (_, p) => p)];
    const out: number[][] = [];
    const extend = (tuple: number[]): void => {
      if (tuple.length === arity) out.push(tuple);
      else for (let p = 0; p < n; p++) if (!tuple.includes(p)) extend([...tuple, p]);
    };
    extend([]);
    return out;
  }
}
