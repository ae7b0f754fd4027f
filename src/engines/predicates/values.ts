/**
 * Expressions of programs as formulas: the value of an expression is a list of cases, each a linear term and when it is
 * that; its truth a formula; and there is a formula for when it has no value at all (a division by zero, an index out of
 * bounds). Cases exclude each other and together cover everything.
 *
 * What linear terms cannot say (products of variables, bits, quotients of large numbers) is an input: any number. So a
 * formula may be true where the expression is not, by a wrong guess of the input, and never the other way round. Where
 * arithmetic wraps, so is every sum that may leave 32 bits.
 */
import {
  and,
  atMost,
  constant,
  equal,
  FALSE,
  type Formula,
  type Linear,
  not,
  or,
  scaled,
  sum,
  TRUE,
  variable,
} from '../../logic/integer/formula.js';
import { binary, unary } from '../../models/program/expression.js';
import { applyBinary } from '../../models/program/fold.js';
import type { BinaryOperator, Tree, UnaryOperator } from '../../models/program/model.js';
import { type Residue, residueOf } from './residues.js';

export interface Case {
  readonly when: Formula;
  readonly value: Linear;
}

export interface Evaluated {
  readonly cases: readonly Case[];
  readonly fails: Formula;
}

/** What an expression or a condition reads, seen from here. */
export type Known =
  /** A cell, by the number of its variable when it is a scalar or the index is known. */
  | { readonly kind: 'cell'; readonly cells: readonly Linear[]; readonly index: KnownTree | null }
  | { readonly kind: 'truth'; readonly formula: Formula };

export type KnownTree = Tree<Known>;

/** What an input stands for. */
export interface Definition {
  readonly operator: '*' | '/' | '%';
  readonly left: Linear;
  readonly right: Linear;
}

/** Null for a division by zero; no negative zero. */
export function computed(operator: Definition['operator'], left: number, right: number): number | null {
  const value = applyBinary(operator, left, right);
  return value === null ? null : value + 0;
}

/** More cases than this are not told apart. */
const MOST_CASES = 64;
/** A quotient is told for operands with at most so many values. */
export const MOST_VALUES = 32;

/** What is known of variables. */
interface EvaluatorVariables {
  at(variable: number): { readonly low: number | null; readonly high: number | null };
  /** A new input, without bounds; what it stands for, where that is worth knowing. */
  unknown(definition?: Definition): Linear;
  /** The variable that is the remainder of another, null where there is none. */
  companion(residue: Residue): number | null;
}

export class Evaluator {
  constructor(
    private readonly variables: EvaluatorVariables,
    private readonly wraps = false,
  ) {}

  value(tree: KnownTree): Evaluated {
    switch (tree.kind) {
      case 'constant':
        return always(constant(tree.value));
      case 'truth':
        return truthAsNumber(tree.formula, FALSE);
      case 'cell':
        return this.cell(tree.cells, tree.index);
      case 'conditional':
        return this.conditional(tree.condition, tree.whenTrue, tree.whenFalse);
      case 'unary':
        return this.unary(tree.operator, tree.operand);
      case 'binary':
        return this.binary(tree.operator, tree.left, tree.right);
    }
  }

  /** When the expression is not 0. */
  truth(tree: KnownTree): { readonly holds: Formula; readonly fails: Formula } {
    if (tree.kind === 'truth') return { holds: tree.formula, fails: FALSE };
    if (tree.kind === 'unary' && tree.operator === '!') {
      const { holds, fails } = this.truth(tree.operand);
      return { holds: not(holds), fails };
    }
    if (tree.kind === 'binary') {
      const { operator, left, right } = tree;
      if (operator === '&&' || operator === '||') {
        const first = this.truth(left);
        const second = this.truth(right);
        const needed = operator === '&&' ? first.holds : not(first.holds);
        const holds = (operator === '&&' ? and : or)([first.holds, second.holds]);
        return { holds, fails: or([first.fails, and([needed, second.fails])]) };
      }
      const compare = COMPARISONS[operator];
      if (compare !== undefined) {
        const { pairs, fails } = this.pairs(left, right);
        return { holds: or(pairs.map(({ when, values: [a, b] }) => and([when, compare(a, b)]))), fails };
      }
    }
    const { cases, fails } = this.value(tree);
    return { holds: or(cases.map(({ when, value }) => and([when, not(equal(value, constant(0)))]))), fails };
  }

  /** Which cell an index means, each case with its number in `cells`. */
  place(
    cells: number,
    index: KnownTree | null,
  ): { readonly cases: readonly { readonly when: Formula; readonly cell: number }[]; readonly fails: Formula } {
    if (index === null) return { cases: [{ when: TRUE, cell: 0 }], fails: FALSE };
    const { cases: indices, fails } = this.value(index);
    const cases = Array.from({ length: cells }, (_, cell) => ({
      when: or(indices.map(({ when, value }) => and([when, equal(value, constant(cell))]))),
      cell,
    })).filter(({ when }) => when !== FALSE);
    const outside = indices.map(({ when, value }) =>
      and([when, or([atMost(value, constant(-1)), atMost(constant(cells), value)])]),
    );
    return { cases, fails: or([fails, ...outside]) };
  }

  private cell(cells: readonly Linear[], index: KnownTree | null): Evaluated {
    const { cases, fails } = this.place(cells.length, index);
    return { cases: cases.map(({ when, cell }) => ({ when, value: cells[cell] as Linear })), fails };
  }

  private conditional(condition: KnownTree, whenTrue: KnownTree, whenFalse: KnownTree): Evaluated {
    const { holds, fails } = this.truth(condition);
    const [yes, no] = [this.value(whenTrue), this.value(whenFalse)];
    const cases = [
      ...yes.cases.map(({ when, value }) => ({ when: and([holds, when]), value })),
      ...no.cases.map(({ when, value }) => ({ when: and([not(holds), when]), value })),
    ];
    return { cases: this.few(cases), fails: or([fails, and([holds, yes.fails]), and([not(holds), no.fails])]) };
  }

  private unary(operator: UnaryOperator, operand: KnownTree): Evaluated {
    if (operator === '!') {
      const { holds, fails } = this.truth(unary(operator, operand));
      return truthAsNumber(holds, fails);
    }
    const { cases, fails } = this.value(operand);
    if (operator === '~') return { cases: [{ when: TRUE, value: this.variables.unknown() }], fails };
    return { cases: cases.map(({ when, value }) => ({ when, value: this.kept(scaled(value, -1)) })), fails };
  }

  private binary(operator: BinaryOperator, left: KnownTree, right: KnownTree): Evaluated {
    if (operator === '&&' || operator === '||' || operator in COMPARISONS) {
      const { holds, fails } = this.truth(binary(operator, left, right));
      return truthAsNumber(holds, fails);
    }
    const { pairs, fails } = this.pairs(left, right);
    const cases = this.few(
      pairs.flatMap(({ when, values: [a, b] }) =>
        this.applied(operator, a, b).map((result) => ({ when: and([when, result.when]), value: result.value })),
      ),
    );
    if (operator === '/' || operator === '%') {
      const zero = pairs.map(({ when, values: [, b] }) => and([when, equal(b, constant(0))]));
      return { cases, fails: or([fails, ...zero]) };
    }
    if (operator === '<<' || operator === '>>' || operator === '>>>') {
      const outside = pairs.map(({ when, values: [, b] }) =>
        and([when, or([atMost(b, constant(-1)), atMost(constant(32), b)])]),
      );
      return { cases, fails: or([fails, ...outside]) };
    }
    return { cases, fails };
  }

  private applied(operator: BinaryOperator, a: Linear, b: Linear): readonly Case[] {
    switch (operator) {
      case '+':
        return [{ when: TRUE, value: this.kept(sum(a, b)) }];
      case '-':
        return [{ when: TRUE, value: this.kept(sum(a, b, -1)) }];
      case '*':
        if (b.variables.length === 0) return [{ when: TRUE, value: this.kept(scaled(a, b.constant)) }];
        if (a.variables.length === 0) return [{ when: TRUE, value: this.kept(scaled(b, a.constant)) }];
        return this.byValues(operator, a, b);
      case '/':
      case '%':
        return this.byValues(operator, a, b);
      default:
        return [{ when: TRUE, value: this.variables.unknown() }];
    }
  }

  /** A case for each pair of values, where these are few; a divisor 0 is a failure, and none of the cases. */
  private byValues(operator: Definition['operator'], a: Linear, b: Linear): readonly Case[] {
    const remainders = operator === '%' && b.variables.length === 0 ? this.remainders(a, Math.abs(b.constant)) : null;
    if (remainders !== null) return remainders;
    const [left, right] = [this.valuesOf(a), this.valuesOf(b)];
    if (left === null || right === null || left.length * right.length > MOST_VALUES)
      return [
        {
          when: TRUE,
          value: this.wraps ? this.variables.unknown() : this.variables.unknown({ operator, left: a, right: b }),
        },
      ];
    return left.flatMap((x) =>
      right.flatMap((y) => {
        const value = computed(operator, x, y);
        const when = and([equal(a, constant(x)), equal(b, constant(y))]);
        return value === null || when === FALSE ? [] : [{ when, value: this.kept(constant(value)) }];
      }),
    );
  }

  /** What `%` gives: the sign is that of the operand. Null where companions are missing. */
  private remainders(a: Linear, modulus: number): readonly Case[] | null {
    const residues = this.residues(a, modulus);
    if (residues === null) return null;
    return residues.flatMap(({ when, residue }) => {
      if (residue === 0) return [{ when, value: constant(0) }];
      return [
        { when: and([when, atMost(constant(0), a)]), value: constant(residue) },
        { when: and([when, atMost(a, constant(-1))]), value: constant(residue - modulus) },
      ];
    });
  }

  /** The remainder of a term, not negative, by the remainders of its variables; null where some have no companion. */
  residues(
    { variables, coefficients, constant: rest }: Linear,
    modulus: number,
  ): readonly { readonly when: Formula; readonly residue: number }[] | null {
    let cases: readonly { readonly when: Formula; readonly residue: number }[] = [
      { when: TRUE, residue: residueOf(rest, modulus) },
    ];
    for (const [i, number] of variables.entries()) {
      const factor = residueOf(coefficients[i] as number, modulus);
      if (factor === 0) continue;
      const companion = this.variables.companion({ of: number, modulus });
      const term = variable(companion ?? number);
      const values = companion === null ? this.valuesOf(term) : modulus > MOST_VALUES ? null : upTo(modulus);
      if (values === null || cases.length * values.length > MOST_CASES) return null;
      cases = cases.flatMap(({ when, residue }) =>
        values.map((value) => ({
          when: and([when, equal(term, constant(value))]),
          residue: residueOf(residue + factor * value, modulus),
        })),
      );
    }
    const byResidue = new Map<number, Formula[]>();
    for (const { when, residue } of cases) byResidue.set(residue, [...(byResidue.get(residue) ?? []), when]);
    const possible = [...byResidue].map(([residue, ways]) => ({ when: or(ways), residue }));
    return possible.filter(({ when }) => when !== FALSE).sort((one, other) => one.residue - other.residue);
  }

  /** A result, unless it may leave 32 bits where numbers have no more. */
  private kept(term: Linear): Linear {
    if (!this.wraps) return term;
    const range = this.rangeOf(term);
    return range !== null && range.low >= -(2 ** 31) && range.high < 2 ** 31 ? term : this.variables.unknown();
  }

  /** All values that a term can have; null when they are many. */
  private valuesOf(term: Linear): readonly number[] | null {
    const range = this.rangeOf(term);
    if (range === null || range.high - range.low >= MOST_VALUES) return null;
    return Array.from({ length: range.high - range.low + 1 }, (_, i) => range.low + i);
  }

  private rangeOf({ variables, coefficients, constant: rest }: Linear): { low: number; high: number } | null {
    let [low, high] = [rest, rest];
    for (const [i, number] of variables.entries()) {
      const bounds = this.variables.at(number);
      if (bounds.low === null || bounds.high === null) return null;
      const ends = [bounds.low, bounds.high].map((end) => end * (coefficients[i] as number));
      low += Math.min(...ends);
      high += Math.max(...ends);
    }
    return { low, high };
  }

  private pairs(left: KnownTree, right: KnownTree) {
    const [first, second] = [this.value(left), this.value(right)];
    const pairs = first.cases.flatMap((a) =>
      second.cases
        .map((b) => ({ when: and([a.when, b.when]), values: [a.value, b.value] as const }))
        .filter(({ when }) => when !== FALSE),
    );
    return { pairs, fails: or([first.fails, second.fails]) };
  }

  private few(cases: readonly Case[]): readonly Case[] {
    const possible = cases.filter(({ when }) => when !== FALSE);
    return possible.length > MOST_CASES ? [{ when: TRUE, value: this.variables.unknown() }] : possible;
  }
}

const COMPARISONS: Partial<Record<BinaryOperator, (a: Linear, b: Linear) => Formula>> = {
  '==': equal,
  '!=': (a, b) => not(equal(a, b)),
  '<': (a, b) => not(atMost(b, a)),
  '<=': atMost,
  '>': (a, b) => not(atMost(a, b)),
  '>=': (a, b) => atMost(b, a),
};

function upTo(modulus: number): number[] {
  return Array.from({ length: modulus }, (_, value) => value);
}

function always(value: Linear): Evaluated {
  return { cases: [{ when: TRUE, value }], fails: FALSE };
}

function truthAsNumber(holds: Formula, fails: Formula): Evaluated {
  const cases = [
    { when: holds, value: constant(1) },
    { when: not(holds), value: constant(0) },
  ];
  return { cases: cases.filter(({ when }) => when !== FALSE), fails };
}
