/** Variables, constants and channels of `.dve` files. */
import type { Tokens } from './lex.js';
import { expectAfterExpression, failAtForeignOperator, parseExpression, parseName } from './parse-expression.js';
import type { ChannelsSyntax, DeclaratorSyntax, ExpressionSyntax, Name, TypeName, VariablesSyntax } from './syntax.js';

/** `const byte N = 3, M[2] = {1, 2};`: the cursor stands at `const` or the type. */
export function parseVariables(tokens: Tokens): VariablesSyntax {
  const { start } = tokens.current;
  const constant = tokens.accept('const') !== null;
  const type = parseType(tokens, constant ? 'a type (`byte` or `int`)' : '`byte` or `int`');
  const declarators: DeclaratorSyntax[] = [];
  do declarators.push(parseDeclarator(tokens));
  while (tokens.accept(','));
  const last = declarators.at(-1);
  const open = last?.size === null && last.initial === null;
  tokens.expect(';', open ? '`[`, `=`, `,` or `;`' : '`,` or `;`');
  return { kind: 'variables', constant, type, declarators, start, end: tokens.lastEnd };
}

function parseType(tokens: Tokens, expected: string): TypeName {
  const type = tokens.at('int') ? 'int' : 'byte';
  tokens.expect(type, expected);
  return type;
}

function parseDeclarator(tokens: Tokens): DeclaratorSyntax {
  const name = parseName(tokens, 'the name of a variable');
  const size = parseSize(tokens);
  let initial: DeclaratorSyntax['initial'] = null;
  if (tokens.accept('=')) {
    if (tokens.accept('{')) {
      const values = [parseExpression(tokens)];
      while (tokens.accept(',')) values.push(parseExpression(tokens));
      expectAfterExpression(tokens, '}', 'an operator, `,` or `}`');
      initial = { kind: 'list', values };
    } else {
      initial = parseExpression(tokens);
      failAtForeignOperator(tokens);
    }
  }
  return { name, size, initial, start: name.start, end: tokens.lastEnd };
}

function parseSize(tokens: Tokens): ExpressionSyntax | null {
  if (!tokens.accept('[')) return null;
  const size = parseExpression(tokens);
  expectAfterExpression(tokens, ']', 'an operator or `]`');
  if (tokens.at('[')) tokens.fail('syntax', tokens.current, 'arrays have one dimension');
  return size;
}

/** `channel c, d;` or `channel {byte, int} c[0], d[5];`. */
export function parseChannels(tokens: Tokens): ChannelsSyntax {
  const { start } = tokens.take();
  let types: TypeName[] | null = null;
  if (tokens.accept('{')) {
    types = [];
    do types.push(parseType(tokens, '`byte` or `int`'));
    while (tokens.accept(','));
    tokens.expect('}', '`,` or `}`');
  }
  const channels: { name: Name; capacity: ExpressionSyntax | null }[] = [];
  do {
    const name = parseName(
      tokens,
      types === null ? 'the name of a channel, or `{` and types' : 'the name of a channel',
    );
    if (types === null && tokens.at('[')) {
      const message = 'a channel with a buffer has types: `channel {byte} c[1];`';
      tokens.fail('syntax', tokens.current, message);
    }
    if (types !== null && !tokens.at('[')) tokens.failExpecting('`[` and how many messages the channel holds');
    channels.push({ name, capacity: parseSize(tokens) });
  } while (tokens.accept(','));
  tokens.expect(';', '`,` or `;`');
  return { kind: 'channels', types, channels, start, end: tokens.lastEnd };
}
