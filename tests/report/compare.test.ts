import { describe, expect, test } from 'vitest';
import { compareText } from '../../src/report/compare.js';
import { PLAIN } from '../../src/report/style.js';
import { HOLDS, UNKNOWN } from '../cli/fake-services.js';

const OPTIONS = { style: PLAIN, width: 100, quiet: false, allInvariants: false };
const MEMORIES = ['sc', 'tso', 'pso'] as const;

describe('a comparison without an execution that tells memories apart', () => {
  test('says so when all of them hold', () => {
    const outcomes = MEMORIES.map((memory) => ({ ...HOLDS, memory }));
    const text = compareText('a.fp', { outcomes, apart: null }, OPTIONS);
    expect(text).toContain('the verdict is the same under all three: nothing tells them apart');
  });

  test('claims nothing when nothing is known', () => {
    const outcomes = MEMORIES.map((memory) => ({ ...UNKNOWN, memory }));
    const text = compareText('a.fp', { outcomes, apart: null }, OPTIONS);
    expect(text).toContain('nothing tells them apart as far as is known');
    expect(text).not.toContain('the same');
  });
});
