/**
 * Small models that some version got wrong, or that are easy to get wrong, each with its verdict in the first line:
 * `(* expect: holds *)`, `(* expect: violated *)` or, where giving up is an honest answer, `(* expect: not holds *)` or
 * `(* expect: not violated *)`; then in a few words what the model is about. Each is also judged as random models are; those
 * for weak memory with both forms of cube, and for one, two and three processes (in short runs for two).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { check } from '../../src/check/check.js';
import { readCubicle } from '../../src/languages/cubicle/index.js';
import { judge, QUICK } from '../random/judge.js';
import { allQuestions, judgeWeak, QUICK_WEAK } from '../random/weak/judge.js';
import { sized } from '../support/size.js';

const folder = fileURLToPath(new URL('./', import.meta.url));
const files = readdirSync(folder).filter((name) => name.endsWith('.cub'));
const FORMS = ['views', 'events'] as const;

describe('regressions', () => {
  it.each(files)('%s', async (file) => {
    const text = readFileSync(folder + file, 'utf8');
    const [, negated, verdict] = /^\(\* expect: (not )?(holds|violated)\b/.exec(text) ?? [];
    if (verdict === undefined) throw new Error(`${file} does not begin with what to expect: (* expect: holds *)`);
    const { system } = readCubicle(text, file);
    const forms = system?.weak ? FORMS : FORMS.slice(0, 1);
    for (const cubes of forms) {
      const result = await check(text, { file, maxCubes: 2000, ...(system?.weak ? { cubes } : {}) });
      expect(result.ok).toBe(true);
      if (!result.ok) return;
      if (negated === undefined) expect(result.outcome.verdict).toBe(verdict);
      else expect(result.outcome.verdict).not.toBe(verdict);
    }
    if (!system?.weak) expect(await judge(text, QUICK)).not.toMatchObject({ kind: 'wrong' });
    else {
      const questions = allQuestions(system.processes, forms);
      const isFew = ({ processes }: (typeof questions)[number]) => processes !== 1 && processes !== 3;
      const asked = system.processes === null ? sized(questions.filter(isFew), questions) : questions;
      const judged = await judgeWeak(text, asked, QUICK_WEAK);
      expect(judged.filter(({ judgement }) => judgement.kind === 'wrong')).toEqual([]);
    }
  });
});
