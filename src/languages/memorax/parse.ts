/** `.rmm` files into syntax trees, section by section: a fault in one does not hide those in the others. */
import type { TokenKind, Tokens } from './lex.js';
import { nameOf, parseCondition, parseInteger, parseNumber } from './parse-expression.js';
import { parseStatements } from './parse-statement.js';
import type {
  DeclarationSyntax,
  Domain,
  FileSyntax,
  Name,
  PredicateSyntax,
  ProcessSyntax,
  RowSyntax,
} from './syntax.js';

const startsSection = (kind: TokenKind) =>
  kind === 'data' || kind === 'registers' || kind === 'text' || kind === 'process' || kind === 'predicates';
const endsRow = (kind: TokenKind) => kind === ';' || startsSection(kind);

/** What of it could be read; complete when no error was reported. */
export function parseMemorax(tokens: Tokens): FileSyntax {
  if (!tokens.at('forbidden')) {
    tokens.failExpecting('`forbidden`');
    tokens.recover((kind) => kind === 'forbidden' || startsSection(kind));
  }
  const forbidden = tokens.accept('forbidden') === null ? [] : parseRows(tokens);
  const predicates = tokens.accept('predicates') === null ? [] : parsePredicates(tokens);
  const data = tokens.accept('data') === null ? [] : parseDeclarations(tokens, 'name');
  if (!tokens.at('process')) {
    tokens.failExpecting('`process`');
    tokens.recover((kind) => kind === 'process');
  }
  const processes: ProcessSyntax[] = [];
  while (tokens.at('process')) processes.push(parseProcess(tokens));
  return { forbidden, predicates, data, processes };
}

function parseRows(tokens: Tokens): RowSyntax[] {
  const rows: RowSyntax[] = [];
  do {
    const { start } = tokens.current;
    const entries: Name[] = [];
    while (tokens.at('name') || tokens.at('*')) entries.push(nameOf(tokens, tokens.take()));
    if (entries.length === 0) tokens.failExpecting('a row of labels and `*`');
    else if (!tokens.at('end') && !endsRow(tokens.current.kind as TokenKind)) {
      tokens.failExpecting('a label, `*`, `;` or a section');
    }
    if (tokens.panicking) tokens.recover(endsRow);
    rows.push({ entries, start, end: entries.at(-1)?.end ?? start + 1 });
  } while (tokens.accept(';') !== null);
  return rows;
}

function parsePredicates(tokens: Tokens): PredicateSyntax[] {
  const predicates: PredicateSyntax[] = [];
  do {
    const { start } = tokens.current;
    const condition = parseCondition(tokens);
    if (!tokens.panicking && !tokens.at('end') && !endsRow(tokens.current.kind as TokenKind)) {
      tokens.failExpecting('`;`, `data` or `process`');
    }
    if (tokens.panicking) tokens.recover(endsRow);
    predicates.push({ condition, start, end: Math.max(start + 1, tokens.lastEnd) });
  } while (tokens.accept(';') !== null);
  return predicates;
}

function parseDeclarations(tokens: Tokens, kind: 'name' | 'register'): DeclarationSyntax[] {
  const declarations: DeclarationSyntax[] = [];
  const what = kind === 'name' ? 'the name of a memory location' : 'a register such as `$r`';
  if (!tokens.at(kind)) tokens.failExpecting(what);
  while (tokens.at(kind)) {
    declarations.push(parseDeclaration(tokens, kind));
    if (tokens.panicking) break;
  }
  if (!tokens.panicking && (tokens.at(',') || tokens.at(';'))) {
    tokens.fail('syntax', tokens.current, 'declarations follow one another with nothing in between');
  } else if (!tokens.panicking && (tokens.at('name') || tokens.at('register'))) {
    tokens.failExpecting(`${what} or a section`);
  }
  if (tokens.panicking) tokens.recover(startsSection);
  return declarations;
}

function parseDeclaration(tokens: Tokens, kind: 'name' | 'register'): DeclarationSyntax {
  const name = nameOf(tokens, tokens.expect(kind, 'a name'));
  tokens.expect('=', '`=` and an initial value');
  const initial = tokens.accept('*') === null ? parseInteger(tokens, 'an initial value: a number or `*`') : null;
  if (tokens.accept(':') === null) return { name, initial, domain: null };
  return { name, initial, domain: parseDomain(tokens) };
}

function parseDomain(tokens: Tokens): Domain | null {
  const { start } = tokens.current;
  if (tokens.at('name') && tokens.text(tokens.current) === 'Z') {
    tokens.take();
    return null;
  }
  tokens.expect('[', 'a domain, `[low:high]` or `Z`');
  const low = parseInteger(tokens);
  tokens.expect(':', '`:`');
  const high = parseInteger(tokens);
  const { end } = tokens.expect(']', '`]`');
  return { low: low.value, high: high.value, start, end };
}

function parseProcess(tokens: Tokens): ProcessSyntax {
  const { start, end } = tokens.take();
  let copies = null;
  if (tokens.accept('(') !== null) {
    copies = parseNumber(tokens, 'a number of copies');
    tokens.expect(')', '`)`');
    if (tokens.panicking) tokens.recover(startsSection);
  }
  let data: DeclarationSyntax[] | null = null;
  let registers: DeclarationSyntax[] | null = null;
  while (tokens.at('data') || tokens.at('registers')) {
    const section = tokens.take();
    if ((section.kind === 'data' ? data : registers) !== null) {
      const message = `a second section \`${section.kind}\` of this process: it replaces the first`;
      tokens.diagnostics.warning('duplicate', section, message);
    }
    if (section.kind === 'data') data = parseDeclarations(tokens, 'name');
    else registers = parseDeclarations(tokens, 'register');
  }
  if (!tokens.at('text')) {
    tokens.failExpecting('`data`, `registers` or `text`');
    tokens.recover((kind) => kind === 'text' || kind === 'process');
  }
  const text = tokens.accept('text') === null ? [] : parseStatements(tokens, false);
  return { copies, data: data ?? [], registers: registers ?? [], text, start, end };
}
