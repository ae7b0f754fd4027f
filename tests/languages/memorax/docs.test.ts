import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readMemorax } from '../../../src/languages/memorax/index.js';
import { codesOf } from '../shared/broken.js';
import { brokenPrograms } from './broken.js';
import { explore } from './explore.js';
import { sound } from './support.js';

const page = readFileSync(new URL('../../../docs/reference/languages/memorax.md', import.meta.url), 'utf8');

describe("the page on Memorax's language", () => {
  const examples = [...page.matchAll(/```rmm\n(.*?)```/gs)].map(([, text]) => text as string);

  it('has sound examples that are as it says', () => {
    expect(examples.length).toBe(2);
    for (const text of examples) expect(readMemorax(text, 'example.rmm').diagnostics).toEqual([]);
    const [flags = ''] = examples;
    const verdict = (text: string): boolean => explore(sound(readMemorax(text, 'flags.rmm'))).violated.size > 0;
    expect(verdict(flags)).toBe(false);
    expect(verdict(flags.replaceAll('locked write', 'write'))).toBe(true);
  });

  it('explains every code that a broken program gives', () => {
    const { given, explained } = codesOf(brokenPrograms, page);
    expect([...given].filter((code) => !explained.has(code))).toEqual([]);
    expect([...explained].filter((code) => !given.has(code))).toEqual([]);
  });
});
