/**
 * The example programs by both kernels and, where it does not take long, by the interpreter: the same states, transitions and
 * verdicts without reductions, and the same verdicts with them.
 */

import { describe, expect, test } from 'vitest';
import type { ExampleProgram } from '../../src/cli/examples.js';
import { readProgram } from '../../src/languages/program/index.js';
import { memoryNamed } from '../../src/memory/models.js';
import type { Program } from '../../src/models/program/model.js';
import { runEngine, summaryOf } from '../engines/explicit/compare.js';
import { explore } from '../memory/operational/program/explore.js';
import { share, sized } from '../support/size.js';
import { EXAMPLES, read } from './models.js';

const PROGRAMS = EXAMPLES.filter(
  (example): example is ExampleProgram =>
    example.kind === 'program' && example.asked === null && example.file.startsWith('programs/'),
);
/** States that the interpreter looks at. */
const LIMIT = sized(500, 1500, 300_000);
/** All states of all of them take an hour. */
const LIMITS = { maxStates: sized(3_000, 20_000, 40_000_000), maxMegabytes: 2000 };
const BUFFER = 2;

function programOf(file: string): Program {
  const made = readProgram(read(file), file).program?.instantiate(null);
  if (made?.kind !== 'program') throw new Error(`${file} is no program`);
  return made.program;
}

describe('kernels and interpreter agree', () => {
  test.each(share(PROGRAMS, 10).map((example) => [example.file, example] as const))('%s', (file, example) => {
    const program = programOf(file);
    for (const [memory] of example.expected) {
      const question = { program, memory: memoryNamed(memory), buffer: BUFFER, limits: LIMITS };
      const plain = { ...question, zeroDead: false, symmetry: false };
      const wasm = runEngine({ ...plain, kernel: 'wasm' });
      const javascript = runEngine({ ...plain, kernel: 'javascript' });
      expect([memory, summaryOf(javascript), javascript.counts]).toEqual([memory, summaryOf(wasm), wasm.counts]);
      if (wasm.answer.verdict === 'unknown') continue;
      const reduced = summaryOf(runEngine(question));
      const verdict = (summary: string) => summary.replace(/^holds \d+ \d+/, 'holds');
      expect([memory, verdict(reduced)]).toEqual([memory, verdict(summaryOf(wasm))]);
      const oracle = explore(program, memory, BUFFER, LIMIT);
      if (oracle === null) continue;
      const expected = [...oracle.verdicts].map((found) => {
        if (found === 'holds') return `holds ${oracle.states} ${oracle.transitions} ${!oracle.full}`;
        return `${found} ${oracle.length}`;
      });
      expect([memory, expected]).toEqual([memory, [summaryOf(wasm)]]);
    }
  });
});
