/**
 * The view machine, straight from its definition (docs/internals/engines/parameterized.md, "The two machines"): nothing here
 * is shared with the engine, and what terms and formulas mean is the judge's business (`memory/operational/evaluate.ts`).
 *
 * A configuration is a state, whose weak cells are the memory at the start; a history of batches, each with its writer; and
 * for each process its position: how many batches it has certainly seen. There is one step for each transition, each
 * choice of processes, each position to read at and each choice of the values that are left open.
 */
import { rational } from '../../../../src/logic/rational.js';
import { bind, holdsIn, type View } from '../../../../src/memory/operational/evaluate.js';
import { effectsIn } from '../../../../src/memory/operational/machine.js';
import {
  cellAt,
  type Instance,
  makeInstance,
  type State,
  showCell,
  showCellValue,
  valueAt,
} from '../../../../src/memory/operational/state.js';
import { actorOf } from '../../../../src/memory/operational/store-buffers.js';
import { distinctTuples } from '../../../../src/memory/operational/tuples.js';
import { numberValue, type Value, valueKey } from '../../../../src/memory/operational/values.js';
import { readsWeak, writesWeak } from '../../../../src/memory/operational/weak-accesses.js';
import type { ArraySystem, Formula, Sort, Transition } from '../../../../src/models/array-system/model.js';
import { candidates } from '../../../random/open-values.js';

/** The weak writes of one transition, by the places of their cells. An atomic batch may be empty. */
export interface Batch {
  readonly writer: number;
  readonly atomic: boolean;
  readonly writes: ReadonlyMap<number, Value>;
}

export interface Configuration {
  /** Local cells as they are, weak ones as they were at the start. */
  readonly state: State;
  readonly history: readonly Batch[];
  /** The position of process #p is at p - 1. */
  readonly positions: readonly number[];
}

type Deed = 'local' | 'read' | 'write' | 'atomic';

export interface ViewMachine {
  readonly instance: Instance;
  /** For each transition whether it only reads, only writes, or both, or neither. */
  readonly deeds: readonly Deed[];
  /** For each transition whether its guard speaks of fences. */
  readonly fences: readonly boolean[];
  readonly weak: readonly boolean[];
}

/** A step: the position read at (null when nothing is read), the value of each place that was left open. */
export interface Step {
  readonly transition: number;
  readonly arguments: readonly number[];
  readonly position: number | null;
  readonly after: Configuration;
}

export function makeViewMachine(system: ArraySystem, processes: number): ViewMachine {
  const instance = makeInstance(system, processes);
  return {
    instance,
    deeds: system.transitions.map((t) =>
      readsWeak(t) ? (writesWeak(t) ? 'atomic' : 'read') : writesWeak(t) ? 'write' : 'local',
    ),
    fences: system.transitions.map((t) => hasFence(t.guard)),
    weak: instance.cells.map(({ symbol }) => symbol.weak),
  };
}

function hasFence(formula: Formula): boolean {
  switch (formula.kind) {
    case 'fence':
      return true;
    case 'not':
      return hasFence(formula.operand);
    case 'and':
    case 'or':
      return formula.operands.some(hasFence);
    case 'forall':
    case 'exists':
      return hasFence(formula.body);
    default:
      return false;
  }
}

/** No history, and everybody at its start. */
export function startOf({ instance }: ViewMachine, state: State): Configuration {
  return { state, history: [], positions: new Array(instance.processes).fill(0) };
}

/** What a process sees in a cell at a position: its own last write when that lies after it, else memory as it was then. */
export function seenAt({ state, history }: Configuration, process: number, place: number, position: number): Value {
  for (let i = history.length; i > position; i--) {
    const batch = history[i - 1] as Batch;
    const own = batch.writer === process ? batch.writes.get(place) : undefined;
    if (own !== undefined) return own;
  }
  for (let i = position; i > 0; i--) {
    const value = (history[i - 1] as Batch).writes.get(place);
    if (value !== undefined) return value;
  }
  return valueAt(state, place);
}

/** The number of the last batch of a process, or 0. */
export function lastBatchOf({ history }: Configuration, process: number): number {
  return history.findLastIndex(({ writer }) => writer === process) + 1;
}

/** The first position at which all processes together can be looked at (J in Theorem 1). */
export function firstJoint({ history, positions }: Configuration): number {
  return Math.max(history.findLastIndex(({ atomic }) => atomic) + 1, ...positions);
}

/** How a process sees all cells at a position. */
function viewAt(machine: ViewMachine, configuration: Configuration, actor: number, position: number): View {
  return {
    instance: machine.instance,
    see: (_, place) =>
      machine.weak[place] ? seenAt(configuration, actor, place, position) : valueAt(configuration.state, place),
    fence: () => lastBatchOf(configuration, actor) <= position,
  };
}

/** How each process that is named sees the cells, at a position of its own or a common one. */
export function viewOfReaders(
  machine: ViewMachine,
  configuration: Configuration,
  positionOf: (reader: number) => number,
): View {
  return {
    instance: machine.instance,
    see: (reader, place) =>
      machine.weak[place] && reader !== null
        ? seenAt(configuration, reader, place, positionOf(reader))
        : valueAt(configuration.state, place),
    fence: () => {
      throw new Error('a property has no fence');
    },
  };
}

/** Every step of a transition with these distinct processes. */
export function stepsOf(
  machine: ViewMachine,
  configuration: Configuration,
  index: number,
  given: readonly number[],
): Step[] {
  const transition = machine.instance.system.transitions[index] as Transition;
  const actor = actorOf(transition, given) as number;
  const now = configuration.history.length;
  const position = configuration.positions[actor - 1] as number;
  const deed = machine.deeds[index] as Deed;
  if (deed === 'atomic') return stepsAt(machine, configuration, index, given, now);
  if (deed !== 'read' && !machine.fences[index]) return stepsAt(machine, configuration, index, given, null);
  const out: Step[] = [];
  for (let g = position; g <= now; g++) out.push(...stepsAt(machine, configuration, index, given, g));
  return out;
}

function stepsAt(
  machine: ViewMachine,
  configuration: Configuration,
  index: number,
  given: readonly number[],
  position: number | null,
): Step[] {
  const { instance, weak, deeds } = machine;
  const transition = instance.system.transitions[index] as Transition;
  const actor = actorOf(transition, given) as number;
  const before = configuration.positions[actor - 1] as number;
  const view = viewAt(machine, configuration, actor, position ?? before);
  if (!holdsIn(view, transition.guard, bind(transition.parameters, given))) return [];
  const atomic = deeds[index] === 'atomic';
  const effects = effectsIn(view, transition, given);
  let chosen: Value[][] = [[]];
  for (const { place, value } of effects) {
    const { sort } = cellAt(instance, place).symbol;
    const values = value === null ? openValues(instance, sort, configuration) : [value];
    chosen = chosen.flatMap((start) => values.map((v) => [...start, v]));
  }
  return chosen.map((values) => {
    const state = [...configuration.state];
    const writes = new Map<number, Value>();
    for (const [i, { place }] of effects.entries()) {
      if (weak[place]) writes.set(place, values[i] as Value);
      else state[place] = values[i] as Value;
    }
    const writesNothing = writes.size === 0 && !atomic;
    const history = writesNothing
      ? configuration.history
      : [...configuration.history, { writer: actor, atomic, writes }];
    const reached = atomic ? history.length : (position ?? before);
    const positions = configuration.positions.with(actor - 1, reached);
    return { transition: index, arguments: given, position, after: { state, history, positions } };
  });
}

const NUMBERS = Array.from({ length: 13 }, (_, i) => numberValue(rational(i - 5)));

/** The values that a cell may be given where the model leaves it open; numbers are sampled. */
export function openValues(instance: Instance, sort: Sort, configuration: Configuration): readonly Value[] {
  if (sort.kind === 'int' || sort.kind === 'real') return NUMBERS;
  return candidates(instance, sort, valuesIn(configuration)).values;
}

function valuesIn({ state, history }: Configuration): Value[] {
  return [...state, ...history.flatMap(({ writes }) => [...writes.values()])];
}

export function allSteps(machine: ViewMachine, configuration: Configuration): Step[] {
  const { system, processes } = machine.instance;
  return system.transitions.flatMap(({ parameters }, index) =>
    [...distinctTuples(processes, parameters.length)].flatMap((given) => stepsOf(machine, configuration, index, given)),
  );
}

/** Equal for equal configurations. */
export function keyOf({ state, history, positions }: Configuration): string {
  const batches = history.map(({ writer, atomic, writes }) => {
    const written = [...writes].sort(([a], [b]) => a - b).map(([place, value]) => `${place}=${valueKey(value)}`);
    return `${writer}${atomic ? '!' : ':'}${written.join(',')}`;
  });
  return `${state.map((value) => valueKey(value)).join(' ')}|${batches.join(';')}|${positions.join(',')}`;
}

export function showConfiguration({ instance, weak }: ViewMachine, configuration: Configuration): string {
  const { state, history, positions } = configuration;
  const value = (v: Value) => showCellValue(instance, v);
  const cells = instance.cells.map((cell, k) => `${showCell(cell)} = ${value(valueAt(state, k))}`);
  const batches = history.map(({ writer, atomic, writes }) => {
    const shown = [...writes].map(([place, v]) => `${showCell(cellAt(instance, place))} := ${value(v)}`);
    return `#${writer} ${atomic ? 'atomically ' : ''}{ ${shown.join('; ')} }`;
  });
  return [
    `  local: ${cells.filter((_, k) => !weak[k]).join(', ')}`,
    `  memory at the start: ${cells.filter((_, k) => weak[k]).join(', ')}`,
    `  history: ${batches.length === 0 ? 'none' : batches.join(', ')}`,
    `  positions: ${positions.map((at, p) => `#${p + 1} at ${at}`).join(', ')}`,
  ].join('\n');
}

export function showStep({ instance }: ViewMachine, { transition, arguments: given, position }: Step): string {
  const { name } = instance.system.transitions[transition] as Transition;
  const at = position === null ? '' : ` at position ${position}`;
  return `${name}(${given.map((p) => `#${p}`).join(', ')})${at}`;
}
