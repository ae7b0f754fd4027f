import { describe, expect, it } from 'vitest';
import { readMemorax } from '../../../src/languages/memorax/index.js';
import { explore } from './explore.js';
import { corpusFiles, corpusIsThere } from './support.js';

/** More states than a test should look at, or infinitely many. */
const LARGE = new Set([
  ...['lamport_3.rmm', 'spinlock_4.rmm', 'two_phase_3.rmm', 'sense_rev_3.rmm'],
  ...['memorax.ticket_spin_lock.rmm', 'memorax.ticket_spin_lock.2.rmm'],
]);

describe.skipIf(!corpusIsThere)('the corpus', () => {
  it('is there in full', () => {
    expect(corpusFiles().length).toBe(31);
  });

  for (const { name, content, verdict } of corpusFiles()) {
    it(`reads ${name}${LARGE.has(name) ? '' : ` and it is ${verdict} under TSO`}`, () => {
      const { program, diagnostics } = readMemorax(content, name);
      expect(diagnostics).toEqual([]);
      if (program === null) throw new Error('no program');
      expect(program.never.length).toBeGreaterThan(0);
      if (LARGE.has(name)) return;
      const { violated, complete } = explore(program, { first: true });
      expect(violated.size > 0 ? 'violated' : 'holds').toBe(verdict);
      expect(complete).toBe(verdict === 'holds');
    });
  }
});
