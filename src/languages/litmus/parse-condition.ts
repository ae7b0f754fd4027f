/**
 * Locations, values, propositions and the condition at the end of a test.
 *
 * Binding, tightest first: `~`, `=>` (to the right), `/\`, `\/`. An implication binds tighter than a conjunction: that is
 * how the format is read elsewhere.
 */
import type { Token } from '../shared/tokens.js';
import type { TokenKind, Tokens } from './lex.js';
import type { ConditionSyntax, LocationSyntax, Name, PropositionSyntax, Quantifier, ValueSyntax } from './syntax.js';

const TRUE: PropositionSyntax = { kind: 'constant', value: true };

export function nameOf(tokens: Tokens, token: Token<TokenKind>): Name {
  return { text: tokens.text(token), start: token.start, end: token.end };
}

function spanned<T extends object>(tokens: Tokens, start: number, of: T): T & { start: number; end: number } {
  return { ...of, start, end: Math.max(start, tokens.lastEnd) };
}

function parseSymbolic(tokens: Tokens, start: number, processor: Name | null): LocationSyntax {
  const sign = nameOf(tokens, tokens.take());
  const name = { ...sign, text: sign.text.slice(1) };
  return spanned(tokens, start, { kind: 'symbolic', processor, name });
}

/** `0:EAX` or `P0:EAX`, when the token before the colon is still to come. */
function parseRegister(tokens: Tokens): LocationSyntax {
  const { start } = tokens.current;
  const processor = nameOf(tokens, tokens.take());
  tokens.expect(':', '`:`');
  if (tokens.at('percent')) return parseSymbolic(tokens, start, processor);
  const register = nameOf(tokens, tokens.expect('word', 'the name of a register'));
  return spanned(tokens, start, { kind: 'register', processor, register });
}

function parseIndex(tokens: Tokens): Name | null {
  if (tokens.accept('[') === null) return null;
  const index = nameOf(tokens, tokens.expect('number', 'a number'));
  tokens.expect(']', '`]`');
  return index;
}

/** `[x]`: what the brackets hold. */
function parseBracketed(tokens: Tokens): LocationSyntax {
  const { start } = tokens.take();
  const name = nameOf(tokens, tokens.expect('word', 'the name of a location'));
  tokens.expect(']', '`]`');
  return spanned(tokens, start, { kind: 'memory', name, index: null });
}

export function parseLocation(tokens: Tokens, expected = 'a location such as `x`, `[x]` or `0:EAX`'): LocationSyntax {
  const { start } = tokens.current;
  if (tokens.at('number') || tokens.at('processor')) return parseRegister(tokens);
  if (tokens.at('percent')) return parseSymbolic(tokens, start, null);
  if (tokens.at('[')) return parseBracketed(tokens);
  const name = nameOf(tokens, tokens.expect('word', expected));
  return spanned(tokens, start, { kind: 'memory', name, index: parseIndex(tokens) });
}

export function parseValue(tokens: Tokens, lists: boolean): ValueSyntax {
  const { start } = tokens.current;
  if (tokens.at('number')) {
    const text = tokens.text(tokens.take());
    return spanned(tokens, start, { kind: 'number', text });
  }
  if (lists && tokens.accept('{') !== null) {
    const items = [parseValue(tokens, false)];
    while (tokens.accept(',') !== null) items.push(parseValue(tokens, false));
    tokens.expect('}', '`,` or `}`');
    return spanned(tokens, start, { kind: 'list', items });
  }
  tokens.accept('&');
  const name = nameOf(tokens, tokens.expect('word', 'a number or the name of a location'));
  return spanned(tokens, start, { kind: 'address', name, index: parseIndex(tokens) });
}

/** The right of a comparison: a bare name is an address, `[x]` and `0:EAX` are contents. */
function parseComparand(tokens: Tokens): ValueSyntax | LocationSyntax {
  if (tokens.accept('*') !== null) return parseLocation(tokens);
  const register = (tokens.at('number') || tokens.at('processor')) && tokens.peek() === ':';
  if (register || tokens.at('[') || tokens.at('percent') || tokens.at('processor')) return parseLocation(tokens);
  return parseValue(tokens, true);
}

function parseAtom(tokens: Tokens): PropositionSyntax {
  if (tokens.accept('true') !== null) return TRUE;
  if (tokens.accept('false') !== null) return { kind: 'constant', value: false };
  if (tokens.at('(') || tokens.at('~') || tokens.at('not')) {
    const inside = tokens.take().kind === '(';
    // Every level counts: brackets and negations can be piled up without end.
    const of = tokens.enter() ? (inside ? parseProposition(tokens) : parseAtom(tokens)) : TRUE;
    tokens.leave();
    if (!inside) return { kind: 'not', of };
    tokens.expect(')', '`/\\`, `\\/` or `)`');
    return of;
  }
  const left = parseLocation(tokens, 'a comparison such as `x=1` or `0:EAX=0`');
  const negated = tokens.at('!=') || tokens.at('<>');
  if (!negated && !tokens.at('=') && !tokens.at('==')) tokens.failExpecting('`=`');
  tokens.take();
  return { kind: 'equal', negated, left, right: parseComparand(tokens) };
}

function parseImplication(tokens: Tokens): PropositionSyntax {
  const left = parseAtom(tokens);
  if (tokens.accept('=>') === null) return left;
  const right = tokens.enter() ? parseImplication(tokens) : TRUE;
  tokens.leave();
  return { kind: 'implies', left, right };
}

function parseList(
  tokens: Tokens,
  mark: '/\\' | '\\/',
  kind: 'and' | 'or',
  parse: (tokens: Tokens) => PropositionSyntax,
): PropositionSyntax {
  const of = [parse(tokens)];
  while (tokens.accept(mark) !== null) of.push(parse(tokens));
  return of.length === 1 ? (of[0] as PropositionSyntax) : { kind, of };
}

export function parseProposition(tokens: Tokens): PropositionSyntax {
  return parseList(tokens, '\\/', 'or', (inner) => parseList(inner, '/\\', 'and', parseImplication));
}

function parseLocations(tokens: Tokens): LocationSyntax[] {
  const locations: LocationSyntax[] = [];
  tokens.expect('[', '`[`');
  while (!tokens.at(']') && !tokens.at('end')) {
    locations.push(parseLocation(tokens));
    // A type may follow; what is shown does not depend on it.
    tokens.accept('word');
    tokens.accept('*');
    if (tokens.accept(';') === null) break;
  }
  tokens.expect(']', '`;` or `]`');
  return locations;
}

/** `observed x=1; y=2; and x=2; y=1;`: one of these lists of comparisons. */
function parseObserved(tokens: Tokens): PropositionSyntax {
  const alternatives: PropositionSyntax[] = [];
  do {
    const of: PropositionSyntax[] = [];
    while (!tokens.at('and') && !tokens.at('end') && !tokens.at('with')) {
      of.push(parseAtom(tokens));
      tokens.expect(';', '`;`');
    }
    alternatives.push({ kind: 'and', of });
  } while (tokens.accept('and') !== null);
  return { kind: 'or', of: alternatives };
}

function parseQuantified(tokens: Tokens): { quantifier: Quantifier; proposition: PropositionSyntax } {
  if (tokens.at('end')) return { quantifier: 'exists', proposition: TRUE };
  if (tokens.accept('forall') !== null) return { quantifier: 'forall', proposition: parseProposition(tokens) };
  if (tokens.accept('observed') !== null) return { quantifier: 'exists', proposition: parseObserved(tokens) };
  const negated = tokens.accept('~') !== null || tokens.accept('not') !== null;
  if (negated) tokens.expect('exists', '`exists`');
  else if (tokens.accept('exists') === null && tokens.accept('final') === null && !tokens.at('('))
    tokens.failExpecting('`exists`, `~exists` or `forall`');
  return { quantifier: negated ? 'not exists' : 'exists', proposition: parseProposition(tokens) };
}

/** Null when it is not well-formed. */
export function parseCondition(tokens: Tokens): ConditionSyntax | null {
  const locations = tokens.accept('locations') === null ? [] : parseLocations(tokens);
  const filter = tokens.accept('filter') === null ? null : parseProposition(tokens);
  const { quantifier, proposition } = parseQuantified(tokens);
  tokens.accept(';');
  // `with` says how other models would quantify: nothing for us.
  if (!tokens.at('end') && !tokens.at('with')) tokens.failExpecting('an operator such as `/\\`, or the end');
  return tokens.panicking ? null : { locations, filter, quantifier, proposition };
}
