import { describe, expect, it } from 'vitest';
import { readDve, readDveCondition } from '../../../src/languages/dve/index.js';
import { SOUND } from './broken.js';
import { model, show } from './support.js';

const NAMES = 'const byte N = 3; byte x, y, z, a[N]; const byte t[3] = {4, 5, 6};';
const PROCESS = 'process P { byte i; state s, u; init s; trans s -> u { guard GUARD; }; } system async;';

/** How an expression groups, and what is folded. */
function guard(text: string): string {
  const made = model(`${NAMES} ${PROCESS.replace('GUARD', text)}`);
  const expression = made.processes[0]?.transitions[0]?.guard;
  return expression == null ? 'none' : show(expression, made);
}

describe('an expression', () => {
  const groups: [text: string, grouped: string][] = [
    ['x - y - z', '((x - y) - z)'],
    ['x + y * z', '(x + (y * z))'],
    ['x << y + z', '(x << (y + z))'],
    ['x < y << z', '(x < (y << z))'],
    ['x == y < z', '(x == (y < z))'],
    ['x & y == z', '(x & (y == z))'],
    ['x | y & z', '((x | y) & z)'],
    ['x and y | z', '(x and (y | z))'],
    ['x or y and z', '((x or y) and z)'],
    ['x and y or z', '((x and y) or z)'],
    ['x && y and z', '(x and y and z)'],
    ['x and (y and z)', '(x and (y and z))'],
    ['x imply y imply z', '((x imply y) imply z)'],
    ['x imply y or z', '(x imply (y or z))'],
    ['not x == y', '(not(x) == y)'],
    ['- x * ~ y', '(-(x) * ~(y))'],
    ['not not x', 'not(not(x))'],
    ['a[x + 1] > P->i', '(a[(x + 1)] > P->i)'],
    ['P.s + P.u > 1', '((P.s + P.u) > 1)'],
    ['x, y == 1, z', '(x and (y == 1) and z)'],
  ];
  for (const [text, grouped] of groups) {
    it(`groups by the table of the language: ${text}`, () => {
      expect(guard(text)).toBe(grouped);
    });
  }

  const folds: [text: string, folded: string][] = [
    ['N * 2 + 1', '7'],
    ['true and not false', '1'],
    ['0 or N == 2', '0'],
    ['t[1] + t[N - 1]', '11'],
    ['t[x]', 't[x]'],
    ['-7 / 2 * 10 + -7 % 2', '-31'],
    ['1 << 31 >> 31', '-1'],
    ['2147483647 + 1 < 0', '1'],
    ['5 & 3 | 8 ^ ~0', '-10'],
    ['1 / 0', '(1 / 0)'],
    ['1 << 32', '(1 << 32)'],
    ['0 imply 1', '1'],
    ['x and 0', '(x and 0)'],
  ];
  for (const [text, folded] of folds) {
    it(`is folded where it can be: ${text}`, () => {
      expect(guard(text)).toBe(folded);
    });
  }

  it('may be a conjunction of any length', () => {
    const text = Array.from({ length: 20_000 }, (_, part) => `x != ${part}`).join(' && ');
    expect(guard(text).length).toBeGreaterThan(200_000);
  });

  it('is read outside of a model, too', () => {
    const made = model(SOUND);
    const read = (text: string) => {
      const { condition, diagnostics } = readDveCondition(text, 'goal', made);
      return condition === null ? diagnostics.map(({ code, column }) => `${code} ${column}`) : show(condition, made);
    };
    expect(read('P.t + Q.u > 1')).toBe('((P.t + Q.u) > 1)');
    expect(read('a[1] == N and P->i == 0')).toBe('((a[1] == 2) and (P->i == 0))');
    expect(read('i == 0')).toEqual(['unknown-name 1']);
    expect(read('P.t = 1')).toEqual(['syntax 5']);
    expect(read('P.t;')).toEqual(['syntax 4']);
    expect(read('')).toEqual(['syntax 1']);
  });
});

describe('a model', () => {
  const made = model(`
    const int low = -3; byte b = 255, list[3] = {1, 2}, longer[2] = {1, 2, 3}; int i = low;
    const byte table[2] = {7, 8};
    channel plain, bare; channel {byte, int} typed[low + 5];
    process P { const byte K = 9; byte v = K; byte b; state s, t; init t; commit s; accept s, t;
      trans s -> t { guard b == i, list[v] > 0; sync plain!v + table[v]; effect list[v] = v, list[1] = 2, b = list[1]; },
            -> s { sync typed?{v, i}; } t -> s { guard Q.q and not Q.r; sync bare!; }
      assert s: v  ==\n 1, t: Q->w == 0; }
    process Q { byte w, b; state q, r; init q; accept rabin (q; r), (; q, r);
      trans q -> r { sync plain?w; }, r -> q { sync bare?; }; }
    system sync;`);
  const [p, q] = made.processes;

  it('has variables with their first values', () => {
    expect(
      made.globals.map(({ name, type, size, initial, constant }) => [name, type, size, initial, constant]),
    ).toEqual([
      ['b', 'byte', null, [255], false],
      ['list', 'byte', 3, [1, 2, 0], false],
      ['longer', 'byte', 2, [1, 2], false],
      ['i', 'int', null, [-3], false],
      ['table', 'byte', 2, [7, 8], true],
    ]);
    expect(made.constants).toEqual([
      { name: 'low', owner: null, value: -3 },
      { name: 'K', owner: 0, value: 9 },
    ]);
    expect(p?.variables.map(({ name, initial }) => [name, initial])).toEqual([
      ['v', [9]],
      ['b', [0]],
    ]);
  });

  it('has channels with what they carry', () => {
    expect(made.channels.map(({ name, types, arity, capacity }) => [name, types, arity, capacity])).toEqual([
      ['plain', null, 1, 0],
      ['bare', null, 0, 0],
      ['typed', ['byte', 'int'], 2, 2],
    ]);
  });

  it('has processes with states, assertions and acceptance', () => {
    expect(p?.states.map(({ name, committed, accepting }) => [name, committed, accepting])).toEqual([
      ['s', true, true],
      ['t', false, true],
    ]);
    expect(p?.initial).toBe(1);
    expect(p?.assertions.map(({ state, text }) => [state, text])).toEqual([
      [0, 'v == 1'],
      [1, 'Q->w == 0'],
    ]);
    expect(q?.acceptance).toEqual({
      kind: 'rabin',
      pairs: [
        [[0], [1]],
        [[], [0, 1]],
      ],
    });
    expect([made.mode, made.property]).toEqual(['sync', null]);
  });

  it('has transitions that know what they read and write; a local name hides a global one', () => {
    const [first, second, third] = p?.transitions ?? [];
    expect([first?.from, first?.to, second?.from, second?.to]).toEqual([0, 1, 0, 0]);
    expect(first?.reads).toEqual([
      { owner: 0, variable: 1, cell: 0 },
      { owner: null, variable: 3, cell: 0 },
      { owner: 0, variable: 0, cell: 0 },
      { owner: null, variable: 1, cell: null },
      { owner: null, variable: 1, cell: 1 },
    ]);
    expect(first?.writes).toEqual([
      { owner: null, variable: 1, cell: null },
      { owner: null, variable: 1, cell: 1 },
      { owner: 0, variable: 1, cell: 0 },
    ]);
    expect(second?.writes).toEqual([
      { owner: 0, variable: 0, cell: 0 },
      { owner: null, variable: 3, cell: 0 },
    ]);
    expect([second?.reads, third?.looksAt]).toEqual([[], [1]]);
  });

  it('may have its sections in any order, and faults in several', () => {
    const text = 'process P { trans s -> s {}; init s; state s; byte x; } system async;';
    expect(model(text).processes[0]?.transitions.length).toBe(1);
    const { diagnostics } = readDve(text.replace('s -> s {}', 's -> r {}, q -> s { guard z; }'), 'f');
    expect(diagnostics.map(({ message }) => message)).toEqual([
      'this process has no state `r`',
      'this process has no state `q`',
      'there is no variable `z`',
    ]);
  });
});
