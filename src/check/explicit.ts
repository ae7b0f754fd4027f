/** Programs with a given number of threads by the explicit engine, under SC, TSO and PSO. */

import type { Progress } from '../engines/engine.js';
import { ExplicitEngine, type ExplicitLimits } from '../engines/explicit/engine.js';
import { hasBuffers, type MemoryModel } from '../memory/models.js';
import type { Program } from '../models/program/model.js';
import type { ProgramAnswer } from './answer.js';
import type { Budget } from './budget.js';
import { type CheckOptions, DEFAULT_BUFFER } from './check.js';

/** Megabytes for states, where the caller sets no limit. */
export const USUAL_MEGABYTES = 2048;
const FULL = {
  entries: 'a buffer was full at times: --buffer unbounded looks for a length that is enough',
  perLocation: 'a buffer had no room for a write at times: a larger --buffer-per-location may allow more',
} as const;
/** More than any limit on memory allows. */
const ANY_NUMBER_OF_STATES = 1_000_000_000;
export const LARGEST_BUFFER = 64;

/**
 * Asks about one program within the budget: with the bound on buffers that was given, or with larger and larger ones until
 * none is reached. What holds for a bound is the answer when a larger one takes too much.
 */
export async function exploreFar(
  program: Program,
  memory: MemoryModel,
  options: CheckOptions,
  budget: Budget,
  largest = LARGEST_BUFFER,
): Promise<ProgramAnswer> {
  const { buffer = DEFAULT_BUFFER, bufferPerLocation } = options;
  if (bufferPerLocation !== undefined) return explore(program, memory, bufferPerLocation, options, budget);
  const first = await explore(program, memory, buffer === 'unbounded' ? DEFAULT_BUFFER : buffer, options, budget);
  return buffer === 'unbounded' ? exploreFurther(first, program, memory, options, budget, largest) : first;
}

/** Goes on from what holds for a bound. */
export async function exploreFurther(
  known: ProgramAnswer,
  program: Program,
  memory: MemoryModel,
  options: CheckOptions,
  budget: Budget,
  largest = LARGEST_BUFFER,
): Promise<ProgramAnswer> {
  let answer = known;
  while (answer.verdict === 'holds' && typeof answer.buffer === 'number' && 2 * answer.buffer <= largest) {
    const bound = 2 * answer.buffer;
    const further = await explore(program, memory, bound, options, budget);
    if (further.verdict === 'unknown') return { ...answer, reason: `with buffers of ${bound}: ${further.reason}` };
    answer = further;
  }
  return answer;
}

/** With one bound. */
export async function explore(
  program: Program,
  memory: MemoryModel,
  buffer: number,
  options: CheckOptions,
  budget: Budget,
): Promise<ProgramAnswer> {
  const bound = hasBuffers(memory) ? buffer : null;
  const engine = new ExplicitEngine({
    program,
    memory,
    buffer: bound ?? 1,
    perLocation: options.bufferPerLocation !== undefined,
    zeroDead: options.reduce ?? true,
    symmetry: options.reduce ?? true,
    limits: stateLimits(options),
  });
  const driven = await budget.drive(engine.run(), options.onProgress, covered);
  const answer = 'value' in driven ? driven.value : { verdict: 'unknown' as const, reason: driven.stopped };
  const said = {
    engine: 'explicit' as const,
    counts: engine.counts(),
    buffer: bound,
    trace: null,
    invariants: [],
    proof: null,
    reason: null,
  };
  switch (answer.verdict) {
    case 'holds': {
      const exact = bound === null || answer.unbounded;
      return {
        ...said,
        verdict: 'holds',
        buffer: bound !== null && exact ? 'unbounded' : bound,
        reason: exact ? null : FULL[options.bufferPerLocation === undefined ? 'entries' : 'perLocation'],
        proof: { kind: 'states', program },
      };
    }
    case 'violated':
      return { ...said, verdict: 'violated', trace: answer.trace };
    case 'unknown':
      return { ...said, verdict: 'unknown', reason: answer.reason };
  }
}

export function stateLimits({ maxStates, maxMemory }: CheckOptions): ExplicitLimits {
  return { maxStates: maxStates ?? ANY_NUMBER_OF_STATES, maxMegabytes: maxMemory ?? USUAL_MEGABYTES };
}

export function covered({ states, depth, queue }: Progress): string {
  return `${states - queue} of ${states} states found were explored, and everything within ${depth} steps; nothing is violated there`;
}
