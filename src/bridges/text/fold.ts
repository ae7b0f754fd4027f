/**
 * Expressions with what is known computed: parts without variables, and what `&&`, `||` and conditionals then leave. What
 * fails stays as it is. The reader refuses values that are certainly wrong, and finds them by computing in the same way, so
 * the printer must see them first.
 */
import { evaluate, isFailure } from '../../memory/operational/program/evaluate.js';
import type { Expression } from '../../models/program/model.js';

export function folded(expression: Expression, wraps: boolean): Expression {
  const again = (part: Expression) => folded(part, wraps);
  switch (expression.kind) {
    case 'constant':
      return expression;
    case 'local':
    case 'shared':
      return { ...expression, index: expression.index === null ? null : again(expression.index) };
    case 'unary': {
      const operand = again(expression.operand);
      return computed({ ...expression, operand }, [operand], wraps);
    }
    case 'binary': {
      const [left, right] = [again(expression.left), again(expression.right)];
      const { operator } = expression;
      if (left.kind === 'constant' && operator === '&&' && left.value === 0) return ZERO;
      if (left.kind === 'constant' && operator === '||' && left.value !== 0) return ONE;
      return computed({ ...expression, left, right }, [left, right], wraps);
    }
    case 'conditional': {
      const condition = again(expression.condition);
      const [whenTrue, whenFalse] = [again(expression.whenTrue), again(expression.whenFalse)];
      if (condition.kind === 'constant') return condition.value !== 0 ? whenTrue : whenFalse;
      return { ...expression, condition, whenTrue, whenFalse };
    }
  }
}

const ZERO: Expression = { kind: 'constant', value: 0 };
const ONE: Expression = { kind: 'constant', value: 1 };

function computed(expression: Expression, parts: readonly Expression[], wraps: boolean): Expression {
  if (parts.some(({ kind }) => kind !== 'constant')) return expression;
  const value = evaluate({ local: noVariable, shared: noVariable, wraps }, expression);
  return isFailure(value) ? expression : { kind: 'constant', value };
}

function noVariable(): never {
  throw new Error('a constant has no variables');
}
