/** The programs of the tables of the Dual-TSO paper: by the engine that is asked by default, and by that of the paper. */
import { describe, expect, test } from 'vitest';
import type { ExampleProgram } from '../../src/cli/examples.js';
import { print } from '../../src/languages/index.js';
import { share } from '../support/size.js';
import { EXAMPLES, outcomeOf, read } from './models.js';

const PROGRAMS = EXAMPLES.filter(
  (example): example is ExampleProgram => example.kind === 'program' && example.file.startsWith('dual-tso/'),
);
const FENCE = /^ *fence\n/gm;

describe.each(share(PROGRAMS, 6).map((example) => [example.file, example] as const))('%s', (file, example) => {
  const text = read(file);
  const isAny = file.startsWith('dual-tso/any-');

  test('is laid out, and answered as expected under each memory', async () => {
    expect(text).toMatch(/^\/\* /);
    expect(await print(text, { file })).toEqual({ ok: true, text });
    expect(example.expected.map(([memory]) => memory)).toEqual(isAny ? ['sc', 'tso'] : ['sc', 'tso', 'pso']);
    for (const [memory, verdict] of example.expected) {
      expect([memory, (await outcomeOf(text, file, memory)).verdict]).toEqual([memory, verdict]);
    }
  });

  test('holds under TSO for buffers of any length, and not without its fences', async () => {
    const engine = 'dual-tso' as const;
    expect(await outcomeOf(text, file, 'tso', { engine })).toMatchObject({ verdict: 'holds', buffer: 'unbounded' });
    const plain = text.replace(FENCE, '');
    if (plain === text) return;
    const broken = await outcomeOf(plain, file, 'tso', { engine });
    expect(broken).toMatchObject({ verdict: 'violated', engine });
    expect(broken.trace?.steps.length).toBeGreaterThan(0);
  });

  test.runIf(isAny)('is answered in the same way by the parameterized engine', async () => {
    const engine = 'parameterized' as const;
    expect(await outcomeOf(text, file, 'tso', { engine })).toMatchObject({ verdict: 'holds', engine });
    const plain = text.replace(FENCE, '');
    if (plain === text) return;
    expect(await outcomeOf(plain, file, 'tso', { engine })).toMatchObject({ verdict: 'violated', engine });
  });
});
