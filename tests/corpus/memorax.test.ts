/** Programs written for Memorax: what `check` says under TSO is what is expected. */
import { describe, expect, test } from 'vitest';
import { check } from '../../src/check.js';
import { expected, hasCorpus, modelText } from './corpus.js';

interface Row {
  readonly file: string;
  readonly tso: 'holds' | 'violated';
}

const ROWS = expected<Row>('memorax');

describe.skipIf(!hasCorpus)('the verdicts of Memorax', () => {
  test('are there', () => {
    expect(ROWS.length).toBe(31);
  });

  test.each(ROWS.map((row) => [row.file, row] as const))('%s', async (file, row) => {
    const result = await check(modelText('memorax', file), { file, memory: 'tso', maxStates: 1_000_000 });
    if (!result.ok) throw new Error(result.diagnostics.map(({ message }) => message).join('; '));
    const { verdict, trace, counts } = result.outcome;
    expect(verdict).toBe(row.tso);
    expect(trace === null).toBe(verdict === 'holds');
    expect(counts.states).toBeGreaterThan(0);
  });
});
