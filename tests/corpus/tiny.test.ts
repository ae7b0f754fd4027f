import { describe, expect, it } from 'vitest';
import { check } from '../../src/check.js';
import { expected, hasCorpus, modelText } from './corpus.js';

interface Row {
  readonly file: string;
  readonly truth: string;
}

/** What `check` answers, in the words of the list: an input error is `error`. */
async function answer(file: string, checkInvariants: boolean): Promise<string> {
  const result = await check(modelText('tiny', file), { file, timeout: 60, checkInvariants });
  if (!result.ok) return 'error';
  const { verdict, assumptions } = result.outcome;
  if (verdict === 'holds') return assumptions.length > 0 ? 'safe, assuming the declared invariant' : 'safe';
  return verdict === 'violated' ? 'unsafe' : 'unknown';
}

describe.skipIf(!hasCorpus)('corners of the language', () => {
  const rows = expected<Row>('tiny').filter(({ file }) => file.startsWith('s'));

  it.each(rows)('$file is $truth', async ({ file, truth }) => {
    expect(await answer(file, false)).toBe(truth);
  });

  it('an assumption that is reachable is found out when asked', async () => {
    expect(await answer('s13_invariant_is_trusted.cub', true)).toBe('unsafe');
  });

  it('has all of them', () => {
    expect(rows.length).toBe(19);
  });
});
