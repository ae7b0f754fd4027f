/** Which language a text is in, where nothing but the text tells. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { check } from '../../src/check/check.js';
import { LANGUAGES, type LanguageName, languageOf, languageOfFile } from '../../src/languages/index.js';
import { beginningOf } from '../../src/languages/shared/beginning.js';
import { CORPUS, hasCorpus } from '../corpus/corpus.js';

/** Comments of each language, to begin a text with. */
const COMMENTS: Readonly<Record<LanguageName, string>> = {
  cubicle: '(* shared x (* nested *) process P { *)\n\n',
  program: '// var X : int\n/* init (i) { * / } */ /**/\n',
  dve: '// shared x: int\n/* thread P { */\n',
  memorax: '/* thread p0 initial // */\n',
  trencher: '# shared x: int\n# X86 SB\n',
  litmus: '(* var X : int *)\n',
  c: '// thread P {\n/* shared x */\n',
};

function filesIn(folder: string): string[] {
  const found = readdirSync(folder, { withFileTypes: true, recursive: true });
  return found.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

/** By its extension, which the text must tell as well. */
function texts(folder: string): [file: string, name: LanguageName][] {
  return filesIn(folder).flatMap((file) => {
    const language = languageOfFile(file);
    return language === null ? [] : [[file, language.name] as [string, LanguageName]];
  });
}

const recognised = (text: string) =>
  LANGUAGES.filter(({ beginning }) => beginning.test(beginningOf(text))).map(({ name }) => name);

describe('a text tells its language, also with comments before it', () => {
  const folders = ['examples', 'tests/regressions', ...(hasCorpus ? [CORPUS] : [])];
  test.each(folders)('%s', (folder) => {
    const all = texts(folder);
    expect(all.length).toBeGreaterThan(40);
    for (const [file, name] of all) {
      const text = readFileSync(file, 'utf8');
      expect([file, recognised(text)]).toEqual([file, [name]]);
      expect([file, recognised(COMMENTS[name] + text)]).toEqual([file, [name]]);
    }
  });

  test.each<[LanguageName, string]>([
    ['program', 'type side = Left | Right; shared x: side'],
    ['program', 'type ticket = 0..7\nconst N = 2'],
    ['program', 'const N = 2\ntype ticket = 0..N'],
    ['program', 'type ticket = N - 1..N'],
    ['program', 'type flag = bool\nthread P { skip }'],
    ['program', 'invariant (x == 1)\nshared x: int'],
    ['program', 'thread initial { skip }'],
    ['program', 'predicates { x == 1 }'],
    ['cubicle', 'type side = Left | Right\ntype other\nconst N : int'],
    ['cubicle', 'type t = A | B\nvar X : t'],
    ['cubicle', 'invariant (i j) { A[i] = A[j] }'],
    ['dve', 'const byte N = 2;'],
    ['dve', 'channel {byte} c[1];'],
    ['memorax', 'predicates x = 1'],
    ['memorax', 'process(2) text nop'],
    ['trencher', 'memory_size 4\nthread p0'],
    ['trencher', 'thread p-0 initial q0 end'],
    ['litmus', 'X86_64 SB+mfences\n{}'],
    ['litmus', 'PPC SB\n{}'],
  ])('%s: %s', (name, text) => expect(recognised(text)).toEqual([name]));

  test.each(['', 'words', '(*', '/* shared x: int', '\u0000\ufffd', '{ "json": 1 }', '# Title\n#'])(
    '%j is none of them',
    (text) => expect(recognised(text)).toEqual([]),
  );
});

test('what is named counts first, then the extension, then the text', () => {
  const text = 'shared x: int';
  expect(languageOf(text, { file: 'a.cub', language: 'dve' })?.name).toBe('dve');
  expect(languageOf(text, { file: 'A.CUB' })?.name).toBe('cubicle');
  expect(languageOf(text, { file: 'a.text' })?.name).toBe('program');
  expect(languageOf(new TextEncoder().encode(`\ufeff${text}`), {})?.name).toBe('program');
  expect(languageOf('words', {})).toBeNull();
});

test('check needs no name for the language', async () => {
  const result = await check('shared x: 0..1\nthread P { x = 1 }\nnever x == 1');
  expect(result).toMatchObject({ ok: true, outcome: { verdict: 'violated', memory: 'tso', actors: 'threads' } });
  const wrong = await check('shared x: 0..1\nthread P { y = 1 }');
  expect(wrong).toMatchObject({ ok: false, diagnostics: [{ file: 'model.fp', line: 2, column: 12 }] });
  const unknown = await check('words');
  expect(unknown).toMatchObject({ ok: false, diagnostics: [{ code: 'unknown-language', line: null, column: null }] });
  const { message } = unknown.ok ? { message: '' } : (unknown.diagnostics[0] ?? { message: '' });
  for (const { title, extensions } of LANGUAGES) expect(message).toContain(`${title} (${extensions[0]})`);
});
