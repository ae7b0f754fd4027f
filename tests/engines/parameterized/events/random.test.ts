/** Random models: what the machine can do at a few processes is never proved impossible, and what is found is real. */
import { describe, expect, it } from 'vitest';
import { exploreAll } from '../../../memory/operational/explore.js';
import { cases, least } from '../../../support/size.js';
import { drive, systemOf, verdictOf } from './drive.js';
import { randomWeakModel } from './random-models.js';

const SEEDS = cases(96);
const SIZES = [2, 3];

describe('event cubes and the store-buffer machine', () => {
  const counts = { safe: 0, unsafe: 0, unknown: 0 };
  let confirmed = 0;

  it.each([0, 1, 2, 3, 4, 5])('agree on random models, part %i', (part) => {
    for (let seed = part + 1; seed <= SEEDS; seed += 6) {
      const { text, universal } = randomWeakModel(seed);
      const system = systemOf(text);
      const driven = drive(system, 60);
      const verdict = verdictOf(driven);
      counts[verdict]++;
      if (verdict === 'unknown') continue;
      const sizes = system.processes === null ? SIZES : [system.processes];
      const explored = sizes.map((n) => exploreAll(system, n, 'tso', { bound: 2, limit: 2500, values: [0, 1, 2] }));
      const violated = explored.some((e) => e.violated !== null);
      if (violated) confirmed++;
      if (verdict === 'safe' && violated) throw new Error(`seed ${seed}: an execution was missed\n${text}`);
      if (verdict === 'safe' || violated || universal || !explored.every((e) => e.complete)) continue;
      const { answer } = driven;
      if (answer?.kind === 'reached' && answer.node.cube.processes <= Math.max(...sizes)) {
        throw new Error(`seed ${seed}: what was found is none\n${text}`);
      }
    }
  });

  it('there are enough of both kinds', () => {
    expect(counts.safe).toBeGreaterThan(SEEDS / 3);
    expect(confirmed).toBeGreaterThan(SEEDS / 10);
    expect(counts.unknown).toBeLessThan(SEEDS / 4);
  });
});

describe('a closed set of event cubes', () => {
  it('contains the unsafe states and its own pre-images and meets no initial state', () => {
    let closed = 0;
    for (let seed = 201; seed <= 200 + cases(30); seed++) {
      const { answer, form } = drive(systemOf(randomWeakModel(seed).text), 60);
      if (answer?.kind !== 'closed') continue;
      const index = form.visited();
      for (const node of answer.visited) index.add(node);
      for (const { cube } of form.unsafe()) expect(index.cover(cube)).not.toBe(null);
      for (const { cube } of answer.visited) {
        expect(form.meetsInitial(cube)).toBe(false);
        for (let command = 0; command < form.commands; command++) {
          for (const image of form.preImages(cube, command)) expect(index.cover(image.cube)).not.toBe(null);
        }
      }
      closed++;
    }
    expect(closed).toBeGreaterThan(least(12));
  });
});
