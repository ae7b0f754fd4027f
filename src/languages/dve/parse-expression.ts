/**
 * Expressions of `.dve` files, by precedence climbing.
 *
 * From loose to tight: `imply`; `or and`; `| & ^`; `== !=`; `< <= > >=`; `<< >>`; `+ -`; `* / %`; prefix `- ~ not`. The
 * operators of a level bind equally tightly and group to the left, also `and` with `or`: that is the table of the first
 * reader of the language, and not C's. Where C would group otherwise there is a warning.
 *
 * What makes a tree deep is limited: brackets (by the token stream) and operators in a row, except those that lengthen a
 * conjunction or a disjunction.
 */
import type { Span } from '../shared/source.js';
import { foreignOperator } from './foreign.js';
import type { TokenKind, Tokens } from './lex.js';
import type { BinaryOperator, ExpressionSyntax, Name, NameUse } from './syntax.js';

type Operator = BinaryOperator | 'and' | 'or';

/** How tightly binary operators bind; the printer uses it too. */
export const tightness: Readonly<Record<Operator, number>> = {
  imply: 1,
  or: 2,
  and: 2,
  '|': 3,
  '^': 3,
  '&': 3,
  '==': 4,
  '!=': 4,
  '<': 5,
  '<=': 5,
  '>': 5,
  '>=': 5,
  '<<': 6,
  '>>': 6,
  '+': 7,
  '-': 7,
  '*': 8,
  '/': 8,
  '%': 8,
};

/** The order of C within a level in which it has one. */
const tightnessInC: Partial<Record<Operator, number>> = { or: 1, and: 2, '|': 1, '^': 2, '&': 3 };

/** Operators in a row, each of which makes the tree deeper: keeps it shallow enough for everything that walks it. */
const OPERATORS = 1_000;

interface Reading {
  readonly tokens: Tokens;
  operators: number;
}

export function parseExpression(tokens: Tokens): ExpressionSyntax {
  return parseBinary({ tokens, operators: 0 }, 1);
}

export function parseName(tokens: Tokens, expected: string): Name {
  const token = tokens.expect('name', expected);
  return { text: tokens.text(token), start: token.start, end: token.end };
}

/** The operator at the cursor, if it is a binary one. */
function operatorAt({ current }: Tokens): Operator | null {
  const { kind } = current;
  if (kind === '&&') return 'and';
  if (kind === '||') return 'or';
  return Object.hasOwn(tightness, kind) ? (kind as Operator) : null;
}

function parseBinary(reading: Reading, atLeast: number): ExpressionSyntax {
  const { tokens } = reading;
  if (!tokens.enter()) {
    tokens.leave();
    return nothing(tokens);
  }
  // With the bracket that the first operand may begin with.
  const { start } = tokens.current;
  let left = parsePrefix(reading);
  /** The operator at the top of `left`, when it stands there without brackets. */
  let top: Operator | null = null;
  /** The list that `left` is, while it grows. */
  let parts: ExpressionSyntax[] = [];
  for (let operator = operatorAt(tokens); operator !== null; operator = operatorAt(tokens)) {
    const own = tightness[operator];
    if (own < atLeast) break;
    const lengthens = operator === top && (operator === 'and' || operator === 'or');
    // To a looser level a row of operators goes eight times at most.
    if (top !== null && tightness[top] === own && !lengthens) countOperator(reading);
    warnOfGrouping(tokens, operator, top);
    tokens.take();
    const right = parseBinary(reading, own + 1);
    const end = tokens.lastEnd;
    if (operator === 'and' || operator === 'or') {
      if (lengthens) parts.push(right);
      else parts = [left, right];
      left = { kind: 'chain', operator, parts, start, end };
    } else left = { kind: 'binary', operator, left, right, start, end };
    top = operator;
  }
  tokens.leave();
  return left;
}

function warnOfGrouping(tokens: Tokens, operator: Operator, top: Operator | null): void {
  if (top === null || tightness[top] !== tightness[operator]) return;
  if ((tightnessInC[operator] ?? 0) <= (tightnessInC[top] ?? 0)) return;
  const message = `\`${top}\` and \`${operator}\` bind equally tightly and group to the left: this is (.. ${top} ..) ${operator} ..; brackets would say it`;
  tokens.diagnostics.warning('syntax', tokens.current, message);
}

function countOperator(reading: Reading): void {
  if (++reading.operators > OPERATORS) {
    const message = `more than ${OPERATORS} operators in a row in one expression`;
    reading.tokens.fail('too-large', reading.tokens.current, message);
  }
}

function parsePrefix(reading: Reading): ExpressionSyntax {
  const { tokens } = reading;
  const { kind, start } = tokens.current;
  if (kind !== '-' && kind !== '~' && kind !== 'not') return parsePrimary(reading);
  tokens.take();
  const operand = tokens.enter() ? parsePrefix(reading) : nothing(tokens);
  tokens.leave();
  return { kind: 'unary', operator: kind, operand, start, end: tokens.lastEnd };
}

function parsePrimary(reading: Reading): ExpressionSyntax {
  const { tokens } = reading;
  const { kind, start } = tokens.current;
  switch (kind) {
    case 'integer': {
      const token = tokens.take();
      return { kind: 'number', text: tokens.text(token), start, end: token.end };
    }
    case 'true':
    case 'false':
      tokens.take();
      return { kind: 'boolean', value: kind === 'true', start, end: tokens.lastEnd };
    case '(': {
      tokens.take();
      const inner = parseBinary(reading, 1);
      failAtForeignOperator(tokens);
      tokens.expect(')', 'an operator or `)`');
      return inner;
    }
    case 'name':
      return parseNamed(reading);
    default:
      failAtForeignOperator(tokens);
      tokens.failExpecting('an expression');
      return nothing(tokens);
  }
}

/** `v`, `a[e]`, `P.s`, `P->v`, `P->a[e]`. */
function parseNamed(reading: Reading): ExpressionSyntax {
  const { tokens } = reading;
  const name = parseName(tokens, 'a name');
  const { start } = name;
  if (tokens.accept('.')) {
    const state = parseName(tokens, 'a state of the process');
    return { kind: 'at', process: name, state, start, end: tokens.lastEnd };
  }
  if (tokens.accept('->')) {
    const variable = parseName(tokens, 'a variable of the process');
    const index = parseIndex(reading);
    return { kind: 'localOf', process: name, variable, index, start, end: tokens.lastEnd };
  }
  const index = parseIndex(reading);
  return { kind: 'name', name, index, start, end: tokens.lastEnd };
}

/** What can be assigned: `v`, `a[e]`. */
export function parseTarget(tokens: Tokens): NameUse {
  const name = parseName(tokens, 'a variable');
  const index = parseIndex({ tokens, operators: 0 });
  return { kind: 'name', name, index, start: name.start, end: tokens.lastEnd };
}

function parseIndex(reading: Reading): ExpressionSyntax | null {
  const { tokens } = reading;
  if (!tokens.accept('[')) return null;
  const index = parseBinary(reading, 1);
  failAtForeignOperator(tokens);
  tokens.expect(']', 'an operator or `]`');
  if (tokens.at('[')) tokens.fail('syntax', tokens.current, 'arrays have one dimension');
  return index;
}

/** Fails where a mark of another language stands, such as `=`; otherwise nothing happens. */
export function failAtForeignOperator(tokens: Tokens): void {
  const { kind, start } = tokens.current;
  const message = foreignOperator(tokens.source.text.charAt(start - 1), kind);
  if (message !== null) tokens.fail('syntax', tokens.current, message);
}

/** Expects what ends an expression. */
export function expectAfterExpression(tokens: Tokens, kind: TokenKind, expected: string): void {
  failAtForeignOperator(tokens);
  tokens.expect(kind, expected);
}

/** What stands for an expression after a failure; it is thrown away by whoever recovers. */
function nothing(tokens: Tokens): ExpressionSyntax & Span {
  return { kind: 'boolean', value: true, start: tokens.current.start, end: tokens.current.start };
}
