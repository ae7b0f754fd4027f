/** The examples: each is listed, explains itself, and has the answer that the list says under each memory. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { litmus } from '../../src/check/litmus.js';
import type { MemoryName } from '../../src/memory/models.js';
import { quick, share } from '../support/size.js';
import { EXAMPLES, FOLDER, HOLDING, isWeak, LITMUS_TESTS, MODELS, outcomeOf, read } from './models.js';
import { SITUATIONS } from './situations.js';

describe('the list of examples', () => {
  test('has every model, program and litmus test, and no other', () => {
    const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(cub|fp|dve|litmus)$/.test(name))
      .map((name) => name.split(path.sep).join('/'));
    expect([...new Set(EXAMPLES.map(({ file }) => file))].sort()).toEqual(files.sort());
  });

  test('has a broken twin for each broken model', () => {
    const twins = MODELS.flatMap(({ twin }) => (twin === null ? [] : [twin]));
    const broken = MODELS.filter((example) => !HOLDING.includes(example)).map(({ file }) => file);
    expect(broken.sort()).toEqual(twins.sort());
    for (const { file, twin } of HOLDING) {
      if (twin !== null) expect([file, '-broken.cub', '-unfenced.cub', '-split.cub']).toContain(twinEnding(file, twin));
    }
  });

  test('has a twin for every model with weak variables that holds', () => {
    const alone = HOLDING.filter((model) => isWeak(model) && model.twin === null);
    expect(alone.map(({ file }) => file)).toEqual([]);
  });

  test('has the answers of models with weak variables under SC too, and of litmus tests under all memories', () => {
    for (const example of EXAMPLES) {
      if (example.kind === 'program' && (example.asked !== null || example.file.endsWith('.dve'))) continue;
      const { file, expected } = example;
      const memories = expected.map(([memory]) => memory);
      // What nobody decides under a memory has no row for it.
      const open = UNDECIDED[file] ?? [];
      const all = memoriesOf(file).filter((memory) => !open.includes(memory));
      expect([file, memories]).toEqual([file, all]);
    }
  });

  test('asks only of models that hold which situations they reach, and of all with weak variables', () => {
    const names = HOLDING.map(({ file }) => file);
    expect(names).toEqual(expect.arrayContaining(Object.keys(SITUATIONS)));
    expect(Object.keys(SITUATIONS)).toEqual(expect.arrayContaining(HOLDING.filter(isWeak).map(({ file }) => file)));
  });
});

function twinEnding(file: string, twin: string): string {
  const base = file.replace('.cub', '');
  return twin.startsWith(base) ? twin.slice(base.length) : twin;
}

const UNDECIDED: Record<string, readonly MemoryName[]> = {
  'any-number/mcs-lock.fp': ['pso'],
  'any-number/k42-lock.fp': ['pso'],
  'any-number/clh-lock.fp': ['pso'],
  'weak/mcs-lock.cub': ['pso'],
  'counting/barrier.fp': ['pso'],
};

function memoriesOf(file: string): MemoryName[] {
  if (/\/any-[^/]*\.fp$/.test(file)) return ['sc', 'tso'];
  if (/\.(fp|litmus)$/.test(file)) return ['sc', 'tso', 'pso'];
  return /^weak /m.test(read(file)) ? ['sc', 'tso', 'pso'] : ['sc'];
}

describe('each model', () => {
  test.each(
    quick(share(MODELS, 14), ({ file }) => /(arbiter-v2|lamport-any)\.cub$/.test(file)).map(
      (example) => [example.file, example] as const,
    ),
  )('%s', async (file, example) => {
    const text = read(file);
    expect(text).toMatch(/^\(\* /);
    for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(120);
    for (const [memory, verdict] of example.expected) {
      const outcome = await outcomeOf(text, file, memory);
      expect([memory, outcome.verdict]).toEqual([memory, verdict]);
      expect(outcome.processes).toBe(example.processes);
      expect(outcome.assumptions).toEqual([]);
    }
  });
});

describe('each litmus test', () => {
  test.each(LITMUS_TESTS.map((example) => [example.file, example] as const))('%s', async (file, { expected }) => {
    for (const [memory, observation] of expected) {
      const result = await litmus(read(file), { file, memory });
      expect([memory, result.ok ? result.answer.observation : result.diagnostics]).toEqual([memory, observation]);
    }
  });
});
