/** The quick ones of the weak-memory corpus, by event cubes alone; cubes are counted, with room for better ones. */
import { describe, expect, it } from 'vitest';
import { expected, hasCorpus, modelText } from '../../../corpus/corpus.js';
import { drive, systemOf, verdictOf } from './drive.js';

interface Tiny {
  readonly file: string;
  readonly truth: string;
}

interface Row {
  readonly file: string;
  readonly verdict: string;
}

/** Not decided in a test's time. */
const SLOW = new Set(['arbiter_v2_N.cub', 'arbiter_v3_N.cub', 'ticket_spin_lock_N.cub']);
/** The reference gives none, or a wrong one. */
const OURS: Readonly<Record<string, string>> = {
  'inc.cub': 'safe',
  'chandy_misra.cub': 'safe',
  'two_phase_i_N.cub': 'safe',
};
/** More than these would be a loss. */
const MOST: Readonly<Record<string, number>> = {
  'arbiter_v1_N.cub': 60,
  'lamport_N.cub': 50,
  'dekker_2.cub': 70,
  'two_phase_N.cub': 100,
  'litmus_iriw_s.cub': 70,
  'paper_sdm8_8_s.cub': 120,
};

describe.skipIf(!hasCorpus)('event cubes on corners of the language', () => {
  const rows = expected<Tiny>('tiny').filter(({ file, truth }) => file.startsWith('w') && truth !== 'error');

  it.each(rows)('$file is $truth', ({ file, truth }) => {
    const verdict = verdictOf(drive(systemOf(modelText('tiny', file), file), 60));
    if (truth === 'safe or unknown') expect(verdict).not.toBe('unsafe');
    else expect(verdict).toBe(truth.replace(/,.*/, ''));
  });

  it('has all of them', () => {
    expect(rows.length).toBe(18);
  });
});

describe.skipIf(!hasCorpus)('event cubes on the weak-memory corpus', () => {
  const rows = expected<Row>('cubicle-w').filter(({ file }) => !SLOW.has(file));

  it.each(rows)('$file', ({ file, verdict }) => {
    const driven = drive(systemOf(modelText('cubicle-w', file), file), 400);
    expect(verdictOf(driven)).toBe(OURS[file] ?? verdict);
    expect(driven.search.counts.cubes).toBeLessThanOrEqual(MOST[file] ?? 400);
  });

  it('has nearly all of them', () => {
    expect(rows.length).toBe(36);
  });
});
