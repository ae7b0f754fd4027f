import { describe, expect, it } from 'vitest';
import { litmus } from '../../src/check/litmus.js';
import type { MemoryName } from '../../src/memory/models.js';
import { share } from '../support/size.js';
import { expected, hasCorpus, modelText } from './corpus.js';

interface Row {
  readonly file: string;
  readonly condition: string;
  readonly sc: string;
  readonly tso: string;
  readonly states_sc: readonly string[];
  readonly states_tso: readonly string[];
}

async function check(row: Row, memory: MemoryName, states: readonly string[], observation: string): Promise<void> {
  const result = await litmus(modelText('litmus-x86', row.file), { file: row.file, memory });
  if (!result.ok) throw new Error(result.diagnostics[0]?.message);
  const { answer } = result;
  expect(answer.states.map(({ state }) => state)).toEqual(states);
  expect([answer.observation, answer.condition, answer.notes]).toEqual([observation, row.condition, []]);
  // Whatever the answer, there is something to show for it.
  expect(answer.outcome?.verdict === 'impossible' || answer.outcome?.graph !== null).toBe(true);
}

describe.skipIf(!hasCorpus)('litmus tests that others wrote', () => {
  const rows = expected<Row>('litmus-x86');

  it.each(share(rows, 80))('$file', async (row) => {
    await check(row, 'sc', row.states_sc, row.sc);
    await check(row, 'tso', row.states_tso, row.tso);
  });

  it('has all of them', () => {
    expect(rows.length).toBe(324);
  });
});
