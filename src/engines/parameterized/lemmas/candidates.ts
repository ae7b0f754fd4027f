/**
 * Candidates for lemmas, from the vocabulary of the model: what no explored state of a small instance satisfies.
 *
 *   a place    a process has one of the values of an enumerated array that no explored process has
 *   pointers   what two cells that hold processes have in common, or a cell and a process: who waits for whom
 *   numbers    two numbers compare in a certain way while one process, or two, are at certain places: a number of a process
 *              with a shared one, with another of its own, with the same number of another process; under TSO a number in
 *              memory with what a process still sees of it, and what it sees with what it sees later
 *
 * Each is as wide as the explored states allow: all places together at which the comparison never holds. One that turns
 * out to be no lemma is replaced by narrower ones, place by place, and `<` or `=` for `<=`.
 *
 * *Finer* candidates are for models that got no further with these: numbers that differ by what the model adds to one, and
 * two processes that are told apart by different arrays. Where store queues became cells both are needed: a write that waits is the
 * number of its writer and one more, and its writer is at no place that says so.
 */
import { type LinearConstraint, linearConstraint } from '../../../logic/linear.js';
import { Kind, type Literal, type Literals, TRUE } from '../../../logic/literals.js';
import { rational } from '../../../logic/rational.js';
import type { ArraySystem, StateSymbol, Term } from '../../../models/array-system/model.js';
import { isNumber } from '../forward/layout.js';

/** A model with very many numbers is compared in part. */
const MOST_COMPARISONS = 600;
const MOST_STEPS = 4;

type Reached = (subset: readonly Literal[]) => boolean;

export class Candidates {
  private readonly literals: Literals;
  private readonly system: ArraySystem;
  private readonly reached: Reached;
  private readonly views: boolean;
  private readonly finer: boolean;
  /** Arrays of enumerated values, and which of them explored processes have. */
  private readonly places: readonly { readonly symbol: Place; readonly reached: number }[];
  /** What the model adds to numbers, both ways. */
  private readonly steps: readonly bigint[];

  constructor(literals: Literals, system: ArraySystem, views: boolean, reached: Reached, finer = false) {
    this.literals = literals;
    this.finer = finer;
    this.system = system;
    this.views = views;
    this.reached = reached;
    this.steps = finer ? additionsOf(system) : [];
    this.places = system.symbols.filter(isPlace).map((symbol) => ({
      symbol,
      reached: full(symbol) & ~this.neverAt(symbol, 0, full(symbol), []),
    }));
  }

  /** There is something to compare. */
  get any(): boolean {
    return this.comparisons().length > 0;
  }

  /** The widest ones: no literal can be weaker without a state that satisfies them. */
  widest(): Literal[][] {
    return [...this.unreachedPlaces(), ...this.comparisons().flatMap((comparison) => this.neverWith(comparison))];
  }

  /** Ones that say less: in place of one that is no lemma. */
  narrower(candidate: readonly Literal[]): Literal[][] {
    return candidate.flatMap((literal, i) =>
      this.parts(literal).map((part) => [...candidate.slice(0, i), part, ...candidate.slice(i + 1)]),
    );
  }

  private parts(literal: Literal): Literal[] {
    const { literals } = this;
    if (literals.kind[literal] === Kind.mask) {
      const mask = literals.right[literal] as number;
      if ((mask & (mask - 1)) === 0) return [];
      const out: Literal[] = [];
      for (let m = mask; m !== 0; m &= m - 1) out.push(literals.mask(literals.left[literal] as number, m & -m));
      return out;
    }
    if (literals.kind[literal] !== Kind.linear) return [];
    const constraint = literals.constraintOf(literal);
    if (constraint.relation === '<>') {
      return [this.linear({ ...constraint, relation: '<' }), this.linear(opposite({ ...constraint, relation: '<' }))];
    }
    if (constraint.relation !== '<=' || constraint.constant !== 0n) return [];
    return [this.linear({ ...constraint, relation: '<' }), this.linear({ ...constraint, relation: '=' })];
  }

  /** With the places of one process, or of two, in which the comparison never holds. */
  private neverWith(comparison: Literal): Literal[][] {
    const about = this.literals.processes[comparison] as number;
    if (!this.reached([comparison])) return [[comparison]];
    const out: Literal[][] = [];
    for (const { symbol, reached } of this.places) {
      const own = this.neverAt(symbol, 0, reached, [comparison]);
      if (own !== 0) out.push([this.at(symbol, 0, own), comparison].filter(saysSomething));
      if ((about & 2) === 0) continue;
      for (const other of this.finer ? this.places : [{ symbol, reached }]) {
        const pairs = new Map<number, number>();
        for (let rest = reached & ~own; rest !== 0; rest &= rest - 1) {
          const here = rest & -rest;
          const there = this.neverAt(other.symbol, 1, other.reached, [this.at(symbol, 0, here), comparison]);
          if (there !== 0) pairs.set(there, (pairs.get(there) ?? 0) | here);
        }
        for (const [there, here] of pairs) {
          out.push([this.at(symbol, 0, here), this.at(other.symbol, 1, there), comparison].filter(saysSomething));
        }
      }
    }
    return out;
  }

  private unreachedPlaces(): Literal[][] {
    return this.places.flatMap(({ symbol, reached }) => {
      const never = full(symbol) & ~reached;
      return never === 0 ? [] : [[this.at(symbol, 0, never)]];
    });
  }

  private at(symbol: Place, process: number, mask: number): Literal {
    return this.literals.mask(this.literals.cell(symbol.index, [process]), mask);
  }

  /** Those of the places at which the process is never together with the others. */
  private neverAt(symbol: Place, process: number, places: number, others: readonly Literal[]): number {
    let never = 0;
    for (let rest = places; rest !== 0; rest &= rest - 1) {
      const bit = rest & -rest;
      if (!this.reached([this.at(symbol, process, bit), ...others])) never |= bit;
    }
    return never;
  }

  private comparisons(): Literal[] {
    const { literals } = this;
    const numbers = this.system.symbols.filter((s) => isNumber(s) && s.arity < 2);
    const own = numbers.flatMap((s) => this.cellsOf(s));
    const out: Literal[] = [];
    for (const [i, a] of own.entries()) {
      for (const b of own.slice(i + 1)) {
        if (literals.symbolOf(a).kind === literals.symbolOf(b).kind) out.push(...this.compared(a, b));
      }
    }
    for (const { index, arity } of numbers) {
      if (arity === 1) out.push(...this.compared(literals.cell(index, [0]), literals.cell(index, [1])));
    }
    return [...out, ...this.pointers()].slice(0, MOST_COMPARISONS);
  }

  /** Who points to whom: `=` and `<>` between what holds processes, and with processes. */
  private pointers(): Literal[] {
    const { literals } = this;
    const holders = this.system.symbols.filter((s) => s.sort.kind === 'proc' && s.arity < 2 && !(this.views && s.weak));
    const cells = (process: number) =>
      holders.map(({ index, arity }) => literals.cell(index, arity === 0 ? [] : [process]));
    const [own, others] = [cells(0), cells(1)];
    const pairs: [number, number][] = [];
    for (const [i, cell] of own.entries()) {
      pairs.push([cell, -1]);
      if ((holders[i] as StateSymbol).arity === 1) pairs.push([cell, -2], [cell, others[i] as number]);
      for (const other of own.slice(i + 1)) pairs.push([cell, other]);
    }
    return pairs.flatMap(([a, b]) => [literals.relation('=', a, b), literals.relation('<>', a, b)]);
  }

  /** A number that is shared, or the first process's; and what that process sees of it, now or later. */
  private cellsOf({ index, arity, weak }: StateSymbol): number[] {
    const { literals } = this;
    const indices = arity === 0 ? [] : [0];
    const plain = literals.cell(index, indices);
    if (!this.views || !weak) return [plain];
    return [plain, ...[1, 2].map((group) => literals.cell(literals.view(index, group), [0, ...indices]))];
  }

  private compared(a: number, b: number): Literal[] {
    return (this.finer ? [0n, ...this.steps] : [0n]).flatMap((constant) => {
      const order: LinearConstraint = { variables: [a, b], coefficients: [1n, -1n], relation: '<=', constant };
      const orders = [order, opposite(order)];
      const strict = orders.map((o) => ({ ...o, relation: '<' as const }));
      const all = [...orders, { ...order, relation: '<>' as const }, { ...order, relation: '=' as const }, ...strict];
      return all.map((constraint) => this.linear(constraint));
    });
  }

  private linear({ variables, coefficients, relation, constant }: LinearConstraint): Literal {
    const summands = variables.map((variable, i) => ({ variable, coefficient: rational(coefficients[i] as bigint) }));
    const integer = this.literals.isInteger(variables[0] as number);
    return this.literals.linear(linearConstraint(summands, relation, rational(constant), integer));
  }
}

interface Place extends StateSymbol {
  readonly sort: StateSymbol['sort'] & { kind: 'enum' };
}

function isPlace(symbol: StateSymbol): symbol is Place {
  return symbol.arity === 1 && symbol.sort.kind === 'enum' && symbol.sort.constructors.length <= 31;
}

/** Constants beside a cell in what is written, and their opposites. */
function additionsOf({ transitions }: ArraySystem): bigint[] {
  const found = new Set<bigint>();
  const note = (term: Term): void => {
    if (term.kind !== 'linear' || term.summands.length === 0 || term.constant.denominator !== 1n) return;
    const { numerator } = term.constant;
    if (numerator !== 0n) for (const each of [numerator, -numerator]) found.add(each);
  };
  for (const update of transitions.flatMap(({ updates }) => updates)) {
    if (update.kind === 'assign') note(update.value);
    if (update.kind === 'case') for (const { value } of update.switches) note(value);
  }
  return [...found].slice(0, MOST_STEPS);
}

/** All places together are no condition. */
function saysSomething(literal: Literal): boolean {
  return literal !== TRUE;
}

function opposite(constraint: LinearConstraint): LinearConstraint {
  return { ...constraint, coefficients: constraint.coefficients.map((k) => -k), constant: -constraint.constant };
}

function full({ sort }: Place): number {
  return sort.constructors.length === 31 ? 0x7fffffff : (1 << sort.constructors.length) - 1;
}
