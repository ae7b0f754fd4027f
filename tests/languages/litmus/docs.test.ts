import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readLitmus } from '../../../src/languages/litmus/index.js';
import { codesOf } from '../shared/broken.js';
import { brokenTests } from './broken.js';
import { answer } from './support.js';

const page = readFileSync(new URL('../../../docs/reference/languages/litmus.md', import.meta.url), 'utf8');

describe('the page on litmus tests', () => {
  const examples = [...page.matchAll(/```litmus\n(.*?)```/gs)].map(([, text]) => text as string);

  it('has sound examples', async () => {
    expect(examples.length).toBeGreaterThanOrEqual(2);
    for (const text of examples) {
      expect(readLitmus(text, 'example.litmus').diagnostics).toEqual([]);
      expect((await answer(text)).states.length).toBeGreaterThan(0);
    }
  });

  it('explains every code that a broken test gives', () => {
    const { given, explained } = codesOf(brokenTests, page);
    expect([...given].filter((code) => !explained.has(code))).toEqual([]);
    expect([...explained].filter((code) => !given.has(code))).toEqual([]);
  });
});
