/** `--kind explicit`: random programs, asked of everything that runs programs (judge.ts). */
import type { MemoryName } from '../../../src/memory/models.js';
import type { Program } from '../../../src/models/program/model.js';
import type { Campaign, Case, Result } from '../campaigns.js';
import { exploreLevels } from './explore.js';
import { type RandomCase, randomCase } from './generate.js';
import { type Engine, judgeEnds, judgeEverywhere, judgeProgram, MEMORIES } from './judge.js';
import { plainProgram, shrinkProgram } from './shrink.js';
import { writeRegression } from './text.js';

export const MOST_STATES = 3000;
const BUFFERS = 2;

export function explicitCampaign(limit = MOST_STATES, engine?: Engine): Campaign {
  return {
    things: 'programs with all their states',
    judge: async (seed) => judgeCase(randomCase(seed), seed, limit, engine),
  };
}

function judgeCase({ program, source }: RandomCase, seed: number, limit: number, engine?: Engine): Case[] {
  const cases = judgeEverywhere(program, seed, limit, engine).map((judged): Case => {
    const { way, memory, buffer, perLocation, result } = judged;
    const again = (smaller: Program) => judgeProgram(smaller, memory, buffer, limit, engine, perLocation);
    return { way, result, shrunk: async () => shrunkText(program, result, again) };
  });
  if (source === null) return cases;
  const ends = MEMORIES.map((memory): Case => {
    const result = judgeEnds(source, memory, engine);
    return {
      way: `ends under ${memory}`,
      result,
      shrunk: async () => `${detailOf(result)}\n${JSON.stringify(source)}`,
    };
  });
  return [...cases, ...ends];
}

function shrunkText(program: Program, found: Result, again: (smaller: Program) => Result): string {
  const same = (smaller: Program): boolean => {
    const result = again(smaller);
    return result.kind === 'wrong' && found.kind === 'wrong' && result.fault === found.fault;
  };
  const smallest = plainProgram(shrinkProgram(program, same));
  const expect = Object.fromEntries(MEMORIES.map((memory) => [memory, verdictOf(smallest, memory)]));
  const regression = {
    about: detailOf(again(smallest)),
    expect: expect as Record<MemoryName, string>,
    program: smallest,
  };
  return writeRegression(regression);
}

/** By the interpreter, with the buffers that regressions have. */
export function verdictOf(program: Program, memory: MemoryName): string {
  const explored = exploreLevels(program, memory, BUFFERS, MOST_STATES);
  return explored === null ? 'too large' : [...explored.verdicts].sort().join(' or ');
}

function detailOf(result: Result): string {
  return result.kind === 'wrong' ? `${result.fault}: ${result.detail}` : result.kind;
}
