/** Programs of random models against the reference interpreter: states, steps, failures, assertions, properties, buffers. */
import { describe, expect, it } from 'vitest';
import { Random } from '../../random/random.js';
import { sized } from '../../support/size.js';
import { compareBuffered, compareModel } from './compare-program.js';
import type { Flavour } from './random-models.js';

const FLAVOURS: readonly Flavour[] = ['channels', 'channels', 'memory', 'sync'];

describe('programs of random models', () => {
  it('have the states and steps of the models, and the same verdicts', () => {
    const counts: Record<string, number> = {};
    for (let seed = 0; seed < sized(24, 160); seed++) {
      const { fault, kinds } = compareModel(new Random(seed), FLAVOURS[seed % FLAVOURS.length] as Flavour);
      expect(fault, `seed ${seed}`).toBeNull();
      for (const kind of kinds) counts[kind] = (counts[kind] ?? 0) + 1;
    }
    // The comparison means little unless all of it happens.
    for (const kind of ['failed', 'complete', 'asserted', 'accepted', 'rejected', 'deadlock'])
      expect(counts[kind] ?? 0, kind).toBeGreaterThan(sized(0, 5));
    expect((counts['generally accepted'] ?? 0) + (counts['generally rejected'] ?? 0)).toBeGreaterThan(sized(0, 5));
  });

  it('have the states and steps of models with their store buffers in variables', () => {
    const counts: Record<string, number> = {};
    for (let seed = 0; seed < sized(4, 120); seed++) {
      const { fault, kinds } = compareBuffered(new Random(seed));
      expect(fault, `seed ${seed}`).toBeNull();
      for (const kind of kinds) counts[kind] = (counts[kind] ?? 0) + 1;
    }
    for (const kind of ['complete', 'atomic']) expect(counts[kind] ?? 0, kind).toBeGreaterThan(sized(0, 15));
  });
});
