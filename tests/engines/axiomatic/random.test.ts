/**
 * Random programs: the axioms and the store buffers must allow the same final states.
 */

import { describe, expect, it } from 'vitest';
import { memoryNamed } from '../../../src/memory/models.js';
import { Random } from '../../random/random.js';
import { least, sized } from '../../support/size.js';
import { finalStates } from '../../support/straight-line.js';
import { randomProgram, type Shape } from './random-programs.js';
import { machineStates } from './store-buffers.js';

const PROGRAMS = sized(150, 300);
const MEMORIES = ['sc', 'tso', 'pso'] as const;

const SHAPES: readonly Shape[] = [
  { threads: 2, operations: 4, locations: ['x', 'y'], plain: false },
  { threads: 2, operations: 5, locations: ['x', 'y'], plain: true },
  { threads: 3, operations: 3, locations: ['x', 'y'], plain: false },
  { threads: 3, operations: 2, locations: ['x', 'y', 'z'], plain: false },
  { threads: 4, operations: 2, locations: ['x', 'y'], plain: true },
];

describe('random programs', () => {
  it('have the final states that store buffers give them', () => {
    const random = new Random(11);
    const differences = { tso: 0, pso: 0 };
    for (let round = 0; round < PROGRAMS; round++) {
      const program = randomProgram(random, SHAPES[round % SHAPES.length] as Shape);
      const [sc, tso, pso] = MEMORIES.map((memory) => {
        const states = finalStates(program, memoryNamed(memory));
        expect(states, `${memory} ${JSON.stringify(program)}`).toEqual(machineStates(program, memory));
        return states;
      }) as [string[], string[], string[]];
      // Weaker memory allows more.
      expect(sc.every((state) => tso.includes(state))).toBe(true);
      expect(tso.every((state) => pso.includes(state))).toBe(true);
      if (tso.length > sc.length) differences.tso++;
      if (pso.length > tso.length) differences.pso++;
    }
    // The programs are worth trying: many show the difference between the models.
    expect(differences.tso).toBeGreaterThan(least(7));
    expect(differences.pso).toBeGreaterThan(least(7));
  });
});
