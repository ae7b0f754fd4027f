/**
 * An outcome for people: one headline that can be read alone, then the evidence.
 *
 * The headline says the verdict with its scope (how many processes, which memory), because a verdict without its scope
 * is a different theorem. What an answer rests on is always printed, also when little else is.
 */
import type { Outcome } from '../evidence/outcome.js';
import { keepsStoreOrder, memoryNamed } from '../memory/models.js';
import { DASHED, lemmasIn, remarkText } from './remarks.js';
import type { Style } from './style.js';
import { traceLines } from './trace.js';
import { warningLines } from './warnings.js';
import { bufferScope, colourOfVerdict, counts, memoryName, plural, processCount, seconds } from './words.js';

export interface TextOptions {
  readonly style: Style;
  /** Characters in a line. */
  readonly width: number;
  /** The headline and the assumptions alone. */
  readonly quiet: boolean;
  /** Every invariant, however many there are, and every step of a run. */
  readonly allInvariants: boolean;
}

const INVARIANTS_SHOWN = 8;
const PREDICATES_SHOWN = 12;

export function headline(file: string, outcome: Outcome, style: Style): string {
  const verdict = colourOfVerdict(outcome.verdict, style)(outcome.verdict);
  const under = `under ${memoryName(outcome.memory)}`;
  const { actors } = outcome;
  if (outcome.verdict === 'violated' && outcome.trace !== null) {
    const { processes, steps } = outcome.trace;
    const length = plural(steps.length, 'step');
    // A lasso may be one for these buffers alone.
    const only = outcome.asked !== undefined && typeof outcome.buffer === 'number' ? bufferScope(outcome) : '';
    return `${style.bold(file)}: ${verdict} with ${processCount(processes, actors)} ${under}${only}, in ${length}`;
  }
  // Where an engine bounds the buffers, or might have.
  const never = outcome.engine === 'parameterized' && keepsStoreOrder(memoryNamed(outcome.memory));
  const buffers = never ? '' : bufferScope(outcome);
  const scope = `${buffers}${fairScope(outcome)}`;
  return `${style.bold(file)}: ${verdict} for ${processCount(outcome.processes, actors)} ${under}${scope}`;
}

/** Which runs a temporal property is about. */
function fairScope({ asked }: Outcome): string {
  if (asked === undefined) return '';
  const fair = [...(asked.fairThreads ? ['threads'] : []), ...(asked.fairBuffers ? ['buffers'] : [])];
  return fair.length === 0 ? ', all runs' : `, runs with fair ${fair.join(' and ')}`;
}

function askedLines({ asked }: Outcome): string[] {
  return asked === undefined ? [] : [`asked: ${asked.property}: ${asked.formula}`];
}

function effort(outcome: Outcome): string {
  const counted = counts(outcome.counts);
  return `${seconds(outcome.seconds)}, ${outcome.engine} engine${counted === '' ? '' : `: ${counted}`}`;
}

function invariantLines(outcome: Outcome, options: TextOptions): string[] {
  const found = outcome.invariants;
  if (found.length === 0) return [];
  const shown = options.allInvariants ? found : found.slice(0, INVARIANTS_SHOWN);
  const left = found.length - shown.length;
  return [
    `proved with ${plural(found.length, 'condition')} that ${found.length === 1 ? 'is' : 'are'} never true:`,
    ...shown.map((invariant) => `  ${invariant}`),
    ...(left === 0 ? [] : [`  and ${left} more: --all shows them`]),
  ];
}

function suggestedLines({ reasons }: Outcome): string[] {
  const lemmas = lemmasIn(reasons);
  if (lemmas.length === 0) return [];
  const title =
    'lemmas to try with --lemmas FILE, which proves them first; no explored state of a small instance breaks one:';
  return [title, ...lemmas.map((lemma) => `  ${lemma}`)];
}

function predicateLines({ predicates }: Outcome, options: TextOptions): string[] {
  if (predicates === undefined) return [];
  const { program, others } = predicates;
  const wanted = options.allInvariants ? [...program, ...others] : program.slice(0, PREDICATES_SHOWN);
  const left = program.length + others.length - wanted.length;
  const about = others.length === 0 ? '' : `, ${others.length} of them on store buffers and values on their way`;
  return [
    `proved with ${plural(program.length + others.length, 'predicate')}${about}:`,
    ...wanted.map((predicate) => `  ${predicate}`),
    ...(left === 0 ? [] : [`  and ${left} more: --all shows them`]),
  ];
}

function assumptionLines(outcome: Outcome, options: TextOptions): string[] {
  const { assumptions, actors } = outcome;
  if (assumptions.length === 0) return [];
  const them = assumptions.length === 1 ? 'it' : 'them';
  const help = actors === 'threads' ? '' : ` (--check-invariants checks ${them})`;
  return [
    options.style.doubtful(
      `rests on ${plural(assumptions.length, 'assumption')} of the model, not checked here${help}:`,
    ),
    ...assumptions.map((assumption) => `  ${assumption}`),
  ];
}

/** The run to a deadlock, where it was asked for. */
export function deadlockLines({ deadlock, warnings, actors }: Outcome, options: TextOptions): string[] {
  if (deadlock === undefined) return [];
  const { style, width, allInvariants } = options;
  if (deadlock !== null) return traceLines(deadlock, style, width - 2, actors, allInvariants);
  return [warnings === null ? 'it is not known whether there is a deadlock' : 'there is no deadlock to show'];
}

/** The whole report, without a line end after the last line. */
export function textReport(file: string, outcome: Outcome, options: TextOptions): string {
  const remark = remarkText(outcome, DASHED);
  const reason = remark === null ? [] : [`${outcome.verdict === 'unknown' ? 'reason' : 'note'}: ${remark}`];
  const { trace, actors } = outcome;
  const { style, width, allInvariants } = options;
  const evidence = [
    ...(trace === null ? [] : traceLines(trace, style, width - 2, actors, allInvariants)),
    ...invariantLines(outcome, options),
    ...predicateLines(outcome, options),
  ];
  const details = [
    ...(options.quiet ? [] : [options.style.dim(effort(outcome))]),
    ...askedLines(outcome),
    ...reason,
    ...suggestedLines(outcome),
    ...assumptionLines(outcome, options),
    ...(options.quiet ? [] : warningLines(outcome, DASHED).map(options.style.doubtful)),
    ...(options.quiet ? [] : evidence),
    ...(options.quiet ? [] : deadlockLines(outcome, options)),
  ];
  return [headline(file, outcome, options.style), ...details.map((line) => `  ${line}`)].join('\n');
}
