import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readTrencher } from '../../../src/languages/trencher/index.js';
import { explore } from '../memorax/explore.js';
import { sound } from '../memorax/support.js';
import { codesOf } from '../shared/broken.js';
import { brokenPrograms } from './broken.js';

const page = readFileSync(new URL('../../../docs/reference/languages/trencher.md', import.meta.url), 'utf8');

describe("the page on Trencher's format", () => {
  it('has an example that is as it says', () => {
    const [, text = ''] = /```trencher\n(.*?)```/s.exec(page) ?? [];
    const reading = readTrencher(text, 'example.txt');
    expect(reading.diagnostics).toEqual([]);
    expect([...explore(sound(reading)).violated]).toEqual(['final']);
    expect([...explore(sound(reading), { memory: 'sc' }).violated]).toEqual([]);
  });

  it('explains every code that a broken program gives', () => {
    const { given, explained } = codesOf(brokenPrograms, page);
    expect([...given].filter((code) => !explained.has(code))).toEqual([]);
    expect([...explained].filter((code) => !given.has(code))).toEqual([]);
  });
});
