/** Programs under TSO by the Dual-TSO engines: store buffers of any length, a given or any number of threads. */

import { AnyDualTsoEngine } from '../engines/dual-tso/any-engine.js';
import { anySource } from '../engines/dual-tso/any-source.js';
import { DualTsoEngine, type DualTsoLimits } from '../engines/dual-tso/engine.js';
import type { Progress } from '../engines/engine.js';
import type { ProgramFile } from '../languages/program/index.js';
import type { Trace } from '../memory/trace.js';
import type { Program } from '../models/program/model.js';
import type { ProgramAnswer, ProgramProof } from './answer.js';
import type { Budget } from './budget.js';
import type { CheckOptions } from './check.js';
import { USUAL_MEGABYTES } from './explicit.js';

/** More than any limit on memory allows. */
const ANY_NUMBER = 1_000_000_000;

/** What both engines have in common. */
interface Engine {
  counts(): Readonly<Record<string, number>>;
  run(): Generator<
    Progress,
    | (Omit<Extract<ProgramProof, { kind: 'dual-tso' }>, 'kind'> & { readonly verdict: 'holds' })
    | { readonly verdict: 'violated'; readonly trace: Trace }
    | { readonly verdict: 'unknown'; readonly reason: string }
  >;
}

function limitsOf({ maxStates, maxMemory }: CheckOptions, most = ANY_NUMBER): DualTsoLimits {
  return { maxConfigurations: Math.min(maxStates ?? most, most), maxMegabytes: maxMemory ?? USUAL_MEGABYTES };
}

export async function askDualTso(
  program: Program,
  options: CheckOptions,
  budget: Budget,
  mostConfigurations?: number,
): Promise<ProgramAnswer> {
  const limits = limitsOf(options, mostConfigurations);
  return drive(new DualTsoEngine({ program, limits }), options, budget);
}

/** For any number of the threads that the text leaves open; `refused` where it is none of the programs that can be asked. */
export async function askAnyDualTso(
  file: ProgramFile,
  options: CheckOptions,
  budget: Budget,
): Promise<ProgramAnswer | { readonly refused: string }> {
  const source = anySource(file);
  if ('refused' in source) return source;
  return drive(new AnyDualTsoEngine({ source, limits: limitsOf(options) }), options, budget);
}

async function drive(engine: Engine, options: CheckOptions, budget: Budget): Promise<ProgramAnswer> {
  const driven = await budget.drive(engine.run(), options.onProgress, covered);
  const answer = 'value' in driven ? driven.value : { verdict: 'unknown' as const, reason: driven.stopped };
  const said = {
    engine: 'dual-tso' as const,
    counts: engine.counts(),
    buffer: 'unbounded' as const,
    trace: null,
    invariants: [],
    proof: null,
    reason: null,
  };
  switch (answer.verdict) {
    case 'holds': {
      const { program, system, certificate } = answer;
      return { ...said, verdict: 'holds', proof: { kind: 'dual-tso', program, system, certificate } };
    }
    case 'violated':
      return { ...said, verdict: 'violated', trace: answer.trace };
    case 'unknown':
      return { ...said, verdict: 'unknown', reason: answer.reason };
  }
}

function covered({ states, queue, depth }: Progress): string {
  return `${states} configurations up to ${depth} steps back were found, ${queue} of them not stepped back from`;
}
