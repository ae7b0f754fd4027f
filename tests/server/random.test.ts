/** Random edits of examples, while checks run: the server answers every question, and ends as it should. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, inject, it } from 'vitest';
import { EXAMPLE_FILES } from '../editing/examples.js';
import { cases, share } from '../support/size.js';
import { Client } from './client.js';

const EXAMPLES = path.resolve(import.meta.dirname, '../../examples');

/** Numbers from 0 up to a limit, the same for every run. */
function dice(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

const PIECES = [
  '',
  ' ',
  '\n',
  '{',
  '}',
  '(',
  ')',
  '@',
  ':',
  '= ',
  'x',
  'thread ',
  'if ',
  '/*',
  '//',
  '0..',
  '\u{1f600}',
  ';',
];
const QUESTIONS = ['hover', 'definition', 'references', 'completion', 'rename', 'prepareRename'];
const ABOUT = ['documentSymbol', 'codeLens', 'formatting', 'codeAction', 'inlayHint'];

it('answers whatever is typed', async () => {
  expect(inject('buildFailure')).toBeNull();
  const roll = dice(17);
  const client = new Client();
  await client.start({ timeout: 5 });
  const files = share(EXAMPLE_FILES, 12);
  const edits = cases(500, 40);
  const checks: Promise<unknown>[] = [];
  try {
    for (let edit = 0; edit < edits; edit++) {
      const file = files[edit % files.length] as string;
      const uri = `file:///examples/${file}`;
      if (edit < files.length) await client.open(uri, readFileSync(path.join(EXAMPLES, file), 'utf8'));
      if (edit % 10 === 3) checks.push(client.command('fencepost.check', uri, 'tso'));
      const length = client.text(uri).length;
      const from = roll(length + 1);
      const piece = PIECES[roll(PIECES.length)] as string;
      await client.type(uri, from, Math.min(length, from + roll(6)), piece);
      const offset = roll(client.text(uri).length + 1);
      const method = QUESTIONS[roll(QUESTIONS.length)] as string;
      const more = { newName: 'fresh_name', context: { includeDeclaration: true, diagnostics: [] } };
      // A refusal is an answer: a name that cannot be changed, a text without a layout.
      await client.ask(method, uri, offset, more).catch((error: Error) => expect(error.message).toMatch(/\w/));
      const line = client.document(uri).positionAt(offset);
      const about = { ...more, range: { start: line, end: line }, options: { tabSize: 2, insertSpaces: true } };
      await client
        .about(ABOUT[roll(ABOUT.length)] as string, uri, about)
        .catch((error: Error) => expect(error.message).toMatch(/\w/));
      if (edit % 20 === 19) await client.diagnostics(uri);
    }
    // A change of the text cancels its checks, so all of them have an answer.
    for (const answer of await Promise.all(checks)) expect(Object.keys(answer as object)).toHaveLength(1);
    for (const file of files.slice(0, edits)) {
      const uri = `file:///examples/${file}`;
      // The server has the text that the editor has: it would tell of other places otherwise.
      const places = await client.diagnostics(uri);
      const lines = client.document(uri).lineCount;
      for (const { range } of places) expect(range.end.line).toBeLessThan(lines);
    }
    expect(client.errors).toEqual([]);
    expect(await client.stop()).toBe(0);
  } finally {
    client.kill();
  }
});
