/** Parts of expressions: which there are, another in the place of one, all of them changed. */
import type { Expression, StateExpression } from '../../../src/models/program/model.js';

export function partsOf(expression: Expression): Expression[] {
  switch (expression.kind) {
    case 'constant':
      return [];
    case 'local':
    case 'shared':
      return expression.index === null ? [] : [expression.index];
    case 'unary':
      return [expression.operand];
    case 'binary':
      return [expression.left, expression.right];
    case 'conditional':
      return [expression.condition, expression.whenTrue, expression.whenFalse];
  }
}

export function withPart(expression: Expression, position: number, part: Expression): Expression {
  const parts = partsOf(expression).with(position, part);
  const [first = part, second = part, third = part] = parts;
  switch (expression.kind) {
    case 'constant':
      return expression;
    case 'local':
    case 'shared':
      return { ...expression, index: first };
    case 'unary':
      return { ...expression, operand: first };
    case 'binary':
      return { ...expression, left: first, right: second };
    case 'conditional':
      return { ...expression, condition: first, whenTrue: second, whenFalse: third };
  }
}

/** Every part replaced, the inner ones first. */
export function mapCondition(
  condition: StateExpression,
  replace: (part: StateExpression) => StateExpression,
): StateExpression {
  const again = (part: StateExpression) => mapCondition(part, replace);
  switch (condition.kind) {
    case 'constant':
    case 'at':
      return replace(condition);
    case 'memory':
    case 'localOf':
      return replace({ ...condition, index: condition.index === null ? null : again(condition.index) });
    case 'unary':
      return replace({ ...condition, operand: again(condition.operand) });
    case 'binary':
      return replace({ ...condition, left: again(condition.left), right: again(condition.right) });
  }
}

export function mapExpression(expression: Expression, replace: (part: Expression) => Expression): Expression {
  const mapped = partsOf(expression).reduce<Expression>(
    (whole, part, k) => withPart(whole, k, mapExpression(part, replace)),
    expression,
  );
  return replace(mapped);
}
