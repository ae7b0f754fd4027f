/** The example programs: as many fences as their repaired twins have, none where none is needed, and no fewer will do. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { check } from '../../src/check/check.js';
import { readProgram } from '../../src/languages/program/index.js';
import { insertAll } from '../../src/repair/edits.js';
import { fpFences } from '../../src/repair/fp-places.js';
import { type FixOptions, type FixResult, fix } from '../../src/repair/index.js';
import { fenceRepair } from '../../src/repair/text-places.js';
import { reasonOf } from '../support/engines.js';
import { sized } from '../support/size.js';
import { inOrder, minimalSets } from './brute-force.js';

const FOLDER = fileURLToPath(new URL('../../examples/programs/', import.meta.url));
const read = (file: string): string => readFileSync(FOLDER + file, 'utf8');

async function fixed(text: string, options: FixOptions = {}): Promise<FixResult> {
  const result = await fix(text, { file: 'program.fp', ...options });
  if (!result.ok) throw new Error(result.diagnostics.map(({ message }) => message).join('; '));
  return result;
}

function fencesIn(text: string): number {
  return text.split('\n').filter((line) => line.trim() === 'fence').length;
}

/** Fences of the repaired file; none when the program is right as it is. */
function expectedFences(name: string, memory: 'tso' | 'pso'): number {
  const twin = `${name}-${memory}.fp`;
  return existsSync(FOLDER + twin) ? fencesIn(read(twin)) : 0;
}

const SMALL = ['dekker', 'peterson', 'burns', 'ticket-lock', 'clh-lock', 'mcs-lock', 'test-and-set', 'seqlock'];
const MORE = ['sense-barrier', 'sense-barrier-flags', 'lamport-queue', 'non-blocking-write', 'cilk-the'];

const QUICK: readonly (readonly [string, 'tso' | 'pso'])[] = [
  ['dekker', 'tso'],
  ['peterson', 'pso'],
  ['ticket-lock', 'pso'],
  ['seqlock', 'tso'],
  ['lamport-queue', 'pso'],
];

describe('as many fences as in the repaired twin', () => {
  const all = [...SMALL, ...MORE].flatMap((name) => [[name, 'tso'] as const, [name, 'pso'] as const]);
  test.each(sized(QUICK, all))('%s under %s', async (name, memory) => {
    const text = read(`${name}.fp`);
    const result = await fixed(text, { memory });
    const wanted = expectedFences(name, memory);
    expect(result.status).toBe(wanted === 0 ? 'unneeded' : 'repaired');
    const [set] = result.sets;
    expect(set?.places).toHaveLength(wanted);
    expect([result.minimal, result.lowerBound, result.outcome?.verdict]).toEqual(['proved', wanted, 'holds']);
    // Nothing but fences was added, each on a line of its own.
    const lines = (set?.text ?? '').split('\n');
    expect(lines.filter((line) => line.trim() !== 'fence').join('\n')).toBe(text);
    expect(fencesIn(set?.text ?? '')).toBe(wanted);
  });
});

test('one place in the text is a fence for each thread', async () => {
  const result = await fixed(read('dekker.fp'), { memory: 'tso', file: 'dekker.fp' });
  expect(result.sets[0]?.places).toEqual([
    { line: 23, where: 'after', statement: 'raise: flag[me] = true', thread: 'P', threads: 2 },
  ]);
  expect(result.sets[0]?.diff).toBe(
    [
      '--- dekker.fp',
      '+++ dekker.fp',
      '@@ -21,6 +21,7 @@',
      '   loop {',
      '     wait: {',
      '       raise: flag[me] = true',
      '+      fence',
      '       look: if (flag[other]) {',
      '         if (turn == me) {',
      '           goto look',
      '',
    ].join('\n'),
  );
});

async function placesOf(text: string) {
  const programs = async (changed: string) => {
    const made = readProgram(changed, '').program?.instantiate(null);
    return made?.kind === 'program' ? [made.program] : null;
  };
  const syntax = readProgram(text, '').program?.syntax;
  return (await fenceRepair(text, syntax === undefined ? [] : fpFences(text, syntax), programs)).places;
}

describe('fewer do not do', () => {
  test.each(
    sized(
      [['non-blocking-write', 'pso'] as const],
      [['peterson', 'pso'] as const, ['non-blocking-write', 'pso'] as const],
    ),
  )('%s under %s: every smaller set is violated', async (name, memory) => {
    const text = read(`${name}.fp`);
    const { sets, candidates } = await fixed(text, { memory });
    const fewest = sets[0]?.places.length ?? 0;
    const places = await placesOf(text);
    expect(places).toHaveLength(candidates.length);
    const smaller = (size: number, from = 0): number[][] => {
      if (size === 0) return [[]];
      return places.flatMap((_, first) =>
        first < from ? [] : smaller(size - 1, first + 1).map((rest) => [first, ...rest]),
      );
    };
    for (const set of Array.from({ length: fewest }, (_, size) => smaller(size)).flat()) {
      const patched = insertAll(
        text,
        set.flatMap((place) => places[place]?.patch ?? []),
      );
      const checked = await check(patched, { file: 'program.fp', memory });
      expect(checked.ok && checked.outcome.verdict).toBe('violated');
    }
  });
});

test('a fence that does harm is not taken: it would show a state between two statements', async () => {
  // The property compares what is in memory with locals that are set right behind the store.
  const text = read('test-and-set.fp');
  const result = await fixed(text, { memory: 'pso', all: true });
  const places = await placesOf(text);
  const expected = await minimalSets(places.length, async (taken) => {
    const patched = insertAll(
      text,
      taken.flatMap((place) => places[place]?.patch ?? []),
    );
    const checked = await check(patched, { file: 'program.fp', memory: 'pso' });
    return checked.ok && checked.outcome.verdict === 'holds';
  });
  const sets = result.sets.map((set) => set.places.map((place) => result.candidates.indexOf(place)));
  expect(inOrder(sets)).toEqual(inOrder(expected ?? []));
  expect(result.clauses.some(({ without }) => without.length > 0)).toBe(true);
});

test('all minimal sets, and which of them have the fewest places', async () => {
  const result = await fixed(read('peterson.fp'), { memory: 'pso', all: true });
  expect(result.complete).toBe(true);
  expect(result.sets.length).toBeGreaterThan(1);
  expect(result.sets[0]?.fewest).toBe(true);
  for (const { places, fewest, text } of result.sets) {
    expect(fewest).toBe(places.length === result.lowerBound);
    const checked = await check(text, { file: 'program.fp', memory: 'pso' });
    expect(checked.ok && checked.outcome.verdict).toBe('holds');
  }
});

describe('atomic writes', () => {
  test('Peterson: the turn', async () => {
    const result = await fixed(read('peterson.fp'), { memory: 'tso', with: 'atomic-writes', all: true });
    expect(result.sets.map(({ places }) => places.map(({ statement }) => statement))).toEqual([['turn = other']]);
    expect(result.sets[0]?.text).toContain('    atomic { turn = other }\n');
    expect([result.complete, result.minimal]).toEqual([true, 'proved']);
  });

  test('a store of what was read is a swap', async () => {
    const text = `shared x, y, z: 0..1 = 0
thread A { local r: 0..1; x = 1 - z; r = y; done: skip }
thread B { local r: 0..1; y = 1 - z; r = x; done: skip }
never both: A@end && B@end && A.r == 0 && B.r == 0
`;
    const result = await fixed(text, { memory: 'tso', with: 'atomic-writes' });
    expect(result.status).toBe('repaired');
    expect(result.sets[0]?.text).toContain('swap(x, 1 - z); r = y');
    expect(result.sets[0]?.text).toContain('swap(y, 1 - z); r = x');
  });

  test("the paper's loop repairs too, with more", async () => {
    const result = await fixed(read('peterson.fp'), { memory: 'tso', with: 'atomic-writes', method: 'paper' });
    expect([result.status, result.sets[0]?.places.length, result.outcome?.verdict]).toEqual(['repaired', 2, 'holds']);
    expect(result.minimal).not.toBe('proved');
  });
});

describe('what cannot be repaired', () => {
  test('a violation of SC comes with its run', async () => {
    const result = await fixed(read('ticket-lock-split.fp'), { memory: 'tso' });
    expect([result.status, result.sets, result.trace?.memory]).toEqual(['unrepairable', [], 'sc']);
    expect(reasonOf(result)).toContain('sequential consistency');
  });

  test('a fence on the line of the statements it stands between', async () => {
    const text = `shared x: 0..1 = 0
thread A { x = 1; here: skip }
never late: A@here && x == 0
`;
    const result = await fixed(text, { memory: 'tso' });
    expect([result.status, result.sets[0]?.text.includes('x = 1; fence; here: skip')]).toEqual(['repaired', true]);
  });
});

describe('limits', () => {
  test('a limit of states: unknown, with how many places are needed at least', async () => {
    const text = read('lamport-fast.fp');
    const result = await fixed(text, { memory: 'tso', maxStates: 4_000 });
    expect(result.status).toBe('unknown');
    expect(reasonOf(result)).toContain('limit of 4000 states');
    expect(result.sets).toEqual([]);
    expect(result.clauses.length).toBe(result.iterations - 1);
  });

  test('buffers of any length', async () => {
    const result = await fixed(read('peterson.fp'), { memory: 'pso', buffer: 'unbounded' });
    expect([result.sets[0]?.places.length, result.outcome?.buffer]).toEqual([3, 'unbounded']);
  });
});

describe('questions', () => {
  const text = `shared x, y: 0..1 = 0
thread A { local r: 0..1; x = 1; r = y; one: skip }
thread B { local r: 0..1; y = 1; r = x; one: skip }
never both: A@end && B@end && A.r == 0 && B.r == 0
never nothing: x == 1 && y == 1 && A.r == 1 && B.r == 1 && A@one && x == 0
`;

  test('one property of several', async () => {
    expect((await fixed(text, { property: 'nothing' })).status).toBe('unneeded');
    expect((await fixed(text, { property: 'both' })).sets[0]?.places).toHaveLength(2);
    expect((await fixed(text)).sets[0]?.places).toHaveLength(2);
  });

  test('a property that is not there', async () => {
    const result = await fix(text, { file: 'a.fp', property: 'neither' });
    expect(result.ok).toBe(false);
    if (!result.ok)
      expect(result.diagnostics[0]?.message).toBe('there is no property `neither`: there is `both`, `nothing`');
  });

  test('a text that cannot be read', async () => {
    const result = await fix('thread A { x = 1 }', { file: 'a.fp' });
    expect(result.ok).toBe(false);
  });

  test('any number of threads: some are looked at, and the answer says so', async () => {
    const any = `shared lock: 0..1 = 0
shared data[T]: bool = false
thread T[any] {
  await cas(lock, 0, 1)
  data[self] = true
  lock = 0
}
never late: T(i)@end && lock == 0 && !data[i] && count(T) > 0
`;
    const result = await fixed(any, { memory: 'pso' });
    expect([result.status, result.sets[0]?.places.length]).toEqual(['repaired', 1]);
    expect(reasonOf(result)).toContain('looked at with 1, 2, 3 of `T`');
  });
});
