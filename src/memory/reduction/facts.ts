/** What is certain of expressions from the sorts of variables alone: whether they can fail, whether they fit a sort. */

import { boundsOf } from '../../models/program/cells.js';
import {
  boundsOfTerm,
  certainlyFits,
  mayFail as mayFailExactly,
  partsOfTerm,
  type Variables,
} from '../../models/program/expression.js';
import type { BinaryOperator, Expression, Sort } from '../../models/program/model.js';

const LEAST = -(2 ** 31);
const GREATEST = 2 ** 31 - 1;

export class Facts {
  readonly variables: Variables;
  private readonly wraps: boolean;

  constructor(variables: Variables, wraps: boolean) {
    this.variables = variables;
    this.wraps = wraps;
  }

  /** False is certain. */
  mayFail(expression: Expression): boolean {
    if (mayFailExactly(expression, this.variables)) return true;
    return !this.isExact(expression) && canFailAtAll(expression);
  }

  /** True is certain. */
  fits(expression: Expression, sort: Sort): boolean {
    return boundsOf(sort) === null || (this.isExact(expression) && certainlyFits(expression, sort, this.variables));
  }

  /** The conditions under which it fits; none when that is certain. */
  fitting(expression: Expression, sort: Sort): Expression[] {
    const bounds = boundsOf(sort);
    if (bounds === null || this.fits(expression, sort)) return [];
    return [compare(expression, '>=', bounds.low), compare(expression, '<=', bounds.high)];
  }

  /** The least and the greatest value, where they are certain. */
  bounds(expression: Expression): readonly [number, number] | null {
    return this.isExact(expression) ? boundsOfTerm(expression, this.variables) : null;
  }

  /** No number in it can leave 32 bits, or numbers are exact: bounds are computed with exact ones. */
  isExact(expression: Expression): boolean {
    if (!this.wraps) return true;
    const bounds = boundsOfTerm(expression, this.variables);
    if (bounds === null && expression.kind !== 'local' && expression.kind !== 'shared') return false;
    if (bounds !== null && (bounds[0] < LEAST || bounds[1] > GREATEST)) return false;
    return partsOfTerm(expression).every((part) => this.isExact(part));
  }
}

function canFailAtAll(expression: Expression): boolean {
  if (expression.kind === 'binary' && ['/', '%', '<<', '>>'].includes(expression.operator)) return true;
  if ((expression.kind === 'local' || expression.kind === 'shared') && expression.index !== null) return true;
  return partsOfTerm(expression).some(canFailAtAll);
}

export function compare(left: Expression, operator: BinaryOperator, value: number): Expression {
  return { kind: 'binary', operator, left, right: { kind: 'constant', value } };
}
