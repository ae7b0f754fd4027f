/**
 * What must not happen: a thread at a location of failure, a state that a `never` property describes, a deadlock where the
 * program says so, a step that fails. Failures come before properties, and properties in their order.
 */

import type { Cells } from '../../../models/program/cells.js';
import type { NeverProperty, NoDeadlock } from '../../../models/program/model.js';
import { edgeAt, locationAt, locationName, othersGoOn, templateOf } from '../../../models/program/parts.js';
import type { Trace } from '../../trace.js';
import { stuckIn, stuckText } from './deadlock.js';
import { type Evaluated, evaluateState, type Failure, isFailure, type StateView } from './evaluate.js';
import { type Configuration, cellAt, type EdgeStep, type Machine, threadName } from './machine.js';
import { MOST_JUDGED, stuckForEver } from './stuck.js';

/** A violation, or a condition that cannot be evaluated in this state: then nobody knows. */
type Violation =
  | { readonly kind: 'violated'; readonly violated: Trace['violated']; readonly cause: Cause }
  | { readonly kind: 'undefined'; readonly property: NeverProperty; readonly failure: Failure };

/** What decides that: a thread's place, a condition, or the state as a whole. */
type Cause =
  | { readonly kind: 'location'; readonly thread: number }
  | { readonly kind: 'condition'; readonly property: NeverProperty }
  | { readonly kind: 'deadlock' };

/** How conditions see a state. */
export function stateView(machine: Machine, configuration: Configuration): StateView {
  return {
    memory: (variable, index) => look(machine.shared, configuration.memory, variable, index),
    localOf: (thread, variable, index) =>
      look(machine.locals[thread] as Cells, configuration.locals[thread] as readonly number[], variable, index),
    location: (thread) => configuration.locations[thread] as number,
    wraps: machine.program.wraps === true,
  };
}

function look(cells: Cells, values: readonly number[], variable: number, index: number | null): Evaluated {
  const cell = cellAt(cells, variable, index);
  return isFailure(cell) ? cell : (values[cell] as number);
}

/**
 * What is wrong with a configuration; null when nothing is. Of deadlocks only those are seen here in which nothing can happen
 * any more: for the others see `violationAtEnd`.
 */
export function violationIn(machine: Machine, configuration: Configuration): Violation | null {
  for (const [thread, location] of configuration.locations.entries()) {
    const { failure } = locationAt(templateOf(machine.program, thread), location);
    if (failure === null) continue;
    const violated = failed(`${threadName(machine, thread)}: ${failure}`);
    return { kind: 'violated', violated, cause: { kind: 'location', thread } };
  }
  const view = stateView(machine, configuration);
  for (const property of machine.program.never) {
    const value = evaluateState(view, property.condition);
    if (isFailure(value)) return { kind: 'undefined', property, failure: value };
    if (value !== 0) {
      return {
        kind: 'violated',
        violated: { property: property.name, arguments: [], condition: property.text, reads: [] },
        cause: { kind: 'condition', property },
      };
    }
  }
  return machine.program.noDeadlock === undefined
    ? null
    : deadlockIn(machine, configuration, machine.program.noDeadlock);
}

function deadlockIn(machine: Machine, configuration: Configuration, { name }: NoDeadlock): Violation | null {
  const stuck = stuckIn(machine, configuration);
  if (stuck.length === 0) return null;
  const condition = stuckText(machine, configuration, { threads: stuck, others: false });
  const violated = { property: name, arguments: [], condition, reads: [] };
  return { kind: 'violated', violated, cause: { kind: 'deadlock' } };
}

/** The same of the last configuration of a run, from which some thread may never step again while others do. */
export function violationAtEnd(machine: Machine, configuration: Configuration): Violation | null {
  const violation = violationIn(machine, configuration);
  const { noDeadlock } = machine.program;
  if (violation !== null || noDeadlock === undefined) return violation;
  const stuck = stuckForEver(machine, configuration, MOST_JUDGED) ?? [];
  if (stuck.length === 0) return null;
  const others = othersGoOn(machine.program, configuration.locations, stuck);
  const condition = stuckText(machine, configuration, { threads: stuck, others });
  const violated = { property: noDeadlock.name, arguments: [], condition, reads: [] };
  return { kind: 'violated', violated, cause: { kind: 'deadlock' } };
}

/** What a step that fails violates. */
export function failedStep(machine: Machine, { thread, edge }: EdgeStep, { text }: Failure): Trace['violated'] {
  const template = templateOf(machine.program, thread);
  const { from, text: statement } = edgeAt(template, edge);
  const where = `${threadName(machine, thread)} at ${locationName(template, from)}`;
  return failed(`${where}, ${statement}: ${text}`);
}

function failed(condition: string): Trace['violated'] {
  return { property: 'failure', arguments: [], condition, reads: [] };
}
