/**
 * Exhaustive exploration of one instance on the machine of a memory model, breadth first: the oracle for everything that
 * answers about weak memory.
 *
 * A violation comes as a shortest trace and has been replayed. `complete` means that every configuration was seen that
 * buffers of the given bound can lead to, and the model's own `invariant` declarations were taken at their word:
 * configurations that they say are never reached are left out. Without `values` numbers that the model leaves open, at the
 * start or by `?`, are sampled, and the exploration is not complete; with `values` these are all the numbers there are.
 */

import { rational } from '../../../src/logic/rational.js';
import { type MemoryName, memoryNamed } from '../../../src/memory/models.js';
import type { Choice } from '../../../src/memory/operational/machine.js';
import { findViolationIn, satisfiesIn } from '../../../src/memory/operational/properties.js';
import { type RunStep, replay } from '../../../src/memory/operational/replay.js';
import { type Cell, placeOf, type State, valueAt } from '../../../src/memory/operational/state.js';
import {
  type Configuration,
  enabledSteps,
  type Machine,
  type MachineStep,
  makeMachine,
  openCells,
  perform,
  start,
  viewOfReaders,
} from '../../../src/memory/operational/store-buffers.js';
import { numberValue, type Value } from '../../../src/memory/operational/values.js';
import type { Trace } from '../../../src/memory/trace.js';
import type { ArraySystem } from '../../../src/models/array-system/model.js';
import { candidates, stateKey } from '../../random/open-values.js';
import { initialStates } from './initial-states.js';

export interface ExploreOptions {
  /** The most batches in one queue; no bound unless given. */
  readonly bound?: number | null;
  /** The most configurations that are stored. */
  readonly limit?: number;
  /** The numbers to try where a number is left open. */
  readonly values?: readonly number[];
}

export interface Explored {
  readonly violated: Trace | null;
  readonly complete: boolean;
  readonly configurations: number;
}

interface Node {
  readonly configuration: Configuration;
  readonly parent: Node | null;
  /** How the parent led here; null at the start. */
  readonly step: RunStep | null;
}

const LIMIT = 200_000;
const SAMPLES = [0, 1];

export function exploreAll(
  system: ArraySystem,
  processes: number,
  memory: MemoryName,
  { bound = null, limit = LIMIT, values }: ExploreOptions = {},
): Explored {
  const machine = makeMachine(system, processes, memoryNamed(memory), bound);
  const { instance } = machine;
  const numbers = (values ?? SAMPLES).map((number) => numberValue(rational(number)));
  const initial = initialStates(instance, numbers);
  let complete = initial.closed || values !== undefined;
  const seen = new Set<string>();
  const queue: Node[] = [];

  /** Whether the node is new and unsafe. */
  const visit = (node: Node): boolean => {
    const view = viewOfReaders(machine, node.configuration);
    if (system.invariants.some((invariant) => satisfiesIn(view, invariant) !== null)) return false;
    const key = keyOf(machine, node.configuration);
    if (seen.has(key)) return false;
    seen.add(key);
    queue.push(node);
    return findViolationIn(view) !== null;
  };
  const found = (node: Node): Explored => ({
    violated: traceTo(machine, node),
    complete: false,
    configurations: seen.size,
  });

  for (const state of initial.states) {
    const node = { configuration: start(machine, state), parent: null, step: null };
    if (visit(node)) return found(node);
  }
  for (let next = 0; next < queue.length; next++) {
    const parent = queue[next] as Node;
    for (const step of enabledSteps(machine, parent.configuration)) {
      const open = fillings(machine, parent.configuration, step, numbers);
      if (!open.closed && values === undefined) complete = false;
      for (const choose of open.choices) {
        const configuration = perform(machine, parent.configuration, step, choose);
        const node = { configuration, parent, step: step.kind === 'drain' ? step : { ...step, choose } };
        if (visit(node)) return found(node);
        if (seen.size >= limit) return { violated: null, complete: false, configurations: seen.size };
      }
    }
  }
  return { violated: null, complete, configurations: seen.size };
}

/** Every way to fill the cells that a step leaves open; not `closed` when numbers were sampled. */
function fillings(
  machine: Machine,
  configuration: Configuration,
  step: MachineStep,
  numbers: readonly Value[],
): { choices: Choice[]; closed: boolean } {
  const { instance } = machine;
  let closed = true;
  let filled: Map<number, Value>[] = [new Map()];
  for (const cell of openCells(machine, configuration, step)) {
    const place = placeOf(instance, cell.symbol, cell.indices);
    const isNumber = cell.symbol.sort.kind === 'int' || cell.symbol.sort.kind === 'real';
    if (isNumber) closed = false;
    filled = filled.flatMap((before) => {
      const present = [...allValues(configuration), ...before.values()];
      const values = isNumber ? numbers : candidates(instance, cell.symbol.sort, present).values;
      return values.map((value) => new Map(before).set(place, value));
    });
  }
  const choices = filled.map(
    (values): Choice =>
      (symbol, indices) =>
        values.get(placeOf(instance, symbol, indices)) as Value,
  );
  return { choices, closed };
}

function allValues({ state, buffers }: Configuration): Value[] {
  return [...state, ...buffers.flat().flatMap(({ batches }) => batches.flat().map(({ value }) => value))];
}

/** Equal for configurations that nothing can tell apart: up to the names of data and the exact places of nobodies. */
function keyOf({ instance }: Machine, configuration: Configuration): string {
  const shape = configuration.buffers.map((buffer) =>
    buffer.map(({ batches }) => batches.map((batch) => batch.map(({ place }) => place).join(',')).join(';')).join('|'),
  );
  return `${shape.join(' ')} ${stateKey(instance, allValues(configuration))}`;
}

function traceTo(machine: Machine, last: Node): Trace {
  const { instance, memory, bound } = machine;
  const steps: RunStep[] = [];
  let first = last;
  for (let node: Node = last; node.parent !== null; node = node.parent) {
    if (node.step !== null) steps.unshift(node.step);
    first = node.parent;
  }
  const state: State = first.configuration.state;
  const initial = (symbol: Cell['symbol'], indices: readonly number[]) =>
    valueAt(state, placeOf(instance, symbol, indices));
  const result = replay(instance.system, { processes: instance.processes, initial, steps }, memory, bound);
  if (!result.ok) throw new Error(`an explored run does not replay: step ${result.step}, ${result.reason}`);
  return result.trace;
}
