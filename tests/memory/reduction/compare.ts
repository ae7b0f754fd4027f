/**
 * A program and its reduction, asked of the explicit engine: the one under its memory with bounded buffers, the other under
 * SC. Verdicts, numbers of states and whether a buffer was full must be the same, and a run of the one must be a run of the
 * other.
 */

import { printProgram } from '../../../src/bridges/text/index.js';
import { printProgram as layOut, readProgram } from '../../../src/languages/program/index.js';
import { type MemoryName, memoryNamed, SC } from '../../../src/memory/models.js';
import {
  type Configuration,
  configurationKey,
  initialValues,
  makeMachine,
  next,
  type ProgramStep,
  start,
} from '../../../src/memory/operational/program/machine.js';
import { violationIn } from '../../../src/memory/operational/program/properties.js';
import { type ProgramRun, replayProgram } from '../../../src/memory/operational/program/replay.js';
import { type Reduction, reduceProgram } from '../../../src/memory/reduction/index.js';
import { originalRun } from '../../../src/memory/reduction/run.js';
import type { Program } from '../../../src/models/program/model.js';
import { runEngine } from '../../engines/explicit/compare.js';
import { statesFault } from './states.js';

export const FEW = { maxStates: 3_000, maxMegabytes: 16 };
/** States that are compared one by one. */
const COMPARED = 1_000;
const PLAIN = { zeroDead: false, symmetry: false };

export type Compared =
  | { readonly kind: 'same'; readonly verdict: string; readonly states: number | null; readonly full: boolean | null }
  | { readonly kind: 'refused' | 'large'; readonly reason: string }
  | { readonly kind: 'different'; readonly what: string };

/** How engines are asked in a test that breaks a rule on purpose. */
export type Reduce = typeof reduceProgram;

export function compareReduction(
  program: Program,
  memory: MemoryName,
  buffer: number,
  limits = FEW,
  reduce: Reduce = reduceProgram,
): Compared {
  const plain = runEngine({ program, memory: memoryNamed(memory), buffer, limits, ...PLAIN });
  if (plain.answer.verdict === 'unknown') return { kind: 'large', reason: plain.answer.reason };
  const blocking = reduce(program, memoryNamed(memory), buffer, { overflow: 'blocks' });
  if ('refused' in blocking) return { kind: 'refused', reason: blocking.refused };
  const told = reduce(program, memoryNamed(memory), buffer);
  if ('refused' in told) return { kind: 'different', what: `refused only when overflow is told: ${told.refused}` };
  const { verdict } = plain.answer;

  const asked = runEngine({ program: blocking.program, memory: SC, buffer: 1, limits, ...PLAIN });
  if (asked.answer.verdict === 'unknown' && asked.answer.reason.includes('limit'))
    return { kind: 'large', reason: asked.answer.reason };
  if (asked.answer.verdict !== verdict) return { kind: 'different', what: `${verdict}, reduced ${said(asked.answer)}` };
  if (verdict === 'holds' && asked.counts.states !== plain.counts.states)
    return { kind: 'different', what: `${plain.counts.states} states, reduced ${asked.counts.states}` };
  const merged = runEngine({ program: blocking.program, memory: SC, buffer: 1, limits });
  if (merged.answer.verdict !== verdict)
    return { kind: 'different', what: `${verdict}, reduced and merged ${said(merged.answer)}` };

  if (verdict === 'violated') {
    const wrong = runFault(program, blocking, memory, buffer, limits.maxStates);
    if (wrong !== null) return { kind: 'different', what: wrong };
    return { kind: 'same', verdict, states: null, full: null };
  }
  const fault = statesFault(program, blocking, memory, buffer, COMPARED);
  if (fault !== null) return { kind: 'different', what: fault };
  const full = plain.answer.verdict === 'holds' && !plain.answer.unbounded;
  const found = overflows(told, limits);
  if (found !== full) return { kind: 'different', what: `a buffer was ${full ? '' : 'never '}full, and ${found}` };
  return { kind: 'same', verdict, states: plain.counts.states ?? 0, full };
}

function said(answer: ReturnType<typeof runEngine>['answer']): string {
  return answer.verdict === 'unknown' ? answer.reason : answer.verdict;
}

/** Whether a reduced program that holds otherwise tells of an overflow. */
export function overflows(
  { program, overflow }: Pick<Reduction, 'program' | 'overflow'>,
  limits = FEW,
): boolean | string {
  if (overflow === null) return false;
  const name = program.never[overflow.property]?.name;
  const only = { ...program, never: program.never.filter((property) => property.name === name) };
  const { answer } = runEngine({ program: only, memory: SC, buffer: 1, limits });
  if (answer.verdict === 'violated' && answer.trace.violated.property !== name)
    return `violated: ${answer.trace.violated.property}`;
  return answer.verdict === 'unknown' ? answer.reason : answer.verdict === 'violated';
}

/** A shortest violation of the reduced program, taken back to the original. */
export function runFault(
  program: Program,
  reduction: Reduction,
  memory: MemoryName,
  buffer: number,
  limit: number,
): string | null {
  const run = shortestViolation(reduction.program, limit);
  if (run === null) return null;
  const replayed = replayProgram(program, originalRun(reduction, program, run), memoryNamed(memory), buffer);
  return replayed.ok ? null : `the run is none of the original: ${replayed.reason} (step ${replayed.step})`;
}

/** By the interpreter, under SC; null when there are too many states. */
export function shortestViolation(program: Program, limit: number): ProgramRun | null {
  const machine = makeMachine(program, SC, null);
  interface Met {
    readonly configuration: Configuration;
    readonly initial: ProgramRun['initial'];
    readonly before: Met | null;
    readonly step: ProgramStep | null;
  }
  const runTo = (met: Met, last: ProgramStep | null): ProgramRun => {
    const steps: ProgramStep[] = last === null ? [] : [last];
    for (let here: Met | null = met; here?.step != null; here = here.before) steps.unshift(here.step);
    return { initial: met.initial, steps };
  };
  const seen = new Set<string>();
  const queue: Met[] = initialValues(machine).map((initial) => {
    return { configuration: start(machine, initial), initial, before: null, step: null };
  });
  for (const met of queue) {
    const key = configurationKey(met.configuration);
    if (seen.has(key)) continue;
    seen.add(key);
    if (seen.size > limit) return null;
    if (violationIn(machine, met.configuration)?.kind === 'violated') return runTo(met, null);
    const all = next(machine, met.configuration);
    const [failure] = all.failures;
    if (failure !== undefined) return runTo(met, failure.step);
    for (const { step, after } of all.successors) {
      queue.push({ configuration: after, initial: met.initial, before: met, step });
    }
  }
  throw new Error('nothing is violated');
}

/** The printed text of a program is read again and asked the same; null when it says the same, or nothing can be said. */
export function printFault(program: Program, limits = FEW): string | null {
  const text = printProgram(program);
  if (typeof text !== 'string') return null;
  const again = readPrinted(text);
  if (typeof again === 'string') return again;
  const expected = runEngine({ program, memory: SC, buffer: 1, limits }).answer;
  const found = runEngine({ program: again, memory: SC, buffer: 1, limits }).answer;
  const unknown = [expected, found].some(({ verdict }) => verdict === 'unknown');
  if (unknown || expected.verdict === found.verdict) return null;
  return `${said(expected)}, printed ${said(found)}\n${text}`;
}

/** What is wrong with the text, or the program that it is. */
export function readPrinted(text: string): Program | string {
  const { program, diagnostics } = readProgram(text, 'printed.fp');
  const [first] = diagnostics.filter(({ severity }) => severity === 'error');
  if (first?.code === 'too-large') return `too large: ${first.message}`;
  if (program === null) return `line ${first?.line}: ${first?.message}\n${text}`;
  if (layOut(program.syntax) !== text) return `not laid out: ${text}`;
  const made = program.instantiate(null);
  return made.kind === 'program' ? made.program : made.message;
}
