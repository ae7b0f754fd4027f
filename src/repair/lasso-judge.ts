/**
 * Whether a lasso is a counterexample, and stays one when some of its states are left out.
 *
 * A repair changes what a run passes through on its way: an atomic write has no state between the write and its arrival in
 * memory, and where a fence is written a thread may stand before it. So some states of a run are *optional*: with other
 * places taken, the run has some of them and not others. Which ones makes no difference if the automaton has an accepting
 * run that can stay where it is at each of them, reading it or not: a loop there that reads the state. Then every choice is
 * accepted by that same run. (A sufficient condition: of formulas without X it fails only where a state shows what neither
 * of its neighbours does.)
 *
 * To find such a run, optional states get a proposition of their own: loops of the automaton read states that have it, without
 * counting for acceptance, and its transitions those that don't.
 */

import type { Fairness } from '../engines/ltl/fairness.js';
import { acceptsLasso } from '../engines/ltl/word-acceptance.js';
import type { GeneralisedBuchi } from '../logic/ltl/buchi.js';
import { evaluateState, isFailure } from '../memory/operational/program/evaluate.js';
import {
  bufferOf,
  type Configuration,
  configurationKey,
  type Machine,
  next,
} from '../memory/operational/program/machine.js';
import { stateView } from '../memory/operational/program/properties.js';
import type { ProgramRun } from '../memory/operational/program/replay.js';
import type { StateExpression } from '../models/program/model.js';
import type { TemporalQuestion } from '../models/program/temporal.js';

/** A question about infinite runs. */
export type RunQuestion = Extract<TemporalQuestion, { readonly automaton: unknown }>;

/** Behind all propositions but one. */
const OPTIONAL = 1 << 30;
const MOST_PROPOSITIONS = 30;

/** The propositions that are true, a bit for each; null when one has no value. */
export function letterOf(
  machine: Machine,
  configuration: Configuration,
  propositions: readonly StateExpression[],
): number | null {
  const view = stateView(machine, configuration);
  let letter = 0;
  for (const [number, proposition] of propositions.entries()) {
    const value = evaluateState(view, proposition);
    if (isFailure(value)) return null;
    if (value !== 0) letter |= 1 << number;
  }
  return letter;
}

/** A run with the configurations before each of its steps, and the last. */
export interface Performed {
  readonly run: ProgramRun;
  readonly configurations: readonly Configuration[];
}

/** `optional`: positions among the configurations. */
export function isCounterexample(
  machine: Machine,
  { run, configurations }: Performed,
  { propositions, automaton }: RunQuestion,
  fairness: Fairness,
  optional: ReadonlySet<number>,
): boolean {
  const { steps, cycle } = run;
  if (cycle === undefined || configurations.length !== steps.length + 1) return false;
  if (optional.size > 0 && propositions.length > MOST_PROPOSITIONS) return false;
  const [entry, exit] = [configurations[cycle] as Configuration, configurations.at(-1) as Configuration];
  if (configurationKey(entry) !== configurationKey(exit)) return false;
  if (cycle === steps.length && !isStuck(machine, exit)) return false;
  const states = cycle === steps.length ? configurations : configurations.slice(0, -1);
  // A thread must rest fairly, and a buffer get empty, also when the optional states are left out.
  const certain = states.filter((_, position) => position >= cycle && !optional.has(position));
  if (!isFair(machine, run, certain, fairness)) return false;
  const word: number[] = [];
  for (const [position, configuration] of states.entries()) {
    const letter = letterOf(machine, configuration, propositions);
    if (letter === null) return false;
    word.push(optional.has(position) ? letter | OPTIONAL : letter);
  }
  return acceptsLasso(optional.size > 0 ? idling(automaton) : automaton, word, cycle);
}

function idling(automaton: GeneralisedBuchi): GeneralisedBuchi {
  const reading = automaton.transitions.map((transition) => {
    return { ...transition, negative: transition.negative | OPTIONAL };
  });
  const staying = automaton.transitions
    .filter(({ from, to }) => from === to)
    .map((loop) => ({ ...loop, positive: loop.positive | OPTIONAL, marks: 0 }));
  return { ...automaton, transitions: [...reading, ...staying] };
}

function isStuck(machine: Machine, configuration: Configuration): boolean {
  const { successors, failures } = next(machine, configuration);
  return successors.length + failures.length === 0;
}

/** As `engines/ltl/fairness.ts` has it, of a cycle through these configurations at least. */
function isFair(
  machine: Machine,
  { steps, cycle = 0 }: ProgramRun,
  configurations: readonly Configuration[],
  { fairThreads, fairBuffers }: Fairness,
): boolean {
  const repeated = steps.slice(cycle);
  const threads = [...machine.program.threads.keys()];
  const resting = threads.filter((thread) => !repeated.some((step) => step.kind === 'edge' && step.thread === thread));
  if (fairThreads && resting.length > 0) {
    const able = configurations.map((configuration) => {
      const { successors } = next(machine, configuration);
      return new Set(successors.flatMap(({ step }) => (step.kind === 'edge' ? [step.thread] : [])));
    });
    if (resting.some((thread) => able.every((some) => some.has(thread)))) return false;
  }
  const [first] = configurations;
  if (!fairBuffers || first === undefined) return true;
  return threads.every((thread) =>
    bufferOf(first, thread).every(({ place }) => {
      if (repeated.some((step) => step.kind === 'drain' && step.thread === thread && step.cell === place)) return true;
      return configurations.some((one) => bufferOf(one, thread).every((queue) => queue.place !== place));
    }),
  );
}
