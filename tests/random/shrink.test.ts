import { describe, expect, it } from 'vitest';
import { systemOf } from '../memory/operational/models.js';
import { explore } from './explore.js';
import { randomModel } from './generate.js';
import { shrink } from './shrink.js';
import { printModel, type TextModel } from './text-model.js';

const LIMITS = { states: 100, initial: 100, numbers: 5 };

/** The number of steps to the violation with two processes; null when there is none or the text makes no sense. */
function stepsToViolation(model: TextModel): number | null {
  try {
    const system = systemOf(printModel(model));
    if (system.processes !== null) return null;
    return explore(system, 2, LIMITS).run?.steps.length ?? null;
  } catch {
    return null;
  }
}

describe('the shrinker', () => {
  it('keeps what fails and nothing that one cut could take away', async () => {
    let shrunk = 0;
    for (let seed = 1; seed <= 40 && shrunk < 4; seed++) {
      const model = randomModel(seed);
      const steps = stepsToViolation(model);
      if (steps === null || steps < 2) continue;
      const smallest = await shrink(model, async (smaller) => stepsToViolation(smaller) === steps);
      expect(stepsToViolation(smallest)).toBe(steps);
      expect(printModel(smallest).length).toBeLessThan(printModel(model).length);
      expect(smallest.transitions.length).toBeLessThanOrEqual(steps);
      shrunk++;
    }
    expect(shrunk).toBe(4);
  });

  it('stops at a model that can not be cut', async () => {
    const model = randomModel(1);
    const original = printModel(model);
    expect(printModel(await shrink(model, async () => false))).toBe(original);
    const smallest = await shrink(model, async () => true);
    expect(smallest.transitions).toHaveLength(0);
    expect(smallest.symbols).toHaveLength(0);
  });
});
