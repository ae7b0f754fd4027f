/**
 * `--kind dual`: random finite programs, two or three threads, loops, conditions on places, locals and memory, asked of the
 * Dual-TSO engine and of the explicit one, which knows the answer when no buffer was ever full; certificates of what holds.
 */
import type { Program } from '../../../src/models/program/model.js';
import { type Comparison, compare } from '../../engines/dual-tso/compare.js';
import { randomFiniteProgram, randomMemoryProgram } from '../../engines/dual-tso/random-programs.js';
import type { Campaign, Result } from '../campaigns.js';
import { verdictOf } from '../explicit/campaign.js';
import { MEMORIES } from '../explicit/judge.js';
import { plainProgram, shrinkProgram } from '../explicit/shrink.js';
import { writeRegression } from '../explicit/text.js';
import { Random } from '../random.js';

/** Configurations of a certificate that is checked. */
const MOST_CHECKED = 2000;

type Ask = (program: Program) => Comparison;

export function dualCampaign(ask: Ask = (program) => compare(program, MOST_CHECKED)): Campaign {
  return {
    things: 'finite programs',
    async judge(seed) {
      const looksAtMemory = seed % 2 === 1;
      const random = new Random(seed);
      const program = looksAtMemory ? randomMemoryProgram(random) : randomFiniteProgram(random);
      const result = resultOf(ask(program));
      const way = looksAtMemory ? 'conditions on memory' : 'conditions on threads';
      return [{ way, result, shrunk: async () => shrunkText(program, ask) }];
    },
  };
}

function resultOf({ truth, verdict, wrong, certificate }: Comparison): Result {
  if (wrong !== null) return { kind: 'wrong', fault: wrong, detail: wrong };
  if (verdict === 'unknown') return { kind: 'unknown', reason: 'Dual-TSO', missed: truth === 'violated' };
  if (truth === null) return { kind: 'unknown', reason: 'the explicit engine', missed: false };
  return { kind: 'agreed', verdict, size: 0, ...(certificate === null ? {} : { certificate }) };
}

function shrunkText(program: Program, ask: Ask): string {
  const smallest = plainProgram(shrinkProgram(program, (smaller) => ask(smaller).wrong !== null));
  const [sc, tso, pso] = MEMORIES.map((memory) => verdictOf(smallest, memory)) as [string, string, string];
  return writeRegression({ about: `${ask(smallest).wrong}`, expect: { sc, tso, pso }, program: smallest });
}
