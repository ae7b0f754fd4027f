import { describe, expect, it } from 'vitest';
import { type CheckOptions, check } from '../../src/check/check.js';
import { expected, hasCorpus, modelText } from './corpus.js';

interface Row {
  readonly file: string;
  readonly truth: string;
}

/** What `check` answers, in the words of the list: an input error is `error`. */
async function answer(file: string, options: CheckOptions = {}): Promise<string> {
  const result = await check(modelText('tiny', file), { file, ...options });
  if (!result.ok) return 'error';
  const { verdict, assumptions } = result.outcome;
  if (verdict === 'holds') return assumptions.length > 0 ? 'safe, assuming the declared invariant' : 'safe';
  return verdict === 'violated' ? 'unsafe' : 'unknown';
}

describe.skipIf(!hasCorpus)('corners of the language', () => {
  const rows = expected<Row>('tiny').filter(({ file }) => file.startsWith('s'));

  it.each(rows)('$file is $truth', async ({ file, truth }) => {
    expect(await answer(file)).toBe(truth);
  });

  it('an assumption that is reachable is found out when asked', async () => {
    expect(await answer('s13_invariant_is_trusted.cub', { checkInvariants: true })).toBe('unsafe');
  });

  it('has all of them', () => {
    expect(rows.length).toBe(19);
  });
});

describe.skipIf(!hasCorpus)('corners of weak memory', () => {
  const rows = expected<Row>('tiny').filter(({ file }) => file.startsWith('w'));
  const forms = ['views', 'events'] as const;
  const cases = rows.flatMap((row) => forms.map((cubes) => ({ ...row, cubes })));

  it.each(cases)('$file is $truth with $cubes', async ({ file, truth, cubes }) => {
    const answered = await answer(file, { memory: 'tso', cubes, maxCubes: 400 });
    // The values of w29 have no bound: the paper's form of cube may stop at its limit.
    if (truth === 'safe or unknown') expect(['safe', 'unknown']).toContain(answered);
    else expect(answered).toBe(truth);
  });

  it.each(forms)('an assumption that is reachable is found out when asked, with %s', async (cubes) => {
    const options = { memory: 'tso', cubes, checkInvariants: true } as const;
    expect(await answer('w31_weak_invariant_trusted.cub', options)).toBe('unsafe');
  });

  it('has all of them', () => {
    expect(rows.length).toBe(25);
  });
});
