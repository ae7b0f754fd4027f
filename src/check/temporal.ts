/** Temporal properties of programs with a given number of threads, by the LTL engine. */

import { LtlEngine } from '../engines/ltl/engine.js';
import { hasBuffers, type MemoryModel } from '../memory/models.js';
import type { Program, StateExpression } from '../models/program/model.js';
import type { TemporalProperty, TemporalQuestion } from '../models/program/temporal.js';
import type { ProgramAnswer } from './answer.js';
import type { Budget } from './budget.js';
import { type CheckOptions, DEFAULT_BUFFER } from './check.js';
import { covered, explore, LARGEST_BUFFER, stateLimits } from './explicit.js';

/** `buffer: 'unbounded'` asks with more and more room, as for safety. */
export async function askTemporal(
  program: Program,
  memory: MemoryModel,
  property: TemporalProperty,
  options: CheckOptions,
  budget: Budget,
): Promise<ProgramAnswer> {
  const questions = property.questions();
  if ('refused' in questions) return nothing(memory, questions.refused);
  const { buffer = DEFAULT_BUFFER } = options;
  const bound = options.bufferPerLocation ?? (buffer === 'unbounded' ? DEFAULT_BUFFER : buffer);
  let answer = await askAll(program, memory, bound, property, questions, options, budget);
  while (
    buffer === 'unbounded' &&
    answer.verdict === 'holds' &&
    typeof answer.buffer === 'number' &&
    2 * answer.buffer <= LARGEST_BUFFER
  ) {
    const more = 2 * answer.buffer;
    const further = await askAll(program, memory, more, property, questions, options, budget);
    if (further.verdict === 'unknown') return { ...answer, reason: `with buffers of ${more}: ${further.reason}` };
    answer = further;
  }
  return answer;
}

async function askAll(
  program: Program,
  memory: MemoryModel,
  buffer: number,
  property: TemporalProperty,
  questions: readonly TemporalQuestion[],
  options: CheckOptions,
  budget: Budget,
): Promise<ProgramAnswer> {
  const counts: Record<string, number> = {};
  let unbounded = true;
  for (const { propositions, automaton, invariant } of questions) {
    if (invariant !== undefined) {
      const answer = await explore(invariantOf(program, property, invariant), memory, buffer, options, budget);
      addCounts(counts, answer.counts);
      if (answer.verdict !== 'holds') return { ...answer, engine: 'ltl', counts };
      unbounded &&= answer.buffer === 'unbounded' || !hasBuffers(memory);
      continue;
    }
    const engine = new LtlEngine({
      program: { ...program, never: [] },
      memory,
      buffer,
      perLocation: options.bufferPerLocation !== undefined,
      propositions,
      automaton,
      fairThreads: options.fairThreads ?? false,
      fairBuffers: options.fairBuffers ?? hasBuffers(memory),
      limits: stateLimits(options),
      formula: { name: property.name, text: property.text },
    });
    const driven = await budget.drive(engine.run(), options.onProgress, covered);
    addCounts(counts, engine.counts());
    const answer = 'value' in driven ? driven.value : { verdict: 'unknown' as const, reason: driven.stopped };
    if (answer.verdict === 'unknown') return { ...nothing(memory, answer.reason), counts };
    if (answer.verdict === 'violated') {
      const scope = !hasBuffers(memory) ? null : answer.unbounded ? ('unbounded' as const) : buffer;
      return { ...nothing(memory, null), verdict: 'violated', trace: answer.trace, buffer: scope, counts };
    }
    unbounded &&= answer.unbounded;
  }
  const scope = !hasBuffers(memory) ? null : unbounded ? ('unbounded' as const) : buffer;
  return { ...nothing(memory, null), verdict: 'holds', buffer: scope, counts };
}

/** The largest of each. */
function addCounts(counts: Record<string, number>, more: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(more)) counts[name] = Math.max(counts[name] ?? 0, value);
}

function invariantOf(program: Program, { name, text }: TemporalProperty, invariant: StateExpression): Program {
  const condition = { kind: 'unary', operator: '!', operand: invariant } as const;
  return { ...program, never: [{ name: `invariant ${name}`, condition, text, place: { line: 1, column: 1 } }] };
}

function nothing(memory: MemoryModel, reason: string | null): ProgramAnswer {
  return {
    engine: 'ltl',
    verdict: 'unknown',
    counts: {},
    buffer: hasBuffers(memory) ? 'unbounded' : null,
    trace: null,
    invariants: [],
    proof: null,
    reason,
  };
}
