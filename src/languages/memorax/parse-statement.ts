/**
 * Statements. A broken one is skipped up to the `;`, `or` or `}` behind it, brackets counted, and the rest is read all
 * the same.
 */
import type { TokenKind, Tokens } from './lex.js';
import { nameOf, parseCondition, parseExpression, parseMemory } from './parse-expression.js';
import type { LabelledSyntax, StatementSyntax } from './syntax.js';

type Shape = StatementSyntax extends infer One
  ? One extends StatementSyntax
    ? Omit<One, 'start' | 'end'>
    : never
  : never;

/** Is what follows no longer part of the statement that went wrong? */
function stops(inside: boolean): (kind: TokenKind) => boolean {
  let depth = 0;
  return (kind) => {
    if (kind === 'process') return true;
    if (depth <= 0 && (kind === ';' || (inside && (kind === 'or' || kind === '}')))) return true;
    if (kind === '{') depth++;
    else if (kind === '}') depth--;
    return false;
  };
}

/** Statements up to a closing bracket (`inside`), or to the next process. */
export function parseStatements(tokens: Tokens, inside: boolean): LabelledSyntax[] {
  const statements: LabelledSyntax[] = [];
  const ends = () => (inside ? tokens.at('or') || tokens.at('}') : tokens.at('process') || tokens.at('end'));
  do {
    if (statements.length > 0 && (ends() || tokens.at('end'))) {
      tokens.fail('syntax', tokens.current, 'a statement is missing: `;` separates statements, none stands at the end');
    }
    statements.push(parseLabelled(tokens));
    if (!tokens.panicking && !tokens.at(';') && !ends()) {
      tokens.failExpecting(inside ? '`;`, `or` or `}`' : '`;`, `process` or the end');
    }
    if (tokens.panicking) tokens.recover(stops(inside));
  } while (tokens.accept(';') !== null);
  return statements;
}

/** `{ a; b or c; d }`; the bracket is still to come. */
function parseAlternatives(tokens: Tokens): LabelledSyntax[][] {
  tokens.expect('{', '`{`');
  const alternatives: LabelledSyntax[][] = [];
  if (tokens.panicking) return alternatives;
  do alternatives.push(parseStatements(tokens, true));
  while (tokens.accept('or') !== null);
  tokens.expect('}', '`}`');
  return alternatives;
}

function parseLabelled(tokens: Tokens): LabelledSyntax {
  const label = tokens.at('name') ? nameOf(tokens, tokens.take()) : null;
  if (label !== null) {
    if (tokens.at(':=')) {
      const message = `memory is written by \`write: ${label.text.slice(0, 40)} := ...\`; an assignment needs a register`;
      tokens.fail('syntax', label, message);
    }
    tokens.expect(':', '`:` behind a label');
    if (tokens.at('name') && tokens.peek() === ':') {
      tokens.fail('syntax', tokens.current, 'a second label: a statement has one at most');
    }
  }
  const { start } = tokens.current;
  const shape: Shape = tokens.enter() ? parseStatement(tokens) : { kind: 'nop' };
  tokens.leave();
  const statement: StatementSyntax = { ...shape, start, end: Math.max(start + 1, tokens.lastEnd) };
  return { label, statement };
}

function parseStatement(tokens: Tokens): Shape {
  switch (tokens.current.kind) {
    case 'nop':
    case 'fence':
    case 'ssfence':
    case 'llfence':
      return { kind: tokens.take().kind as 'nop' | 'fence' | 'ssfence' | 'llfence' };
    case 'read':
    case 'syncrd':
      return parseRead(tokens);
    case 'write':
    case 'syncwr':
      return parseWrite(tokens, tokens.at('write') ? 'write' : 'syncwr');
    case 'slocked':
      tokens.take();
      if (!tokens.at('write')) tokens.failExpecting('`write`');
      return parseWrite(tokens, 'slocked');
    case 'locked':
      return parseLocked(tokens);
    case 'cas':
      return parseCompareAndSwap(tokens);
    case 'register': {
      const register = nameOf(tokens, tokens.take());
      tokens.expect(':=', '`:=`');
      if (tokens.at('name')) {
        const message = `memory is read by \`read: ${register.text.slice(0, 40)} := ...\``;
        tokens.fail('syntax', tokens.current, message);
      }
      return { kind: 'assign', register, value: parseExpression(tokens) };
    }
    case 'assume':
      tokens.take();
      tokens.expect(':', '`:`');
      return { kind: 'assume', condition: parseCondition(tokens) };
    case 'if':
      return parseIf(tokens);
    case 'while': {
      tokens.take();
      const condition = parseCondition(tokens);
      tokens.expect('do', '`do`');
      return { kind: 'while', condition, body: parseLabelled(tokens) };
    }
    case 'either':
      tokens.take();
      return { kind: 'either', alternatives: parseAlternatives(tokens) };
    case 'goto':
      tokens.take();
      return { kind: 'goto', label: nameOf(tokens, tokens.expect('name', 'a label')) };
    case '{': {
      tokens.take();
      const statements = parseStatements(tokens, true);
      if (tokens.at('or')) tokens.fail('syntax', tokens.current, '`or` belongs into `either { }` or `locked { }`');
      tokens.expect('}', '`}`');
      return { kind: 'block', statements };
    }
    default:
      if (tokens.at('name') && tokens.peek() === ':=') {
        const target = tokens.text(tokens.current);
        const message = `memory is written by \`write: ${target} := ...\`; registers have a \`$\``;
        tokens.fail('syntax', tokens.current, message, 'a statement');
      }
      tokens.failExpecting('a statement');
      return { kind: 'nop' };
  }
}

function parseRead(tokens: Tokens): Shape {
  const sync = tokens.take().kind === 'syncrd';
  tokens.expect(':', '`:`');
  if (tokens.at('register')) {
    const register = nameOf(tokens, tokens.take());
    tokens.expect(':=', '`:=`');
    return { kind: 'load', sync, register, memory: parseMemory(tokens) };
  }
  const memory = parseMemory(tokens);
  if (tokens.at(':=')) tokens.fail('syntax', tokens.current, 'a read compares by `=`, or assigns to a register');
  tokens.expect('=', '`=`');
  return { kind: 'read', sync, memory, equals: parseExpression(tokens) };
}

function parseWrite(tokens: Tokens, how: 'write' | 'syncwr' | 'slocked'): Shape {
  tokens.take();
  tokens.expect(':', '`:`');
  const memory = parseMemory(tokens);
  tokens.expect(':=', '`:=`');
  return { kind: 'write', how, memory, value: parseExpression(tokens) };
}

function parseLocked(tokens: Tokens): Shape {
  tokens.take();
  if (!tokens.at('write')) {
    if (!tokens.at('{')) tokens.failExpecting('`write` or `{`');
    return { kind: 'locked', sugar: null, alternatives: parseAlternatives(tokens) };
  }
  const { start } = tokens.current;
  const statement: StatementSyntax = { ...parseWrite(tokens, 'write'), start, end: tokens.lastEnd };
  return { kind: 'locked', sugar: 'write', alternatives: [[{ label: null, statement }]] };
}

function parseCompareAndSwap(tokens: Tokens): Shape {
  const { start } = tokens.take();
  tokens.expect('(', '`(`');
  const memory = parseMemory(tokens);
  tokens.expect(',', '`,`');
  const equals = parseExpression(tokens);
  tokens.expect(',', '`,`');
  const value = parseExpression(tokens);
  tokens.expect(')', '`)`');
  const span = { start, end: tokens.lastEnd };
  const read: StatementSyntax = { kind: 'read', sync: false, memory, equals, ...span };
  const write: StatementSyntax = { kind: 'write', how: 'write', memory, value, ...span };
  const statements = [read, write].map((statement) => ({ label: null, statement }));
  return { kind: 'locked', sugar: 'cas', alternatives: [statements] };
}

function parseIf(tokens: Tokens): Shape {
  tokens.take();
  const condition = parseCondition(tokens);
  tokens.expect('then', '`then`');
  const then = parseLabelled(tokens);
  const otherwise = tokens.accept('else') === null ? null : parseLabelled(tokens);
  return { kind: 'if', condition, then, otherwise };
}
