/**
 * Lemmas about who owns what: all facts about pointers of one process and of two (pointer-facts.ts), each at all places at
 * which no explored state has them, sifted until they prove each other.
 *
 * In a CLH lock nodes go from hand to hand: each belongs to one process at most, as the one it will queue with, as the one it
 * waits for, or it is the last of the queue. That is a statement about all pairs of pointers at once. None of them can be
 * proved alone, and no cube of a search leads to all of them; so they are put together before anything is asked.
 *
 * For each fact there is a *family*: one lemma for each tuple of places. Families are sifted as in inductive.ts, but a lemma
 * that fails loses the tuples of places that fail by themselves, and no others. A finer family (the same with one more fact)
 * has only tuples that the coarser ones have lost: all families at once would be too many for the tests for inclusion in
 * unions, which look at a few hundred cubes at most.
 *
 * What is left is closed by itself and needs no trust (inductive.ts).
 */
import type { Literal } from '../../../logic/literals.js';
import type { Cube } from '../cube.js';
import type { CubeForm, VisitedCubes } from '../form.js';
import { lone, type SearchNode } from '../node.js';
import type { ExploredPlaces } from './explored-places.js';
import type { Sifting } from './inductive.js';
import { firstOf, together, type Where, whereOf } from './place-tuples.js';
import type { Facts } from './pointer-facts.js';
import type { Frame, Projections } from './projections.js';

interface Family<C> {
  readonly frame: Frame;
  readonly coarser: readonly Family<C>[];
  readonly finer: Family<C>[];
  /** Tuples of places at which no explored state has the facts, but those that were lost. */
  readonly free: Set<number>;
  /** Those of them that no coarser family has. */
  readonly kept: Set<number>;
  lemmas: SearchNode<C>[];
}

interface Lemma<C> {
  readonly family: Family<C>;
  readonly where: Where;
}

export class Owners<C extends Cube> {
  private readonly form: CubeForm<C>;
  private readonly cubeOf: (conjunction: readonly Literal[]) => C;
  private readonly projections: Projections;
  private readonly families: readonly Family<C>[];
  private readonly index: VisitedCubes<C>;
  private readonly alive = new Map<SearchNode<C>, Lemma<C>>();
  private readonly leaning = new Map<SearchNode<C>, Set<SearchNode<C>>>();
  private readonly waiting = new Set<SearchNode<C>>();

  constructor(
    form: CubeForm<C>,
    cubeOf: (conjunction: readonly Literal[]) => C,
    projections: Projections,
    explored: ExploredPlaces,
    facts: readonly Facts[],
  ) {
    this.form = form;
    this.cubeOf = cubeOf;
    this.projections = projections;
    this.index = form.visited();
    for (const cube of form.assumed()) this.index.add(lone(cube, true));
    this.families = this.familiesOf(facts, explored);
  }

  *seek(): Generator<Sifting, C[]> {
    for (const family of this.families) {
      yield { left: this.alive.size };
      this.keep(family, family.free);
    }
    for (const node of this.waiting) {
      this.waiting.delete(node);
      yield { left: this.alive.size };
      const lemma = this.alive.get(node);
      if (lemma !== undefined && !this.holds(node.cube, node)) this.lose(lemma);
    }
    return [...this.alive.keys()].map(({ cube }) => cube);
  }

  private familiesOf(facts: readonly Facts[], explored: ExploredPlaces): Family<C>[] {
    const made = new Map<Facts, Family<C>>();
    for (const each of facts) {
      const frame = this.projections.frame(each.literals);
      const reached = explored.with(frame.literals, frame.cells);
      if (reached === null) continue;
      const free = new Set(this.projections.everywhere(frame).filter((places) => !reached.has(places)));
      const coarser = each.coarser.flatMap((c) => made.get(c) ?? []);
      const family: Family<C> = { frame, coarser, finer: [], free, kept: new Set(), lemmas: [] };
      for (const other of coarser) other.finer.push(family);
      made.set(each, family);
    }
    return [...made.values()];
  }

  /** Keeps lemmas of the family at these places, if they are free, no coarser family has them, and init does not. */
  private keep(family: Family<C>, places: Iterable<number>): void {
    const { frame, free, kept } = family;
    const before = kept.size;
    for (const each of places) {
      if (!free.has(each) || this.isCoarser(family, each)) continue;
      const part = whereOf(each, frame.cells.length);
      if (!this.form.meetsInitial(this.cubeOf(this.projections.conjunction(frame, part)))) kept.add(each);
    }
    if (kept.size > before) this.renew(family);
  }

  private isCoarser({ coarser }: Family<C>, places: number): boolean {
    return coarser.some((family) => {
      const fewer = firstOf(places, family.frame.cells.length);
      return family.kept.has(fewer) || this.isCoarser(family, fewer);
    });
  }

  /** The lemmas of the family are made anew, as few as its places allow; what leaned on the old ones is looked at again. */
  private renew(family: Family<C>): void {
    const { frame, kept } = family;
    for (const node of family.lemmas) {
      this.alive.delete(node);
      this.index.remove(node);
      for (const other of this.leaning.get(node) ?? []) if (this.alive.has(other)) this.waiting.add(other);
      this.leaning.delete(node);
    }
    family.lemmas = together(kept, frame.cells.length).map((where) => {
      const node = lone(this.cubeOf(this.projections.conjunction(frame, where)), false);
      this.alive.set(node, { family, where });
      this.index.add(node);
      this.waiting.add(node);
      return node;
    });
  }

  private lose({ family, where }: Lemma<C>): void {
    const { frame, free, kept, finer } = family;
    const all = this.projections.singles(where);
    const alone = (part: Where) => this.cubeOf(this.projections.conjunction(frame, part));
    const bad = all.filter(({ part }) => !this.holds(alone(part), null));
    const lost = new Set((bad.length === 0 ? all : bad).map(({ places }) => places));
    for (const places of lost) {
      free.delete(places);
      kept.delete(places);
    }
    this.renew(family);
    for (const other of finer) {
      const wider = [...other.free].filter((p) => lost.has(firstOf(p, frame.cells.length)));
      this.keep(other, wider);
    }
  }

  /** Whether lemmas contain all that leads to the cube in a step; notes who leans on them. */
  private holds(cube: C, leans: SearchNode<C> | null): boolean {
    const { form } = this;
    // The search goes on meanwhile, and wants to know what it left out itself.
    const { capped } = form;
    form.capped = false;
    const contained = (each: C): boolean => {
      const cover = this.index.cover(each);
      if (leans !== null) for (const node of cover ?? []) this.note(node, leans);
      return cover !== null;
    };
    let holds = true;
    for (let command = 0; command < form.commands && holds; command++) {
      holds = form.preImages(cube, command).every((image) => contained(image.cube)) && !form.capped;
    }
    form.capped = capped;
    return holds;
  }

  private note(node: SearchNode<C>, leans: SearchNode<C>): void {
    const others = this.leaning.get(node);
    if (others === undefined) this.leaning.set(node, new Set([leans]));
    else others.add(leans);
  }
}
