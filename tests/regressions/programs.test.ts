/**
 * Programs, as automata (`programs/*.json`) and as texts (`*.fp`), that some version got wrong or that are easy to get wrong.
 * An automaton comes with what each memory model answers; a text says so in its first line,
 *
 *     // expect: sc holds, tso violated, pso violated
 *
 * `fails` where a step or an assertion fails. Then in a few words what it is about. Each is also judged as random ones are.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { verdictOf } from '../random/explicit/campaign.js';
import { judgeProgram, MEMORIES } from '../random/explicit/judge.js';
import { readRegression } from '../random/explicit/text.js';
import { judgeText } from '../random/fp/judge.js';

const folder = fileURLToPath(new URL('./', import.meta.url));
const automata = readdirSync(`${folder}programs`).filter((name) => name.endsWith('.json'));
const texts = readdirSync(folder).filter((name) => name.endsWith('.fp'));
const BUFFERS = [1, 2, 3];
const MOST_STATES = 5000;
const LIMITS = { states: 5000, fineStates: 50_000 };

describe('automata', () => {
  it.each(automata)('%s', (file) => {
    const { program, expect: expected } = readRegression(readFileSync(`${folder}programs/${file}`, 'utf8'));
    for (const memory of MEMORIES) {
      expect(verdictOf(program, memory), memory).toBe(expected[memory]);
      for (const buffer of BUFFERS) {
        const result = judgeProgram(program, memory, buffer, MOST_STATES);
        expect(result, `${memory}, buffers of ${buffer}`).toMatchObject({ kind: 'agreed' });
      }
    }
  });
});

describe('texts', () => {
  it.each(texts)('%s', (file) => {
    const text = readFileSync(folder + file, 'utf8');
    const said = /^\/\/ expect: sc (\w+), tso (\w+), pso (\w+)/.exec(text);
    if (said === null) throw new Error(`${file} does not begin with what to expect: // expect: sc holds, ...`);
    // The number decides about the size of buffers: one or two.
    for (const buffers of [0, 1]) {
      const [printing, ...meanings] = judgeText(text, buffers, LIMITS).map(({ result }) => result);
      expect(printing).toMatchObject({ kind: 'agreed', verdict: 'printed' });
      expect(meanings.map((result) => (result.kind === 'agreed' ? result.verdict : result))).toEqual(said.slice(1));
    }
  });
});
