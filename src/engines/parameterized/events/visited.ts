/**
 * The visited event cubes, indexed for the fixpoint test: which of them contain a given one?
 *
 * V contains C if V's processes and events can be found in C: an injection of processes, and for each event an event of the
 * same process, or that of everybody (which only itself can stand for), such that every literal of V is implied at the
 * images and so is every edge. Two events may go to one, and then an edge between them asks for nothing: an edge says which
 * writes of the execution up to now the reads may be separated by, and nothing separates a read from itself. So whatever
 * places C's reads in an execution without a cycle places V's.
 *
 * Fences are edges here (they are in the rows of a process's writes), so they are compared like all others; the reference
 * implementation forgets them and proves too much.
 *
 * The search goes process by process and along its events, each literal and edge checked as soon as all it speaks of has an
 * image. Visited cubes are filed under one literal each, the one with the shortest list.
 */
import { Facts } from '../../../logic/facts.js';
import { FALSE, Kind, type Literal, type Literals, TRUE } from '../../../logic/literals.js';
import type { SearchNode } from '../form.js';
import { signatureOf } from '../visited.js';
import { cellsOf } from '../weakest.js';
import type { EventCube } from './cube.js';
import { Embedding, itemsOf, type Pattern } from './embed.js';

export interface OpenInstance {
  readonly node: SearchNode<EventCube>;
  readonly missing: readonly Literal[];
}

const RELATION = 1 << 24;
const VALUES = 32;

interface Filed extends Pattern {
  readonly node: SearchNode<EventCube>;
  readonly signature: number;
  readonly keys: readonly number[];
}

export class VisitedEvents {
  private readonly literals: Literals;
  private readonly identityOnly: boolean;
  private readonly facts: Facts;
  private readonly lists = new Map<number, Filed[]>();
  private readonly always: Filed[] = [];
  private readonly patterns = new Map<SearchNode<EventCube>, Filed>();

  constructor(literals: Literals, identityOnly: boolean) {
    this.literals = literals;
    this.identityOnly = identityOnly;
    this.facts = new Facts(literals);
  }

  nodes(): IterableIterator<SearchNode<EventCube>> {
    return this.patterns.keys();
  }

  add(node: SearchNode<EventCube>): void {
    let best: readonly number[] | null = null;
    let length = Number.POSITIVE_INFINITY;
    for (const literal of node.cube.literals) {
      const keys = this.filingKeys(literal);
      let total = keys.length;
      for (const key of keys) total += this.lists.get(key)?.length ?? 0;
      if (total < length) {
        length = total;
        best = keys;
      }
    }
    const pattern = this.filed(node, best ?? []);
    this.patterns.set(node, pattern);
    if (best === null) this.always.push(pattern);
    for (const key of pattern.keys) {
      const list = this.lists.get(key);
      if (list === undefined) this.lists.set(key, [pattern]);
      else list.push(pattern);
    }
  }

  remove(node: SearchNode<EventCube>): void {
    const pattern = this.patterns.get(node);
    if (pattern === undefined) return;
    this.patterns.delete(node);
    if (pattern.keys.length === 0) this.always.splice(this.always.indexOf(pattern), 1);
    for (const key of pattern.keys) {
      const list = this.lists.get(key) as Filed[];
      list.splice(list.indexOf(pattern), 1);
    }
  }

  /** A visited cube that contains this one, or null. */
  covering(cube: EventCube): SearchNode<EventCube> | null {
    const { facts } = this;
    facts.load(cube.literals);
    const signature = signatureOf(this.literals, cube.literals);
    let found: SearchNode<EventCube> | null = null;
    this.candidates(cube, (pattern) => {
      if ((pattern.signature & ~signature) !== 0 || !this.fits(pattern.cube, cube)) return false;
      if (!this.embeds(pattern, cube)) return false;
      found = pattern.node;
      return true;
    });
    return found;
  }

  /** Visited cubes contained in this one. */
  coveredBy(cube: EventCube): SearchNode<EventCube>[] {
    const pattern = this.filed({ cube } as SearchNode<EventCube>, []);
    const out: SearchNode<EventCube>[] = [];
    for (const other of this.patterns.values()) {
      if ((pattern.signature & ~other.signature) !== 0 || !this.fits(cube, other.cube)) continue;
      if (cube.literals.length > other.cube.literals.length) continue; // Only redundancy is at stake.
      this.facts.load(other.cube.literals);
      if (this.embeds(pattern, other.cube)) out.push(other.node);
    }
    return out;
  }

  /**
   * Instances of visited cubes with at most `most` literals that the cube does not imply and none that it contradicts:
   * their union may contain the cube, since the edges are given and the open literals are just about values.
   */
  open(cube: EventCube, most: number, limit: number): OpenInstance[] {
    const { facts, literals } = this;
    facts.load(cube.literals);
    const signature = signatureOf(literals, cube.literals);
    const out: OpenInstance[] = [];
    for (const pattern of this.patterns.values()) {
      if (!this.fits(pattern.cube, cube)) continue;
      let absent = 0;
      for (let s = pattern.signature & ~signature; s !== 0; s &= s - 1) absent++;
      if (absent > most) continue;
      const missing: Literal[] = [];
      const embedding = new Embedding(literals, pattern, cube, this.identityOnly);
      const check = (l: Literal): boolean => {
        const literal = embedding.image(l);
        if (literal === TRUE || (literal >= 0 && facts.implies(literal))) return true;
        if (literal === FALSE || missing.length === most || facts.contradicts(literal)) return false;
        missing.push(literal);
        return true;
      };
      const found = (): boolean => {
        out.push({ node: pattern.node, missing: [...missing] });
        return out.length >= limit;
      };
      if (embedding.search(check, found, missing)) break;
    }
    return out;
  }

  private embeds(pattern: Pattern, cube: EventCube): boolean {
    const embedding = new Embedding(this.literals, pattern, cube, this.identityOnly);
    return embedding.search(
      (l) => embedding.implied(this.facts, l),
      () => true,
    );
  }

  /** What is plain to see: there are processes and events enough. */
  private fits(pattern: EventCube, cube: EventCube): boolean {
    if (pattern.processes > cube.processes) return false;
    return pattern.threads.length === 0 || cube.threads.length > 0;
  }

  private filed(node: SearchNode<EventCube>, keys: readonly number[]): Filed {
    const { cube } = node;
    return { node, cube, ...itemsOf(this.literals, cube), signature: signatureOf(this.literals, cube.literals), keys };
  }

  private keyOf(cell: number, value: number): number {
    return this.literals.symbolOf(cell).base * VALUES + value;
  }

  /** Where a visited cube with this literal is filed: a mask under each of its values, a relation under a symbol. */
  private filingKeys(literal: Literal): number[] {
    const { kind, left, right } = this.literals;
    if (kind[literal] !== Kind.mask) {
      return this.bases(literal)
        .slice(-1)
        .map((s) => RELATION + s);
    }
    const cell = left[literal] as number;
    const keys: number[] = [];
    for (let m = right[literal] as number; m !== 0; m &= m - 1) keys.push(this.keyOf(cell, 31 - Math.clz32(m & -m)));
    return keys;
  }

  private bases(literal: Literal): number[] {
    const bases = cellsOf(this.literals, literal).map((cell) => this.literals.symbolOf(cell).base);
    return bases.length === 0 ? [(1 << 20) - 1] : bases.sort((a, b) => a - b);
  }

  /** The lists that may hold a cube containing one with these literals. */
  private candidates(cube: EventCube, visit: (pattern: Filed) => boolean): boolean {
    const { kind, left, right } = this.literals;
    for (const pattern of this.always) if (visit(pattern)) return true;
    const seen = new Set<number>();
    const look = (key: number): boolean => {
      if (seen.has(key)) return false;
      seen.add(key);
      for (const pattern of this.lists.get(key) ?? []) if (visit(pattern)) return true;
      return false;
    };
    for (const literal of cube.literals) {
      if (kind[literal] === Kind.mask) {
        const mask = right[literal] as number;
        if (look(this.keyOf(left[literal] as number, 31 - Math.clz32(mask & -mask)))) return true;
      }
      for (const base of this.bases(literal)) if (look(RELATION + base)) return true;
    }
    return false;
  }
}
