/**
 * Statements and declarations of variables.
 *
 * Semicolons are optional: a statement ends where the next one begins, and none begins with what could continue an
 * expression. After a failure reading goes on at the next semicolon, brace or line.
 */
import type { Span } from '../shared/source.js';
import { foreignAssignment, foreignStatement } from './foreign.js';
import type { TokenKind } from './lex.js';
import {
  atCall,
  continuesExpression,
  failAtCall,
  failAtForeignOperator,
  failAtMethod,
  parseArguments,
  parseBound,
  parseCell,
  parseExpression,
  parseName,
  parseType,
  type Tokens,
} from './parse-expression.js';
import {
  type Block,
  COMPOUND,
  type DeclaratorSyntax,
  type DeclaredName,
  type ExpressionSyntax,
  type InitialSyntax,
  isLocked,
  type Name,
  type NameUse,
  type StatementSyntax,
  type SwitchCase,
  type ValueSyntax,
} from './syntax.js';

/** These words stand at the beginning of a declaration and nowhere else. */
const declarations: ReadonlySet<string> = new Set<TokenKind>([
  ...(['const', 'type', 'shared', 'thread', 'proc', 'record', 'ghost', 'never'] as const),
  ...(['invariant', 'lemma', 'ltl', 'predicates'] as const),
]);
export const startsDeclaration = (kind: TokenKind) => declarations.has(kind);

type Plain = Extract<StatementSyntax, { kind: 'skip' }>['kind'];

/** `{ ... }`; a failure inside is recovered from inside. */
export function parseBlock(tokens: Tokens): Block {
  const { start } = tokens.expect('{', '`{`');
  const block = parseStatements(tokens, start, 'a statement or `}`');
  if (tokens.panicking) return block;
  tokens.take();
  return { ...block, end: tokens.lastEnd };
}

/** What is inside of braces, up to the last of them; of a `case`, up to the next one. */
function parseStatements(tokens: Tokens, start: number, expected: string): Block {
  const statements: StatementSyntax[] = [];
  if (tokens.panicking) return { statements, start, end: tokens.lastEnd };
  const inCase = expected.includes('case');
  const atEnd = () => tokens.at('}') || (inCase && (tokens.at('case') || tokens.at('default')));
  while (!atEnd() && !tokens.at('end') && !startsDeclaration(tokens.current.kind as TokenKind)) {
    const at = tokens.current.start;
    if (tokens.accept(';')) continue;
    if (tokens.current.spoiled) {
      // What stands here continues something that could not be read, and was reported.
      recover(tokens, at);
      continue;
    }
    // One with a fault is kept for editors: the declaration around it has a fault, so nobody else looks at it.
    statements.push(parseStatement(tokens));
    if (tokens.panicking) recover(tokens, at);
  }
  if (!atEnd()) {
    const { line } = tokens.source.place(start);
    const found = `expected ${expected}, found ${tokens.describe(tokens.current)}`;
    const open = `the \`${inCase ? ':' : '{'}\` of line ${line} is open`;
    const inside = tokens.at('end') ? open : `${open}, and declarations stand outside of threads`;
    tokens.fail('syntax', tokens.current, `${found}: ${inside}`, expected);
  }
  return { statements, start, end: tokens.lastEnd };
}

/** To the next line or mark that may begin something; at least one token further than `from`. */
function recover(tokens: Tokens, from: number): void {
  const { text } = tokens.source;
  let last = tokens.lastEnd;
  tokens.recover((kind) => {
    const { start, end } = tokens.current;
    const newLine = text.slice(last, start).includes('\n');
    last = end;
    if (kind === '}' || kind === ';' || startsDeclaration(kind)) return true;
    return newLine && start > from;
  });
}

function parseStatement(tokens: Tokens): StatementSyntax {
  const { start } = tokens.current;
  const labels: Name[] = [];
  while (tokens.at('name') && tokens.peek() === ':') {
    labels.push(parseName(tokens, 'a label'));
    tokens.take();
  }
  if (labels.length > 0 && (tokens.at('}') || tokens.at('or'))) {
    tokens.fail('syntax', tokens.current, 'a label stands before a statement: write `skip`', 'a statement');
  }
  if (labels.length > 0 && tokens.at('=')) {
    tokens.fail('syntax', tokens.current, 'an assignment is written `=`, without `:`', 'a statement');
  }
  let statement: StatementSyntax = { kind: 'skip', labels, start, end: tokens.lastEnd };
  if (tokens.enter()) statement = { ...parseUnlabelled(tokens), labels, start, end: tokens.lastEnd };
  tokens.leave();
  return statement;
}

/** Without labels and places: the caller adds them. */
type Unlabelled = StatementSyntax extends infer Statement
  ? Statement extends StatementSyntax
    ? Omit<Statement, 'labels' | keyof Span>
    : never
  : never;

function parseUnlabelled(tokens: Tokens): StatementSyntax {
  return parseKind(tokens) as StatementSyntax;
}

function parseKind(tokens: Tokens): Unlabelled {
  const { kind } = tokens.current;
  switch (kind) {
    case 'local':
      tokens.take();
      return { kind, declarators: parseDeclarators(tokens) };
    case 'if': {
      tokens.take();
      const condition = parseExpression(tokens);
      const then = parseBody(tokens);
      const otherwise = tokens.accept('else') ? parseBody(tokens) : null;
      return { kind, condition, then, otherwise };
    }
    case 'while': {
      tokens.take();
      const condition = parseExpression(tokens);
      return { kind, condition, body: parseBody(tokens) };
    }
    case 'loop':
    case 'atomic':
      tokens.take();
      return { kind, body: parseBlock(tokens) };
    case '{':
      return { kind: 'block', body: parseBlock(tokens) };
    case 'await':
    case 'assume':
    case 'assert':
      tokens.take();
      return { kind, condition: parseExpression(tokens) };
    case 'for':
      return parseFor(tokens);
    case 'switch':
      return parseSwitch(tokens);
    case 'return': {
      const { end } = tokens.take();
      const alone =
        tokens.at('}') || tokens.at(';') || tokens.source.text.slice(end, tokens.current.start).includes('\n');
      return { kind, value: alone ? null : parseExpression(tokens) };
    }
    case 'goto':
      tokens.take();
      return { kind, target: parseName(tokens, 'a label') };
    case 'choose': {
      tokens.take();
      const branches = [parseBlock(tokens)];
      while (tokens.accept('or')) branches.push(parseBlock(tokens));
      return { kind, branches };
    }
    case 'break':
    case 'continue':
    case 'skip':
      tokens.take();
      failAtParenthesis(tokens, kind);
      return { kind: kind as Plain };
    case 'fence':
      tokens.take();
      failAtParenthesis(tokens, kind);
      return acceptStore(tokens) ? { kind, store: true } : { kind };
    case 'name':
      return atCall(tokens, 'store_release') ? parseRelease(tokens) : parseAssignment(tokens);
    default: {
      if (isLocked(kind)) return { kind: 'call', expression: parseExpression(tokens) };
      const twice = (kind === '+' || kind === '-') && tokens.peek() === kind;
      const slip = twice ? `there is no \`${kind}${kind}\`: write \`x ${kind}= 1\`` : SLIPS[kind];
      if (slip !== undefined) tokens.fail('syntax', tokens.current, slip);
      failAtForeignOperator(tokens);
      tokens.failExpecting('a statement');
      return { kind: 'skip' };
    }
  }
}

/** Words of the language that begin no statement. */
const SLIPS: Readonly<Record<string, string | undefined>> = {
  else: 'this `else` belongs to no `if`',
  '*': 'there are no pointers: name the variable, or give it to a procedure as `shared x: int`',
  '&': 'there are no addresses: name the variable itself',
  ')': 'this `)` closes nothing',
  thread: 'a thread is declared outside of others',
  case: '`case` stands inside of `switch e { ... }`',
  default: '`default` stands inside of `switch e { ... }`, behind the cases',
  or: '`or` stands between the branches of `choose`: the disjunction is written `||`',
  int: 'a variable of a thread is declared `local x: int`',
  bool: 'a variable of a thread is declared `local x: bool`',
};

/** `skip()`. */
function failAtParenthesis(tokens: Tokens, word: string): void {
  if (tokens.at('(')) tokens.fail('syntax', tokens.current, `\`${word}\` is written without parentheses`);
}

/** What tells that a word is a variable, a procedure or a label. */
const behindNames: ReadonlySet<string> = new Set(['=', '[', ':', '.', '(', ...COMPOUND.map((each) => `${each}=`)]);

/** The word behind `fence`. It is not reserved: a variable, a procedure or a label may have that name. */
function acceptStore(tokens: Tokens): boolean {
  const isWord = tokens.at('name') && tokens.text(tokens.current) === 'store';
  if (!isWord || behindNames.has(tokens.peek())) return false;
  tokens.take();
  return true;
}

/** `store_release(x, value)`. */
function parseRelease(tokens: Tokens): Unlabelled {
  tokens.take();
  tokens.expect('(', '`(`');
  const target = parseCell(tokens, 'a shared variable');
  tokens.expect(',', '`,` and a value');
  const value = parseValue(tokens);
  tokens.expect(')', 'an operator or `)`');
  return { kind: 'assign', target, value, release: true };
}

function parseAssignment(tokens: Tokens): Unlabelled {
  if (tokens.peek() === '(') return parseInvocation(tokens, null);
  const target = parseCell(tokens, 'a statement');
  if (tokens.at('==')) {
    tokens.fail('syntax', tokens.current, 'an assignment is written with a single `=`', {
      expected: '`=`',
      instead: '=',
    });
  }
  if (tokens.at('->')) tokens.fail('syntax', tokens.current, 'a field of a record is written `x.next`', '`=`');
  if (tokens.at('(')) failAtMethod(tokens, target);
  if (tokens.at(',')) tokens.fail('syntax', tokens.current, 'one variable is assigned at a time', '`=`');
  if (tokens.at('<') && tokens.peek() === '-') {
    tokens.fail('syntax', tokens.current, 'an assignment is written `=`', '`=`');
  }
  const operator = COMPOUND.find((each) => tokens.at(`${each}=`));
  if (operator !== undefined) {
    tokens.take();
    if (tokens.at('?')) tokens.fail('syntax', tokens.current, '`?` (any value) stands behind `=`', 'an expression');
    return { kind: 'assign', target, value: parseExpression(tokens), operator };
  }
  if (!tokens.at('=')) failAtForeignStatement(tokens, target);
  tokens.expect('=', '`=`');
  if (tokens.at('name') && tokens.peek() === '(' && !['count', 'load_acquire'].includes(tokens.text(tokens.current))) {
    return parseInvocation(tokens, target);
  }
  const value = parseValue(tokens);
  if (tokens.at('=')) tokens.fail('syntax', tokens.current, 'an assignment gives no value: write one after the other');
  return { kind: 'assign', target, value };
}

/** `acquire(me)`, alone or as the whole right side of an assignment. */
function parseInvocation(tokens: Tokens, target: NameUse | null): Unlabelled {
  const procedure = parseName(tokens, 'a procedure');
  const given = parseArguments(tokens);
  if (target !== null && continuesExpression(tokens)) failAtCall(tokens, procedure);
  return { kind: 'invoke', target, procedure, arguments: given };
}

/** `for i in 0..N - 1 { ... }`. */
function parseFor(tokens: Tokens): Unlabelled {
  tokens.take();
  if (tokens.at('(')) {
    tokens.fail('syntax', tokens.current, 'a loop that counts is written `for i in 0..2 { ... }`', 'a name');
  }
  const variable = parseName(tokens, 'the name of a variable');
  if (!tokens.at('name') || tokens.text(tokens.current) !== 'in') {
    tokens.fail('syntax', tokens.current, 'a loop that counts is written `for i in 0..2 { ... }`', '`in`');
  }
  tokens.take();
  const low = parseBound(tokens);
  tokens.expect('..', '`..` and the last value');
  if (tokens.at('=')) tokens.fail('syntax', tokens.current, 'the last value is included: write `0..2`', 'a value');
  const high = parseBound(tokens);
  return { kind: 'for', variable, low, high, body: parseBlock(tokens) };
}

/** `switch e { case 1, 2: ... default: ... }`. */
function parseSwitch(tokens: Tokens): Unlabelled {
  tokens.take();
  const value = parseExpression(tokens);
  const cases: SwitchCase<ExpressionSyntax, Block>[] = [];
  let otherwise: Block | null = null;
  tokens.expect('{', 'an operator or `{`');
  while ((tokens.at('case') || tokens.at('default')) && !tokens.panicking) {
    if (otherwise !== null) {
      tokens.fail('syntax', tokens.current, '`default` is the last of a `switch`, and there is one', '`}`');
    }
    const first = tokens.take();
    const values: ExpressionSyntax[] = [];
    if (first.kind === 'case') {
      do values.push(parseCaseValue(tokens));
      while (tokens.accept(','));
    }
    const { start } = tokens.expect(':', first.kind === 'case' ? '`,` or `:`' : '`:`');
    const body = parseStatements(tokens, start, '`case`, `default` or `}`');
    if (first.kind === 'case') cases.push({ values, body });
    else otherwise = body;
  }
  if (cases.length === 0 && otherwise === null) tokens.failExpecting('`case` and a value');
  tokens.expect('}', '`case`, `default` or `}`');
  return { kind: 'switch', value, cases, otherwise };
}

/** Without `? :`, whose colon would be the one behind the values. */
const parseCaseValue = (tokens: Tokens): ExpressionSyntax => parseBound(tokens);

/** What begins like an assignment and is none. */
function failAtForeignStatement(tokens: Tokens, { name, index }: NameUse): void {
  const { kind } = tokens.current;
  const operator = foreignAssignment(tokens.text({ start: name.start, end: tokens.lastEnd }), kind, tokens.peek());
  if (operator !== null) tokens.fail('syntax', tokens.current, operator, '`=`');
  else if (index === null) {
    const { message, instead } = foreignStatement(name.text, kind);
    tokens.fail('syntax', name, message, { expected: '`=`, `[` or `:`', instead });
  }
}

/** A block, or one statement as if it stood in braces. */
function parseBody(tokens: Tokens): Block {
  if (tokens.at('{')) return parseBlock(tokens);
  const { start } = tokens.current;
  if (tokens.at(':')) {
    tokens.fail('syntax', tokens.current, 'a body stands in braces: `{ ... }`', '`{` or a statement');
  } else if (tokens.at(';')) {
    tokens.fail('syntax', tokens.current, 'an empty body is written `{}`', '`{` or a statement');
  } else if (tokens.at('local')) {
    tokens.fail('syntax', tokens.current, 'a declaration needs a block around it', '`{` or a statement');
  } else if (!startsStatement(tokens)) {
    failAtForeignOperator(tokens);
    tokens.failExpecting('an operator, `{` or a statement');
  }
  const statement = parseStatement(tokens);
  // `if (c) x = 1; else ...`, as in C.
  if (tokens.at(';') && tokens.peek() === 'else') tokens.take();
  return { statements: [statement], start, end: tokens.lastEnd };
}

const statementStarts: ReadonlySet<string> = new Set<TokenKind>([
  ...(['if', 'while', 'loop', 'atomic', 'await', 'assume', 'assert', 'goto', 'choose', 'break', 'continue'] as const),
  ...(['skip', 'fence', 'name', 'for', 'switch', 'return'] as const),
]);
const startsStatement = ({ current: { kind } }: Tokens) => statementStarts.has(kind) || isLocked(kind);

/** An expression, or `?`. */
export function parseValue(tokens: Tokens): ExpressionSyntax | ValueSyntax {
  const mark = tokens.accept('?');
  return mark === null ? parseExpression(tokens) : { kind: 'any', start: mark.start, end: mark.end };
}

/** `x, y: 0..3 = 1, a[2]: bool`: names up to a type or a value share it. */
export function parseDeclarators(tokens: Tokens): DeclaratorSyntax[] {
  const declarators: DeclaratorSyntax[] = [];
  let open = true;
  while (open && !tokens.panicking) {
    const { start } = tokens.current;
    const names: DeclaredName[] = [];
    do {
      if (tokens.at('int') || tokens.at('bool')) {
        const message = `the type stands behind the name: \`x: ${tokens.current.kind}\``;
        tokens.fail('syntax', tokens.current, message, 'the name of a variable');
      }
      names.push(parseDeclaredName(tokens, 'the name of a variable'));
      open = !tokens.at(':') && !tokens.at('=') && tokens.accept(',') !== null;
    } while (open);
    if (tokens.at('int') || tokens.at('bool')) tokens.failExpecting('`:` before the type');
    const type = tokens.accept(':') ? parseType(tokens) : null;
    if (type !== null && tokens.at('[')) {
      tokens.fail('syntax', tokens.current, 'the number of cells stands behind the name: `a[2]: bool`');
    }
    const initial = tokens.accept('=') ? parseInitial(tokens) : null;
    declarators.push({ names, type, initial, start, end: tokens.lastEnd });
    open = tokens.accept(',') !== null;
  }
  return declarators;
}

/** `x`, `a[3]`, `a[2][3]`. */
export function parseDeclaredName(tokens: Tokens, expected: string): DeclaredName {
  const name = parseName(tokens, expected);
  const sizes: ExpressionSyntax[] = [];
  while (!tokens.panicking && tokens.accept('[')) {
    sizes.push(parseExpression(tokens));
    tokens.expect(']', 'an operator or `]`');
  }
  const [size = null, ...inner] = sizes;
  return inner.length === 0 ? { name, size } : { name, size, inner };
}

function parseInitial(tokens: Tokens): InitialSyntax {
  if (!tokens.at('{')) return parseValue(tokens);
  const { start } = tokens.take();
  const values = [parseValue(tokens)];
  while (tokens.accept(',')) values.push(parseValue(tokens));
  tokens.expect('}', '`,` or `}`');
  return { kind: 'list', values, start, end: tokens.lastEnd };
}
