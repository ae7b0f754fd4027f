/**
 * Expressions with shared reads into nodes of the flow graph (`flow.ts`), in continuation-passing style: `then` is told
 * the expression that is left, over locals and hidden registers, and makes the nodes that come after.
 */

import { sameSort } from '../../models/program/cells.js';
import { constant, FALSE, leavesOf, readLocal, TRUE } from '../../models/program/expression.js';
import { binaryTerm, conditionalTerm, unaryTerm } from '../../models/program/fold.js';
import type { Conditional, Expression, Sort } from '../../models/program/model.js';
import type { Cell, Context, Flow } from './flow.js';
import type { Resolved, ResolvedLeaf } from './plan.js';
import { BOOL, INT } from './sorts.js';
import { LOCKED } from './syntax.js';

type Used = ReadonlySet<number>;
type Then = (term: Expression, used: Used) => number;

/** Where a test leads. `blocking`: it reads nothing, and its false side is a dead end. */
export interface Test {
  readonly whenTrue: number;
  readonly whenFalse: number;
  readonly blocking: boolean;
}

export function readsShared(expression: Resolved): boolean {
  return leavesOf(expression).some((leaf) => leaf.kind === 'locked' || (leaf.kind === 'shared' && leaf.ghost !== true));
}

/** The expressions of one statement. */
export class Lowering {
  constructor(
    private readonly flow: Flow,
    private readonly context: Context,
  ) {}

  /** Returns the node where the evaluation begins. */
  value(expression: Resolved, used: Used, then: Then): number {
    switch (expression.kind) {
      case 'constant':
        return then(constant(expression.value), used);
      case 'count':
        return then(this.flow.count(expression.thread), used);
      case 'local':
        return this.cell(expression, used, ({ variable, index }, inUse) => then(readLocal(variable, index), inUse));
      case 'shared':
        if (expression.ghost === true) {
          return this.cell(expression, used, (cell, inUse) => then({ kind: 'shared', ...cell }, inUse));
        }
        return this.cell(expression, used, (cell, inUse) =>
          this.intoRegister(this.sortOfShared(cell), inUse, then, (register, next) =>
            this.flow.add(this.context, { kind: 'load', register, cell, next }, `load ${expression.text}`, true),
          ),
        );
      case 'locked':
        return this.locked(expression, used, then);
      case 'unary':
        return this.value(expression.operand, used, (term, inUse) => then(unaryTerm(expression.operator, term), inUse));
      case 'binary': {
        const { operator, left, right } = expression;
        if ((operator === '&&' || operator === '||') && readsShared(right)) return this.truth(expression, used, then);
        return this.value(left, used, (first, inUse) =>
          this.value(right, inUse, (second, both) => then(binaryTerm(operator, first, second), both)),
        );
      }
      case 'conditional': {
        const { condition, whenTrue, whenFalse } = expression;
        if (readsShared(whenTrue) || readsShared(whenFalse)) return this.choice(expression, used, then);
        return this.value(condition, used, (term, inUse) =>
          this.value(whenTrue, inUse, (first) =>
            this.value(whenFalse, inUse, (second) => then(conditionalTerm(term, first, second), inUse)),
          ),
        );
      }
      case 'instanceVariable':
      case 'at':
      case 'localOf':
        throw new Error('a thread does not see other threads');
    }
  }

  /** Several, one after the other. */
  values(expressions: readonly Resolved[], used: Used, then: (terms: Expression[], used: Used) => number): number {
    const [first, ...others] = expressions;
    if (first === undefined) return then([], used);
    return this.value(first, used, (term, inUse) =>
      this.values(others, inUse, (terms, all) => then([term, ...terms], all)),
    );
  }

  test(expression: Resolved, used: Used, test: Test): number {
    const { whenTrue, whenFalse } = test;
    if (expression.kind === 'constant') {
      const target = expression.value !== 0 ? whenTrue : whenFalse;
      if (target >= 0) return target;
    }
    if (expression.kind === 'unary' && expression.operator === '!' && !test.blocking) {
      return this.test(expression.operand, used, { ...test, whenTrue: whenFalse, whenFalse: whenTrue });
    }
    if (expression.kind === 'binary' && readsShared(expression.right)) {
      const { operator, left, right } = expression;
      if (operator === '&&' || operator === '||') {
        const rest = this.test(right, used, test);
        return this.test(left, used, { ...test, [operator === '&&' ? 'whenTrue' : 'whenFalse']: rest });
      }
    }
    if (expression.kind === 'conditional' && readsShared(expression)) {
      const first = this.test(expression.whenTrue, used, test);
      const second = this.test(expression.whenFalse, used, test);
      return this.test(expression.condition, used, { ...test, whenTrue: first, whenFalse: second });
    }
    return this.value(expression, used, (condition) =>
      this.flow.add(this.context, { kind: 'branch', condition, whenTrue, whenFalse, blocking: test.blocking }),
    );
  }

  private cell(
    { variable, index }: { variable: number; index: Resolved | null },
    used: Used,
    then: (cell: Cell, used: Used) => number,
  ): number {
    if (index === null) return then({ variable, index: null }, used);
    return this.value(index, used, (term, inUse) => then({ variable, index: term }, inUse));
  }

  /** What goes on with a register; then `begin` makes the nodes before that, which write it. */
  private intoRegister(
    sort: Sort,
    used: Used,
    then: Then,
    begin: (register: number, next: number, used: Used) => number,
  ): number {
    const register = this.flow.register(sort, used, this.context.place);
    const inUse = new Set(used).add(register);
    return begin(register, then(readLocal(register), inUse), inUse);
  }

  private locked(expression: Resolved & { kind: 'locked' }, used: Used, then: Then): number {
    const { operation, text } = expression;
    return this.cell(expression, used, (cell, afterCell) =>
      this.values(expression.operands, afterCell, (operands, inUse) =>
        this.intoRegister(this.sortOfValue(expression), inUse, then, (register, next) =>
          this.flow.add(this.context, { kind: 'locked', register, cell, operation, operands, next }, text, true),
        ),
      ),
    );
  }

  /** `a && b` as a value, where b reads shared variables: a register takes 0 or 1. */
  private truth(expression: Resolved, used: Used, then: Then): number {
    return this.intoRegister(BOOL, used, then, (register, next, inUse) => {
      const cell: Cell = { variable: register, index: null };
      const whenTrue = this.flow.add(this.context, { kind: 'assign', cell, value: TRUE, next });
      const whenFalse = this.flow.add(this.context, { kind: 'assign', cell, value: FALSE, next });
      return this.test(expression, inUse, { whenTrue, whenFalse, blocking: false });
    });
  }

  /** `c ? a : b` as a value, where a or b reads shared variables. */
  private choice(expression: Conditional<ResolvedLeaf>, used: Used, then: Then): number {
    return this.intoRegister(this.sortOfValue(expression), used, then, (register, next, inUse) => {
      const cell: Cell = { variable: register, index: null };
      const arm = (part: Resolved) =>
        this.value(part, inUse, (value) => this.flow.add(this.context, { kind: 'assign', cell, value, next }));
      const whenTrue = arm(expression.whenTrue);
      const whenFalse = arm(expression.whenFalse);
      return this.test(expression.condition, inUse, { whenTrue, whenFalse, blocking: false });
    });
  }

  private sortOfShared({ variable }: { variable: number }): Sort {
    const shared = this.flow.shared[variable];
    if (shared === undefined) throw new Error(`no shared variable ${variable}`);
    return shared.sort;
  }

  /** Conditions are true or false; of anything else a register must hold every integer. */
  private sortOfValue(expression: Resolved): Sort {
    switch (expression.kind) {
      case 'local':
        return this.flow.locals[expression.variable]?.sort ?? INT;
      case 'shared':
        return this.sortOfShared(expression);
      case 'locked':
        return LOCKED[expression.operation].gives === 'success' ? BOOL : this.sortOfShared(expression);
      case 'conditional': {
        const [first, second] = [this.sortOfValue(expression.whenTrue), this.sortOfValue(expression.whenFalse)];
        return sameSort(first, second) ? first : INT;
      }
      default:
        return INT;
    }
  }
}
