/**
 * Which configurations of the view machine a view cube stands for, straight from "What a view cube means" in
 * docs/internals/engines/parameterized.md: some distinct processes and some positions satisfy all it says, looked for one by
 * one.
 *
 * The same is asked of cubes in normal form and of drafts, whose groups may have any numbers: the groups of a process are
 * those that something is said of.
 */
import { outside, type UniversalPart } from '../../../../src/engines/parameterized/universal.js';
import { Kind, type Literal, type Literals, PLAIN } from '../../../../src/logic/literals.js';
import { type Instance, placeOf } from '../../../../src/memory/operational/state.js';
import { distinctTuples } from '../../../../src/memory/operational/tuples.js';
import type { Value } from '../../../../src/memory/operational/values.js';
import type { StateSymbol } from '../../../../src/models/array-system/model.js';
import { type Configuration, firstJoint, lastBatchOf, openValues, seenAt } from './view-machine.js';

/** What cubes and drafts have in common. */
export interface Claim {
  readonly processes: number;
  readonly literals: Int32Array;
  readonly fences: Int32Array;
  readonly pending: Int32Array;
  readonly universals: readonly UniversalPart[];
}

/** A group of a process, numbered from the end of its chain; the joint position is group 0 of nobody. */
export interface Group {
  readonly process: number;
  readonly number: number;
}

const NOBODY = -1;
/** The key of a group in a map. */
const STRIDE = 64;

export interface Plan {
  /** The joint position first, then each chain from its end. */
  readonly groups: readonly Group[];
  /** For each number of groups placed, the literals that can be looked at then. */
  readonly due: readonly (readonly Literal[])[];
  /** Values chosen freely, constants of the cube that the model does not name, and the literals about them. */
  readonly choices: readonly number[];
  readonly chosen: readonly Literal[];
}

/** Where the claim is seen to hold: the process of each name, and the position of each group. */
export interface Witness {
  /** Numbers of processes from 1. */
  readonly names: readonly number[];
  readonly positions: ReadonlyMap<number, number>;
}

export class Membership {
  readonly literals: Literals;
  readonly instance: Instance;
  private readonly plans = new WeakMap<Claim, Plan>();
  private readonly injections: (readonly number[])[][] = [];

  constructor(literals: Literals, instance: Instance) {
    this.literals = literals;
    this.instance = instance;
  }

  holds(claim: Claim, configuration: Configuration): boolean {
    return this.witness(claim, configuration) !== null;
  }

  witness(claim: Claim, configuration: Configuration): Witness | null {
    for (const names of this.namings(claim.processes)) {
      const positions = this.place(claim, configuration, names);
      if (positions !== null) return { names, positions };
    }
    return null;
  }

  /** Whether the claim holds of these processes at these positions. */
  holdsAt(claim: Claim, c: Configuration, { names, positions }: Witness): boolean {
    const { groups, due, choices, chosen } = this.planOf(claim);
    const joint = groups[0]?.process === NOBODY;
    const at = ({ process, number }: Group) => positions.get(keyOf(process, number)) as number;
    const placed = groups.every((group, i) => {
      const [low, high] = boundsOf(claim, c, names, group, () => {
        const later = groups[i - 1];
        if (later?.process === group.process) return at(later);
        return joint ? at(groups[0] as Group) : c.history.length;
      });
      return low <= at(group) && at(group) <= high;
    });
    if (!placed || !due.flat().every((l) => this.literalHolds(l, c, names, positions))) return false;
    return this.choose(choices, chosen, c, names, positions) && this.universalsHold(claim, c, names, positions);
  }

  /** The processes that the names of a claim may stand for. */
  namings(processes: number): readonly (readonly number[])[] {
    if (this.literals.absolute) return [Array.from({ length: processes }, (_, p) => p + 1)];
    this.injections[processes] ??= [...distinctTuples(this.instance.processes, processes)];
    return this.injections[processes];
  }

  planOf(claim: Claim): Plan {
    let plan = this.plans.get(claim);
    if (plan === undefined) {
      plan = this.makePlan(claim);
      this.plans.set(claim, plan);
    }
    return plan;
  }

  private makePlan({ processes, literals: conjunction, pending, universals }: Claim): Plan {
    const { literals } = this;
    const numbers = Array.from({ length: processes }, () => new Set<number>());
    let joint = false;
    const note = (literal: Literal): void => {
      for (const cell of this.cellsOf(literal)) {
        const tag = literals.tagOf(cell);
        if (tag === 0) joint = true;
        else if (tag !== PLAIN) numbers[literals.readerOf(cell)]?.add(tag);
      }
    };
    conjunction.forEach(note);
    for (const { body } of universals) for (const l of body.flat()) note(l);
    const groups: Group[] = joint ? [{ process: NOBODY, number: 0 }] : [];
    for (let process = 0; process < processes; process++) {
      for (let bit = 1; bit < 31; bit++) if (((pending[process] as number) >> bit) & 1) numbers[process]?.add(bit);
      const chain = [...(numbers[process] as Set<number>)].sort((a, b) => a - b);
      groups.push(...chain.map((number) => ({ process, number })));
    }
    const at = new Map(groups.map(({ process, number }, i) => [keyOf(process, number), i + 1]));
    const due: Literal[][] = Array.from({ length: groups.length + 1 }, () => []);
    const choices = new Set<number>();
    const chosen: Literal[] = [];
    for (const literal of conjunction) {
      const cells = this.cellsOf(literal);
      const free = cells.filter((cell) => this.isChoice(cell));
      for (const cell of free) choices.add(cell);
      const last = Math.max(0, ...cells.map((cell) => at.get(this.groupOf(cell)) ?? 0));
      (free.length > 0 ? chosen : (due[last] as Literal[])).push(literal);
    }
    return { groups, due, choices: [...choices], chosen };
  }

  /** Positions for all groups, or null. */
  private place(claim: Claim, c: Configuration, names: readonly number[]): ReadonlyMap<number, number> | null {
    const { groups, due, choices, chosen } = this.planOf(claim);
    const now = c.history.length;
    const joint = groups[0]?.process === NOBODY;
    const positions = new Map<number, number>();
    const from = (i: number): boolean => {
      if (!(due[i] as readonly Literal[]).every((l) => this.literalHolds(l, c, names, positions))) return false;
      const group = groups[i];
      if (group === undefined) {
        return this.choose(choices, chosen, c, names, positions) && this.universalsHold(claim, c, names, positions);
      }
      const [low, high] = boundsOf(claim, c, names, group, () => {
        const later = groups[i - 1];
        if (later?.process === group.process) return positions.get(keyOf(later.process, later.number)) as number;
        return joint ? (positions.get(keyOf(NOBODY, 0)) as number) : now;
      });
      for (let position = low; position <= high; position++) {
        positions.set(keyOf(group.process, group.number), position);
        if (from(i + 1)) return true;
      }
      return false;
    };
    return from(0) ? positions : null;
  }

  /** Some values for the free choices satisfy the literals about them. */
  private choose(
    choices: readonly number[],
    conjunct: readonly Literal[],
    c: Configuration,
    names: readonly (number | undefined)[],
    positions: ReadonlyMap<number, number>,
  ): boolean {
    const values = new Map<number, number>();
    const from = (k: number): boolean => {
      const cell = choices[k];
      if (cell === undefined) return conjunct.every((l) => this.literalHolds(l, c, names, positions, values));
      const { sort } = this.literals.symbolOf(cell);
      return openValues(this.instance, sort, c).some((value) => {
        values.set(cell, codeOf(value));
        return from(k + 1);
      });
    };
    return from(0);
  }

  private universalsHold(
    { processes, universals }: Claim,
    c: Configuration,
    names: readonly number[],
    positions: ReadonlyMap<number, number>,
  ): boolean {
    if (universals.length === 0) return true;
    const others: number[] = [];
    for (let p = 1; p <= this.instance.processes; p++) if (names.indexOf(p) < 0) others.push(p);
    if (names.length !== processes) throw new Error('a name for each process');
    return universals.every(({ variables, body }) => {
      for (const tuple of distinctTuples(others.length, variables)) {
        const inner: (number | undefined)[] = [...names];
        for (const [k, position] of tuple.entries()) inner[outside(k)] = others[position - 1];
        const some = body.some((conjunct) => {
          const free = conjunct.flatMap((l) => this.cellsOf(l).filter((cell) => this.isChoice(cell)));
          return this.choose([...new Set(free)], conjunct, c, inner, positions);
        });
        if (!some) return false;
      }
      return true;
    });
  }

  // ---- literals

  literalHolds(
    literal: Literal,
    c: Configuration,
    names: readonly (number | undefined)[],
    positions: ReadonlyMap<number, number>,
    choices: ReadonlyMap<number, number> | null = null,
  ): boolean {
    const { literals } = this;
    if (literal < 0) return literal === -1;
    const left = literals.left[literal] as number;
    const right = literals.right[literal] as number;
    const valueIn = (cell: number): number => {
      const chosen = choices?.get(cell);
      return chosen ?? codeOf(this.valueOf(cell, c, names, positions));
    };
    const termOf = (code: number): number => (code < 0 ? (names[-code - 1] as number) : valueIn(code));
    switch (literals.kind[literal]) {
      case Kind.mask:
        return ((right >> valueIn(left)) & 1) === 1;
      case Kind.equal:
        return termOf(left) === termOf(right);
      case Kind.distinct:
        return termOf(left) !== termOf(right);
      case Kind.less:
        return termOf(left) < termOf(right);
      case Kind.atMost:
        return termOf(left) <= termOf(right);
      default: {
        const { variables, coefficients, relation, constant } = literals.constraintOf(literal);
        let sum = 0;
        for (const [i, cell] of variables.entries()) sum += Number(coefficients[i]) * valueIn(cell);
        const bound = Number(constant);
        switch (relation) {
          case '=':
            return sum === bound;
          case '<>':
            return sum !== bound;
          case '<':
            return sum < bound;
          case '<=':
            return sum <= bound;
        }
        throw new Error('a linear constraint has one of four relations');
      }
    }
  }

  cellsOf(literal: Literal): number[] {
    const { kind, left, right } = this.literals;
    if (kind[literal] === Kind.mask) return [left[literal] as number];
    if (kind[literal] === Kind.linear) return [...this.literals.constraintOf(literal).variables];
    return [left[literal] as number, right[literal] as number].filter((term) => term >= 0);
  }

  isChoice(cell: number): boolean {
    const { literals, instance } = this;
    return literals.tagOf(cell) === PLAIN && (literals.cellSymbol[cell] as number) >= instance.system.symbols.length;
  }

  /** The place in the instance of the cell that is meant or viewed. */
  placeOf(cell: number, names: readonly (number | undefined)[]): number {
    const symbol = this.instance.system.symbols[this.literals.symbolOf(cell).base] as StateSymbol;
    const indices = this.literals.indicesOf(cell).map((p) => names[p] as number);
    return placeOf(this.instance, symbol, indices);
  }

  /** Where a viewed cell is read, and by whom: for a plain one memory now, which is what nobody sees at the end. */
  readingOf(
    cell: number,
    c: Configuration,
    names: readonly (number | undefined)[],
    positions: ReadonlyMap<number, number>,
  ): { reader: number; position: number } {
    if (this.literals.tagOf(cell) === PLAIN) return { reader: 0, position: c.history.length };
    const reader = names[this.literals.readerOf(cell)] as number;
    return { reader, position: positions.get(this.groupOf(cell)) as number };
  }

  private valueOf(
    cell: number,
    c: Configuration,
    names: readonly (number | undefined)[],
    positions: ReadonlyMap<number, number>,
  ): Value {
    const place = this.placeOf(cell, names);
    const { reader, position } = this.readingOf(cell, c, names, positions);
    return seenAt(c, reader, place, position);
  }

  private groupOf(cell: number): number {
    const tag = this.literals.tagOf(cell);
    if (tag === PLAIN) return -1;
    return tag === 0 ? keyOf(NOBODY, 0) : keyOf(this.literals.readerOf(cell), tag);
  }
}

/** The first and the last position that a group may have, `latest` being that of the next one in its chain. */
export function boundsOf(
  { fences, pending, processes }: Claim,
  c: Configuration,
  names: readonly number[],
  { process, number }: Group,
  latest: () => number,
): [number, number] {
  if (process === NOBODY) {
    let low = firstJoint(c);
    for (let p = 0; p < processes; p++) {
      if ((fences[p] as number) >= 0) low = Math.max(low, lastBatchOf(c, names[p] as number));
    }
    return [low, c.history.length];
  }
  const name = names[process] as number;
  const low = c.positions[name - 1] as number;
  const fenced = number <= (fences[process] as number);
  const waits = ((pending[process] as number) >> number) & 1;
  return [
    fenced ? Math.max(low, lastBatchOf(c, name)) : low,
    waits ? Math.min(latest(), lastBatchOf(c, name) - 1) : latest(),
  ];
}

export function keyOf(process: number, number: number): number {
  return (process + 1) * STRIDE + number;
}

/** Values of one sort as numbers: equal, and ordered, as they are. */
export function codeOf(value: Value): number {
  switch (value.kind) {
    case 'constructor':
      return value.value;
    case 'number':
      return Number(value.number.numerator) / Number(value.number.denominator);
    case 'process':
      return Number(value.position.numerator) / Number(value.position.denominator);
    case 'datum':
      return value.number;
  }
}
