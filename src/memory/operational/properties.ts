/** Whether one state of an instance is initial, and whether what its processes see is unsafe. */

import { compare, rational } from '../../logic/rational.js';
import type { Census, Property } from '../../models/array-system/model.js';
import { showFormula } from '../../models/array-system/show.js';
import type { Trace } from '../trace.js';
import { bind, holds, holdsIn, memoryView, type View } from './evaluate.js';
import { type Instance, placeOf, type State, valueAt } from './state.js';
import { distinctTuples, tuples } from './tuples.js';

/** The first tuple of processes, equal ones too, that `init` does not hold for; null when the state is initial. */
export function findInitFailure(instance: Instance, state: State): readonly number[] | null {
  const { parameters, formula } = instance.system.init;
  for (const tuple of tuples(instance.processes, parameters.length)) {
    if (!holds(instance, state, formula, bind(parameters, tuple))) return tuple;
  }
  return null;
}

/** A constant that is not the number of processes that the census of the system says; null when there is none. */
export function findCensusFailure(instance: Instance, state: State): Census | null {
  const { system, processes } = instance;
  const wrong = system.census?.find(({ symbol, array }) => {
    const counted = Array.from({ length: processes }, (_, k) => valueAt(state, placeOf(instance, array, [k + 1])));
    const count = counted.filter((value) => value.kind === 'constructor' && value.value !== 0).length;
    const number = valueAt(state, placeOf(instance, symbol, []));
    return number.kind !== 'number' || compare(number.number, rational(count)) !== 0;
  });
  return wrong ?? null;
}

/** The first tuple of distinct processes that the property holds for, or null. */
export function satisfiesIn(view: View, property: Property): readonly number[] | null {
  const { parameters, formula } = property;
  for (const tuple of distinctTuples(view.instance.processes, parameters.length)) {
    if (holdsIn(view, formula, bind(parameters, tuple))) return tuple;
  }
  return null;
}

/** As `satisfiesIn`, where all see one memory. */
export function satisfies(instance: Instance, state: State, property: Property): readonly number[] | null {
  return satisfiesIn(memoryView(instance, state), property);
}

/** An unsafe condition, by its position in `ArraySystem.unsafe`, and the processes that it holds for. */
interface Violation {
  readonly position: number;
  readonly processes: readonly number[];
}

/** The first unsafe condition that holds, with the first tuple; only the one at `position` when that is given. */
export function findViolationIn(view: View, position: number | null = null): Violation | null {
  for (const [at, unsafe] of view.instance.system.unsafe.entries()) {
    if (position !== null && position !== at) continue;
    const processes = satisfiesIn(view, unsafe);
    if (processes !== null) return { position: at, processes };
  }
  return null;
}

/** The violation in words, without the reads: only a replay knows which step wrote what is seen. */
export function describeViolation(instance: Instance, { position, processes }: Violation): Trace['violated'] {
  const unsafe = instance.system.unsafe[position];
  if (unsafe === undefined) throw new Error(`the model has no unsafe condition ${position}`);
  const property = unsafe.name ?? `unsafe[${position + 1}]`;
  const condition = showFormula(unsafe.formula, bind(unsafe.parameters, processes));
  return { property, arguments: processes, condition, reads: [] };
}

/** The first unsafe condition that the state satisfies, with the first tuple of distinct processes it holds for. */
export function findViolation(instance: Instance, state: State): Trace['violated'] | null {
  const found = findViolationIn(memoryView(instance, state));
  return found === null ? null : describeViolation(instance, found);
}
