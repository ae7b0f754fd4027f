import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { withGenerated } from '../../scripts/generated.js';
import { optionTables } from '../../scripts/option-tables.js';
import { readExamples } from '../../src/cli/examples.js';

describe('generated tables', () => {
  test('docs/reference/cli.md is what the options table says', () => {
    const text = readFileSync('docs/reference/cli.md', 'utf8');
    for (const [name, lines] of optionTables()) {
      expect(withGenerated(text, name, lines) === text, `npm run docs writes the table '${name}' again`).toBe(true);
    }
  });

  test('are put between their markers and nowhere else', () => {
    const text = 'before\n<!-- generated: t -->\nold\n<!-- end: t -->\nafter\n';
    const once = withGenerated(text, 't', ['new']);
    expect(once).toBe('before\n<!-- generated: t -->\n\nnew\n\n<!-- end: t -->\nafter\n');
    expect(withGenerated(once ?? '', 't', ['new'])).toBe(once);
    expect(withGenerated(text, 'other', ['new'])).toBeNull();
  });

  test('the list of examples is well-formed', () => {
    const list = readExamples(readFileSync('examples/expected.json', 'utf8'));
    expect(list).toMatchObject({ ok: true });
  });
});
