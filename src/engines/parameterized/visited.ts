/**
 * The visited cubes, indexed for the two questions of the fixpoint test.
 *
 *   covering(cube)   a visited cube that contains it, up to renaming of processes (C |= V through an injection of V's
 *                    processes into C's). Each visited cube is filed under one of its literals, the one with the shortest
 *                    list; a cube only looks at the lists its own literals can imply, then compares symbol signatures, and
 *                    only then searches for the injection, depth first, each literal checked as soon as its highest
 *                    process has a name.
 *   open(cube)       instances of visited cubes that would contain it but for one or two literals: the clauses of the full
 *                    test (entails.ts).
 */
import { Facts } from '../../logic/facts.js';
import { Kind, type Literal, type Literals } from '../../logic/literals.js';
import type { Cube } from './cube.js';
import type { SearchNode } from './form.js';
import { partsFollow } from './universal.js';

interface Pattern {
  readonly node: SearchNode<Cube>;
  readonly cube: Cube;
  /** Literals by their highest process: at 0 those without any, at p+1 those up to p. */
  readonly groups: readonly (readonly Literal[])[];
  readonly signature: number;
  readonly keys: readonly number[];
}

/** An instance of a visited cube, and which of its literals the cube in question does not give. */
export interface OpenInstance {
  readonly node: SearchNode<Cube>;
  readonly missing: readonly Literal[];
}

/** Processes placed in the search for one injection: many that look alike have too many; giving up is sound. */
const PLACEMENTS = 5_000;
const UNIVERSAL_PLACEMENTS = 200;
const RELATION = 1 << 24;
const VALUES = 32;

export class Visited {
  private readonly literals: Literals;
  private readonly lists = new Map<number, Pattern[]>();
  private readonly always: Pattern[] = [];
  private readonly patterns = new Map<SearchNode<Cube>, Pattern>();
  private readonly identityOnly: boolean;
  readonly facts: Facts;

  constructor(literals: Literals, identityOnly: boolean) {
    this.literals = literals;
    this.identityOnly = identityOnly;
    this.facts = new Facts(literals);
  }

  get size(): number {
    return this.patterns.size;
  }

  nodes(): IterableIterator<SearchNode<Cube>> {
    return this.patterns.keys();
  }

  add(node: SearchNode<Cube>): void {
    const { cube } = node;
    let best: readonly number[] | null = null;
    let length = Number.POSITIVE_INFINITY;
    for (const literal of cube.literals) {
      const keys = this.filingKeys(literal);
      let total = keys.length;
      for (const key of keys) total += this.lists.get(key)?.length ?? 0;
      if (total < length) {
        length = total;
        best = keys;
      }
    }
    const pattern: Pattern = {
      node,
      cube,
      groups: groupByProcess(this.literals, cube),
      signature: signatureOf(this.literals, cube.literals),
      keys: best ?? [],
    };
    this.patterns.set(node, pattern);
    if (best === null) this.always.push(pattern);
    for (const key of pattern.keys) {
      const list = this.lists.get(key);
      if (list === undefined) this.lists.set(key, [pattern]);
      else list.push(pattern);
    }
  }

  remove(node: SearchNode<Cube>): void {
    const pattern = this.patterns.get(node);
    if (pattern === undefined) return;
    this.patterns.delete(node);
    if (pattern.keys.length === 0) this.always.splice(this.always.indexOf(pattern), 1);
    for (const key of pattern.keys) {
      const list = this.lists.get(key) as Pattern[];
      list.splice(list.indexOf(pattern), 1);
    }
  }

  /** Where a visited cube with this literal is filed: a mask under each of its values, a relation under a symbol. */
  private filingKeys(literal: Literal): number[] {
    const { kind, left, right, cellSymbol } = this.literals;
    if (kind[literal] === Kind.mask) {
      const base = (cellSymbol[left[literal] as number] as number) * VALUES;
      const keys: number[] = [];
      for (let m = right[literal] as number; m !== 0; m &= m - 1) keys.push(base + 31 - Math.clz32(m & -m));
      return keys;
    }
    return this.symbols(literal)
      .slice(-1)
      .map((s) => RELATION + s);
  }

  private symbols(literal: Literal): number[] {
    const { kind, left, right, cellSymbol } = this.literals;
    const terms =
      kind[literal] === Kind.linear
        ? this.literals.constraintOf(literal).variables
        : kind[literal] === Kind.mask
          ? [left[literal] as number]
          : [left[literal] as number, right[literal] as number];
    const symbols = terms.filter((t) => t >= 0).map((cell) => cellSymbol[cell] as number);
    return symbols.length === 0 ? [(1 << 20) - 1] : symbols.sort((a, b) => a - b);
  }

  /** The lists that may hold a cube containing one with these literals. */
  private candidates(cube: Cube, visit: (pattern: Pattern) => boolean): boolean {
    const { kind, left, right, cellSymbol } = this.literals;
    for (const pattern of this.always) if (visit(pattern)) return true;
    const seen = new Set<number>();
    const look = (key: number): boolean => {
      if (seen.has(key)) return false;
      seen.add(key);
      const list = this.lists.get(key);
      if (list !== undefined) for (const pattern of list) if (visit(pattern)) return true;
      return false;
    };
    for (const literal of cube.literals) {
      if (kind[literal] === Kind.mask) {
        const mask = right[literal] as number;
        if (look((cellSymbol[left[literal] as number] as number) * VALUES + 31 - Math.clz32(mask & -mask))) return true;
      }
      for (const symbol of this.symbols(literal)) if (look(RELATION + symbol)) return true;
    }
    return false;
  }

  /** A visited cube that contains this one, or null. Leaves `facts` loaded with the cube's literals. */
  covering(cube: Cube): SearchNode<Cube> | null {
    const { facts } = this;
    facts.load(cube.literals);
    const signature = signatureOf(this.literals, cube.literals);
    let found: SearchNode<Cube> | null = null;
    this.candidates(cube, (pattern) => {
      if ((pattern.signature & ~signature) !== 0 || pattern.cube.processes > cube.processes) return false;
      if (!this.embeds(pattern, cube, (l) => facts.implies(l))) return false;
      found = pattern.node;
      return true;
    });
    return found;
  }

  /** Visited cubes contained in this one: they have become redundant. */
  coveredBy(cube: Cube): SearchNode<Cube>[] {
    const signature = signatureOf(this.literals, cube.literals);
    const pattern: Pattern = {
      node: null as never,
      cube,
      groups: groupByProcess(this.literals, cube),
      signature,
      keys: [],
    };
    const out: SearchNode<Cube>[] = [];
    for (const other of this.patterns.values()) {
      if ((signature & ~other.signature) !== 0 || cube.processes > other.cube.processes) continue;
      if (cube.literals.length > other.cube.literals.length) continue; // Nearly always right, and only redundancy is at stake.
      this.facts.load(other.cube.literals);
      if (this.embeds(pattern, other.cube, (l) => this.facts.implies(l))) out.push(other.node);
    }
    return out;
  }

  private embeds(pattern: Pattern, cube: Cube, implied: (literal: Literal) => boolean): boolean {
    const names: number[] = [];
    let budget = pattern.cube.universals.length > 0 ? UNIVERSAL_PLACEMENTS : PLACEMENTS;
    const universals = (used: number): boolean => {
      if (pattern.cube.universals.length === 0) return true;
      const unmatched: number[] = [];
      for (let q = 0; q < cube.processes; q++) if (!(used & (1 << q))) unmatched.push(q);
      return partsFollow(this.literals, pattern.cube.universals, names, this.facts, cube.universals, unmatched);
    };
    const place = (p: number, used: number): boolean => {
      if (p === pattern.cube.processes) return universals(used);
      const group = pattern.groups[p + 1] as readonly Literal[];
      for (let q = 0; q < cube.processes; q++) {
        if (used & (1 << q) || (this.identityOnly && q !== p)) continue;
        if (budget-- <= 0) return false;
        names[p] = q;
        if (group.every((l) => implied(this.literals.rename(l, names))) && place(p + 1, used | (1 << q))) return true;
      }
      return false;
    };
    return (pattern.groups[0] as readonly Literal[]).every(implied) && place(0, 0);
  }

  /**
   * Instances of visited cubes (without universal parts) with at most `most` literals that the cube does not imply and
   * none that it contradicts. The union of such instances may contain the cube.
   */
  open(cube: Cube, most: number, limit: number): OpenInstance[] {
    const { facts, literals } = this;
    facts.load(cube.literals);
    const signature = signatureOf(literals, cube.literals);
    const out: OpenInstance[] = [];
    for (const pattern of this.patterns.values()) {
      if (pattern.cube.processes > cube.processes || pattern.cube.universals.length > 0) continue;
      if (bits(pattern.signature & ~signature) > most) continue;
      const names: number[] = [];
      let budget = PLACEMENTS;
      const missing: Literal[] = [];
      const check = (group: readonly Literal[]): boolean => {
        for (const l of group) {
          const literal = literals.rename(l, names);
          if (literal < 0) {
            if (literal === -2) return false;
            continue;
          }
          if (facts.implies(literal)) continue;
          if (missing.length === most || facts.contradicts(literal)) return false;
          missing.push(literal);
        }
        return true;
      };
      const place = (p: number, used: number): void => {
        if (out.length >= limit) return;
        if (p === pattern.cube.processes) {
          out.push({ node: pattern.node, missing: [...missing] });
          return;
        }
        for (let q = 0; q < cube.processes; q++) {
          if (used & (1 << q) || (this.identityOnly && q !== p)) continue;
          if (budget-- <= 0) return;
          names[p] = q;
          const length = missing.length;
          if (check(pattern.groups[p + 1] as readonly Literal[])) place(p + 1, used | (1 << q));
          missing.length = length;
        }
      };
      if (check(pattern.groups[0] as readonly Literal[])) place(0, 0);
      if (out.length >= limit) break;
    }
    return out;
  }
}

function groupByProcess(literals: Literals, cube: Cube): Literal[][] {
  const groups: Literal[][] = Array.from({ length: cube.processes + 1 }, () => []);
  for (const literal of cube.literals) {
    const highest = 32 - Math.clz32(literals.processes[literal] as number);
    (groups[highest] as Literal[]).push(literal);
  }
  return groups;
}

export function signatureOf(literals: Literals, conjunction: ArrayLike<Literal>): number {
  let signature = 0;
  for (let i = 0; i < conjunction.length; i++) signature |= literals.signature[conjunction[i] as number] as number;
  return signature;
}

function bits(word: number): number {
  let count = 0;
  for (let w = word; w !== 0; w &= w - 1) count++;
  return count;
}
