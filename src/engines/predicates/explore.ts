/**
 * All states of a boolean program that can be reached, with three-valued states: for each predicate true, false or unknown.
 * A state stands for all states that differ from it only where it is unknown, so one state covers another that knows the
 * same and more; only states that no other covers are kept and followed, breadth first.
 *
 * Every successor is closed under the pairs of literals that contradict each other: what is implied is written down, and a
 * state with a contradiction stands for nothing and is dropped. Guards need no splitting of states here: a command is one
 * conjunction, and what it teaches is among its updates.
 *
 * It ends with the states, or with paths to states where something bad may be true. It goes on for a while after the first
 * of these, since several at once refine the predicates faster. One kind of bad states may be excused: they are not followed,
 * and do not keep the rest from being proved (a buffer that is too short is told apart from a violation by that).
 */
import type { Cube } from '../../logic/integer/cubes.js';
import { type Formula, not } from '../../logic/integer/formula.js';
import type { Prover } from '../../logic/integer/prover.js';
import type { BooleanCommand, BooleanProgram } from './boolean-program.js';
import { initialStates } from './initial.js';
import type { FlatSystem } from './system.js';

/** A way to something bad, by commands of the system. */
export interface AbstractPath {
  readonly commands: readonly number[];
  /** Position in the system's list of bad states; null when the last command fails. */
  readonly bad: number | null;
}

/** All that is known at the locations, by cubes. */
export interface Reached {
  readonly locations: readonly number[];
  readonly cubes: readonly Cube[];
}

export type Explored =
  /** `excused` are ways to the states that are excused, if there are any. */
  | { readonly kind: 'closed'; readonly reached: readonly Reached[]; readonly excused: readonly AbstractPath[] }
  | { readonly kind: 'bad'; readonly paths: readonly AbstractPath[] }
  | { readonly kind: 'full' };

export interface ExploreLimits {
  readonly maxStates: number;
  /** So many different paths are enough. */
  readonly paths: number;
  /** Position in the system's list of bad states; null for none. */
  readonly excused: number | null;
}

/** States at one vector of locations. */
interface Place {
  readonly locations: readonly number[];
  /** Numbers of states, none of which covers another. */
  states: number[];
  readonly bad: readonly BadThere[];
  /** Where a step leads, by thread and location. */
  readonly next: Map<number, number>;
}

interface BadThere {
  readonly bad: number;
  readonly formula: Formula;
  /** Cubes that rule it out. */
  readonly excluding: readonly Cube[];
}

/** More than any thread has locations. */
const MOST_LOCATIONS = 2 ** 24;

export class Exploration {
  /** Words for the true predicates of a state, then as many for the false ones. */
  private readonly width: number;
  private words: Int32Array;
  private readonly places: Place[] = [];
  private readonly placeNumbers = new Map<string, number>();
  /** By state. */
  private readonly placeOf: number[] = [];
  private readonly parent: number[] = [];
  private readonly by: number[] = [];
  private readonly covered: boolean[] = [];
  /** For each literal what it implies, in the form of a state. */
  private readonly implied: readonly Int32Array[];
  private readonly next: Int32Array;
  private readonly paths: AbstractPath[] = [];
  private readonly excused: AbstractPath[] = [];
  private readonly badPlaces = new Set<string>();
  /** Cubes of several literals that decided something. */
  readonly used = new Set<Cube>();
  states = 0;

  constructor(
    private readonly system: FlatSystem,
    private readonly program: BooleanProgram,
    private readonly prover: Prover,
    private readonly limits: ExploreLimits,
  ) {
    this.width = Math.max(1, (program.predicates.length + 31) >>> 5);
    this.words = new Int32Array(1024 * 2 * this.width);
    this.next = new Int32Array(2 * this.width);
    this.implied = this.implications();
  }

  /** Yields the number of states that were followed. */
  *run(): Generator<number, Explored> {
    const { system, limits } = this;
    const entries = system.threads.map(({ entry }) => entry);
    for (const literals of initialStates(system, this.program.predicates, this.prover)) {
      this.next.fill(0);
      for (const literal of literals) this.know(literal);
      if (this.close()) this.arrive(this.placeAt(entries), -1, -1);
    }
    let most = Number.POSITIVE_INFINITY;
    for (let state = 0; state < this.states; state++) {
      if (this.paths.length >= limits.paths || state > most) break;
      if (this.paths.length > 0 && most === Number.POSITIVE_INFINITY) most = 2 * this.states + 100;
      if (this.states > limits.maxStates) return { kind: 'full' };
      if (!this.covered[state]) this.follow(state);
      if ((state & 63) === 63) yield state;
    }
    if (this.paths.length > 0) return { kind: 'bad', paths: this.paths };
    return { kind: 'closed', reached: this.reached(), excused: this.excused };
  }

  private follow(state: number): void {
    const place = this.places[this.placeOf[state] as number] as Place;
    const { locations } = place;
    for (const [thread, location] of locations.entries()) {
      for (const number of this.system.leaving[thread]?.[location] ?? []) {
        const command = this.program.commands[number] as BooleanCommand;
        if (this.anyOf(command.blocked, state)) continue;
        const { fails, guard, to } = this.system.commands[number] as FlatSystem['commands'][number];
        if (fails) {
          if (this.isPossible(state, guard)) this.found(state, number, null, locations);
          continue;
        }
        if (!this.step(state, command)) continue;
        this.arrive(this.placeAfter(place, thread, to), state, number);
      }
    }
  }

  /** The state after the command into `next`; false when there is none. */
  private step(state: number, { updates, forgotten }: BooleanCommand): boolean {
    const { next, width, words } = this;
    const base = state * 2 * width;
    for (let i = 0; i < 2 * width; i++) next[i] = words[base + i] as number;
    for (const { predicate, assigned, whenTrue, whenFalse } of updates) {
      if (assigned) this.forget(predicate);
      else if (this.isKnown(state, predicate)) continue;
      if (this.anyOf(whenTrue, state)) this.know(2 * predicate);
      if (this.anyOf(whenFalse, state)) this.know(2 * predicate + 1);
    }
    if (!this.close()) return false;
    for (const predicate of forgotten) this.forget(predicate);
    return true;
  }

  private forget(predicate: number): void {
    const mask = ~(1 << (predicate & 31));
    const word = predicate >>> 5;
    this.next[word] = (this.next[word] as number) & mask;
    this.next[word + this.width] = (this.next[word + this.width] as number) & mask;
  }

  private know(literal: number): void {
    const predicate = literal >>> 1;
    const word = (predicate >>> 5) + ((literal & 1) === 0 ? 0 : this.width);
    this.next[word] = (this.next[word] as number) | (1 << (predicate & 31));
  }

  private isKnown(state: number, predicate: number): boolean {
    const word = state * 2 * this.width + (predicate >>> 5);
    const known = (this.words[word] as number) | (this.words[word + this.width] as number);
    return ((known >>> (predicate & 31)) & 1) === 1;
  }

  /** Whether one of the cubes is true of the state: small ones come first, and count as used. */
  private anyOf(cubes: readonly Cube[], state: number): boolean {
    for (let i = 0; i < cubes.length; i++) {
      const cube = cubes[i] as Cube;
      if (!this.satisfies(state, cube)) continue;
      if (cube.length > 1) this.used.add(cube);
      return true;
    }
    return false;
  }

  private satisfies(state: number, cube: Cube): boolean {
    const base = state * 2 * this.width;
    for (let i = 0; i < cube.length; i++) {
      const literal = cube[i] as number;
      const predicate = literal >>> 1;
      const word = base + (predicate >>> 5) + ((literal & 1) === 0 ? 0 : this.width);
      if ((((this.words[word] as number) >>> (predicate & 31)) & 1) === 0) return false;
    }
    return true;
  }

  /** Writes down what the literals of `next` imply; false when they contradict each other. */
  private close(): boolean {
    const { next, width, implied } = this;
    for (let word = 0; word < 2 * width; word++) {
      const negative = word >= width ? 1 : 0;
      const first = 32 * (negative === 1 ? word - width : word);
      // What is added meanwhile was implied by what is there, and so is all that it implies.
      for (let bits = next[word] as number; bits !== 0; bits &= bits - 1) {
        const predicate = first + (31 - Math.clz32(bits & -bits));
        const more = implied[2 * predicate + negative] as Int32Array;
        for (let i = 0; i < 2 * width; i++) next[i] = (next[i] as number) | (more[i] as number);
      }
    }
    for (let word = 0; word < width; word++)
      if (((next[word] as number) & (next[word + width] as number)) !== 0) return false;
    return true;
  }

  private implications(): Int32Array[] {
    const { predicates, contradictions } = this.program;
    const implied = Array.from({ length: 2 * predicates.length }, () => new Int32Array(2 * this.width));
    const teach = (literal: number, other: number) => {
      const conclusion = other ^ 1;
      const word = (conclusion >>> 6) + ((conclusion & 1) === 0 ? 0 : this.width);
      const row = implied[literal] as Int32Array;
      row[word] = (row[word] as number) | (1 << ((conclusion >>> 1) & 31));
    };
    for (const cube of contradictions) {
      const [left, right = left] = cube as [number, number?];
      teach(left, right);
      teach(right, left);
    }
    return implied;
  }

  private placeAfter({ locations, next }: Place, thread: number, to: number): number {
    const key = thread * MOST_LOCATIONS + to;
    const known = next.get(key);
    if (known !== undefined) return known;
    const place = this.placeAt(locations.with(thread, to));
    next.set(key, place);
    return place;
  }

  private placeAt(locations: readonly number[]): number {
    const key = locations.join();
    const known = this.placeNumbers.get(key);
    if (known !== undefined) return known;
    const bad = this.system.bad.flatMap(({ condition }, number) => {
      const formula = condition(locations);
      return formula.kind === 'false' ? [] : [{ bad: number, formula, excluding: this.program.excluding(formula) }];
    });
    // Where that is true, the others mean nothing.
    bad.sort((a, b) => Number(b.bad === this.limits.excused) - Number(a.bad === this.limits.excused));
    this.places.push({ locations, states: [], bad, next: new Map() });
    this.placeNumbers.set(key, this.places.length - 1);
    return this.places.length - 1;
  }

  /** Keeps `next`, unless a state covers it. */
  private arrive(number: number, parent: number, by: number): void {
    const place = this.places[number] as Place;
    const { next, width } = this;
    const size = 2 * width;
    let kept = 0;
    for (const other of place.states) {
      if (covers(this.words, other * size, next, 0, size)) return;
      if (covers(next, 0, this.words, other * size, size)) this.covered[other] = true;
      else kept++;
    }
    if (kept < place.states.length) place.states = place.states.filter((other) => !this.covered[other]);
    const state = this.states++;
    if ((state + 1) * size > this.words.length) {
      const larger = new Int32Array(2 * this.words.length);
      larger.set(this.words);
      this.words = larger;
    }
    this.words.set(next, state * size);
    this.placeOf.push(number);
    this.parent.push(parent);
    this.by.push(by);
    this.covered.push(false);
    const wrong = place.bad.find(
      ({ formula, excluding }) =>
        !excluding.some((cube) => this.satisfies(state, cube)) && this.isPossible(state, formula),
    );
    // A state that is excused stands for states that are to be followed, too: it covers nothing.
    if (wrong === undefined || wrong.bad !== this.limits.excused) place.states.push(state);
    if (wrong === undefined) return;
    this.covered[state] = true;
    this.found(state, null, wrong.bad, place.locations);
  }

  private isPossible(state: number, formula: Formula): boolean {
    if (formula.kind === 'true') return true;
    const known = this.literalsOf(state).map((literal) => this.formulaOf(literal));
    return !this.prover.implies(known, not(formula));
  }

  private formulaOf(literal: number): Formula {
    const predicate = this.program.predicates[literal >>> 1] as Formula;
    return (literal & 1) === 0 ? predicate : not(predicate);
  }

  private literalsOf(state: number): number[] {
    const literals: number[] = [];
    for (const [predicate] of this.program.predicates.entries()) {
      if (this.satisfies(state, [2 * predicate])) literals.push(2 * predicate);
      else if (this.satisfies(state, [2 * predicate + 1])) literals.push(2 * predicate + 1);
    }
    return literals;
  }

  private found(state: number, last: number | null, bad: number | null, locations: readonly number[]): void {
    const key = `${last}:${bad}:${locations.join()}`;
    const paths = bad !== null && bad === this.limits.excused ? this.excused : this.paths;
    if (this.badPlaces.has(key) || paths.length >= this.limits.paths) return;
    this.badPlaces.add(key);
    const commands: number[] = last === null ? [] : [last];
    for (let at = state; (this.parent[at] as number) >= 0; at = this.parent[at] as number)
      commands.push(this.by[at] as number);
    paths.push({ commands: commands.reverse(), bad });
  }

  private reached(): Reached[] {
    return this.places.map(({ locations, states }) => ({
      locations,
      cubes: states.map((state) => this.literalsOf(state)),
    }));
  }
}

/** Whether the first state knows nothing that the second does not. */
function covers(general: Int32Array, from: number, special: Int32Array, at: number, size: number): boolean {
  for (let i = 0; i < size; i++) {
    const wanted = general[from + i] as number;
    if (((special[at + i] as number) & wanted) !== wanted) return false;
  }
  return true;
}
