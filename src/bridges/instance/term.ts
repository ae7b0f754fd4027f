/**
 * Terms and formulas about the cells of one instance, with all processes known: what is left of a model when its parameters
 * and quantifiers are gone. Everything is a number, formulas too (0 is false).
 *
 * They are built folded: what does not depend on cells is a constant, so that `p = i` decides which cells a `case` is about,
 * and a conjunction with something false is false, wherever in it that stands.
 */
import type { Expression, StateExpression } from '../../models/program/model.js';

/** `reader` is the process of `i@X`, from 1; null when none is named. */
export interface CellTerm {
  readonly kind: 'cell';
  readonly place: number;
  readonly reader: number | null;
}

export type GroundOperator = '+' | '*' | '==' | '<' | '<=' | '&&' | '||';

export type Ground =
  | { readonly kind: 'constant'; readonly value: number }
  | CellTerm
  | { readonly kind: 'not'; readonly operand: Ground }
  | { readonly kind: 'binary'; readonly operator: GroundOperator; readonly left: Ground; readonly right: Ground };

export const TRUE: Ground = { kind: 'constant', value: 1 };
export const FALSE: Ground = { kind: 'constant', value: 0 };

export function constant(value: number): Ground {
  return { kind: 'constant', value };
}

export function cell(place: number, reader: number | null = null): Ground {
  return { kind: 'cell', place, reader };
}

export function isTrue(term: Ground): boolean {
  return term.kind === 'constant' && term.value !== 0;
}

export function isFalse(term: Ground): boolean {
  return term.kind === 'constant' && term.value === 0;
}

export function not(operand: Ground): Ground {
  if (operand.kind === 'constant') return operand.value === 0 ? TRUE : FALSE;
  return operand.kind === 'not' ? operand.operand : { kind: 'not', operand };
}

export function all(operands: readonly Ground[]): Ground {
  if (operands.some(isFalse)) return FALSE;
  const rest = operands.filter((operand) => !isTrue(operand));
  return rest.length === 0 ? TRUE : rest.reduce((left, right) => ({ kind: 'binary', operator: '&&', left, right }));
}

export function some(operands: readonly Ground[]): Ground {
  if (operands.some(isTrue)) return TRUE;
  const rest = operands.filter((operand) => !isFalse(operand));
  return rest.length === 0 ? FALSE : rest.reduce((left, right) => ({ kind: 'binary', operator: '||', left, right }));
}

export function compare(operator: '==' | '<' | '<=', left: Ground, right: Ground): Ground {
  if (left.kind === 'constant' && right.kind === 'constant') {
    return apply(operator, left.value, right.value) !== 0 ? TRUE : FALSE;
  }
  return { kind: 'binary', operator, left, right };
}

export function sum(parts: readonly Ground[]): Ground {
  const numbers = parts.map((part) => (part.kind === 'constant' ? part.value : 0));
  const total = numbers.reduce((one, other) => one + other, 0);
  const rest = parts.filter(({ kind }) => kind !== 'constant');
  if (rest.length === 0) return constant(total);
  const cells = rest.reduce((left, right) => ({ kind: 'binary', operator: '+', left, right }));
  return total === 0 ? cells : { kind: 'binary', operator: '+', left: cells, right: constant(total) };
}

export function times(factor: number, term: Ground): Ground {
  if (term.kind === 'constant') return constant(factor * term.value);
  return factor === 1 ? term : { kind: 'binary', operator: '*', left: constant(factor), right: term };
}

export function apply(operator: GroundOperator, left: number, right: number): number {
  switch (operator) {
    case '+':
      return left + right;
    case '*':
      return left * right;
    case '==':
      return left === right ? 1 : 0;
    case '<':
      return left < right ? 1 : 0;
    case '<=':
      return left <= right ? 1 : 0;
    case '&&':
      return left !== 0 && right !== 0 ? 1 : 0;
    case '||':
      return left !== 0 || right !== 0 ? 1 : 0;
  }
}

export function evaluate(term: Ground, value: (place: number) => number): number {
  switch (term.kind) {
    case 'constant':
      return term.value;
    case 'cell':
      return value(term.place);
    case 'not':
      return evaluate(term.operand, value) === 0 ? 1 : 0;
    case 'binary':
      return apply(term.operator, evaluate(term.left, value), evaluate(term.right, value));
  }
}

export function cellsIn(term: Ground): CellTerm[] {
  switch (term.kind) {
    case 'constant':
      return [];
    case 'cell':
      return [term];
    case 'not':
      return cellsIn(term.operand);
    case 'binary':
      return [...cellsIn(term.left), ...cellsIn(term.right)];
  }
}

/** In the language of edges. */
export function toExpression(term: Ground, read: (cell: CellTerm) => Expression): Expression {
  switch (term.kind) {
    case 'constant':
      return term;
    case 'cell':
      return read(term);
    case 'not':
      return { kind: 'unary', operator: '!', operand: toExpression(term.operand, read) };
    case 'binary':
      return { ...term, left: toExpression(term.left, read), right: toExpression(term.right, read) };
  }
}

/** In the language of properties. */
export function toStateExpression(term: Ground, read: (cell: CellTerm) => StateExpression): StateExpression {
  switch (term.kind) {
    case 'constant':
      return term;
    case 'cell':
      return read(term);
    case 'not':
      return { kind: 'unary', operator: '!', operand: toStateExpression(term.operand, read) };
    case 'binary':
      return { ...term, left: toStateExpression(term.left, read), right: toStateExpression(term.right, read) };
  }
}

/** The term where a cell is known to hold a value, whoever reads it. */
export function substitute(term: Ground, place: number, value: number): Ground {
  switch (term.kind) {
    case 'constant':
      return term;
    case 'cell':
      return term.place === place ? constant(value) : term;
    case 'not':
      return not(substitute(term.operand, place, value));
    case 'binary': {
      const left = substitute(term.left, place, value);
      const right = substitute(term.right, place, value);
      switch (term.operator) {
        case '&&':
          return all([left, right]);
        case '||':
          return some([left, right]);
        case '+':
          return sum([left, right]);
        case '*':
          return left.kind === 'constant' ? times(left.value, right) : { ...term, left, right };
        case '==':
        case '<':
        case '<=':
          return compare(term.operator, left, right);
      }
    }
  }
}
