/**
 * What can be written at a place of a `.fp` text. The tokens before the place tell what is asked for: a label behind `@` and
 * `goto`, a field or a local behind `.`, a type behind `:` of a declaration, a new name (nothing) behind `shared`; otherwise a
 * statement or an expression, with the names that are visible there.
 */
import { KEYWORDS, programLexer, type TokenKind } from '../../languages/program/lex.js';
import type { SourceText, Span } from '../../languages/shared/source.js';
import type { Token } from '../../languages/shared/tokens.js';
import type { Completion } from '../document.js';
import { COMPLETION_KINDS, type Entity } from '../names.js';
import { around, tokensOf } from '../tokens.js';
import { describeEntity, describeWord } from './hover.js';
import type { ProgramNames } from './names.js';
import { INCLUDE, INSTRUCTIONS, type Position, TEMPORAL, WIDTHS, WORDS, type WordHelp } from './words.js';

type Tokens = readonly Token<TokenKind>[];

interface Asking {
  readonly source: SourceText;
  readonly names: ProgramNames;
  readonly before: Tokens;
  /** Where the word begins. */
  readonly start: number;
}

export function completeProgram(
  source: SourceText,
  names: ProgramNames,
  offset: number,
): { readonly replaced: Span; readonly items: readonly Completion[] } {
  const tokens = tokensOf(source, (text, list) => programLexer(text, list, [], text.parts[0]));
  const { before, word, nowhere } = around(tokens, offset, source.text);
  const isNumber = /^\d/.test(source.text.slice(word.start, word.end));
  const items = nowhere || isNumber ? [] : itemsAt({ source, names, before, start: word.start });
  return { replaced: word, items };
}

/** New names are written behind these. */
const NAMING: ReadonlySet<string> = new Set([
  'const',
  'type',
  'record',
  'shared',
  'ghost',
  'thread',
  'proc',
  'local',
  'for',
]);

function itemsAt(asking: Asking): Completion[] {
  const { before, names } = asking;
  const last = before.at(-1);
  const depth = depthOf(before);
  if (last?.kind === '@') return labelsOf(threadBefore(before.slice(0, -1), asking), names);
  if (last?.kind === '.') return behindDot(asking);
  if (last?.kind === 'goto') return entities(names.labels.get(bodyAt(asking) as Entity)?.values() ?? []);
  if (last !== undefined && NAMING.has(last.kind) && !startsLine(asking)) {
    // `shared` before a parameter, and `type t =`, too, are followed by new names.
    return [];
  }
  if (last?.kind === ':' && asksType(before)) return typesOf(names);
  const declaration = declarationAt(before);
  const inBody = depth > 0 && (declaration === 'thread' || declaration === 'proc');
  if (depth === 0 && !inProperty(declaration)) return [...declarations(), ...entities(visible(asking))];
  if (inBody && startsStatement(asking)) {
    return [...words('statement'), ...instructions('statement'), ...entities(visible(asking))];
  }
  const temporal = declaration === 'ltl' ? helped(TEMPORAL, 'keyword') : [];
  const fresh = depth === 0 ? declarations() : inBody ? words('inside') : [];
  return [...entities(visible(asking)), ...words('expression'), ...instructions('expression'), ...temporal, ...fresh];
}

function depthOf(before: Tokens): number {
  let depth = 0;
  const from = before.findLastIndex(({ kind }) => DECLARATIONS.has(kind));
  for (const { kind } of before.slice(Math.max(0, from))) {
    if (kind === '{') depth++;
    if (kind === '}') depth = Math.max(0, depth - 1);
  }
  return depth;
}

/** These words begin declarations; `shared` may stand before a parameter as well. */
const DECLARATIONS: ReadonlySet<string> = new Set(
  Object.entries(WORDS).flatMap(([word, { positions }]) => (positions.includes('declaration') ? [word] : [])),
);

/** The word that began the last declaration before the place. */
function declarationAt(before: Tokens): TokenKind | 'end' | null {
  const kinds = before.filter(
    ({ kind }, at) => DECLARATIONS.has(kind) && !(kind === 'shared' && inParentheses(before, at)),
  );
  return kinds.at(-1)?.kind ?? null;
}

function inParentheses(tokens: Tokens, at: number): boolean {
  const previous = tokens[at - 1]?.kind;
  return previous === '(' || previous === ',';
}

const inProperty = (kind: string | null) =>
  kind === 'never' ||
  kind === 'invariant' ||
  kind === 'lemma' ||
  kind === 'ltl' ||
  kind === 'const' ||
  kind === 'shared' ||
  kind === 'ghost';

/** The thread or procedure whose body the place is in. */
function bodyAt({ names, start, before }: Asking): Entity | undefined {
  if (depthOf(before) === 0) return undefined;
  const bodies = names.entities.filter(({ kind }) => kind === 'thread' || kind === 'procedure');
  return bodies.filter(({ whole }) => whole.start <= start).at(-1);
}

/** What a name alone can mean here: in an unfinished thread, too, whose end is not known. */
function visible(asking: Asking): Entity[] {
  const { names, start } = asking;
  const body = bodyAt(asking);
  const locals = body === undefined ? [] : [...(names.locals.get(body)?.values() ?? [])];
  const others = names.visibleAt(start).filter(({ kind, owner }) => {
    if (kind === 'type' || kind === 'record') return false;
    return body === undefined || owner === null || kind === 'instance name';
  });
  return [...locals, ...others.filter(({ owner }) => owner === null || owner !== body)];
}

function startsLine({ source, before, start }: Asking): boolean {
  const last = before.at(-1);
  return last === undefined || source.text.slice(last.end, start).includes('\n');
}

function startsStatement(asking: Asking): boolean {
  const kind = asking.before.at(-1)?.kind;
  return kind === '{' || kind === '}' || kind === ';' || kind === ':' || kind === 'else' || startsLine(asking);
}

/** Behind a `:` that stands in a declaration of variables, parameters or fields. */
function asksType(before: Tokens): boolean {
  const open = before.findLastIndex(({ kind }) => kind === '{' || kind === '}');
  // Of the fields of a record, each may end with a semicolon.
  if (before[open]?.kind === '{' && before[open - 2]?.kind === 'record') return true;
  for (let at = before.length - 2; at >= 0; at--) {
    const { kind } = before[at] as Token<TokenKind>;
    if (kind === 'shared' || kind === 'ghost' || kind === 'local' || kind === 'record') return true;
    if (kind === 'thread' || kind === 'proc') return true;
    if (
      kind === ';' ||
      kind === 'case' ||
      kind === ')' ||
      kind === 'never' ||
      kind === 'ltl' ||
      kind === 'invariant' ||
      kind === 'lemma'
    )
      return false;
    if (kind === '?' && before[at - 1]?.kind !== '=') return false;
    if ((kind === '{' || kind === '}') && before[at - 2]?.kind !== 'record') return false;
  }
  return false;
}

/** `P(0)`, `P`: the name before a `@` or a `.`, with or without arguments or indices behind it. */
function nameBefore(before: Tokens, open: '(' | '[', close: ')' | ']'): Token<TokenKind> | undefined {
  let at = before.length - 1;
  if (before[at]?.kind === close) {
    for (let depth = 0; at >= 0; at--) {
      if (before[at]?.kind === close) depth++;
      if (before[at]?.kind === open && --depth === 0) break;
    }
    at--;
  }
  return before[at]?.kind === 'name' ? before[at] : undefined;
}

function threadBefore(before: Tokens, { source, names }: Asking): Entity | undefined {
  const name = nameBefore(before, '(', ')');
  return name === undefined ? undefined : names.bodyOf(source.text.slice(name.start, name.end));
}

function labelsOf(body: Entity | undefined, names: ProgramNames): Completion[] {
  const all = body === undefined ? [...names.labels.values()] : [names.labels.get(body) ?? new Map<string, Entity>()];
  const end: Completion = { label: 'end', kind: 'label', detail: 'the end of the thread' };
  const procedures = [...names.globals.values()].filter(({ kind }) => kind === 'procedure');
  return [...entities(all.flatMap((labels) => [...labels.values()])), end, ...entities(procedures)];
}

/** Locals of an instance, labels of a procedure behind `@`, fields of a record. */
function behindDot(asking: Asking): Completion[] {
  const { before, names, source } = asking;
  const head = before.slice(0, -1);
  const text = ({ start, end }: Span) => source.text.slice(start, end);
  const last = head.at(-1);
  if (last !== undefined && head.at(-2)?.kind === '@') {
    const procedure = names.bodyOf(text(last));
    return procedure === undefined ? [] : entities(names.labels.get(procedure)?.values() ?? []);
  }
  const body = threadBefore(head, asking);
  if (body?.kind === 'thread') return entities(names.locals.get(body)?.values() ?? []);
  const name = nameBefore(head, '[', ']');
  const entity = name === undefined ? undefined : (names.at(name.start)?.entity ?? names.globals.get(text(name)));
  return entity === undefined ? [] : entities(names.fieldsOf(entity)?.values() ?? []);
}

function typesOf(names: ProgramNames): Completion[] {
  return [...words('type'), ...entities(names.types.values()), ...helped(WIDTHS, 'type')];
}

function entities(list: Iterable<Entity>): Completion[] {
  return [...new Map([...list].map((each) => [each.name, each])).values()].map((entity) => ({
    label: entity.name,
    kind: COMPLETION_KINDS[entity.kind],
    detail: entity.type ?? entity.signature,
    documentation: describeEntity(entity),
  }));
}

function words(position: Position): Completion[] {
  return KEYWORDS.filter((word) => WORDS[word].positions.includes(position)).map((word) => {
    const kind = WORDS[word].access === 'locked' ? 'instruction' : position === 'type' ? 'type' : 'keyword';
    return { label: word, kind, detail: WORDS[word].usage, documentation: describeWord(WORDS[word]) };
  });
}

function declarations(): Completion[] {
  return [...words('declaration'), ...helped(INCLUDE, 'keyword')];
}

function instructions(position: Position): Completion[] {
  return helped(INSTRUCTIONS, 'instruction').filter(({ label }) => INSTRUCTIONS[label]?.positions.includes(position));
}

function helped(list: Readonly<Record<string, WordHelp>>, kind: Completion['kind']): Completion[] {
  return Object.entries(list).map(([label, help]) => {
    return { label, kind, detail: help.usage, documentation: describeWord(help) };
  });
}
