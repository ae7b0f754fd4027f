/**
 * Expressions as text, with the parentheses that reading them again needs; and those around a conjunction in a
 * disjunction, or a disjunction in a conjunction: the table of the language is not the one people know (`a or b and c` is
 * `(a or b) and c`).
 */
import { tightness } from './parse-expression.js';
import type { BinaryOperator, ExpressionSyntax } from './syntax.js';

const PREFIX = 9;
const PRIMARY = 10;
const BITS = tightness['&'];

function tightnessOf(expression: ExpressionSyntax): number {
  switch (expression.kind) {
    case 'chain':
    case 'binary':
      return tightness[expression.operator];
    case 'unary':
      return PREFIX;
    default:
      return PRIMARY;
  }
}

export function printExpression(expression: ExpressionSyntax, atLeast = 0): string {
  const text = printNode(expression);
  return tightnessOf(expression) < atLeast ? `(${text})` : text;
}

function printNode(expression: ExpressionSyntax): string {
  switch (expression.kind) {
    case 'number':
      return expression.text;
    case 'boolean':
      return String(expression.value);
    case 'name':
      return expression.name.text + printIndex(expression.index);
    case 'unary': {
      const operand = printExpression(expression.operand, PREFIX);
      return expression.operator === 'not' ? `not ${operand}` : expression.operator + operand;
    }
    case 'binary': {
      const { operator, left, right } = expression;
      const own = tightness[operator];
      return `${printExpression(left, mixesBits(operator, left) ? own + 1 : own)} ${operator} ${printExpression(right, own + 1)}`;
    }
    case 'chain':
      return printParts(expression).join(` ${expression.operator} `);
    case 'at':
      return `${expression.process.text}.${expression.state.text}`;
    case 'localOf':
      return `${expression.process.text}->${expression.variable.text}${printIndex(expression.index)}`;
  }
}

/** The parts of a conjunction or a disjunction, with the parentheses they need in it. */
export function printParts({ operator, parts }: Extract<ExpressionSyntax, { kind: 'chain' }>): string[] {
  return parts.map((part) => printExpression(part, tightness[operator] + 1));
}

/** `a | b & c`, which groups to the left here and otherwise in C. */
function mixesBits(operator: BinaryOperator, left: ExpressionSyntax): boolean {
  return tightness[operator] === BITS && left.kind === 'binary' && left.operator !== operator;
}

function printIndex(index: ExpressionSyntax | null): string {
  return index === null ? '' : `[${printExpression(index)}]`;
}
