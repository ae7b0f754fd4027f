/**
 * Values that drift: in the k-th turn of a cycle, k = 0, 1, 2..., such a value is a + b k. What an expression computes from them
 * is followed as long as it is of that kind itself, and a condition as long as it is true in all turns or in none:
 *
 *   - sums, differences and products with a number that does not drift are a + b k again
 *   - a comparison is of a difference with 0: a + b k keeps its sign for all k >= 0 where a and b do not pull apart, and is
 *     never 0 where -a / b is no whole number from 0 on
 *   - whatever else is computed must not drift: then it is the same number in all turns, and the interpreter's
 *
 * Everything else is `null`: nobody knows. Numbers are those of programs, which have no end.
 *
 * This is a judge: it shares the interpreter's view of cells with the replay, and nothing with the search.
 */
import {
  type Evaluated,
  evaluate,
  isFailure,
  type StateView,
  type View,
} from '../../memory/operational/program/evaluate.js';
import type {
  Binary,
  BinaryOperator,
  Conditional,
  Constant,
  Expression,
  StateExpression,
  Tree,
  Unary,
} from '../../models/program/model.js';

/** In turn k the value is `value + by * k`. */
export interface Drifting {
  readonly value: number;
  readonly by: number;
}

type Known = Drifting | null;

/** The value of an expression in all turns, from how a thread sees the first turn and the second at the same place. */
export function driftOf([first, second]: readonly [View, View], expression: Expression): Known {
  const again = (part: Expression): Known => driftOf([first, second], part);
  switch (expression.kind) {
    case 'local':
      return at(again, expression.index, (index) =>
        between(first.local(expression.variable, index), second.local(expression.variable, index)),
      );
    case 'shared':
      return at(again, expression.index, (index) =>
        between(first.shared(expression.variable, index), second.shared(expression.variable, index)),
      );
    default:
      return inner(expression, again);
  }
}

/** The same of a condition on states. */
export function stateDriftOf([first, second]: readonly [StateView, StateView], expression: StateExpression): Known {
  const again = (part: StateExpression): Known => stateDriftOf([first, second], part);
  switch (expression.kind) {
    case 'memory':
      return at(again, expression.index, (index) =>
        between(first.memory(expression.variable, index), second.memory(expression.variable, index)),
      );
    case 'localOf': {
      const { thread, variable } = expression;
      return at(again, expression.index, (index) =>
        between(first.localOf(thread, variable, index), second.localOf(thread, variable, index)),
      );
    }
    case 'at': {
      const { locations, thread } = expression;
      return steady(locations.includes(first.location(thread)) ? 1 : 0);
    }
    default:
      return inner(expression, again);
  }
}

/** Whether it is true in all turns (true) or in none (false). */
export function truthOf(known: Known): boolean | null {
  const zero = known === null ? null : isZero(known);
  return zero === null ? null : !zero;
}

function steady(value: number): Drifting {
  return { value, by: 0 };
}

function between(first: Evaluated, second: Evaluated): Known {
  return isFailure(first) || isFailure(second) ? null : { value: first, by: second - first };
}

/** An index says which cell it is: the same one in all turns. */
function at<E>(again: (part: E) => Known, index: E | null, access: (index: number | null) => Known): Known {
  if (index === null) return access(null);
  const known = again(index);
  return known === null || known.by !== 0 ? null : access(known.value);
}

/** What is no leaf. */
type Inner<L> = Constant | Unary<L> | Binary<L> | Conditional<L>;

function inner<L>(tree: Inner<L>, again: (part: Tree<L>) => Known): Known {
  switch (tree.kind) {
    case 'constant':
      return steady(tree.value);
    case 'unary': {
      const operand = again(tree.operand);
      if (operand === null) return null;
      if (tree.operator === '!') return truth(isZero(operand));
      if (tree.operator === '-') return { value: 0 - operand.value, by: 0 - operand.by };
      const { operator } = tree;
      return operand.by === 0 ? number({ kind: 'unary', operator, operand: constant(operand) }) : null;
    }
    case 'binary': {
      const left = again(tree.left);
      if (left === null) return null;
      if (tree.operator === '&&' || tree.operator === '||') {
        const one = truthOf(left);
        if (one === null) return null;
        return one === (tree.operator === '||') ? truth(one) : truth(truthOf(again(tree.right)));
      }
      const right = again(tree.right);
      return right === null ? null : computed(tree.operator, left, right);
    }
    case 'conditional': {
      const condition = truthOf(again(tree.condition));
      return condition === null ? null : again(condition ? tree.whenTrue : tree.whenFalse);
    }
  }
}

function computed(operator: BinaryOperator, left: Drifting, right: Drifting): Known {
  const difference = { value: left.value - right.value, by: left.by - right.by };
  switch (operator) {
    case '+':
      return { value: left.value + right.value, by: left.by + right.by };
    case '-':
      return difference;
    case '*':
      if (left.by !== 0 && right.by !== 0) return null;
      return { value: left.value * right.value, by: left.value * right.by + left.by * right.value };
    case '==':
      return truth(isZero(difference));
    case '!=':
      return truth(not(isZero(difference)));
    case '<':
      return truth(isNegative(difference));
    case '>=':
      return truth(not(isNegative(difference)));
    case '>':
      return truth(isNegative({ value: -difference.value, by: -difference.by }));
    case '<=':
      return truth(not(isNegative({ value: -difference.value, by: -difference.by })));
    default:
      if (left.by !== 0 || right.by !== 0) return null;
      return number({ kind: 'binary', operator, left: constant(left), right: constant(right) });
  }
}

/** In all turns (true), in none (false), or in some. */
function isZero({ value, by }: Drifting): boolean | null {
  if (by === 0) return value === 0;
  const turn = -value / by;
  return turn >= 0 && Number.isInteger(turn) ? null : false;
}

function isNegative({ value, by }: Drifting): boolean | null {
  if (value < 0) return by <= 0 ? true : null;
  return by >= 0 ? false : null;
}

function not(known: boolean | null): boolean | null {
  return known === null ? null : !known;
}

function truth(known: boolean | null): Known {
  return known === null ? null : steady(known ? 1 : 0);
}

/** Of constants alone. */
function number(expression: Expression): Known {
  const value = evaluate(NOTHING, expression);
  return isFailure(value) ? null : steady(value);
}

function constant({ value }: Drifting): Expression {
  return { kind: 'constant', value };
}

const NOTHING: View = {
  local: () => {
    throw new Error('a constant reads nothing');
  },
  shared: () => {
    throw new Error('a constant reads nothing');
  },
  wraps: false,
};
