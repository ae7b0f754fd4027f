/**
 * Hover and completion for languages whose names have no index: words with their meaning, and the names that stand in the
 * text. The colours of the text tell what is a comment, and in which part of a litmus test a place is.
 */
import type { Completion } from '../document.js';
import { GRAMMARS, type HighlightLanguage, highlightLine, highlightText, START } from '../highlight/index.js';
import { DVE_WORDS } from './dve.js';
import { describeHelp, type WordHelp } from './help.js';
import { litmusHelp, litmusWords } from './litmus.js';
import { MEMORAX_WORDS } from './memorax.js';

export type WordLanguage = 'litmus' | 'dve' | 'memorax';

interface Words {
  readonly extension: string;
  /** Of the word from `start` to `end`. */
  helpAt(text: string, start: number, end: number): WordHelp | null;
  /** `part`: the mode of the grammar. */
  offers(text: string, part: string): readonly (readonly [string, WordHelp])[];
  /** A word or a name, `$r` and `%rax` included. */
  readonly name: RegExp;
}

function fromTable(extension: string, table: Readonly<Record<string, WordHelp>>, name: RegExp): Words {
  return {
    extension,
    helpAt: (text, start, end) => {
      const word = text.slice(start, end);
      return Object.hasOwn(table, word) ? (table[word] ?? null) : null;
    },
    offers: () => Object.entries(table),
    name,
  };
}

const WORDS: Readonly<Record<WordLanguage, Words>> = {
  litmus: { extension: 'litmus', helpAt: litmusHelp, offers: litmusWords, name: /[%$]?[A-Za-z_]\w*/g },
  dve: fromTable('dve', DVE_WORDS, /[A-Za-z_][\w$#]*/g),
  memorax: fromTable('rmm', MEMORAX_WORDS, /\$?[A-Za-z_]\w*/g),
};

export function hasWords(language: string): language is WordLanguage {
  return Object.hasOwn(WORDS, language);
}

interface Told {
  readonly from: number;
  readonly to: number;
  readonly markdown: string;
}

export function hoverWord(language: WordLanguage, text: string, offset: number): Told | null {
  const words = WORDS[language];
  const found = wordAt(words, text, offset);
  if (found === null || isProse(language, text, offset)) return null;
  const told = words.helpAt(text, found.from, found.to);
  return told === null ? null : { ...found, markdown: describeHelp(told, words.extension) };
}

export function completeWord(
  language: WordLanguage,
  text: string,
  offset: number,
): { readonly from: number; readonly to: number; readonly items: readonly Completion[] } {
  const words = WORDS[language];
  const { from, to } = wordAt(words, text, offset) ?? { from: offset, to: offset };
  const isNumber = /[0-9]/.test(text.charAt(from - 1));
  if (isNumber || isProse(language, text, offset)) return { from, to, items: [] };
  const known = words.offers(text, partAt(language, text, from));
  const items = known.map(([label, told]): Completion => {
    const documentation = describeHelp(told, words.extension);
    return { label, kind: 'keyword', detail: told.usage, documentation };
  });
  const names = namesIn(language, text, from).map((label): Completion => ({ label, kind: 'variable', detail: '' }));
  return { from, to, items: [...items, ...names] };
}

function wordAt({ name }: Words, text: string, offset: number): { from: number; to: number } | null {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const end = text.indexOf('\n', offset) < 0 ? text.length : text.indexOf('\n', offset);
  for (const { 0: word, index } of text.slice(start, end).matchAll(name)) {
    const from = start + index;
    if (from <= offset && offset <= from + word.length) return { from, to: from + word.length };
  }
  return null;
}

/** In a comment or a quoted text. */
function isProse(language: HighlightLanguage, text: string, offset: number): boolean {
  return highlightText(language, text).some(
    ({ from, to, kind }) => (kind === 'comment' || kind === 'string') && from < offset && offset <= to,
  );
}

/** The mode of the grammar that is open at an offset. */
function partAt(language: HighlightLanguage, text: string, offset: number): string {
  let state = START;
  for (const line of text.slice(0, offset).split('\n')) ({ state } = highlightLine(language, line, state));
  return state.split(' ').at(-1) ?? START;
}

/** The names that stand in the text, but for the word that is being written. */
function namesIn(language: WordLanguage, text: string, writing: number): string[] {
  const { words, contextual } = GRAMMARS[language];
  const prose = highlightText(language, text).filter(({ kind }) => kind === 'comment' || kind === 'string');
  const found = new Set<string>();
  let next = 0;
  for (const { 0: name, index } of text.matchAll(WORDS[language].name)) {
    while ((prose[next]?.to ?? Number.POSITIVE_INFINITY) <= index) next++;
    const quoted = (prose[next]?.from ?? Number.POSITIVE_INFINITY) <= index;
    const isWord = Object.hasOwn(words, name) || Object.hasOwn(contextual, name.toLowerCase());
    if (!quoted && !isWord && index !== writing) found.add(name);
  }
  return [...found];
}
