/**
 * Expressions and types of `.fp` files, by precedence climbing.
 *
 * From loose to tight: `? :`, `<->`, `->` (to the right), `||`, `&&`, `U R W` (to the right), `== !=`, `< <= > >=`,
 * `|`, `^`, `&`, `<< >>`, `+ -`, `* / %`, prefix `! - ~`. Formulas of `ltl` are expressions in which `G F X` are prefixes that take all up to the
 * next `U`, `&&` or looser, and `U R W` are operators; elsewhere these are names like any other. `[]` and `<>` are `G` and
 * `F`, `V` is `R`, and `a M b` is `b U (a && b)`, as in formulas that are given beside a text.
 */
import type { Span } from '../shared/source.js';
import type { TokenStream } from '../shared/tokens.js';
import { foreignCall, foreignOperator, foreignWord } from './foreign.js';
import type { TokenKind } from './lex.js';
import {
  type Accessor,
  type BinarySyntax,
  type ExpressionSyntax,
  type InstanceSyntax,
  isLocked,
  type LockedOperation,
  type Name,
  type NameUse,
  type TypeSyntax,
} from './syntax.js';

export type Tokens = TokenStream<TokenKind>;

/** How tightly binary operators bind; the printer uses it too. */
export const tightness: Readonly<Record<BinarySyntax, number>> = {
  '<->': 1,
  '->': 2,
  '||': 3,
  '&&': 4,
  U: 5,
  R: 5,
  W: 5,
  '==': 6,
  '!=': 6,
  '<': 7,
  '<=': 7,
  '>': 7,
  '>=': 7,
  // Unlike in C, where `x & 1 == 1` compares first.
  '|': 8,
  '^': 9,
  '&': 10,
  '<<': 11,
  '>>': 11,
  '+': 12,
  '-': 12,
  '*': 13,
  '/': 13,
  '%': 13,
};
export const TEMPORAL = 5;
export const EQUALITY = 6;
const ADDITIVE = 12;
export const groupsToTheRight = (operator: BinarySyntax) => operator === '->' || tightness[operator] === TEMPORAL;

/** Operators in one expression: keeps trees shallow enough for everything that walks them. */
const OPERATORS = 1_000;

interface Reading {
  readonly tokens: Tokens;
  readonly temporal: boolean;
  /** A call may be a thread, as in `P(0)@cs`. */
  readonly property?: boolean;
  operators: number;
}

export function parseExpression(tokens: Tokens, temporal = false, property = temporal): ExpressionSyntax {
  return parseConditional({ tokens, temporal, property, operators: 0 });
}

/** The bounds of a range: without comparisons, which would be a slip. */
export function parseBound(tokens: Tokens): ExpressionSyntax {
  return parseBinary({ tokens, temporal: false, operators: 0 }, ADDITIVE);
}

export function parseName(tokens: Tokens, expected: string): Name {
  const token = tokens.expect('name', expected);
  return { text: tokens.text(token), start: token.start, end: token.end };
}

export function parseType(tokens: Tokens): TypeSyntax {
  const { kind, start } = tokens.current;
  if (kind === 'int' || kind === 'bool') {
    tokens.take();
    return { kind, start, end: tokens.lastEnd };
  }
  if (kind === 'name' && tokens.peek() !== '..' && !continuesBound(tokens.peek())) {
    const name = parseName(tokens, 'a type');
    return { kind: 'named', name: name.text, start, end: name.end };
  }
  if (kind !== 'integer' && kind !== '-' && kind !== '(' && kind !== 'name') {
    tokens.failExpecting('a type: `int`, `bool`, a range such as `0..3`, or the name of a type');
  }
  const low = parseBound(tokens);
  tokens.expect('..', '`..`');
  const high = parseBound(tokens);
  return { kind: 'range', low, high, start, end: tokens.lastEnd };
}

const continuesBound = (kind: TokenKind | 'end') =>
  kind === '+' || kind === '-' || kind === '*' || kind === '/' || kind === '%';

function parseConditional(reading: Reading): ExpressionSyntax {
  const { tokens } = reading;
  if (!tokens.enter()) {
    tokens.leave();
    return nothing(tokens);
  }
  const condition = parseBinary(reading, 1);
  let expression = condition;
  if (tokens.at('?')) {
    countOperator(reading);
    tokens.take();
    const whenTrue = parseConditional(reading);
    tokens.expect(':', '`:`');
    const whenFalse = parseConditional(reading);
    const { start } = condition;
    expression = { kind: 'conditional', condition, whenTrue, whenFalse, start, end: tokens.lastEnd };
  }
  tokens.leave();
  return expression;
}

/** Words that are operators of formulas. */
const WORDS: ReadonlyMap<string, BinarySyntax | 'M'> = new Map([
  ['U', 'U'],
  ['R', 'R'],
  ['V', 'R'],
  ['W', 'W'],
  ['M', 'M'],
]);

/** The operator at the cursor, if it is a binary one. */
function operatorAt({ tokens, temporal }: Reading): BinarySyntax | 'M' | null {
  const { kind } = tokens.current;
  if (kind === 'name') return temporal ? (WORDS.get(tokens.text(tokens.current)) ?? null) : null;
  return Object.hasOwn(tightness, kind) ? (kind as BinarySyntax) : null;
}

/** The prefix of formulas at the cursor, with how many tokens it has. */
function prefixAt({ tokens, temporal }: Reading): { operator: 'G' | 'F' | 'X'; tokens: number } | null {
  const { kind, start } = tokens.current;
  if (!temporal) return null;
  const text = tokens.text(tokens.current);
  if (kind === 'name' && (text === 'G' || text === 'F' || text === 'X')) return { operator: text, tokens: 1 };
  const two = tokens.source.text.slice(start, start + 2);
  return two === '[]' ? { operator: 'G', tokens: 2 } : two === '<>' ? { operator: 'F', tokens: 2 } : null;
}

function parseBinary(reading: Reading, atLeast: number): ExpressionSyntax {
  const { tokens } = reading;
  if (!tokens.enter()) {
    tokens.leave();
    return nothing(tokens);
  }
  let left = parsePrefix(reading);
  for (let operator = operatorAt(reading); operator !== null; operator = operatorAt(reading)) {
    const own = operator === 'M' ? TEMPORAL : tightness[operator];
    if (own < atLeast) break;
    countOperator(reading);
    tokens.take();
    const right = parseBinary(reading, operator === 'M' || groupsToTheRight(operator) ? own : own + 1);
    const span = { start: left.start, end: tokens.lastEnd };
    left =
      operator === 'M'
        ? { kind: 'binary', operator: 'U', left: right, right: both(left, right, span), ...span }
        : { kind: 'binary', operator, left, right, ...span };
  }
  tokens.leave();
  return left;
}

function both(left: ExpressionSyntax, right: ExpressionSyntax, span: Span): ExpressionSyntax {
  return { kind: 'binary', operator: '&&', left, right, ...span };
}

function countOperator(reading: Reading): void {
  if (++reading.operators > OPERATORS) {
    reading.tokens.fail('too-large', reading.tokens.current, `more than ${OPERATORS} operators in one expression`);
  }
}

function parsePrefix(reading: Reading): ExpressionSyntax {
  const { tokens } = reading;
  const { kind, start } = tokens.current;
  if (kind === '!' || kind === '-' || kind === '~') {
    tokens.take();
    const operand = tokens.enter() ? parsePrefix(reading) : nothing(tokens);
    tokens.leave();
    return { kind: 'unary', operator: kind, operand, start, end: tokens.lastEnd };
  }
  const prefix = prefixAt(reading);
  if (prefix !== null) {
    for (let taken = 0; taken < prefix.tokens; taken++) tokens.take();
    const operand = parseBinary(reading, EQUALITY);
    return { kind: 'unary', operator: prefix.operator, operand, start, end: tokens.lastEnd };
  }
  return parsePrimary(reading);
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
    case 'self':
      tokens.take();
      if (kind === 'self') return { kind: 'self', start, end: tokens.lastEnd };
      return { kind: 'boolean', value: kind === 'true', start, end: tokens.lastEnd };
    case '(': {
      tokens.take();
      const inner = parseConditional(reading);
      failAtForeignOperator(tokens);
      tokens.expect(')', 'an operator or `)`');
      return inner;
    }
    case 'name':
      return atCall(tokens, 'load_acquire') ? parseAcquire(tokens) : parseNamed(reading);
    case '?':
      tokens.fail('syntax', tokens.current, '`?` (any value) stands alone behind `=`, not inside an expression');
      return nothing(tokens);
    default:
      if (isLocked(kind)) return parseLocked(reading, kind);
      if (kind === '*' || kind === '&') {
        const power = kind === '*' && tokens.source.text.charAt(start - 1) === '*';
        const what = kind === '*' ? 'there are no pointers' : 'there are no addresses';
        const message = power ? 'there is no power: write `x * x`' : `${what}: name the variable itself`;
        tokens.fail('syntax', tokens.current, message);
      }
      if (kind === 'int' || kind === 'bool') {
        tokens.fail(
          'syntax',
          tokens.current,
          'there are no conversions: `c ? 1 : 0` and `x != 0` go from one type to another',
        );
      }
      if (kind === '+') tokens.fail('syntax', tokens.current, 'a number without `-` is positive: leave out `+`');
      failAtForeignOperator(tokens);
      tokens.failExpecting('an expression');
      return nothing(tokens);
  }
}

/** Fails where a mark of another language stands, such as `<>`; otherwise nothing happens. */
export function failAtForeignOperator(tokens: Tokens): void {
  const { kind, start } = tokens.current;
  const word = kind === 'name' || kind === 'or' ? foreignWord(tokens.text(tokens.current)) : null;
  const advice = word ?? foreignOperator(tokens.source.text.charAt(start - 1), kind);
  if (advice !== null) tokens.fail('syntax', tokens.current, advice.message, { instead: advice.instead });
}

function parseLocked(reading: Reading, operation: LockedOperation): ExpressionSyntax {
  const { tokens } = reading;
  const { start } = tokens.take();
  tokens.expect('(', '`(`');
  const target = parseCell(tokens, 'a shared variable');
  const operands: ExpressionSyntax[] = [];
  while (tokens.accept(',')) operands.push(parseConditional(reading));
  tokens.expect(')', '`,` or `)`');
  return { kind: 'locked', operation, target, operands, start, end: tokens.lastEnd };
}

/** Whether a word that is not reserved is called here. */
export function atCall(tokens: Tokens, word: string): boolean {
  return tokens.at('name') && tokens.peek() === '(' && tokens.text(tokens.current) === word;
}

/** `load_acquire(x)`. */
function parseAcquire(tokens: Tokens): ExpressionSyntax {
  const { start } = tokens.take();
  tokens.expect('(', '`(`');
  const cell = parseCell(tokens, 'a shared variable');
  tokens.expect(')', '`[` or `)`');
  return { ...cell, acquire: true, start, end: tokens.lastEnd };
}

/** `x`, `a[e]`. */
export function parseCell(tokens: Tokens, expected: string): NameUse {
  const name = parseName(tokens, expected);
  const reading = { tokens, temporal: false, operators: 0 };
  const index = parseIndex(reading);
  return { kind: 'name', name, index, ...parsePath(reading), start: name.start, end: tokens.lastEnd };
}

/** `.next`, `[2]`, as many as there are. */
function parsePath(reading: Reading): { path?: readonly Accessor[] } {
  const { tokens } = reading;
  const path: Accessor[] = [];
  while (!tokens.panicking && (tokens.at('[') || tokens.at('.'))) {
    if (tokens.accept('.')) path.push({ field: parseName(tokens, 'the name of a field') });
    else path.push({ index: parseIndex(reading) as ExpressionSyntax });
  }
  return path.length === 0 ? {} : { path };
}

function parseIndex(reading: Reading): ExpressionSyntax | null {
  const { tokens } = reading;
  if (!tokens.accept('[')) return null;
  const index = parseConditional(reading);
  tokens.expect(']', 'an operator or `]`');
  return index;
}

/** A variable, `count(T)`, or what belongs to an instance: `P(0)@cs`, `Sender.x`. */
function parseNamed(reading: Reading): ExpressionSyntax {
  const { tokens } = reading;
  const name = parseName(tokens, 'a name');
  const { start } = name;
  const inLine = !tokens.source.text.slice(name.end, tokens.current.start).includes('\n');
  if (['not', 'forall', 'exists'].includes(name.text) && inLine && startsOperand(tokens.current.kind)) {
    const { message, instead } = foreignWord(name.text) ?? { message: '', instead: null };
    tokens.fail('syntax', name, message, { instead });
  }
  if (!tokens.at('(') && !tokens.at('@') && !tokens.at('.')) {
    const index = parseIndex(reading);
    return { kind: 'name', name, index, ...parsePath(reading), start, end: tokens.lastEnd };
  }
  const list = tokens.at('(') ? argumentsAt(reading) : null;
  const instance: InstanceSyntax = { name, arguments: list, start, end: tokens.lastEnd };
  if (tokens.accept('@')) {
    const label = parseLabel(tokens);
    return { kind: 'at', instance, label, start, end: label.end };
  }
  if (tokens.accept('.')) {
    const variable = parseName(tokens, 'a local variable');
    const index = parseIndex(reading);
    const path = parsePath(reading);
    if (tokens.at('(')) failAtMethod(tokens, { path: [{ field: variable }, ...(path.path ?? [])] });
    return { kind: 'localOf', instance, variable, index, ...path, start, end: tokens.lastEnd };
  }
  const [only] = list ?? [];
  if (name.text === 'count' && list?.length === 1 && only?.kind === 'name' && only.index === null) {
    return { kind: 'count', thread: only.name, start, end: tokens.lastEnd };
  }
  if (reading.property !== true) failAtCall(tokens, name);
  tokens.failExpecting('`@` and a label, or `.` and a local variable');
  return nothing(tokens);
}

/** A call inside of an expression. */
export function failAtCall(tokens: Tokens, name: Name): void {
  const message = 'a procedure is called alone or behind `=`: keep its value in a local first';
  const foreign = foreignCall(name.text);
  tokens.fail('syntax', name, foreign?.message ?? message, { instead: foreign?.instead ?? null });
}

/** `x.store(1)`. */
export function failAtMethod(tokens: Tokens, { path = [] }: Pick<NameUse, 'path'>): void {
  const last = path.at(-1);
  if (last === undefined || !('field' in last)) return;
  tokens.fail(
    'syntax',
    last.field,
    foreignCall(last.field.text)?.message ?? 'there are no methods: a procedure takes `shared x`',
  );
}

/** An operator stands here. */
export function continuesExpression(tokens: Tokens): boolean {
  return operatorAt({ tokens, temporal: false, operators: 0 }) !== null || tokens.at('?');
}

/** `cs`, or one of a procedure: `acquire.spin`. */
function parseLabel(tokens: Tokens): Name {
  const label = parseName(tokens, 'a label');
  if (!tokens.accept('.')) return label;
  const inner = parseName(tokens, 'a label of the procedure');
  return { text: `${label.text}.${inner.text}`, start: label.start, end: inner.end };
}

const startsOperand = (kind: TokenKind | 'end') => kind === 'name' || kind === 'true' || kind === 'false';

/** `(a, b)`, `()`. */
export function parseArguments(tokens: Tokens): ExpressionSyntax[] {
  if (tokens.at('(') && tokens.peek() === ')') {
    tokens.take();
    tokens.take();
    return [];
  }
  return argumentsAt({ tokens, temporal: false, operators: 0 });
}

function argumentsAt(reading: Reading): ExpressionSyntax[] {
  const { tokens } = reading;
  tokens.expect('(', '`(`');
  const list = [parseConditional(reading)];
  while (tokens.accept(',')) list.push(parseConditional(reading));
  tokens.expect(')', '`,` or `)`');
  return list;
}

/** What stands for an expression after a failure; it is thrown away by whoever recovers. */
function nothing(tokens: Tokens): ExpressionSyntax & Span {
  return { kind: 'boolean', value: true, start: tokens.current.start, end: tokens.current.start };
}
