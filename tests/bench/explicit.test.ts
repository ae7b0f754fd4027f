import { describe, expect, test } from 'vitest';
import { type ExplicitRuns, explicitRow, explicitTable } from '../../bench/explicit-table.js';
import type { OwnRun } from '../../bench/own-process.js';

const COUNTS = { states: 12_000, transitions: 30_000, orbit: 6, bytesPerState: 12, megabytes: 2 };

function runOf(seconds: number, peakMegabytes: number, counts: Record<string, number> = COUNTS): OwnRun {
  return { verdict: 'holds', counts, seconds, processSeconds: seconds + 0.1, peakMegabytes };
}

function runsOf(wasm: readonly OwnRun[], javascript: readonly OwnRun[], reduced = true): ExplicitRuns {
  const question = { file: 'lock.fp', memory: 'tso', buffer: 2, zeroDead: reduced, symmetry: reduced } as const;
  return { program: 'a lock', question, wasm, javascript };
}

describe('the table of the explicit engine', () => {
  test('takes the best time and the worst memory', () => {
    const row = explicitRow(runsOf([runOf(0.3, 60), runOf(0.2, 70)], [runOf(0.4, 90)]));
    expect(JSON.parse(JSON.stringify(row))).toEqual({
      program: 'a lock',
      memory: 'tso',
      buffer: 2,
      zeroDead: true,
      symmetry: true,
      orbit: 6,
      verdict: 'holds',
      states: 12_000,
      transitions: 30_000,
      equal: true,
      seconds: 0.2,
      javascriptSeconds: 0.4,
      statesPerSecond: 60_000,
      javascriptStatesPerSecond: 30_000,
      bytesPerState: 12,
      megabytes: 2,
      peakMegabytes: 70,
    });
  });

  test('marks kernels that differ', () => {
    const row = explicitRow(runsOf([runOf(0.2, 60)], [runOf(0.4, 90, { ...COUNTS, states: 11_999 })]));
    expect(row.equal).toBe(false);
    expect(explicitTable([row])[1]).toMatch(/ holds \(!\) /);
  });

  test('says which reductions were used, and leaves out what was not measured', () => {
    const rows = [runsOf([runOf(0.2, 60)], []), runsOf([runOf(0.2, 60, { ...COUNTS, orbit: 1 })], [], false)];
    const lines = explicitTable(rows.map(explicitRow));
    expect(lines[1]).toMatch(/^a lock +tso 2 +dead, symmetry \/6 +holds +12 000 +30 000 +12 +2 +60 +0.200 +60$/);
    expect(lines[2]).toMatch(/^a lock +tso 2 +none +holds /);
  });
});
