/**
 * A program with a given number of threads: by the engine that was asked for, else by the explicit one.
 *
 * Where store buffers of any length are asked about under TSO, the explicit engine may have no end: a loop that stores can
 * fill any buffer. So short buffers are tried first, which mostly is enough; then the Dual-TSO engine, which needs no bound;
 * and longer buffers if that is no engine for the program, or finds too much.
 *
 * Integers without bounds may have no end either. Where the explicit engine finds none in a second or so, predicate
 * abstraction is tried, for a while; and then the explicit engine again, as far as it gets.
 */

import type { MemoryModel } from '../memory/models.js';
import type { Program, StateExpression } from '../models/program/model.js';
import type { ProgramAnswer } from './answer.js';
import type { Budget } from './budget.js';
import { type CheckOptions, DEFAULT_BUFFER } from './check.js';
import { exploreFar, exploreFurther } from './explicit.js';

const SHORT = 2 * DEFAULT_BUFFER;
/** Half a minute or so of the Dual-TSO engine, where nobody asked for it. */
const SOME_CONFIGURATIONS = 200_000;
/** A second or so of the explicit engine, and some seconds of predicate abstraction, where nobody asked for it. */
const SOME_STATES = 200_000;
const SOME_PREDICATES = 120;
const SOME_ABSTRACT_STATES = 20_000;

export async function askFixed(
  program: Program,
  memory: MemoryModel,
  options: CheckOptions,
  budget: Budget,
  predicates: readonly StateExpression[] = [],
): Promise<ProgramAnswer> {
  const dual = async (mostConfigurations?: number): Promise<ProgramAnswer> => {
    const { askDualTso } = await import('./dual-tso.js');
    return askDualTso(program, options, budget, mostConfigurations);
  };
  if (options.engine === 'dual-tso') return dual();
  const byPredicates = async (asked: CheckOptions): Promise<ProgramAnswer> => {
    const { askPredicates } = await import('./predicates.js');
    return askPredicates(program, memory, predicates, asked, budget);
  };
  if (options.engine === 'predicates') return byPredicates(options);
  if (options.engine === undefined && mayHaveNoEnd(program, options)) {
    const some = await askExplicitly(program, memory, { ...options, maxStates: SOME_STATES }, budget, dual);
    if (budget.isSpent || isSettled(some, options)) return some;
    if (some.verdict === 'unknown') {
      const limits = { maxStates: SOME_ABSTRACT_STATES, maxPredicates: SOME_PREDICATES };
      const proved = await byPredicates({ ...options, ...limits });
      const note = `the explicit engine has no answer: ${some.reason?.split(';')[0]}`;
      if (proved.verdict !== 'unknown')
        return { ...proved, reason: proved.reason === null ? note : `${note}; ${proved.reason}` };
    }
  }
  return askExplicitly(program, memory, options, budget, dual);
}

/** Some states are all there are; not if longer buffers are asked about, for which these may have been too few. */
function isSettled({ verdict, buffer }: ProgramAnswer, options: CheckOptions): boolean {
  if (verdict === 'holds') return options.buffer !== 'unbounded' || typeof buffer !== 'number';
  return verdict === 'violated';
}

/** Some integer that is written has no bounds, and the caller has set none on states. */
function mayHaveNoEnd({ shared, templates }: Program, { maxStates, bufferPerLocation }: CheckOptions): boolean {
  if (maxStates !== undefined || bufferPerLocation !== undefined) return false;
  return templates.some(({ locals, edges }) =>
    edges.some(({ updates }) =>
      updates.some(({ target: { kind, variable } }) => {
        const declared = kind === 'shared' ? shared[variable] : locals[variable];
        return declared?.sort.kind === 'int';
      }),
    ),
  );
}

async function askExplicitly(
  program: Program,
  memory: MemoryModel,
  options: CheckOptions,
  budget: Budget,
  dual: (mostConfigurations: number) => Promise<ProgramAnswer>,
): Promise<ProgramAnswer> {
  const exact = options.engine === undefined && options.buffer === 'unbounded' && memory.buffers === 'one queue';
  if (!exact) return exploreFar(program, memory, options, budget);
  const short = await exploreFar(program, memory, options, budget, SHORT);
  if (short.verdict !== 'holds' || short.buffer === 'unbounded') return short;
  const exactly = await dual(SOME_CONFIGURATIONS);
  if (exactly.verdict === 'unknown') return exploreFurther(short, program, memory, options, budget);
  return { ...exactly, reason: `with buffers of ${SHORT} the explicit engine finds nothing, and some are full` };
}
