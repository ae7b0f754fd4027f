/**
 * `.fp` files into syntax trees: the declarations.
 *
 * After a failure reading goes on at the next word that starts a declaration (those words are reserved, so they stand
 * nowhere else); inside a thread already at the next statement. `complete` says whether a declaration that others may
 * refer to was lost.
 */
import { foreignDeclaration } from './foreign.js';
import type { TokenKind } from './lex.js';
import { failAtForeignOperator, parseExpression, parseName, parseType, type Tokens } from './parse-expression.js';
import { parseBlock, parseDeclarators, parseDeclaredName, parseValue, startsDeclaration } from './parse-statement.js';
import type {
  Comment,
  DeclarationSyntax,
  ExpressionSyntax,
  FieldSyntax,
  IncludeSyntax,
  InstanceTuple,
  Name,
  ParameterSyntax,
  ProcedureParameter,
  ProcedureSyntax,
  ProgramSyntax,
  ThreadSyntax,
  ValueSyntax,
} from './syntax.js';

export interface Parsed {
  readonly syntax: ProgramSyntax;
  /** Every constant, type, variable and thread was read. */
  readonly complete: boolean;
  /** Declarations with faults in them, as far as they could be read: for editors, which look at unfinished texts. */
  readonly damaged: readonly DeclarationSyntax[];
}

const properties: ReadonlySet<string> = new Set<TokenKind>(['never', 'invariant', 'lemma', 'ltl', 'predicates']);

/** What another text has; null where it is not there, which was told, or was read before. */
export type Include = (file: IncludeSyntax) => Parsed | null;

export function parseProgram(tokens: Tokens, comments: readonly Comment[], include: Include): Parsed {
  const declarations: DeclarationSyntax[] = [];
  const damaged: DeclarationSyntax[] = [];
  let complete = true;
  while (!tokens.at('end')) {
    if (tokens.accept(';')) continue;
    const { kind } = tokens.current;
    const before = tokens.diagnostics.errors;
    const declaration = parseDeclaration(tokens);
    if (tokens.panicking || tokens.diagnostics.errors > before || declaration === null) {
      if (!properties.has(kind)) complete = false;
      if (declaration !== null) damaged.push(declaration);
      tokens.recover(startsDeclaration);
    } else {
      declarations.push(declaration);
      if (declaration.kind !== 'include') continue;
      const included = include(declaration);
      declarations.push(...(included?.syntax.declarations ?? []));
      if (included?.complete === false || tokens.diagnostics.errors > before) complete = false;
    }
  }
  complete &&= tokens.diagnostics.errors === 0 || declarations.length > 0;
  return { syntax: { declarations, comments }, complete, damaged };
}

function parseDeclaration(tokens: Tokens): DeclarationSyntax | null {
  const { kind, start } = tokens.current;
  switch (kind) {
    case 'const': {
      tokens.take();
      if (tokens.at('int') || tokens.at('bool') || (tokens.at('name') && tokens.peek() === 'name')) {
        tokens.fail('syntax', tokens.current, 'a constant has no type: `const N = 3`', 'the name of a constant');
      }
      const name = parseName(tokens, 'the name of a constant');
      if (tokens.at(':')) tokens.fail('syntax', tokens.current, 'a constant has no type: `const N = 3`', '`=`');
      tokens.expect('=', '`=`');
      const value = parseExpression(tokens);
      return { kind, name, value, start, end: tokens.lastEnd };
    }
    case 'type':
      return parseTypeDeclaration(tokens);
    case 'shared':
    case 'ghost': {
      tokens.take();
      const declarators = parseDeclarators(tokens);
      return { kind, declarators, start, end: tokens.lastEnd };
    }
    case 'thread':
      return parseThread(tokens);
    case 'proc':
      return parseProcedure(tokens);
    case 'record':
      return parseRecord(tokens);
    case 'never':
    case 'invariant':
    case 'lemma': {
      tokens.take();
      const name = parsePropertyName(tokens);
      const condition = parseExpression(tokens, false, true);
      failAtForeignOperator(tokens);
      return { kind, name, condition, start, end: tokens.lastEnd };
    }
    case 'ltl': {
      tokens.take();
      const name = parseName(tokens, 'the name of the property');
      tokens.expect(':', '`:`');
      const formula = parseExpression(tokens, true);
      return { kind, name, formula, start, end: tokens.lastEnd };
    }
    case 'predicates':
      return parsePredicates(tokens);
    default: {
      if (tokens.text(tokens.current) === 'include') return parseInclude(tokens);
      const foreign = foreignDeclaration(tokens.text(tokens.current));
      if (foreign !== null) tokens.fail('syntax', tokens.current, foreign);
      tokens.failExpecting(
        'a declaration: `const`, `type`, `record`, `shared`, `ghost`, `proc`, `thread`, `never`, `invariant`, `lemma`, `ltl`, `predicates`, `include`',
      );
      return null;
    }
  }
}

function parseInclude(tokens: Tokens): DeclarationSyntax {
  const { start } = tokens.take();
  const { start: begin, end } = tokens.expect('file', 'the name of a file: `include "lock.fp"`');
  return { kind: 'include', file: tokens.source.text.slice(begin + 1, end - 1), start, end };
}

function parsePropertyName(tokens: Tokens): Name | null {
  if (!tokens.at('name') || tokens.peek() !== ':') return null;
  const name = parseName(tokens, 'a name');
  tokens.take();
  return name;
}

/** `type colour = red | green`, or another name for a type: `type ticket = 0..7`. */
function parseTypeDeclaration(tokens: Tokens): DeclarationSyntax {
  const { start } = tokens.take();
  const name = parseName(tokens, 'the name of a type');
  tokens.expect('=', '`=`');
  if (!tokens.at('name') || tokens.peek() !== '|') {
    const type = parseType(tokens);
    return { kind: 'type', name, constructors: null, type, start, end: tokens.lastEnd };
  }
  const constructors: Name[] = [];
  do constructors.push(parseName(tokens, 'the name of a value'));
  while (tokens.accept('|'));
  return { kind: 'type', name, constructors, type: null, start, end: tokens.lastEnd };
}

function parseThread(tokens: Tokens): ThreadSyntax {
  const { start } = tokens.take();
  const name = parseName(tokens, 'the name of a thread');
  let count: ValueSyntax | ExpressionSyntax | null = null;
  const parameters: ParameterSyntax[] = [];
  let instances: InstanceTuple[] | null = null;
  if (tokens.accept('[')) {
    const any = tokens.accept('any');
    count = any === null ? parseExpression(tokens) : { kind: 'any', start: any.start, end: any.end };
    tokens.expect(']', '`]`');
  } else if (tokens.accept('(')) {
    if (tokens.at(')')) {
      const message = `a thread without parameters is written \`thread ${name.text} { ... }\``;
      tokens.fail('syntax', tokens.current, message, 'the name of a parameter');
    }
    do parameters.push(parseParameter(tokens));
    while (tokens.accept(','));
    tokens.expect(')', '`,` or `)`');
    if (tokens.accept('for')) instances = parseInstances(tokens);
  }
  if (!tokens.at('{')) tokens.failExpecting(describeHead(count !== null, parameters.length > 0, instances !== null));
  const body = parseBlock(tokens);
  return { kind: 'thread', name, count, parameters, instances, body, start, end: tokens.lastEnd };
}

/** `record node { next: 0..3 = 3, locked: bool }`; the commas may be left out, or be semicolons. */
function parseRecord(tokens: Tokens): DeclarationSyntax {
  const { start } = tokens.take();
  const name = parseName(tokens, 'the name of a record');
  const fields: FieldSyntax[] = [];
  tokens.expect('{', '`{`');
  do {
    failAtType(tokens, 'the name of a field');
    const declared = parseDeclaredName(tokens, 'the name of a field');
    tokens.expect(':', '`:` and the type of the field');
    const type = parseType(tokens);
    const initial = tokens.accept('=') ? parseValue(tokens) : null;
    fields.push({ ...declared, type, initial, start: declared.name.start, end: tokens.lastEnd });
  } while ((tokens.accept(',') || tokens.accept(';') || !tokens.at('}')) && !tokens.at('}') && !tokens.panicking);
  tokens.expect('}', '`,` or `}`');
  return { kind: 'record', name, fields, start, end: tokens.lastEnd };
}

function parseProcedure(tokens: Tokens): ProcedureSyntax {
  const { start } = tokens.take();
  const name = parseName(tokens, 'the name of a procedure');
  const parameters: ProcedureParameter[] = [];
  tokens.expect('(', '`(`');
  if (!tokens.at(')')) {
    do {
      const shared = tokens.accept('shared') !== null;
      parameters.push({ ...parseParameter(tokens), shared });
    } while (tokens.accept(','));
  }
  tokens.expect(')', parameters.length === 0 ? 'a parameter or `)`' : '`,` or `)`');
  if (tokens.at(':') || tokens.at('->')) {
    const message = 'what `return e` gives has no type of its own: leave it out';
    tokens.fail('syntax', tokens.current, message, '`{`');
  }
  const body = parseBlock(tokens);
  return { kind: 'proc', name, parameters, body, start, end: tokens.lastEnd };
}

function describeHead(counted: boolean, parameters: boolean, instances: boolean): string {
  if (counted) return '`{`';
  if (instances) return '`,` or `{`';
  return parameters ? '`for` or `{`' : '`(`, `[` or `{`';
}

/** `int me`, as in C. */
function failAtType(tokens: Tokens, expected: string): void {
  if (!tokens.at('int') && !tokens.at('bool') && !(tokens.at('name') && tokens.peek() === 'name')) return;
  const message = `the type stands behind the name: \`me: ${tokens.text(tokens.current)}\``;
  tokens.fail('syntax', tokens.current, message, expected);
}

function parseParameter(tokens: Tokens): ParameterSyntax {
  failAtType(tokens, 'the name of a parameter');
  const name = parseName(tokens, 'the name of a parameter');
  tokens.expect(':', '`:` and the type of the parameter');
  const type = parseType(tokens);
  return { name, type, start: name.start, end: tokens.lastEnd };
}

function parseInstances(tokens: Tokens): InstanceTuple[] {
  const instances: InstanceTuple[] = [];
  do {
    const { start } = tokens.expect('(', '`(` and the arguments of an instance');
    const values = [parseExpression(tokens)];
    while (tokens.accept(',')) values.push(parseExpression(tokens));
    tokens.expect(')', '`,` or `)`');
    instances.push({ values, start, end: tokens.lastEnd });
  } while (tokens.accept(','));
  return instances;
}

function parsePredicates(tokens: Tokens): DeclarationSyntax {
  const { start } = tokens.take();
  tokens.expect('{', '`{`');
  const conditions: ExpressionSyntax[] = [];
  while (!tokens.at('}') && !tokens.panicking) {
    conditions.push(parseExpression(tokens, false, true));
    if (!tokens.accept(';') && !tokens.at('}')) tokens.failExpecting('an operator, `;` or `}`');
  }
  tokens.expect('}', '`}`');
  return { kind: 'predicates', conditions, start, end: tokens.lastEnd };
}
