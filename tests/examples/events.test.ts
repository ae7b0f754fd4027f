/** The two forms of cube agree on every example with weak variables. */
import { describe, expect, test } from 'vitest';
import { quick, share } from '../support/size.js';
import { isWeak, MODELS, outcomeOf, read } from './models.js';

describe('event cubes', () => {
  /** Numbers that grow without bound, a queue, or what only guesses close: event cubes need not come to an end, where view cubes do. */
  const ENDLESS = ['weak/ticket-lock.cub', 'weak/ticket-lock-counts.cub', 'weak/mcs-lock.cub', 'weak/lamport-any.cub'];

  const SLOW = [...ENDLESS, 'weak/arbiter-v2.cub', 'weak/lamport-full.cub', 'weak/barrier.cub'];
  const few = quick(share(MODELS.filter(isWeak), 9), ({ file }) => SLOW.includes(file));

  test.each(few.map((example) => [example.file, example] as const))(
    '%s: the same verdict under TSO as with view cubes',
    async (file, { expected }) => {
      const { verdict } = await outcomeOf(read(file), file, 'tso', { cubes: 'events', maxCubes: 1000, maxDepth: 100 });
      const [, known] = expected.find(([memory]) => memory === 'tso') ?? [];
      expect(ENDLESS.includes(file) ? [known, 'unknown'] : [known]).toContain(verdict);
    },
  );
});
