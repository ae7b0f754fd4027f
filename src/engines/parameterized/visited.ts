/**
 * The visited cubes, indexed for the fixpoint test.
 *
 *   covering(cube)   a visited cube that contains it. Each visited cube is filed under one of its literals, the one with the
 *                    shortest list. A cube only looks at the lists its own literals can imply, then compares symbol
 *                    signatures, and only then searches for images of the visited cube's processes (embed.ts).
 *   open(cube)       instances of visited cubes that would contain it but for one or two literals: their union may contain
 *                    the cube, since the open literals are just about values (union.ts).
 *
 * A mask is filed under each of its values, a relation under a symbol. A mask on memory can only be implied by one on
 * memory, a mask on a view also by one on another view of the same symbol, or on memory.
 */
import { Kind, type Literal, type Literals, PLAIN } from '../../logic/literals.js';
import { lowest, sizeOf } from './bits.js';
import { type Cube, cellsOf } from './cube.js';
import { type Embedding, type Pattern, signatureOf } from './embed.js';
import type { VisitedCubes } from './form.js';
import type { SearchNode } from './node.js';
import type { Union } from './union.js';

interface Filed<C> extends Pattern<C> {
  readonly node: SearchNode<C>;
  /** The lists it is in; none for a cube without literals. */
  readonly keys: readonly number[];
}

/** A visited cube for processes of the cube in question. */
export interface VisitedInstance<C> {
  readonly node: SearchNode<C>;
  /** For each of its processes one of those. */
  readonly names: readonly number[];
}

/** An instance of a visited cube, and which of its literals the cube in question does not give. */
export interface OpenInstance<C> extends VisitedInstance<C> {
  readonly missing: readonly Literal[];
}

/** How hard a union is looked for. */
export interface Effort {
  /** How many literals an instance may lack. */
  readonly literals: number;
  /** How many such instances are looked at. */
  readonly instances: number;
  /** How many times they are split into cases. */
  readonly tries: number;
}

const USUAL: Effort = { literals: 2, instances: 400, tries: 60 };

const RELATION = 1 << 24;
const VALUES = 32;
const NO_SYMBOL = (1 << 20) - 1;

export class Visited<C extends Cube> implements VisitedCubes<C> {
  private readonly literals: Literals;
  private readonly embedding: Embedding<C>;
  private readonly union: Union;
  private readonly lists = new Map<number, Filed<C>[]>();
  private readonly always: Filed<C>[] = [];
  /** Some literal is about a view. */
  private hasViews = false;
  private readonly filed = new Map<SearchNode<C>, Filed<C>>();

  constructor(embedding: Embedding<C>, union: Union) {
    this.literals = embedding.literals;
    this.embedding = embedding;
    this.union = union;
  }

  nodes(): IterableIterator<SearchNode<C>> {
    return this.filed.keys();
  }

  add(node: SearchNode<C>): void {
    let best: readonly number[] | null = null;
    let shortest = Number.POSITIVE_INFINITY;
    for (const literal of node.cube.literals) {
      const keys = this.filingKeys(literal);
      let total = keys.length;
      for (const key of keys) total += this.lists.get(key)?.length ?? 0;
      if (total < shortest) {
        shortest = total;
        best = keys;
      }
    }
    const filed = { ...this.embedding.patternOf(node.cube), node, keys: best ?? [] };
    this.filed.set(node, filed);
    if (best === null) this.always.push(filed);
    for (const key of filed.keys) {
      const list = this.lists.get(key);
      if (list === undefined) this.lists.set(key, [filed]);
      else list.push(filed);
    }
  }

  remove(node: SearchNode<C>): void {
    const filed = this.filed.get(node);
    if (filed === undefined) return;
    this.filed.delete(node);
    if (filed.keys.length === 0) this.always.splice(this.always.indexOf(filed), 1);
    for (const key of filed.keys) {
      const list = this.lists.get(key) as Filed<C>[];
      list.splice(list.indexOf(filed), 1);
    }
  }

  cover(cube: C): readonly SearchNode<C>[] | null {
    return this.instances(cube)?.map(({ node }) => node) ?? null;
  }

  /** As `cover`, with the processes. */
  instances(cube: C, effort: Effort = USUAL): readonly VisitedInstance<C>[] | null {
    const one = this.covering(cube);
    if (one !== null) return [one];
    const open = this.open(cube, effort.literals, effort.instances);
    return this.union.contains(cube, open, effort.tries) ? open : null;
  }

  /** A visited cube that contains this one, or null. */
  covering(cube: C): VisitedInstance<C> | null {
    const { embedding } = this;
    embedding.facts.load(cube.literals);
    const signature = signatureOf(this.literals, cube.literals);
    let found: VisitedInstance<C> | null = null;
    this.candidates(cube, (filed) => {
      if ((filed.signature & ~signature) !== 0 || !embedding.fits(filed.cube, cube)) return false;
      if (!embedding.contains(filed, cube)) return false;
      found = { node: filed.node, names: embedding.imagesFound() };
      return true;
    });
    return found;
  }

  /** Visited cubes contained in this one: they have become redundant. */
  coveredBy(cube: C): SearchNode<C>[] {
    const { embedding } = this;
    const pattern = embedding.patternOf(cube);
    const out: SearchNode<C>[] = [];
    for (const other of this.filed.values()) {
      if ((pattern.signature & ~other.signature) !== 0 || !embedding.fits(cube, other.cube)) continue;
      if (cube.literals.length > other.cube.literals.length) continue; // Nearly always right, and only redundancy is at stake.
      embedding.facts.load(other.cube.literals);
      if (embedding.contains(pattern, other.cube)) out.push(other.node);
    }
    return out;
  }

  /**
   * Instances of visited cubes (without universal parts) with at most `most` literals that the cube does not imply and
   * none that it contradicts; no more than `limit`.
   */
  open(cube: C, most: number, limit: number): OpenInstance<C>[] {
    const { embedding } = this;
    embedding.facts.load(cube.literals);
    const signature = signatureOf(this.literals, cube.literals);
    const out: OpenInstance<C>[] = [];
    for (const filed of this.filed.values()) {
      if (filed.cube.universals.length > 0 || !embedding.fits(filed.cube, cube)) continue;
      if (sizeOf(filed.signature & ~signature) > most) continue;
      const enough = embedding.eachOpen(filed, cube, most, (missing) => {
        out.push({ node: filed.node, names: embedding.imagesFound(), missing: [...missing] });
        return out.length >= limit;
      });
      if (enough) break;
    }
    return out;
  }

  /** Where a visited cube with this literal is filed. */
  private filingKeys(literal: Literal): number[] {
    const { kind, left, right } = this.literals;
    if (kind[literal] !== Kind.mask) return [RELATION + (this.symbols(literal).at(-1) as number)];
    const { base, tag } = this.literals.symbolOf(left[literal] as number);
    if (tag !== PLAIN) this.hasViews = true;
    const first = 2 * VALUES * base + (tag === PLAIN ? 0 : VALUES);
    const keys: number[] = [];
    for (let m = right[literal] as number; m !== 0; m &= m - 1) keys.push(first + lowest(m));
    return keys;
  }

  /** The symbols that a literal mentions, views as what they are of. */
  private symbols(literal: Literal): number[] {
    const symbols = cellsOf(this.literals, literal).map((cell) => this.literals.symbolOf(cell).base);
    return symbols.length === 0 ? [NO_SYMBOL] : symbols.sort((a, b) => a - b);
  }

  /** Visits the lists that may hold a cube containing this one, until `visit` returns true. */
  private candidates(cube: C, visit: (filed: Filed<C>) => boolean): boolean {
    const { kind, left, right } = this.literals;
    for (const filed of this.always) if (visit(filed)) return true;
    const seen = new Set<number>();
    const look = (key: number): boolean => {
      if (seen.has(key)) return false;
      seen.add(key);
      const list = this.lists.get(key);
      if (list !== undefined) for (const filed of list) if (visit(filed)) return true;
      return false;
    };
    for (const literal of cube.literals) {
      if (kind[literal] !== Kind.mask) {
        for (const symbol of this.symbols(literal)) if (look(RELATION + symbol)) return true;
        continue;
      }
      const { base, tag } = this.literals.symbolOf(left[literal] as number);
      const key = 2 * VALUES * base + lowest(right[literal] as number);
      if (this.hasViews && look(key + VALUES)) return true;
      if (tag === PLAIN && look(key)) return true;
      if (look(RELATION + base)) return true;
    }
    return false;
  }
}
