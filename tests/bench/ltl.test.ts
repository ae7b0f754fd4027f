/** Table I with our own models: no more atomic writes than the paper's, and the fewest are proved. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { FIGURE_6, LTL_MODELS, type LtlModel } from '../../bench/ltl-rows.js';
import { assignmentsOf, type LtlRow, ltlRow, misses } from '../../bench/ltl-run.js';
import { ltlTable } from '../../bench/ltl-table.js';
import { check } from '../../src/check/check.js';
import { readDve } from '../../src/languages/dve/index.js';
import type { Waiting } from '../../src/repair/index.js';
import { isLong, quick } from '../support/size.js';

const FOLDER = path.join('examples', 'dve');
/** For each engine: as long as it takes. */
const SECONDS = 1_000_000;

const row = (model: LtlModel, waiting: Waiting): Promise<LtlRow> =>
  ltlRow(model, { folder: FOLDER, file: model.examples[0] as string, own: true }, waiting, SECONDS);

const read = (file: string): string => readFileSync(path.join(FOLDER, file), 'utf8');

describe('our models', () => {
  const files = LTL_MODELS.flatMap((model) => model.examples.map((file) => [file, model] as const));

  test.each(quick(files, ([file]) => file === 'anderson-5.dve'))(
    '%s is right under SC, without fairness of processes',
    async (file, model) => {
      const processes = readDve(read(file), file).model?.processes.length ?? 0;
      const options = { file, ltl: model.formula, propositions: model.propositions(processes, true) };
      const answer = await check(read(file), { ...options, memory: 'sc' });
      expect(answer.ok && answer.outcome.verdict).toBe('holds');
    },
  );

  test('one of each has as many assignments as the paper counts', () => {
    for (const { examples, paperWrites } of LTL_MODELS) {
      const counted = examples.map((file) => {
        const { model } = readDve(read(file), file);
        return model === null ? 0 : assignmentsOf(model);
      });
      expect(counted).toContain(paperWrites);
    }
  });

  const rows = [
    ['figure 6', 'all', 4, 1],
    ['figure 6', 'own', 4, 2],
    ['Peterson', 'all', 8, 1],
    ['Peterson', 'own', 8, 2],
    ['Anderson', 'all', 9, 2],
    ['Anderson', 'own', 9, 3],
    ['Lamport', 'all', 21, 3],
    ['Lamport', 'own', 21, 6],
  ] as const;

  test.each(isLong ? rows : rows.slice(1, 3))(
    '%s, waiting for %s buffers: %i places, %i must be atomic',
    async (name, waiting, places, minimal) => {
      const model = [...LTL_MODELS, FIGURE_6].find((each) => each.model === name);
      if (model === undefined) throw new Error('no such model');
      const found = await row(model, waiting);
      expect([found.places, found.minimal, found.lowerBound]).toEqual([places, minimal, minimal]);
      expect(found.atomic).toBeGreaterThanOrEqual(minimal);
      expect(misses(found)).toBe(false);
    },
  );
});

const CORPUS = path.join('..', 'shared', 'corpus', 'dve');
const hasCorpus = existsSync(CORPUS);
if (!hasCorpus) console.log('the models of the BEEM benchmark are not there: their rows of Table I are not asked');

describe.skipIf(!hasCorpus)('the models of the BEEM benchmark', () => {
  test('none of the instances has as many places as the paper has writes', () => {
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

  const rows = [
    ['peterson.1.dve', 'all', 9, 2],
    ['peterson.1.dve', 'own', 9, 3],
    ['anderson.2.dve', 'all', 12, 3],
    ['anderson.2.dve', 'own', 12, 6],
    ['lamport.1.dve', 'all', 21, 3],
    ['lamport.1.dve', 'own', 21, 6],
  ] as const;

  test.each(isLong ? rows : [])(
    '%s, waiting for %s buffers: %i places, %i must be atomic',
    async (file, waiting, places, minimal) => {
      const model = LTL_MODELS.find(({ instances }) => instances.includes(file));
      if (model === undefined) throw new Error('no such model');
      const found = await ltlRow(model, { folder: CORPUS, file, own: false }, waiting, SECONDS);
      expect([found.places, found.minimal, misses(found)]).toEqual([places, minimal, false]);
    },
  );
});

test('the table marks what is not found, or needs more than the paper', () => {
  const found: LtlRow = {
    ...{ model: 'Peterson', file: 'peterson.dve', property: 'G not collision', waiting: 'own' },
    ...{ writes: 8, places: 8, paperWrites: 8, paperAtomic: 4, atomic: 4, minimal: 2, lowerBound: 2 },
    ...{ iterations: 6, seconds: 0.25, reason: null },
  };
  const lines = ltlTable([found, { ...found, minimal: 5 }, { ...found, minimal: null, reason: 'no time' }]);
  expect(lines.slice(1, 4).map((line) => line.includes('(!)'))).toEqual([false, true, true]);
  expect(lines[3]).toContain('>= 2 (!)');
  expect(lines).toContain('peterson.dve, own: no time');
});
