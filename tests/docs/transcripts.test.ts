/** What README.md and the guide say that commands print, they print. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, inject, test } from 'vitest';
import { isSame, pagesWithTranscripts, run, transcriptsOf } from '../../scripts/transcripts.js';
import { quick } from '../support/size.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Each command is a process. */
const pages = await pagesWithTranscripts(root);
const SHORT = ['README.md', 'docs/guide/memory-models.md'];

describe.each(quick(pages, (page) => !SHORT.includes(page)))('%s', (page) => {
  const text = readFileSync(path.join(root, page), 'utf8');
  const transcripts = transcriptsOf(text);

  test.runIf(transcripts.length > 0)('shows what its commands print', async () => {
    expect(inject('buildFailure')).toBeNull();
    const outputs = await run(root, text);
    for (const [position, { words, output }] of transcripts.entries()) {
      const found = outputs[position] as string[];
      // Where they differ, the whole of both is shown.
      if (!isSame(output, found)) expect(found, `fencepost ${words.join(' ')} (npm run transcripts)`).toEqual(output);
    }
  });
});

test('the picture of README.md is what the program draws', async () => {
  expect(inject('buildFailure')).toBeNull();
  const folder = mkdtempSync(path.join(tmpdir(), 'fencepost-picture-'));
  const drawn = path.join(folder, 'drawn.svg');
  const words = ['check', 'examples/programs/peterson.fp', '--graph', drawn, '--quiet'];
  spawnSync(process.execPath, ['dist/cli.js', ...words], { cwd: root });
  const shown = readFileSync(path.join(root, 'docs', 'pictures', 'peterson-tso.svg'), 'utf8');
  expect(readFileSync(drawn, 'utf8')).toBe(shown);
  rmSync(folder, { recursive: true });
});

test('there are pages with transcripts, and those that a short run has are among them', () => {
  expect(pages.length).toBeGreaterThan(SHORT.length);
  expect(pages).toEqual(expect.arrayContaining(SHORT));
});

test('a line of three dots stands for any lines, and times are not compared', () => {
  expect(isSame(['a', '...', 'd in 1.2 s'], ['a', 'b', 'c', 'd in   0.35 s'])).toBe(true);
  expect(isSame(['a', '...'], ['a'])).toBe(true);
  expect(isSame(['a', '...', 'd'], ['a', 'b', 'c'])).toBe(false);
  expect(isSame(['a'], ['a', 'b'])).toBe(false);
  expect(isSame(['states 12'], ['states 13'])).toBe(false);
});

test('a command, its words and its output are read from an indented block', () => {
  const page = [
    'text',
    '',
    "    $ npx fencepost check a.fp --ltl 'G F x'",
    '    holds',
    '    $ npx fencepost print a.fp',
    '',
    'x',
  ];
  expect(transcriptsOf(page.join('\n'))).toEqual([
    { words: ['check', 'a.fp', '--ltl', 'G F x'], from: 2, to: 4, output: ['holds'] },
    { words: ['print', 'a.fp'], from: 4, to: 5, output: [] },
  ]);
});
