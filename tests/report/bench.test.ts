import { describe, expect, test } from 'vitest';
import { type BenchResult, type Measurement, median, readResult } from '../../bench/result.js';
import { benchTable, changes } from '../../bench/table.js';

function measurement(file: string, seconds: number[], cubes: number, verdict = 'holds'): Measurement {
  return { file, verdict, counts: { cubes }, steady: true, seconds, wall: seconds.map((value) => value + 0.1) };
}

function result(...measurements: Measurement[]): BenchResult {
  return { schema: 1, version: '0', node: 'v20', timeout: 60, measurements };
}

describe('benchmarks', () => {
  test('the median of an even number is between the middle two', () => {
    expect(median([3, 1, 2])).toBe(2);
    expect(median([4, 1, 2, 3])).toBe(2.5);
  });

  test('a table of times and counts', () => {
    expect(benchTable(result(measurement('a.cub', [1, 2, 3], 15)), null)).toEqual([
      'model  verdict  median s  min s  wall s  counts',
      'a.cub  holds       2.000  1.000   2.100  cubes 15',
      '1 model, 2.000 s by medians',
    ]);
  });

  test('ratios to an earlier run, and what changed', () => {
    const before = result(measurement('a.cub', [4], 20), measurement('b.cub', [1], 5));
    const now = result(
      measurement('a.cub', [2], 15),
      measurement('b.cub', [60], 5, 'unknown'),
      measurement('c.cub', [1], 1),
    );
    const lines = benchTable(now, before);
    expect(lines[1]).toMatch(/^a.cub +holds .* 4\.000 +0\.50 +cubes 15 was 20 +cubes 15$/);
    expect(lines[2]).toMatch(/unknown was holds/);
    expect(lines[3]).toMatch(/ new +cubes 1$/);
    expect(lines.slice(4)).toEqual([
      '3 models, 63.0 s by medians',
      'ratio to the earlier run, geometric mean over 1 model: 0.50',
      '2 models changed',
    ]);
  });

  test('runs that disagree are flagged', () => {
    const unsteady = { ...measurement('a.cub', [1], 1), steady: false };
    expect(benchTable(result(unsteady), null)).toContain('verdict or counts differ from run to run: a.cub');
    expect(changes(measurement('a', [1], 1), { ...measurement('a', [1], 1), counts: {} })).toEqual([
      'cubes 1 was none',
    ]);
  });

  test('a result is read again, other files are refused', () => {
    const one = result(measurement('a.cub', [1], 1));
    expect(readResult(JSON.stringify(one))).toEqual(one);
    expect(readResult('[]')).toBe('this is no benchmark result');
    expect(readResult('null')).toBe('this is no benchmark result');
    expect(typeof readResult('{')).toBe('string');
  });
});
