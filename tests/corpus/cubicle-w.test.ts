import { describe, expect, it } from 'vitest';
import { check } from '../../src/check/check.js';
import { readCubicle } from '../../src/languages/cubicle/index.js';
import type { Trace } from '../../src/memory/trace.js';
import { readBack } from '../random/trace-run.js';
import { outcomeOf } from '../support/ask.js';
import { share } from '../support/size.js';
import { expected, hasCorpus, modelText } from './corpus.js';

interface Row {
  readonly file: string;
  readonly verdict: string;
}

const VERDICTS: Readonly<Record<string, string>> = { safe: 'holds', unsafe: 'violated' };
/**
 * Answers where the reference has none, or another. inc.cub: two atomic increments have happened by the time both
 * processes are done, so nobody sees anything but 2; the store-buffer machine says so as well.
 */
const OURS: Readonly<Record<string, string>> = {
  'arbiter_v3_N.cub': 'holds',
  'chandy_misra.cub': 'holds',
  'ticket_spin_lock_N.cub': 'holds',
  'two_phase_i_N.cub': 'holds',
  'inc.cub': 'holds',
};
/** Counts of view cubes, pinned: a change here is not a fault, but should be meant. */
const COUNTS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'arbiter_v1_N.cub': { cubes: 38 },
  'arbiter_v3_N.cub': { cubes: 382, guesses: 123, restarts: 0 },
  'chandy_misra.cub': { cubes: 56 },
  'dekker_2.cub': { cubes: 29 },
  'lamport_N.cub': { cubes: 15 },
  'litmus_iriw_s.cub': { cubes: 48 },
  'mutex_N.cub': { cubes: 8 },
  'sense_rev_N.cub': { cubes: 20 },
  'spinlock_N.cub': { cubes: 10 },
  'ticket_spin_lock_N.cub': { cubes: 79, lemmas: 44 },
  'two_phase_N.cub': { cubes: 15 },
  'two_phase_i_N.cub': { cubes: 78 },
};

/** The printed trace alone, read back and run once more. */
function confirms(file: string, trace: Trace): Trace | string {
  const { system } = readCubicle(modelText('cubicle-w', file), file);
  if (system === null) throw new Error(`${file} is not read`);
  return readBack(system, trace);
}

describe.skipIf(!hasCorpus)('weak array systems that others wrote', () => {
  const rows = expected<Row>('cubicle-w').map(({ file, verdict }) => ({ file, ours: OURS[file] ?? VERDICTS[verdict] }));

  it.each(share(rows, 18))('$file: $ours', async ({ file, ours }) => {
    const outcome = await outcomeOf(modelText('cubicle-w', file), { file });
    expect([outcome.memory, outcome.verdict, outcome.reason ?? '']).toEqual(['tso', ours, expect.any(String)]);
    const pinned = COUNTS[file];
    if (pinned !== undefined) expect(outcome.counts).toMatchObject(pinned);
    if (outcome.trace === null) expect(outcome.verdict).not.toBe('violated');
    else expect(confirms(file, outcome.trace)).toEqual(outcome.trace);
  });

  it('a lock with unbounded tickets is left open when the limit says so', async () => {
    const result = await check(modelText('cubicle-w', 'ticket_spin_lock_N.cub'), { maxCubes: 40 });
    expect(result.ok && result.outcome.verdict).toBe('unknown');
  });

  it('has all of them', () => {
    expect(rows.length).toBe(39);
  });
});
