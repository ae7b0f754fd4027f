/** Models for one examination: the small ones, dense ones, and models of the general generator; a fault says which it was. */
import { Random } from '../../../random/random.js';
import { printModel } from '../../../random/text-model.js';
import { randomWeakModel } from '../../../random/weak/generate.js';
import { denseModel } from './models.js';
import { Workshop } from './workshop.js';

/** Calls `examine` with a workshop for each seed; universal guards are mostly kept precisely where there are some. */
export function eachModel(
  kind: 'dense' | 'general',
  seeds: number,
  examine: (shop: Workshop, seed: number) => void,
): void {
  for (let seed = 1; seed <= seeds; seed++) {
    const universal = seed % 2 === 0;
    const text =
      kind === 'dense' ? denseModel(seed, { loops: seed % 5 !== 0, universal }) : printModel(randomWeakModel(seed));
    try {
      examine(new Workshop(text, new Random(seed), universal && seed % 6 !== 0), seed);
    } catch (fault) {
      throw new Error(`${kind} model of seed ${seed}: ${(fault as Error).message}`, { cause: fault });
    }
  }
}

/** One small model, universal guards approximated and kept. */
export function bothWays(text: string, examine: (shop: Workshop) => void): void {
  for (const precise of [false, true]) examine(new Workshop(text, new Random(precise ? 2 : 1), precise));
}
