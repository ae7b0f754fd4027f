/** Whether one state of an instance is initial, and whether it is unsafe. */
import type { Trace } from '../../evidence/outcome.js';
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

/** The first unsafe condition that the state satisfies, with the first tuple of distinct processes it holds for. */
export function findViolation(instance: Instance, state: State): Trace['violated'] | null {
  for (const [position, { name, parameters, formula }] of instance.system.unsafe.entries()) {
    for (const tuple of distinctTuples(instance.processes, parameters.length)) {
      const environment = bind(parameters, tuple);
      if (!holds(instance, state, formula, environment)) continue;
      const property = name ?? `unsafe[${position + 1}]`;
      return { property, arguments: tuple, condition: showFormula(formula, environment) };
    }
  }
  return null;
}
