/**
 * Expressions of the format as expressions of programs, over the values at the start of a step.
 *
 * Programs have no bitwise and. With a mask that is known it is arithmetic: the lowest k bits of a (in two's complement,
 * of any width) are `a mod 2^k`, rounded down, so a run of ones from bit i to bit j picks `a mod 2^(j+1) - a mod 2^i`;
 * a negative mask m gives `a - (a & ~m)`. A mask with a few possible values is told apart by its value.
 */
import { conditional, constant, binary as plain, unary } from '../../models/program/expression.js';
import { EXACT, foldNode } from '../../models/program/fold.js';
import type { Expression } from '../../models/program/model.js';
import type { Effect } from '../shared/effect.js';
import type { ExpressionSyntax, Operator } from './syntax.js';
import { evaluateAll, type Values } from './values.js';

/** Null when it cannot be expressed: a bitwise and of two values of which too little is known. */
export function toExpression(
  syntax: ExpressionSyntax,
  effect: Effect,
  environment: readonly Values[],
): Expression | null {
  switch (syntax.kind) {
    case 'number':
      return constant(syntax.value);
    case 'register':
      return effect.value('local', syntax.register);
    case 'not': {
      const operand = toExpression(syntax.of, effect, environment);
      return operand === null ? null : unary('!', operand);
    }
    case 'binary': {
      const left = toExpression(syntax.left, effect, environment);
      const right = toExpression(syntax.right, effect, environment);
      if (left === null || right === null) return null;
      if (syntax.operator !== '&') return binary(syntax.operator, left, right);
      return bitwise(left, right, evaluateAll(syntax.left, environment), evaluateAll(syntax.right, environment));
    }
  }
}

function binary(operator: Exclude<Operator, '&'>, left: Expression, right: Expression): Expression {
  return foldNode(plain(operator, left, right), EXACT);
}

function bitwise(left: Expression, right: Expression, leftValues: Values, rightValues: Values): Expression | null {
  if (leftValues === null && rightValues === null) return null;
  const known = rightValues !== null && (leftValues === null || rightValues.size <= leftValues.size);
  const [value, mask, masks] = known ? [left, right, rightValues] : [right, left, leftValues as ReadonlySet<number>];
  return (
    [...masks].reduceRight<Expression | null>((otherwise, one) => {
      const whenTrue = masked(value, one);
      if (otherwise === null) return whenTrue;
      return conditional(binary('==', mask, constant(one)), whenTrue, otherwise);
    }, null) ?? constant(0)
  );
}

function masked(value: Expression, mask: number): Expression {
  if (mask < 0) return mask === -1 ? value : binary('-', value, masked(value, -1 - mask));
  let result: Expression = constant(0);
  for (let bit = 1; bit <= mask; ) {
    if (Math.floor(mask / bit) % 2 === 0) {
      bit *= 2;
      continue;
    }
    let above = bit;
    while (Math.floor(mask / above) % 2 === 1) above *= 2;
    const run = bit === 1 ? modulo(value, above) : binary('-', modulo(value, above), modulo(value, bit));
    result = result.kind === 'constant' ? run : binary('+', result, run);
    bit = above;
  }
  return result;
}

/** Rounded down: never negative. */
function modulo(value: Expression, by: number): Expression {
  return binary('%', binary('+', binary('%', value, constant(by)), constant(by)), constant(by));
}
