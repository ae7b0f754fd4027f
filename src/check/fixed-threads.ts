/**
 * A program with a given number of threads: by the engine that was asked for, else by the explicit one.
 *
 * Where store buffers of any length are asked about under TSO, the explicit engine may have no end: a loop that stores can
 * fill any buffer. So short buffers are tried first, which mostly is enough; then the Dual-TSO engine, which needs no bound;
 * and longer buffers if that is no engine for the program, or finds too much.
 */
import { type CheckOptions, DEFAULT_BUFFER } from '../check.js';
import type { Memory } from '../evidence/outcome.js';
import type { Program, StateExpression } from '../models/program/model.js';
import type { ProgramAnswer } from './answer.js';
import type { Budget } from './budget.js';
import { exploreFar, exploreFurther } from './explicit.js';

const SHORT = 2 * DEFAULT_BUFFER;
/** Half a minute or so of the Dual-TSO engine, where nobody asked for it. */
const SOME_CONFIGURATIONS = 200_000;

export async function askFixed(
  program: Program,
  memory: Memory,
  options: CheckOptions,
  budget: Budget,
  predicates: readonly StateExpression[] = [],
): Promise<ProgramAnswer> {
  const dual = async (mostConfigurations?: number): Promise<ProgramAnswer> => {
    const { askDualTso } = await import('./dual-tso.js');
    return askDualTso(program, options, budget, mostConfigurations);
  };
  if (options.engine === 'dual-tso') return dual();
  if (options.engine === 'predicates') {
    const { askPredicates } = await import('./predicates.js');
    return askPredicates(program, memory, predicates, options, budget);
  }
  const exact = options.engine === undefined && options.buffer === 'unbounded' && memory === 'tso';
  if (!exact) return exploreFar(program, memory, options, budget);
  const short = await exploreFar(program, memory, options, budget, SHORT);
  if (short.verdict !== 'holds' || short.buffer === 'unbounded') return short;
  const exactly = await dual(SOME_CONFIGURATIONS);
  if (exactly.verdict === 'unknown') return exploreFurther(short, program, memory, options, budget);
  return { ...exactly, reason: `with buffers of ${SHORT} the explicit engine finds nothing, and some are full` };
}
