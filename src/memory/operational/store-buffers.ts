/**
 * The machines with store buffers, the operational view of the memory models: SC, TSO and PSO (section 2 of the Cubicle-W
 * paper says what the relations of the axiomatic view have to do with buffers; section 5 what the language means).
 *
 * A configuration is a memory, which also holds all cells that are not weak, and a store buffer for each process. Weak
 * cells are read by a process: it sees the newest write in its own buffer, else memory. In a transition that process is the
 * actor, in `unsafe` and `invariant` the one that `i@X` names.
 *
 * A transition writes cells that are not weak at once. Its weak writes enter the actor's buffer, unless it reads weak cells
 * as well: then it is an atomic read-modify-write, which needs the actor's buffer empty and writes to memory directly. That
 * is decided by the text alone: a read in the guard, in a value or in a condition of a `case` counts even when no value
 * depends on it, and a weak target counts even when no switch matches. The cell that a `case` without default keeps is
 * neither read nor written. `fence()` holds while the actor's buffer is empty.
 *
 * Between transitions any process may drain its buffer: under TSO its oldest batch reaches memory, under PSO its oldest
 * write to some one cell. With a bound no queue holds more batches than that, and a transition that would overfill one is
 * not enabled. Under sequential consistency buffers stay empty and fences and atomic transitions ask for nothing.
 */

import type { ArraySystem, Transition } from '../../models/array-system/model.js';
import { hasBuffers, type MemoryModel } from '../models.js';
import type { Trace } from '../trace.js';
import { type Batch, type Buffer, dequeue, EMPTY, enqueue, hasRoom, newest, oldest, type Write } from './buffers.js';
import { bind, holdsIn, type View } from './evaluate.js';
import { type Choice, type Effect, effectsIn } from './machine.js';
import { describeViolation, findViolationIn } from './properties.js';
import { type Cell, cellAt, type Instance, makeInstance, type State, valueAt } from './state.js';
import { distinctTuples } from './tuples.js';
import { type Value, valueKey } from './values.js';
import { readsWeak, writesWeak } from './weak-accesses.js';

export interface Machine {
  readonly instance: Instance;
  readonly memory: MemoryModel;
  /** The most batches in one queue; null when there is no bound. */
  readonly bound: number | null;
  /** For each transition whether it reads and writes weak cells. */
  readonly atomic: readonly boolean[];
}

export interface Configuration {
  /** Memory, and the cells that are not weak. */
  readonly state: State;
  /** The buffer of process #p is at p - 1. */
  readonly buffers: readonly Buffer[];
}

export interface TransitionStep {
  readonly kind: 'transition';
  /** Position in `ArraySystem.transitions`. */
  readonly transition: number;
  /** The processes given to the parameters, numbered from 1. */
  readonly arguments: readonly number[];
}

export interface DrainStep {
  readonly kind: 'drain';
  readonly process: number;
  /** Under PSO the place of the cell whose oldest write reaches memory; null under TSO. */
  readonly place: number | null;
}

export type MachineStep = TransitionStep | DrainStep;

export function makeMachine(
  system: ArraySystem,
  processes: number,
  memory: MemoryModel,
  bound: number | null = null,
): Machine {
  const atomic = system.transitions.map((transition) => writesWeak(transition) && readsWeak(transition));
  return { instance: makeInstance(system, processes), memory, bound, atomic };
}

/** All buffers are empty at the start. */
export function start(machine: Machine, state: State): Configuration {
  return { state, buffers: Array.from({ length: machine.instance.processes }, () => EMPTY) };
}

/** What the process sees in the cell at this place; null for memory itself. */
export function see(machine: Machine, configuration: Configuration, process: number | null, place: number): Value {
  const waiting = process === null || !isWeak(machine, place) ? null : newest(bufferOf(configuration, process), place);
  return waiting === null ? valueAt(configuration.state, place) : waiting.write.value;
}

export function bufferOf(configuration: Configuration, process: number): Buffer {
  const buffer = configuration.buffers[process - 1];
  if (buffer === undefined) throw new Error(`there is no process #${process}`);
  return buffer;
}

/** The process that performs the memory accesses; null when the transition names none. */
export function actorOf(transition: Transition, processes: readonly number[]): number | null {
  if (transition.actor === null) return null;
  return processes[transition.parameters.indexOf(transition.actor)] ?? null;
}

/** How the actor of a transition sees the cells, whatever reader the text names. */
export function viewOfActor(machine: Machine, configuration: Configuration, actor: number | null): View {
  const empty = actor === null || bufferOf(configuration, actor).length === 0;
  return {
    instance: machine.instance,
    see: (_, place) => see(machine, configuration, actor, place),
    fence: () => empty,
  };
}

/** How `unsafe` and `invariant` see the cells: each through the process it names. */
export function viewOfReaders(machine: Machine, configuration: Configuration): View {
  return {
    instance: machine.instance,
    see: (reader, place) => see(machine, configuration, reader, place),
    fence: () => {
      throw new Error('a property has no fence');
    },
  };
}

/**
 * Why a transition with distinct processes cannot be performed: its guard does not hold; it is atomic and writes are
 * pending in the actor's buffer; the buffer is full. Null when it is enabled.
 */
type Obstacle = 'guard' | 'pending' | 'full';

export function obstacle(machine: Machine, configuration: Configuration, step: TransitionStep): Obstacle | null {
  const transition = transitionOf(machine, step.transition);
  const actor = actorOf(transition, step.arguments);
  const view = viewOfActor(machine, configuration, actor);
  if (!holdsIn(view, transition.guard, bind(transition.parameters, step.arguments))) return 'guard';
  if (machine.atomic[step.transition] === true && !view.fence()) return 'pending';
  if (machine.bound === null || actor === null || !isBuffered(machine, step.transition)) return null;
  const places = effectsIn(view, transition, step.arguments)
    .map(({ place }) => place)
    .filter((place) => isWeak(machine, place));
  return hasRoom(machine.memory, bufferOf(configuration, actor), places, machine.bound) ? null : 'full';
}

/** Every transition that is enabled, with all its processes, and every drain. */
export function enabledSteps(machine: Machine, configuration: Configuration): MachineStep[] {
  const { system, processes } = machine.instance;
  const enabled: MachineStep[] = [];
  for (const [transition, { parameters }] of system.transitions.entries()) {
    for (const tuple of distinctTuples(processes, parameters.length)) {
      const step = { kind: 'transition' as const, transition, arguments: tuple };
      if (obstacle(machine, configuration, step) === null) enabled.push(step);
    }
  }
  return [...enabled, ...drains(configuration)];
}

/** Every way in which some writes can reach memory next. */
export function drains(configuration: Configuration): DrainStep[] {
  return configuration.buffers.flatMap((buffer, index) =>
    buffer.map(({ place }) => ({ kind: 'drain' as const, process: index + 1, place })),
  );
}

/** The batch that a drain takes to memory; null when nothing waits there. */
export function batchOf(configuration: Configuration, { process, place }: DrainStep): Batch | null {
  return oldest(bufferOf(configuration, process), place);
}

/** The cells that an enabled step leaves open: the ones that `choose` is asked for. */
export function openCells(machine: Machine, configuration: Configuration, step: MachineStep): Cell[] {
  if (step.kind === 'drain') return [];
  return effectsOfStep(machine, configuration, step)
    .filter(({ value }) => value === null)
    .map(({ place }) => cellAt(machine.instance, place));
}

/** The writes of an enabled transition: those that happen at once, and those that wait. */
export interface Writes {
  readonly now: readonly Write[];
  readonly buffered: readonly Write[];
}

export function writesOf(machine: Machine, configuration: Configuration, step: TransitionStep, choose: Choice): Writes {
  const waits = isBuffered(machine, step.transition);
  const now: Write[] = [];
  const buffered: Write[] = [];
  for (const { place, value } of effectsOfStep(machine, configuration, step)) {
    const { symbol, indices } = cellAt(machine.instance, place);
    (waits && symbol.weak ? buffered : now).push({ place, value: value ?? choose(symbol, indices) });
  }
  return { now, buffered };
}

/** The configuration after an enabled step. */
export function perform(
  machine: Machine,
  configuration: Configuration,
  step: MachineStep,
  choose: Choice,
): Configuration {
  if (step.kind === 'drain') {
    const batch = batchOf(configuration, step);
    if (batch === null) throw new Error(`process #${step.process} has nothing to drain there`);
    const buffer = dequeue(bufferOf(configuration, step.process), step.place);
    return {
      state: written(configuration.state, batch),
      buffers: configuration.buffers.with(step.process - 1, buffer),
    };
  }
  const { now, buffered } = writesOf(machine, configuration, step, choose);
  const actor = actorOf(transitionOf(machine, step.transition), step.arguments);
  if (buffered.length === 0) return { ...configuration, state: written(configuration.state, now) };
  if (actor === null) throw new Error('a transition that writes weak cells names its actor');
  const buffer = enqueue(machine.memory, bufferOf(configuration, actor), buffered);
  return { state: written(configuration.state, now), buffers: configuration.buffers.with(actor - 1, buffer) };
}

/** Equal for two configurations of a machine exactly when they hold the same values in the same places. */
export function configurationKey(_: Machine, configuration: Configuration): string {
  let key = configuration.state.map((value) => valueKey(value)).join(' ');
  configuration.buffers.forEach((buffer, index) => {
    for (const { batches } of buffer) {
      key += `;${index}`;
      for (const batch of batches) {
        key += ',';
        for (const { place, value } of batch) key += `${place}=${valueKey(value)} `;
      }
    }
  });
  return key;
}

/** The first unsafe condition that holds of what the processes see. */
export function violation(machine: Machine, configuration: Configuration): Trace['violated'] | null {
  const found = findViolationIn(viewOfReaders(machine, configuration));
  return found === null ? null : describeViolation(machine.instance, found);
}

function written(state: State, writes: readonly Write[]): State {
  if (writes.length === 0) return state;
  const after = [...state];
  for (const { place, value } of writes) after[place] = value;
  return after;
}

function effectsOfStep(machine: Machine, configuration: Configuration, step: TransitionStep): readonly Effect[] {
  const transition = transitionOf(machine, step.transition);
  const actor = actorOf(transition, step.arguments);
  return effectsIn(viewOfActor(machine, configuration, actor), transition, step.arguments);
}

function transitionOf({ instance }: Machine, position: number): Transition {
  const transition = instance.system.transitions[position];
  if (transition === undefined) throw new Error(`the model has no transition number ${position}`);
  return transition;
}

function isWeak({ instance }: Machine, place: number): boolean {
  return cellAt(instance, place).symbol.weak;
}

/** Whether the weak writes of the transition wait in a buffer. */
export function isBuffered(machine: Machine, transition: number): boolean {
  return hasBuffers(machine.memory) && machine.atomic[transition] !== true;
}
