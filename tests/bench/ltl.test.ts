/** Table I with our own models: no more atomic writes than the paper's, and the fewest are proved. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { FIGURE_6, LTL_MODELS, type LtlModel } from '../../bench/ltl-rows.js';
import { type LtlRow, ltlRow, misses } from '../../bench/ltl-run.js';
import { ltlTable } from '../../bench/ltl-table.js';
import { check } from '../../src/check.js';
import { readDve } from '../../src/languages/dve/index.js';
import type { Waiting } from '../../src/repair/index.js';

const FOLDER = path.join('examples', 'dve');
const SECONDS = 60;

const row = (model: LtlModel, waiting: Waiting): Promise<LtlRow> =>
  ltlRow(model, { folder: FOLDER, file: model.example, own: true }, waiting, SECONDS);

describe('our models', () => {
  test.each(LTL_MODELS.map((model) => [model.model, model] as const))(
    '%s is right under SC, without fairness of processes',
    async (_, model) => {
      const file = model.example;
      const processes = model.model === 'Peterson' ? 2 : 3;
      const options = { file, ltl: model.formula, propositions: model.propositions(processes, true) };
      const answer = await check(readFileSync(path.join(FOLDER, file), 'utf8'), { ...options, memory: 'sc' });
      expect(answer.ok && answer.outcome.verdict).toBe('holds');
    },
  );

  test.each([
    ['Anderson', 'all', 9, 2],
    ['Anderson', 'own', 9, 3],
    ['Lamport', 'all', 21, 3],
    ['Lamport', 'own', 21, 6],
    ['Peterson', 'all', 8, 1],
    ['Peterson', 'own', 8, 2],
    ['figure 6', 'all', 4, 1],
    ['figure 6', 'own', 4, 2],
  ] as const)('%s, waiting for %s buffers: %i writes, %i must be atomic', async (name, waiting, writes, minimal) => {
    const model = [...LTL_MODELS, FIGURE_6].find((each) => each.model === name);
    if (model === undefined) throw new Error('no such model');
    const found = await row(model, waiting);
    expect([found.writes, found.minimal, found.lowerBound]).toEqual([writes, minimal, minimal]);
    expect(found.atomic).toBeGreaterThanOrEqual(minimal);
    expect(misses(found)).toBe(false);
  });
});

const CORPUS = path.join('..', 'shared', 'corpus', 'dve');
const hasCorpus = existsSync(CORPUS);
if (!hasCorpus) console.log('the models of the BEEM benchmark are not there: their rows of Table I are not asked');

describe.skipIf(!hasCorpus)('the models of the BEEM benchmark', () => {
  test('none of the instances has as many writes as the paper', () => {
    const families = ['anderson', 'lamport', 'peterson'];
    const files = readdirSync(CORPUS).filter((file) => /^(anderson|lamport|peterson)\.\d+\.dve$/.test(file));
    const counted = files.map((file) => {
      const { model } = readDve(readFileSync(path.join(CORPUS, file)), file);
      const pairs = (model?.processes ?? []).flatMap(({ transitions }) =>
        transitions.flatMap(({ writes }) => [
          ...new Set(writes.filter(({ owner }) => owner === null).map(({ variable }) => variable)),
        ]),
      );
      return { family: families.findIndex((family) => file.startsWith(family)), writes: pairs.length };
    });
    const known = families.map((_, number) => [
      ...new Set(counted.filter(({ family }) => family === number).map(({ writes }) => writes)),
    ]);
    expect(known.map((writes) => writes.toSorted((one, other) => one - other))).toEqual([
      [8, 12, 16, 20],
      [21, 28],
      [9, 12],
    ]);
  });

  test.each([
    ['anderson.2.dve', 'all', 12, 3],
    ['anderson.2.dve', 'own', 12, 6],
    ['lamport.1.dve', 'all', 21, 3],
    ['lamport.1.dve', 'own', 21, 6],
    ['peterson.1.dve', 'all', 9, 2],
    ['peterson.1.dve', 'own', 9, 3],
  ] as const)('%s, waiting for %s buffers: %i writes, %i must be atomic', async (file, waiting, writes, minimal) => {
    const model = LTL_MODELS.find(({ instances }) => instances.includes(file));
    if (model === undefined) throw new Error('no such model');
    const found = await ltlRow(model, { folder: CORPUS, file, own: false }, waiting, SECONDS);
    expect([found.writes, found.minimal, misses(found)]).toEqual([writes, minimal, false]);
  });
});

test('the table marks what is not found, or needs more than the paper', () => {
  const found: LtlRow = {
    ...{ model: 'Peterson', file: 'peterson.dve', property: 'G not collision', waiting: 'own' },
    ...{ writes: 8, paperWrites: 8, paperAtomic: 4, atomic: 4, minimal: 2, lowerBound: 2 },
    ...{ iterations: 6, seconds: 0.25, reason: null },
  };
  const lines = ltlTable([found, { ...found, minimal: 5 }, { ...found, minimal: null, reason: 'no time' }]);
  expect(lines.slice(1, 4).map((line) => line.includes('(!)'))).toEqual([false, true, true]);
  expect(lines[3]).toContain('>= 2 (!)');
  expect(lines).toContain('peterson.dve, own: no time');
});
