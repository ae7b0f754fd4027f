import { describe, expect, it } from 'vitest';
import type { MemoryName } from '../../../src/memory/models.js';
import type { Program } from '../../../src/models/program/model.js';
import { Random } from '../../random/random.js';
import { cases } from '../../support/size.js';
import { disagreement } from './compare.js';
import { randomProgram, shrink } from './random-programs.js';

const SEEDS = cases(150);
const MOST_STATES = 400;

describe('kernels and the interpreter agree on random programs', () => {
  for (const memory of ['sc', 'tso', 'pso'] as const satisfies readonly MemoryName[]) {
    it(`under ${memory}`, () => {
      for (let seed = 0; seed < SEEDS; seed++) {
        const buffer = 1 + (seed % 3);
        const ask = (program: Program) => disagreement(program, memory, buffer, MOST_STATES);
        const program = randomProgram(new Random(seed));
        const wrong = ask(program);
        if (wrong === null) continue;
        const small = shrink(program, (smaller) => ask(smaller) !== null);
        expect.fail(`seed ${seed}, buffers of ${buffer}: ${ask(small)}\n${JSON.stringify(small)}`);
      }
    });
  }
});

describe('shrinking', () => {
  it('keeps what makes a program fail and drops the rest', () => {
    const program = randomProgram(new Random(1));
    const has = ({ templates }: Program) => templates.some(({ edges }) => edges.some(({ atomic }) => atomic));
    const seeds = Array.from({ length: 20 }, (_, seed) => randomProgram(new Random(seed))).filter(has);
    expect(seeds.length).toBeGreaterThan(0);
    for (const failing of seeds) {
      const edges = shrink(failing, has).templates.flatMap((template) => template.edges);
      expect(edges.filter(({ atomic }) => atomic)).toHaveLength(1);
      expect(edges.every(({ guard, updates }) => guard === null && updates.length === 0)).toBe(true);
    }
    expect(shrink(program, () => false)).toBe(program);
  });
});
