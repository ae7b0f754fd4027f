/** What is certain of the expressions of a thread, also where numbers wrap: whether they can fail, whether they fit a sort. */

import { type Bounds, boundsOfTree, certainlyFits, declaredIn, mayFail } from '../../models/program/bounds.js';
import { boundsOf } from '../../models/program/cells.js';
import { children, compare, isLeaf, nodesOf } from '../../models/program/expression.js';
import { IN_WORDS } from '../../models/program/fold.js';
import type { Expression, Sort } from '../../models/program/model.js';

export class Facts {
  readonly declared: ReturnType<typeof declaredIn>;

  constructor(
    variables: Parameters<typeof declaredIn>[0],
    private readonly wraps: boolean,
  ) {
    this.declared = declaredIn(variables);
  }

  /** False is certain. */
  mayFail(expression: Expression): boolean {
    if (mayFail(expression, this.declared)) return true;
    return !this.isExact(expression) && nodesOf(expression).some(canFail);
  }

  /** True is certain. */
  fits(expression: Expression, sort: Sort): boolean {
    return boundsOf(sort) === null || (this.isExact(expression) && certainlyFits(expression, sort, this.declared));
  }

  /** The conditions under which it fits; none when that is certain. */
  fitting(expression: Expression, sort: Sort): Expression[] {
    const bounds = boundsOf(sort);
    if (bounds === null || this.fits(expression, sort)) return [];
    return [compare(expression, '>=', bounds.low), compare(expression, '<=', bounds.high)];
  }

  /** The least and the greatest value, where they are certain. */
  bounds(expression: Expression): Bounds {
    return this.isExact(expression) ? boundsOfTree(expression, this.declared) : null;
  }

  /** No number in it can leave 32 bits, or numbers are exact: bounds are computed with exact ones. */
  isExact(expression: Expression): boolean {
    if (!this.wraps) return true;
    const bounds = boundsOfTree(expression, this.declared);
    if (bounds === null && !isLeaf(expression)) return false;
    if (bounds !== null && !(IN_WORDS.fits(bounds.low) && IN_WORDS.fits(bounds.high))) return false;
    return children(expression).every((part) => this.isExact(part));
  }
}

function canFail(node: Expression): boolean {
  if (node.kind === 'binary') return ['/', '%', '<<', '>>', '>>>'].includes(node.operator);
  return isLeaf(node) && node.index !== null;
}
