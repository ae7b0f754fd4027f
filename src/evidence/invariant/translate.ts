/**
 * Expressions of programs and conditions on states as SMT-LIB, with the condition under which they fail.
 *
 * An array is its cells, and an index that is not known a chain of `ite`. `/` and `%` truncate in programs and are Euclidean
 * in SMT-LIB: with a dividend that is not negative they agree, and the sign of the dividend is the sign of the result of `%`,
 * and can be drawn out of `/`. The bodies of `let` use nothing but what it binds and cells, so nothing is captured.
 *
 * What is known as a number is computed here; it decides which `at` of a condition holds, and most indices. Operators on bits
 * have no translation into integers: they are `Unsupported`.
 */

import type { BinaryOperator, Expression, StateExpression, UnaryOperator } from '../../models/program/model.js';
import { conjunction, disjunction, FALSE, negation, TRUE } from '../solvers/smtlib.js';
import { asInteger, asTruth, integer, truth, type Value } from './value.js';
import type { Vocabulary } from './vocabulary.js';

export class Unsupported extends Error {}

export interface Translated {
  readonly value: Value;
  /** When it has no value: a division by zero, an index out of bounds. */
  readonly fails: string;
}

/** Who evaluates: a thread, or nobody for a condition on states with the threads at these locations. */
export type Scope = { readonly thread: number } | { readonly locations: readonly number[] };

export function translate(vocabulary: Vocabulary, expression: Expression | StateExpression, scope: Scope): Translated {
  const again = (part: Expression | StateExpression) => translate(vocabulary, part, scope);
  const access = (thread: number | null, variable: number, index: Expression | StateExpression | null) => {
    if ((index !== null) !== vocabulary.isArray(thread, variable))
      throw new Error('a variable is not used as declared');
    const cells = vocabulary.cellsOf(thread, variable).map(({ value }) => value);
    return index === null ? total(cells[0] as Value) : element(cells, again(index));
  };
  switch (expression.kind) {
    case 'constant':
      return total(expression.value);
    case 'local':
      if (!('thread' in scope)) throw new Error('a condition on states names the thread of a local');
      return access(scope.thread, expression.variable, expression.index);
    case 'localOf':
      return access(expression.thread, expression.variable, expression.index);
    case 'shared':
    case 'memory':
      return access(null, expression.variable, expression.index);
    case 'at':
      if (!('locations' in scope)) throw new Error('a thread does not know where others are');
      return total(expression.locations.includes(scope.locations[expression.thread] as number) ? 1 : 0);
    case 'unary':
      return unary(expression.operator, again(expression.operand));
    case 'binary':
      return binary(expression.operator, again(expression.left), again(expression.right));
    case 'conditional':
      return conditional(again(expression.condition), again(expression.whenTrue), again(expression.whenFalse));
  }
}

function total(value: Value): Translated {
  return { value, fails: FALSE };
}

/** An array at an index. */
function element(cells: readonly Value[], { value: index, fails }: Translated): Translated {
  if (typeof index === 'number') {
    const cell = cells[index];
    return cell === undefined ? { value: 0, fails: TRUE } : { value: cell, fails };
  }
  const chain = cells.reduceRight<string>(
    (others, cell, k) => (others === '' ? asInteger(cell) : `(ite (= i ${k}) ${asInteger(cell)} ${others})`),
    '',
  );
  const text = asInteger(index);
  return {
    value: integer(`(let ((i ${text})) ${chain})`),
    fails: disjunction([fails, negation(`(<= 0 ${text} ${cells.length - 1})`)]),
  };
}

function unary(operator: UnaryOperator, { value, fails }: Translated): Translated {
  switch (operator) {
    case '!':
      return { value: truth(negation(asTruth(value))), fails };
    case '-':
      return { value: typeof value === 'number' ? 0 - value : integer(`(- ${asInteger(value)})`), fails };
    case '~':
      throw new Unsupported('it has operators on bits (~)');
  }
}

function conditional(condition: Translated, whenTrue: Translated, whenFalse: Translated): Translated {
  const holds = asTruth(condition.value);
  const fails = disjunction([
    condition.fails,
    conjunction([holds, whenTrue.fails]),
    conjunction([negation(holds), whenFalse.fails]),
  ]);
  if (holds === TRUE) return { value: whenTrue.value, fails };
  if (holds === FALSE) return { value: whenFalse.value, fails };
  return { value: integer(`(ite ${holds} ${asInteger(whenTrue.value)} ${asInteger(whenFalse.value)})`), fails };
}

function binary(operator: BinaryOperator, left: Translated, right: Translated): Translated {
  // The right side is evaluated, and can fail, only if it is needed.
  if (operator === '&&' || operator === '||') {
    const sides = [asTruth(left.value), asTruth(right.value)];
    const needed = operator === '&&' ? asTruth(left.value) : negation(asTruth(left.value));
    return {
      value: truth(operator === '&&' ? conjunction(sides) : disjunction(sides)),
      fails: disjunction([left.fails, conjunction([needed, right.fails])]),
    };
  }
  const fails = disjunction([left.fails, right.fails]);
  if (operator === '/' || operator === '%') {
    const zero = typeof right.value === 'number' ? right.value === 0 : null;
    if (zero === true) return { value: 0, fails: TRUE };
    const mayBeZero = zero === false ? FALSE : `(= ${asInteger(right.value)} 0)`;
    return { value: quotient(operator, left.value, right.value), fails: disjunction([fails, mayBeZero]) };
  }
  return { value: operation(operator, left.value, right.value), fails };
}

function quotient(operator: '/' | '%', left: Value, right: Value): Value {
  if (typeof left === 'number' && typeof right === 'number') {
    return 0 + (operator === '/' ? Math.trunc(left / right) : left % right);
  }
  const name = operator === '/' ? 'div' : 'mod';
  const [a, b] = [asInteger(left), asInteger(right)];
  return integer(`(let ((a ${a}) (b ${b})) (ite (>= a 0) (${name} a b) (- (${name} (- a) b))))`);
}

function operation(operator: Exclude<BinaryOperator, '&&' | '||' | '/' | '%'>, left: Value, right: Value): Value {
  const [a, b] = [asInteger(left), asInteger(right)];
  const known = typeof left === 'number' && typeof right === 'number';
  const compared = (relation: string, holds: (one: number, other: number) => boolean): Value =>
    known ? Number(holds(left, right)) : truth(`(${relation} ${a} ${b})`);
  const computed = (compute: (one: number, other: number) => number): Value => {
    const result = known ? compute(left, right) + 0 : Number.NaN;
    return Number.isSafeInteger(result) ? result : integer(`(${operator} ${a} ${b})`);
  };
  switch (operator) {
    case '+':
      return computed((one, other) => one + other);
    case '-':
      return computed((one, other) => one - other);
    case '*':
      return computed((one, other) => one * other);
    case '==':
      return compared('=', (one, other) => one === other);
    case '!=':
      return compared('distinct', (one, other) => one !== other);
    case '<':
      return compared('<', (one, other) => one < other);
    case '<=':
      return compared('<=', (one, other) => one <= other);
    case '>':
      return compared('>', (one, other) => one > other);
    case '>=':
      return compared('>=', (one, other) => one >= other);
    case '&':
    case '|':
    case '^':
    case '<<':
    case '>>':
    case '>>>':
    case '*32':
      throw new Unsupported(`it has operators on bits (${operator})`);
  }
}
