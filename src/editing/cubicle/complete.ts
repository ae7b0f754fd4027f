/**
 * What can be written at a place of a `.cub` text: between declarations the words that begin one, behind `:` of a variable a
 * type, in braces names and formulas. Behind a word that is followed by a new name there is nothing to offer.
 */
import { cubicleLexer, KEYWORDS, type TokenKind } from '../../languages/cubicle/lex.js';
import type { SourceText, Span } from '../../languages/shared/source.js';
import type { Token } from '../../languages/shared/tokens.js';
import type { Completion } from '../document.js';
import { COMPLETION_KINDS, type Entity } from '../names.js';
import { around, tokensOf } from '../tokens.js';
import { describeEntity, describeWord } from './hover.js';
import type { CubicleNames } from './names.js';
import { type Position, TYPES, WORDS } from './words.js';

type Tokens = readonly Token<TokenKind>[];

/** New names are written behind these. */
const NAMING: ReadonlySet<string> = new Set([
  ...(['type', 'var', 'array', 'const', 'transition', 'predicate', 'let', 'unsafe', 'invariant', 'lemma'] as const),
  ...(['forall', 'exists', 'forall_other', 'exists_other'] as const),
]);

export function completeCubicle(
  source: SourceText,
  names: CubicleNames,
  offset: number,
): { readonly replaced: Span; readonly items: readonly Completion[] } {
  const { before, word, nowhere } = around(tokensOf(source, cubicleLexer), offset, source.text);
  const isNumber = /^\d/.test(source.text.slice(word.start, word.end));
  return { replaced: word, items: nowhere || isNumber ? [] : itemsAt(before, names, word.start) };
}

function itemsAt(before: Tokens, names: CubicleNames, start: number): Completion[] {
  const last = before.at(-1)?.kind;
  const { declaration, depth } = placeOf(before);
  if (last !== undefined && NAMING.has(last)) return [];
  if (depth > 0) return inBraces(before, names, start);
  if (last === ':') return typesOf(names);
  if (last === 'weak') return words(({ usage }) => /^(var|array) /.test(usage));
  const isSymbol = declaration === 'var' || declaration === 'array' || declaration === 'const';
  if (isSymbol && (last === '[' || last === ',')) return typesOf(names).filter(({ label }) => label === 'proc');
  // Parameters, and the values of a type, are new names.
  if (last === '(' || last === '|' || last === '=' || last === '[' || last === 'lower') return [];
  const transition = declaration === 'transition' ? at('transition').filter(({ label }) => label === 'requires') : [];
  return [...at('declaration'), ...transition];
}

function inBraces(before: Tokens, names: CubicleNames, start: number): Completion[] {
  const last = before.at(-1)?.kind;
  const visible = names.visibleAt(start).filter(({ kind }) => kind !== 'type');
  const all = entities(visible);
  if (last === ':=') return [...all, ...at('update')];
  if (last === '{' || last === ';' || last === 'in') return [...all, ...at('transition'), ...at('formula')];
  return [...all, ...BOOLEANS, ...at('formula')];
}

const BOOLEANS: readonly Completion[] = ['True', 'False'].map((label) => ({ label, kind: 'value', detail: 'bool' }));

/** The word that began the last declaration, and the braces that are open in it. */
function placeOf(before: Tokens): { declaration: string | null; depth: number } {
  const from = before.findLastIndex(
    ({ kind }) => kind in WORDS && WORDS[kind as keyof typeof WORDS].position === 'declaration',
  );
  let depth = 0;
  for (const { kind } of before.slice(Math.max(0, from))) {
    if (kind === '{') depth++;
    if (kind === '}') depth = Math.max(0, depth - 1);
  }
  return { declaration: before[from]?.kind ?? null, depth };
}

function typesOf(names: CubicleNames): Completion[] {
  const own = Object.entries(TYPES).map(([label, detail]): Completion => ({ label, kind: 'type', detail }));
  return [...own, ...entities(names.types.values())];
}

function entities(list: Iterable<Entity>): Completion[] {
  return [...new Map([...list].map((each) => [each.name, each])).values()].map((entity) => ({
    label: entity.name,
    kind: COMPLETION_KINDS[entity.kind],
    detail: entity.type ?? entity.signature,
    documentation: describeEntity(entity),
  }));
}

function words(accepts: (help: (typeof WORDS)[keyof typeof WORDS]) => boolean): Completion[] {
  return KEYWORDS.filter((word) => accepts(WORDS[word])).map((label) => ({
    label,
    kind: 'keyword',
    detail: WORDS[label].usage,
    documentation: describeWord(WORDS[label]),
  }));
}

const at = (position: Position): Completion[] => words((help) => help.position === position);
