/**
 * What a transition does: whether an instance of it is enabled, and what it writes.
 *
 * An instance t(p1..pk) needs pairwise distinct processes and its guard. All its updates happen at once: conditions and
 * values are taken in the state before. A cell becomes arbitrary by `havoc`, and by a `case` without matching switch
 * and without default; then the caller chooses its value. In models for weak memory (`ArraySystem.weak`) such a `case`
 * leaves the cell as it was, and it is not written.
 *
 * `effectsIn` reads through a view, for every memory model. `isEnabled`, `effectsOf` and `step` are the machine of
 * sequential consistency, where weak variables are ordinary ones and every write reaches the memory at once; the machines
 * with store buffers are in `store-buffers.ts`.
 */
import type { StateSymbol, Transition, Update } from '../../models/array-system/model.js';
import {
  bind,
  type Environment,
  evaluateIn,
  extend,
  holds,
  holdsIn,
  memoryView,
  processOf,
  type View,
} from './evaluate.js';
import { cellAt, type Instance, placeOf, type State } from './state.js';
import type { Value } from './values.js';

/** Gives a value to a cell where the model leaves it open; the indices are process numbers from 1. */
export type Choice = (symbol: StateSymbol, indices: readonly number[]) => Value;

/** What a step does to one cell: the value it writes, or null when any value of the sort may be written. */
export interface Effect {
  readonly place: number;
  readonly value: Value | null;
}

export function isEnabled(
  instance: Instance,
  state: State,
  transition: Transition,
  processes: readonly number[],
): boolean {
  return (
    areDistinctProcesses(instance, transition.parameters.length, processes) &&
    holds(instance, state, transition.guard, bind(transition.parameters, processes))
  );
}

export function areDistinctProcesses(instance: Instance, length: number, processes: readonly number[]): boolean {
  return (
    processes.length === length &&
    new Set(processes).size === length &&
    processes.every((process) => Number.isInteger(process) && process >= 1 && process <= instance.processes)
  );
}

/** The writes of an enabled instance, as its actor sees the cells; each cell at most once. */
export function effectsIn(view: View, transition: Transition, processes: readonly number[]): readonly Effect[] {
  const environment = bind(transition.parameters, processes);
  return transition.updates.flatMap((update) => effectsOfUpdate(view, update, environment));
}

function effectsOfUpdate(view: View, update: Update, environment: Environment): Effect[] {
  const { instance } = view;
  switch (update.kind) {
    case 'assign': {
      const indices = update.indices.map((index) => processOf(index, environment));
      const place = placeOf(instance, update.symbol, indices);
      return [{ place, value: evaluateIn(view, update.value, environment) }];
    }
    case 'havoc':
      return [{ place: placeOf(instance, update.symbol, []), value: null }];
    case 'case': {
      const effects: Effect[] = [];
      instance.cells.forEach((cell, place) => {
        if (cell.symbol !== update.symbol) return;
        const inside = extend(environment, update.binders, cell.indices);
        const chosen = update.switches.find(({ condition }) => holdsIn(view, condition, inside));
        const term = chosen?.value ?? update.otherwise;
        if (term !== null) effects.push({ place, value: evaluateIn(view, term, inside) });
        else if (!instance.system.weak) effects.push({ place, value: null });
      });
      return effects;
    }
  }
}

/** The writes of an enabled instance under sequential consistency. */
export function effectsOf(
  instance: Instance,
  state: State,
  transition: Transition,
  processes: readonly number[],
): readonly Effect[] {
  return effectsIn(memoryView(instance, state), transition, processes);
}

/** The state after an enabled instance; `choose` gives the values of the cells that the transition leaves open. */
export function step(
  instance: Instance,
  state: State,
  transition: Transition,
  processes: readonly number[],
  choose: Choice,
): State {
  const after = [...state];
  for (const { place, value } of effectsOf(instance, state, transition, processes)) {
    after[place] = value ?? choose(cellAt(instance, place).symbol, cellAt(instance, place).indices);
  }
  return after;
}
