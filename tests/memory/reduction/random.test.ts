/** Random programs and their reductions: the same verdicts, states and overflows, runs that go back, texts that say the same. */

import { describe, expect, it } from 'vitest';
import { memoryNamed } from '../../../src/memory/models.js';
import { type ReductionOptions, reduceProgram } from '../../../src/memory/reduction/index.js';
import type { Program } from '../../../src/models/program/model.js';
import { randomCase } from '../../random/explicit/generate.js';
import { Random } from '../../random/random.js';
import { cases, sized } from '../../support/size.js';
import { busyProgram } from './busy-programs.js';
import { compareReduction, FEW, printFault, type Reduce } from './compare.js';

const SEEDS = cases(36, 9);
const FIRST_SEED = 710_000;
const PRINTED = sized(4, 8);
const MEMORIES = ['tso', 'pso'] as const;

const BUSY = cases(24, 6);

function busyCampaign(reduce: Reduce = reduceProgram): { counts: Map<string, number>; wrong: string[] } {
  return campaign(BUSY, reduce, (seed) => busyProgram(new Random(seed)));
}

function campaign(
  seeds: number,
  reduce: Reduce = reduceProgram,
  make: (seed: number) => Program = (seed) => randomCase(seed).program,
): { counts: Map<string, number>; wrong: string[] } {
  const counts = new Map<string, number>();
  const wrong: string[] = [];
  for (let seed = FIRST_SEED; seed < FIRST_SEED + seeds; seed++) {
    const program = make(seed);
    for (const memory of MEMORIES) {
      const result = compareReduction(program, memory, 1 + (seed % 3), FEW, reduce);
      if (result.kind === 'different') wrong.push(`seed ${seed}, ${memory}: ${result.what}`);
      // A rule that is broken on purpose is found once.
      if (wrong.length > 0 && reduce !== reduceProgram) return { counts, wrong };
      const full = result.kind === 'same' && result.full === true ? ', full' : '';
      const kind = result.kind === 'same' ? result.verdict + full : result.kind;
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
    }
  }
  return { counts, wrong };
}

describe('random programs', () => {
  it('and their reductions have the same verdicts, states, overflows and runs', () => {
    const { counts, wrong } = campaign(SEEDS);
    expect(wrong).toEqual([]);
    for (const kind of ['holds', 'holds, full', 'violated']) expect(counts.get(kind), kind).toBeGreaterThan(SEEDS / 12);
    expect((counts.get('refused') ?? 0) + (counts.get('large') ?? 0)).toBeLessThan(SEEDS / 2);
  });

  it('that keep their buffers busy have, too', () => {
    const { counts, wrong } = busyCampaign();
    expect(wrong).toEqual([]);
    expect(counts.get('holds, full')).toBeGreaterThan(BUSY / 2);
    expect(counts.get('large') ?? 0).toBeLessThan(BUSY / 2);
  });

  it('show it when a rule is broken', () => {
    const broken = (change: (made: ReturnType<typeof reduceProgram>) => ReturnType<typeof reduceProgram>): Reduce => {
      return (program, memory, bound, options?: ReductionOptions) =>
        change(reduceProgram(program, memory, bound, options));
    };
    const withoutDrains = broken((made) => {
      if ('refused' in made || made.buffers.length === 0) return made;
      const drains = new Set(made.buffers.map(({ thread }) => thread)).size;
      const threads = made.program.threads.slice(0, made.program.threads.length - drains);
      return { ...made, program: { ...made.program, threads } };
    });
    expect(busyCampaign(withoutDrains).wrong).not.toEqual([]);
    // The newest write is taken to memory, not the oldest.
    const withoutOrder = broken((made) => {
      if ('refused' in made) return made;
      const values = made.buffers.map(({ values: [first = 0, second = 0] }) => [first, second] as const);
      const swap = JSON.stringify(made.program.templates, (_, part: { kind?: string; variable?: number } | null) => {
        const pair = values.find(([first]) => part?.kind === 'shared' && part.variable === first);
        return pair === undefined || pair[1] === 0 ? part : { ...part, variable: pair[1] };
      });
      return { ...made, program: { ...made.program, templates: JSON.parse(swap) } };
    });
    expect(busyCampaign(withoutOrder).wrong).not.toEqual([]);
  });

  it('say the same when they are printed and read again', () => {
    let told = 0;
    for (let seed = FIRST_SEED; seed < FIRST_SEED + PRINTED; seed++) {
      for (const memory of MEMORIES) {
        const made = reduceProgram(randomCase(seed).program, memoryNamed(memory), 1 + (seed % 2));
        if ('refused' in made) continue;
        const { program, overflow } = made;
        expect(printFault(program), `seed ${seed}, ${memory}`).toBeNull();
        if (overflow === null) continue;
        const only = program.never.slice(overflow.property);
        expect(printFault({ ...program, never: only }), `seed ${seed}, ${memory}, overflow`).toBeNull();
        told++;
      }
    }
    expect(told).toBeGreaterThan(PRINTED / 2);
  });
});
