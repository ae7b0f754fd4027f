/**
 * Models of the BEEM benchmark as programs: the states and edges that were recorded, by the compiled engine; the verdicts of
 * properties, by the LTL engine; and locks with store buffers.
 *
 * The small ones; `--mode all` asks about all that were recorded completely, those with a million states included.
 * anderson.5 and peterson.5 are left out: four times as many states as were recorded are found, and more than fit into memory.
 */

import { describe, expect, test } from 'vitest';
import { type DveModel, readDve } from '../../src/languages/dve/index.js';
import { dveProgram } from '../../src/languages/dve/program.js';
import { TSO } from '../../src/memory/models.js';
import { exploreProgram, judge, programOf, reach } from '../languages/dve/ask-program.js';
import { isAll, sized } from '../support/size.js';
import { expected, hasCorpus, modelText } from './corpus.js';

interface Row {
  readonly file: string;
  readonly states: number;
  readonly edges: number | null;
  readonly reach: readonly { readonly answer: string; readonly length: number }[];
  readonly ltl: readonly { readonly file: string; readonly answer: string }[];
}

const MOST_STATES = sized(3_000, 8_000, 2_000_000);
const MOST_PROPERTY_STATES = sized(1_000, 3_000, 2_000_000);

const ROWS = expected<Row>('dve');
/** Its steps lead to the error state, which is a violation of the program. */
const FAILING = 'anderson.1.dve';
const COUNTED = ROWS.filter(({ file, states }) => states <= MOST_STATES && file !== FAILING);
const VERDICTS = ROWS.filter(({ states }) => states <= MOST_PROPERTY_STATES)
  .flatMap(({ ltl }) => ltl)
  .filter(({ answer }) => answer === 'yes' || answer === 'no');

function read(file: string): DveModel {
  const { model, diagnostics } = readDve(modelText('dve', file), file);
  if (model === null) throw new Error(diagnostics.map(({ line, message }) => `${line}: ${message}`).join('\n'));
  return model;
}

describe.skipIf(!hasCorpus)('the benchmark as programs', () => {
  test('is there', () => {
    expect(COUNTED.length).toBeGreaterThanOrEqual(sized(14, 28, 79));
    expect(VERDICTS.length).toBeGreaterThanOrEqual(sized(6, 35, 129));
  });

  test.each(COUNTED.map((row) => [row.file, row] as const))('has the states and edges of %s', (file, row) => {
    const { answer, counts } = exploreProgram(programOf(read(file), 'sc'), { memory: 'sc' });
    expect(answer).toEqual({ verdict: 'holds', unbounded: true });
    expect(counts.states).toBe(row.states);
    if (row.edges !== null) expect(counts.transitions).toBe(row.edges);
  });

  test.each(VERDICTS.map(({ file, answer }) => [file, answer] as const))(
    'has the verdict of %s: %s',
    (file, answer) => {
      expect(judge(read(file), { memory: 'sc' }).verdict).toBe(answer === 'yes' ? 'holds' : 'violated');
    },
  );

  test('meets the range error of anderson.1', () => {
    const { answer } = exploreProgram(programOf(read(FAILING), 'sc'), { memory: 'sc' });
    expect(answer).toMatchObject({
      verdict: 'violated',
      trace: { violated: { condition: expect.stringContaining('next') } },
    });
  });

  test('is refused with store buffers where two meet that both use them', () => {
    const files = ROWS.filter(({ file }) => isAll || /^(lifts|lamport|needham)/.test(file)).map(({ file }) => file);
    const refused = files.filter((file) => 'refused' in dveProgram(read(file), TSO));
    const all = [
      'brp2.1',
      'brp2.3',
      'lifts.1',
      'lifts.2',
      'lifts.3',
      'pgm_protocol.1',
      'pgm_protocol.2',
      'pgm_protocol.4',
    ];
    expect(refused).toEqual(all.map((name) => `${name}.dve`).filter((file) => files.includes(file)));
  });
});

/** These have critical sections `CS`, and the goal is two processes there at once. */
const LOCKS = ['anderson', 'at', 'bakery', 'fischer', 'lamport', 'peterson', 'szymanski'];
const GOALS = ROWS.filter(({ file, states, reach: goals }) => {
  const [family = ''] = file.split('.');
  return LOCKS.includes(family) && goals.length > 0 && states <= sized(40_000, 400_000, 2_000_000);
});

function collision(model: DveModel): string {
  const locks = model.processes.filter(({ states }) => states.some(({ name }) => name === 'CS'));
  expect(locks.length).toBeGreaterThan(1);
  return `${locks.map(({ name }) => `${name}.CS`).join(' + ')} > 1`;
}

describe.skipIf(!hasCorpus)('mutual exclusion in programs', () => {
  test.each(GOALS.map((row) => [row.file, row] as const))(
    'is as recorded for %s, and a run to its end as short',
    (file, row) => {
      const model = read(file);
      const answer = reach(model, collision(model), { memory: 'sc' });
      const [goal] = row.reach;
      expect(answer.verdict).toBe(goal?.answer === 'yes' ? 'violated' : 'holds');
      // Recorded are the states of the run.
      if (answer.verdict === 'violated') expect(answer.trace.steps.length + 1).toBe(goal?.length);
    },
  );

  test.each(['peterson.1.dve', 'bakery.1.dve', 'lamport.1.dve'])(
    'is lost in %s with one write for each location in the buffers',
    (file) => {
      const model = read(file);
      expect(reach(model, collision(model), { memory: 'sc' }).verdict).toBe('holds');
      expect(reach(model, collision(model), { memory: 'tso' }).verdict).toBe('violated');
    },
  );

  test('is there again in peterson.1 when all writes are atomic', () => {
    const model = read('peterson.1.dve');
    const atomicWrites = model.processes.flatMap(({ transitions }, process) =>
      transitions.map((_, transition) => ({ process, transition, variable: null })),
    );
    const { counts } = exploreProgram(programOf(model, 'tso', { atomicWrites }), { memory: 'tso' });
    expect(counts.states).toBe(12_498);
    expect(reach(model, collision(model), { memory: 'tso' }, { atomicWrites }).verdict).toBe('holds');
  });
});
