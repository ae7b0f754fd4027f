/**
 * The steps of the processes of a DVE model, without the property.
 *
 * `system async`: one transition of a process; or two, of a sender and a receiver that meet at a channel without buffer:
 * every pair is a step of its own. While a process is in a committed state only such processes move. `system sync`: one
 * transition of every process, each seeing the state before, and channels mean nothing.
 *
 * A guard that has no value counts as true, and the step leads to the error state.
 */

import type { DveModel, DveProcess, DveTransition } from '../../../src/languages/dve/model.js';
import { cutTo } from './arithmetic.js';
import type { Cells } from './cells.js';
import type { Configuration, Message, Running } from './configuration.js';
import { Draft } from './draft.js';
import { evaluate, type Failure, isFailure } from './evaluate.js';

export interface Machine {
  readonly model: DveModel;
  readonly cells: Cells;
  /** By process and control state: the transitions from there, as their positions. */
  readonly outgoing: readonly (readonly (readonly number[])[])[];
}

/** A transition of a process, both as their positions. */
export interface Move {
  readonly process: number;
  readonly transition: number;
}

export interface Step {
  /** One move; sender and receiver; or, with `system sync`, one of every process. */
  readonly moves: readonly Move[];
  readonly after: Configuration;
}

/** A move whose guard is true, or has no value. */
export interface Enabled extends Move {
  readonly edge: DveTransition;
  readonly failure: Failure | null;
}

export function systemSteps(machine: Machine, configuration: Running): Step[] {
  return machine.model.mode === 'sync' ? lockSteps(machine, configuration) : interleaved(machine, configuration);
}

export function enabledOf({ model, cells, outgoing }: Machine, configuration: Running, process: number): Enabled[] {
  const view = { cells, values: configuration.values, locations: configuration.locations };
  const enabled: Enabled[] = [];
  for (const transition of outgoing[process]?.[configuration.locations[process] as number] ?? []) {
    const edge = processOf(model, process).transitions[transition] as DveTransition;
    const value = edge.guard === null ? 1 : evaluate(view, edge.guard);
    if (isFailure(value)) enabled.push({ process, transition, edge, failure: value });
    else if (value !== 0) enabled.push({ process, transition, edge, failure: null });
  }
  return enabled;
}

export function processOf(model: DveModel, process: number): DveProcess {
  const found = model.processes[process];
  if (found === undefined) throw new Error('no such process');
  return found;
}

function systemProcesses({ model }: Machine): number[] {
  return model.processes.map((_, process) => process).filter((process) => process !== model.property);
}

function interleaved(machine: Machine, configuration: Running): Step[] {
  const { model } = machine;
  const processes = systemProcesses(machine);
  const committed = processes.filter((process) => {
    const state = configuration.locations[process] as number;
    return processOf(model, process).states[state]?.committed === true;
  });
  const moving = committed.length > 0 ? committed : processes;
  const enabled = moving.flatMap((process) => enabledOf(machine, configuration, process));
  const steps: Step[] = [];
  for (const one of enabled) {
    const { sync } = one.edge;
    if (sync === null || model.channels[sync.channel]?.capacity !== 0) {
      const after = alone(machine, configuration, one);
      if (after !== null) steps.push({ moves: [one], after });
    } else if (sync.direction === 'send') {
      for (const other of enabled) {
        const meets = other.edge.sync?.direction === 'receive' && other.edge.sync.channel === sync.channel;
        if (!meets || other.process === one.process) continue;
        steps.push({ moves: [one, other], after: rendezvous(machine, configuration, one, other) });
      }
    }
  }
  return steps;
}

/** A step of one process; null when its channel is full, or empty. A message comes and goes before the effects. */
function alone(
  { model, cells }: Machine,
  configuration: Running,
  { process, edge, failure }: Enabled,
): Configuration | null {
  const draft = new Draft(cells, configuration);
  draft.fail(failure);
  draft.move(process, edge.to);
  const { sync } = edge;
  if (sync !== null) {
    const queue = configuration.queues[sync.channel] as readonly Message[];
    if (sync.direction === 'send') {
      if (queue.length === model.channels[sync.channel]?.capacity) return null;
      draft.setQueue(sync.channel, [...queue, sent(model, cells, configuration, edge, draft)]);
    } else {
      const [oldest, ...others] = queue;
      if (oldest === undefined) return null;
      draft.setQueue(sync.channel, others);
      draft.receive(sync.targets, oldest);
    }
  }
  draft.effects(edge);
  return draft.finish();
}

/** The message is of the state before; the receiver's effects come before the sender's. */
function rendezvous(
  { model, cells }: Machine,
  configuration: Running,
  sender: Enabled,
  receiver: Enabled,
): Configuration {
  const draft = new Draft(cells, configuration);
  draft.fail(sender.failure);
  draft.fail(receiver.failure);
  const message = sent(model, cells, configuration, sender.edge, draft);
  draft.move(sender.process, sender.edge.to);
  draft.move(receiver.process, receiver.edge.to);
  if (receiver.edge.sync?.direction === 'receive') draft.receive(receiver.edge.sync.targets, message);
  draft.effects(receiver.edge);
  draft.effects(sender.edge);
  return draft.finish();
}

/** The message that a transition sends, cut to the types of the channel. When a value is missing the step fails. */
function sent(
  model: DveModel,
  cells: Cells,
  { values, locations }: Running,
  { sync }: DveTransition,
  draft: Draft,
): Message {
  if (sync?.direction !== 'send') throw new Error('a transition that sends nothing');
  const types = model.channels[sync.channel]?.types ?? null;
  return sync.values.map((expression, position) => {
    const value = evaluate({ cells, values, locations }, expression);
    if (isFailure(value)) {
      draft.fail(value);
      return 0;
    }
    const type = types?.[position];
    return type === undefined ? value : cutTo(type, value);
  });
}

/** One transition of every process; there is no step when one of them has none. */
function lockSteps(machine: Machine, configuration: Running): Step[] {
  const choices = systemProcesses(machine).map((process) => enabledOf(machine, configuration, process));
  let all: readonly (readonly Enabled[])[] = [[]];
  for (const own of choices) all = all.flatMap((moves) => own.map((move) => [...moves, move]));
  return all.map((moves) => ({ moves, after: inLockStep(machine, configuration, moves) }));
}

/** Each process has its own effects before its eyes and nobody else's; two that write one cell fail. */
function inLockStep({ cells }: Machine, configuration: Running, moves: readonly Enabled[]): Configuration {
  const values = [...configuration.values];
  const locations = [...configuration.locations];
  const writers = new Map<number, number>();
  for (const { process, edge, failure } of moves) {
    const draft = new Draft(cells, configuration);
    draft.fail(failure);
    draft.move(process, edge.to);
    draft.effects(edge);
    const after = draft.finish();
    if (after.kind === 'failed') return after;
    locations[process] = edge.to;
    for (const cell of draft.written) {
      if (writers.has(cell)) {
        return { kind: 'failed', failure: { kind: 'conflict', text: 'two processes write one variable at once' } };
      }
      writers.set(cell, process);
      values[cell] = after.values[cell] as number;
    }
  }
  return { ...configuration, locations, values };
}
