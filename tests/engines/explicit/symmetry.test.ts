import { describe, expect, it } from 'vitest';
import { sortingNetwork } from '../../../src/engines/explicit/reduce/sorting-network.js';
import { type MemoryName, memoryNamed, SC, TSO } from '../../../src/memory/models.js';
import type { Program } from '../../../src/models/program/model.js';
import { Random } from '../../random/random.js';
import {
  apply,
  assign,
  at,
  both,
  edge,
  local,
  location,
  never,
  range,
  scalar,
  shared,
  sharing,
  template,
} from '../../support/build.js';
import { least, sized } from '../../support/size.js';
import { LIMITS, runEngine } from './compare.js';
import { groupsOf, symmetricDisagreement, tally } from './compare-symmetry.js';
import { counter, filterLock, peterson, storeBuffering } from './programs.js';
import { randomProgram, shrink } from './random-programs.js';
import { randomSymmetric } from './random-symmetric.js';
import { barrier, mcsLock, programOf, spinLock, ticketLock } from './symmetric-programs.js';

const MEMORIES = ['sc', 'tso', 'pso'] as const satisfies readonly MemoryName[];

function groups(program: Program): number[][] {
  return groupsOf(program).map(({ threads }) => [...threads]);
}

describe('orbits', () => {
  it('are halved by a group of two, also where a third thread has pointers to them in its buffer', () => {
    const lock = mcsLock(3);
    // A property that can never be true, about one of them.
    const apart: Program = { ...lock, never: [...lock.never, never('third', both(at(2, 0), at(2, 1)))] };
    for (const memory of MEMORIES) {
      const question = { program: apart, memory: memoryNamed(memory), buffer: 2 };
      const states = (symmetry: boolean) => runEngine({ ...question, symmetry }).counts.states as number;
      expect(groups(apart)).toEqual([[0, 1]]);
      expect([memory, states(false) / states(true)]).toEqual([memory, expect.closeTo(2, 1)]);
    }
  });
});

describe('interchangeable threads', () => {
  const three = (body: string, rest = 'never T(i)@cs && T(j)@cs') =>
    programOf(`shared turn: -1..3 = 0, flag[4]: bool, n: 0..3\nthread T[3] { ${body}\ncs: skip }\n${rest}`);

  /** `turn = me`, and then a step for which languages with sorts have no words. */
  const unsorted = (then: Parameters<typeof edge>[2]): Program => ({
    shared: [sharing(scalar('turn', range(0, 1)))],
    templates: [
      template(
        'T',
        1,
        [scalar('me', range(0, 1))],
        [location(), location(), location()],
        [edge(0, 1, { updates: [assign(shared(0), local(0))] }), edge(1, 2, then)],
      ),
    ],
    threads: [0, 1].map((me) => ({ name: `T(${me})`, template: 0, initial: [[me]] })),
    never: [],
    outOfRange: 'failure',
  });

  it.each<[string, Program, number[][]]>([
    ['without identity', spinLock(3), [[0, 1, 2]]],
    ['with numbers that are no identities', ticketLock(3), [[0, 1, 2]]],
    ['with identities in variables and arrays', mcsLock(4), [[0, 1, 2, 3]]],
    ['a barrier', barrier(3), [[0, 1, 2]]],
    ['a counter', counter(3, 1, true), [[0, 1, 2]]],
    ['where the other one is computed', peterson(true), [[0, 1]]],
    ['in a local', storeBuffering(false), [[0, 1]]],
    ['whatever the first values', three('await turn == self; turn = -1'), [[0, 1, 2]]],
    ['with values of nobody', three('await turn == -1 || turn == 3; turn = self'), [[0, 1, 2]]],
    ['with identities from 1', three('await turn == -1; turn = self + 1; flag[turn] = true'), [[0, 1, 2]]],
    ['but one that a property names', three('turn = self', 'never T(0)@cs && flag[0]'), [[1, 2]]],
    ['but one that the program names', three('turn = self; if (turn == 1) { n = 1 }'), [[0, 2]]],
    ['but one that has other code', three('if (self == 2) { n = 1 } turn = self'), [[0, 1]]],
    [
      'by property up to brackets',
      three('local d: 0..1; turn = self; d = 1', 'never T(0).d + T(1).d + T(2).d == 3 && n == 1'),
      [[0, 1, 2]],
    ],
    ['by property up to order', three('turn = self', 'never T(i)@cs && (T(j)@cs && turn == i)'), [[0, 1, 2]]],
    [
      'in two groups that share a variable',
      programOf(`
        shared owner: 0..4 = 4
        thread P(me: 0..1) { await owner == 4; owner = me; cs: skip }
        thread Q(me: 2..3) { owner = me; await owner == 4 || owner == me; cs: skip }
        never P(i)@cs && P(j)@cs && owner == i
        never P(i)@cs && Q(j)@cs && owner == j
      `),
      [
        [0, 1],
        [2, 3],
      ],
    ],
  ])('are found: %s', (_, program, expected) => {
    expect(groups(program)).toEqual(expected);
    expect(symmetricDisagreement(program, 'tso', 1, 400)).toBeNull();
  });

  it.each<[string, Program]>([
    ['the order of identities', three('turn = self; await turn < self + 1; await turn <= n; n = turn')],
    ['arithmetic on identities', three('flag[self] = true; flag[(self + 1) % 3] = false')],
    ['arithmetic on what holds identities', three('turn = self; n = 1; n = n - turn * 0')],
    ['every identity named', three('turn = self; if (turn == 1) { n = 1 } if (turn == 2) { n = 2 }')],
    [
      'results of operators among identities',
      unsorted({ updates: [assign(shared(0), apply(shared(0), '==', shared(0)))] }),
    ],
    ['identities taken for truth', unsorted({ guard: shared(0) })],
    ['two ways to number threads', programOf('shared a: 0..3\nthread T[2] { a = self; a = 3 - self }')],
    ['a counter compared with identities', three('n = n + 1; await n == self')],
    ['a loop over all indices', filterLock(3)],
    [
      'the 0 of a condition',
      three('turn = self; if (turn != 0) { flag[3] = true } if (turn == 1) { flag[3] = false }'),
    ],
    ['an array that is too small', programOf('shared a[1]: bool\nthread T[2] { a[self] = true }')],
    ['a range that is too small', programOf('shared a: 0..1, b: 0..2\nthread P(me: 1..2) { b = me; a = b }')],
    [
      'another thread that names identities',
      programOf('shared a: 0..2\nthread T[3] { a = self }\nthread U { a = 1; a = 2 }'),
    ],
    ['constant arrays', programOf('shared p[3]: 0..2 = {0, 0, 2}, i: 0..2\nthread T[3] { i = self; i = p[i] }')],
    ['parameters that matter', programOf('shared n: 0..9\nthread P(k: 1..3) { n = n + k }')],
    ['different code', programOf('shared n: 0..9\nthread P { n = 1 }\nthread Q { n = 2; n = 1 }')],
    ['properties', three('turn = self', 'never T(0)@cs && turn == 0\nnever T(1)@cs && turn == 2')],
    ['a condition that may have no value', three('turn = self', 'never T(i)@cs && 1 / n == 1')],
  ])('are not found because of %s', (_, program) => {
    expect(groups(program)).toEqual([]);
    expect(runEngine({ program, memory: TSO, buffer: 2 }).counts.orbit).toBe(1);
  });

  it('are not used when the question says so', () => {
    const program = mcsLock(3);
    expect(runEngine({ program, memory: SC, buffer: 1 }).counts).toMatchObject({ orbit: 6, states: 181 });
    expect(runEngine({ program, memory: SC, buffer: 1, symmetry: false }).counts).toMatchObject({
      orbit: 1,
      states: 1040,
    });
  });
});

describe('orbits', () => {
  it('are as many as ever', () => {
    const states = (program: Program, memory: MemoryName) =>
      ['wasm', 'javascript'].map((kernel) => {
        const { answer, counts } = runEngine({
          program,
          memory: memoryNamed(memory),
          buffer: 2,
          kernel: kernel as 'wasm' | 'javascript',
        });
        return `${answer.verdict} ${counts.states} ${counts.transitions}`;
      });
    for (const [program, memory, expected] of [
      [spinLock(5), 'tso', 'holds 15 55'],
      [ticketLock(5), 'pso', 'holds 105 325'],
      [barrier(4), 'tso', 'holds 1033 4085'],
      [mcsLock(4), 'tso', 'holds 4244 14804'],
      [mcsLock(4), 'pso', 'holds 4382 15334'],
    ] as const) {
      expect(states(program, memory)).toEqual([expected, expected]);
    }
  });

  it('of groups with more threads than are sorted at once', () => {
    const program = programOf('shared n: 0..1\nthread T[11] { n = 1 }\nnever T(i)@end && n == 0');
    expect(groups(program).map(({ length }) => length)).toEqual([8, 3]);
    const { answer, counts } = runEngine({ program, memory: SC, buffer: 1 });
    expect(answer.verdict).toBe('holds');
    // How many of the first eight have done their step, and of the other three; before the first one n is 0.
    expect(counts.states).toBe(9 * 4);
  });

  it('are told of when a limit is reached', () => {
    const limits = { ...LIMITS, maxStates: 100 };
    const { answer } = runEngine({ program: mcsLock(4), memory: TSO, buffer: 2, limits });
    expect(answer).toMatchObject({ verdict: 'unknown', reason: expect.stringMatching(/100 states.*up to the names/) });
  });
});

describe('violations', () => {
  it('are told in the names of the program, and are as short as without symmetry', () => {
    // The third to come finds that the first has left without giving the lock to anybody.
    const broken = (threads: number) =>
      programOf(`
        const N = ${threads}
        shared tail: 0..N = N, next[N]: 0..N = N, last: 0..N = N
        thread T[${threads}] {
          local before: 0..N, chosen: 0..N
          before = swap(tail, self)
          if (before != N) { next[before] = self }
          chosen = ?
          last = chosen
          await last == self
          if (next[self] != N) { cs: skip }
        }
        never T(i)@cs && T(j)@cs
      `);
    for (const memory of MEMORIES) {
      for (const threads of [2, 3]) {
        const question = {
          program: broken(threads),
          memory: memoryNamed(memory),
          buffer: 1,
          limits: { ...LIMITS, maxStates: 2_000_000 },
        };
        const [reduced, plain] = [runEngine(question), runEngine({ ...question, symmetry: false })];
        if (plain.answer.verdict !== 'violated' || reduced.answer.verdict !== 'violated') {
          expect([threads, plain.answer.verdict, reduced.answer.verdict]).toEqual([2, 'holds', 'holds']);
          continue;
        }
        expect(reduced.answer.trace.steps).toHaveLength(plain.answer.trace.steps.length);
        expect(reduced.counts.states).toBeLessThan(plain.counts.states as number);
      }
    }
  });
});

describe('with symmetry and without, random programs get the same answers', () => {
  const seeds = sized(10, 24);
  for (const memory of MEMORIES) {
    it(`under ${memory}`, () => {
      const before = { ...tally };
      for (let seed = 0; seed < seeds; seed++) {
        const random = new Random(seed);
        const threads = [2, 3, 3, 4][seed % 4] as number;
        const program =
          seed % 8 === 7 ? randomProgram(random) : randomSymmetric(random, threads, seed % 5 === 0 ? 0.05 : 0);
        const ask = (each: Program) => symmetricDisagreement(each, memory, 1 + (seed % 2), 300);
        const wrong = ask(program);
        if (wrong === null) continue;
        const small = shrink(program, (smaller) => ask(smaller) !== null);
        expect.fail(`seed ${seed}: ${ask(small)}\n${JSON.stringify(small)}`);
      }
      // Otherwise nothing was tested.
      expect(tally.violated - before.violated).toBeGreaterThan(least(5));
      expect(tally.holding - before.holding).toBeGreaterThan(least(3));
      expect(tally.perfect - before.perfect).toBeGreaterThan(0.8 * (tally.holding - before.holding));
      expect(tally.states - before.states).toBeLessThan(tally.configurations - before.configurations);
    });
  }
});

describe('the sorting network', () => {
  it('sorts all numbers of threads', () => {
    // What sorts all sequences of 0 and 1 sorts all sequences.
    for (let size = 2; size <= 8; size++) {
      for (let bits = 0; bits < 1 << size; bits++) {
        const values = Array.from({ length: size }, (_, k) => (bits >> k) & 1);
        for (const [one, other] of sortingNetwork(size)) {
          const [low, high] = [values[one] as number, values[other] as number];
          [values[one], values[other]] = [Math.min(low, high), Math.max(low, high)];
        }
        expect(values).toEqual(values.toSorted());
      }
    }
  });
});
