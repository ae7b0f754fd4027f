/**
 * What can happen next, for people to choose from. The list is that of the machine itself (`next`), with words beside: nothing
 * is left out and nothing is added. A step that fails is a choice as well, since it is how some programs go wrong.
 */

import { isRetry } from '../../memory/operational/program/deadlock.js';
import {
  batchOf,
  type Configuration,
  type DrainStep,
  type EdgeStep,
  type Machine,
  next,
  type ProgramStep,
  threadName,
} from '../../memory/operational/program/machine.js';
import { cellName, showValue, sortOfCell } from '../../models/program/cells.js';
import type { Edge, Place } from '../../models/program/model.js';
import { edgeAt, isHidden, templateOf } from '../../models/program/parts.js';

export interface Choice {
  /** Position among the threads. */
  readonly thread: number;
  /** `P(0)`. */
  readonly name: string;
  /** A statement of the thread, or writes of its store buffer that reach memory. */
  readonly kind: 'statement' | 'drain';
  /** `turn = 1`; of a drain `x = 1 reaches memory`. */
  readonly label: string;
  /** Of a statement: where the text has it. */
  readonly place: Place | null;
  /** The values that the statement leaves open, as they are chosen here: `x = 3`. */
  readonly values: readonly string[];
  /** Not null: the step fails, and this is why. */
  readonly fails: string | null;
  /** An `await` that is false: the thread looks, and nothing changes. */
  readonly idle: boolean;
}

/** A choice, and the step that it is. `after` is null for a step that fails. */
export interface Possible {
  readonly choice: Choice;
  readonly step: ProgramStep;
  readonly after: Configuration | null;
}

/** By thread; within a thread statements in the order of the text, then what its store buffer can do. */
export function possibleIn(machine: Machine, configuration: Configuration): Possible[] {
  const { successors, failures } = next(machine, configuration);
  const all: Possible[] = [
    ...successors.map(({ step, after }): Possible => {
      const idle = isRetry(machine, configuration, step, after);
      return { step, after, choice: { ...described(machine, configuration, step), fails: null, idle } };
    }),
    ...failures.map(({ step, failure }): Possible => {
      const choice = { ...described(machine, configuration, step), fails: failure.text, idle: false };
      return { step, after: null, choice };
    }),
  ];
  const order = ({ step }: Possible): number => (step.kind === 'drain' ? Number.MAX_SAFE_INTEGER : step.edge);
  return all.sort((one, other) => one.step.thread - other.step.thread || order(one) - order(other));
}

function described(machine: Machine, configuration: Configuration, step: ProgramStep): Omit<Choice, 'fails' | 'idle'> {
  const who = { thread: step.thread, name: threadName(machine, step.thread) };
  return step.kind === 'drain'
    ? { ...who, ...drainWords(machine, configuration, step) }
    : { ...who, ...edgeWords(machine, step) };
}

function drainWords(machine: Machine, configuration: Configuration, step: DrainStep) {
  const { shared } = machine;
  const batch = batchOf(configuration, step) ?? [];
  const writes = batch
    .filter(({ place }) => !isHidden(cellName(shared, place)))
    .map(({ place, value }) => `${cellName(shared, place)} = ${showValue(value, sortOfCell(shared, place))}`);
  const verb = writes.length > 1 ? 'reach' : 'reaches';
  const label = writes.length === 0 ? 'a write reaches memory' : `${writes.join(', ')} ${verb} memory`;
  return { kind: 'drain', label, place: null, values: [] } as const;
}

function edgeWords(machine: Machine, step: EdgeStep) {
  const edge = edgeAt(templateOf(machine.program, step.thread), step.edge);
  return { kind: 'statement', label: edge.text, place: edge.place, values: valuesOf(machine, step, edge) } as const;
}

function valuesOf(machine: Machine, { thread, choices }: EdgeStep, { updates }: Edge): string[] {
  const open = updates.filter(({ value }) => value === 'any');
  return open.flatMap(({ target }, position) => {
    const cells = target.kind === 'local' ? machine.locals[thread] : machine.shared;
    const variable = cells?.variables[target.variable];
    if (variable === undefined || isHidden(variable.name)) return [];
    return [`${variable.name} = ${showValue(choices[position] as number, variable.sort)}`];
  });
}
