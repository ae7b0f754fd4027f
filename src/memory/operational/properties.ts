/** Whether one state of an instance is initial, and whether it is unsafe. */
import type { Trace } from '../../evidence/outcome.js';
import type { Property } from '../../models/array-system/model.js';
import { showFormula } from '../../models/array-system/show.js';
import { bind, holds } from './evaluate.js';
import type { Instance, State } from './state.js';
import { distinctTuples, tuples } from './tuples.js';

/** The first tuple of processes, equal ones too, that `init` does not hold for; null when the state is initial. */
export function findInitFailure(instance: Instance, state: State): readonly number[] | null {
  const { parameters, formula } = instance.system.init;
  for (const tuple of tuples(instance.processes, parameters.length)) {
    if (!holds(instance, state, formula, bind(parameters, tuple))) return tuple;
  }
  return null;
}

/** The first tuple of distinct processes that the property holds for, or null. */
export function satisfies(instance: Instance, state: State, property: Property): readonly number[] | null {
  const { parameters, formula } = property;
  for (const tuple of distinctTuples(instance.processes, parameters.length)) {
    if (holds(instance, state, formula, bind(parameters, tuple))) return tuple;
  }
  return null;
}

/** The first unsafe condition that the state satisfies, with the first tuple of distinct processes it holds for. */
export function findViolation(instance: Instance, state: State): Trace['violated'] | null {
  for (const [position, unsafe] of instance.system.unsafe.entries()) {
    const tuple = satisfies(instance, state, unsafe);
    if (tuple === null) continue;
    const property = unsafe.name ?? `unsafe[${position + 1}]`;
    return { property, arguments: tuple, condition: showFormula(unsafe.formula, bind(unsafe.parameters, tuple)) };
  }
  return null;
}
