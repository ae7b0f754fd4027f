/**
 * Numbers, expressions, conditions and memory locations.
 *
 * Sums are read to the left; `not` binds tighter than `&&`, that tighter than `||`. Conditions are bracketed by `[ ]`,
 * expressions by `( )`, so one token decides what comes.
 */
import type { Token } from '../shared/tokens.js';
import type { TokenKind, Tokens } from './lex.js';
import type { BooleanSyntax, Comparison, ExpressionSyntax, MemorySyntax, Name, NumberSyntax } from './syntax.js';

const comparisons: ReadonlySet<string> = new Set<Comparison>(['=', '!=', '<', '>', '<=', '>=']);
const LARGEST = 2_147_483_647;
/** Sums are trees that lean to the left: a longer one is too deep for whoever walks it. */
const LONGEST_SUM = 1_000;
const LONGEST_CONDITION = 10_000;

export function nameOf(tokens: Tokens, token: Token<TokenKind>): Name {
  return { text: tokens.text(token), start: token.start, end: token.end };
}

/** In C's range of integers. */
export function parseNumber(tokens: Tokens, expected = 'a number'): NumberSyntax {
  const token = tokens.expect('number', expected);
  const text = tokens.text(token);
  const value = text.length > 30 ? Number.POSITIVE_INFINITY : Number(text);
  if (value > LARGEST) tokens.diagnostics.error('too-large', token, `numbers go up to ${LARGEST}`);
  return { kind: 'number', value, start: token.start, end: token.end };
}

/** With a sign. */
export function parseInteger(tokens: Tokens, expected = 'a number'): NumberSyntax {
  const { start } = tokens.current;
  if (tokens.accept('-') === null) return parseNumber(tokens, expected);
  const { value, end } = parseNumber(tokens);
  return { kind: 'number', value: value === 0 ? 0 : -value, start, end };
}

export function parseExpression(tokens: Tokens): ExpressionSyntax {
  let left = parseUnit(tokens);
  for (let terms = 1; tokens.at('+') || tokens.at('-'); terms++) {
    if (terms >= LONGEST_SUM) {
      tokens.fail('too-large', tokens.current, `a sum of more than ${LONGEST_SUM} terms`);
      break;
    }
    const operator = tokens.take().kind as '+' | '-';
    left = { kind: 'sum', operator, left, right: parseUnit(tokens) };
  }
  if (tokens.at('*')) tokens.fail('syntax', tokens.current, 'there is no multiplication in this language');
  return left;
}

function parseUnit(tokens: Tokens): ExpressionSyntax {
  if (tokens.at('register')) return { kind: 'register', name: nameOf(tokens, tokens.take()) };
  if (tokens.at('-') || tokens.at('(')) {
    const negative = tokens.take().kind === '-';
    const nothing: ExpressionSyntax = { kind: 'number', value: 0, start: 0, end: 0 };
    const of = tokens.enter() ? (negative ? parseUnit(tokens) : parseExpression(tokens)) : nothing;
    tokens.leave();
    if (negative) return { kind: 'negative', of };
    if (comparisons.has(tokens.current.kind)) {
      tokens.fail('syntax', tokens.current, 'conditions have the brackets `[ ]`, sums have `( )`', '`+`, `-` or `)`');
    }
    tokens.expect(')', '`+`, `-` or `)`');
    return of;
  }
  if (tokens.at('name')) {
    const shown = tokens.describe(tokens.current);
    tokens.fail('syntax', tokens.current, `${shown} cannot stand in an expression: read it into a register first`);
  }
  return parseNumber(tokens, 'a number, a register or `(`');
}

export function parseCondition(tokens: Tokens): BooleanSyntax {
  return parseList(tokens, '||', 'or', (inner) => parseList(inner, '&&', 'and', parseNegation));
}

function parseList(
  tokens: Tokens,
  mark: '&&' | '||',
  kind: 'and' | 'or',
  parse: (tokens: Tokens) => BooleanSyntax,
): BooleanSyntax {
  const of = [parse(tokens)];
  while (tokens.accept(mark) !== null) {
    if (of.length >= LONGEST_CONDITION) {
      tokens.fail('too-large', tokens.current, `a condition of more than ${LONGEST_CONDITION} parts`);
    }
    of.push(parse(tokens));
  }
  return of.length === 1 ? (of[0] as BooleanSyntax) : { kind, of };
}

function parseNegation(tokens: Tokens): BooleanSyntax {
  if (tokens.accept('not') === null) return parseAtom(tokens);
  if (tokens.at('not')) {
    tokens.fail('syntax', tokens.current, 'a second `not`: put brackets around what is negated, `not [not b]`');
  }
  return { kind: 'not', of: parseAtom(tokens) };
}

function parseAtom(tokens: Tokens): BooleanSyntax {
  if (tokens.at('true') || tokens.at('false')) return { kind: 'constant', value: tokens.take().kind === 'true' };
  if (tokens.accept('[') !== null) {
    const of: BooleanSyntax = tokens.enter() ? parseCondition(tokens) : { kind: 'constant', value: true };
    tokens.leave();
    tokens.expect(']', '`&&`, `||` or `]`');
    return of;
  }
  const left = parseExpression(tokens);
  const operator = tokens.current.kind;
  if (comparisons.has(operator)) tokens.take();
  else if (tokens.at(':=')) tokens.fail('syntax', tokens.current, 'a comparison is written `=`, not `:=`');
  else tokens.failExpecting('a comparison such as `=` or `<`');
  return { kind: 'comparison', operator: operator as Comparison, left, right: parseExpression(tokens) };
}

export function parseMemory(tokens: Tokens): MemorySyntax {
  const { start } = tokens.current;
  if (tokens.accept('[') !== null) {
    const address = parseExpression(tokens);
    const { end } = tokens.expect(']', '`]`');
    return { kind: 'pointer', address, start, end };
  }
  const token = tokens.expect('name', 'a memory location such as `x`, `v[my]` or `[$p]`');
  const name = nameOf(tokens, token);
  if (tokens.accept('[') === null) return { kind: 'global', name, start, end: name.end };
  if (tokens.at('me') || tokens.at('other')) {
    tokens.fail('unsupported', tokens.current, 'an index is `my`, or the number of another process');
  }
  if (tokens.accept('my') !== null) {
    const { end } = tokens.expect(']', '`]`');
    return { kind: 'own', name, start, end };
  }
  const index = parseNumber(tokens, '`my` or the number of another process');
  const { end } = tokens.expect(']', '`]`');
  return { kind: 'other', name, index, start, end };
}
