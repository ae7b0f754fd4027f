/**
 * No proof of an example is empty. A model in which nothing can move holds too, so in every model that holds each
 * transition must be possible in some reachable state, and so must the situations that the algorithm is there for
 * (situations.ts).
 */
import { describe, expect, test } from 'vitest';
import type { ExampleModel } from '../../src/cli/examples.js';
import type { MemoryName } from '../../src/memory/models.js';
import { share } from '../support/size.js';
import { asking, HOLDING, isWeak, outcomeOf, read } from './models.js';
import { SITUATIONS } from './situations.js';

function weakestMemory({ expected }: ExampleModel): MemoryName {
  return expected.some(([memory]) => memory === 'tso') ? 'tso' : 'sc';
}

interface Question {
  readonly transition: string;
  readonly text: string;
}

/** For each transition the model that asks for the states in which it is possible. */
function enabledStates(model: string): Question[] {
  const headers = model.matchAll(/^transition (\w+) \(([^)]*)\)\s*(?:requires \{([^}]*)\})?/gm);
  return [...headers].map(([, transition = '', parameters = '', guard = 'true']) => ({
    transition,
    text: asking(model, `unsafe (${parameters}) { ${guard} }`),
  }));
}

/** The same for weak memory, where a guard is no condition on states: the transition leaves a mark with its actor. */
function happenings(model: string): Question[] {
  const headers = model.matchAll(/^transition (\w+) \([^[)]*\[(\w+)\][^)]*\)\s*(?:requires \{[^}]*\})?\s*\{/gm);
  return [...headers].map(({ 0: header, 1: transition = '', 2: actor = '', index }) => {
    const body = index + header.length;
    const marked = `${model.slice(0, body)} Happened[${actor}] := True;${model.slice(body)}`;
    const declared = marked.replace(
      /^init \((\w+)([^)]*)\) \{([^}]*)\}/m,
      'array Happened[proc] : bool\n\ninit ($1$2) { Happened[$1] = False && ($3) }',
    );
    return { transition, text: asking(declared, 'unsafe (p) { Happened[p] = True }') };
  });
}

describe('each step of each model that holds can happen', () => {
  test.each(share(HOLDING, 14).map((example) => [example.file, example] as const))('%s', async (file, example) => {
    const text = read(file);
    const questions = isWeak(example) ? happenings(text) : enabledStates(text);
    expect(questions.length).toBe(text.match(/^transition\b/gm)?.length);
    for (const { transition, text: question } of questions) {
      const { verdict } = await outcomeOf(question, file, weakestMemory(example));
      expect([transition, verdict]).toEqual([transition, 'violated']);
    }
  });
});

describe('each model gets into the situations it is there for', () => {
  test.each(share(Object.entries(SITUATIONS), 14))('%s', async (file, situations) => {
    const example = HOLDING.find((model) => model.file === file);
    if (example === undefined) throw new Error(`${file} is no model that holds`);
    for (const situation of situations) {
      const question = asking(read(file), `unsafe ${situation}`);
      const { verdict } = await outcomeOf(question, file, weakestMemory(example));
      expect([situation, verdict]).toEqual([situation, 'violated']);
    }
  });
});
