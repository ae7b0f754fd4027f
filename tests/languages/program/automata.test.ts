/**
 * What statements become: small automata, written out.
 */
import { describe, expect, it } from 'vitest';
import { sample, samples } from './samples.js';
import { automaton, program } from './support.js';

const DECLARATIONS = 'shared x, y: 0..3\nshared n: int\nshared f[2]: 0..1\n';

const cases: readonly { readonly title: string; readonly body: string; readonly edges: readonly string[] }[] = [
  {
    title: 'a store and a load',
    body: 'x = 1; local a = y',
    edges: ['0 -> 1 x = 1', '1 -> 2 a = y', '2: end'],
  },
  {
    title: 'an increment is a load and a store',
    body: 'x = x + 1',
    edges: ['0 -> 1 $1 = x', '1 -> 2 x = ($1 + 1)', '2: end'],
  },
  {
    title: 'loads go from left to right',
    body: 'local a = 0; a = y - x + y',
    edges: ['0 -> 1 $1 = y', '1 -> 2 $2 = x', '2 -> 3 a = (($1 - $2) + y)', '3: end'],
  },
  {
    title: 'an index is loaded before the cell',
    body: 'local a = f[x - y]',
    edges: ['0 -> 1 $1 = x', '1 -> 2 $2 = y', '2 -> 3 a = f[($1 - $2)]', '3: end'],
  },
  {
    title: 'an index is loaded before the value',
    body: 'f[x] = y',
    edges: ['0 -> 1 $1 = x', '1 -> 2 $2 = y', '2 -> 3 f[$1] = $2', '3: end'],
  },
  {
    title: 'a conjunction does not load what it does not need',
    body: 'if (x == 1 && y == 2) n = 3 else n = 4',
    edges: [
      '0 -> 1 [(x == 1)]',
      '0 -> 2 [(x != 1)]',
      '1 -> 3 [(y == 2)]',
      '1 -> 2 [(y != 2)]',
      '2 -> 4 n = 4',
      '3 -> 4 n = 3',
      '4: end',
    ],
  },
  {
    title: 'a disjunction as a value',
    body: 'local b = false; b = x == 1 || y == 2; n = b ? 1 : 2',
    edges: [
      '0 -> 1 [(x == 1)] b = 1',
      '0 -> 2 [(x != 1)]',
      '1 -> 3 n = (b ? 1 : 2)',
      '2 -> 1 [(y == 2)] b = 1',
      '2 -> 1 [(y != 2)] b = 0',
      '3: end',
    ],
  },
  {
    title: 'a conditional loads one side',
    body: 'local a = 0; a = x == 1 ? y : 2; n = a',
    edges: ['0 -> 1 [(x == 1)]', '0 -> 2 [(x != 1)] a = 2', '1 -> 2 a = y', '2 -> 3 n = a', '3: end'],
  },
  {
    title: 'an await reads again',
    body: 'w: await x == 1 || y == 2',
    edges: [
      '0 -> 1 [(x == 1)]',
      '0 -> 2 [(x != 1)]',
      '2 -> 1 [(y == 2)]',
      '2 -> 0 [(y != 2)]',
      '0: w',
      '1: end',
      '2: w',
    ],
  },
  {
    title: 'an await of a locked instruction',
    body: 'await cas(x, 0, 1)',
    edges: ['0 -> 1 [(x == 0)] x = 1 atomic', '1: end'],
  },
  {
    title: 'local work belongs to the access before it',
    body: 'local a = 1; x = a; a = a + 1; a = a * 2; n = a; a = 0',
    edges: ['0 -> 1 x = a, a = ((a + 1) * 2)', '1 -> 2 n = a, a = 0', '2: end'],
  },
  {
    title: 'labels are places of their own',
    body: 'local a = 0; x = 1; l: a = 2; m: skip; n = a',
    edges: ['0 -> 1 x = 1', '1 -> 2 a = 2', '2 -> 3 n = a', '1: l', '2: m', '3: end'],
  },
  {
    title: 'a label covers its block',
    body: 'l: { x = 1; n = x }',
    edges: ['0 -> 1 x = 1', '1 -> 2 $1 = x', '2 -> 3 n = $1', '0: l', '1: l', '2: l', '3: end'],
  },
  {
    title: 'an arbitrary value is chosen before it is used',
    body: 'local a: 0..3; x = 1; a = ?; n = a',
    edges: ['0 -> 1 x = 1, a = ?', '1 -> 2 n = a', '2: end'],
  },
  {
    title: 'an atomic block is one step',
    body: 'atomic { x = y; y = x + 1 }',
    edges: ['0 -> 1 x = y, y = (y + 1) atomic', '1: end'],
  },
  {
    title: 'an atomic block has an edge for each way through',
    body: 'atomic { if (x == 0) { x = 1 } else { n = 2 } }',
    edges: ['0 -> 1 [(x == 0)] x = 1 atomic', '0 -> 1 [(x != 0)] n = 2 atomic', '1: end'],
  },
  {
    title: 'an atomic block waits as a whole',
    body: 'local a = 0; a = 1; atomic { await x == 0; x = 1; assume y == 2 }',
    edges: ['0 -> 1 a = 1', '1 -> 2 [((x == 0) && (y == 2))] x = 1 atomic', '2: end'],
  },
  {
    title: 'an atomic block that fails before it waits',
    body: 'local a: 0..3; atomic { a = 6 / x; await x > 0 }',
    edges: [
      '0 -> 1 [(x > 0)] a = (6 / x) atomic',
      '0 -> 0 [((0 > (6 / x)) || ((6 / x) > 3))] a = (6 / x) atomic',
      '1: end',
    ],
  },
  {
    title: 'an atomic block that waits before it fails',
    body: 'local a: int; atomic { await x > 0; a = 6 / x }',
    edges: ['0 -> 1 [(x > 0)] a = (6 / x) atomic', '1: end'],
  },
  {
    title: 'a cell that there may not be, between two waits',
    body: 'atomic { await x > 0; f[x] = 1; await y > 0 }',
    edges: ['0 -> 1 [((x > 0) && (y > 0))] f[x] = 1 atomic', '0 -> 0 [((x > 0) && (f[x] != f[x]))] atomic', '1: end'],
  },
  {
    title: 'a failing test whose sides both wait',
    body: 'atomic { if (6 / x == 2) { assume false } else { assume 1 == 2 } }',
    edges: ['0 -> 0 [(((6 / x) == 2) != ((6 / x) == 2))] atomic'],
  },
  {
    title: 'what the waiting itself computes needs no second step',
    body: 'local a: 0..1; atomic { a = f[x]; await a == 1 }',
    edges: ['0 -> 1 [(f[x] == 1)] a = f[x] atomic', '1: end'],
  },
  {
    title: 'an atomic block of local work',
    body: 'local a = 0; atomic { a = 1 }',
    edges: ['0 -> 1 a = 1 atomic', '1: end'],
  },
  {
    title: 'cells inside an atomic block are told apart',
    body: 'local i: 0..1; atomic { f[0] = 1; f[i] = 0; n = f[x] }',
    edges: [
      '0 -> 1 [(i == 0)] f[i] = 0, n = ((x == i) ? 0 : f[x]) atomic',
      '0 -> 1 [(i != 0)] f[0] = 1, f[i] = 0, n = ((x == i) ? 0 : ((x == 0) ? 1 : f[x])) atomic',
      '1: end',
    ],
  },
  {
    title: 'values inside an atomic block are told apart',
    body: 'local a: 0..1; atomic { a = ?; n = a + 1 }',
    edges: ['0 -> 1 a = 0, n = 1 atomic', '0 -> 1 a = 1, n = 2 atomic', '1: end'],
  },
  {
    title: 'a value that is overwritten must still fit',
    body: 'atomic { x = n; x = 1 }',
    edges: [
      '0 -> 1 [((0 <= n) && (n <= 3))] x = 1 atomic',
      '0 -> 2 [((0 > n) || (n > 3))] x = n atomic',
      '1: end',
      '2: fails',
    ],
  },
  {
    title: 'an empty atomic block waits for the buffer',
    body: 'atomic { }',
    edges: ['0 -> 1 atomic', '1: end'],
  },
  {
    title: 'an assumption that fails after an effect',
    body: 'assume swap(x, 1) == 0',
    edges: ['0 -> 1 [(x == 0)] x = 1 atomic', '0 -> 2 [(x != 0)] x = 1 atomic', '1: end'],
  },
  {
    title: 'an assumption does not undo what came before',
    body: 'local a = 0; x = 1; assume a == 1; y = 1',
    edges: ['0 -> 1 x = 1', '1 -> 2 [(a == 1)] y = 1', '2: end'],
  },
  {
    title: 'an assumption about memory',
    body: 'assume x == 1',
    edges: ['0 -> 1 [(x == 1)]', '1: end'],
  },
  {
    title: 'a loop of local work',
    body: 'local i = 0; while (i < 3) { i = i + 1 } n = i',
    edges: ['0 -> 0 [(i < 3)] i = (i + 1)', '0 -> 1 [(i >= 3)] n = i', '1: end'],
  },
  {
    title: 'an endless loop',
    body: 'loop { }',
    edges: [],
  },
  {
    title: 'a loop that spins',
    body: 'while (x == 1) {} y = 1',
    edges: ['0 -> 1 [(x != 1)]', '1 -> 2 y = 1', '2: end'],
  },
  {
    title: 'locked instructions',
    body: 'fetch_add(n, 2); x = fetch_add(n, x)',
    edges: [
      '0 -> 1 n = (n + 2) atomic',
      '1 -> 2 $1 = x',
      '2 -> 3 n = (n + $1), $2 = n atomic',
      '3 -> 4 x = $2',
      '4: end',
    ],
  },
  {
    title: 'assertions',
    body: 'assert x < 3; a: assert true',
    edges: ['0 -> 1 [(x < 3)]', '0 -> 2 [(x >= 3)]', '1 -> 3', '1: a', '2: fails', '3: end'],
  },
  {
    title: 'a choice is made with its first step',
    body: 'choose { await x == 1; n = 1 } or { await y == 1 } n = 2',
    edges: ['0 -> 1 [(x == 1)]', '0 -> 2 [(y == 1)]', '1 -> 2 n = 1', '2 -> 3 n = 2', '3: end'],
  },
  {
    title: 'jumps',
    body: 'again: x = 1; if (y == 0) goto again',
    edges: ['0 -> 1 x = 1', '1 -> 0 [(y == 0)]', '1 -> 2 [(y != 0)]', '0: again', '2: end'],
  },
  {
    title: 'leaving and going on',
    body: 'loop { if (x == 1) break; if (y == 1) continue; n = 1 }',
    edges: [
      '0 -> 1 [(x == 1)]',
      '0 -> 2 [(x != 1)]',
      '2 -> 0 [(y == 1)]',
      '2 -> 3 [(y != 1)]',
      '3 -> 0 n = 1',
      '1: end',
    ],
  },
  {
    title: 'a test that changes nothing',
    body: 'local a = 0; if (a == 1) { skip } else { } x = 1',
    edges: ['0 -> 1 x = 1', '1: end'],
  },
  {
    title: 'a range is checked at every assignment',
    body: 'local r: 0..1; r = n; r = r + 1; r = 0',
    edges: ['0 -> 1 r = n', '1 -> 2 r = (r + 1)', '2 -> 3 r = 0', '3: end'],
  },
  {
    title: 'cells of a local array that may be the same',
    body: 'local t[2]: int; local i: 0..1; t[0] = x; t[i] = 1; n = t[1]',
    edges: ['0 -> 1 t[0] = x', '1 -> 2 t[i] = 1', '2 -> 3 n = t[1]', '3: end'],
  },
  {
    title: 'a fence',
    body: 'x = 1; fence; y = 1',
    edges: ['0 -> 1 x = 1', '1 -> 2 fence', '2 -> 3 y = 1', '3: end'],
  },
  {
    title: 'nothing',
    body: '',
    edges: ['0: end'],
  },
];

describe('the automaton of', () => {
  for (const { title, body, edges } of cases) {
    it(title, () => {
      expect(automaton(`${DECLARATIONS}thread P { ${body} }`)).toEqual(edges);
    });
  }

  it('a register that only a left-out test reads', () => {
    // Both sides of the loop's test lead to the end, so what was loaded for it is not kept; `t` once took its place.
    const text = 'local t[2]: 0..3; choose { skip } or { t[0] = ? } while (x <= t[0]) { break }';
    expect(automaton(`${DECLARATIONS}thread P { ${text} }`)).toEqual(['0 -> 1', '0 -> 2 t[0] = ?', '2 -> 1', '1: end']);
  });

  it('every sample is small', () => {
    const sizes = samples.map(({ name, text }) => {
      const { templates } = program(text, 2).program;
      return `${name}: ${templates.map(({ locations, edges }) => `${locations.length}/${edges.length}`).join(' ')}`;
    });
    expect(sizes).toEqual([
      'peterson: 6/8',
      'dekker: 10/12',
      'ticket lock: 4/3',
      'bakery: 9/13',
      'test and set: 3/4',
      'queue: 7/8 4/4',
      'barrier: 6/6',
      'seqlock: 7/7 6/9',
      'everything: 16/26 1/0',
    ]);
  });

  it('a long row of tests does not grow beyond measure', () => {
    const tests = Array.from({ length: 30 }, (_, i) => `if (a == ${i}) b = b + 1; else b = b + 2`).join('; ');
    const { program: made } = program(`shared x: int\nthread P { local a = x, b = 0; ${tests}; x = b }`);
    expect(made.templates[0]?.edges.length).toBeLessThan(150);
  });

  it('a long row of sums does not grow beyond measure', () => {
    const sums = Array.from({ length: 200 }, () => 'a = a + a').join('; ');
    const { program: made } = program(`shared x: int\nthread P { local a = 1; ${sums}; x = a }`);
    expect(made.templates[0]?.edges.length).toBeLessThan(60);
    expect(JSON.stringify(made).length).toBeLessThan(4_000_000);
  });

  it('a long thread is read', () => {
    const stores = Array.from({ length: 2_000 }, (_, i) => `x = ${i % 4}; a = a + 1`).join('; ');
    const { program: made } = program(`shared x: 0..3\nthread P { local a = 0; ${stores} }`);
    expect(made.templates[0]?.edges.length).toBe(2_000);
  });
});

describe('the words of a step', () => {
  const texts = (text: string) =>
    program(text, 2).program.templates[0]?.edges.map((edge) => `${edge.place.line}: ${edge.text}`);

  it('are its statements', () => {
    expect(texts(sample('peterson'))).toEqual([
      '8: flag[me] = true',
      '9: turn = other',
      '10: fence',
      '11: load flag[other]',
      '11: await !flag[other] || turn == me',
      '11: await !flag[other] || turn == me',
      '11: await !flag[other] || turn == me: not yet',
      '13: flag[me] = false',
    ]);
    expect(texts(sample('test and set'))).toEqual([
      '5: while swap(lock, 1) == 1',
      '5: end while swap(lock, 1) == 1',
      '6: end while lock == 1',
      '9: lock = 0',
    ]);
    expect(
      texts('shared x: int\nthread P { atomic { x = x + 1; if (x > 2) x = 0 }; local a = 1 + x\na = a * 2 }'),
    ).toEqual([
      '2: atomic { x = x + 1; if x > 2; x = 0 }',
      '2: atomic { x = x + 1; if not (x > 2) }',
      '2: a = 1 + x; a = a * 2',
    ]);
  });

  it('stay short', () => {
    const [only] = texts(`shared x: int\nthread P { local a = 0; x = 1; ${'a = a + 1; '.repeat(40)}}`) ?? [];
    expect(only?.length).toBeLessThan(200);
  });
});

describe('a failed assertion', () => {
  it('is a location with its words', () => {
    const [template] = program('shared x: int\nthread P {\n  assert x == 1\n}').program.templates;
    expect(template?.locations.map(({ failure }) => failure)).toEqual([null, null, 'assert x == 1 (line 3)']);
  });
});
