/**
 * The meaning of a proof, by trying out all states of small instances: which obligations fail for some state. Values
 * come from the operational machine; models have no numbers, so that states can be listed.
 */

import { rational } from '../../../src/logic/rational.js';
import { bind, holds } from '../../../src/memory/operational/evaluate.js';
import { effectsOf, isEnabled } from '../../../src/memory/operational/machine.js';
import { cellAt, type Instance, makeInstance, type State } from '../../../src/memory/operational/state.js';
import { distinctTuples, tuples } from '../../../src/memory/operational/tuples.js';
import { constructorValue, processValue, type Value } from '../../../src/memory/operational/values.js';
import type { ArraySystem, Property, Sort } from '../../../src/models/array-system/model.js';

/** All values of an enumeration; every process, and a nobody in every gap between them. */
function values(sort: Sort, processes: number): Value[] {
  if (sort.kind === 'enum') return sort.constructors.map((_, value) => constructorValue(sort, value));
  if (sort.kind !== 'proc') throw new Error('only finite sorts can be tried out');
  return Array.from({ length: 2 * processes + 1 }, (_, step) => processValue(rational(step + 1, 2)));
}

function* states(instance: Instance, open: readonly number[], from: State): Generator<State> {
  const [place, ...rest] = open;
  if (place === undefined) {
    yield from;
    return;
  }
  for (const value of values(cellAt(instance, place).symbol.sort, instance.processes)) {
    const next = [...from];
    next[place] = value;
    yield* states(instance, rest, next);
  }
}

function holdsSomewhere(instance: Instance, state: State, { parameters, formula }: Property): boolean {
  for (const processes of distinctTuples(instance.processes, parameters.length)) {
    if (holds(instance, state, formula, bind(parameters, processes))) return true;
  }
  return false;
}

function isInitial(instance: Instance, state: State, { parameters, formula }: Property): boolean {
  for (const processes of tuples(instance.processes, parameters.length)) {
    if (!holds(instance, state, formula, bind(parameters, processes))) return false;
  }
  return true;
}

/** `initiation 1`, `safety 2`, `consecution 1 t2` (cube and transition), for the obligations that fail. */
export function explicitFailures(
  system: ArraySystem,
  badCubes: readonly Property[],
  sizes: readonly number[],
): Set<string> {
  const failures = new Set<string>();
  for (const size of sizes) {
    const instance = makeInstance(system, size);
    const everything = instance.cells.map((_, place) => place);
    const cubesOf = (state: State) =>
      badCubes.flatMap((cube, position) => (holdsSomewhere(instance, state, cube) ? [position + 1] : []));
    const excluded = (state: State) => system.invariants.some((each) => holdsSomewhere(instance, state, each));
    for (const state of states(instance, everything, [])) {
      if (excluded(state)) continue;
      const cubes = cubesOf(state);
      if (cubes.length > 0) {
        if (isInitial(instance, state, system.init)) for (const cube of cubes) failures.add(`initiation ${cube}`);
        continue;
      }
      system.unsafe.forEach((unsafe, position) => {
        if (holdsSomewhere(instance, state, unsafe)) failures.add(`safety ${position + 1}`);
      });
      for (const transition of system.transitions) {
        for (const processes of distinctTuples(size, transition.parameters.length)) {
          if (!isEnabled(instance, state, transition, processes)) continue;
          const effects = effectsOf(instance, state, transition, processes);
          const after = [...state];
          for (const { place, value } of effects) if (value !== null) after[place] = value;
          const open = effects.filter(({ value }) => value === null).map(({ place }) => place);
          for (const next of states(instance, open, after)) {
            if (excluded(next)) continue;
            for (const cube of cubesOf(next)) failures.add(`consecution ${cube} ${transition.name}`);
          }
        }
      }
    }
  }
  return failures;
}
