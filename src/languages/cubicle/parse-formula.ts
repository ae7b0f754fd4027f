/**
 * Terms and formulas of `.cub` files, by recursive descent.
 *
 * From loose to tight: quantifiers (whose body goes as far right as it can), `=>` and `<=>` (to the right), `||`, `&&`,
 * `if` (whose else-branch ends before `&&`), `not`. A quantifier may stand as the last operand of anything.
 */
import type { TokenStream } from '../shared/tokens.js';
import type { TokenKind } from './lex.js';
import type {
  ArgumentSyntax,
  Comparison,
  FormulaSyntax,
  Name,
  NumberUse,
  PredicateCall,
  ProcessSyntax,
  ProcessUse,
  Product,
  Sum,
  SymbolUse,
  TermSyntax,
} from './syntax.js';

export type Tokens = TokenStream<TokenKind>;

const comparisons: ReadonlySet<string> = new Set<Comparison>(['=', '<>', '<', '<=', '>', '>=']);
const connectives: ReadonlySet<string> = new Set<TokenKind>(['&&', '||', '=>', '<=>']);
const formulaStarts: ReadonlySet<string> = new Set<TokenKind>([
  ...(['(', 'not', 'if', 'true', 'false', 'fence'] as const),
  ...(['forall', 'exists', 'forall_other', 'exists_other'] as const),
]);

const INDEX = 'a process variable or `#k`';

export function parseName(tokens: Tokens, kind: 'lower' | 'upper', expected: string): Name {
  const token = tokens.expect(kind, expected);
  return { text: tokens.text(token), start: token.start, end: token.end };
}

// Terms

export function parseTerm(tokens: Tokens): TermSyntax {
  const { kind, start } = tokens.current;
  if (kind === 'integer' || kind === 'real') {
    const number = parseNumber(tokens);
    if (number.real || !tokens.accept('*')) return number;
    return product(number.text, parseFactor(tokens), start);
  }
  if (kind === '-') {
    tokens.take();
    const number = tokens.expect('integer', 'an integer');
    if (!tokens.accept('*')) {
      const minus = { start, end: start + 1 };
      tokens.fail('syntax', minus, 'a negative number is written without a blank after the sign, such as `-3`');
    }
    return product(negated(tokens.text(number)), parseFactor(tokens), start);
  }
  const left = parseBase(tokens);
  const operator = tokens.current.kind;
  if (operator === '+' || operator === '-') {
    tokens.take();
    const right = parseSummand(tokens);
    if (tokens.at('+') || tokens.at('-')) {
      tokens.fail('syntax', tokens.current, 'a sum has two operands (in a transition, name a part of it by `let`)');
    }
    return { kind: 'sum', left, operator, right, start, end: tokens.lastEnd };
  }
  if ((operator === 'integer' || operator === 'real') && tokens.text(tokens.current).startsWith('-')) {
    const number = tokens.text(tokens.current);
    const first = tokens.text(left);
    const message = `\`${number}\` is a number of its own here: write \`${first} - ${number.slice(1)}\` to subtract`;
    tokens.fail('syntax', tokens.current, message);
  } else if (operator === '*') {
    tokens.fail('syntax', tokens.current, 'a product is written with its number first, such as `2 * X`');
  }
  return left;
}

function parseSummand(tokens: Tokens): Sum['right'] {
  const { kind, start } = tokens.current;
  if (kind === 'integer' || kind === 'real') {
    const number = parseNumber(tokens);
    if (number.real || !tokens.accept('*')) return number;
    return product(number.text, parseFactor(tokens), start);
  }
  // Not in the original grammar; without it a name given by `let` could not be added to anything.
  if (kind === 'lower') {
    const process = parseProcess(tokens);
    return { kind: 'process', process, start, end: process.end };
  }
  if (kind !== 'upper') tokens.failExpecting('a number, a variable or a constant');
  const factor = parseFactor(tokens);
  if (tokens.at('[')) {
    tokens.fail('syntax', tokens.current, 'a cell cannot stand here: put it first, or name it by `let`');
  }
  if (!tokens.accept('*')) return factor;
  const number = tokens.expect('integer', 'an integer');
  return product(tokens.text(number), factor, start);
}

function parseFactor(tokens: Tokens): SymbolUse {
  const name = parseName(tokens, 'upper', 'a variable or a constant');
  return { kind: 'symbol', reader: null, name, indices: null, start: name.start, end: name.end };
}

function parseNumber(tokens: Tokens): NumberUse {
  const token = tokens.take();
  return { kind: 'number', text: tokens.text(token), real: token.kind === 'real', start: token.start, end: token.end };
}

function product(coefficient: string, factor: SymbolUse, start: number): Product {
  return { kind: 'product', coefficient, factor, start, end: factor.end };
}

function negated(integer: string): string {
  return integer.startsWith('-') ? integer.slice(1) : `-${integer}`;
}

function parseBase(tokens: Tokens): SymbolUse | ProcessUse {
  const { kind, start } = tokens.current;
  if (kind === 'upper') return parseSymbolUse(tokens, null, start);
  if (kind !== 'lower' && kind !== 'process') tokens.failExpecting('a term');
  const process = parseProcess(tokens);
  if (tokens.accept('@')) return parseSymbolUse(tokens, process, start);
  return { kind: 'process', process, start, end: process.end };
}

function parseSymbolUse(tokens: Tokens, reader: ProcessSyntax | null, start: number): SymbolUse {
  const name = parseName(tokens, 'upper', 'a variable');
  const indices = tokens.at('[') ? parseIndices(tokens) : null;
  return { kind: 'symbol', reader, name, indices, start, end: tokens.lastEnd };
}

export function parseIndices(tokens: Tokens): ProcessSyntax[] {
  tokens.expect('[', '`[`');
  const indices = [parseProcess(tokens)];
  while (tokens.accept(',')) indices.push(parseProcess(tokens));
  tokens.expect(']', '`,` or `]`');
  return indices;
}

function parseProcess(tokens: Tokens): ProcessSyntax {
  const token = tokens.current;
  if (token.kind === 'upper') {
    const name = tokens.text(token);
    const message = `an index is ${INDEX}, not the variable \`${name}\`: add a parameter j and require \`${name} = j\``;
    tokens.fail('syntax', token, message, INDEX);
  } else if (token.kind !== 'lower' && token.kind !== 'process') {
    tokens.failExpecting(INDEX);
  }
  tokens.take();
  const text = tokens.text(token);
  if (token.kind === 'process') return { kind: 'number', text: text.slice(1), start: token.start, end: token.end };
  return { kind: 'variable', text, start: token.start, end: token.end };
}

// Formulas. A formula may start with a term that was read already: `first`.

export function parseFormula(tokens: Tokens, first: TermSyntax | null = null): FormulaSyntax {
  if (!tokens.enter()) {
    tokens.leave();
    return nothing(tokens);
  }
  const left = parseChain(tokens, 'or', first);
  const operator = tokens.current.kind;
  let formula = left;
  if (operator === '=>' || operator === '<=>') {
    tokens.take();
    const right = parseFormula(tokens);
    formula = { kind: operator === '=>' ? 'implies' : 'iff', left, right, start: left.start, end: tokens.lastEnd };
  }
  tokens.leave();
  return formula;
}

function parseChain(tokens: Tokens, kind: 'or' | 'and', first: TermSyntax | null): FormulaSyntax {
  const operator = kind === 'or' ? '||' : '&&';
  const operand = (term: TermSyntax | null) =>
    kind === 'or' ? parseChain(tokens, 'and', term) : parseUnary(tokens, term);
  const head = operand(first);
  if (!tokens.at(operator)) return head;
  const operands = [head];
  while (tokens.accept(operator)) operands.push(operand(null));
  return { kind, operands, start: head.start, end: tokens.lastEnd };
}

function parseUnary(tokens: Tokens, first: TermSyntax | null): FormulaSyntax {
  const { kind, start } = tokens.current;
  if (first !== null) return parseComparison(tokens, first);
  switch (kind) {
    case 'not': {
      tokens.take();
      const operand = parseNested(tokens);
      return { kind: 'not', operand, start, end: tokens.lastEnd };
    }
    case 'if': {
      tokens.take();
      const condition = parseFormula(tokens);
      tokens.expect('then', '`then`');
      const positive = parseFormula(tokens);
      tokens.expect('else', '`else`');
      const negative = parseNested(tokens);
      return { kind: 'if', condition, positive, negative, start, end: tokens.lastEnd };
    }
    case 'forall':
    case 'exists':
    case 'forall_other':
    case 'exists_other': {
      tokens.take();
      const variables = [parseName(tokens, 'lower', 'a process variable')];
      const several = kind === 'forall' || kind === 'exists';
      while (several && tokens.accept('<>')) variables.push(parseName(tokens, 'lower', 'a process variable'));
      tokens.expect('.', several ? '`.` or `<>`' : '`.`');
      const body = parseFormula(tokens);
      return { kind: 'quantified', quantifier: kind, variables, body, start, end: tokens.lastEnd };
    }
    case '(': {
      tokens.take();
      const inner = parseFormula(tokens);
      tokens.expect(')', '`)`');
      return inner;
    }
    case 'true':
    case 'false':
      tokens.take();
      return { kind: 'constant', value: kind === 'true', start, end: tokens.lastEnd };
    case 'fence':
      tokens.take();
      tokens.expect('(', '`(`');
      tokens.expect(')', '`)`');
      return { kind: 'fence', start, end: tokens.lastEnd };
    case 'lower':
      return tokens.peek() === '(' ? parseCall(tokens) : parseComparison(tokens, parseTerm(tokens));
    case 'upper':
    case 'process':
    case 'integer':
    case 'real':
    case '-':
      return parseComparison(tokens, parseTerm(tokens));
    default:
      tokens.failExpecting('a formula');
      return nothing(tokens);
  }
}

/** The operand of a prefix operator. */
function parseNested(tokens: Tokens): FormulaSyntax {
  const operand = tokens.enter() ? parseUnary(tokens, null) : nothing(tokens);
  tokens.leave();
  return operand;
}

function parseComparison(tokens: Tokens, left: TermSyntax): FormulaSyntax {
  const { kind } = tokens.current;
  if (!comparisons.has(kind)) {
    const text = tokens.text({ start: left.start, end: tokens.lastEnd });
    const bare = left.kind === 'symbol' && !tokens.panicking && !tokens.current.spoiled;
    if (bare && (tokens.at('end') || tokens.at('}') || tokens.at(')') || connectives.has(kind))) {
      const message = `\`${text}\` is a term, not a formula: compare it, for instance \`${text} = True\``;
      tokens.fail('syntax', left, message, 'a comparison');
    } else {
      tokens.failExpecting('a comparison such as `=`');
    }
    return nothing(tokens);
  }
  tokens.take();
  const right = parseTerm(tokens);
  return { kind: 'compare', operator: kind as Comparison, left, right, start: left.start, end: tokens.lastEnd };
}

function parseCall(tokens: Tokens): PredicateCall {
  const name = parseName(tokens, 'lower', 'a predicate');
  tokens.expect('(', '`(`');
  const list: ArgumentSyntax[] = [];
  if (!tokens.at(')')) {
    do list.push(parseArgument(tokens));
    while (tokens.accept(','));
  }
  tokens.expect(')', '`,` or `)`');
  return { kind: 'call', name, arguments: list, start: name.start, end: tokens.lastEnd };
}

function parseArgument(tokens: Tokens): ArgumentSyntax {
  const { kind } = tokens.current;
  if (formulaStarts.has(kind) || (kind === 'lower' && tokens.peek() === '(')) {
    return { kind: 'formula', formula: parseFormula(tokens) };
  }
  const term = parseTerm(tokens);
  const after = tokens.current.kind;
  if (!comparisons.has(after) && !connectives.has(after)) return { kind: 'term', term };
  return { kind: 'formula', formula: parseFormula(tokens, term) };
}

/** What stands for a formula after a failure; it is thrown away by whoever recovers. */
function nothing(tokens: Tokens): FormulaSyntax {
  return { kind: 'constant', value: true, start: tokens.current.start, end: tokens.current.start };
}
