/**
 * Expressions with shared reads into nodes of the flow graph (`flow.ts`), in continuation-passing style: `then` is told
 * the expression that is left, over locals and hidden registers, and makes the nodes that come after.
 */

import { binaryTerm, conditionalTerm, constantTerm, unaryTerm } from '../../models/program/expression.js';
import type { Expression, Sort } from '../../models/program/model.js';
import type { Cell, Context, Flow } from './flow.js';
import type { Resolved } from './plan.js';

export type Used = ReadonlySet<number>;
type Then = (term: Expression, used: Used) => number;

/** Where a test leads. `blocking`: it reads nothing, and its false side is a dead end. */
export interface Test {
  readonly whenTrue: number;
  readonly whenFalse: number;
  readonly blocking: boolean;
}

export function readsShared(expression: Resolved): boolean {
  switch (expression.kind) {
    case 'shared':
    case 'locked':
      return true;
    case 'local':
      return expression.index !== null && readsShared(expression.index);
    case 'unary':
      return readsShared(expression.operand);
    case 'binary':
      return readsShared(expression.left) || readsShared(expression.right);
    case 'conditional':
      return [expression.condition, expression.whenTrue, expression.whenFalse].some(readsShared);
    default:
      return false;
  }
}

const ZERO = constantTerm(0);
const ONE = constantTerm(1);

/** Returns the node where the evaluation begins. */
export function lowerTo(flow: Flow, context: Context, expression: Resolved, used: Used, then: Then): number {
  const lower = (part: Resolved, inUse: Used, next: Then) => lowerTo(flow, context, part, inUse, next);
  switch (expression.kind) {
    case 'constant':
      return then(constantTerm(expression.value), used);
    case 'count':
      return then(constantTerm(flow.count(expression.thread)), used);
    case 'local': {
      const { variable, index } = expression;
      if (index === null) return then({ kind: 'local', variable, index: null }, used);
      return lower(index, used, (term, inUse) => then({ kind: 'local', variable, index: term }, inUse));
    }
    case 'shared':
      return withCell(flow, context, expression, used, (cell, inUse) => {
        const register = flow.register(sortOfShared(flow, cell), inUse, context.place);
        const next = then({ kind: 'local', variable: register, index: null }, new Set(inUse).add(register));
        return flow.add(context, { kind: 'load', register, cell, next }, `load ${expression.text}`, true);
      });
    case 'locked':
      return lowerLocked(flow, context, expression, used, then);
    case 'unary':
      return lower(expression.operand, used, (term, inUse) => then(unaryTerm(expression.operator, term), inUse));
    case 'binary': {
      const { operator, left, right } = expression;
      if ((operator === '&&' || operator === '||') && readsShared(right))
        return lowerTest(flow, context, expression, used, then);
      return lower(left, used, (first, inUse) =>
        lower(right, inUse, (second, both) => then(binaryTerm(operator, first, second), both)),
      );
    }
    case 'conditional': {
      const { condition, whenTrue, whenFalse } = expression;
      if (readsShared(whenTrue) || readsShared(whenFalse)) return lowerChoice(flow, context, expression, used, then);
      return lower(condition, used, (term, inUse) =>
        lower(whenTrue, inUse, (first) =>
          lower(whenFalse, inUse, (second) => then(conditionalTerm(term, first, second), inUse)),
        ),
      );
    }
    case 'instanceVariable':
    case 'at':
    case 'localOf':
      throw new Error('a thread does not see other threads');
  }
}

function withCell(
  flow: Flow,
  context: Context,
  { variable, index }: { variable: number; index: Resolved | null },
  used: Used,
  then: (cell: Cell, used: Used) => number,
): number {
  if (index === null) return then({ variable, index: null }, used);
  return lowerTo(flow, context, index, used, (term, inUse) => then({ variable, index: term }, inUse));
}

function sortOfShared(flow: Flow, { variable }: Cell): Sort {
  const shared = flow.shared[variable];
  if (shared === undefined) throw new Error(`no shared variable ${variable}`);
  return shared.sort;
}

function lowerLocked(
  flow: Flow,
  context: Context,
  expression: Resolved & { kind: 'locked' },
  used: Used,
  then: Then,
): number {
  const { operation, operands, text } = expression;
  const [first, second] = operands;
  if (first === undefined) throw new Error(`${operation} without operand`);
  return withCell(flow, context, expression, used, (cell, afterCell) =>
    lowerTo(flow, context, first, afterCell, (operand, afterFirst) => {
      const sort: Sort = operation === 'cas' ? { kind: 'bool' } : sortOfShared(flow, cell);
      const finish = (inUse: Used, value: Expression | null) => {
        const register = flow.register(sort, inUse, context.place);
        const next = then({ kind: 'local', variable: register, index: null }, new Set(inUse).add(register));
        if (operation === 'cas') {
          if (value === null) throw new Error('cas without new value');
          return flow.add(context, { kind: 'compareExchange', register, cell, old: operand, value, next }, text, true);
        }
        return flow.add(context, { kind: 'exchange', register, cell, operation, operand, next }, text, true);
      };
      if (second === undefined) return finish(afterFirst, null);
      return lowerTo(flow, context, second, afterFirst, (value, inUse) => finish(inUse, value));
    }),
  );
}

/** `a && b` as a value, where b reads shared variables: a register takes 0 or 1. */
function lowerTest(flow: Flow, context: Context, expression: Resolved, used: Used, then: Then): number {
  const register = flow.register({ kind: 'bool' }, used, context.place);
  const inUse = new Set(used).add(register);
  const next = then({ kind: 'local', variable: register, index: null }, inUse);
  const target: Cell = { variable: register, index: null };
  const whenTrue = flow.add(context, { kind: 'assign', target, value: ONE, next });
  const whenFalse = flow.add(context, { kind: 'assign', target, value: ZERO, next });
  return testTo(flow, context, expression, inUse, { whenTrue, whenFalse, blocking: false });
}

/** `c ? a : b` as a value, where a or b reads shared variables. */
function lowerChoice(
  flow: Flow,
  context: Context,
  expression: Resolved & { kind: 'conditional' },
  used: Used,
  then: Then,
): number {
  const register = flow.register(sortOfValue(flow, expression), used, context.place);
  const inUse = new Set(used).add(register);
  const next = then({ kind: 'local', variable: register, index: null }, inUse);
  const target: Cell = { variable: register, index: null };
  const arm = (part: Resolved) =>
    lowerTo(flow, context, part, inUse, (value) => flow.add(context, { kind: 'assign', target, value, next }));
  const whenTrue = arm(expression.whenTrue);
  const whenFalse = arm(expression.whenFalse);
  return testTo(flow, context, expression.condition, inUse, { whenTrue, whenFalse, blocking: false });
}

/** Conditions are true or false; of anything else a register must hold every integer. */
function sortOfValue(flow: Flow, expression: Resolved): Sort {
  switch (expression.kind) {
    case 'local':
      return flow.locals[expression.variable]?.sort ?? { kind: 'int' };
    case 'shared':
      return sortOfShared(flow, { variable: expression.variable, index: null });
    case 'locked':
      if (expression.operation === 'cas') return { kind: 'bool' };
      return sortOfShared(flow, { variable: expression.variable, index: null });
    case 'conditional': {
      const first = sortOfValue(flow, expression.whenTrue);
      const second = sortOfValue(flow, expression.whenFalse);
      return JSON.stringify(first) === JSON.stringify(second) ? first : { kind: 'int' };
    }
    default:
      return { kind: 'int' };
  }
}

export function testTo(flow: Flow, context: Context, expression: Resolved, used: Used, test: Test): number {
  const { whenTrue, whenFalse } = test;
  if (expression.kind === 'constant') {
    const target = expression.value !== 0 ? whenTrue : whenFalse;
    if (target >= 0) return target;
  }
  if (expression.kind === 'unary' && expression.operator === '!' && !test.blocking) {
    return testTo(flow, context, expression.operand, used, { ...test, whenTrue: whenFalse, whenFalse: whenTrue });
  }
  if (expression.kind === 'binary' && readsShared(expression.right)) {
    const { operator, left, right } = expression;
    if (operator === '&&') {
      const rest = testTo(flow, context, right, used, test);
      return testTo(flow, context, left, used, { ...test, whenTrue: rest });
    }
    if (operator === '||') {
      const rest = testTo(flow, context, right, used, test);
      return testTo(flow, context, left, used, { ...test, whenFalse: rest });
    }
  }
  if (expression.kind === 'conditional' && readsShared(expression)) {
    const first = testTo(flow, context, expression.whenTrue, used, test);
    const second = testTo(flow, context, expression.whenFalse, used, test);
    return testTo(flow, context, expression.condition, used, { ...test, whenTrue: first, whenFalse: second });
  }
  return lowerTo(flow, context, expression, used, (condition) =>
    flow.add(context, { kind: 'branch', condition, whenTrue, whenFalse, blocking: test.blocking }),
  );
}
