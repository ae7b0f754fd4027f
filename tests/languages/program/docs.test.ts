import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readProgram } from '../../../src/languages/program/index.js';
import { codesOf } from '../shared/broken.js';
import { brokenInputs } from './broken.js';

const page = readFileSync(new URL('../../../docs/reference/languages/program.md', import.meta.url), 'utf8');

describe('the page on the language', () => {
  const examples = [...page.matchAll(/```fp\n(.*?)```/gs)].map(([, text]) => text as string);

  it('has examples', () => {
    expect(examples.length).toBeGreaterThanOrEqual(3);
  });

  for (const [i, text] of examples.entries()) {
    it(`has a sound example ${i + 1}`, () => {
      const { program, diagnostics } = readProgram(text, 'example.fp');
      expect(diagnostics).toEqual([]);
      expect(program?.instantiate(2).kind).toBe('program');
    });
  }

  it('explains every code that a broken text gives', () => {
    const { given, explained } = codesOf(brokenInputs, page);
    expect([...given].filter((code) => !explained.has(code))).toEqual([]);
    expect(given.size).toBeGreaterThan(14);
  });
});
