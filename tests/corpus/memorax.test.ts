/** Programs written for Memorax: what `check` says under TSO is what is expected. */
import { describe, expect, test } from 'vitest';
import { check } from '../../src/check/check.js';
import { isAll, quick, share } from '../support/size.js';
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

  test.each(quick(share(ROWS, 12), ({ file }) => file === 'two_phase_2.rmm').map((row) => [row.file, row] as const))(
    '%s',
    async (file, row) => {
      const result = await check(modelText('memorax', file), { file, memory: 'tso', maxStates: 1_000_000 });
      if (!result.ok) throw new Error(result.diagnostics.map(({ message }) => message).join('; '));
      const { verdict, trace, counts } = result.outcome;
      expect(verdict).toBe(row.tso);
      expect(trace === null).toBe(verdict === 'holds');
      expect(counts.states ?? counts.configurations).toBeGreaterThan(0);
    },
  );

  // The longest take a quarter of a minute each.
  const LONG = new Set(['lamport_3.rmm', 'spinlock_4.rmm', 'two_phase_3.rmm', 'arbiter_v2_2.rmm', 'sense_rev_3.rmm']);
  const few = quick(
    share(isAll ? ROWS : ROWS.filter(({ file }) => !LONG.has(file)), 5),
    ({ file }) => file === 'lamport_3_us.rmm',
  );
  test.each(few.map((row) => [row.file, row] as const))('%s by predicate abstraction', async (file, row) => {
    const result = await check(modelText('memorax', file), { file, memory: 'tso', engine: 'predicates', buffer: 2 });
    if (!result.ok) throw new Error(result.diagnostics.map(({ message }) => message).join('; '));
    expect(result.outcome).toMatchObject({ verdict: row.tso, engine: 'predicates' });
  });
});
