/**
 * Programs that predicate abstraction got wrong in some version, with the predicates that were given (`predicates/*.json`),
 * and what each memory model answers with buffers of two. They, and the programs that other engines got wrong, are asked
 * under every memory model, with buffers of one and two and with both extrapolations, and judged as random ones are.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { closeZ3 } from '../../src/evidence/solvers/z3.js';
import { verdictOf } from '../random/explicit/campaign.js';
import { MEMORIES } from '../random/explicit/judge.js';
import { describeWay, type Way } from '../random/predicates/generate.js';
import { judgeQuestion, QUICK } from '../random/predicates/judge.js';
import { type PredicateRegression, readPredicateRegression } from '../random/predicates/text.js';

const folder = fileURLToPath(new URL('./', import.meta.url));
const filesIn = (name: string) => readdirSync(folder + name).map((file) => `${name}/${file}`);

afterAll(closeZ3);

function read(file: string): PredicateRegression {
  return readPredicateRegression(readFileSync(folder + file, 'utf8'));
}

const WAYS: readonly Way[] = MEMORIES.flatMap((memory) =>
  (memory === 'sc' ? [1] : [1, 2]).flatMap((bound) =>
    (['predicates', 'cubes'] as const).map((extrapolation) => ({ memory, bound, maxBound: 2, extrapolation })),
  ),
);

describe('programs that predicate abstraction got wrong', () => {
  it.each(filesIn('predicates'))('%s', async (file) => {
    const { program, predicates, expect: expected } = read(file);
    for (const memory of MEMORIES) expect(verdictOf(program, memory), memory).toBe(expected[memory]);
    for (const way of WAYS) {
      const result = await judgeQuestion({ ...way, program, predicates }, QUICK, true);
      expect(result, describeWay(way)).not.toMatchObject({ kind: 'wrong' });
      if (result.kind === 'agreed') expect(result.verdict, describeWay(way)).toBe(expected[way.memory]);
    }
  });
});

describe('programs that others got wrong', () => {
  it.each(filesIn('programs'))('%s', async (file) => {
    const { program, predicates } = read(file);
    for (const way of WAYS) {
      const result = await judgeQuestion({ ...way, program, predicates }, QUICK, false);
      expect(result, describeWay(way)).not.toMatchObject({ kind: 'wrong' });
    }
  });
});
