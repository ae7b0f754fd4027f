/**
 * The acceptance sets that a run must meet again and again to be a counterexample, from the definitions of
 * `docs/internals/engines/ltl.md`: those of the automaton, and those of fairness. Members are steps of the product.
 *
 *   until 0       the automaton's own sets, by number
 *   thread 1      steps of the thread with that number, and all steps from where it cannot take one
 *   buffer 1      drains of the thread's queue, and all steps from where that is empty
 *   buffer 1 0    under PSO, where there is a queue for each cell
 *   step          every step: an infinite run takes steps for ever, so a rank that avoids this set has none of its own
 *
 * A configuration in which nothing can happen is followed by itself. No thread can take a step there, and all queues are empty,
 * or they would drain: this step belongs to all sets of fairness by the same definitions.
 */
import { drainedCell, hasBuffers } from '../../memory/models.js';
import {
  bufferOf,
  type Configuration,
  type Machine,
  type ProgramStep,
} from '../../memory/operational/program/machine.js';

/** All that can happen in a configuration; null stands for staying there, when nothing can. */
export interface Moment {
  readonly configuration: Configuration;
  readonly steps: readonly (ProgramStep | null)[];
}

export interface AcceptanceSet {
  readonly name: string;
  /** Of the step at this position, with a transition of the automaton that has these marks. */
  has(moment: Moment, position: number, marks: number): boolean;
}

export const EVERY_STEP = 'step';

/** By name. `own`: how many sets the automaton has. */
export function acceptanceSets(
  machine: Machine,
  { fairThreads, fairBuffers }: { readonly fairThreads: boolean; readonly fairBuffers: boolean },
  own: number,
): ReadonlyMap<string, AcceptanceSet> {
  const sets = new Map<string, AcceptanceSet>();
  const add = (name: string, has: AcceptanceSet['has']): void => {
    sets.set(name, { name, has });
  };
  add(EVERY_STEP, () => true);
  for (let set = 0; set < own; set++) add(`until ${set}`, (_, __, marks) => ((marks >>> set) & 1) === 1);
  for (const [thread] of machine.program.threads.entries()) {
    const isItsStep = (step: ProgramStep | null | undefined) => step?.kind === 'edge' && step.thread === thread;
    if (fairThreads) {
      add(`thread ${thread}`, ({ steps }, position) => isItsStep(steps[position]) || !steps.some(isItsStep));
    }
    if (!fairBuffers || !hasBuffers(machine.memory)) continue;
    for (const cell of queuesOf(machine)) {
      add(`buffer ${thread}${cell === null ? '' : ` ${cell}`}`, ({ configuration, steps }, position) => {
        const step = steps[position];
        if (step?.kind === 'drain' && step.thread === thread && step.cell === cell) return true;
        return !bufferOf(configuration, thread).some(({ place }) => place === cell);
      });
    }
  }
  return sets;
}

/** What a drain names: null for the one queue of a thread, or a cell. */
function queuesOf({ memory, shared }: Machine): ReadonlySet<number | null> {
  return new Set(shared.owners.map((_, cell) => drainedCell(memory, cell)));
}
