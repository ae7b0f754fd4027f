/**
 * `--kind pso`: random finite programs under PSO, two or three threads, loops; with conditions on places and locals, on memory,
 * with every kind of step that the model has, with many barriers between stores, and for any number of threads. They are asked of the PSO engine and of the
 * explicit one, which knows the answer when no buffer was ever full; certificates of what holds are judged.
 */
import type { Program } from '../../../src/models/program/model.js';
import { type AnySourceInCode, randomAnySource } from '../../engines/dual-tso/random-any.js';
import { randomFiniteProgram, randomMemoryProgram } from '../../engines/dual-tso/random-programs.js';
import { compareAny } from '../../engines/pso-queues/any-compare.js';
import { type Comparison, compare } from '../../engines/pso-queues/compare.js';
import { randomLines, sourceWithBarriers, withManyBarriers } from '../../engines/pso-queues/random-barriers.js';
import type { Campaign, Case, Result } from '../campaigns.js';
import { verdictOf } from '../explicit/campaign.js';
import { randomCase } from '../explicit/generate.js';
import { MEMORIES } from '../explicit/judge.js';
import { plainProgram, shrinkProgram } from '../explicit/shrink.js';
import { writeRegression } from '../explicit/text.js';
import { Random } from '../random.js';

/** Elements of a certificate that is checked. */
const MOST_CHECKED = 2000;
/** Of `[any]` ones. */
const MOST_THREADS = 4;

type Ask = (program: Program) => Comparison;

const WAYS = [
  'conditions on threads',
  'conditions on memory',
  'all kinds of steps',
  'any number of threads',
  'lines with barriers',
  'barriers and conditions on threads',
  'barriers and conditions on memory',
  'any number with barriers',
] as const;

export function psoCampaign(ask: Ask = (program) => compare(program, MOST_CHECKED)): Campaign {
  return {
    things: 'finite programs under PSO',
    async judge(seed) {
      const way = WAYS[seed % WAYS.length] as (typeof WAYS)[number];
      const random = new Random(seed);
      switch (way) {
        case 'conditions on threads':
          return [judged(way, randomFiniteProgram(random), ask)];
        case 'conditions on memory':
          return [judged(way, randomMemoryProgram(random), ask)];
        case 'all kinds of steps':
          return [judged(way, randomCase(seed).program, ask)];
        case 'any number of threads':
          return [anyNumber(way, randomAnySource(random, random.chance(0.4)))];
        case 'lines with barriers':
          return [judged(way, randomLines(random), ask)];
        case 'barriers and conditions on threads':
          return [judged(way, withManyBarriers(random, randomFiniteProgram(random)), ask)];
        case 'barriers and conditions on memory':
          return [judged(way, withManyBarriers(random, randomMemoryProgram(random)), ask)];
        case 'any number with barriers':
          return [anyNumber(way, sourceWithBarriers(random, randomAnySource(random, random.chance(0.4))))];
      }
    },
  };
}

function judged(way: string, program: Program, ask: Ask): Case {
  return { way, result: resultOf(ask(program)), shrunk: async () => shrunkText(program, ask) };
}

function anyNumber(way: string, source: AnySourceInCode): Case {
  const { answer, fewest, known, wrong } = compareAny(source, MOST_THREADS, MOST_CHECKED);
  const shrunk = async () => JSON.stringify(source.instance(Math.max(2, source.most)), null, 2);
  if (wrong !== null) return { way, result: { kind: 'wrong', fault: wrong, detail: wrong }, shrunk };
  if (answer.verdict === 'unknown')
    return { way, result: { kind: 'unknown', reason: answer.reason, missed: fewest !== null }, shrunk };
  const nobody: Result = { kind: 'unknown', reason: 'the explicit engine', missed: false };
  if (known === 0) return { way, result: nobody, shrunk };
  const agreed: Result = { kind: 'agreed', verdict: answer.verdict, size: 0 };
  if (answer.verdict !== 'holds') return { way, result: agreed, shrunk };
  // Those that are not too large have been checked.
  const certificate = answer.certificate.elements.length > MOST_CHECKED ? 'too large' : 'accepted';
  return { way, result: { ...agreed, certificate }, shrunk };
}

function resultOf({ truth, verdict, wrong, reason, certificate }: Comparison): Result {
  if (wrong !== null) return { kind: 'wrong', fault: wrong, detail: wrong };
  if (verdict === 'unknown') return { kind: 'unknown', reason: `${reason}`, missed: truth === 'violated' };
  if (truth === null) return { kind: 'unknown', reason: 'the explicit engine', missed: false };
  return { kind: 'agreed', verdict, size: 0, ...(certificate === null ? {} : { certificate }) };
}

function shrunkText(program: Program, ask: Ask): string {
  const smallest = plainProgram(shrinkProgram(program, (smaller) => ask(smaller).wrong !== null));
  const [sc, tso, pso] = MEMORIES.map((memory) => verdictOf(smallest, memory)) as [string, string, string];
  return writeRegression({ about: `${ask(smallest).wrong}`, expect: { sc, tso, pso }, program: smallest });
}
