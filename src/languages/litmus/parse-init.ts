/** The initial state: `x=1; int y; 0:EAX=7; int64_t t[2]={1,-1}; p=x;`. A broken item does not hide the others. */
import type { TokenKind, Tokens } from './lex.js';
import { nameOf, parseLocation, parseValue } from './parse-condition.js';
import type { InitSyntax, Name } from './syntax.js';

const endsItem = (kind: TokenKind) => kind === ';' || kind === 'closing';
/** What can stand behind the type of an item. */
const behindType: ReadonlySet<TokenKind | 'end'> = new Set(['word', 'number', 'processor', 'percent', '*']);

export function parseInit(tokens: Tokens): InitSyntax[] {
  const items: InitSyntax[] = [];
  while (!tokens.at('end') && !tokens.at('closing')) {
    if (tokens.accept(';') !== null) continue;
    const item = parseItem(tokens);
    if (!tokens.at(';') && !tokens.at('closing')) tokens.failExpecting('`;` or `}`');
    if (tokens.panicking) tokens.recover(endsItem);
    else items.push(item);
  }
  return items;
}

function parseItem(tokens: Tokens): InitSyntax {
  const { start } = tokens.current;
  if (tokens.at('word') && tokens.text(tokens.current) === '_Atomic') tokens.take();
  let type: Name | null = null;
  const behind = tokens.peek();
  if (tokens.at('word') && (behindType.has(behind) || behind === '[')) type = nameOf(tokens, tokens.take());
  const pointer = tokens.accept('*') !== null;
  // `int [x]` is a location with its type, `t[2]` an array without one.
  if (behind === '[' && tokens.peek() === 'number') {
    const message = 'an array has a type, as in `int t[2]`, and its values are given together: `={1,2}`';
    tokens.fail('syntax', type ?? tokens.current, message);
  }
  const location = parseLocation(tokens);
  const value = tokens.accept('=') === null ? null : parseValue(tokens, true);
  return { type, pointer, location, value, start, end: Math.max(start, tokens.lastEnd) };
}
