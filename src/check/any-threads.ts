/**
 * A program for any number of threads. There are two ways to prove it: Dual-TSO, exact and always with an answer if it has
 * time, for identical threads under TSO; and the parameterized engine, through the bridge to array systems, which knows SC as
 * well, and threads that know their number. Unless one is asked for, the one that is expected to be faster is, if it can; the
 * answer says which.
 *
 * Where neither has an answer, one, two and three threads are tried by the explicit engine. A violation there is one; nothing
 * found proves nothing for more.
 */

import type { ProgramFile } from '../languages/program/index.js';
import { hasBuffers, isForCubes, type MemoryModel } from '../memory/models.js';
import type { ProgramAnswer } from './answer.js';
import type { Budget } from './budget.js';
import type { CheckOptions, EngineName } from './check.js';
import { exploreFar } from './explicit.js';
import { NUMBERS_TRIED, type ProgramSource } from './sources.js';

const NAMES: Readonly<Record<Exclude<EngineName, 'predicates'>, string>> = {
  'dual-tso': 'the Dual-TSO engine',
  parameterized: 'the parameterized engine',
  explicit: 'the explicit engine',
};

/** Of a shared variable. */
const MANY_VALUES = 16;

type Way = 'dual-tso' | 'parameterized';
type Asked = ProgramAnswer | { readonly refused: string };

export async function askAny(
  source: ProgramSource,
  memory: MemoryModel,
  options: CheckOptions,
  budget: Budget,
): Promise<Asked> {
  const { file } = source;
  if (file === null) throw new Error('only texts leave the number of threads open');
  if (options.engine === 'explicit') return tryNumbers(source, memory, options, budget, []);
  if (options.engine === 'predicates') throw new Error('predicate abstraction is for a given number of threads');
  if (options.engine !== undefined) {
    const answer = await askWay(options.engine, file, memory, options, budget);
    return 'refused' in answer ? nothingFrom(options.engine, memory, answer.refused) : answer;
  }
  const said: string[] = [];
  for (const engine of waysUnder(memory, source)) {
    const answer = await askWay(engine, file, memory, options, budget);
    if (!('refused' in answer) && answer.verdict !== 'unknown')
      return { ...answer, reason: chosen(engine, answer.reason, memory) };
    const why = 'refused' in answer ? answer.refused : answer.reason;
    said.push(`${NAMES[engine]}: ${why}`);
  }
  return tryNumbers(source, memory, options, budget, said);
}

/**
 * The one that is expected to be faster first. On small values that is Dual-TSO, by a factor of 1 to 10; but it has a message
 * for each value of each cell, where a cube has one literal.
 */
function waysUnder(memory: MemoryModel, source: ProgramSource): readonly Way[] {
  switch (memory.buffers) {
    case 'none':
      return ['parameterized'];
    case 'one queue':
      return hasManyValues(source) ? ['parameterized', 'dual-tso'] : ['dual-tso', 'parameterized'];
    case 'a queue per cell':
      return [];
  }
}

function hasManyValues(source: ProgramSource): boolean {
  const instance = source.instance(NUMBERS_TRIED.at(-1) as number);
  if ('refused' in instance) return false;
  return instance.program.shared.some(({ sort }) => sort.kind === 'range' && sort.high - sort.low >= MANY_VALUES);
}

async function askWay(
  engine: Way,
  file: ProgramFile,
  memory: MemoryModel,
  options: CheckOptions,
  budget: Budget,
): Promise<Asked> {
  if (!isForCubes(memory)) return { refused: 'it does not know PSO: try --memory tso, or --processes N' };
  if (engine === 'parameterized') {
    const { askParameterized } = await import('./parameterized-program.js');
    return askParameterized(file, memory, options, budget);
  }
  if (!hasBuffers(memory)) return { refused: 'it is for TSO: try --memory tso, or --engine parameterized' };
  const { askAnyDualTso } = await import('./dual-tso.js');
  return askAnyDualTso(file, options, budget);
}

/** Which engine was chosen, where there was a choice; with what it said itself. */
function chosen(engine: Way, reason: string | null, memory: MemoryModel): string | null {
  const other = engine === 'dual-tso' ? 'parameterized' : 'dual-tso';
  const choice = !hasBuffers(memory) ? [] : [`answered by ${NAMES[engine]}; --engine ${other} asks the other way`];
  const parts = [...(reason === null ? [] : [reason]), ...choice];
  return parts.length === 0 ? null : parts.join('; ');
}

function nothingFrom(engine: EngineName, memory: MemoryModel, reason: string): ProgramAnswer {
  const buffer = hasBuffers(memory) ? ('unbounded' as const) : null;
  const nothing = { counts: {}, buffer, trace: null, invariants: [], proof: null };
  return { ...nothing, engine, verdict: 'unknown', reason };
}

async function tryNumbers(
  source: ProgramSource,
  memory: MemoryModel,
  options: CheckOptions,
  budget: Budget,
  said: readonly string[],
): Promise<Asked> {
  const held: number[] = [];
  let last: Asked = { refused: 'no number of threads was tried' };
  for (const number of NUMBERS_TRIED) {
    const instance = source.instance(number);
    if ('refused' in instance) {
      // A property may name a thread that needs more of them.
      if (held.length === 0) last = instance;
      continue;
    }
    last = await exploreFar(instance.program, memory, options, budget);
    if (last.verdict === 'violated') return last;
    if (last.verdict === 'unknown') break;
    held.push(number);
  }
  if ('refused' in last) return last;
  const tried = held.length === 0 ? [] : [`it holds for ${held.join(', ')} of \`${source.anyThreads.join('`, `')}\``];
  const open = 'the explicit engine proves nothing for any number: try --processes N for a number of your own';
  const why = last.verdict === 'unknown' ? `${last.reason}` : open;
  return { ...last, verdict: 'unknown', proof: null, reason: [...tried, ...said, why].join('; ') };
}
