/** What the tests of the examples share: the list, the texts, and a model's text with something taken out or asked. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { suitedTo } from '../../src/check/applies.js';
import { type CheckOptions, check } from '../../src/check/check.js';
import { type ExampleModel, readExamples } from '../../src/cli/examples.js';
import type { Outcome } from '../../src/evidence/outcome.js';
import { type MemoryName, memoryNamed } from '../../src/memory/models.js';

export const FOLDER = fileURLToPath(new URL('../../examples/', import.meta.url));

export const read = (file: string): string => readFileSync(FOLDER + file, 'utf8');

const list = readExamples(read('expected.json'));
if (!list.ok) throw new Error(`expected.json ${list.message}`);

export const EXAMPLES = list.examples;
export const MODELS = EXAMPLES.filter((example) => example.kind === 'model');
export const LITMUS_TESTS = EXAMPLES.filter((example) => example.kind === 'litmus');

export const isWeak = ({ expected }: ExampleModel): boolean => expected.some(([memory]) => memory !== 'sc');
/** Those that hold where their text is meant for: PSO asks more of some. */
export const HOLDING = MODELS.filter(({ expected }) =>
  expected.every(([memory, verdict]) => memory === 'pso' || verdict === 'holds'),
);

export async function outcomeOf(
  text: string,
  file: string,
  memory: MemoryName,
  options: CheckOptions = {},
): Promise<Outcome> {
  // Under PSO a given number of processes is for other engines.
  const limits = file.endsWith('.cub') && memory !== 'pso' ? { maxCubes: 20_000 } : {};
  const result = await check(text, { ...limits, ...suitedTo(memoryNamed(memory), options), file, memory });
  if (!result.ok) throw new Error(result.diagnostics.map(({ message }) => message).join('; '));
  expect(result.warnings).toEqual([]);
  return result.outcome;
}

/** The model with another question: can this be reached? */
export function asking(model: string, unsafe: string): string {
  return `${model.replace(/^unsafe\b[^{]*\{[^}]*\}/gm, '')}\n${unsafe}\n`;
}

/** The model without comments, in one layout of blanks. */
export function code(model: string): string {
  return model
    .replace(/\(\*[\s\S]*?\*\)/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** For each fence of the model its place and the text without it, which is `true` where nothing else is demanded. */
export function withoutFences(model: string): { line: number; text: string }[] {
  const fences = [...model.matchAll(/fence\(\) && | && fence\(\)|fence\(\)/g)];
  return fences.map(({ 0: found, index }) => ({
    line: model.slice(0, index).split('\n').length,
    text: `${model.slice(0, index)}${found === 'fence()' ? 'true' : ''}${model.slice(index + found.length)}`,
  }));
}

export function withoutAllFences(model: string): string {
  let text = model;
  for (;;) {
    const [first] = withoutFences(text);
    if (first === undefined) return text;
    text = first.text;
  }
}
