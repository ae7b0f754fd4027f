/**
 * The programs of `examples/kernel`: each algorithm is written with procedures and records, has the listed answers, needs each of
 * its fences and releases, and has a twin with a mistake.
 */
import { describe, expect, test } from 'vitest';
import type { ExampleProgram } from '../../src/cli/examples.js';
import { print } from '../../src/languages/index.js';
import type { MemoryName } from '../../src/memory/models.js';
import { fix } from '../../src/repair/index.js';
import { share } from '../support/size.js';
import { EXAMPLES, outcomeOf, read } from './models.js';

const PROGRAMS = EXAMPLES.filter(
  (example): example is ExampleProgram => example.kind === 'program' && example.file.startsWith('kernel/'),
);
const ALGORITHMS = ['seqlock', 'rwlock', 'treiber', 'deque', 'ticket', 'mcs', 'ring', 'rcu'];

function verdictsOf(name: string): Readonly<Record<string, string>> {
  const example = PROGRAMS.find(({ file }) => file === `kernel/${name}.fp`);
  return Object.fromEntries(example?.expected ?? []);
}

describe('each program', () => {
  test.each(share(PROGRAMS, 4).map((example) => [example.file, example] as const))('%s', async (file, { expected }) => {
    const text = read(file);
    expect(text).toMatch(/^\/\* /);
    expect(await print(text, { file })).toEqual({ ok: true, text });
    for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(120);
    for (const [memory, verdict] of expected) {
      const outcome = await outcomeOf(text, file, memory);
      expect([memory, outcome.verdict]).toEqual([memory, verdict]);
    }
  });
});

describe('each algorithm', () => {
  test.each(ALGORITHMS)('%s has procedures and records, and a twin that is found out', (name) => {
    const text = read(`kernel/${name}.fp`);
    expect(text).toMatch(/^proc /m);
    expect(text).toMatch(/^record /m);
    expect(verdictsOf(name)).toMatchObject({ sc: 'holds', tso: 'holds' });
    expect(verdictsOf(`${name}-broken`)).toMatchObject({ tso: 'violated', pso: 'violated' });
  });
});

/** The text without each fence in turn, and with each release as a plain store. */
function weakened(text: string): { readonly line: number; readonly text: string }[] {
  const lines = text.split('\n');
  return lines.flatMap((line, number) => {
    const plain = /^fence( store)?$/.test(line.trim()) ? '' : line.replace(/store_release\((.*), (.*)\)$/, '$1 = $2');
    return plain === line ? [] : [{ line: number + 1, text: lines.with(number, plain).join('\n') }];
  });
}

describe('each fence and release is needed', () => {
  const repaired = ['seqlock-pso', 'rwlock', 'deque', 'ticket', 'mcs', 'ring', 'rcu'];

  test.each(share(repaired, 2))('%s', async (name) => {
    const file = `kernel/${name}.fp`;
    const cuts = weakened(read(file));
    expect(cuts.length).toBeGreaterThan(0);
    for (const cut of cuts) {
      const { verdict } = await outcomeOf(cut.text, file, 'pso' satisfies MemoryName);
      expect([cut.line, verdict]).toEqual([cut.line, 'violated']);
    }
  });
});

test('the sequence lock is repaired by the two barriers that kernels have', async () => {
  const result = await fix(read('kernel/seqlock.fp'), { file: 'seqlock.fp', memory: 'pso', with: 'store-fences' });
  if (!result.ok || result.status !== 'repaired') throw new Error('it is repaired');
  const code = (text: string): string => text.slice(text.indexOf('const LAST'));
  expect(code(result.sets[0]?.text ?? '')).toBe(code(read('kernel/seqlock-pso.fp')));
});
