/**
 * Expressions of programs as formulas: the value of an expression is a list of cases, each a linear term and when it is
 * that; its truth a formula; and there is a formula for when it has no value at all (a division by zero, an index out of
 * bounds). Cases exclude each other and together cover everything.
 *
 * What linear terms cannot say (products of variables, bits, quotients of large numbers) is an input: any number. So a
 * formula may be true where the expression is not, by a wrong guess of the input, and never the other way round.
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
} from '../../logic/integer/formula.js';
import type { BinaryOperator, UnaryOperator } from '../../models/program/model.js';

export interface Case {
  readonly when: Formula;
  readonly value: Linear;
}

export interface Evaluated {
  readonly cases: readonly Case[];
  readonly fails: Formula;
}

/** What an expression or a condition is made of, seen from here. */
export type Tree =
  | { readonly kind: 'constant'; readonly value: number }
  | { readonly kind: 'unary'; readonly operator: UnaryOperator; readonly operand: Tree }
  | { readonly kind: 'binary'; readonly operator: BinaryOperator; readonly left: Tree; readonly right: Tree }
  | { readonly kind: 'conditional'; readonly condition: Tree; readonly whenTrue: Tree; readonly whenFalse: Tree }
  /** A cell, by the number of its variable when it is a scalar or the index is known. */
  | { readonly kind: 'cell'; readonly cells: readonly Linear[]; readonly index: Tree | null }
  | { readonly kind: 'truth'; readonly formula: Formula };

/** More cases than this are not told apart. */
const MOST_CASES = 64;
/** A quotient is told for operands with at most so many values. */
const MOST_VALUES = 32;

export class Evaluator {
  private readonly bounds: (variable: number) => { readonly low: number | null; readonly high: number | null };
  private readonly input: () => Linear;

  /** `input` makes a new one, without bounds. */
  constructor(bounds: Evaluator['bounds'], input: () => Linear) {
    this.bounds = bounds;
    this.input = input;
  }

  value(tree: Tree): Evaluated {
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
  truth(tree: Tree): { readonly holds: Formula; readonly fails: Formula } {
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
    index: Tree | null,
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

  private cell(cells: readonly Linear[], index: Tree | null): Evaluated {
    const { cases, fails } = this.place(cells.length, index);
    return { cases: cases.map(({ when, cell }) => ({ when, value: cells[cell] as Linear })), fails };
  }

  private conditional(condition: Tree, whenTrue: Tree, whenFalse: Tree): Evaluated {
    const { holds, fails } = this.truth(condition);
    const [yes, no] = [this.value(whenTrue), this.value(whenFalse)];
    const cases = [
      ...yes.cases.map(({ when, value }) => ({ when: and([holds, when]), value })),
      ...no.cases.map(({ when, value }) => ({ when: and([not(holds), when]), value })),
    ];
    return { cases: this.few(cases), fails: or([fails, and([holds, yes.fails]), and([not(holds), no.fails])]) };
  }

  private unary(operator: UnaryOperator, operand: Tree): Evaluated {
    if (operator === '!') {
      const { holds, fails } = this.truth({ kind: 'unary', operator, operand });
      return truthAsNumber(holds, fails);
    }
    const { cases, fails } = this.value(operand);
    if (operator === '~') return { cases: [{ when: TRUE, value: this.input() }], fails };
    return { cases: cases.map(({ when, value }) => ({ when, value: scaled(value, -1) })), fails };
  }

  private binary(operator: BinaryOperator, left: Tree, right: Tree): Evaluated {
    if (operator === '&&' || operator === '||' || operator in COMPARISONS) {
      const { holds, fails } = this.truth({ kind: 'binary', operator, left, right });
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
    if (operator === '<<' || operator === '>>') {
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
        return [{ when: TRUE, value: sum(a, b) }];
      case '-':
        return [{ when: TRUE, value: sum(a, b, -1) }];
      case '*':
        if (b.variables.length === 0) return [{ when: TRUE, value: scaled(a, b.constant) }];
        if (a.variables.length === 0) return [{ when: TRUE, value: scaled(b, a.constant) }];
        break;
      case '/':
      case '%': {
        const values = b.variables.length === 0 && b.constant !== 0 ? this.valuesOf(a) : null;
        if (values === null) break;
        const result = (value: number) => (operator === '%' ? value % b.constant : Math.trunc(value / b.constant));
        return values.map((value) => ({ when: equal(a, constant(value)), value: constant(result(value)) }));
      }
      default:
    }
    return [{ when: TRUE, value: this.input() }];
  }

  /** All values that a term can have; null when they are many. */
  private valuesOf({ variables, coefficients, constant: rest }: Linear): readonly number[] | null {
    let [low, high] = [rest, rest];
    for (const [i, variable] of variables.entries()) {
      const bounds = this.bounds(variable);
      if (bounds.low === null || bounds.high === null) return null;
      const ends = [bounds.low, bounds.high].map((end) => end * (coefficients[i] as number));
      low += Math.min(...ends);
      high += Math.max(...ends);
    }
    if (high - low >= MOST_VALUES) return null;
    return Array.from({ length: high - low + 1 }, (_, i) => low + i);
  }

  private pairs(left: Tree, right: Tree) {
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
    return possible.length > MOST_CASES ? [{ when: TRUE, value: this.input() }] : possible;
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
