/**
 * The table of S. Conchon, D. Declerck and F. Zaïdi, "Parameterized model checking on the TSO weak memory model" (2020),
 * section 5, its column for Cubicle-W: nine models for any number of processes. The tool paper, "Cubicle-W:
 * parameterized model checking on weak memory" (2018), section 4, has the same seconds. They were measured on an Intel
 * Core i7 at 2.9 GHz.
 */
import type { Verdict } from '../src/evidence/outcome.js';

export interface PaperRow {
  readonly row: string;
  readonly expected: Verdict;
  readonly seconds: number;
  /** Our model of it, in `examples/weak`. */
  readonly example: string;
  /** The name of the model that was measured, as its authors call it. */
  readonly original: string;
}

export const PAPER_ROWS: readonly PaperRow[] = [
  {
    row: 'naive mutex',
    expected: 'violated',
    seconds: 0.04,
    example: 'naive-mutex-unfenced.cub',
    original: 'mutex_N_us.cub',
  },
  {
    row: 'naive mutex, fenced',
    expected: 'holds',
    seconds: 0.3,
    example: 'naive-mutex.cub',
    original: 'mutex_N.cub',
  },
  {
    row: 'lamport',
    expected: 'violated',
    seconds: 0.1,
    example: 'lamport-unfenced.cub',
    original: 'lamport_N_us.cub',
  },
  { row: 'lamport, fenced', expected: 'holds', seconds: 0.6, example: 'lamport.cub', original: 'lamport_N.cub' },
  { row: 'spinlock', expected: 'holds', seconds: 0.07, example: 'spinlock.cub', original: 'spinlock_N.cub' },
  // Ours also counts phases, without bound, to say that nobody is two ahead.
  {
    row: 'sense-reversing barrier',
    expected: 'holds',
    seconds: 0.06,
    example: 'barrier.cub',
    original: 'sense_rev_N.cub',
  },
  { row: 'arbiter v1', expected: 'holds', seconds: 0.18, example: 'arbiter-v1.cub', original: 'arbiter_v1_N.cub' },
  { row: 'arbiter v2', expected: 'holds', seconds: 13.5, example: 'arbiter-v2.cub', original: 'arbiter_v2_N.cub' },
  // In ours votes are read one at a time, and no participant decides without compare-and-swap.
  {
    row: 'two-phase commit',
    expected: 'holds',
    seconds: 54.1,
    example: 'two-phase-commit.cub',
    original: 'two_phase_N.cub',
  },
];
