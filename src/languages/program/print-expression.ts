/**
 * Expressions and types as text, with the parentheses that reading them again needs and no others.
 */
import { EQUALITY, groupsToTheRight, TEMPORAL, tightness } from './parse-expression.js';
import type {
  Accessor,
  DeclaredName,
  ExpressionSyntax,
  InitialSyntax,
  InstanceSyntax,
  StatementSyntax,
  TypeSyntax,
} from './syntax.js';

type AssignmentSyntax = Pick<StatementSyntax & { kind: 'assign' }, 'target' | 'value' | 'operator' | 'release'>;
type CallSyntax = Pick<StatementSyntax & { kind: 'invoke' }, 'target' | 'procedure' | 'arguments'>;

const CONDITIONAL = 0;
const PREFIX = 14;
const PRIMARY = 15;

function tightnessOf(expression: ExpressionSyntax): number {
  switch (expression.kind) {
    case 'conditional':
      return CONDITIONAL;
    case 'binary':
      return tightness[expression.operator];
    case 'unary':
      return isTemporal(expression.operator) ? TEMPORAL : PREFIX;
    default:
      return PRIMARY;
  }
}

const isTemporal = (operator: string) => operator === 'G' || operator === 'F' || operator === 'X';

export function printExpression(expression: ExpressionSyntax, atLeast = CONDITIONAL): string {
  const text = printNode(expression);
  return tightnessOf(expression) < atLeast ? `(${text})` : text;
}

function printNode(expression: ExpressionSyntax): string {
  switch (expression.kind) {
    case 'number':
      return expression.text;
    case 'boolean':
      return String(expression.value);
    case 'self':
      return 'self';
    case 'name': {
      const cell = expression.name.text + printIndex(expression.index) + printPath(expression.path);
      return expression.acquire === true ? `load_acquire(${cell})` : cell;
    }
    case 'unary': {
      const { operator, operand } = expression;
      if (isTemporal(operator)) return `${operator} ${printTemporalOperand(operand)}`;
      return operator + printExpression(operand, PREFIX);
    }
    case 'binary': {
      const { operator, left, right } = expression;
      const own = tightness[operator];
      const toTheRight = groupsToTheRight(operator);
      // A prefix `G` on the left of `U` holds its operand only up to there; on the left of a right-grouping operator an
      // equally tight operand needs parentheses, except such a prefix.
      const prefix = left.kind === 'unary' && isTemporal(left.operator);
      const leftText = printExpression(left, toTheRight && !prefix ? own + 1 : own);
      return `${leftText} ${operator} ${printExpression(right, toTheRight ? own : own + 1)}`;
    }
    case 'conditional': {
      const { condition, whenTrue, whenFalse } = expression;
      return `${printExpression(condition, 1)} ? ${printExpression(whenTrue)} : ${printExpression(whenFalse)}`;
    }
    case 'locked': {
      const list = [expression.target, ...expression.operands].map((operand) => printExpression(operand));
      return `${expression.operation}(${list.join(', ')})`;
    }
    case 'count':
      return `count(${expression.thread.text})`;
    case 'at':
      return `${printInstance(expression.instance)}@${expression.label.text}`;
    case 'localOf':
      return `${printInstance(expression.instance)}.${expression.variable.text}${printIndex(expression.index)}${printPath(expression.path)}`;
  }
}

/** `G` takes all up to the next `U`, so another prefix or a comparison needs no parentheses. */
function printTemporalOperand(operand: ExpressionSyntax): string {
  if (operand.kind === 'unary' && isTemporal(operand.operator)) return printNode(operand);
  return printExpression(operand, EQUALITY);
}

function printIndex(index: ExpressionSyntax | null): string {
  return index === null ? '' : `[${printExpression(index)}]`;
}

function printPath(path: readonly Accessor[] = []): string {
  return path.map((part) => ('field' in part ? `.${part.field.text}` : printIndex(part.index))).join('');
}

/** `x`, `a[2][3]`. */
export function printDeclaredName({ name, size, inner = [] }: DeclaredName): string {
  return name.text + [size, ...inner].map(printIndex).join('');
}

export function printInstance({ name, arguments: list }: InstanceSyntax): string {
  return list === null ? name.text : `${name.text}(${list.map((argument) => printExpression(argument)).join(', ')})`;
}

export function printType(type: TypeSyntax): string {
  switch (type.kind) {
    case 'named':
      return type.name;
    case 'range':
      return `${printExpression(type.low, tightness['+'])}..${printExpression(type.high, tightness['+'])}`;
    default:
      return type.kind;
  }
}

/** `acquire(me)`, `r = try(me)`. */
export function printCall({ target, procedure, arguments: given }: CallSyntax): string {
  const call = `${procedure.text}(${given.map((each) => printExpression(each)).join(', ')})`;
  return target === null ? call : `${printExpression(target)} = ${call}`;
}

export function printInitial(initial: InitialSyntax): string {
  if (initial.kind === 'any') return '?';
  if (initial.kind === 'list') return `{${initial.values.map(printInitial).join(', ')}}`;
  return printExpression(initial);
}

/** `x = e`, `x += e`, `store_release(x, e)`. */
export function printAssignment({ target, value, operator, release }: AssignmentSyntax): string {
  const [cell, given] = [printExpression(target), printInitial(value)];
  return release === true ? `store_release(${cell}, ${given})` : `${cell} ${operator ?? ''}= ${given}`;
}
