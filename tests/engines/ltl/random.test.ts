/** A seeded share of random questions against brute force, each with both kernels, with and without dead variables. */

import { describe, expect, it } from 'vitest';
import { HashedNumbering, makeNumbering } from '../../../src/engines/ltl/numbering.js';
import { TSO } from '../../../src/memory/models.js';
import { Random } from '../../random/random.js';
import { cases } from '../../support/size.js';
import { disagreement } from './ask.js';
import { bruteForce } from './brute.js';
import { randomQuestion } from './random-questions.js';

const FIRST_SEED = 700_000;
const SEEDS = cases(80, 10);
const FEW_NODES = 300;

describe('random questions', () => {
  it('have the answers of brute force, and every lasso replays', () => {
    const counts = new Map<string, number>();
    for (let seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed++) {
      const { kind, fault } = disagreement(randomQuestion(seed), FEW_NODES);
      expect(fault, `seed ${seed}`).toBeNull();
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
    }
    for (const kind of ['lasso', 'holds', 'failure']) expect(counts.get(kind), kind).toBeGreaterThan(SEEDS / 20);
  });

  it('depend on fairness often enough', () => {
    let differ = 0;
    for (let seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed++) {
      const question = randomQuestion(seed);
      const [none, both] = [false, true].map((fair) => {
        const kinds = bruteForce({ ...question, fairThreads: fair, fairBuffers: fair }, FEW_NODES)?.kinds ?? [];
        return [...kinds].sort().join(' ');
      });
      if (none !== both) differ++;
    }
    expect(differ).toBeGreaterThan(SEEDS / 40);
  });

  it("mean by fair buffers what the paper's formula says, with one write for each cell", () => {
    let asked = 0;
    for (let seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed++) {
      const fair = { ...randomQuestion(seed), memory: TSO, buffer: 1, perLocation: true, fairBuffers: true } as const;
      const [ours, paper] = (['ours', 'paper'] as const).map((buffers) => bruteForce(fair, FEW_NODES, buffers)?.kinds);
      expect(ours, `seed ${seed}`).toEqual(paper);
      if (ours !== undefined) asked++;
    }
    expect(asked).toBeGreaterThan(SEEDS / 2);
  });
});

describe('numbers of nodes', () => {
  it('are kept by arrays and by tables', () => {
    const random = new Random(5);
    const [dense, hashed, expected] = [makeNumbering(3), new HashedNumbering(), new Map<number, number>()];
    dense.reserve(20_000);
    let wrong = 0;
    for (let k = 0; k < 30_000; k++) {
      const node = random.between(0, 59_999);
      const number = random.between(-2, 1000) || 1;
      for (const numbering of [dense, hashed]) {
        if (numbering.get(node) !== (expected.get(node) ?? 0)) wrong++;
        numbering.set(node, number);
      }
      expected.set(node, number);
    }
    for (let node = 0; node < 60_000; node++) {
      const number = expected.get(node) ?? 0;
      if (dense.get(node) !== number || hashed.get(node) !== number) wrong++;
    }
    expect(wrong).toBe(0);
  });
});
