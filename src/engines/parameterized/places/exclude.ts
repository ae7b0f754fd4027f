/**
 * Which cubes contradict a place sum.
 *
 * The processes of a cube weigh what their places weigh, between a least and a most where the cube leaves places open. What
 * all others weigh is not known. But if no place has a negative weight it is at least 0; and the same is so if every state of
 * the cube with one more process at a place with a negative weight is known to be unreachable, because a visited cube has it.
 * If that is only so of two more processes, then one place at most is added. So
 *
 *     constant - (sum over the cube) - (most of the others) <= counters <= constant - (sum over the cube) - (least of the others)
 *
 * Where a cube leaves the place of a process open, those places do not count at which it lies in a visited cube.
 *
 * A cube is excluded if its literals contradict these bounds. That is sound if the sums are invariants and what is asked of
 * other cubes is right, whenever it is asked: visited cubes stay visited, or are contained in one that does.
 */
import { Conjunction } from '../../../logic/conjunction.js';
import { Kind, type LinearTerm, type Literal, type Literals, MAX_PROCESSES, PLAIN } from '../../../logic/literals.js';
import { rational } from '../../../logic/rational.js';
import type { StateCommand, TemplateLiteral } from '../../../models/array-system/normal-form.js';
import type { PlaceSum } from '../../../models/array-system/place-sum.js';
import { type Cube, compact } from '../cube.js';
import { Instantiation } from '../instantiate.js';

/** Whether the states of the literals, about so many processes, are known to be unreachable. */
export type Covered = (literals: Int32Array, processes: number) => boolean;

export interface Reason {
  readonly literals: Int32Array;
  readonly processes: number;
  /** The number of the sum. */
  readonly sum: number;
}

/** What a process of a cube can weigh. */
interface Range {
  readonly least: bigint;
  readonly most: bigint;
}

/** What is known of the sum over all processes outside of a cube. */
interface Rest {
  readonly least: bigint | null;
  readonly most: bigint | null;
}

export class Exclusion {
  private readonly literals: Literals;
  private readonly conjunction: Conjunction;
  readonly sums: readonly PlaceSum[];
  private readonly ranges: readonly StateCommand[];
  private readonly instance: Instantiation;

  /** `ranges`: what one process at certain places never satisfies (ranges.ts). */
  constructor(literals: Literals, sums: readonly PlaceSum[], ranges: readonly StateCommand[]) {
    this.literals = literals;
    this.ranges = ranges;
    this.instance = new Instantiation(literals);
    this.conjunction = new Conjunction(literals);
    this.sums = sums;
  }

  /** Literals of the cube, few if asked for, that contradict a sum with what is known of other cubes; null if none do. */
  reason(cube: Cube, covered: Covered, few: boolean): Reason | null {
    const plain = cube.literals.filter((l) => this.isPlain(l));
    const number = this.sums.findIndex((sum) => this.excludedBy(sum, plain, cube.processes, covered));
    const sum = this.sums[number];
    if (sum === undefined) return null;
    let kept = plain;
    for (const literal of few ? plain : []) {
      const fewer = kept.filter((l) => l !== literal);
      if (this.excludedBy(sum, fewer, cube.processes, covered)) kept = fewer;
    }
    const { literals, processes } = compact(this.literals, kept, cube.processes, this.literals.absolute);
    // A process of which nothing is said may weigh something all the same.
    if (processes === cube.processes || this.excludedBy(sum, literals, processes, covered)) {
      return { literals, processes, sum: number };
    }
    return { literals: kept, processes: cube.processes, sum: number };
  }

  private excludedBy(sum: PlaceSum, literals: Int32Array, processes: number, covered: Covered): boolean {
    const ranges = this.rangesOf(sum, literals, processes);
    if (ranges === null) return false; // The cube is empty, which others find.
    if (this.excludedAt(sum, literals, processes, covered, ranges)) return true;
    if (ranges.every(({ least, most }) => least === most)) return false;
    // Where places are open, those are left that are not known to be unreachable; if each process had one left, at best:
    const best = ranges.map(({ least, most }) => ({ least: most, most: least }));
    if (!this.excludedAt(sum, literals, processes, () => true, best)) return false;
    const fewer: Range[] = [];
    for (const [process, range] of ranges.entries()) {
      const isOpen = range.least !== range.most;
      const left = isOpen
        ? this.rangeAt(sum, literals, process, (at) => !this.isCovered(literals, at, processes, covered))
        : range;
      // A process that can be nowhere: the cube is empty.
      if (left === null) return true;
      fewer.push(left);
    }
    return this.excludedAt(sum, literals, processes, covered, fewer);
  }

  private isCovered(literals: Int32Array, more: readonly Literal[], processes: number, covered: Covered): boolean {
    const joined = this.joined(literals, more);
    return joined === null || covered(joined, processes);
  }

  private excludedAt(
    sum: PlaceSum,
    literals: Int32Array,
    processes: number,
    covered: Covered,
    ranges: readonly Range[],
  ): boolean {
    const least = ranges.reduce((total, range) => total + range.least, 0n);
    const most = ranges.reduce((total, range) => total + range.most, 0n);
    const nothing = { least: 0n, most: 0n };
    // At best the others weigh nothing, and integers are in their ranges: if that is no contradiction, nothing is.
    if (
      !this.contradicts(
        sum,
        this.inRange(literals, processes, () => true),
        least,
        most,
        nothing,
      )
    )
      return false;
    const inRange = this.inRange(literals, processes, covered);
    const contradicts = (rest: Rest) => this.contradicts(sum, inRange, least, most, rest);
    if (!contradicts(nothing)) return false;
    const signed = { least: hasSign(sum, -1) ? null : 0n, most: hasSign(sum, 1) ? null : 0n };
    if (contradicts(signed)) return true;
    const low = signed.least ?? this.bound(sum, -1, literals, processes, covered);
    if (contradicts({ least: low, most: signed.most })) return true;
    const high = signed.most ?? this.bound(sum, 1, literals, processes, covered);
    return contradicts({ least: low, most: high });
  }

  /** What each process of the cube can weigh; null if one can be nowhere. */
  private rangesOf(sum: PlaceSum, literals: Int32Array, processes: number): Range[] | null {
    const ranges: Range[] = [];
    for (let p = 0; p < processes; p++) {
      const range = this.rangeAt(sum, literals, p);
      if (range === null) return null;
      ranges.push(range);
    }
    return ranges;
  }

  /** The literals, and what is known of local integers at the places of the processes: what is beyond is in a visited cube. */
  private inRange(given: Int32Array, processes: number, covered: Covered): Int32Array {
    const out = [...given];
    for (const { literals } of this.ranges) {
      const [at, beyond] = literals as [TemplateLiteral, TemplateLiteral];
      this.instance.place([0]);
      if (
        at.kind !== 'mask' ||
        !covered(Int32Array.from(literals.map((l) => this.instance.literal(l)).sort((a, b) => a - b)), 1)
      )
        continue;
      for (let p = 0; p < processes; p++) {
        this.instance.place([p]);
        const places = this.allowed(this.instance.cell(at.cell), given);
        if ([...places].some((place) => (at.mask & (1 << place)) === 0)) continue;
        const inside = this.literals.negate(this.instance.literal(beyond));
        if (inside >= 0) out.push(inside);
      }
    }
    return Int32Array.from(out);
  }

  /** How much the processes outside of the cube at places with such weights can add; null if that is not known. */
  private bound(sum: PlaceSum, sign: 1 | -1, literals: Int32Array, processes: number, covered: Covered): bigint | null {
    if (processes + 2 >= MAX_PROCESSES - 4 || this.literals.absolute) return null;
    const places = sum.weights.filter(({ weight }) => sign * Number(weight) > 0);
    const isCovered = (joining: readonly (readonly number[])[]) => {
      const joined = this.joined(
        literals,
        joining.flatMap((values, k) => this.at(sum, processes + k, values)),
      );
      return joined === null || covered(joined, processes + joining.length);
    };
    const open = places.filter(({ values }) => !isCovered([values]));
    if (open.length === 0) return 0n;
    const pairs = open.flatMap((one, k) => open.slice(k).map((other) => [one.values, other.values]));
    if (!pairs.every(isCovered)) return null;
    return open.reduce((bound, { weight }) => (sign * Number(weight) > sign * Number(bound) ? weight : bound), 0n);
  }

  /** All of these literals; null if they contradict each other. */
  private joined(given: Int32Array, more: readonly Literal[]): Int32Array | null {
    const { conjunction } = this;
    conjunction.reset();
    for (const literal of given) conjunction.add(literal);
    for (const literal of more) conjunction.add(literal);
    return conjunction.finish();
  }

  private at({ arrays }: PlaceSum, process: number, values: readonly number[]): Literal[] {
    return arrays.map(({ index }, k) => {
      const cell = this.literals.cell(index, [process]);
      const value = values[k] as number;
      if (this.literals.symbolOf(cell).kind === 'enum') return this.literals.mask(cell, 1 << value);
      return this.literals.compareLinear('=', variable(cell), number(BigInt(value)), true);
    });
  }

  /** The least and the most that a process of the cube can weigh at the places that are left; null if it can be nowhere. */
  private rangeAt(
    sum: PlaceSum,
    literals: Int32Array,
    process: number,
    isLeft: (place: readonly Literal[]) => boolean = () => true,
  ): Range | null {
    const { arrays, weights } = sum;
    const known = new Map(weights.map(({ values, weight }) => [values.join(), weight]));
    const allowed = arrays.map(({ index }) => this.allowed(this.literals.cell(index, [process]), literals));
    let places: number[][] = [[]];
    for (const values of allowed) places = places.flatMap((place) => [...values].map((value) => [...place, value]));
    let range: Range | null = null;
    for (const values of places) {
      const weight = known.get(values.join()) ?? 0n;
      if (range !== null && range.least <= weight && weight <= range.most) continue;
      if (!isLeft(this.at(sum, process, values))) continue;
      range = {
        least: range === null || weight < range.least ? weight : range.least,
        most: range === null || weight > range.most ? weight : range.most,
      };
    }
    return range;
  }

  /** The values that a cell can have, by the literals about it alone. */
  private allowed(cell: number, literals: Int32Array): Set<number> {
    const { size } = this.literals.symbolOf(cell);
    const values = new Set(Array.from({ length: size }, (_, value) => value));
    const { kind, left, right } = this.literals;
    for (const literal of literals) {
      if (kind[literal] === Kind.mask && left[literal] === cell) {
        for (const value of values) if (((right[literal] as number) & (1 << value)) === 0) values.delete(value);
      } else if (kind[literal] === Kind.linear) {
        const { variables, coefficients, relation, constant } = this.literals.constraintOf(literal);
        if (variables.length !== 1 || variables[0] !== cell) continue;
        for (const value of values) {
          const product = (coefficients[0] as bigint) * BigInt(value);
          const holds =
            relation === '='
              ? product === constant
              : relation === '<>'
                ? product !== constant
                : relation === '<'
                  ? product < constant
                  : product <= constant;
          if (!holds) values.delete(value);
        }
      }
    }
    return values;
  }

  private contradicts(sum: PlaceSum, literals: Int32Array, least: bigint, most: bigint, rest: Rest): boolean {
    const { conjunction } = this;
    const counters: LinearTerm = {
      summands: sum.scalars.map(({ symbol, factor }) => ({
        variable: this.literals.cell(symbol.index, []),
        coefficient: rational(factor),
      })),
      constant: rational(0),
    };
    const bounds: Literal[] = [];
    if (rest.least !== null) {
      bounds.push(this.literals.compareLinear('<=', counters, number(sum.constant - least - rest.least), true));
    }
    if (rest.most !== null) {
      bounds.push(this.literals.compareLinear('<=', number(sum.constant - most - rest.most), counters, true));
    }
    conjunction.reset();
    for (const literal of literals) if (!conjunction.add(literal)) return true;
    for (const literal of bounds) if (!conjunction.add(literal)) return true;
    return conjunction.finish() === null;
  }

  private isPlain(literal: Literal): boolean {
    const { kind, left, right } = this.literals;
    const plain = (term: number) => term < 0 || this.literals.tagOf(term) === PLAIN;
    if (kind[literal] === Kind.linear) return this.literals.constraintOf(literal).variables.every(plain);
    if (kind[literal] === Kind.mask) return plain(left[literal] as number);
    return plain(left[literal] as number) && plain(right[literal] as number);
  }
}

function hasSign({ weights }: PlaceSum, sign: 1 | -1): boolean {
  return weights.some(({ weight }) => sign * Number(weight) > 0);
}

function variable(cell: number): LinearTerm {
  return { summands: [{ variable: cell, coefficient: rational(1) }], constant: rational(0) };
}

function number(value: bigint): LinearTerm {
  return { summands: [], constant: rational(value) };
}
