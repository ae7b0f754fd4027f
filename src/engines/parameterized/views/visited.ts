/**
 * The visited view cubes, indexed for the fixpoint test: which of them contain a given one?
 *
 * V contains C if V's processes and pending groups can be found in C: an injection of processes, and for each process a map
 * of V's chain into C's that keeps the order (two groups may go to one), to J or to now, such that every literal of V is
 * implied at the images. A group behind a fence goes to one behind the fence, or to now, which is after every write; J goes
 * to J or to now. Positions that satisfy C then satisfy V.
 *
 * The search goes process by process and along its chain, each literal checked as soon as all it speaks of has an image.
 * Visited cubes are filed under one literal each, the one with the shortest list: a literal about memory can only be
 * implied by one about memory, a literal about a view also by one about another view of the same symbol.
 */
import { Facts } from '../../../logic/facts.js';
import { FALSE, Kind, type Literal, type Literals, PLAIN, TRUE } from '../../../logic/literals.js';
import type { SearchNode } from '../form.js';
import { partsFollow } from '../universal.js';
import { signatureOf } from '../visited.js';
import { cellsOf } from '../weakest.js';
import { JOINT, type ViewCube } from './cube.js';

/** The image of V's item: a process, or a group of the process before it (J comes first). */
type Item = { readonly process: number; readonly group: number };

interface Pattern {
  readonly node: SearchNode<ViewCube>;
  readonly cube: ViewCube;
  readonly items: readonly Item[];
  /** For each item the literals that can be checked once it has an image; those that need none come first. */
  readonly checks: readonly (readonly Literal[])[];
  readonly signature: number;
  readonly keys: readonly number[];
}

export interface OpenInstance {
  readonly node: SearchNode<ViewCube>;
  readonly missing: readonly Literal[];
}

/** Items placed in the search for one embedding; giving up is sound. */
const PLACEMENTS = 4_000;
const UNIVERSAL_PLACEMENTS = 200;
const RELATION = 1 << 24;
const VALUES = 32;
const WHOLE = -2;

export class VisitedViews {
  private readonly literals: Literals;
  private readonly facts: Facts;
  private readonly embedding: Embedding;
  private readonly lists = new Map<number, Pattern[]>();
  private readonly always: Pattern[] = [];
  private readonly patterns = new Map<SearchNode<ViewCube>, Pattern>();

  constructor(literals: Literals, identityOnly: boolean) {
    this.literals = literals;
    this.facts = new Facts(literals);
    this.embedding = new Embedding(literals, identityOnly);
  }

  nodes(): IterableIterator<SearchNode<ViewCube>> {
    return this.patterns.keys();
  }

  add(node: SearchNode<ViewCube>): void {
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
    const pattern = this.patternOf(node, best ?? []);
    this.patterns.set(node, pattern);
    if (best === null) this.always.push(pattern);
    for (const key of pattern.keys) {
      const list = this.lists.get(key);
      if (list === undefined) this.lists.set(key, [pattern]);
      else list.push(pattern);
    }
  }

  remove(node: SearchNode<ViewCube>): void {
    const pattern = this.patterns.get(node);
    if (pattern === undefined) return;
    this.patterns.delete(node);
    if (pattern.keys.length === 0) this.always.splice(this.always.indexOf(pattern), 1);
    for (const key of pattern.keys) {
      const list = this.lists.get(key) as Pattern[];
      list.splice(list.indexOf(pattern), 1);
    }
  }

  /** A visited cube that contains this one, or null. */
  covering(cube: ViewCube): SearchNode<ViewCube> | null {
    const { facts } = this;
    facts.load(cube.literals);
    const signature = signatureOf(this.literals, cube.literals);
    let found: SearchNode<ViewCube> | null = null;
    this.candidates(cube, (pattern) => {
      if ((pattern.signature & ~signature) !== 0 || pattern.cube.processes > cube.processes) return false;
      if (!this.embedding.of(pattern, cube).contains(facts)) return false;
      found = pattern.node;
      return true;
    });
    return found;
  }

  /** Visited cubes contained in this one. */
  coveredBy(cube: ViewCube): SearchNode<ViewCube>[] {
    const pattern = this.patternOf({ cube } as SearchNode<ViewCube>, []);
    const out: SearchNode<ViewCube>[] = [];
    for (const other of this.patterns.values()) {
      if ((pattern.signature & ~other.signature) !== 0 || cube.processes > other.cube.processes) continue;
      if (cube.literals.length > other.cube.literals.length) continue; // Only redundancy is at stake.
      this.facts.load(other.cube.literals);
      if (this.embedding.of(pattern, other.cube).contains(this.facts)) out.push(other.node);
    }
    return out;
  }

  /**
   * Instances of visited cubes with at most `most` literals that the cube does not imply and none that it contradicts:
   * their union may contain the cube, since at given positions the open literals are just about values.
   */
  open(cube: ViewCube, most: number, limit: number): OpenInstance[] {
    const { facts, literals } = this;
    facts.load(cube.literals);
    const signature = signatureOf(literals, cube.literals);
    const out: OpenInstance[] = [];
    for (const pattern of this.patterns.values()) {
      if (pattern.cube.processes > cube.processes || pattern.cube.universals.length > 0) continue;
      let absent = 0;
      for (let s = pattern.signature & ~signature; s !== 0; s &= s - 1) absent++;
      if (absent > most) continue;
      const missing: Literal[] = [];
      const embedding = this.embedding.of(pattern, cube);
      const check = (l: Literal): boolean => {
        const literal = embedding.image(l);
        if (literal === TRUE || (literal >= 0 && facts.implies(literal))) return true;
        if (literal === FALSE || missing.length === most || facts.contradicts(literal)) return false;
        missing.push(literal);
        return true;
      };
      embedding.search(
        check,
        () => {
          out.push({ node: pattern.node, missing: [...missing] });
          return out.length >= limit;
        },
        missing,
      );
      if (out.length >= limit) break;
    }
    return out;
  }

  /** Whether one cube contains another. */
  contains(large: ViewCube, small: ViewCube): boolean {
    if (large.processes > small.processes) return false;
    const pattern = this.patternOf({ cube: large } as SearchNode<ViewCube>, []);
    if ((pattern.signature & ~signatureOf(this.literals, small.literals)) !== 0) return false;
    this.facts.load(small.literals);
    return this.embedding.of(pattern, small).contains(this.facts);
  }

  private patternOf(node: SearchNode<ViewCube>, keys: readonly number[]): Pattern {
    const { cube } = node;
    const items: Item[] = [];
    if (cube.joint) items.push({ process: WHOLE, group: JOINT });
    for (let p = 0; p < cube.processes; p++) {
      items.push({ process: p, group: WHOLE });
      for (let group = 1; group <= (cube.chains[p] as number); group++) items.push({ process: p, group });
    }
    const place = new Map(items.map(({ process, group }, i) => [process * 64 + group, i]));
    const checks: Literal[][] = Array.from({ length: items.length + 1 }, () => []);
    for (const literal of cube.literals) {
      let last = -1;
      for (let rest = this.literals.processes[literal] as number; rest !== 0; rest &= rest - 1) {
        last = Math.max(last, place.get((31 - Math.clz32(rest & -rest)) * 64 + WHOLE) as number);
      }
      for (const cell of cellsOf(this.literals, literal)) {
        const tag = this.literals.tagOf(cell);
        if (tag > JOINT) last = Math.max(last, place.get(this.literals.readerOf(cell) * 64 + tag) as number);
      }
      (checks[last + 1] as Literal[]).push(literal);
    }
    return { node, cube, items, checks, signature: signatureOf(this.literals, cube.literals), keys };
  }

  private keyOf(cell: number, value: number, viewed: boolean): number {
    return (this.literals.symbolOf(cell).base * 2 + (viewed ? 1 : 0)) * VALUES + value;
  }

  /** Where a visited cube with this literal is filed: a mask under each of its values, a relation under a symbol. */
  private filingKeys(literal: Literal): number[] {
    const { kind, left, right } = this.literals;
    if (kind[literal] !== Kind.mask)
      return this.bases(literal)
        .slice(-1)
        .map((s) => RELATION + s);
    const cell = left[literal] as number;
    const keys: number[] = [];
    for (let m = right[literal] as number; m !== 0; m &= m - 1) {
      keys.push(this.keyOf(cell, 31 - Math.clz32(m & -m), this.literals.tagOf(cell) !== PLAIN));
    }
    return keys;
  }

  private bases(literal: Literal): number[] {
    const bases = cellsOf(this.literals, literal).map((cell) => this.literals.symbolOf(cell).base);
    return bases.length === 0 ? [(1 << 20) - 1] : bases.sort((a, b) => a - b);
  }

  /** The lists that may hold a cube containing one with these literals. */
  private candidates(cube: ViewCube, visit: (pattern: Pattern) => boolean): boolean {
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
        const cell = left[literal] as number;
        const value = 31 - Math.clz32(mask & -mask);
        if (look(this.keyOf(cell, value, true))) return true;
        if (this.literals.tagOf(cell) === PLAIN && look(this.keyOf(cell, value, false))) return true;
      }
      for (const base of this.bases(literal)) if (look(RELATION + base)) return true;
    }
    return false;
  }
}

/** The search for images of V's processes and groups in C. */
class Embedding {
  private readonly literals: Literals;
  private readonly identityOnly: boolean;
  private pattern!: Pattern;
  private cube!: ViewCube;
  private readonly names: number[] = [];
  /** For each process of V the images of its groups: a tag of C, or PLAIN for now; at 0 that of J. */
  private readonly tags: number[][] = [];
  private joint = PLAIN;
  private used = 0;
  private budget = PLACEMENTS;

  constructor(literals: Literals, identityOnly: boolean) {
    this.literals = literals;
    this.identityOnly = identityOnly;
  }

  /** Ready to look for this V in this C; one search at a time. */
  of(pattern: Pattern, cube: ViewCube): this {
    this.pattern = pattern;
    this.cube = cube;
    this.joint = PLAIN;
    this.used = 0;
    this.budget = pattern.cube.universals.length > 0 ? UNIVERSAL_PLACEMENTS : PLACEMENTS;
    while (this.tags.length < pattern.cube.processes) this.tags.push([]);
    return this;
  }

  /** V's literals are implied at the images by facts about C, and so are its universal parts. */
  contains(facts: Facts): boolean {
    return this.search(
      (l) => this.implied(facts, l),
      () => this.universalsFollow(facts),
    );
  }

  private universalsFollow(facts: Facts): boolean {
    const { cube, pattern, literals } = this;
    if (pattern.cube.universals.length === 0) return true;
    const unmatched: number[] = [];
    for (let q = 0; q < cube.processes; q++) if (!(this.used & (1 << q))) unmatched.push(q);
    const image = (cell: number): number => {
      const tag = literals.tagOf(cell);
      return tag === PLAIN ? cell : literals.retag(cell, this.tags[literals.readerOf(cell)]?.[tag] as number);
    };
    const wanted = pattern.cube.universals.map(({ variables, body }) => ({
      variables,
      body: body.map((conjunct) => conjunct.map((l) => literals.mapCells(l, image))),
    }));
    return partsFollow(literals, wanted, this.names, facts, cube.universals, unmatched);
  }

  /** `open` shrinks back to its length when a choice is taken back. Returns true as soon as `found` does. */
  search(check: (literal: Literal) => boolean, found: () => boolean, open: Literal[] = []): boolean {
    const { items, checks } = this.pattern;
    const from = (i: number): boolean => {
      const item = items[i];
      if (item === undefined) return found();
      const then = (): boolean => {
        if (this.budget-- <= 0) return false;
        const length = open.length;
        const done = (checks[i + 1] as readonly Literal[]).every(check) && from(i + 1);
        open.length = length;
        return done;
      };
      if (item.process === WHOLE) return this.placeJoint(then);
      return item.group === WHOLE
        ? this.placeProcess(item.process, then)
        : this.placeGroup(item.process, item.group, then);
    };
    return (checks[0] as readonly Literal[]).every(check) && from(0);
  }

  private placeJoint(then: () => boolean): boolean {
    for (const tag of this.cube.joint ? [JOINT, PLAIN] : [PLAIN]) {
      this.joint = tag;
      for (const tags of this.tags) tags[0] = tag;
      if (then()) return true;
    }
    return false;
  }

  private placeProcess(p: number, then: () => boolean): boolean {
    const { cube, pattern } = this;
    const fenced = pattern.cube.joint && this.joint === JOINT && (pattern.cube.fences[p] as number) >= 0;
    for (let q = 0; q < cube.processes; q++) {
      if (this.used & (1 << q) || (this.identityOnly && q !== p)) continue;
      if (fenced && (cube.fences[q] as number) < 0) continue;
      this.names[p] = q;
      this.used |= 1 << q;
      if (then()) return true;
      this.used &= ~(1 << q);
    }
    return false;
  }

  /** Groups come from the end of the chain: the image of each is at or before that of the last. */
  private placeGroup(p: number, group: number, then: () => boolean): boolean {
    const { cube, pattern } = this;
    const q = this.names[p] as number;
    const tags = this.tags[p] as number[];
    const latest = group > 1 ? (tags[group - 1] as number) : pattern.cube.joint ? this.joint : PLAIN;
    const fenced = group <= (pattern.cube.fences[p] as number);
    const waits = ((pattern.cube.pending[p] as number) >> group) & 1;
    const earliest = fenced ? (cube.fences[q] as number) : (cube.chains[q] as number);
    for (let tag = Math.max(latest, PLAIN); tag <= earliest || tag === PLAIN; tag++) {
      if (tag === JOINT && !cube.joint) continue;
      if (waits && (tag <= JOINT || !(((cube.pending[q] as number) >> tag) & 1))) continue;
      tags[group] = tag;
      if (then()) return true;
    }
    return false;
  }

  private cellImage = (cell: number): number => {
    const { literals, names } = this;
    const tag = literals.tagOf(cell);
    if (tag === PLAIN) return literals.renameCell(cell, names);
    const image = this.tags[literals.readerOf(cell)]?.[tag] as number;
    return literals.renameCell(image === tag ? cell : literals.retag(cell, image), names);
  };

  image(literal: Literal): Literal {
    const { literals, names } = this;
    if (literals.kind[literal] === Kind.mask || literals.kind[literal] === Kind.linear) {
      return literals.mapCells(literal, this.cellImage);
    }
    const left = literals.left[literal] as number;
    const right = literals.right[literal] as number;
    const term = (code: number) => (code < 0 ? -(names[-code - 1] as number) - 1 : this.cellImage(code));
    return literals.relation(literals.operatorOf(literal), term(left), term(right));
  }

  implied(facts: Facts, literal: Literal): boolean {
    if (this.literals.kind[literal] === Kind.mask) {
      const known = facts.maskOf(this.cellImage(this.literals.left[literal] as number));
      return known !== 0 && (known & ~(this.literals.right[literal] as number)) === 0;
    }
    const image = this.image(literal);
    return image === TRUE || (image >= 0 && facts.implies(image));
  }
}
