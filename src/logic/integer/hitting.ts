/**
 * The cubes that a set of counter-models does not refute, without looking at the others.
 *
 * A cube implies a formula unless some counter-model satisfies it. So for each counter-model an implicant has a literal
 * that is false there: implicants are hitting sets of the sets of literals false in counter-models (the duality of Reiter,
 * A Theory of Diagnosis from First Principles, 1987, here with counter-models for conflicts). We take a counter-model that
 * the literals chosen so far do not exclude and try each literal false in it; a literal that was tried is left out of the
 * cases after it, so no cube comes twice. The last literal of a cube must exclude all counter-models left: the
 * intersection of their sets is the candidates, and mostly it is empty after a few.
 *
 * Only a candidate is asked about. The answer is a new counter-model, which joins the others at once, or that there is
 * none. Sizes are gone through from small to large and what was found leaves out what contains it, hence all that is found
 * is minimal.
 */
import { DOUBTFUL, HOLDS } from './pool.js';

/** Literals are numbers here: 2i for the predicate at place i of a list, 2i + 1 for its negation. */
interface HittingQuestion {
  /** What the solver says about a cube that no counter-model refutes; `model` when it has added one by `addModel`. */
  ask(cube: readonly number[]): 'found' | 'model' | 'unknown';
  readonly counts: { asked: number; refutedByModels: number };
}

/** Which literals hang together, as bit vectors: with what is to be implied (null: with anything), and with each literal. */
export interface Links {
  readonly near: Int32Array | null;
  readonly beside: Int32Array;
}

/** By literal: the literals that a minimal cube does not have beside it, as a bit vector. */
export interface Exclusions {
  readonly words: number;
  readonly masks: Int32Array;
  /** Literals that may be in a cube at all. */
  readonly allowed: Int32Array;
}

/** As many of the open counter-models are compared to choose the one with the fewest cases. */
const COMPARED = 24;

export class HittingSearch {
  private readonly words: number;
  /** A row for each counter-model: the literals that are false in it. */
  private rows: Int32Array;
  private rowCount = 0;
  private readonly chosen: number[] = [];
  private readonly isChosen: Uint8Array;
  /** By number of chosen literals: the literals still allowed, and the counter-models that satisfy all chosen ones. */
  private readonly allowed: Int32Array[] = [];
  private readonly open: number[][] = [[]];
  private readonly cases: Int32Array[] = [];
  /** The literals that may be in a cube at all. */
  private readonly base: Int32Array;
  /** By literal, the cubes with it that were found, without it. Where all but one of a cube are chosen, that one is not allowed. */
  private readonly found: number[][][] = [];
  private readonly scratch: Int32Array;
  private links: Links | null = null;
  private readonly piece: Int32Array;
  private readonly apart: number[] = [];

  constructor(
    private readonly predicates: readonly number[],
    private readonly exclusions: Exclusions,
    private readonly question: HittingQuestion,
  ) {
    this.words = exclusions.words;
    this.rows = new Int32Array(64 * this.words);
    this.isChosen = new Uint8Array(2 * predicates.length);
    this.scratch = new Int32Array(this.words);
    this.piece = new Int32Array(this.words);
    for (let i = 0; i < 2 * predicates.length; i++) this.found.push([]);
    this.base = exclusions.allowed.slice();
  }

  /**
   * A counter-model: what each predicate is in it (in doubt, no literal on it excludes the model). It satisfies all literals
   * chosen at this moment.
   */
  addModel(truths: Uint8Array): void {
    const { words } = this;
    const row = this.rowCount++;
    if (this.rowCount * words > this.rows.length) {
      const wider = new Int32Array(2 * this.rows.length);
      wider.set(this.rows);
      this.rows = wider;
    }
    const { rows, predicates } = this;
    for (let i = 0; i < predicates.length; i++) {
      const truth = truths[predicates[i] as number] as number;
      if (truth === DOUBTFUL) continue;
      const literal = 2 * i + (truth === HOLDS ? 1 : 0);
      (rows[row * words + (literal >> 5)] as number) |= 1 << (literal & 31);
    }
    const deepest = Math.max(0, this.chosen.length - 1);
    for (let depth = 0; depth <= deepest; depth++) (this.open[depth] as number[]).push(row);
  }

  /** Leaves out, from now on, the cubes that contain this one. */
  exclude(cube: readonly number[]): void {
    const [only] = cube;
    if (only === undefined) throw new Error('the empty cube is in all cubes');
    if (cube.length === 1) (this.base[only >> 5] as number) &= ~(1 << (only & 31));
    else for (const literal of cube) this.found[literal]?.push(cube.filter((other) => other !== literal));
  }

  /**
   * Goes through the cubes of just this size; all smaller sizes must have been gone through before. With `links`, only
   * through those that hang together.
   */
  run(size: number, links: Links | null = null): void {
    this.links = links;
    for (let depth = this.allowed.length; depth < size; depth++) {
      this.allowed.push(new Int32Array(this.words));
      this.cases.push(new Int32Array(this.words));
      if (depth > 0) this.open.push([]);
    }
    (this.allowed[0] as Int32Array).set(this.base);
    if (size === 1) this.finish(0);
    else this.branch(0, size);
  }

  private branch(depth: number, size: number): void {
    const { words, rows } = this;
    const allowed = this.allowed[depth] as Int32Array;
    const row = this.narrowest(depth);
    // Without a counter-model to exclude (the solver did not know), all literals are cases.
    const cases = this.cases[depth] as Int32Array;
    for (let w = 0; w < words; w++) {
      cases[w] = (allowed[w] as number) & (row < 0 ? -1 : (rows[row * words + w] as number));
    }
    for (let w = 0; w < words; w++) {
      for (;;) {
        const left = cases[w] as number;
        if (left === 0) break;
        const bit = 31 - Math.clz32(left & -left);
        cases[w] = left & ~(1 << bit);
        (allowed[w] as number) &= ~(1 << bit);
        const literal = 32 * w + bit;
        this.choose(literal, depth);
        if (depth + 2 === size) this.finish(depth + 1);
        else {
          this.keepOpen(depth, literal);
          this.branch(depth + 1, size);
        }
        this.isChosen[literal] = 0;
        this.chosen.length = depth;
      }
    }
  }

  private choose(literal: number, depth: number): void {
    const { words } = this;
    const allowed = this.allowed[depth] as Int32Array;
    const next = this.allowed[depth + 1] as Int32Array;
    const { masks } = this.exclusions;
    for (let w = 0; w < words; w++) next[w] = (allowed[w] as number) & ~(masks[literal * words + w] as number);
    this.chosen.push(literal);
    this.isChosen[literal] = 1;
    const found = this.found[literal] as number[][];
    for (let i = 0; i < found.length; i++) {
      const last = this.onlyMissing(found[i] as number[]);
      if (last >= 0) (next[last >> 5] as number) &= ~(1 << (last & 31));
    }
  }

  /** The literal of a list that is not chosen, -1 if there are more. (One at least is missing: it is never allowed.) */
  private onlyMissing(literals: readonly number[]): number {
    let missing = -1;
    for (let i = 0; i < literals.length; i++) {
      const literal = literals[i] as number;
      if (this.isChosen[literal] === 1) continue;
      if (missing >= 0) return -1;
      missing = literal;
    }
    return missing;
  }

  private keepOpen(depth: number, literal: number): void {
    const before = this.open[depth] as number[];
    const after = this.open[depth + 1] as number[];
    const { rows, words } = this;
    let count = 0;
    for (let i = 0; i < before.length; i++) {
      const row = before[i] as number;
      if ((((rows[row * words + (literal >> 5)] as number) >>> (literal & 31)) & 1) === 0) after[count++] = row;
    }
    after.length = count;
  }

  /** The counter-model with the fewest cases among the open ones, -1 if there is none. */
  private narrowest(depth: number): number {
    const open = this.open[depth] as number[];
    const allowed = this.allowed[depth] as Int32Array;
    const { rows, words } = this;
    let best = -1;
    let fewest = Number.POSITIVE_INFINITY;
    for (let i = Math.max(0, open.length - COMPARED); i < open.length; i++) {
      const row = open[i] as number;
      let count = 0;
      for (let w = 0; w < words; w++) count += bitCount((rows[row * words + w] as number) & (allowed[w] as number));
      if (count >= fewest) continue;
      fewest = count;
      best = row;
    }
    return best;
  }

  /** The last literal: it excludes all counter-models that satisfy the chosen ones. */
  private finish(depth: number): void {
    const { words, question, scratch, chosen } = this;
    scratch.set(this.allowed[depth] as Int32Array);
    if (this.links !== null) this.keepJoining(this.links);
    let candidates = 0;
    for (let w = 0; w < words; w++) candidates += bitCount(scratch[w] as number);
    question.counts.asked += candidates;
    // The open counter-models of the step before are read here, as to list those after it costs more than to skip some.
    const before = this.open[Math.max(0, depth - 1)] as number[];
    const last = depth === 0 ? -1 : (chosen[depth - 1] as number);
    let visited = 0;
    const some = this.intersect(before, 0, last);
    for (let w = 0; w < words && some; w++) {
      for (;;) {
        const left = scratch[w] as number;
        if (left === 0) break;
        const bit = 31 - Math.clz32(left & -left);
        scratch[w] = left & ~(1 << bit);
        visited++;
        const known = before.length;
        const cube = [...chosen, 32 * w + bit].sort((a, b) => a - b);
        const answer = question.ask(cube);
        if (answer === 'model') this.intersect(before, known, last);
        if (answer !== 'found') continue;
        this.exclude(cube);
      }
    }
    question.counts.refutedByModels += candidates - visited;
  }

  /** Takes away the candidates that do not join all pieces of the chosen literals to what is to be implied. */
  private keepJoining({ near, beside }: Links): void {
    const { words, scratch, piece, apart, chosen } = this;
    apart.length = 0;
    for (let i = 0; i < chosen.length; i++) apart.push(chosen[i] as number);
    if (near !== null) {
      piece.set(near);
      this.absorb(beside);
      for (let w = 0; w < words; w++) (scratch[w] as number) &= piece[w] as number;
    }
    for (let literal = apart.pop(); literal !== undefined; literal = apart.pop()) {
      for (let w = 0; w < words; w++) piece[w] = beside[literal * words + w] as number;
      this.absorb(beside);
      for (let w = 0; w < words; w++) (scratch[w] as number) &= piece[w] as number;
    }
  }

  /** Joins to a piece what hangs together with it, until nothing more does. */
  private absorb(beside: Int32Array): void {
    const { words, piece, apart } = this;
    for (let i = apart.length - 1; i >= 0; i--) {
      const literal = apart[i] as number;
      if ((((piece[literal >> 5] as number) >>> (literal & 31)) & 1) === 0) continue;
      for (let w = 0; w < words; w++) (piece[w] as number) |= beside[literal * words + w] as number;
      apart.splice(i, 1);
      i = apart.length;
    }
  }

  /** Takes away the candidates that do not exclude the counter-models of a list from a place on; whether some are left. */
  private intersect(list: readonly number[], from: number, last: number): boolean {
    const { rows, words, scratch } = this;
    let some = 1;
    for (let i = list.length - 1; i >= from && some !== 0; i--) {
      const at = (list[i] as number) * words;
      if (last >= 0 && (((rows[at + (last >> 5)] as number) >>> (last & 31)) & 1) === 1) continue;
      some = 0;
      for (let w = 0; w < words; w++) {
        const left = (scratch[w] as number) & (rows[at + w] as number);
        scratch[w] = left;
        some |= left;
      }
    }
    return some !== 0;
  }
}

function bitCount(word: number): number {
  let n = word - ((word >>> 1) & 0x55555555);
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333);
  return Math.imul((n + (n >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
