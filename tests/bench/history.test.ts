/** What benchmarks write down: the run to compare with, and the page. */
import { describe, expect, it } from 'vitest';
import { figuresTable, ratioOf } from '../../bench/figures-table.js';
import { type Entry, historyIn, lastOf } from '../../bench/history.js';

function entry(
  what: string,
  commit: string,
  seconds: Readonly<Record<string, number>>,
  more: Partial<Entry> = {},
): Entry {
  return {
    ...{ schema: 1, what, commit, date: '2026-01-02', machine: 'one', load: 0.1, sum: 'all decided' },
    ...{ version: '0.1.0', node: process.version, timeout: 60 },
    measurements: Object.entries(seconds).map(([file, each]) => ({
      ...{ file, verdict: 'holds', counts: {}, steady: true, seconds: [each], wall: [each] },
    })),
    ...more,
  };
}

describe('what benchmarks write down', () => {
  const first = entry('locks', 'aaa', { a: 1, b: 2 });
  const second = entry('locks', 'bbb', { a: 2, b: 8, c: 1 });
  const elsewhere = entry('locks', 'ccc', { a: 1 }, { machine: 'two' });

  it('is read again, a line for each run', () => {
    const lines = [first, second].map((each) => `${JSON.stringify(each)}\n`).join('');
    expect(historyIn(lines)).toEqual([first, second]);
    expect(() => historyIn(`${lines}{`)).toThrow('history.jsonl:3');
  });

  it('is compared with the last run on a machine like this', () => {
    expect(lastOf('locks', [first, second, elsewhere], 'one')?.commit).toBe('bbb');
    expect(lastOf('locks', [first, second, elsewhere], 'three')?.commit).toBe('ccc');
    expect(lastOf('queues', [first], 'one')).toBe(null);
  });

  it('is compared by what both runs decided', () => {
    expect(ratioOf(second, first)).toBeCloseTo(Math.sqrt(2 * 4));
    expect(ratioOf(entry('locks', 'ddd', { d: 1 }), first)).toBe(null);
    expect(ratioOf(first, undefined)).toBe(null);
  });

  it('has a row for each machine, with the ratio to the run before', () => {
    const rows = figuresTable([first, elsewhere, second]).slice(2);
    expect(rows).toEqual([
      `| locks | all decided | 2.83 | bbb | 2026-01-02 | ${process.version} | one, load 0.1 |`,
      `| locks | all decided |  | ccc | 2026-01-02 | ${process.version} | two, load 0.1 |`,
    ]);
  });
});
