/** Programs for any number of threads by the parameterized engine, through the bridge to array systems; SC and TSO. */

import { parameterizedProgram } from '../bridges/any-threads/index.js';
import type { ProgramFile } from '../languages/program/index.js';
import { hasBuffers, type MemoryWith } from '../memory/models.js';
import type { ProgramAnswer } from './answer.js';
import { askEngine, questionFor } from './array-system.js';
import type { Budget } from './budget.js';
import type { CheckOptions } from './check.js';

export async function askParameterized(
  file: ProgramFile,
  memory: MemoryWith<'none' | 'one queue'>,
  options: CheckOptions,
  budget: Budget,
): Promise<ProgramAnswer | { readonly refused: string }> {
  const made = parameterizedProgram(file, memory);
  if ('refused' in made) return made;
  const { system } = made;
  const counts: Record<string, number> = {};
  // What a proof does not need is left out of it: people read it.
  const answer = await askEngine({ ...questionFor(options, memory), system, trim: true }, budget, options, counts);
  const said = {
    engine: 'parameterized' as const,
    counts,
    buffer: hasBuffers(memory) ? ('unbounded' as const) : null,
    trace: null,
    invariants: [],
    proof: null,
    reason: null,
  };
  switch (answer.verdict) {
    case 'holds': {
      const { invariants, invariant, remark } = answer;
      const proof = { kind: 'invariant', system, invariant } as const;
      return { ...said, verdict: 'holds', invariants, reason: remark, proof };
    }
    case 'violated': {
      const replayed = made.replayed(answer.trace);
      if ('refused' in replayed) return { ...said, verdict: 'unknown', reason: `a violation, but ${replayed.refused}` };
      return { ...said, verdict: 'violated', trace: replayed.trace };
    }
    case 'unknown':
      return { ...said, verdict: 'unknown', reason: answer.reason };
  }
}
