/** Guesses that are refuted by what is no execution: the guards on the way are kept precisely, and the guess stays. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../../../support/ask.js';

const read = (file: string) => readFileSync(new URL(`../../../../examples/weak/${file}`, import.meta.url), 'utf8');

describe('a guess that a process joins to refute', () => {
  it("stays, and Lamport's fast mutex is proved for any number", async () => {
    const { verdict, processes, counts } = await outcomeOf(read('lamport-any.cub'), { memory: 'tso' });
    expect({ verdict, processes }).toEqual({ verdict: 'holds', processes: 'any' });
    expect(counts).toMatchObject({ cubes: 167, guesses: 10, restarts: 1, refinements: 1 });
  });

  it.each(['gate_open', 'fast_path', 'contended'])('is of no use without the fence of %s', async (transition) => {
    const fenced = new RegExp(
      `(transition ${transition} \\(\\[p\\]\\)\\nrequires \\{ At\\[p\\] = \\w+) && fence\\(\\)`,
    );
    const text = read('lamport-any.cub');
    expect(text).toMatch(fenced);
    const { verdict } = await outcomeOf(text.replace(fenced, '$1'), { memory: 'tso' });
    expect(verdict).toBe('violated');
  });
});
