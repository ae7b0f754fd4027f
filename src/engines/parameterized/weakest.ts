/**
 * The weakest precondition of literals through the updates of one command instance.
 *
 * Every process in a cube has a name and different names are different processes, so whether an update hits a cell is
 * decided at once; only the conditions of case updates split. Each updated cell has alternatives (conditions, value): the
 * first-match rule is unfolded with what is already known of the state, so contradictory branches are never built. A cell
 * that only a mask constrains gives a disjunction of its own, whose members are merged wherever they differ in one mask:
 * a case update over an enumeration usually comes back as a single literal.
 *
 * A cell that takes an arbitrary value is a fresh *choice* cell in the precondition, eliminated where that is exact.
 */
import type { Conjunction } from '../../logic/conjunction.js';
import { eliminateChoice } from '../../logic/eliminate.js';
import { linearConstraint } from '../../logic/linear.js';
import { FALSE, Kind, type LinearTerm, type Literal, type Literals, TRUE } from '../../logic/literals.js';
import { add, equal, multiply, ONE, type Rational, rational, ZERO } from '../../logic/rational.js';
import { BINDER_SLOT, type TemplateTerm, type TemplateUpdate } from '../../models/array-system/normal-form.js';
import type { Instantiation } from './instantiate.js';
import { mergeAlternatives } from './merge.js';

type CellValue =
  | { readonly kind: 'constructor'; readonly value: number }
  | { readonly kind: 'code'; readonly code: number }
  | { readonly kind: 'sum'; readonly sum: LinearTerm }
  | { readonly kind: 'arbitrary' };

interface Alternative {
  readonly conditions: readonly Literal[];
  readonly value: CellValue;
}

/** The update that may change a cell, if any. */
export type UpdateOf = (cell: number) => TemplateUpdate | undefined;

export class WeakestPrecondition {
  private readonly instance: Instantiation;
  private readonly literals: Literals;

  constructor(instance: Instantiation) {
    this.instance = instance;
    this.literals = instance.literals;
  }

  /**
   * Calls `leaf` with `context` extended by each disjunct of the precondition of `post`; returns false, without a call,
   * when the updates (under the instance's environment) touch no cell of `post`.
   */
  enumerate(
    post: ArrayLike<Literal>,
    updateOf: UpdateOf,
    context: Conjunction,
    items: readonly Literal[][][],
    leaf: () => void,
  ): boolean {
    const { literals } = this;
    const relational = new Set<number>();
    const touched = new Map<number, Literal[]>();
    const kept: Literal[] = [];
    for (let i = 0; i < post.length; i++) {
      const literal = post[i] as Literal;
      const cells = cellsOf(literals, literal).filter((cell) => this.hits(cell, updateOf, context));
      if (cells.length === 0) kept.push(literal);
      for (const cell of cells) {
        if (literals.kind[literal] !== Kind.mask) relational.add(cell);
        const known = touched.get(cell);
        if (known === undefined) touched.set(cell, [literal]);
        else known.push(literal);
      }
    }
    if (touched.size === 0) return false;
    const start = context.mark();
    if (kept.every((literal) => context.add(literal))) {
      const all: Literal[][][] = [...items];
      let possible = true;
      for (const [cell, constrained] of touched) {
        if (relational.has(cell)) continue;
        const mask = literals.right[constrained[0] as number] as number;
        const alternatives = mergeAlternatives(literals, this.maskPrecondition(cell, mask, updateOf, context));
        if (alternatives.length === 0) {
          possible = false;
          break;
        }
        all.push(alternatives);
      }
      if (possible) {
        all.sort((a, b) => a.length - b.length);
        const complex = [...relational];
        const substituted = [...new Set(complex.flatMap((cell) => touched.get(cell) as Literal[]))];
        this.chooseValues(
          complex,
          0,
          new Map(),
          updateOf,
          substituted,
          context,
          () => descend(context, all, 0, leaf),
          post,
        );
      }
    }
    context.undo(start);
    return true;
  }

  /** The same for a command that changes nothing in `post`: `post` itself, with the items. */
  untouched(post: ArrayLike<Literal>, context: Conjunction, items: readonly Literal[][][], leaf: () => void): void {
    const mark = context.mark();
    if (Array.from(post).every((literal) => context.add(literal))) descend(context, items, 0, leaf);
    context.undo(mark);
  }

  /** Whether the update of the cell's symbol can change this very cell. */
  private hits(cell: number, updateOf: UpdateOf, context: Conjunction): boolean {
    const update = updateOf(cell);
    if (update === undefined) return false;
    if (update.kind === 'havoc') return true;
    if (update.kind === 'assign') {
      return update.slots.every((slot, i) => this.instance.process(slot) === this.literals.indicesOf(cell)[i]);
    }
    let changes = false;
    this.alternatives(cell, updateOf, context, ({ value }) => {
      changes ||= !this.isUnchanged(cell, value);
    });
    return changes;
  }

  private isUnchanged(cell: number, value: CellValue): boolean {
    if (value.kind === 'code') return value.code === cell;
    if (value.kind !== 'sum' || value.sum.summands.length !== 1) return false;
    const [summand] = value.sum.summands;
    return summand?.variable === cell && equal(summand.coefficient, ONE) && equal(value.sum.constant, ZERO);
  }

  private value(term: TemplateTerm): CellValue {
    if (term.kind === 'value') return { kind: 'constructor', value: term.value };
    if (term.kind === 'sum') return { kind: 'sum', sum: this.instance.sum(term) };
    return { kind: 'code', code: this.instance.code(term) };
  }

  private unchanged(cell: number): CellValue {
    const { kind } = this.literals.symbolOf(cell);
    if (kind !== 'int' && kind !== 'real') return { kind: 'code', code: cell };
    return { kind: 'sum', sum: { summands: [{ variable: cell, coefficient: rational(1) }], constant: rational(0) } };
  }

  /** Calls `visit` for each branch of the update that agrees with the context; the context holds its conditions then. */
  private alternatives(
    cell: number,
    updateOf: UpdateOf,
    context: Conjunction,
    visit: (alternative: Alternative) => void,
  ): void {
    const update = updateOf(cell) as TemplateUpdate;
    if (update.kind === 'havoc') return visit({ conditions: [], value: { kind: 'arbitrary' } });
    if (update.kind === 'assign') return visit({ conditions: [], value: this.value(update.value) });
    this.literals.indicesOf(cell).forEach((process, i) => {
      this.instance.environment[BINDER_SLOT + i] = process;
    });
    const switches = update.switches.map((s) => ({
      condition: this.instance.disjunction(s.condition),
      value: this.value(s.value),
    }));
    const { otherwise } = update;
    const last: CellValue =
      otherwise === 'arbitrary'
        ? { kind: 'arbitrary' }
        : otherwise === 'unchanged'
          ? this.unchanged(cell)
          : this.value(otherwise);
    const conditions: Literal[] = [];
    const assume = (more: readonly Literal[], then: () => void): void => {
      const mark = context.mark();
      const length = conditions.length;
      if (more.every((literal) => context.add(literal))) {
        conditions.push(...more);
        then();
      }
      conditions.length = length;
      context.undo(mark);
    };
    const from = (k: number): void => {
      const branch = switches[k];
      if (branch === undefined) return visit({ conditions: [...conditions], value: last });
      for (const disjunct of branch.condition) {
        assume(disjunct, () => visit({ conditions: [...conditions], value: branch.value }));
      }
      refute(branch.condition, 0, () => from(k + 1));
    };
    /** Assumes the negation of the disjuncts from d on: for each, a first literal that fails. */
    const refute = (disjuncts: readonly Literal[][], d: number, then: () => void): void => {
      const disjunct = disjuncts[d];
      if (disjunct === undefined) return then();
      for (let i = 0; i < disjunct.length; i++) {
        const failing = [...disjunct.slice(0, i), this.literals.negate(disjunct[i] as Literal)];
        assume(failing, () => refute(disjuncts, d + 1, then));
      }
    };
    from(0);
  }

  /** `cell` in `mask` after the update, as a disjunction before it. */
  private maskPrecondition(cell: number, mask: number, updateOf: UpdateOf, context: Conjunction): Literal[][] {
    const out: Literal[][] = [];
    this.alternatives(cell, updateOf, context, ({ conditions, value }) => {
      const literal =
        value.kind === 'arbitrary'
          ? TRUE
          : value.kind === 'constructor'
            ? mask & (1 << value.value)
              ? TRUE
              : FALSE
            : value.kind === 'code'
              ? this.literals.mask(value.code, mask)
              : FALSE;
      if (literal === FALSE) return;
      const mark = context.mark();
      if (context.add(literal)) out.push(literal === TRUE ? [...conditions] : [...conditions, literal]);
      context.undo(mark);
    });
    return out;
  }

  /** Gives every relational cell one of its values in turn, then substitutes them all in the literals that use them. */
  private chooseValues(
    cells: readonly number[],
    k: number,
    values: Map<number, CellValue>,
    updateOf: UpdateOf,
    literals: readonly Literal[],
    context: Conjunction,
    then: () => void,
    post: ArrayLike<Literal>,
  ): void {
    const cell = cells[k];
    if (cell !== undefined) {
      this.alternatives(cell, updateOf, context, ({ value }) => {
        values.set(cell, value);
        this.chooseValues(cells, k + 1, values, updateOf, literals, context, then, post);
        values.delete(cell);
      });
      return;
    }
    const mark = context.mark();
    const { codes, chosen } = this.chooseFresh(values, post);
    const substituted = literals.map((literal) => this.substitute(literal, codes));
    if (chosen.length === 0) {
      if (substituted.every((literal) => context.add(literal))) then();
    } else if (!substituted.includes(FALSE)) {
      for (const conjunct of eliminateAll(
        this.literals,
        substituted.filter((l) => l !== TRUE),
        chosen,
      )) {
        const inner = context.mark();
        if (conjunct.every((literal) => context.add(literal))) then();
        context.undo(inner);
      }
    }
    context.undo(mark);
  }

  /** Arbitrary values become choice cells that occur nowhere in the post-state. */
  private chooseFresh(values: ReadonlyMap<number, CellValue>, post: ArrayLike<Literal>) {
    const codes = new Map<number, CellValue>();
    const chosen: number[] = [];
    let used: Set<number> | null = null;
    for (const [cell, value] of values) {
      if (value.kind !== 'arbitrary') {
        codes.set(cell, value);
        continue;
      }
      used ??= new Set(Array.from(post).flatMap((l) => cellsOf(this.literals, l)));
      const { sort } = this.literals.symbolOf(cell);
      let k = 0;
      let fresh = this.literals.choice(sort, k);
      while (used.has(fresh) || chosen.includes(fresh)) fresh = this.literals.choice(sort, ++k);
      chosen.push(fresh);
      codes.set(cell, this.unchanged(fresh));
    }
    return { codes, chosen };
  }

  private substitute(literal: Literal, values: ReadonlyMap<number, CellValue>): Literal {
    const { literals } = this;
    const kind = literals.kind[literal] as number;
    const left = literals.left[literal] as number;
    const right = literals.right[literal] as number;
    if (kind === Kind.mask) {
      const value = values.get(left);
      if (value === undefined) return literal;
      if (value.kind === 'constructor') return right & (1 << value.value) ? TRUE : FALSE;
      if (value.kind === 'code') return literals.mask(value.code, right);
      throw new Error('a mask on a value that is no enumeration');
    }
    if (kind === Kind.linear) return this.substituteLinear(literal, values);
    const a = values.get(left) ?? { kind: 'code', code: left };
    const b = values.get(right) ?? { kind: 'code', code: right };
    if (a.kind === 'code' && b.kind === 'code') {
      const operator = kind === Kind.equal ? '=' : kind === Kind.distinct ? '<>' : kind === Kind.less ? '<' : '<=';
      return literals.relation(operator, a.code, b.code);
    }
    // An enumerated cell against a constructor: a mask again.
    const equal = kind === Kind.equal;
    if (a.kind === 'constructor' && b.kind === 'constructor') return (a.value === b.value) === equal ? TRUE : FALSE;
    const [known, cell] = a.kind === 'constructor' ? [a, b] : [b, a];
    if (known.kind !== 'constructor' || cell.kind !== 'code') throw new Error('a relation between unlike values');
    const bit = 1 << known.value;
    return literals.mask(cell.code, equal ? bit : ~bit);
  }

  private substituteLinear(literal: Literal, values: ReadonlyMap<number, CellValue>): Literal {
    const { literals } = this;
    const constraint = literals.constraintOf(literal);
    const summands: { variable: number; coefficient: Rational }[] = [];
    let constant = rational(constraint.constant);
    constraint.variables.forEach((variable, i) => {
      const coefficient = rational(constraint.coefficients[i] as bigint);
      const value = values.get(variable);
      if (value === undefined) summands.push({ variable, coefficient });
      else if (value.kind !== 'sum') throw new Error('a number that is no sum');
      else {
        for (const s of value.sum.summands) {
          summands.push({ variable: s.variable, coefficient: multiply(coefficient, s.coefficient) });
        }
        constant = add(constant, multiply(rational(-1), multiply(coefficient, value.sum.constant)));
      }
    });
    const integer = literals.isInteger(constraint.variables[0] as number);
    return literals.linear(linearConstraint(summands, constraint.relation, constant, integer));
  }
}

/** One alternative of each item, depth first. */
function descend(context: Conjunction, items: readonly Literal[][][], k: number, leaf: () => void): void {
  const item = items[k];
  if (item === undefined) return leaf();
  for (const alternative of item) {
    const mark = context.mark();
    if (alternative.every((literal) => context.add(literal))) descend(context, items, k + 1, leaf);
    context.undo(mark);
  }
}

function eliminateAll(literals: Literals, conjunct: Literal[], chosen: readonly number[]): Literal[][] {
  let out = [conjunct];
  for (const cell of chosen) out = out.flatMap((c) => eliminateChoice(literals, c, cell));
  return out;
}

export function cellsOf(literals: Literals, literal: Literal): number[] {
  const kind = literals.kind[literal] as number;
  const left = literals.left[literal] as number;
  if (kind === Kind.mask) return [left];
  if (kind === Kind.linear) return [...literals.constraintOf(literal).variables];
  return [left, literals.right[literal] as number].filter((term) => term >= 0);
}
