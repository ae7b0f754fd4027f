/**
 * The search that shows containment: it looks for images of one cube's processes, and of the reads they have still to do,
 * in another cube.
 *
 * V contains C if there are images such that every literal of V, moved to the images, is implied by C (and the universal
 * parts are too). Which images are allowed is up to the form of cube: each says what there is to place (`itemsOf`), which
 * process may be the image of another (`mayBe`), and tries the images of a pending read (`placeRead`). The search is depth
 * first; a literal is checked as soon as all it speaks of has an image. The number of placements is bounded: many processes that look alike have too many, and giving
 * up is sound.
 *
 * With a few literals left open (`eachOpen`) the images are instances of V that contain a part of C.
 */
import { Facts } from '../../logic/facts.js';
import { FALSE, Kind, type Literal, type Literals, PLAIN, TRUE } from '../../logic/literals.js';
import { lowest } from './bits.js';
import { type Cube, cellsOf } from './cube.js';
import { mapParts, partsFollow } from './universal.js';

/** What is placed: a process, or one of its pending reads, by tag. */
export interface Item {
  readonly process: number;
  readonly read: number;
}

/** The `read` of an item that is a process, and the `process` of one that belongs to all of them. */
export const NONE = -2;
const TAGS = 64;

/** A cube whose images are looked for. */
export interface Pattern<C> {
  readonly cube: C;
  readonly items: readonly Item[];
  /** At k the literals that can be checked once the first k items have images. */
  readonly checks: readonly (readonly Literal[])[];
  readonly signature: number;
}

const UNIVERSAL_PLACEMENTS = 200;

export abstract class Embedding<C extends Cube> {
  readonly literals: Literals;
  /** What C says; to be loaded before each search. */
  readonly facts: Facts;
  protected pattern!: Pattern<C>;
  protected cube!: C;
  /** For each process of V its image; and the processes of C that are one. */
  protected readonly names: number[] = [];
  protected used = 0;
  private readonly placements: number;
  private budget = 0;
  /** Literals of V at their images that C does not imply, and how many there may be; -1: none, and none are collected. */
  private readonly missing: Literal[] = [];
  private most = -1;
  private found: (missing: readonly Literal[]) => boolean = () => true;

  constructor(literals: Literals, placements: number) {
    this.literals = literals;
    this.facts = new Facts(literals);
    this.placements = placements;
  }

  /** What is to be placed, in this order. */
  protected abstract itemsOf(cube: C): Item[];

  /** Tries the images of a read, which is item i; calls `next(i)` for each until that returns true. */
  protected abstract placeRead(item: Item, i: number): boolean;

  /** The tag of the image of a viewed cell, whose reader has an image. */
  protected abstract tagImage(cell: number, tag: number): number;

  /** What is plain to see: whether `large` may contain `small`. */
  fits(large: C, small: C): boolean {
    return large.processes <= small.processes;
  }

  /** Called before each search; false when there is nothing to search. */
  protected begin(): boolean {
    return true;
  }

  patternOf(cube: C): Pattern<C> {
    const { literals } = this;
    const items = this.itemsOf(cube);
    const places = new Map(items.map(({ process, read }, i) => [process * TAGS + read, i + 1]));
    const checks: Literal[][] = Array.from({ length: items.length + 1 }, () => []);
    for (const literal of cube.literals) {
      let last = 0;
      for (let rest = literals.processes[literal] as number; rest !== 0; rest &= rest - 1) {
        last = Math.max(last, places.get(lowest(rest) * TAGS + NONE) as number);
      }
      for (const cell of cellsOf(literals, literal)) {
        const tag = literals.tagOf(cell);
        if (tag !== PLAIN) last = Math.max(last, places.get(literals.readerOf(cell) * TAGS + tag) ?? 0);
      }
      (checks[last] as Literal[]).push(literal);
    }
    return { cube, items, checks, signature: signatureOf(literals, cube.literals) };
  }

  /** Whether one cube contains another: loads the facts itself. */
  containsCube(large: C, small: C): boolean {
    if (!this.fits(large, small)) return false;
    const pattern = this.patternOf(large);
    if ((pattern.signature & ~signatureOf(this.literals, small.literals)) !== 0) return false;
    this.facts.load(small.literals);
    return this.contains(pattern, small);
  }

  /** Whether V contains C. */
  contains(pattern: Pattern<C>, cube: C): boolean {
    this.most = -1;
    return this.search(pattern, cube);
  }

  /**
   * Calls `found` for each image of V with at most `most` literals that C does not imply and none that it contradicts.
   * Returns true as soon as `found` does.
   */
  eachOpen(pattern: Pattern<C>, cube: C, most: number, found: (missing: readonly Literal[]) => boolean): boolean {
    this.most = most;
    this.found = found;
    return this.search(pattern, cube);
  }

  /** Of the search that found something: for each process of V its image. */
  imagesFound(): number[] {
    return this.names.slice(0, this.pattern.cube.processes);
  }

  private search(pattern: Pattern<C>, cube: C): boolean {
    this.pattern = pattern;
    this.cube = cube;
    this.used = 0;
    if (this.missing.length > 0) this.missing.length = 0;
    this.budget = pattern.cube.universals.length > 0 ? UNIVERSAL_PLACEMENTS : this.placements;
    return this.begin() && this.from(0);
  }

  /** The first i items have images. */
  private from(i: number): boolean {
    for (const literal of this.pattern.checks[i] as readonly Literal[]) {
      if (!(this.most < 0 ? this.implied(literal) : this.impliedOrOpen(literal))) return false;
    }
    const item = this.pattern.items[i];
    if (item !== undefined) return item.read === NONE ? this.placeProcess(item.process, i) : this.placeRead(item, i);
    return this.agrees() && (this.most < 0 || this.found(this.missing));
  }

  /** Item i has an image: goes on with the next one. */
  protected next(i: number): boolean {
    if (this.budget-- <= 0) return false;
    const { length } = this.missing;
    const done = this.from(i + 1);
    if (this.missing.length > length) this.missing.length = length;
    return done;
  }

  /** Tries the processes of C as the image of p. */
  private placeProcess(p: number, i: number): boolean {
    const { processes } = this.cube;
    for (let q = 0; q < processes; q++) {
      if (this.used & (1 << q) || (this.literals.absolute && q !== p)) continue;
      this.names[p] = q;
      if (!this.mayBe(p, q)) continue;
      this.used |= 1 << q;
      if (this.next(i)) return true;
      this.used &= ~(1 << q);
    }
    return false;
  }

  /** Whether q may be the image of p, apart from literals. */
  protected mayBe(_p: number, _q: number): boolean {
    return true;
  }

  private impliedOrOpen(literal: Literal): boolean {
    const image = this.image(literal);
    if (image === TRUE || (image >= 0 && this.facts.implies(image))) return true;
    if (image === FALSE || this.missing.length === this.most || this.facts.contradicts(image)) return false;
    this.missing.push(image);
    return true;
  }

  protected implied(literal: Literal): boolean {
    if (this.literals.kind[literal] === Kind.mask) {
      const known = this.facts.maskOf(this.cellImage(this.literals.left[literal] as number));
      return known !== 0 && (known & ~(this.literals.right[literal] as number)) === 0;
    }
    const image = this.image(literal);
    return image === TRUE || (image >= 0 && this.facts.implies(image));
  }

  protected image(literal: Literal): Literal {
    const { literals, names } = this;
    if (literals.kind[literal] === Kind.mask || literals.kind[literal] === Kind.linear) {
      return literals.mapCells(literal, this.cellImage);
    }
    const left = literals.left[literal] as number;
    const right = literals.right[literal] as number;
    const term = (code: number) => (code < 0 ? -(names[-code - 1] as number) - 1 : this.cellImage(code));
    return literals.relation(literals.operatorOf(literal), term(left), term(right));
  }

  private readonly cellImage = (cell: number): number => {
    return this.literals.renameCell(this.retagged(cell), this.names);
  };

  /** The cell at the moment of its image, processes as they are. */
  private readonly retagged = (cell: number): number => {
    const tag = this.literals.tagOf(cell);
    if (tag === PLAIN) return cell;
    const image = this.tagImage(cell, tag);
    return image === tag ? cell : this.literals.retag(cell, image);
  };

  /** All items have images: what is left to check, besides literals. */
  protected agrees(): boolean {
    const { literals, cube, names, facts, used } = this;
    const { universals } = this.pattern.cube;
    if (universals.length === 0) return true;
    const wanted = mapParts(universals, (l) => literals.mapCells(l, this.retagged));
    const unmatched: number[] = [];
    for (let q = 0; q < cube.processes; q++) if (!(used & (1 << q))) unmatched.push(q);
    return partsFollow(literals, wanted, names, { facts, parts: cube.universals, unmatched });
  }
}

/** A few bits for the symbols that occur: what contains a cube has no others. */
export function signatureOf(literals: Literals, conjunction: ArrayLike<Literal>): number {
  let signature = 0;
  for (let i = 0; i < conjunction.length; i++) signature |= literals.signature[conjunction[i] as number] as number;
  return signature;
}
