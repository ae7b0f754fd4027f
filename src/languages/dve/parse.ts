/**
 * `.dve` files into syntax trees: the declarations.
 *
 * After a failure reading goes on behind the next semicolon, or at the next word that starts a declaration (those words
 * are reserved); inside of a process already at the next transition or section. `complete` says whether all
 * was read without which faults would be told that are none.
 */
import { foreignBeginning } from './foreign.js';
import type { TokenKind, Tokens } from './lex.js';
import { parseChannels, parseVariables } from './parse-declaration.js';
import { parseName } from './parse-expression.js';
import { parseProcess } from './parse-process.js';
import type { Comment, DeclarationSyntax, DveSyntax, SystemSyntax } from './syntax.js';

export interface Parsed {
  readonly syntax: DveSyntax;
  /** Every variable, channel, process and state was read, and the system. */
  readonly complete: boolean;
}

const startsDeclaration = (kind: TokenKind) =>
  kind === 'const' ||
  kind === 'byte' ||
  kind === 'int' ||
  kind === 'channel' ||
  kind === 'process' ||
  kind === 'system';

export function parseDve(tokens: Tokens, comments: readonly Comment[]): Parsed {
  const declarations: DeclarationSyntax[] = [];
  let complete = true;
  let system: SystemSyntax | null = null;
  while (!tokens.at('end')) {
    if (tokens.accept(';')) continue;
    if (system !== null) {
      const message = `the file ends with \`system\`: nothing stands behind it`;
      tokens.fail('order', tokens.current, message);
      tokens.recover(() => false);
      break;
    }
    const { kind } = tokens.current;
    let declaration: DeclarationSyntax | null;
    if (kind === 'process') {
      const parsed = parseProcess(tokens);
      declaration = parsed.syntax;
      complete &&= parsed.complete;
    } else declaration = parseDeclaration(tokens);
    if (tokens.panicking || declaration === null) {
      complete = false;
      tokens.recover((next) => next === ';' || startsDeclaration(next));
    } else {
      declarations.push(declaration);
      if (declaration.kind === 'system') system = declaration;
    }
  }
  return { syntax: { declarations, comments }, complete };
}

function parseDeclaration(tokens: Tokens): DeclarationSyntax | null {
  switch (tokens.current.kind) {
    case 'const':
    case 'byte':
    case 'int':
      return parseVariables(tokens);
    case 'channel':
      return parseChannels(tokens);
    case 'system':
      return parseSystem(tokens);
    case '}':
      tokens.fail('syntax', tokens.current, 'this `}` closes nothing');
      return null;
    default: {
      const slip = tokens.at('name') ? foreignBeginning(tokens.text(tokens.current), 'declaration') : null;
      if (slip !== null) tokens.fail('syntax', tokens.current, slip);
      tokens.failExpecting('a declaration: `const`, `byte`, `int`, `channel`, `process`, `system`');
      return null;
    }
  }
}

function parseSystem(tokens: Tokens): SystemSyntax {
  const { start } = tokens.take();
  const mode = tokens.at('sync') ? 'sync' : 'async';
  tokens.expect(mode, '`async` or `sync`');
  const property = tokens.accept('property') === null ? null : parseName(tokens, 'the name of a process');
  tokens.expect(';', property === null ? '`property` or `;`' : '`;`');
  return { kind: 'system', mode, property, start, end: tokens.lastEnd };
}
