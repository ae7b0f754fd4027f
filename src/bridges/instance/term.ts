/**
 * Terms and formulas about the cells of one instance, with all processes known: what is left of a model when its parameters
 * and quantifiers are gone. Everything is a number, formulas too (0 is false).
 *
 * They are built folded: what does not depend on cells is a constant, so that `p = i` decides which cells a `case` is about,
 * and a conjunction with something false is false, wherever in it that stands: nothing in them can fail.
 */
import { binary, bottomUp, constant, FALSE, leavesOf, row, TRUE, unary } from '../../models/program/expression.js';
import { applyBinary, applyUnary, EXACT, foldNode, numberIn } from '../../models/program/fold.js';
import type { BinaryOperator, Tree } from '../../models/program/model.js';

/** `reader` is the process of `i@X`, from 1; null when none is named. */
export interface CellTerm {
  readonly kind: 'cell';
  readonly place: number;
  readonly reader: number | null;
}

export type Ground = Tree<CellTerm>;

export function cell(place: number, reader: number | null = null): Ground {
  return { kind: 'cell', place, reader };
}

export function isTrue(term: Ground): boolean {
  return term.kind === 'constant' && term.value !== 0;
}

export function isFalse(term: Ground): boolean {
  return numberIn(term) === 0;
}

export function not(operand: Ground): Ground {
  return operand.kind === 'unary' && operand.operator === '!' ? operand.operand : foldNode(unary('!', operand), EXACT);
}

export function all(operands: readonly Ground[]): Ground {
  if (operands.some(isFalse)) return FALSE;
  const rest = operands.filter((operand) => !isTrue(operand));
  return row('&&', rest) ?? TRUE;
}

export function some(operands: readonly Ground[]): Ground {
  if (operands.some(isTrue)) return TRUE;
  const rest = operands.filter((operand) => !isFalse(operand));
  return row('||', rest) ?? FALSE;
}

export function compare(operator: BinaryOperator, left: Ground, right: Ground): Ground {
  return foldNode(binary(operator, left, right), EXACT);
}

export function sum(parts: readonly Ground[]): Ground {
  const total = parts.reduce((one, part) => one + (numberIn(part) ?? 0), 0);
  const cells = row(
    '+',
    parts.filter(({ kind }) => kind !== 'constant'),
  );
  if (cells === null) return constant(total);
  return total === 0 ? cells : binary('+', cells, constant(total));
}

export function times(factor: number, term: Ground): Ground {
  return factor === 1 ? term : foldNode(binary('*', constant(factor), term), EXACT);
}

export function evaluate(term: Ground, value: (place: number) => number): number {
  switch (term.kind) {
    case 'constant':
      return term.value;
    case 'cell':
      return value(term.place);
    case 'unary':
      return applyUnary(term.operator, evaluate(term.operand, value));
    case 'binary':
      return applyBinary(term.operator, evaluate(term.left, value), evaluate(term.right, value)) as number;
    case 'conditional':
      return evaluate(evaluate(term.condition, value) !== 0 ? term.whenTrue : term.whenFalse, value);
  }
}

export function cellsIn(term: Ground): CellTerm[] {
  return leavesOf(term);
}

/** The term where a cell is known to hold a value, whoever reads it. */
export function substitute(term: Ground, place: number, value: number): Ground {
  return bottomUp(term, (node) => {
    if (node.kind === 'cell') return node.place === place ? constant(value) : node;
    if (node.kind === 'unary') return not(node.operand);
    if (node.kind !== 'binary') return node;
    const { operator, left, right } = node;
    if (operator === '&&') return all([left, right]);
    if (operator === '||') return some([left, right]);
    return operator === '+' ? sum([left, right]) : compare(operator, left, right);
  });
}
