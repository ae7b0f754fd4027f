/**
 * Processes of `.dve` files: sections and transitions.
 *
 * Sections may stand in any order, and every one may stand several times but `init`. A fault in a transition costs that
 * transition, a fault in another section that section. Commas between transitions and the semicolon behind the last may
 * be missing.
 */
import type { Span } from '../shared/source.js';
import { foreignAssignment, foreignBeginning } from './foreign.js';
import type { TokenKind, Tokens } from './lex.js';
import { parseVariables } from './parse-declaration.js';
import {
  expectAfterExpression,
  failAtForeignOperator,
  parseExpression,
  parseName,
  parseTarget,
} from './parse-expression.js';
import type {
  AcceptanceKind,
  AssertionSyntax,
  AssignmentSyntax,
  ExpressionSyntax,
  Name,
  ProcessSyntax,
  SectionSyntax,
  SyncSyntax,
  TransitionSyntax,
} from './syntax.js';

interface ParsedProcess {
  readonly syntax: ProcessSyntax;
  /** All that others or a check need was read: the head, variables, states and the first state. */
  readonly complete: boolean;
}

const SECTIONS: ReadonlySet<TokenKind> = new Set<TokenKind>([
  ...(['const', 'byte', 'int', 'state', 'init', 'accept', 'commit', 'assert', 'trans'] as const),
]);
const NEEDED: ReadonlySet<string> = new Set<TokenKind>(['const', 'byte', 'int', 'state', 'init']);
const startsSection = (kind: TokenKind) => SECTIONS.has(kind);
const endsProcess = (kind: TokenKind) => kind === 'process' || kind === 'system' || kind === 'channel';
const endsSection = (kind: TokenKind) => kind === ';' || kind === '}' || startsSection(kind) || endsProcess(kind);

export function parseProcess(tokens: Tokens): ParsedProcess {
  const { start } = tokens.take();
  const name = parseName(tokens, 'the name of a process');
  tokens.expect('{', '`{`');
  let complete = !tokens.panicking;
  if (!complete) {
    tokens.recover((kind) => kind === '{' || startsSection(kind) || endsProcess(kind));
    tokens.accept('{');
  }
  const sections: SectionSyntax[] = [];
  while (!tokens.at('}') && !tokens.at('end') && !endsProcess(tokens.current.kind as TokenKind)) {
    if (tokens.accept(';')) continue;
    const { kind } = tokens.current;
    const section = parseSection(tokens);
    // What was read of the transitions counts: the names in them are looked up, whatever follows them.
    if (section !== null && (!tokens.panicking || section.kind === 'trans')) sections.push(section);
    if (tokens.panicking) {
      // A word that begins no section may have been meant for one of these.
      if (NEEDED.has(kind) || !SECTIONS.has(kind as TokenKind)) complete = false;
      tokens.recover(endsSection);
      tokens.accept(';');
    }
  }
  if (!tokens.at('}')) {
    tokens.failExpecting('a section or `}`');
    tokens.recover(endsProcess);
    complete = false;
  } else tokens.take();
  return { syntax: { kind: 'process', name, sections, start, end: tokens.lastEnd }, complete };
}

function parseSection(tokens: Tokens): SectionSyntax | null {
  const { kind, start } = tokens.current;
  switch (kind) {
    case 'const':
    case 'byte':
    case 'int':
      return parseVariables(tokens);
    case 'state':
    case 'commit': {
      tokens.take();
      const states = parseNames(tokens);
      tokens.expect(';', '`,` or `;`');
      return { kind, states, start, end: tokens.lastEnd };
    }
    case 'init': {
      tokens.take();
      const state = parseName(tokens, 'the first state');
      if (tokens.at(',')) tokens.fail('syntax', tokens.current, 'a process begins in one state');
      tokens.expect(';', '`;`');
      return { kind, state, start, end: tokens.lastEnd };
    }
    case 'accept':
      return parseAcceptance(tokens);
    case 'assert': {
      tokens.take();
      const assertions: AssertionSyntax[] = [];
      do {
        const state = parseName(tokens, 'a state');
        tokens.expect(':', '`:` and a condition');
        const condition = parseExpression(tokens);
        assertions.push({ state, condition, start: state.start, end: tokens.lastEnd });
      } while (tokens.accept(','));
      expectAfterExpression(tokens, ';', 'an operator, `,` or `;`');
      return { kind, assertions, start, end: tokens.lastEnd };
    }
    case 'trans':
      return parseTransitions(tokens);
    default: {
      const slip = kind === 'name' ? foreignBeginning(tokens.text(tokens.current), 'section') : null;
      if (slip !== null) tokens.fail('syntax', tokens.current, slip);
      tokens.failExpecting('a section (`state`, `init`, `accept`, `commit`, `assert`, `trans`), a variable or `}`');
      return null;
    }
  }
}

function parseNames(tokens: Tokens): Name[] {
  const names: Name[] = [];
  do names.push(parseName(tokens, 'a state'));
  while (tokens.accept(','));
  return names;
}

function parseAcceptance(tokens: Tokens): SectionSyntax {
  const { start } = tokens.take();
  const { kind } = tokens.current;
  let condition: AcceptanceKind = 'buchi';
  if (kind === 'buchi' || kind === 'genbuchi' || kind === 'muller' || kind === 'rabin' || kind === 'streett') {
    condition = kind;
    tokens.take();
  }
  const sets: Name[][] = [];
  if (condition === 'buchi') sets.push(parseNames(tokens));
  else {
    do {
      tokens.expect('(', '`(`');
      sets.push(parseSet(tokens));
      if (condition === 'rabin' || condition === 'streett') {
        tokens.expect(';', '`,` or `;`');
        sets.push(parseSet(tokens));
      }
      tokens.expect(')', '`,` or `)`');
    } while (tokens.accept(','));
  }
  tokens.expect(';', '`,` or `;`');
  return { kind: 'accept', condition, sets, start, end: tokens.lastEnd };
}

/** The states of a set in brackets, which may be empty. */
function parseSet(tokens: Tokens): Name[] {
  return tokens.at(';') || tokens.at(')') ? [] : parseNames(tokens);
}

function parseTransitions(tokens: Tokens): SectionSyntax {
  const { start } = tokens.take();
  const transitions: TransitionSyntax[] = [];
  do {
    const transition = parseTransition(tokens);
    if (transition !== null) transitions.push(transition);
    tokens.accept(',');
  } while (tokens.at('name') || tokens.at('->'));
  const { kind } = tokens.current;
  const over = kind === 'end' || kind === '}' || startsSection(kind) || endsProcess(kind);
  if (!tokens.accept(';') && !over) tokens.failExpecting('a transition, `;` or `}`');
  return { kind: 'trans', transitions, start, end: tokens.lastEnd };
}

/** Null when it could not be read: the cursor stands behind it, then. */
function parseTransition(tokens: Tokens): TransitionSyntax | null {
  const { start } = tokens.current;
  const from = tokens.at('->') ? null : parseName(tokens, 'a state, or `->`');
  tokens.expect('->', '`->`');
  const to = parseName(tokens, 'a state');
  tokens.expect('{', '`{`');
  if (tokens.panicking) {
    tokens.recover((kind) => kind === '{' || endsTransition(kind));
    if (tokens.at('{')) skipBody(tokens);
    return null;
  }
  const body = parseBody(tokens);
  if (tokens.panicking) {
    skipBody(tokens);
    return null;
  }
  return { from, to, ...body, start, end: tokens.lastEnd };
}

const endsTransition = (kind: TokenKind) => kind === ',' || endsSection(kind);

function skipBody(tokens: Tokens): void {
  tokens.recover((kind) => kind === '}' || startsSection(kind) || endsProcess(kind));
  tokens.accept('}');
}

const CLAUSES = ['guard', 'sync', 'effect'] as const;

function parseBody(tokens: Tokens): Pick<TransitionSyntax, 'guards' | 'sync' | 'effects'> {
  const guards: ExpressionSyntax[] = [];
  const effects: AssignmentSyntax[] = [];
  let sync: SyncSyntax | null = null;
  let last = -1;
  for (let next = clauseAt(tokens); next >= 0; next = clauseAt(tokens)) {
    if (next <= last) failAtClause(tokens, next, last);
    last = next;
    tokens.take();
    if (next === 0) {
      do guards.push(parseExpression(tokens));
      while (tokens.accept(','));
      expectAfterExpression(tokens, ';', 'an operator, `,` or `;`');
    } else if (next === 1) {
      sync = parseSync(tokens);
      expectAfterExpression(tokens, ';', sync.values.length > 0 && !sync.braces ? 'an operator or `;`' : '`;`');
    } else {
      do effects.push(parseAssignment(tokens));
      while (tokens.accept(','));
      expectAfterExpression(tokens, ';', 'an operator, `,` or `;`');
    }
  }
  const slip = tokens.at('name') ? foreignBeginning(tokens.text(tokens.current), 'clause') : null;
  if (slip !== null) tokens.fail('syntax', tokens.current, slip);
  tokens.expect('}', '`guard`, `sync`, `effect` or `}`');
  return { guards, sync, effects };
}

/** The clause that begins at the cursor, as its position among the three; -1 for none. */
function clauseAt(tokens: Tokens): number {
  return CLAUSES.findIndex((clause) => tokens.at(clause));
}

function failAtClause(tokens: Tokens, next: number, last: number): void {
  const [word, before] = [CLAUSES[next], CLAUSES[last]];
  if (next === last) {
    const message = `a second \`${word}\`: ${next === 1 ? 'a transition has one' : 'write `,` between its parts'}`;
    tokens.fail('duplicate', tokens.current, message);
  } else tokens.fail('order', tokens.current, `\`${word}\` stands before \`${before}\``);
}

function parseSync(tokens: Tokens): SyncSyntax {
  const channel = parseName(tokens, 'a channel');
  const { kind } = tokens.current;
  const direction = kind === '?' ? '?' : '!';
  if (kind === '?') tokens.take();
  else tokens.expect('!', '`!` or `?`');
  const values: ExpressionSyntax[] = [];
  const parsePart = (): void => {
    values.push(direction === '!' ? parseExpression(tokens) : parseTarget(tokens));
  };
  const braces = tokens.accept('{') !== null;
  if (braces) {
    do parsePart();
    while (tokens.accept(','));
    expectAfterExpression(tokens, '}', '`,` or `}`');
  } else if (!tokens.at(';')) parsePart();
  if (!braces && tokens.at(',')) {
    const message = `several values stand in braces: \`${direction}{x, y}\``;
    tokens.fail('syntax', tokens.current, message);
  }
  return { channel, direction, values, braces, ...spanFrom(channel, tokens) };
}

function parseAssignment(tokens: Tokens): AssignmentSyntax {
  const target = parseTarget(tokens);
  const { kind } = tokens.current;
  if (kind !== '=' && !tokens.panicking) {
    const slip = foreignAssignment(tokens.text(target), kind, tokens.peek());
    if (slip !== null) tokens.fail('syntax', tokens.current, slip);
  }
  tokens.expect('=', '`=`');
  const value = parseExpression(tokens);
  failAtForeignOperator(tokens);
  return { target, value, ...spanFrom(target, tokens) };
}

function spanFrom({ start }: Span, tokens: Tokens): Span {
  return { start, end: tokens.lastEnd };
}
