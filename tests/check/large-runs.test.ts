/** Temporal proofs that are too large for a file: the second kernel follows all runs, and nothing is written. */
import { describe, expect, it } from 'vitest';
import { certify } from '../../src/check/certify.js';
import { isLong } from '../support/size.js';

const counters = (values: number): string => `
thread T[2] { local r: 0..${values - 1} = 0; loop { top: r = (r + 1) % ${values} } }
`;

async function certificateOf(values: number) {
  const asked = { file: 'counters.fp', memory: 'sc', ltl: 'G F T(0)@top', fairThreads: true } as const;
  const result = await certify(counters(values), asked);
  if (!result.ok) throw new Error(result.diagnostics[0]?.message);
  expect(result.outcome.verdict).toBe('holds');
  return result;
}

describe('a temporal proof', () => {
  it('is a ranking if there are few configurations', async () => {
    expect((await certificateOf(5)).certificate).toMatchObject({ kind: 'ranking', configurations: 25 });
  });

  it.runIf(isLong)('is confirmed by the second kernel if there are many', async () => {
    const { certificate, scope } = await certificateOf(320);
    expect(scope?.about).toBe('runs');
    expect(certificate).toMatchObject({
      kind: 'audit',
      audit: { by: 'the second kernel', states: 320 ** 2, transitions: 2 * 320 ** 2, refuted: null, unfinished: null },
    });
  });
});
