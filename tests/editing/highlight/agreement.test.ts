/**
 * Three ways to see a text: `highlightLine`, the TextMate grammars in the engine of VS Code, and the readers. The first two
 * agree on every token, whatever the text. All three agree on what is a keyword, a number and a comment.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { EDITOR_LANGUAGES } from '../../../scripts/grammars/names.js';
import {
  GRAMMARS,
  type HighlightLanguage,
  type HighlightToken,
  highlightText,
} from '../../../src/editing/highlight/index.js';
import { KEYWORDS } from '../../../src/languages/program/lex.js';
import { mutate } from '../../languages/shared/mutate.js';
import { randomText } from '../../random/fp/generate.js';
import { Random } from '../../random/random.js';
import { cases, sized } from '../../support/size.js';
import { readerTokens } from './reader-tokens.js';
import { SAMPLES } from './samples.js';
import { type Tokenizer, textMateTokenizers } from './textmate.js';

const CLASSES = new Set(['declaration', 'control', 'instruction', 'type', 'property', 'constant']);
const CORPUS = path.resolve('..', 'shared', 'corpus');
if (!existsSync(CORPUS)) console.log('the corpus is not there: only the examples are coloured');

let tokenizers: ReadonlyMap<HighlightLanguage, Tokenizer>;
beforeAll(async () => {
  tokenizers = await textMateTokenizers();
});

function filesBelow(folder: string, extension: string): string[] {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return files.filter((file) => file.endsWith(`.${extension}`)).map((file) => path.join(folder, file));
}

function textsOf(language: HighlightLanguage, extension: string): string[] {
  const files = filesBelow('examples', extension);
  return [...files.map((file) => readFileSync(file, 'utf8')), ...SAMPLES[language]];
}

/** How each character is seen: equal for two ways that cut comments into pieces differently. */
function colours(text: string, tokens: readonly { from: number; to: number; kind: string }[]): string[] {
  const kinds = new Array<string>(text.length).fill('');
  for (const { from, to, kind } of tokens) kinds.fill(kind, from, to);
  return kinds;
}

function sameAsTextMate(language: HighlightLanguage, text: string): void {
  const ours = colours(text, highlightText(language, text));
  const theirs = colours(text, (tokenizers.get(language) as Tokenizer)(text));
  const at = ours.findIndex((kind, offset) => kind !== theirs[offset]);
  if (at >= 0) {
    const place = JSON.stringify(text.slice(Math.max(0, at - 60), at + 20));
    expect.fail(`'${ours[at]}' here, '${theirs[at]}' in the TextMate grammar, at ${at}: ${place}\n${text}`);
  }
}

function sameAsReader(language: HighlightLanguage, text: string): 'compared' | 'not read' {
  const reader = readerTokens(language, text);
  if (reader === null) return 'not read';
  const { start, end } = reader.read;
  const tokens = highlightText(language, text).filter(({ from, to }) => from >= start && to <= end);
  const shown = (spans: readonly { start: number; end: number }[]) =>
    spans.map((span) => `${span.start} ${text.slice(span.start, span.end)}`);
  const spans = (some: readonly HighlightToken[]) => some.map(({ from, to }) => ({ start: from, end: to }));
  expect(shown(spans(tokens.filter(({ kind }) => kind === 'number'))), text).toEqual(shown(reader.numbers));
  const known = new Set(reader.keywords.map((span) => span.start));
  const { contextual } = GRAMMARS[language];
  // Words that only the parser tells from names, process constants, and the types of litmus tests.
  const free = ({ from, to, kind }: HighlightToken): boolean => {
    const word = text.slice(from, to);
    return language === 'litmus' ? kind === 'type' : Object.hasOwn(contextual, word) || word.startsWith('#');
  };
  const words = spans(tokens.filter((token) => CLASSES.has(token.kind) && (known.has(token.from) || !free(token))));
  expect(shown(words), text).toEqual(shown(reader.keywords));
  if (reader.refused) return 'compared';
  const commented = new Set(reader.rest);
  const kinds = colours(text, tokens);
  const ourComments = kinds.flatMap((kind, offset) =>
    kind === 'comment' && !/\s/.test(text.charAt(offset)) ? [offset] : [],
  );
  expect(ourComments, text).toEqual([...commented]);
  return 'compared';
}

for (const { language, extension, title } of EDITOR_LANGUAGES) {
  describe(title, () => {
    it('is coloured in the same way by both, and as it is read', () => {
      const texts = textsOf(language, extension);
      expect(texts.length).toBeGreaterThan(1);
      for (const text of texts) {
        sameAsTextMate(language, text);
        expect(sameAsReader(language, text)).toBe('compared');
      }
    });

    it.skipIf(!existsSync(CORPUS))('also where others wrote it', () => {
      const files = filesBelow(CORPUS, extension);
      const most = cases(400);
      for (const file of files.filter((_, index) => index % Math.ceil(files.length / most) === 0)) {
        const text = readFileSync(file, 'utf8');
        if (text.length > sized(15_000, 1_000_000)) continue;
        sameAsTextMate(language, text);
        sameAsReader(language, text);
      }
    });

    it('is coloured in the same way when it is damaged', () => {
      const random = new Random(17);
      const texts = textsOf(language, extension).filter((text) => text.length < 3_000);
      const words = [...DAMAGE, ...Object.keys(GRAMMARS[language].words)];
      let compared = 0;
      for (let round = 0; round < cases(300); round++) {
        let text = random.pick(texts);
        for (let times = random.between(1, 4); times > 0; times--)
          text = mutate(text, random.pick(texts), words, random);
        sameAsTextMate(language, text);
        if (language !== 'litmus' && sameAsReader(language, text) === 'compared') compared++;
      }
      expect(compared > 0).toBe(language !== 'litmus');
    });
  });
}

const DAMAGE = [
  ...'( ) [ ] { } /* */ // (* *) && || -> <-> == != < = .. . ? : @ 0 1 99 1.5 0x1f 12a -3 #2 #0 # $ $r % %eax'.split(
    ' ',
  ),
  ...[
    'cs:',
    'x',
    'G',
    'é',
    'éif',
    'ifé',
    '😀',
    '"',
    '\t',
    '&',
    '_',
    'x_1',
    'u8',
    'store',
    'in',
    'exists',
    '~',
    '\n',
    '\r',
  ],
];

it('random programs are coloured in the same way by both, and as they are read', () => {
  for (let seed = 1; seed <= cases(200); seed++) {
    const text = randomText(seed);
    sameAsTextMate('program', text);
    expect(sameAsReader('program', text)).toBe('compared');
  }
});

it('every keyword of programs has its class', () => {
  expect(Object.keys(GRAMMARS.program.words).sort()).toEqual([...KEYWORDS].sort());
});
