import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { linesOf, TRUSTED } from '../../scripts/trusted.js';

const PAGE = readFileSync('docs/internals/certificates.md', 'utf8');

describe('the table of what must be trusted', () => {
  test.each(TRUSTED.map((part) => [part.name, part] as const))('has the size of %s', (name, part) => {
    const told = new RegExp(`^\\| ${name} \\| (\\d+) \\|$`, 'm').exec(PAGE)?.[1];
    const lines = linesOf(part);
    // The table need not be written again for every line.
    expect(Math.abs(Number(told) - lines)).toBeLessThanOrEqual(Math.max(10, 0.1 * lines));
  });
});
