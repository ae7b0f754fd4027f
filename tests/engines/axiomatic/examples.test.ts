/** Our own litmus tests, and what each memory model allows of them. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Observation } from '../../../src/check/litmus.js';
import type { MemoryName } from '../../../src/memory/models.js';
import { answer, EXAMPLES } from '../../languages/litmus/support.js';

interface Listed {
  readonly file: string;
  readonly expected: Readonly<Record<MemoryName, Observation>>;
}

const list = JSON.parse(readFileSync(path.join(EXAMPLES, 'expected.json'), 'utf8')) as Listed[];
const rows = list.map(({ file, expected }) => ({ file, ...expected }));
const FAMILIES = ['SB', 'MP', 'LB', 'IRIW', 'WRC', 'RWC', '2+2W', 'R', 'S'];

describe('our litmus tests', () => {
  it.each(rows)('$file', async ({ file, sc, tso, pso }) => {
    const text = readFileSync(path.join(EXAMPLES, file), 'utf8');
    for (const [memory, expected] of Object.entries({ sc, tso, pso }) as [MemoryName, Observation][]) {
      const found = await answer(text, { memory });
      expect([memory, found.observation]).toEqual([memory, expected]);
      expect(`${found.name}.litmus`).toBe(file);
      expect(found.outcome?.graph === null, 'an execution is shown').toBe(false);
    }
  });

  it('are all in the list', () => {
    const files = readdirSync(EXAMPLES).filter((file) => file.endsWith('.litmus'));
    expect(rows.map(({ file }) => file).sort()).toEqual(files.sort());
  });

  it('have each family with and without fences', () => {
    for (const family of FAMILIES) {
      expect(rows.some(({ file }) => file === `${family}.litmus`)).toBe(true);
      expect(
        rows.some(({ file }) => file.startsWith(`${family}+mfence`) || file === `${family}+po+mfence.litmus`),
      ).toBe(true);
    }
  });

  it('tell the models apart', () => {
    expect(rows.some(({ sc, tso }) => sc === 'Never' && tso === 'Sometimes')).toBe(true);
    expect(rows.some(({ tso, pso }) => tso === 'Never' && pso === 'Sometimes')).toBe(true);
  });
});
