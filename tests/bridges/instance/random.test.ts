/** Random array systems as programs: the explicit engine against exhaustive exploration on the model's own machines. */
import { describe, expect, it } from 'vitest';
import { programOf } from '../../../src/bridges/instance/index.js';
import { readCubicle } from '../../../src/languages/cubicle/index.js';
import { type MemoryName, memoryNamed } from '../../../src/memory/models.js';
import type { ArraySystem } from '../../../src/models/array-system/model.js';
import { runEngine } from '../../engines/explicit/compare.js';
import { type Exploration, explore } from '../../random/explore.js';
import { randomModel } from '../../random/generate.js';
import { printModel } from '../../random/text-model.js';
import { exploreWeak } from '../../random/weak/explore.js';
import { randomWeakModel } from '../../random/weak/generate.js';
import { cases, least } from '../../support/size.js';

function read(text: string): ArraySystem {
  const { system, diagnostics } = readCubicle(text, 'random.cub');
  if (system === null) throw new Error(diagnostics[0]?.message);
  // Explorations would leave out what the model says is never reached.
  return { ...system, invariants: [] };
}

/** What a share of random models must say: both verdicts, and most of the models are decided by both. */
interface Tally {
  holds: number;
  violated: number;
  /** Programs with steps that choose first values, and with processes that stop to look. */
  settingUp: number;
  looking: number;
}

function compare(
  system: ArraySystem,
  processes: number,
  memory: MemoryName,
  oracle: Exploration,
  tally: Tally,
): string {
  const result = programOf(system, processes, memoryNamed(memory));
  if (result.kind === 'error') return '';
  const { program } = result;
  const { answer } = runEngine({ program, memory: memoryNamed(memory), buffer: 2 });
  const settingUp = program.shared.some(({ name }) => name === '$ready');
  const looking = program.templates.some(({ locations }) => locations.length > 1);
  if (answer.verdict !== 'unknown' && oracle.verdict !== 'incomplete') {
    tally[answer.verdict]++;
    if (settingUp) tally.settingUp++;
    if (looking) tally.looking++;
  }
  if (answer.verdict === 'violated') {
    if (oracle.verdict === 'safe') return 'a violation of what is safe';
    const length = oracle.run?.steps.length ?? null;
    // Both are shortest. Looking takes steps: as many drains as writes wait, and one more.
    if (length === null || settingUp || looking || length === answer.trace.steps.length) return '';
    return `${answer.trace.steps.length} steps, not ${length}`;
  }
  if (answer.verdict === 'holds') {
    if (oracle.verdict === 'violated') return 'a violation is missed';
    if (oracle.verdict === 'safe' && !answer.unbounded) return 'a buffer is full';
  }
  return '';
}

const NO_TALLY: Tally = { holds: 0, violated: 0, settingUp: 0, looking: 0 };

describe('random models', () => {
  it('say the same as brute force under SC', () => {
    const tally = { ...NO_TALLY };
    for (let seed = 5000; seed < 5000 + cases(120); seed++) {
      const text = printModel(randomModel(seed));
      const system = read(text);
      const processes = system.processes ?? 1 + (seed % 3);
      const oracle = explore(system, processes, { states: 600, initial: 1000, numbers: 5 });
      const fault = compare(system, processes, 'sc', oracle, tally);
      if (fault !== '') expect.fail(`seed ${seed}, ${processes} processes: ${fault}\n${text}`);
    }
    expect(tally.holds).toBeGreaterThan(least(50));
    expect(tally.violated).toBeGreaterThan(least(15));
    expect(tally.settingUp).toBeGreaterThan(least(5));
  });

  it.each(['sc', 'tso', 'pso'] as const)('say the same as the machine with store buffers under %s', (memory) => {
    const tally = { ...NO_TALLY };
    for (let seed = 6000; seed < 6000 + cases(60); seed++) {
      const text = printModel(randomWeakModel(seed));
      const system = read(text);
      const processes = system.processes ?? 1 + (seed % 3);
      const limits = { configurations: 500, initial: 300, numbers: 5, bound: 2 };
      const oracle = exploreWeak(system, processes, memory, limits);
      const fault = compare(system, processes, memory, oracle, tally);
      if (fault !== '') expect.fail(`seed ${seed}, ${processes} processes: ${fault}\n${text}`);
    }
    expect(tally.holds).toBeGreaterThan(least(20));
    expect(tally.violated).toBeGreaterThan(least(8));
    if (memory !== 'sc') expect(tally.looking).toBeGreaterThan(least(3));
  });
});
