/** Random programs and texts against brute force over all sets of places; more of them by hand. */

import { expect, test } from 'vitest';
import { check } from '../../src/check/check.js';
import { readModel } from '../../src/languages/index.js';
import { readProgram } from '../../src/languages/program/index.js';
import { type MemoryName, memoryNamed } from '../../src/memory/models.js';
import { dveRepair } from '../../src/repair/dve-places.js';
import { insertAll } from '../../src/repair/edits.js';
import { fpFences, fpWrites } from '../../src/repair/fp-places.js';
import { type FixOptions, fix, repairProgram } from '../../src/repair/index.js';
import { fenceRepair, writeRepair } from '../../src/repair/text-places.js';
import { Random } from '../random/random.js';
import { askAbout } from '../support/ask.js';
import { cases, share, sized } from '../support/size.js';
import { exploring, inOrder, minimalSets } from './brute-force.js';
import { randomDve } from './random-dve.js';
import { randomBroken } from './random-programs.js';
import { randomLiveText, randomText } from './random-texts.js';

const MOST_PLACES = 5;
/** Models and texts that are right under SC and wrong with buffers, which few are. */
const STATES = share([2, 22, 69, 86, 96, 151], 1);
/** In 101874 a thread rests fairly only where another one's write is on its way. */
const RUNS = share([101_874, 278, 400, 665, 844, 957], 1);
const LIVE = share([316, 745, 764], 1);

async function judgePrograms(first: number, count: number, several: boolean): Promise<number> {
  let [judged, needing] = [0, 0];
  for (let seed = first; judged < count; seed++) {
    const random = new Random(seed);
    const memory = random.pick(['tso', 'tso', 'pso'] as const);
    const program = randomBroken(random, memory, several);
    if (program === null) continue;
    const means = several ? 'atomic-writes' : random.pick(['fences', 'atomic-writes'] as const);
    const waiting = random.pick(['own', 'all'] as const);
    const explore = exploring(memory);
    const question = { program, memory: memoryNamed(memory), with: means, waiting, explore, all: 1_000 };
    const { places, result, repaired } = await repairProgram(question);
    if (places.length > MOST_PLACES) continue;
    judged++;
    const expected = await minimalSets(places.length, async (taken) => {
      return (await explore(repaired(taken))).verdict === 'holds';
    });
    expect(result.kind).not.toBe('unknown');
    const sets = result.kind === 'repaired' ? result.sets : [];
    expect([seed, inOrder(sets)]).toEqual([seed, inOrder(expected ?? [])]);
    if (result.kind === 'repaired') expect(result.complete).toBe(true);
    if (result.clauses.some(({ without }) => without.length > 0)) needing++;
  }
  return needing;
}

test('all minimal sets of random programs', async () => {
  expect(await judgePrograms(1, cases(10), false)).toBe(0);
});

test('all minimal sets of random programs whose steps write two variables', async () => {
  // Some have runs that need a place: the write that is made direct overtakes the other.
  expect(await judgePrograms(2_650, sized(4, 8), true)).toBeGreaterThan(0);
});

type Means = NonNullable<FixOptions['with']>;

/** How many places the smallest repairs have; -1 where there is none. */
async function judgeTexts(first: number, count: number, memories: readonly MemoryName[], all: readonly Means[]) {
  const sizes: number[] = [];
  for (let seed = first; sizes.length < count; seed++) {
    const random = new Random(seed);
    const memory = random.pick(memories);
    // Store fences make TSO of PSO, at most.
    const text = randomText(random, memory, all.includes('store-fences') ? 'tso' : 'sc');
    if (text === null) continue;
    const means = random.pick(all);
    const file = 'random.fp';
    const read = async (changed: string) => {
      const made = readProgram(changed, file).program?.instantiate(null);
      return made?.kind === 'program' ? [made.program] : null;
    };
    const syntax = readProgram(text, file).program?.syntax;
    if (syntax === undefined) throw new Error('a random text cannot be read');
    const { places } = await {
      fences: () => fenceRepair(text, fpFences(text, syntax), read),
      'store-fences': () => fenceRepair(text, fpFences(text, syntax, 'fence store'), read, 'store fence'),
      'atomic-writes': () => writeRepair(text, fpWrites(text, syntax), read),
    }[means]();
    if (places.length > MOST_PLACES) continue;
    const result = await fix(text, { file, memory, with: means, all: true, mostSets: 1_000 });
    if (!result.ok) throw new Error(result.diagnostics.map(({ message }) => message).join());
    const expected = await minimalSets(places.length, async (taken) => {
      const patched = insertAll(
        text,
        taken.flatMap((place) => places[place]?.patch ?? []),
      );
      const checked = await check(patched, { file, memory });
      return checked.ok && checked.outcome.verdict === 'holds';
    });
    const sets = result.sets.map((set) => set.places.map((place) => result.candidates.indexOf(place)));
    expect([seed, inOrder(sets)]).toEqual([seed, inOrder(expected ?? [])]);
    expect(result.outcome?.verdict ?? 'none').toBe(sets.length > 0 ? 'holds' : 'none');
    sizes.push(sets[0]?.length ?? -1);
  }
  return sizes;
}

test('all minimal sets of random texts', async () => {
  await judgeTexts(1, cases(4), ['tso', 'tso', 'pso'], ['fences', 'fences', 'atomic-writes']);
});

test('all minimal sets of store fences of random texts under PSO', async () => {
  const sizes = await judgeTexts(1_000, cases(4), ['pso'], ['store-fences']);
  expect(sizes.every((size) => size > 0)).toBe(true);
});

/** Whether a text satisfies all that is asked of it; null when some question has no answer. */
async function holds(text: string, options: FixOptions & { readonly file: string }): Promise<boolean | null> {
  const { memory = 'tso', ltl } = options;
  const { model } = await readModel(text, { ...options, memory: memoryNamed(memory) });
  const instance = model?.kind === 'program' ? model.instance(null) : null;
  if (instance === null || 'refused' in instance) throw new Error('a patched model cannot be read');
  const { program } = instance;
  const formula = ltl === undefined ? null : instance.formula?.(ltl, {});
  if (formula === undefined || (formula !== null && 'faults' in formula)) throw new Error('a formula is refused');
  const answers = [
    await askAbout({ program }, memoryNamed(memory), options),
    ...(formula === null ? [] : [await askAbout({ program, temporal: formula }, memoryNamed(memory), options)]),
  ];
  if (answers.some(({ verdict }) => verdict === 'unknown')) return null;
  return answers.every(({ verdict }) => verdict === 'holds');
}

async function judgeModels(kind: 'states' | 'runs', seeds: readonly number[]): Promise<number[]> {
  const sizes: number[] = [];
  for (const seed of seeds) {
    const made = await randomDve(new Random(seed), kind);
    if (made === null) continue;
    const { text, options } = made;
    const { places } = dveRepair(
      text,
      options.with === 'atomic-writes' ? 'atomic-writes' : 'fences',
      memoryNamed(options.memory ?? 'tso'),
      (program) => program,
    );
    const result = await fix(text, { ...options, all: true, mostSets: 1_000 });
    if (!result.ok) throw new Error(result.diagnostics.map(({ message }) => message).join());
    const expected = await minimalSets(places.length, (taken) => {
      const patched = insertAll(
        text,
        taken.flatMap((place) => places[place]?.patch ?? []),
      );
      return holds(patched, options);
    });
    const sets = result.sets.map((set) => set.places.map((place) => result.candidates.indexOf(place)));
    expect([seed, inOrder(sets)]).toEqual([seed, inOrder(expected ?? [])]);
    expect(result.outcome?.verdict ?? 'none').toBe(sets.length > 0 ? 'holds' : 'none');
    sizes.push(result.sets[0]?.places.length ?? 0);
  }
  return sizes;
}

test('all minimal sets of random DVE models, for assertions', async () => {
  expect(await judgeModels('states', STATES)).toHaveLength(STATES.length);
});

test('all minimal sets of random DVE models, for formulas', async () => {
  const sizes = await judgeModels('runs', RUNS);
  expect(sizes).toHaveLength(RUNS.length);
  expect(sizes.some((size) => size > 1)).toBe(true);
});

test('all minimal sets of random texts with formulas', async () => {
  for (const seed of LIVE) {
    const random = new Random(seed);
    const memory = random.pick(['tso', 'tso', 'pso'] as const);
    const fairThreads = random.chance(0.7);
    const text = await randomLiveText(random, memory, fairThreads);
    if (text === null) throw new Error(`${seed} has no violation any more`);
    const options = { file: 'random.fp', memory, fairThreads, property: 'live', buffer: 2 };
    const result = await fix(text, { ...options, with: 'fences', all: true, mostSets: 1_000 });
    if (!result.ok) throw new Error(result.diagnostics.map(({ message }) => message).join());
    const syntax = readProgram(text, '').program?.syntax;
    if (syntax === undefined) throw new Error('a random text cannot be read');
    const { places } = await fenceRepair(text, fpFences(text, syntax), async (changed) => {
      const made = readProgram(changed, '').program?.instantiate(null);
      return made?.kind === 'program' ? [made.program] : null;
    });
    const expected = await minimalSets(places.length, async (taken) => {
      const patched = insertAll(
        text,
        taken.flatMap((place) => places[place]?.patch ?? []),
      );
      const checked = await check(patched, options);
      return checked.ok && checked.outcome.verdict === 'holds';
    });
    const sets = result.sets.map((set) => set.places.map((place) => result.candidates.indexOf(place)));
    expect([seed, inOrder(sets)]).toEqual([seed, inOrder(expected ?? [])]);
  }
});
