/**
 * The examples: each is listed, explains itself, and has the verdict that the list says; and no proof is empty. A model
 * in which nothing can move holds too, so for every model that holds each transition must be possible in some reachable
 * state, and so must the situations that the algorithm is there for (situations.ts).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { check } from '../../src/check.js';
import { readExamples } from '../../src/cli/examples.js';
import type { Memory, Outcome } from '../../src/evidence/outcome.js';
import { SITUATIONS } from './situations.js';

const folder = fileURLToPath(new URL('../../examples/', import.meta.url));
const read = (file: string): string => readFileSync(folder + file, 'utf8');
const list = readExamples(read('expected.json'));
if (!list.ok) throw new Error(`expected.json ${list.message}`);
const { examples } = list;
const holding = examples.filter(({ expected }) => expected.every(([, verdict]) => verdict === 'holds'));

async function outcomeOf(text: string, file: string, memory: Memory = 'sc'): Promise<Outcome> {
  const result = await check(text, { file, memory, maxCubes: 20_000 });
  if (!result.ok) throw new Error(result.diagnostics.map(({ message }) => message).join('; '));
  expect(result.warnings).toEqual([]);
  return result.outcome;
}

/** The model with another question: can this be reached? */
function asking(model: string, unsafe: string): string {
  return `${model.replace(/^unsafe\b[^{]*\{[^}]*\}/gm, '')}\n${unsafe}\n`;
}

/** For each transition the declaration of the states in which it is possible. */
function enabledStates(model: string): { transition: string; unsafe: string }[] {
  const headers = /^transition (\w+) \(([^)]*)\)\s*(?:requires \{([^}]*)\})?/gm;
  return [...model.matchAll(headers)].map(([, transition = '', parameters = '', guard = 'true']) => ({
    transition,
    unsafe: `unsafe (${parameters}) { ${guard} }`,
  }));
}

describe('the list of examples', () => {
  test('has every model, and no other', () => {
    const models = readdirSync(folder).filter((name) => name.endsWith('.cub'));
    expect(examples.map(({ file }) => file).sort()).toEqual(models.sort());
  });

  test('has a broken twin for each broken model', () => {
    const twins = examples.flatMap(({ twin }) => (twin === null ? [] : [twin]));
    const broken = examples.filter((example) => !holding.includes(example)).map(({ file }) => file);
    expect(broken.sort()).toEqual(twins.sort());
    for (const { file, twin } of holding) if (twin !== null) expect(twin).toBe(file.replace('.cub', '-broken.cub'));
  });

  test('asks only of models that hold which situations they reach', () => {
    const names = holding.map(({ file }) => file);
    expect(names).toEqual(expect.arrayContaining(Object.keys(SITUATIONS)));
  });
});

describe('each example', () => {
  test.each(examples.map((example) => [example.file, example] as const))('%s', async (file, example) => {
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

describe('each step of each model that holds can happen', () => {
  test.each(holding.map(({ file }) => file))('%s', async (file) => {
    const text = read(file);
    const questions = enabledStates(text);
    expect(questions.length).toBe(text.match(/^transition\b/gm)?.length);
    for (const { transition, unsafe } of questions) {
      const { verdict } = await outcomeOf(asking(text, unsafe), file);
      expect([transition, verdict]).toEqual([transition, 'violated']);
    }
  });
});

describe('each model gets into the situations it is there for', () => {
  test.each(Object.entries(SITUATIONS))('%s', async (file, situations) => {
    for (const situation of situations) {
      const { verdict } = await outcomeOf(asking(read(file), `unsafe ${situation}`), file);
      expect([situation, verdict]).toEqual([situation, 'violated']);
    }
  });
});
