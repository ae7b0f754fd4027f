import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { markdownTable, table, wrap } from '../../src/report/table.js';
import { counts, seconds } from '../../src/report/words.js';

describe('tables', () => {
  test('columns line up, numbers to the right, no blanks at the end', () => {
    const columns = [{ title: 'model' }, { title: 'cubes', align: 'right' }, { title: 'verdict' }] as const;
    const rows = [
      ['a.cub', '5', 'holds'],
      ['longer.cub', '12345', ''],
    ];
    expect(table(columns, rows)).toEqual([
      'model       cubes  verdict',
      'a.cub           5  holds',
      'longer.cub  12345',
    ]);
    expect(markdownTable(columns, [['a|b', '1', 'x']])).toEqual([
      '| model | cubes | verdict |',
      '|---|---:|---|',
      '| a\\|b | 1 | x |',
    ]);
  });

  test('wrapping keeps every item whole, in order, and within the width where that is possible', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z]{1,12}$/)), fc.integer({ min: 1, max: 40 }), (items, width) => {
        const lines = wrap(items, ', ', width);
        expect(lines.join(' ')).toBe(items.join(', '));
        for (const line of lines) expect(line.length <= width || !line.includes(' ')).toBe(true);
      }),
    );
  });

  test('times have three figures, counts read as words', () => {
    expect([0.0004, 0.5, 1.234, 12.345, 123.4].map(seconds)).toEqual([
      '0.000 s',
      '0.500 s',
      '1.23 s',
      '12.3 s',
      '123 s',
    ]);
    expect(counts({ cubes: 1, deleted: 0, solverCalls: 20 })).toBe('cubes 1, solver calls 20');
    expect(counts({})).toBe('');
    expect(counts({ states: 3, orbit: 1 })).toBe('states 3');
    expect(counts({ states: 1, orbit: 2 ** 200 })).toBe('states 1, orbit 1.6e+60');
  });
});
