/** Repairs of DVE models: the figures of the paper, both rules for atomic writes, fences, and what is written for them. */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { check } from '../../src/check/check.js';
import { readDve } from '../../src/languages/dve/index.js';
import { dveProgram } from '../../src/languages/dve/program.js';
import { TSO } from '../../src/memory/models.js';
import { dveRepair } from '../../src/repair/dve-places.js';
import { insertAll } from '../../src/repair/edits.js';
import { type FixOptions, type FixResult, fix } from '../../src/repair/index.js';
import { takePlaces } from '../../src/repair/places.js';
import { reasonOf } from '../support/engines.js';
import { isLong } from '../support/size.js';

const FOLDER = fileURLToPath(new URL('../../examples/dve/', import.meta.url));
const read = (file: string): string => readFileSync(FOLDER + file, 'utf8');
const PAPER: FixOptions = { file: 'model.dve', memory: 'tso', bufferPerLocation: 1, with: 'atomic-writes' };

async function fixed(text: string, options: FixOptions = {}): Promise<FixResult> {
  const result = await fix(text, { ...PAPER, ...options });
  if (!result.ok) throw new Error(result.diagnostics.map(({ message }) => message).join('; '));
  return result;
}

const statements = ({ sets }: FixResult): string[][] =>
  sets.map(({ places }) => places.map(({ thread, statement }) => `${thread}: ${statement}`));

const FIGURE_6 = `byte x = 0, y = 0;

process A {
  state a1, a2, a3;
  init a1;
  trans
    a1 -> a2 { effect x = x + 1; },
    a2 -> a3 { effect y = y + 1; };
}

process B {
  state b1, b2, b3;
  init b1;
  trans
    b1 -> b2 { effect x = x + 1; },
    b2 -> b3 { effect y = y + 1; };
}

system async;
`;
const BOTH = { ltl: 'F (x == 2 && y > 0)' };

describe('figure 6 of the paper', () => {
  test('both writes to x, when an atomic write waits for the buffer of its process', async () => {
    const result = await fixed(FIGURE_6, { ...BOTH, atomicWaits: 'own', all: true });
    expect(statements(result)).toEqual([['A: a1 -> a2: x = x + 1', 'B: b1 -> b2: x = x + 1']]);
    expect([result.status, result.minimal, result.complete, result.outcome?.verdict]).toEqual([
      'repaired',
      'proved',
      true,
      'holds',
    ]);
    const text = FIGURE_6.replaceAll('effect x', 'effect /*@atomic*/ x');
    expect(result.sets[0]?.text).toBe(text);
  });

  test('one of them, when it waits for the buffers of all', async () => {
    const result = await fixed(FIGURE_6, { ...BOTH, atomicWaits: 'all', all: true });
    expect(statements(result)).toEqual([['A: a1 -> a2: x = x + 1'], ['B: b1 -> b2: x = x + 1']]);
  });

  test('the loop of the paper makes the same two atomic', async () => {
    const result = await fixed(FIGURE_6, { ...BOTH, atomicWaits: 'own', method: 'paper' });
    expect(statements(result)).toEqual([['A: a1 -> a2: x = x + 1', 'B: b1 -> b2: x = x + 1']]);
    expect(result.minimal).not.toBe('proved');
    expect(result.outcome?.verdict).toBe('holds');
  });

  test('no fence repairs it: what a step has read is old when its write arrives', async () => {
    const result = await fixed(FIGURE_6, { ...BOTH, with: 'fences' });
    expect(result.status).toBe('unrepairable');
    expect(result.trace?.cycle).toBeDefined();
  });
});

describe('a model of Peterson with eight writes, as in Table I', () => {
  const asked = { ltl: 'G !(P_0.CS && P_1.CS)' };

  const rows = [
    ['own', 2, 4],
    ['all', 1, 2],
  ] as const;
  test.each(isLong ? rows : rows.slice(1))(
    '%s buffers: %i atomic writes are the fewest, and the loop of the paper takes %i',
    async (waiting, fewest, loop) => {
      const text = read('peterson.dve');
      const found = await fixed(text, { ...asked, atomicWaits: waiting });
      expect(found.candidates).toHaveLength(8);
      expect([found.sets[0]?.places.length, found.lowerBound, found.minimal]).toEqual([fewest, fewest, 'proved']);
      const mended = await fixed(text, { ...asked, atomicWaits: waiting, method: 'paper' });
      expect([mended.sets[0]?.places.length, mended.outcome?.verdict]).toEqual([loop, 'holds']);
    },
  );

  test.runIf(isLong)('by fences, also with buffers that hold several writes of a location, and under PSO', async () => {
    const text = read('peterson.dve');
    const result = await fixed(text, { ...asked, with: 'fences' });
    expect(statements(result)).toEqual([['P_0: wait -> CS', 'P_1: wait -> CS']]);
    expect(result.sets[0]?.diff).toContain('+    /*@fence*/ wait -> CS { guard flag[1] == 0 or turn == 0; },\n');
    const { bufferPerLocation: _, ...options } = PAPER;
    const longer = await fix(text, { ...options, ...asked, with: 'fences', buffer: 2 });
    expect(longer.ok && longer.sets[0]?.places.length).toBe(2);
    const partial = await fixed(text, { ...asked, memory: 'pso', with: 'fences' });
    expect(partial.sets[0]?.places.length).toBeGreaterThanOrEqual(2);
    expect(partial.outcome?.verdict).toBe('holds');
  });
});

describe('what is asked', () => {
  test('assertions', async () => {
    const result = await fixed(read('after-you.dve'), { atomicWaits: 'own' });
    expect(statements(result)).toEqual([['A: outside -> raised: flag[0] = 1', 'B: outside -> raised: flag[1] = 1']]);
  });

  test('the property process', async () => {
    const watched = FIGURE_6.replace(
      'system async;',
      'process Lost { state q; init q; accept q; trans q -> q { guard not (x == 2 and y > 0); }; }\nsystem async property Lost;',
    );
    const result = await fixed(watched, { atomicWaits: 'own' });
    expect(result.sets[0]?.places).toHaveLength(2);
    expect(result.outcome && reasonOf(result.outcome)).toContain('`Lost`');
    const named = await fixed(watched, { atomicWaits: 'own', property: 'Lost' });
    expect(named.sets[0]?.places).toHaveLength(2);
    expect((await fix(watched, { ...PAPER, property: 'Found' })).ok).toBe(false);
  });

  test('what is wrong under SC cannot be repaired, and the run is one of SC', async () => {
    const result = await fixed(read('after-you.dve'), { ltl: 'G F (A.inside || B.inside)', fairThreads: true });
    expect(result.status).toBe('unrepairable');
    expect(reasonOf(result)).toContain('sequential consistency');
    expect(result.trace?.memory).toBe('sc');
  });
});

/** Either x or y must be atomic; but Busy writes z all the time, and all buffers are never empty for long. */
const BUSY = `byte x, y, z;
process A { byte r; state start, look, done; init start;
  assert done: not B.done or r == 1 or B->r == 1;
  trans start -> look { effect x = 1; }, look -> done { effect r = y; };
}
process B { byte r; state start, look, done; init start;
  trans start -> look { effect y = 1; }, look -> done { effect r = x; };
}
process Busy { state on; init on; trans on -> on { effect z = 1 - z; }; }
system async;
`;

describe('a repair of safety that breaks liveness is none', () => {
  test('safety alone: either of the two', async () => {
    expect(statements(await fixed(BUSY, { atomicWaits: 'all', all: true }))).toEqual([
      ['A: start -> look: x = 1'],
      ['B: start -> look: y = 1'],
    ]);
  });

  test('who is to get on must not wait for all buffers', async () => {
    const result = await fixed(BUSY, { atomicWaits: 'all', all: true, ltl: 'F A.done', fairThreads: true });
    expect(statements(result)).toEqual([
      ['B: start -> look: y = 1'],
      ['A: start -> look: x = 1', 'Busy: on -> on: z = 1 - z'],
    ]);
    expect(result.sets.map(({ fewest }) => fewest)).toEqual([true, false]);
    // The runs in which A rests need its atomic write: that is the other half of a clause.
    expect(result.clauses.some(({ without }) => without.includes(0))).toBe(true);
  });
});

test('the program with places taken is that of the text that is written for them', () => {
  const text = `byte x, a[2];
channel c;
process P { byte r; state s, t; init s; trans s -> t { effect a[0] = 1, r = 2, a[1] = r, x = 1; }, t -> s { sync c?x; }; }
process Q { byte r; state s; init s; trans s -> s { sync c!r; effect r = 1 - r; }, s -> s { guard r == 0; }; }
system async;
`;
  for (const means of ['fences', 'atomic-writes'] as const) {
    const { places, variants } = dveRepair(text, means, TSO, (program) => program);
    expect(places.map(({ statement }) => statement)).toEqual(
      means === 'fences' ? ['s -> t', 't -> s'] : ['s -> t: a[0] = 1, a[1] = r', 's -> t: x = 1', 't -> s: c?x'],
    );
    const [variant] = variants;
    if (variant === undefined) throw new Error('no program');
    for (let mask = 0; mask < 2 ** places.length; mask++) {
      const taken = places.flatMap((_, place) => ((mask >> place) % 2 === 1 ? [place] : []));
      const patched = insertAll(
        text,
        taken.flatMap((place) => places[place]?.patch ?? []),
      );
      const { model, diagnostics } = readDve(patched, 'f');
      expect(diagnostics).toEqual([]);
      const made = model === null ? null : dveProgram(model, TSO);
      if (made === null || 'refused' in made) throw new Error('no program');
      const chosen = taken.flatMap((place) => variant.places[place] ?? []);
      const withoutPlaces = (value: unknown) =>
        JSON.parse(JSON.stringify(value), (key, part) => (key === 'place' ? 0 : part));
      expect(withoutPlaces(made.program.templates)).toEqual(
        withoutPlaces(takePlaces(variant.program, chosen, 'all').templates),
      );
      expect(patched.replace(/\/\*@\w+\*\/ /g, '')).toBe(text);
    }
  }
});

test('what is marked already is no place, and counts', async () => {
  const marked = FIGURE_6.replace('effect x', 'effect /*@atomic*/ x');
  const result = await fixed(marked, { ...BOTH, atomicWaits: 'own' });
  expect(statements(result)).toEqual([['B: b1 -> b2: x = x + 1']]);
  const checked = await check(result.sets[0]?.text ?? '', { ...PAPER, ...BOTH });
  expect(checked.ok && checked.outcome.verdict).toBe('holds');
});
