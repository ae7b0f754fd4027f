/**
 * Small models that some version got wrong, or that are easy to get wrong, each with its verdict in the first line:
 * `(* expect: holds *)`, `(* expect: violated *)` or, where giving up is an honest answer, `(* expect: not holds *)` or
 * `(* expect: not violated *)`; then in a few words what the model is about.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { check } from '../../src/check.js';
import { judge, QUICK } from '../random/judge.js';

const folder = fileURLToPath(new URL('./', import.meta.url));
const files = readdirSync(folder).filter((name) => name.endsWith('.cub'));

describe('regressions', () => {
  it.each(files)('%s', async (file) => {
    const text = readFileSync(folder + file, 'utf8');
    const [, negated, verdict] = /^\(\* expect: (not )?(holds|violated)\b/.exec(text) ?? [];
    if (verdict === undefined) throw new Error(`${file} does not begin with what to expect: (* expect: holds *)`);
    const result = await check(text, { file, maxCubes: 2000 });
    expect(result.ok).toBe(true);
    if (!result.ok) return;
    if (negated === undefined) expect(result.outcome.verdict).toBe(verdict);
    else expect(result.outcome.verdict).not.toBe(verdict);
    expect(await judge(text, QUICK)).not.toMatchObject({ kind: 'wrong' });
  });
});
