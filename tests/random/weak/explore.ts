/**
 * Exhaustive exploration of one instance, breadth first, on the machine of a memory model: the oracle of the random tests.
 *
 * As `../explore.ts` does it for sequential consistency: 'violated' comes with a shortest run and is always true, 'safe'
 * means that every reachable configuration was seen, anything else is 'incomplete'. Buffers are bounded, so 'safe' needs
 * also that no transition ever found its buffer full. Configurations that the model's own `invariant` declarations exclude
 * are left out.
 */
import { type MemoryName, memoryNamed } from '../../../src/memory/models.js';
import type { Choice } from '../../../src/memory/operational/machine.js';
import { findViolationIn, satisfiesIn } from '../../../src/memory/operational/properties.js';
import type { RunStep } from '../../../src/memory/operational/replay.js';
import { placeOf, type State, valueAt } from '../../../src/memory/operational/state.js';
import {
  type Configuration,
  drains,
  type Machine,
  type MachineStep,
  makeMachine,
  obstacle,
  openCells,
  perform,
  start,
  viewOfReaders,
} from '../../../src/memory/operational/store-buffers.js';
import { distinctTuples } from '../../../src/memory/operational/tuples.js';
import type { Value } from '../../../src/memory/operational/values.js';
import type { ArraySystem } from '../../../src/models/array-system/model.js';
import type { Exploration } from '../explore.js';
import { initialStates } from '../initial-states.js';
import { candidates, stateKey } from '../open-values.js';

export interface WeakLimits {
  /** Configurations stored. */
  readonly configurations: number;
  /** Combinations of values tried for the initial states. */
  readonly initial: number;
  /** Configurations with larger numbers than this are not stepped from. */
  readonly numbers: number;
  /** The most batches in one queue of a buffer. */
  readonly bound: number;
}

interface Node {
  readonly configuration: Configuration;
  readonly depth: number;
  readonly parent: Node | null;
  /** How the parent led here; null at the start. */
  readonly step: RunStep | null;
}

const NO_CHOICE: Choice = () => {
  throw new Error('nothing is left open here');
};

export function exploreWeak(
  system: ArraySystem,
  processes: number,
  memory: MemoryName,
  limits: WeakLimits,
): Exploration {
  const machine = makeMachine(system, processes, memoryNamed(memory), limits.bound);
  const { instance } = machine;
  const steps = system.transitions.flatMap(({ parameters }, transition) =>
    [...distinctTuples(processes, parameters.length)].map((tuple) => ({
      kind: 'transition' as const,
      transition,
      arguments: tuple,
    })),
  );
  const initial = initialStates(instance, limits.initial);
  let complete = initial.exact;
  let full = false;
  let depth = 0;
  const seen = new Set<string>();
  const queue: Node[] = [];

  /** Whether the node is new and unsafe. */
  const visit = (node: Node): boolean => {
    const { configuration } = node;
    const view = viewOfReaders(machine, configuration);
    if (system.invariants.some((invariant) => satisfiesIn(view, invariant) !== null)) return false;
    const values = allValues(configuration);
    const key = `${shapeOf(configuration)} ${stateKey(instance, values)}`;
    if (seen.has(key)) return false;
    if (seen.size >= limits.configurations) {
      complete = false;
      full = true;
      return false;
    }
    seen.add(key);
    depth = node.depth;
    if (findViolationIn(view) !== null) return true;
    if (values.some((value) => isLarge(value, limits.numbers))) complete = false;
    else queue.push(node);
    return false;
  };
  const found = (node: Node): Exploration => ({
    verdict: 'violated',
    run: { processes, ...runTo(machine, node) },
    states: seen.size,
    depth,
  });

  for (const state of initial.states) {
    const node = { configuration: start(machine, state), depth: 0, parent: null, step: null };
    if (visit(node)) return found(node);
  }
  for (let next = 0; next < queue.length && !full; next++) {
    const parent = queue[next] as Node;
    const { configuration } = parent;
    const enabled: MachineStep[] = drains(configuration);
    for (const step of steps) {
      const hindered = obstacle(machine, configuration, step);
      if (hindered === null) enabled.push(step);
      else if (hindered === 'full') complete = false;
    }
    for (const step of enabled) {
      const open = fillings(machine, configuration, step);
      if (!open.exact) complete = false;
      for (const choose of open.choices) {
        const after = perform(machine, configuration, step, choose);
        const taken: RunStep = step.kind === 'drain' ? step : { ...step, choose };
        const node = { configuration: after, depth: parent.depth + 1, parent, step: taken };
        if (visit(node)) return found(node);
      }
    }
  }
  return { verdict: complete ? 'safe' : 'incomplete', run: null, states: seen.size, depth };
}

/** Every way to fill the cells that a step leaves open. */
function fillings(
  machine: Machine,
  configuration: Configuration,
  step: MachineStep,
): { choices: readonly Choice[]; exact: boolean } {
  const cells = openCells(machine, configuration, step);
  if (cells.length === 0) return { choices: [NO_CHOICE], exact: true };
  const { instance } = machine;
  let exact = true;
  let filled: Map<number, Value>[] = [new Map()];
  for (const { symbol, indices } of cells) {
    const place = placeOf(instance, symbol, indices);
    filled = filled.flatMap((before) => {
      const open = candidates(instance, symbol.sort, [...allValues(configuration), ...before.values()]);
      if (!open.exact) exact = false;
      return open.values.map((value) => new Map(before).set(place, value));
    });
  }
  const choices = filled.map(
    (values): Choice =>
      (symbol, indices) =>
        values.get(placeOf(instance, symbol, indices)) as Value,
  );
  return { choices, exact };
}

function allValues({ state, buffers }: Configuration): readonly Value[] {
  if (buffers.every((buffer) => buffer.length === 0)) return state;
  return [...state, ...buffers.flat().flatMap(({ batches }) => batches.flat().map(({ value }) => value))];
}

/** Which cells wait where. */
function shapeOf({ buffers }: Configuration): string {
  return buffers
    .map((buffer) =>
      buffer
        .map(({ batches }) => batches.map((batch) => batch.map(({ place }) => place).join(',')).join(';'))
        .join('|'),
    )
    .join(' ');
}

function isLarge(value: Value, limit: number): boolean {
  if (value.kind !== 'number') return false;
  const { numerator, denominator } = value.number;
  return (numerator < 0n ? -numerator : numerator) > BigInt(limit) * denominator;
}

function runTo(machine: Machine, last: Node): { initial: Choice; steps: RunStep[] } {
  const steps: RunStep[] = [];
  let first = last;
  for (let node: Node = last; node.parent !== null; node = node.parent) {
    if (node.step !== null) steps.unshift(node.step);
    first = node.parent;
  }
  const state: State = first.configuration.state;
  const initial: Choice = (symbol, indices) => valueAt(state, placeOf(machine.instance, symbol, indices));
  return { initial, steps };
}
