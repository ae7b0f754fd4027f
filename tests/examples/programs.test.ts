/**
 * The example programs. Of each algorithm NAME there are several: NAME.fp as it was published, NAME-tso.fp and NAME-pso.fp
 * with the fences that these memories need, NAME-split.fp and the like with a mistake.
 */
import { describe, expect, test } from 'vitest';
import type { ExampleProgram } from '../../src/cli/examples.js';
import type { Outcome } from '../../src/evidence/outcome.js';
import { print } from '../../src/languages/index.js';
import type { MemoryName } from '../../src/memory/models.js';
import { share } from '../support/size.js';
import { EXAMPLES, outcomeOf, read } from './models.js';

const PROGRAMS = EXAMPLES.filter(
  (example): example is ExampleProgram =>
    example.kind === 'program' && example.asked === null && example.file.startsWith('programs/'),
);
const BOTH: readonly MemoryName[] = ['tso', 'pso'];

function listed(file: string): ExampleProgram | undefined {
  return PROGRAMS.find((example) => example.file === file);
}

function verdictOf(file: string, memory: MemoryName): string | undefined {
  return listed(file)?.expected.find(([other]) => other === memory)?.[1];
}

/** The algorithms, by the file of the published one. */
const ALGORITHMS = PROGRAMS.filter(({ file }) => !/-(tso|pso|split|broken|aba)\.fp$/.test(file)).map(
  ({ file }) => file,
);

function variantsOf(published: string): string[] {
  const base = published.replace('.fp', '');
  const others = ALGORITHMS.filter((other) => other !== published && other.startsWith(base));
  return PROGRAMS.map(({ file }) => file).filter(
    (file) => file.startsWith(base) && !others.some((other) => file.startsWith(other.replace('.fp', ''))),
  );
}

function fencesIn(text: string): number {
  return withoutEachFence(text).length;
}

/** The text without each of its fences in turn; a store that is a release becomes a plain one. */
function withoutEachFence(text: string): { line: number; text: string }[] {
  const lines = text.split('\n');
  return lines.flatMap((line, number) => {
    const plain = /^fence( store)?$/.test(line.trim()) ? '' : line.replace(/store_release\((\w+), (.*)\)/, '$1 = $2');
    return plain === line ? [] : [{ line: number + 1, text: lines.with(number, plain).join('\n') }];
  });
}

/** The memory that the fences of a file are for. */
function repairedFor(file: string): MemoryName | null {
  return BOTH.find((memory) => file.endsWith(`-${memory}.fp`)) ?? null;
}

describe('each program', () => {
  test.each(share(PROGRAMS, 8).map((example) => [example.file, example] as const))('%s', async (file, example) => {
    const text = read(file);
    expect(text).toMatch(/^\/\* /);
    expect(await print(text, { file })).toEqual({ ok: true, text });
    for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(120);
    expect(example.expected.map(([memory]) => memory)).toEqual(['sc', 'tso', 'pso']);
    for (const [memory, verdict] of example.expected) {
      const options = example.processes === null ? {} : { processes: example.processes };
      const outcome: Outcome = await outcomeOf(text, file, memory, options);
      expect([memory, outcome.verdict]).toEqual([memory, verdict]);
      // Where a loop fills any buffer, those who need no bound answer.
      expect(['explicit', 'dual-tso', 'pso-queues']).toContain(outcome.engine);
      expect(outcome.counts.states ?? outcome.counts.configurations).toBeLessThan(3_000_000);
    }
  });
});

describe('each algorithm', () => {
  test.each(ALGORITHMS)('%s is right under SC, and broken and repaired under TSO and PSO', (file) => {
    expect(verdictOf(file, 'sc')).toBe('holds');
    const variants = variantsOf(file);
    for (const memory of BOTH) {
      const verdicts = variants.map((variant) => verdictOf(variant, memory));
      expect([memory, verdicts]).toEqual([memory, expect.arrayContaining(['holds', 'violated'])]);
    }
    const [tso, pso] = BOTH.map((memory) => file.replace('.fp', `-${memory}.fp`));
    if (tso !== undefined && listed(tso) !== undefined) expect(verdictOf(file, 'tso')).toBe('violated');
    if (pso !== undefined && listed(pso) !== undefined) {
      const before = tso !== undefined && listed(tso) !== undefined ? tso : file;
      expect(verdictOf(before, 'pso')).toBe('violated');
      expect(fencesIn(read(pso))).toBeGreaterThan(fencesIn(read(before)));
    }
  });
});

describe('each fence is needed', () => {
  const repaired = PROGRAMS.filter(({ file }) => repairedFor(file) !== null).map(({ file }) => file);

  test.each(share(repaired, 3))('%s', async (file) => {
    const memory = repairedFor(file) as MemoryName;
    const text = read(file);
    const cuts = withoutEachFence(text);
    expect(cuts.length).toBeGreaterThan(0);
    for (const cut of cuts) {
      const { verdict } = await outcomeOf(cut.text, file, memory);
      expect([cut.line, verdict]).toEqual([cut.line, 'violated']);
    }
  });
});
