/**
 * DVE models under sequential consistency, stated as plainly as possible: `docs/reference/languages/dve.md` in code. What is
 * compiled is compared with this, so nothing here is clever.
 *
 * Without a property the steps are those of the processes (`steps.ts`). With one, a step is one of the processes together
 * with one of the property, whose guard sees the state before. Where the processes have no step the property goes on
 * alone, so that runs are infinite; where the property has none the run is of no interest and ends. A property whose guard
 * has no value is a range error, as everywhere. The error state has no steps.
 */
import type { DveAssertion, DveExpression, DveModel } from '../../../src/languages/dve/model.js';
import { cellsOf } from './cells.js';
import type { Configuration, Running } from './configuration.js';
import { type Evaluated, evaluate, isFailure } from './evaluate.js';
import { enabledOf, type Machine, type Move, processOf, type Step, systemSteps } from './steps.js';

export { type Configuration, configurationKey, type Failed, type Running } from './configuration.js';
export type { Evaluated, Failure } from './evaluate.js';
export type { Machine, Move } from './steps.js';

export interface Successor {
  /** The moves of the processes; none when the property moves alone. */
  readonly moves: readonly Move[];
  /** The transition of the property; null when there is no property. */
  readonly property: number | null;
  readonly after: Configuration;
}

export function machineOf(model: DveModel): Machine {
  const outgoing = model.processes.map(({ states, transitions }) => {
    const by: number[][] = states.map(() => []);
    for (const [position, { from }] of transitions.entries()) by[from]?.push(position);
    return by;
  });
  return { model, cells: cellsOf(model), outgoing };
}

export function initialOf({ model, cells }: Machine): Running {
  return {
    kind: 'running',
    locations: model.processes.map(({ initial }) => initial),
    values: cells.initial,
    queues: model.channels.map(() => []),
  };
}

/** All that can happen next, in the order of processes and transitions. The same state may stand there several times. */
export function next(machine: Machine, configuration: Configuration): Successor[] {
  if (configuration.kind === 'failed') return [];
  const steps = systemSteps(machine, configuration);
  const { property } = machine.model;
  if (property === null) return steps.map(({ moves, after }) => ({ moves, property: null, after }));
  const watching = enabledOf(machine, configuration, property);
  const stutter: Step = { moves: [], after: configuration };
  return (steps.length > 0 ? steps : [stutter]).flatMap(({ moves, after }) =>
    watching.map(({ transition, edge, failure }): Successor => {
      if (failure !== null) return { moves, property: transition, after: { kind: 'failed', failure } };
      if (after.kind === 'failed') return { moves, property: transition, after };
      return { moves, property: transition, after: { ...after, locations: after.locations.with(property, edge.to) } };
    }),
  );
}

/** The processes have no step, whatever the property does. The error state is no deadlock. */
export function isDeadlock(machine: Machine, configuration: Configuration): boolean {
  return configuration.kind === 'running' && systemSteps(machine, configuration).length === 0;
}

/** Is the property in an accepting state (of a Büchi condition)? */
export function isAccepting({ model }: Machine, configuration: Configuration): boolean {
  if (model.property === null || configuration.kind === 'failed') return false;
  const state = configuration.locations[model.property] as number;
  return processOf(model, model.property).states[state]?.accepting === true;
}

/** The value of a condition in a state. */
export function evaluateIn({ cells }: Machine, { values, locations }: Running, condition: DveExpression): Evaluated {
  return evaluate({ cells, values, locations }, condition);
}

/** The assertions that are violated in a configuration; one that has no value is. */
export function violatedAssertions(
  machine: Machine,
  configuration: Configuration,
): { readonly process: number; readonly assertion: DveAssertion }[] {
  if (configuration.kind === 'failed') return [];
  return machine.model.processes.flatMap(({ assertions }, process) =>
    assertions
      .filter(({ state, condition }) => {
        if (configuration.locations[process] !== state) return false;
        const value = evaluateIn(machine, configuration, condition);
        return isFailure(value) || value === 0;
      })
      .map((assertion) => ({ process, assertion })),
  );
}
