/** Pieces of syntax trees of `.fp` files, without places: the language's own printer makes text of them. */
import type { BinarySyntax, ExpressionSyntax, NameUse } from '../../languages/program/syntax.js';

const NOWHERE = { start: 0, end: 0 };

export const TRUE: ExpressionSyntax = { kind: 'boolean', value: true, ...NOWHERE };
export const FALSE: ExpressionSyntax = { kind: 'boolean', value: false, ...NOWHERE };

export function numberOf(value: number): ExpressionSyntax {
  const digits: ExpressionSyntax = { kind: 'number', text: String(Math.abs(value)), ...NOWHERE };
  return value < 0 ? { kind: 'unary', operator: '-', operand: digits, ...NOWHERE } : digits;
}

export function nameOf(name: string, index: ExpressionSyntax | null = null): NameUse {
  return { kind: 'name', name: { text: name, ...NOWHERE }, index, ...NOWHERE };
}

export function infix(left: ExpressionSyntax, operator: BinarySyntax, right: ExpressionSyntax): ExpressionSyntax {
  return { kind: 'binary', operator, left, right, ...NOWHERE };
}

export function minus(operand: ExpressionSyntax): ExpressionSyntax {
  if (operand.kind === 'number') return numberOf(0 - Number(operand.text));
  if (operand.kind === 'unary' && operand.operator === '-') return operand.operand;
  return { kind: 'unary', operator: '-', operand, ...NOWHERE };
}

export function notOf(operand: ExpressionSyntax): ExpressionSyntax {
  if (operand.kind === 'boolean') return operand.value ? FALSE : TRUE;
  if (operand.kind === 'unary' && operand.operator === '!') return operand.operand;
  if (operand.kind === 'binary' && (operand.operator === '==' || operand.operator === '!='))
    return { ...operand, operator: operand.operator === '==' ? '!=' : '==' };
  return { kind: 'unary', operator: '!', operand, ...NOWHERE };
}

export function choice(
  condition: ExpressionSyntax,
  whenTrue: ExpressionSyntax,
  whenFalse: ExpressionSyntax,
): ExpressionSyntax {
  return { kind: 'conditional', condition, whenTrue, whenFalse, ...NOWHERE };
}

export function atLabel(thread: string, label: string): ExpressionSyntax {
  const instance = { name: { text: thread, ...NOWHERE }, arguments: null, ...NOWHERE };
  return { kind: 'at', instance, label: { text: label, ...NOWHERE }, ...NOWHERE };
}

export function localIn(thread: string, variable: string, index: ExpressionSyntax | null): ExpressionSyntax {
  const instance = { name: { text: thread, ...NOWHERE }, arguments: null, ...NOWHERE };
  return { kind: 'localOf', instance, variable: { text: variable, ...NOWHERE }, index, ...NOWHERE };
}

/** All of them; `true` when there are none. */
export function allOf(conditions: readonly ExpressionSyntax[]): ExpressionSyntax {
  const said = conditions.filter((condition) => condition !== TRUE);
  if (said.includes(FALSE)) return FALSE;
  return said.reduce<ExpressionSyntax | null>((left, right) => (left ? infix(left, '&&', right) : right), null) ?? TRUE;
}

/** One of them; `false` when there are none. */
export function oneOf(conditions: readonly ExpressionSyntax[]): ExpressionSyntax {
  const said = conditions.filter((condition) => condition !== FALSE);
  if (said.includes(TRUE)) return TRUE;
  return (
    said.reduce<ExpressionSyntax | null>((left, right) => (left ? infix(left, '||', right) : right), null) ?? FALSE
  );
}
