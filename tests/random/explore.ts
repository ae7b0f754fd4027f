/**
 * Exhaustive exploration of one instance, breadth first, on the operational machine: the oracle of the random tests.
 *
 * 'violated' comes with a shortest run and is always true. 'safe' means that every reachable state was seen: nothing was
 * sampled or cut. Anything else is 'incomplete': no unsafe state among those seen. The model's `invariant` declarations
 * are taken at their word, as a checker does: states that they say are never reached are left out.
 */
import { type Choice, effectsOf, isEnabled } from '../../src/memory/operational/machine.js';
import { findViolation, satisfies } from '../../src/memory/operational/properties.js';
import type { Run } from '../../src/memory/operational/replay.js';
import {
  cellAt,
  type Instance,
  makeInstance,
  placeOf,
  type State,
  valueAt,
} from '../../src/memory/operational/state.js';
import { distinctTuples } from '../../src/memory/operational/tuples.js';
import type { Value } from '../../src/memory/operational/values.js';
import type { ArraySystem } from '../../src/models/array-system/model.js';
import { initialStates } from './initial-states.js';
import { candidates, stateKey } from './open-values.js';

export interface ExplorationLimits {
  /** States stored. */
  readonly states: number;
  /** Combinations of values tried for the initial states. */
  readonly initial: number;
  /** Numbers beyond this size are not stepped from. */
  readonly numbers: number;
}

export interface Exploration {
  readonly verdict: 'violated' | 'safe' | 'incomplete';
  /** When violated. */
  readonly run: Run | null;
  readonly states: number;
  readonly depth: number;
}

/** Of one instance of a transition: a `case` without default over a matrix has too many. */
const MOST_SUCCESSORS = 300;

interface Node {
  readonly state: State;
  readonly depth: number;
  readonly parent: Node | null;
  /** How the parent led here. */
  readonly transition: number;
  readonly arguments: readonly number[];
}

export function explore(system: ArraySystem, processes: number, limits: ExplorationLimits): Exploration {
  const instance = makeInstance(system, processes);
  const instances = system.transitions.map((transition) => [
    ...distinctTuples(processes, transition.parameters.length),
  ]);
  const initial = initialStates(instance, limits.initial);
  let complete = initial.exact;
  const seen = new Set<string>();
  const queue: Node[] = [];
  let depth = 0;
  let full = false;

  const visit = (node: Node): Exploration | null => {
    if (system.invariants.some((invariant) => satisfies(instance, node.state, invariant) !== null)) return null;
    const key = stateKey(instance, node.state);
    if (seen.has(key)) return null;
    if (seen.size >= limits.states) {
      complete = false;
      full = true;
      return null;
    }
    seen.add(key);
    depth = node.depth;
    if (findViolation(instance, node.state) !== null) {
      return { verdict: 'violated', run: runTo(instance, node), states: seen.size, depth };
    }
    if (isLarge(node.state, limits.numbers)) complete = false;
    else queue.push(node);
    return null;
  };

  for (const state of initial.states) {
    const found = visit({ state, depth: 0, parent: null, transition: -1, arguments: [] });
    if (found !== null) return found;
  }
  for (let next = 0; next < queue.length && !full; next++) {
    const parent = queue[next];
    if (parent === undefined) break;
    for (const [transition, declared] of system.transitions.entries()) {
      for (const given of instances[transition] ?? []) {
        if (!isEnabled(instance, parent.state, declared, given)) continue;
        const open = successors(instance, parent.state, effectsOf(instance, parent.state, declared, given));
        if (!open.exact) complete = false;
        for (const state of open.states) {
          const found = visit({ state, depth: parent.depth + 1, parent, transition, arguments: given });
          if (found !== null) return found;
        }
      }
    }
  }
  return { verdict: complete ? 'safe' : 'incomplete', run: null, states: seen.size, depth };
}

/** All states that a step may lead to, one for each way to fill the cells it leaves open. */
function successors(
  instance: Instance,
  state: State,
  effects: readonly { readonly place: number; readonly value: Value | null }[],
): { states: State[]; exact: boolean } {
  const after: Value[] = [...state];
  for (const { place, value } of effects) if (value !== null) after[place] = value;
  let states: Value[][] = [after];
  let exact = true;
  for (const { place, value } of effects) {
    if (value !== null) continue;
    const { sort } = cellAt(instance, place).symbol;
    states = states.flatMap((filled) => {
      const open = candidates(instance, sort, filled);
      if (!open.exact) exact = false;
      return open.values.map((chosen) => filled.with(place, chosen));
    });
    if (states.length > MOST_SUCCESSORS) {
      exact = false;
      states.length = MOST_SUCCESSORS;
    }
  }
  return { states, exact };
}

function isLarge(state: State, limit: number): boolean {
  return state.some((value) => {
    if (value.kind !== 'number') return false;
    const { numerator, denominator } = value.number;
    return (numerator < 0n ? -numerator : numerator) > BigInt(limit) * denominator;
  });
}

function runTo(instance: Instance, last: Node): Run {
  const path: Node[] = [];
  for (let node: Node | null = last; node !== null; node = node.parent) path.unshift(node);
  const [first, ...rest] = path;
  if (first === undefined) throw new Error('a path has a first node');
  const reader =
    (state: State): Choice =>
    (symbol, indices) =>
      valueAt(state, placeOf(instance, symbol, indices));
  return {
    processes: instance.processes,
    initial: reader(first.state),
    steps: rest.map((node) => ({
      transition: node.transition,
      arguments: node.arguments,
      choose: reader(node.state),
    })),
  };
}
