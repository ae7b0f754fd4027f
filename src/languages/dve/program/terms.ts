/**
 * Expressions of DVE as expressions of programs: those of a thread, and conditions on states. Both have the same operators;
 * how variables and control states are read is given.
 *
 * A chain of conjunctions or disjunctions becomes a balanced tree, which is as lazy from the left as the chain is: generated
 * files hold chains of thousands of parts, and what walks over programs does so by recursion.
 */
import type { BinaryOperator, Expression, StateExpression, UnaryOperator } from '../../../models/program/model.js';
import type { DveExpression, DveModel, DveVariable, DveVariableUse } from '../model.js';

/** What both kinds of expressions can be. */
type Node<E> =
  | { readonly kind: 'constant'; readonly value: number }
  | { readonly kind: 'unary'; readonly operator: UnaryOperator; readonly operand: E }
  | { readonly kind: 'binary'; readonly operator: BinaryOperator; readonly left: E; readonly right: E };

export interface Terms<E extends Expression | StateExpression> {
  readonly model: DveModel;
  make(node: Node<E>): E;
  /** The index is null for a scalar. */
  read(use: DveVariableUse, index: E | null): E;
  at(process: number, state: number): E;
}

const UNARY: Readonly<Record<'-' | '~' | 'not', UnaryOperator>> = { '-': '-', '~': '~', not: '!' };

export function translate<E extends Expression | StateExpression>(terms: Terms<E>, expression: DveExpression): E {
  const again = (part: DveExpression) => translate(terms, part);
  switch (expression.kind) {
    case 'constant':
      return terms.make({ kind: 'constant', value: expression.value });
    case 'variable':
      return terms.read(expression, expression.index === null ? null : again(expression.index));
    case 'at':
      return terms.at(expression.process, expression.state);
    case 'unary':
      return terms.make({ kind: 'unary', operator: UNARY[expression.operator], operand: again(expression.operand) });
    case 'binary': {
      const { operator } = expression;
      const [left, right] = [again(expression.left), again(expression.right)];
      if (operator !== 'imply') return terms.make({ kind: 'binary', operator, left, right });
      return chain(terms, '||', [terms.make({ kind: 'unary', operator: '!', operand: left }), right]);
    }
    case 'chain':
      return chain(terms, expression.operator === 'and' ? '&&' : '||', expression.parts.map(again));
  }
}

/** At least one part; lazy from the left. */
export function chain<E extends Expression | StateExpression>(
  terms: Pick<Terms<E>, 'make'>,
  operator: '&&' | '||',
  parts: readonly E[],
): E {
  const [first] = parts;
  if (first === undefined) throw new Error('a chain has parts');
  if (parts.length === 1) return first;
  const middle = parts.length >> 1;
  const left = chain(terms, operator, parts.slice(0, middle));
  const right = chain(terms, operator, parts.slice(middle));
  return terms.make({ kind: 'binary', operator, left, right });
}

/** The condition that an expression has no value; null when it always has one. It has a value itself. */
export function undefinedWhen<E extends Expression | StateExpression>(
  terms: Terms<E>,
  expression: DveExpression,
): E | null {
  const again = (part: DveExpression) => undefinedWhen(terms, part);
  const number = (value: number) => terms.make({ kind: 'constant', value });
  const compare = (left: E, operator: BinaryOperator, right: number): E =>
    terms.make({ kind: 'binary', operator, left, right: number(right) });
  /** One after the other: the next is asked only where those before are false. */
  const either = (...parts: readonly (E | null)[]): E | null => {
    const some = parts.filter((part) => part !== null);
    return some.length === 0 ? null : chain(terms, '||', some);
  };
  const outside = (value: E, high: number) => either(compare(value, '<', 0), compare(value, '>', high));
  switch (expression.kind) {
    case 'constant':
    case 'at':
      return null;
    case 'variable': {
      const { index } = expression;
      if (index === null) return null;
      const { length } = variableOf(terms.model, expression).initial;
      if (index.kind === 'constant' && index.value >= 0 && index.value < length) return null;
      return either(again(index), outside(translate(terms, index), length - 1));
    }
    case 'unary':
      return again(expression.operand);
    case 'binary': {
      const { operator, left, right } = expression;
      const [first, second] = [again(left), again(right)];
      if (operator === 'imply') return either(first, second && chain(terms, '&&', [translate(terms, left), second]));
      const divides = operator === '/' || operator === '%';
      const shifts = operator === '<<' || operator === '>>';
      const fails =
        (divides && !(right.kind === 'constant' && right.value !== 0)) ||
        (shifts && !(right.kind === 'constant' && right.value >= 0 && right.value <= 31));
      if (!fails) return either(first, second);
      const value = translate(terms, right);
      return either(first, second, divides ? compare(value, '==', 0) : outside(value, 31));
    }
    case 'chain': {
      const conjunction = expression.operator === 'and';
      const parts: (E | null)[] = [];
      for (const [position, part] of expression.parts.entries()) {
        const undefinedPart = again(part);
        if (undefinedPart === null) continue;
        // It is asked for when those before do not decide.
        const before = expression.parts.slice(0, position).map((each): E => {
          const value = translate(terms, each);
          return conjunction ? value : terms.make({ kind: 'unary', operator: '!', operand: value });
        });
        parts.push(chain(terms, '&&', [...before, undefinedPart]));
      }
      return either(...parts);
    }
  }
}

export function variableOf(
  { globals, processes }: DveModel,
  { owner, variable }: { readonly owner: number | null; readonly variable: number },
): DveVariable {
  const found = (owner === null ? globals : processes[owner]?.variables)?.[variable];
  if (found === undefined) throw new Error('a variable that is not in the model');
  return found;
}

/** Of a thread. */
export const makeExpression = (node: Node<Expression>): Expression => node;
/** On states. */
export const makeStateExpression = (node: Node<StateExpression>): StateExpression => node;
