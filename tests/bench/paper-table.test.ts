import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { PAPER_ROWS } from '../../bench/paper-rows.js';
import { formResult, isWrong, type MeasuredRow, measuredRow, paperTable } from '../../bench/paper-table.js';
import type { SingleRun } from '../../bench/run.js';

function runOf(verdict: string, seconds: number, counts: Record<string, number> = { cubes: 15, depth: 4 }): SingleRun {
  return { verdict, counts, seconds, wall: seconds + 0.1 };
}

function rowOf(views: SingleRun, events: SingleRun): MeasuredRow {
  const paper = {
    row: 'a lock',
    expected: 'holds',
    seconds: 0.3,
    example: 'lock.cub',
    original: 'lock_N.cub',
  } as const;
  return measuredRow(paper, 'lock.cub', { views: formResult([views]), events: formResult([events]) });
}

describe('the table of the papers', () => {
  test('has nine rows, and a model of ours for each', () => {
    expect(PAPER_ROWS.length).toBe(9);
    expect(PAPER_ROWS.reduce((sum, { seconds }) => sum + seconds, 0)).toBeCloseTo(68.95);
    for (const { example } of PAPER_ROWS)
      expect([example, existsSync(`examples/weak/${example}`)]).toEqual([example, true]);
  });

  test('takes the median of the seconds, and the rest from the last run', () => {
    const runs = [runOf('holds', 3), runOf('holds', 1), runOf('holds', 2, { cubes: 7 })];
    expect(formResult(runs)).toEqual({ verdict: 'holds', cubes: 7, depth: null, seconds: 2 });
  });

  test('calls unknown what had to be killed', () => {
    expect(formResult([runOf('killed', 30, {})])).toEqual({
      verdict: 'unknown',
      cubes: null,
      depth: null,
      seconds: 30,
    });
  });

  test('is a plain object for programs', () => {
    expect(JSON.parse(JSON.stringify(rowOf(runOf('holds', 0.5), runOf('unknown', 20))))).toEqual({
      row: 'a lock',
      file: 'lock.cub',
      expected: 'holds',
      paperSeconds: 0.3,
      views: { verdict: 'holds', cubes: 15, depth: 4, seconds: 0.5 },
      events: { verdict: 'unknown', cubes: 15, depth: 4, seconds: 20 },
    });
  });

  test('shows both forms of cube beside the papers, and marks what is wrong', () => {
    const lines = paperTable([rowOf(runOf('violated', 0.5), runOf('holds', 0.25))], 20);
    expect(lines[0]).toMatch(/^row +expected +papers s +views +s +cubes +depth +events +s +cubes +depth +model$/);
    expect(lines[1]).toMatch(/^a lock +holds +0.30 +violated \(!\) +0.500 +15 +4 +holds +0.250 +15 +4 +lock.cub$/);
    expect(lines[2]).toBe('views: 0 of 1 answered as expected, in 0.000 s; these took 0.00 s in the papers');
    expect(lines[3]).toBe('events: 1 of 1 answered as expected, in 0.250 s; these took 0.30 s in the papers');
  });

  test('counts an answer that is not there as neither right nor wrong', () => {
    const row = rowOf(runOf('unknown', 20), runOf('error', 0.1));
    expect([isWrong(row, row.views), isWrong(row, row.events)]).toEqual([false, true]);
    expect(paperTable([row], 20)[2]).toMatch(/^views: 0 of 1/);
  });
});
