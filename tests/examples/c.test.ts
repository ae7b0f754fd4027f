/** The examples in C: each is listed in `examples/c/expected.json` and has the answer that the list says under each memory. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { check } from '../../src/check/check.js';
import { withIncludedC } from '../../src/languages/c/preprocessor/include.js';
import { MEMORY_NAMES, type MemoryName } from '../../src/memory/models.js';
import { share } from '../support/size.js';

interface CExample {
  readonly file: string;
  readonly title: string;
  readonly expected: Readonly<Record<MemoryName, string>>;
}

const FOLDER = 'examples/c';
const EXAMPLES: readonly CExample[] = JSON.parse(readFileSync(path.join(FOLDER, 'expected.json'), 'utf8'));
const beside = (name: string): string => readFileSync(path.join(FOLDER, name), 'utf8');

test('every file is listed, and has a twin that is wrong somewhere', () => {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.c'));
  expect(EXAMPLES.map(({ file }) => file).sort()).toEqual(files.sort());
  for (const { file, expected } of EXAMPLES) {
    const isBroken = file.endsWith('-broken.c');
    expect(files).toContain(isBroken ? file.replace('-broken.c', '.c') : file.replace('.c', '-broken.c'));
    expect([file, Object.values(expected).includes('violated')]).toEqual([file, isBroken]);
  }
});

const QUESTIONS = EXAMPLES.flatMap(({ file, expected }) =>
  MEMORY_NAMES.map((memory) => [file, memory, expected[memory]] as const),
);

describe('the answers', () => {
  test.each(share(QUESTIONS, 16))('%s under %s: %s', { timeout: 120_000 }, async (file, memory, verdict) => {
    const text = await withIncludedC(beside(file), beside, file);
    const result = await check(text, { file, memory });
    if (!result.ok) throw new Error(result.diagnostics.map(({ message }) => message).join('; '));
    expect(result.outcome.verdict).toBe(verdict);
  });
});
