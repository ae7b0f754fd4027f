/**
 * `.cub` files into syntax trees: the declarations (terms and formulas are in `parse-formula.ts`).
 *
 * After a failure reading goes on at the next statement, the end of the block, or the next word that starts a
 * declaration (those words are reserved, so they stand nowhere else). A declaration with a failure in it is left out
 * of the tree; `complete` says whether that happened to one that others may refer to, and `whole` whether it happened
 * at all.
 */
import type { TokenKind } from './lex.js';
import { parseFormula, parseIndices, parseName, parseTerm, type Tokens } from './parse-formula.js';
import type {
  DeclarationSyntax,
  FormulaSyntax,
  LetSyntax,
  ModelSyntax,
  Name,
  PredicateSyntax,
  PropertySyntax,
  SwitchSyntax,
  SymbolSyntax,
  TransitionSyntax,
  TypeSyntax,
  UpdateSyntax,
} from './syntax.js';

/** In the order that the file must follow; the declarations of the last rank may be mixed. */
const ranks: Partial<Record<TokenKind, number>> = {
  number_procs: 0,
  type: 1,
  const: 2,
  var: 2,
  array: 2,
  weak: 2,
  init: 3,
  invariant: 3,
  unsafe: 3,
  lemma: 3,
  predicate: 3,
  transition: 3,
};
const ORDER = '`number_procs`, types, then variables, arrays and constants, then the rest';

const startsDeclaration = (kind: TokenKind) => ranks[kind] !== undefined;
const endsBlock = (kind: TokenKind) => kind === '}' || startsDeclaration(kind);
const endsStatement = (kind: TokenKind) => kind === ';' || endsBlock(kind);

export interface Parsed {
  readonly model: ModelSyntax;
  /** No declaration of a size, type, symbol or predicate was lost. */
  readonly complete: boolean;
  /** No declaration at all was lost. */
  readonly whole: boolean;
  /** All that could be read of all declarations: for editors, which look at unfinished texts. */
  readonly outline: ModelSyntax;
}

export function parseCubicle(tokens: Tokens): Parsed {
  let processes: Name | null = null;
  const types: TypeSyntax[] = [];
  const symbols: SymbolSyntax[] = [];
  const declarations: DeclarationSyntax[] = [];
  const outline = { types: [] as TypeSyntax[], symbols: [] as SymbolSyntax[], declarations: [] as DeclarationSyntax[] };
  let complete = true;
  let whole = true;
  let highest = 0;

  while (!tokens.at('end')) {
    const first = tokens.current;
    const rank = ranks[first.kind as TokenKind];
    const before = tokens.diagnostics.errors;
    if (rank === undefined) {
      tokens.failExpecting('a declaration such as `type`, `var`, `array`, `init`, `unsafe` or `transition`');
    } else {
      if (rank < highest) {
        const message = `\`${tokens.text(first)}\` comes too late; the order is ${ORDER}`;
        tokens.diagnostics.error('order', first, message);
      }
      highest = Math.max(highest, rank);
    }
    let add = () => {};
    if (rank === 0) {
      const size = parseSize(tokens);
      if (processes !== null) tokens.diagnostics.error('duplicate', first, '`number_procs` is given twice');
      add = () => {
        processes = size;
      };
    } else if (rank === 1) {
      const type = parseType(tokens);
      outline.types.push(type);
      add = () => types.push(type);
    } else if (rank === 2) {
      const symbol = parseSymbol(tokens);
      outline.symbols.push(symbol);
      add = () => symbols.push(symbol);
    } else if (rank === 3) {
      const declaration = parseDeclaration(tokens);
      outline.declarations.push(declaration);
      add = () => declarations.push(declaration);
    }
    if (tokens.panicking || tokens.diagnostics.errors > before) {
      whole = false;
      if (rank !== 3 || first.kind === 'predicate') complete = false;
      tokens.recover(startsDeclaration);
    } else {
      add();
    }
  }
  whole &&= tokens.diagnostics.errors === 0;
  const model = { processes, types, symbols, declarations };
  return { model, complete, whole, outline: { processes, ...outline } };
}

function parseSize(tokens: Tokens): Name {
  tokens.take();
  const number = tokens.expect('integer', 'a number of processes');
  return { text: tokens.text(number), start: number.start, end: number.end };
}

function parseType(tokens: Tokens): TypeSyntax {
  const { start } = tokens.take();
  const name = parseName(tokens, 'lower', 'the name of a type (it starts with a small letter)');
  if (!tokens.accept('=')) return { name, constructors: null, start, end: tokens.lastEnd };
  tokens.accept('|');
  const constructors: Name[] = [];
  do constructors.push(parseName(tokens, 'upper', 'a constructor (it starts with a capital letter)'));
  while (tokens.accept('|'));
  return { name, constructors, start, end: tokens.lastEnd };
}

function parseSymbol(tokens: Tokens): SymbolSyntax {
  const { start } = tokens.current;
  const weak = tokens.accept('weak') !== null;
  const kind = tokens.current.kind;
  if (kind !== 'var' && kind !== 'array' && (weak || kind !== 'const')) tokens.failExpecting('`var` or `array`');
  tokens.take();
  const name = parseName(tokens, 'upper', 'a name that starts with a capital letter');
  let indices: Name[] | null = null;
  if (kind === 'var' && tokens.at('[')) {
    tokens.fail('syntax', tokens.current, 'a variable with indices is declared by `array`', '`:`');
  }
  if (kind === 'array' || tokens.at('[')) {
    tokens.expect('[', '`[`');
    indices = [];
    do {
      const index = parseName(tokens, 'lower', '`proc`');
      if (index.text !== 'proc')
        tokens.fail('syntax', index, 'arrays are indexed by processes only: write `proc`', '`proc`');
      indices.push(index);
    } while (tokens.accept(','));
    tokens.expect(']', '`,` or `]`');
  }
  tokens.expect(':', indices === null && kind === 'const' ? '`:` or `[`' : '`:`');
  const type = parseName(tokens, 'lower', 'the name of a type');
  return { kind: kind as SymbolSyntax['kind'], weak, name, indices, type, start, end: tokens.lastEnd };
}

function parseDeclaration(tokens: Tokens): DeclarationSyntax {
  if (tokens.at('predicate')) return parsePredicate(tokens);
  if (tokens.at('transition')) return parseTransition(tokens);
  return parseProperty(tokens);
}

function parseProperty(tokens: Tokens): PropertySyntax {
  const keyword = tokens.take();
  const kind = keyword.kind as PropertySyntax['kind'];
  const named = kind !== 'init' && (tokens.at('lower') || tokens.at('upper'));
  const name = named ? parseAnyName(tokens, 'a name') : null;
  const parameters: Name[] = [];
  const expected = kind === 'init' || named ? '`(` or `{`' : 'a name, `(` or `{`';
  if (tokens.accept('(')) {
    while (tokens.at('lower')) parameters.push(parseName(tokens, 'lower', 'a process variable'));
    endParameters(tokens);
    const formula = parseBlock(tokens, '`{`');
    return { kind, name, parameters, formula, start: keyword.start, end: tokens.lastEnd };
  }
  const formula = parseBlock(tokens, expected);
  return { kind, name, parameters, formula, start: keyword.start, end: tokens.lastEnd };
}

/** `{ formula }`; what goes wrong inside ends at the closing brace. */
function parseBlock(tokens: Tokens, expected: string): FormulaSyntax {
  tokens.expect('{', expected);
  const opened = !tokens.panicking;
  const formula = parseFormula(tokens);
  if (opened && !tokens.at('}')) tokens.failExpecting('an operator such as `&&`, or `}`');
  endBlock(tokens, opened);
  return formula;
}

function endBlock(tokens: Tokens, opened: boolean): void {
  if (opened && tokens.panicking) tokens.recover(endsBlock);
  if (opened) tokens.accept('}');
}

function parseAnyName(tokens: Tokens, expected: string): Name {
  return parseName(tokens, tokens.at('upper') ? 'upper' : 'lower', expected);
}

function endParameters(tokens: Tokens): void {
  if (tokens.at(',')) tokens.fail('syntax', tokens.current, 'parameters are separated by blanks, not by commas');
  tokens.expect(')', 'a process variable or `)`');
}

function parsePredicate(tokens: Tokens): PredicateSyntax {
  const { start } = tokens.take();
  const name = parseName(tokens, 'lower', 'the name of a predicate (it starts with a small letter)');
  tokens.expect('(', '`(`');
  const parameters: Name[] = [];
  if (!tokens.at(')')) {
    do parameters.push(parseName(tokens, 'lower', 'a parameter'));
    while (tokens.accept(','));
  }
  if (tokens.at('lower'))
    tokens.fail('syntax', tokens.current, 'the parameters of a predicate are separated by commas');
  tokens.expect(')', '`,` or `)`');
  const formula = parseBlock(tokens, '`{`');
  return { kind: 'predicate', name, parameters, formula, start, end: tokens.lastEnd };
}

function parseTransition(tokens: Tokens): TransitionSyntax {
  const { start } = tokens.take();
  const name = parseAnyName(tokens, 'the name of a transition');
  tokens.expect('(', '`(`');
  const parameters: Name[] = [];
  let actor: number | null = null;
  while (tokens.at('lower') || tokens.at('[')) {
    const bracket = tokens.accept('[');
    if (bracket !== null && actor !== null) {
      tokens.fail('syntax', bracket, 'a transition has one acting process, so only one parameter is in brackets');
    }
    if (bracket !== null) actor = parameters.length;
    parameters.push(parseName(tokens, 'lower', 'a process variable'));
    if (bracket !== null) tokens.expect(']', '`]`');
  }
  endParameters(tokens);
  const guard = tokens.accept('requires') ? parseBlock(tokens, '`{`') : null;
  const brace = tokens.expect('{', guard === null ? '`requires` or `{`' : '`{`');
  const { lets, updates } = parseBody(tokens);
  const body = { start: brace.start, end: tokens.lastEnd };
  return { kind: 'transition', name, parameters, actor, guard, body, lets, updates, start, end: tokens.lastEnd };
}

function parseBody(tokens: Tokens): { lets: LetSyntax[]; updates: UpdateSyntax[] } {
  const opened = !tokens.panicking;
  const lets: LetSyntax[] = [];
  while (tokens.at('let')) lets.push(parseLet(tokens));
  const updates: UpdateSyntax[] = [];
  while (opened && !tokens.at('}') && !tokens.panicking) {
    updates.push(parseUpdate(tokens));
    if (!tokens.at('}') && !tokens.accept(';')) {
      tokens.failExpecting('`;` or `}`');
      tokens.recover(endsStatement);
      if (!tokens.accept(';')) break;
    }
  }
  if (opened && !tokens.panicking && !tokens.at('}')) tokens.failExpecting('`}`');
  endBlock(tokens, opened);
  return { lets, updates };
}

function parseLet(tokens: Tokens): LetSyntax {
  const { start } = tokens.take();
  const name = parseName(tokens, 'lower', 'a name (it starts with a small letter)');
  tokens.expect('=', '`=`');
  const term = parseTerm(tokens);
  tokens.expect('in', '`in`');
  return { name, term, start, end: tokens.lastEnd };
}

function parseUpdate(tokens: Tokens): UpdateSyntax {
  const target = parseName(tokens, 'upper', 'an assignment or `}`');
  const { start } = target;
  const indices = tokens.at('[') ? parseIndices(tokens) : null;
  tokens.expect(':=', indices === null ? '`:=` or `[`' : '`:=`');
  if (tokens.at('?') || tokens.at('.')) {
    const mark = tokens.take();
    if (indices !== null) {
      tokens.fail('unsupported', mark, 'only a variable without indices can be given an arbitrary value');
    }
    return { kind: 'havoc', target, start, end: tokens.lastEnd };
  }
  if (!tokens.accept('case')) {
    const value = parseTerm(tokens);
    return { kind: 'assign', target, indices, value, start, end: tokens.lastEnd };
  }
  const constant = indices?.find((index) => index.kind === 'number');
  if (constant !== undefined) {
    tokens.fail('syntax', constant, 'before `case` the brackets name the cells, so they hold names, not `#k`');
  }
  const binders = indices === null ? null : indices.map(({ text, start, end }) => ({ text, start, end }));
  return { kind: 'case', target, binders, switches: parseSwitches(tokens), start, end: tokens.lastEnd };
}

function parseSwitches(tokens: Tokens): SwitchSyntax[] {
  const switches: SwitchSyntax[] = [];
  do {
    const bar = tokens.expect('|', '`|`');
    const last = tokens.accept('_') !== null;
    const condition = last ? null : parseFormula(tokens);
    tokens.expect(':', last ? '`:`' : 'an operator such as `&&`, or `:`');
    const value = parseTerm(tokens);
    switches.push({ condition, value, start: bar.start, end: tokens.lastEnd });
    if (last && tokens.at('|'))
      tokens.fail('syntax', tokens.current, 'nothing is tried after `_`: it must be the last case');
  } while (tokens.at('|'));
  return switches;
}
