/** Lemmas in a text of their own: as if they stood in the model, and nothing else. */
import { describe, expect, it } from 'vitest';
import { check } from '../../src/check/check.js';
import { stoppedAt } from '../support/stopped.js';

const LOCK = `shared lock: bool = false
thread T[any] {
  loop {
    while (swap(lock, true)) { }
    cs: skip
    lock = false
  }
}
never mutex: T(i)@cs && T(j)@cs`;

async function checked(lemmas: string, processes?: number) {
  const result = await check(LOCK, {
    language: 'program',
    memory: 'sc',
    lemmas,
    lemmasFile: 'hints.fp',
    ...(processes && { processes }),
  });
  return result.ok ? result.outcome : result.diagnostics;
}

describe('a text of lemmas', () => {
  it('may speak of memory where no property does, also under TSO', async () => {
    const lemmas = 'lemma held: T(i)@cs -> lock';
    const result = await check(LOCK, { language: 'program', memory: 'tso', engine: 'parameterized', lemmas });
    expect(result).toMatchObject({ ok: true, outcome: { verdict: 'holds', notes: [] } });
  });

  it('is no fault wherever somebody stops it', async () => {
    const asked = { language: 'program', memory: 'tso', lemmas: 'lemma held: T(i)@cs -> lock' } as const;
    const told = new Set<string | undefined>();
    for (let look = 0; look < 12; look++) {
      const result = await stoppedAt(look, (signal) => check(LOCK, { ...asked, signal }));
      told.add(result.ok ? result.outcome.verdict : result.diagnostics[0]?.code);
    }
    expect([...told].sort()).toEqual(['limit', 'unknown']);
  });

  it('gives hints', async () => {
    expect(await checked('// one\nlemma held: T(i)@cs -> lock\n')).toMatchObject({ verdict: 'holds', notes: [] });
  });

  it('with a wrong one is told with its place and a run', async () => {
    expect(await checked('\nlemma never_held: !lock')).toMatchObject({
      verdict: 'holds',
      notes: [{ code: 'lemma refuted', file: 'hints.fp', line: 2, run: expect.stringMatching(/^fp1\.sc\./) }],
    });
  });

  it('has its own places in faults', async () => {
    expect(await checked('lemma T(i)@cs ->\n  lick')).toMatchObject([{ file: 'hints.fp', line: 2, column: 3 }]);
  });

  it('cannot change the question', async () => {
    expect(await checked('/* never */ lemma lock || !lock\n  never lock')).toMatchObject([
      { code: 'syntax', file: 'hints.fp', line: 2, column: 3 },
    ]);
  });

  it('is refused where it makes no difference', async () => {
    expect(await checked('lemma lock || !lock', 2)).toMatchObject([{ code: 'usage' }]);
  });
});
