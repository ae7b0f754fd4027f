/**
 * Lemmas by need: a set of cubes that contains the unsafe ones and its own pre-images, found from the goal backwards.
 *
 * A queue lock is held together by facts about one and two processes: who is at which places while somebody's pointer leads
 * to somebody. There are too many to try them all, and most of those that no explored state contradicts cannot be proved
 * by such facts alone (that the queue hangs together). So each cube that must be excluded asks for one:
 *
 *   secure(cube)   is it contained in lemmas that are there? Otherwise one is made of it (projections.ts): what it says of
 *                  one or two of its processes, as few facts as no explored state satisfies, and then as many places of
 *                  these processes as explored states allow. If there is none, the cube is split by the place of a process;
 *                  and if that does not help, it is taken as it is, but never more than a few times in a row.
 *   verify(lemma)  secures each of its pre-images. If one cannot be, the lemma is given up, and with it the places from
 *                  which that pre-image comes: the same facts are never again proposed for those. What leaned on the lemma is
 *                  secured anew.
 *
 * This ends, because places are only ever lost. What is left when nothing is to be done meets no initial state and contains
 * its pre-images: it needs no trust (inductive.ts says why), wherever it came from.
 */
import type { Literal } from '../../../logic/literals.js';
import type { Cube } from '../cube.js';
import type { CubeForm, VisitedCubes } from '../form.js';
import { lone, type SearchNode } from '../node.js';
import type { ExploredPlaces } from './explored-places.js';
import type { Sifting } from './inductive.js';
import type { Where } from './place-tuples.js';
import type { Frame, Projections } from './projections.js';

/** Proposals, good and bad. */
const MOST_LEMMAS = 600;
/** Cases of places in a row. */
const MOST_SPLITS = 2;

/** A cube that lemmas must contain, for the sake of one of them; of none: a goal. */
interface Need<C> {
  readonly of: SearchNode<C> | null;
  readonly cube: C;
  readonly command: number;
}

interface Proposal {
  /** Null: the cube as it was needed. */
  readonly frame: Frame | null;
  readonly where: Where;
  /** How many cubes as they were needed, one after the other, led here. */
  readonly level: number;
}

export class LemmasByNeed<C extends Cube> {
  private readonly form: CubeForm<C>;
  private readonly cubeOf: (conjunction: readonly Literal[]) => C;
  private readonly explored: ExploredPlaces;
  private readonly projections: Projections;
  private readonly index: VisitedCubes<C>;
  private readonly alive = new Map<SearchNode<C>, Proposal>();
  private readonly lost = new Map<string, Set<number>>();
  private readonly leaning = new Map<SearchNode<C>, Set<Need<C>>>();
  private readonly fresh: SearchNode<C>[] = [];
  private readonly again: Need<C>[] = [];
  private readonly refused = new Set<string>();
  private made = 0;
  /** Cubes in a row that may be taken as they are. */
  private readonly levels: number;
  /** Some goal cannot be secured. */
  failed = false;

  constructor(
    form: CubeForm<C>,
    cubeOf: (conjunction: readonly Literal[]) => C,
    projections: Projections,
    explored: ExploredPlaces,
    levels: number,
  ) {
    this.levels = levels;
    this.form = form;
    this.cubeOf = cubeOf;
    this.explored = explored;
    this.projections = projections;
    this.index = form.visited();
    for (const cube of form.assumed()) this.index.add(lone(cube, true));
  }

  *seek(goals: readonly C[]): Generator<Sifting, C[]> {
    for (const cube of goals) this.again.push({ of: null, cube, command: -1 });
    for (;;) {
      yield { left: this.alive.size };
      const need = this.again.pop();
      if (need !== undefined) {
        if ((need.of === null || this.alive.has(need.of)) && !this.meet(need)) this.giveUp(need);
        continue;
      }
      const node = this.fresh.pop();
      if (node === undefined) break;
      if (!this.alive.has(node)) continue;
      this.verify(node);
    }
    return [...this.alive.keys()].map(({ cube }) => cube);
  }

  private verify(node: SearchNode<C>): void {
    for (let command = 0; command < this.form.commands; command++) {
      const cubes = this.preImages(node.cube, command);
      for (const cube of cubes ?? []) {
        const need = { of: node, cube, command };
        if (!this.meet(need)) return this.giveUp(need);
      }
      if (cubes === null) return this.giveUp({ of: node, cube: node.cube, command });
    }
  }

  /** Secures the cube, and notes on what. */
  private meet(need: Need<C>): boolean {
    const level = need.of === null ? 0 : (this.alive.get(need.of) as Proposal).level;
    const nodes = this.secure(need.cube, MOST_SPLITS, true) ?? this.asItIs(need.cube, level);
    if (nodes === null) return false;
    for (const node of nodes) {
      const others = this.leaning.get(node);
      if (others === undefined) this.leaning.set(node, new Set([need]));
      else others.add(need);
    }
    return true;
  }

  /** Lemmas that contain the cube, made if need be; null if there can be none. Without `make`: whether there could. */
  private secure(cube: C, splits: number, make: boolean): SearchNode<C>[] | null {
    const known = this.index.cover(cube);
    if (known !== null) return [...known];
    for (const { frame, where } of this.projections.of(cube.literals)) {
      const wide = this.widened(frame, where);
      if (wide === null) continue;
      const conjunction = this.projections.conjunction(frame, wide);
      const candidate = this.cubeOf(conjunction);
      if (this.form.meetsInitial(candidate)) continue;
      if (!make) return [];
      return [this.add(candidate, { frame, where: wide, level: 0 })];
    }
    if (splits === 0) return null;
    const parts = this.projections.split(cube.literals, cube.processes);
    if (parts === null) return null;
    const out: SearchNode<C>[] = [];
    for (const part of parts) {
      const nodes = this.secure({ ...cube, literals: part }, splits - 1, make);
      if (nodes === null) return null;
      out.push(...nodes);
    }
    return out;
  }

  private asItIs(cube: C, level: number): SearchNode<C>[] | null {
    if (level >= this.levels || this.form.meetsInitial(cube) || cube.universals.length > 0) return null;
    if (this.refused.has(keyOf(cube)) || this.made > MOST_LEMMAS) return null;
    return [this.add(cube, { frame: null, where: [], level: level + 1 })];
  }

  private add(cube: C, proposal: Proposal): SearchNode<C> {
    const node = lone(cube, false);
    this.made++;
    this.alive.set(node, proposal);
    this.index.add(node);
    this.fresh.push(node);
    return node;
  }

  /** As many places as explored states allow, but those that are lost; null if not even these. */
  private widened(frame: Frame, where: Where): Where | null {
    if (this.made > MOST_LEMMAS) return null;
    const reached = this.explored.with(frame.literals, frame.cells);
    if (reached === null) return null;
    const lost = this.lost.get(frame.key);
    return this.projections.widened(where, (places) => !reached.has(places) && !(lost?.has(places) ?? false));
  }

  private giveUp({ of: node, command }: Need<C>): void {
    if (node === null) {
      this.failed = true;
      return;
    }
    const { frame, where } = this.alive.get(node) as Proposal;
    if (frame === null) this.refused.add(keyOf(node.cube));
    else this.lose(frame, where, command);
    this.alive.delete(node);
    this.index.remove(node);
    for (const need of this.leaning.get(node) ?? []) this.again.push(need);
    this.leaning.delete(node);
  }

  /** The places from which a pre-image comes that cannot be secured. */
  private lose(frame: Frame, where: Where, command: number): void {
    let lost = this.lost.get(frame.key);
    if (lost === undefined) {
      lost = new Set();
      this.lost.set(frame.key, lost);
    }
    const bad: number[] = [];
    const all: number[] = [];
    for (const { places, part } of this.projections.singles(where)) {
      all.push(places);
      const cube = this.cubeOf(this.projections.conjunction(frame, part));
      const cubes = this.preImages(cube, command);
      if (!(cubes?.every((each) => this.secure(each, MOST_SPLITS, false) !== null) ?? false)) bad.push(places);
    }
    for (const places of bad.length === 0 ? all : bad) lost.add(places);
  }

  /** Null when some were left out. */
  private preImages(cube: C, command: number): C[] | null {
    const { form } = this;
    // The search goes on meanwhile, and wants to know what it left out itself.
    const { capped } = form;
    form.capped = false;
    const cubes = form.preImages(cube, command).map((image) => image.cube);
    const whole = !form.capped;
    form.capped = capped;
    return whole ? cubes : null;
  }
}

function keyOf(cube: Cube): string {
  return cube.literals.join(' ');
}
