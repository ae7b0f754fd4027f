/** Repairs of full fences and store fences, of which each costs something, against brute force over all placements. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { check } from '../../src/check/check.js';
import { readProgram } from '../../src/languages/program/index.js';
import { insertAll } from '../../src/repair/edits.js';
import { fpFences } from '../../src/repair/fp-places.js';
import { type FixOptions, type FixResult, fix } from '../../src/repair/index.js';
import { eitherRepair } from '../../src/repair/text-places.js';
import { Random } from '../random/random.js';
import { cases } from '../support/size.js';
import { randomText } from './random-texts.js';

const FILE = 'text.fp';

async function repaired(text: string, cost: string, more: FixOptions = {}): Promise<FixResult> {
  const result = await fix(text, { file: FILE, memory: 'pso', cost, ...more });
  if (!result.ok) throw new Error(result.diagnostics.map(({ message }) => message).join());
  return result;
}

/** `full 3, store 7`: which fences, and the lines they are told with. */
function shown({ sets }: FixResult): string {
  return (sets[0]?.places ?? []).map(({ fence, line }) => `${fence} ${line}`).join(', ');
}

/** What the cheapest of all placements costs: nothing, a store fence or a full fence at every place; null when none holds. */
async function cheapest(text: string, full: number, store: number): Promise<{ cost: number | null; places: number }> {
  const read = async (changed: string) => {
    const made = readProgram(changed, FILE).program?.instantiate(null);
    return made?.kind === 'program' ? [made.program] : null;
  };
  const syntax = readProgram(text, FILE).program?.syntax;
  if (syntax === undefined) throw new Error('a text cannot be read');
  const { places } = await eitherRepair(text, fpFences(text, syntax), fpFences(text, syntax, 'fence store'), read);
  const gaps = places.length / 2;
  if (gaps > 4) return { cost: null, places: gaps };
  const placements = Array.from({ length: 3 ** gaps }, (_, number) =>
    Array.from({ length: gaps }, (_, gap) => Math.floor(number / 3 ** gap) % 3),
  );
  const costOf = (kinds: readonly number[]) =>
    kinds.reduce((sum, kind) => sum + (kind === 1 ? store : kind === 2 ? full : 0), 0);
  for (const kinds of placements.sort((one, other) => costOf(one) - costOf(other))) {
    const patch = kinds.flatMap((kind, gap) =>
      kind === 0 ? [] : (places[kind === 2 ? gap : gaps + gap]?.patch ?? []),
    );
    const checked = await check(insertAll(text, patch), { file: FILE, memory: 'pso' });
    if (checked.ok && checked.outcome.verdict === 'holds') return { cost: costOf(kinds), places: gaps };
  }
  return { cost: null, places: gaps };
}

const MESSAGE = `shared data: int
shared ready: int
thread P {
  data = 1
  ready = 1
}
thread Q {
  await ready == 1
  assert data == 1
}
`;

/** One thread passes a message, and both must see each other's flag. */
const BOTH = `shared data: int
shared x: int
shared y: int
shared r: 0..2 = 2
thread P {
  data = 1
  x = 1
  r = y
}
thread Q {
  y = 1
  local seen = x
  assert seen == 0 || data == 1
  await r != 2
  assert seen == 1 || r == 1
}
`;

describe('costs', () => {
  test('a message needs a store fence, and a full one where that is cheaper', async () => {
    const first = await repaired(MESSAGE, 'full=2,store=1');
    expect([first.status, first.minimal, shown(first), first.sets[0]?.cost]).toEqual([
      'repaired',
      'proved',
      'store 4',
      1,
    ]);
    expect(first.sets[0]?.text).toContain('data = 1\n  fence store\n');
    expect(shown(await repaired(MESSAGE, 'store=7,full=3'))).toBe('full 4');
  });

  test('what store fences cannot do a full fence does, beside them', async () => {
    const result = await repaired(BOTH, 'full=5,store=1');
    const kinds = result.sets[0]?.places.map(({ fence }) => fence).toSorted();
    expect([result.status, kinds, result.sets[0]?.cost, result.lowerBound]).toEqual([
      'repaired',
      ['full', 'full', 'store'],
      11,
      11,
    ]);
  });

  test('the sequence lock is repaired by two store fences', async () => {
    const text = readFileSync(new URL('../../examples/kernel/seqlock.fp', import.meta.url), 'utf8');
    const result = await repaired(text, 'full=2,store=1');
    expect(result.sets[0]?.places.map(({ fence }) => fence)).toEqual(['store', 'store']);
    expect(result.minimal).toBe('proved');
  });

  test('random texts cost what the cheapest of all placements costs', async () => {
    let judged = 0;
    for (let seed = 1; judged < cases(4); seed++) {
      const random = new Random(seed);
      const text = randomText(random, 'pso', 'sc');
      if (text === null) continue;
      const [full, store] = [random.between(1, 5), random.between(1, 3)];
      const expected = await cheapest(text, full, store);
      if (expected.places > 4) continue;
      judged++;
      const { sets } = await repaired(text, `full=${full},store=${store}`);
      expect([seed, sets[0]?.cost ?? null]).toEqual([seed, expected.cost]);
    }
  });
});

describe('refusals', () => {
  const refusal = async (options: FixOptions): Promise<string> => {
    const result = await fix(MESSAGE, { file: FILE, memory: 'pso', ...options });
    return result.ok ? result.status : result.diagnostics.map(({ message }) => message).join();
  };

  test.each([
    ['2', 'is not a name and a whole number'],
    ['full=2', 'the cost of `store` fences is missing'],
    ['store=2', 'the cost of `full` fences is missing'],
    ['full=2,store=0', 'a whole number from 1 to 1000, and not 0'],
    ['full=2000,store=1', 'a whole number from 1 to 1000, and not 2000'],
    ['full=1.5,store=1', '`full=1.5` is not a name and a whole number'],
    ['full=-1,store=1', '`full=-1` is not a name and a whole number'],
    ['full=2,load=1', '`load` is neither'],
    ['full=2,full=1,store=1', 'given twice'],
    ['', 'is not a name and a whole number'],
  ])('%s', async (cost, message) => {
    expect(await refusal({ cost })).toContain(message);
  });

  test('where it makes no difference', async () => {
    expect(await refusal({ cost: 'full=2,store=1', memory: 'tso' })).toContain('makes a difference under PSO');
    expect(await refusal({ cost: 'full=2,store=1', with: 'store-fences' })).toContain('what the repair is made of');
  });
});
