import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readCubicle } from '../../../src/languages/cubicle/index.js';
import { codesOf } from '../shared/broken.js';
import { brokenInputs } from './broken.js';

const page = readFileSync(new URL('../../../docs/reference/languages/cubicle.md', import.meta.url), 'utf8');

describe('the page on the language', () => {
  const examples = [...page.matchAll(/```cub\n(.*?)```/gs)].map(([, text]) => text as string);

  it('has examples', () => {
    expect(examples.length).toBeGreaterThanOrEqual(3);
  });

  for (const [i, text] of examples.entries()) {
    it(`has a sound example ${i + 1}`, () => {
      expect(readCubicle(text, 'example.cub').diagnostics).toEqual([]);
    });
  }

  it('explains every code that a broken input gives', () => {
    const { given, explained } = codesOf(brokenInputs, page);
    expect([...given].filter((code) => !explained.has(code))).toEqual([]);
    expect(given.size).toBeGreaterThan(15);
  });
});
