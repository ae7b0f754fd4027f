/** A property without a name is asked about by its line, whichever it is and whoever answers. */
import { expect, it } from 'vitest';
import { check } from '../../src/check/check.js';

const TEXT = `shared x: 0..5, y: 0..5
thread T[any] {
  local r: 0..5 = 0
  x = 1
  r = y
  a: y = 1
  r = x
  b: skip
}
never x == 5
never T(i)@a && T(j)@b
never y == 4
never last: T(i)@b && T(j)@b && T(k)@b
`;

it.each([
  ['explicit', 2],
  ['dual-tso', 2],
  ['dual-tso', 'any'],
  ['parameterized', 'any'],
] as const)('%s, %s threads', async (engine, processes) => {
  const asked = async (property: string) => {
    const result = await check(TEXT, { file: 'a.fp', memory: 'tso', engine, processes, property });
    if (!result.ok) return result.diagnostics[0]?.message;
    const { verdict, trace } = result.outcome;
    if (verdict === 'violated') expect(trace?.steps.length).toBeGreaterThan(4);
    return verdict;
  };
  expect(await asked('line 10')).toBe('holds');
  expect(await asked('line 11')).toBe('violated');
  expect(await asked('line 12')).toBe('holds');
  expect(await asked('line 9')).toContain('there is no property `line 9`');
});
