import { describe, expect, it } from 'vitest';
import { eliminate, satisfiable, solve } from '../../src/logic/arithmetic.js';
import type { LinearConstraint, LinearRelation } from '../../src/logic/linear.js';
import { linearConstraint } from '../../src/logic/linear.js';
import { rational, showRational } from '../../src/logic/rational.js';
import { firstViolated, isInteger } from './arithmetic-support.js';

/** Variables: a to d are integers 0 to 3, r to u are reals 50 to 53. */
const NAMES: Readonly<Record<string, number>> = { a: 0, b: 1, c: 2, d: 3, e: 4, r: 50, s: 51, t: 52, u: 53 };

/** `2a - b + 3 <= c`: sums of names and numbers with integer coefficients, compared. */
function read(text: string): LinearConstraint {
  const match = /^(.*?)(<=|>=|<>|<|>|=)(.*)$/.exec(text.replaceAll(' ', ''));
  if (match === null) throw new Error(text);
  const [, left = '', operator = '', right = ''] = match;
  const summands: { variable: number; coefficient: ReturnType<typeof rational> }[] = [];
  let constant = 0n;
  for (const [side, sign] of [
    [left, 1n],
    [right, -1n],
  ] as const) {
    for (const [, minus, digits, name] of side.matchAll(/([+-]?)(\d*)([a-z]?)/g)) {
      if (digits === '' && name === '') continue;
      const number = sign * (minus === '-' ? -1n : 1n) * BigInt(digits === '' ? 1 : (digits as string));
      if (name === '') constant += number;
      else summands.push({ variable: NAMES[name as string] as number, coefficient: rational(number) });
    }
  }
  const turned = operator.startsWith('>');
  const factor = turned ? -1n : 1n;
  const relation = operator.replace('>', '<') as LinearRelation;
  const form = linearConstraint(
    summands.map((s) => ({ ...s, coefficient: rational(factor * s.coefficient.numerator) })),
    operator === '<>' ? '<>' : relation,
    rational(-factor * constant),
    isInteger(summands[0]?.variable ?? 0),
  );
  return typeof form === 'boolean'
    ? { variables: [], coefficients: [], relation: '=', constant: form ? 0n : 1n }
    : form;
}

function all(text: string): LinearConstraint[] {
  return text.split('&').map(read);
}

function show(c: LinearConstraint): string {
  const name = (v: number): string => Object.keys(NAMES).find((n) => NAMES[n] === v) ?? `x${v}`;
  return `${c.variables.map((v, i) => `${c.coefficients[i]}${name(v)}`).join(' + ')} ${c.relation} ${c.constant}`;
}

describe('satisfiable', () => {
  it.each([
    '',
    'a < b & b < c & c <= a + 2',
    'a <= 3 & a >= 3',
    'a <> b & b <> c & a <> c',
    'a >= 0 & a <= 2 & a <> 0 & a <> 2',
    'a >= 0 & a <= 1 & b >= 0 & b <= 1 & a <> b',
    'r < s & s < t & t < r + 1',
    'r > 0 & r < 1 & r <> s & s > 0 & s < 1',
    '2r = 1 & 3s = 1 & r > s',
    'r >= 0 & r <= 0 & s <> 1',
    'a = 3 & r = 3',
    '3a + 5b = 1',
    '2a = b + c & b <> c & b >= 0 & c >= 0 & b + c <= 2',
    'a + b <= 3 & a - b <= -3 & a >= 0',
    'r + s <= 1 & r - s >= 1 & r <> 2',
    'a <= 100000000000000000000 & a >= 99999999999999999999 & a <> 100000000000000000000',
    'r < 9007199254740993 & r > 9007199254740992',
  ])('says yes to %j', (text) => {
    const constraints = text === '' ? [] : all(text);
    expect(satisfiable(constraints, isInteger)).toBe(true);
    const model = solve(constraints, isInteger);
    expect(model && firstViolated(constraints, model)).toBe(null);
  });

  it.each([
    'a < b & b < c & c <= a + 1',
    'a < b & b < a',
    'a <= 3 & a > 3',
    'a = b & a <> b',
    'a >= 0 & a <= 1 & a <> 0 & a <> 1',
    'a >= 0 & a <= 1 & b >= 0 & b <= 1 & c >= 0 & c <= 1 & a <> b & b <> c & a <> c',
    'r < s & s < r',
    'r <= s & s <= r & r <> s',
    'r < s & s <= t & t <= r',
    '2r <= 1 & 2r >= 1 & 4r <> 2',
    'r + s >= 2 & r <= 1 & s <= 1 & r <> s',
    'r + s > 2 & r <= 1 & s <= 1',
    '3a - 3b = 1',
    '2a = 2b + 1',
    '2a + 4b + 6c = 8d + 1',
    '2a = b & 2c = b + 1',
    '2a + 3b = 1 & 2a + 3b <> 1',
    '2a - 4b + c = 0 & 2d + c = 1',
    '3a - 2b >= 1 & 3a - 2b <= 1 & a = 2c & b >= 5 & b = 3d',
    'a <= 9007199254740993 & a > 9007199254740992 & a <> 9007199254740993',
    'a = 1 & r < s & s < r',
    'r < 0 & r > 0 & a = 1',
  ])('says no to %j', (text) => {
    const constraints = all(text);
    expect(satisfiable(constraints, isInteger)).toBe(false);
    expect(solve(constraints, isInteger)).toBe(null);
  });

  it('is true and false for constraints without variables', () => {
    expect(satisfiable([read('0 <= 1'), read('a <= 1')], isInteger)).toBe(true);
    expect(satisfiable([read('1 <= 0'), read('a <= 1')], isInteger)).toBe(false);
    expect(satisfiable([read('r <= 1'), read('1 <= 0')], isInteger)).toBe(false);
  });

  it('takes constraints that are not canonical', () => {
    const written = (coefficients: bigint[], relation: LinearRelation, constant: bigint): LinearConstraint => {
      return { variables: coefficients.map((_, i) => i), coefficients, relation, constant };
    };
    expect(satisfiable([written([1n], '<', 1n), written([-1n], '<', 0n)], isInteger)).toBe(false);
    expect(satisfiable([written([2n, -2n], '=', 1n)], isInteger)).toBe(false);
    expect(satisfiable([written([3n], '<=', 5n), written([-3n], '<=', -4n)], isInteger)).toBe(false);
    expect(satisfiable([written([3n], '<', 5n), written([-3n], '<', -2n)], isInteger)).toBe(true);
    expect(eliminate([written([1n, -1n], '<', 0n), written([-1n, 1n], '<', 2n)], 0, isInteger)).toEqual([[]]);
  });

  it('counts pigeons, also when disequalities that do not matter come first', () => {
    for (let holes = 1; holes <= 6; holes++) {
      const pigeons = (count: number): LinearConstraint[] => {
        const constraints: LinearConstraint[] = [];
        for (let i = 20; i < 30; i++) {
          for (let j = 20; j < i; j++) constraints.push(difference(i, j, '<>', 0n));
        }
        for (let i = 0; i < count; i++) {
          constraints.push(bound(i, 1n, BigInt(holes - 1)), bound(i, -1n, 0n));
          for (let j = 0; j < i; j++) constraints.push(difference(i, j, '<>', 0n));
        }
        return constraints;
      };
      expect(satisfiable(pigeons(holes), isInteger)).toBe(true);
      expect(satisfiable(pigeons(holes + 1), isInteger)).toBe(false);
    }
  });

  it('does not run out of scratch memory on long conjunctions', () => {
    const chain = Array.from({ length: 200 }, (_, i) => difference(i, i + 1, '<=', -1n));
    const integers = (): boolean => true;
    expect(satisfiable(chain, integers)).toBe(true);
    expect(satisfiable([...chain, difference(200, 0, '<=', 200n)], integers)).toBe(true);
    expect(satisfiable([...chain, difference(200, 0, '<=', 199n)], integers)).toBe(false);
    expect(satisfiable([...chain, difference(200, 0, '<=', 200n), difference(7, 93, '<>', -86n)], integers)).toBe(
      false,
    );
  });
});

function bound(variable: number, coefficient: bigint, constant: bigint): LinearConstraint {
  return { variables: [variable], coefficients: [coefficient], relation: '<=', constant };
}

function difference(x: number, y: number, relation: LinearRelation, constant: bigint): LinearConstraint {
  return x < y
    ? { variables: [x, y], coefficients: [1n, -1n], relation, constant }
    : { variables: [y, x], coefficients: [-1n, 1n], relation, constant };
}

describe('solve', () => {
  it.each([
    ['a <> 0', 'a=1'],
    ['a < b & b < c', 'a=0 b=1 c=2'],
    ['a >= 5 & b <= -7 & a + b <> 0', 'a=5 b=-7'],
    ['a >= 5 & b <= -5 & a + b <> 0', 'a=5 b=-6'],
    ['3a + 5b = 1', 'a=2 b=-1'],
    ['r > 0 & r < 1', 'r=1/2'],
    ['3r > 1 & 2r < 1', 'r=2/5'],
    ['3r = -1', 'r=-1/3'],
    ['7r >= 30 & r < 100 & r <> 5', 'r=6'],
    ['r < 0 & 1000r > -1', 'r=-1/1001'],
    ['r < s & s < 1 & r > 0', 'r=1/2 s=2/3'],
    ['r <> 0 & r <> 1 & r <> 2', 'r=-1'],
    ['100000000000000000000r = 1', 'r=1/100000000000000000000'],
    ['a = 2 & 2r = 1', 'a=2 r=1/2'],
  ])('of %j gives %s', (text, expected) => {
    const model = solve(all(text), isInteger);
    const names = Object.entries(NAMES).filter(([, v]) => model?.has(v));
    expect(names.map(([n, v]) => `${n}=${showRational(model?.get(v) ?? rational(0))}`).join(' ')).toBe(expected);
  });
});

describe('eliminate', () => {
  it.each([
    ['a = b + 1 & a <= c', 'a', ['1b + -1c <= -1']],
    ['b <= a & a <= c', 'a', ['1b + -1c <= 0']],
    ['b < a & a < c', 'a', ['1b + -1c <= -2']],
    ['b <= a & a <> c', 'a', ['']],
    ['b <= a & a <= b & a <> c', 'a', ['1b + -1c <= -1', '-1b + 1c <= -1']],
    ['r > s & r < t', 'r', ['1s + -1t < 0']],
    ['2r = s & 3r <= t', 'r', ['3s + -2t <= 0']],
    ['2r <= s & 3r >= t', 'r', ['-3s + 2t <= 0']],
    ['r >= s & r <= t & r <> u', 'r', ['1s + -1t < 0', '1s + -1t <= 0 & 1s + -1u <> 0']],
    ['2a = b & 3a = c', 'a', ['3b + -2c = 0']],
    ['2a >= b & a <= c', 'a', ['1b + -2c <= 0']],
    ['b <= 2a & a <> c', 'a', ['']],
    ['a = 1 & a = 2', 'a', []],
    ['2a = b & 2a = b + 1', 'a', []],
    ['a < b & b < a', 'a', []],
    ['b <= c', 'a', ['1b + -1c <= 0']],
    ['b < 0 & b > 0', 'a', []],
  ])('of %j, %s', (text, variable, expected) => {
    const cases = eliminate(all(text), NAMES[variable] as number, isInteger);
    expect(cases?.map((c) => c.map(show).join(' & '))).toEqual(expected);
  });

  it.each(['2a = b', '2a >= b & 3a <= c', '2a = b & 4a = c'])('refuses %j, which needs divisibility', (text) => {
    expect(eliminate(all(text), 0, isInteger)).toBe(null);
  });

  it('gives few cases where many values are excluded', () => {
    const excluded = Array.from({ length: 10 }, (_, i) => difference(0, 10 + i, '<>', 0n));
    const cases = eliminate([bound(0, -1n, 0n), difference(0, 1, '<=', 0n), ...excluded], 0, isInteger);
    expect(cases?.length).toBe(11);
  });
});
