/**
 * The values of DVE expressions in a configuration. A division by zero, a shift too far or an index out of bounds is no
 * value but a failure, which is told.
 */

import type { DveExpression, DveVariable, DveVariableUse } from '../../../src/languages/dve/model.js';
import { applyBinary, applyUnary } from './arithmetic.js';
import { type Cells, variableAt } from './cells.js';

/** A range error. */
export interface Failure {
  /** `conflict`: two processes that move together write one cell. */
  readonly kind: 'division' | 'shift' | 'index' | 'range' | 'conflict';
  /** What went wrong: `there is no flag[4]`. */
  readonly text: string;
}

export type Evaluated = number | Failure;

export function isFailure(value: Evaluated): value is Failure {
  return typeof value !== 'number';
}

/** What expressions see. */
export interface View {
  readonly cells: Cells;
  /** The values of the cells. */
  readonly values: readonly number[];
  /** The control state of each process. */
  readonly locations: readonly number[];
}

export function evaluate(view: View, expression: DveExpression): Evaluated {
  switch (expression.kind) {
    case 'constant':
      return expression.value;
    case 'variable':
      return read(view, expression);
    case 'at':
      return view.locations[expression.process] === expression.state ? 1 : 0;
    case 'unary': {
      const operand = evaluate(view, expression.operand);
      return isFailure(operand) ? operand : applyUnary(expression.operator, operand);
    }
    case 'binary': {
      const { operator } = expression;
      const left = evaluate(view, expression.left);
      if (isFailure(left)) return left;
      if (operator === 'imply' && left === 0) return 1;
      const right = evaluate(view, expression.right);
      if (isFailure(right)) return right;
      const value = applyBinary(operator, left, right);
      if (value !== null) return value;
      return operator === '/' || operator === '%' ? DIVISION : { kind: 'shift', text: `a shift by ${right}` };
    }
    case 'chain': {
      const conjunction = expression.operator === 'and';
      for (const part of expression.parts) {
        const value = evaluate(view, part);
        if (isFailure(value)) return value;
        if ((value === 0) === conjunction) return conjunction ? 0 : 1;
      }
      return conjunction ? 1 : 0;
    }
  }
}

const DIVISION: Failure = { kind: 'division', text: 'division by zero' };

function read(view: View, use: DveVariableUse): Evaluated {
  const variable = variableAt(view.cells, use);
  const index = indexOf(view, use, variable);
  if (isFailure(index)) return index;
  const first = view.cells.first(use.owner, use.variable);
  return (first === null ? variable.initial[index] : view.values[first + index]) as number;
}

/** The index of a cell in its variable; 0 for a scalar. */
export function indexOf(view: View, { index }: DveVariableUse, { name, initial }: DveVariable): Evaluated {
  if (index === null) return 0;
  const value = evaluate(view, index);
  if (isFailure(value) || (value >= 0 && value < initial.length)) return value;
  return { kind: 'index', text: `there is no ${name}[${value}]` };
}
