/**
 * Where the parts of a DVE model are in its program: processes are threads, and global variables are shared ones.
 *
 * A step of a program moves one thread and sees the locals of that thread alone. So the control state of a process is the
 * location of its thread, and its variables are locals, where nobody else has to do with them: kernels dispatch on locations.
 * Otherwise it is *open*: its control state is a shared variable with the name of the process, its variables are shared ones
 * such as `P.x`, and its thread has one location. A process is open when
 *
 *   - another one asks for its state in a transition, or it has committed states, which others must know;
 *   - it is the partner in a rendez-vous that is a step of the other thread (`rendezvous.ts` says of which);
 *   - all processes move together (`system sync`), in one thread.
 *
 * Under TSO and PSO global variables that are ever written are buffered, unless they are said to be none of the memory, such
 * as the clocks of timed models. Everything else is strong: what is in a register is nobody's memory, and a channel is no
 * shared memory, either.
 */
import { hasBuffers, type MemoryModel } from '../../../memory/models.js';
import type { Location, SharedVariable, Sort, Variable } from '../../../models/program/model.js';
import {
  type DveModel,
  type DveProcess,
  type DveTransition,
  type DveVariable,
  RANGES,
  type TypeName,
} from '../model.js';
import { executors, type Rendezvous } from './rendezvous.js';

/** A variable of the program: a shared one, or a local of a thread. */
export type Home =
  | { readonly kind: 'shared'; readonly variable: number }
  | { readonly kind: 'local'; readonly thread: number; readonly variable: number };

export interface Buffer {
  readonly length: number;
  /** For each value of a message an array with a cell for each message, the oldest first; cells behind the last are 0. */
  readonly values: readonly number[];
}

export interface Layout {
  readonly model: DveModel;
  readonly memory: MemoryModel;
  readonly shared: readonly SharedVariable[];
  /** By process; null for the property. */
  readonly threads: readonly (number | null)[];
  /** By process: the shared variable with its control state; null where that is the location of its thread. */
  readonly control: readonly (number | null)[];
  /** By channel; null for those without buffer. */
  readonly buffers: readonly (Buffer | null)[];
  readonly rendezvous: readonly Rendezvous[];
  /** By process: the variables that are locals of its thread, and their first values. */
  readonly locals: readonly {
    readonly variables: readonly Variable[];
    readonly initial: readonly (readonly number[])[];
  }[];
  home(owner: number | null, variable: number): Home;
}

/** `unbuffered`: global variables that are never buffered. */
export function layOut(
  model: DveModel,
  memory: MemoryModel,
  unbuffered: ReadonlySet<number>,
): Layout | { readonly refused: string } {
  const inStep = model.mode === 'sync';
  const written = new Set(
    systemTransitions(model)
      .flatMap(({ writes }) => writes)
      .flatMap(globalOf),
  );
  const isBuffered = (variable: number) => written.has(variable) && !unbuffered.has(variable);
  const isWeak = (variable: number) => hasBuffers(memory) && isBuffered(variable);
  const asked = seenByOthers(model);
  const meetings = inStep ? [] : executors(model, asked, isWeak);
  if ('refused' in meetings) return meetings;
  const partners = meetings.map(({ sender, receiver, bySender }) => (bySender ? receiver.process : sender.process));
  const open = new Set([...asked, ...partners]);
  const isOpen = (process: number) => inStep || process === model.property || open.has(process);

  const shared: SharedVariable[] = model.globals.map((variable, number) => ({
    ...declared(variable, variable.name),
    initial: variable.initial,
    ...(isBuffered(number) ? {} : { strong: true }),
  }));
  const strong = (variable: Variable, initial: readonly number[]): number =>
    shared.push({ ...variable, initial, strong: true }) - 1;
  const buffers = model.channels.map(({ name, types, arity, capacity, place }): Buffer | null => {
    if (capacity === 0) return null;
    const sort: Sort = { kind: 'range', low: 0, high: capacity };
    const length = strong({ name: `${name}.length`, sort, size: null, place }, [0]);
    const values = Array.from({ length: arity }, (_, position) => {
      const part = arity === 1 ? name : `${name}.${position + 1}`;
      const cell = { name: part, sort: sortOf(types?.[position] ?? 'int'), size: capacity, place };
      return strong(cell, new Array<number>(capacity).fill(0));
    });
    return { length, values };
  });
  const processes = model.processes.map((process, number) => {
    const { name, states, initial, variables, place } = process;
    if (!isOpen(number)) return { control: null, homes: null };
    const sort: Sort = { kind: 'enum', name: '', constructors: states.map((state) => state.name) };
    // The states of the property are those of an automaton beside the program.
    const control = number === model.property ? null : strong({ name, sort, size: null, place }, [initial]);
    const homes = variables.map((variable) => strong(declared(variable, `${name}.${variable.name}`), variable.initial));
    return { control, homes };
  });
  let count = 0;
  const threads = model.processes.map((_, process) => {
    if (process === model.property) return null;
    return inStep ? 0 : count++;
  });
  const home = (owner: number | null, variable: number): Home => {
    if (owner === null) return { kind: 'shared', variable };
    const own = processes[owner]?.homes;
    if (own === undefined) throw new Error('a variable that is not in the model');
    const thread = threads[owner];
    if (own !== null) return { kind: 'shared', variable: own[variable] as number };
    return { kind: 'local', thread: thread as number, variable };
  };
  const locals = model.processes.map(({ variables }, process) => {
    const own = isOpen(process) ? [] : variables;
    return { variables: own.map((each) => declared(each, each.name)), initial: own.map(({ initial }) => initial) };
  });
  const control = processes.map((process) => process.control);
  return { model, memory, shared, threads, control, buffers, rendezvous: meetings, locals, home };
}

/** The locations of the thread of a process. */
export function locationsOf({ control }: Layout, process: number, { states }: DveProcess): Location[] {
  if (control[process] !== null) return [{ labels: [], failure: null }];
  return states.map(({ name }) => ({ labels: [name], failure: null }));
}

export function sortOf(type: TypeName): Sort {
  return { kind: 'range', ...RANGES[type] };
}

function declared({ type, size, place }: DveVariable, name: string): Variable {
  return { name, sort: sortOf(type), size, place };
}

/** Those of all processes but the property. */
function systemTransitions({ processes, property }: DveModel): DveTransition[] {
  return processes.flatMap(({ transitions }, process) => (process === property ? [] : transitions));
}

function globalOf({ owner, variable }: { readonly owner: number | null; readonly variable: number }): number[] {
  return owner === null ? [variable] : [];
}

/** Processes whose control states others must see. */
function seenByOthers({ processes, property }: DveModel): Set<number> {
  const seen = new Set<number>();
  for (const [process, { transitions, states }] of processes.entries()) {
    if (process === property) continue;
    if (states.some(({ committed }) => committed)) seen.add(process);
    for (const { looksAt } of transitions) for (const other of looksAt) if (other !== process) seen.add(other);
  }
  return seen;
}
