/** The note of states that were found a moment ago begins as zeros, and no state may be taken for one that is noted there. */

import { describe, expect, it } from 'vitest';
import { type CodeFunction, get, return_ } from '../../../src/engines/explicit/code/code.js';
import { runModule } from '../../../src/engines/explicit/code/module.js';
import { recentPlaces, strangerTo } from '../../../src/engines/explicit/recent.js';
import { hashed, hashOf, names } from '../../../src/engines/explicit/visited.js';
import { SC } from '../../../src/memory/models.js';
import type { Program } from '../../../src/models/program/model.js';
import { assign, edge, location, range, scalar, shared, sharing, template } from '../../support/build.js';
import { runEngine } from './compare.js';

const KERNELS = ['wasm', 'javascript'] as const;

describe('states that were found a moment ago', () => {
  it('have the hash that the host computes', () => {
    for (const words of [1, 2, 3, 7]) {
      const hash: CodeFunction = {
        name: 'hash',
        parameters: names(words),
        exported: true,
        body: [...hashed(words), return_(get('hash'))],
      };
      const states = [0, 1, -1, 0x12345678].map((seed) => names(words).map((_, word) => (seed * (word + 3)) | 0));
      for (const kernel of KERNELS) {
        const { functions } = runModule<{ hash(...state: number[]): number }>([hash], 65_536, kernel);
        for (const state of states) expect(functions.hash(...state)).toBe(hashOf(state));
      }
    }
  });

  it('are not looked for where nobody is noted', () => {
    for (const words of [1, 2, 3, 5, 13, 900]) {
      const zeros = new Array<number>(words - 1).fill(0);
      expect(hashOf([0, ...zeros])).toBe(0);
      for (const bytes of [2 ** 16, 2 ** 20, 2 ** 32]) {
        const places = recentPlaces(words, bytes);
        const first = strangerTo(words, places);
        expect(first).not.toBe(0);
        expect(hashOf([first, ...zeros]) & (places - 1)).not.toBe(0);
      }
    }
  });

  it('may have no bit set', () => {
    // From 1 to 0, the state of zeros, and back.
    const program: Program = {
      shared: [sharing(scalar('x', range(0, 1)), 1)],
      templates: [
        template('T', 0, [], [location()], [edge(0, 0, { updates: [assign(shared(0), 'any')], text: 'any' })]),
      ],
      threads: [{ name: 'T', template: 0, initial: [] }],
      never: [],
      outOfRange: 'failure',
    };
    for (const kernel of KERNELS) {
      const limits = { maxStates: 100, maxMegabytes: 16 };
      const { counts } = runEngine({ program, memory: SC, buffer: 1, kernel, limits });
      expect(counts).toMatchObject({ states: 2, transitions: 4, depth: 1 });
    }
  });
});
