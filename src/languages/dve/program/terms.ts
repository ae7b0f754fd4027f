/**
 * Expressions of DVE as expressions of programs: those of a thread, and conditions on states. How variables and control states
 * are read is given.
 *
 * A chain of conjunctions or disjunctions becomes a balanced tree, which is as lazy from the left as the chain is: generated
 * files hold chains of thousands of parts, and what walks over programs does so by recursion.
 */
import { binary, chain, compare, constant, unary } from '../../../models/program/expression.js';
import type { Tree } from '../../../models/program/model.js';
import { type DveExpression, type DveModel, type DveVariable, type DveVariableUse, PROGRAM_UNARY } from '../model.js';

/** What the leaves are. */
export interface Terms<L> {
  readonly model: DveModel;
  /** The index is null for a scalar. */
  read(use: DveVariableUse, index: Tree<L> | null): Tree<L>;
  at(process: number, state: number): Tree<L>;
}

export function translate<L>(terms: Terms<L>, expression: DveExpression): Tree<L> {
  const again = (part: DveExpression) => translate(terms, part);
  switch (expression.kind) {
    case 'constant':
      return constant(expression.value);
    case 'variable':
      return terms.read(expression, expression.index === null ? null : again(expression.index));
    case 'at':
      return terms.at(expression.process, expression.state);
    case 'unary':
      return unary(PROGRAM_UNARY[expression.operator], again(expression.operand));
    case 'binary': {
      const { operator } = expression;
      const [left, right] = [again(expression.left), again(expression.right)];
      return operator === 'imply' ? binary('||', unary('!', left), right) : binary(operator, left, right);
    }
    case 'chain':
      return chain(expression.operator === 'and' ? '&&' : '||', expression.parts.map(again)) as Tree<L>;
  }
}

/** The condition that an expression has no value; null when it always has one. It has a value itself. */
export function undefinedWhen<L>(terms: Terms<L>, expression: DveExpression): Tree<L> | null {
  const again = (part: DveExpression) => undefinedWhen(terms, part);
  /** One after the other: the next is asked only where those before are false. */
  const either = (...parts: readonly (Tree<L> | null)[]): Tree<L> | null =>
    chain(
      '||',
      parts.filter((part) => part !== null),
    );
  const outside = (value: Tree<L>, high: number) => either(compare(value, '<', 0), compare(value, '>', high));
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
      if (operator === 'imply') return either(first, second && binary('&&', translate(terms, left), second));
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
      const parts: (Tree<L> | null)[] = [];
      for (const [position, part] of expression.parts.entries()) {
        const undefinedPart = again(part);
        if (undefinedPart === null) continue;
        // It is asked for when those before do not decide.
        const before = expression.parts.slice(0, position).map((each) => {
          const value = translate(terms, each);
          return expression.operator === 'and' ? value : unary('!', value);
        });
        parts.push(chain('&&', [...before, undefinedPart]));
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
