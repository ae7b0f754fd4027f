/**
 * The judge of infinite counterexamples: a lasso, that is a finite run and a cycle which is repeated for ever, is performed on
 * the interpreter, and everything that makes it a counterexample is checked from the definitions:
 *
 *   1. the run begins with first values of the program, and every step is possible
 *   2. the cycle leads from a configuration to the same one, or to one that differs in integers which grow by the same in every
 *      turn (`drifting-cycle.ts`); one without steps stands for a configuration in which nothing can happen
 *   3. it is fair: each thread takes a step in the cycle or cannot take one somewhere in it, and each queue of a store buffer
 *      drains in the cycle or is empty somewhere in it (`fairness.ts` says why that is fairness)
 *   4. the automaton accepts the word of its states (`word-acceptance.ts`)
 *
 * It shares nothing with the search but the question: no kernel, no product, and not the automaton's run that was found.
 */

import { evaluateState, isFailure } from '../../memory/operational/program/evaluate.js';
import {
  attempt,
  batchOf,
  bufferOf,
  type Configuration,
  configurationKey,
  drain,
  type InitialValues,
  type Machine,
  makeMachine,
  next,
  type ProgramStep,
  start,
  threadName,
} from '../../memory/operational/program/machine.js';
import { stateView } from '../../memory/operational/program/properties.js';
import { ProgramRecording } from '../../memory/operational/program/recording.js';
import { initialFault, type ProgramReplay } from '../../memory/operational/program/replay.js';
import type { Trace } from '../../memory/trace.js';
import { DriftingCycle } from './drifting-cycle.js';
import type { Fairness } from './fairness.js';
import type { LtlQuestion } from './question.js';
import { acceptsLasso } from './word-acceptance.js';

export interface Lasso {
  readonly initial: InitialValues;
  readonly prefix: readonly ProgramStep[];
  /** Empty when nothing can happen after the prefix. */
  readonly cycle: readonly ProgramStep[];
}

/** What a lasso is a counterexample to. */
export type LassoQuestion = Pick<
  LtlQuestion,
  'program' | 'memory' | 'perLocation' | 'propositions' | 'automaton' | 'formula'
> &
  Fairness;

/** `bound` as the question's `buffer`, null for none. `step` is as for finite runs; one more than all is for the whole. */
export function replayLasso(question: LassoQuestion, lasso: Lasso, bound: number | null): ProgramReplay {
  const { program, memory, perLocation, propositions, automaton } = question;
  const { initial, prefix, cycle } = lasso;
  const machine = makeMachine(program, memory, bound, perLocation);
  const fault = initialFault(machine, initial);
  if (fault !== null) return { ok: false, reason: fault, step: 0 };

  const recording = new ProgramRecording(machine, initial);
  const visited = [start(machine, initial)];
  for (const [position, step] of [...prefix, ...cycle].entries()) {
    const refused = step.kind === 'drain' ? recording.drain(step) : recording.edge(step);
    const reached = refused === null ? after(machine, visited[position] as Configuration, step) : null;
    if (reached === null) return { ok: false, reason: refused ?? 'the step fails', step: position + 1 };
    visited.push(reached);
  }
  const refuse = (reason: string): ProgramReplay => ({ ok: false, reason, step: prefix.length + cycle.length + 1 });
  const [entry, exit] = [visited[prefix.length] as Configuration, visited.at(-1) as Configuration];
  const closes = configurationKey(entry) === configurationKey(exit);
  const drifting = closes ? null : secondTurn(machine, visited.slice(prefix.length), cycle);
  if (typeof drifting === 'string') return refuse(drifting);
  if (cycle.length === 0 && !isStuck(machine, entry)) return refuse('the run could go on');

  // The last configuration is that in which the cycle begins, unless it has no steps.
  const states = cycle.length === 0 ? visited : visited.slice(0, -1);
  const unfair = unfairness(machine, states.slice(prefix.length), cycle, question, drifting);
  if (unfair !== null) return refuse(unfair);
  const word: number[] = [];
  for (const [position, configuration] of states.entries()) {
    const letter = letterOf(machine, configuration, propositions);
    if (letter === null) return { ok: false, reason: 'a proposition has no value', step: position };
    const turning = drifting === null || position < prefix.length ? null : drifting;
    if (propositions.some((each) => turning?.holds(position - prefix.length, each) === null))
      return refuse('a proposition is not the same in all turns');
    word.push(letter);
  }
  if (!acceptsLasso(automaton, word, prefix.length)) return refuse('the run satisfies the formula');

  const { name, text } = question.formula ?? { name: 'ltl', text: 'the formula' };
  const violated: Trace['violated'] = { property: name, arguments: [], condition: text, reads: [] };
  const end = recording.finish(violated);
  if (typeof end === 'string') return refuse(end);
  const names = program.threads.map((thread) => thread.name);
  const { initial: first, steps } = recording;
  const grows = drifting === null ? {} : { growth: drifting.growth() };
  const told = { memory: memory.name, processes: names.length, names, initial: first, steps };
  return { ok: true, trace: { ...told, cycle: prefix.length, ...grows, ...end } };
}

/** Whether these steps, which lead through these configurations, can be repeated for ever. */
export function goesRound(machine: Machine, visited: readonly Configuration[], cycle: readonly ProgramStep[]): boolean {
  const [entry, exit] = [visited[0] as Configuration, visited.at(-1) as Configuration];
  if (configurationKey(entry) === configurationKey(exit)) return true;
  return typeof secondTurn(machine, visited, cycle) !== 'string';
}

/** A cycle that does not come back to where it begins, once more; or why it cannot be repeated for ever. */
function secondTurn(
  machine: Machine,
  visited: readonly Configuration[],
  cycle: readonly ProgramStep[],
): DriftingCycle | string {
  const both = [...visited];
  for (const step of cycle) {
    const reached = after(machine, both.at(-1) as Configuration, step);
    if (reached === null) return 'the cycle does not lead back to where it begins';
    both.push(reached);
  }
  const drifting = new DriftingCycle(machine, cycle, both);
  return drifting.refused ?? drifting;
}

/** Null when the step is not possible. */
export function after(machine: Machine, configuration: Configuration, step: ProgramStep): Configuration | null {
  if (step.kind === 'drain') return batchOf(configuration, step) === null ? null : drain(configuration, step);
  const tried = attempt(machine, configuration, step);
  return tried.kind === 'possible' ? tried.after : null;
}

function isStuck(machine: Machine, configuration: Configuration): boolean {
  const { successors, failures } = next(machine, configuration);
  return successors.length + failures.length === 0;
}

/** What is unfair about a cycle through these configurations; null when nothing is. */
function unfairness(
  machine: Machine,
  configurations: readonly Configuration[],
  cycle: readonly ProgramStep[],
  { fairThreads, fairBuffers }: Fairness,
  drifting: DriftingCycle | null,
): string | null {
  const threads = [...machine.program.threads.keys()];
  if (fairThreads) {
    const enabled = configurations.map((configuration, position) => {
      const { successors } = next(machine, configuration);
      const able = new Set(successors.flatMap(({ step }) => (step.kind === 'edge' ? [step.thread] : [])));
      return (thread: number) => able.has(thread) || drifting?.isDisabled(position, thread) === false;
    });
    const forgotten = threads.find((thread) => {
      const acts = cycle.some((step) => step.kind === 'edge' && step.thread === thread);
      return !acts && enabled.every((isAble) => isAble(thread));
    });
    if (forgotten !== undefined) return `${threadName(machine, forgotten)} could always take a step, and never does`;
  }
  if (fairBuffers) {
    const first = configurations[0] as Configuration;
    for (const thread of threads) {
      const stays = bufferOf(first, thread).find(({ place }) => {
        const drains = cycle.some((step) => step.kind === 'drain' && step.thread === thread && step.cell === place);
        const waits = (configuration: Configuration) =>
          bufferOf(configuration, thread).some((queue) => queue.place === place);
        return !drains && configurations.every(waits);
      });
      if (stays !== undefined) return `writes of ${threadName(machine, thread)} wait for ever`;
    }
  }
  return null;
}

/** The propositions that are true, a bit for each; null when one has no value. */
function letterOf(
  machine: Machine,
  configuration: Configuration,
  propositions: LtlQuestion['propositions'],
): number | null {
  let letter = 0;
  for (const [number, proposition] of propositions.entries()) {
    const value = evaluateState(stateView(machine, configuration), proposition);
    if (isFailure(value)) return null;
    if (value !== 0) letter |= 1 << number;
  }
  return letter;
}
