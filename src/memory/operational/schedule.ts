/**
 * From what each process does to a run of the store-buffer machine: an interleaving, with drains, that ends in a violation.
 *
 * An engine that has no buffers knows for a counterexample which transitions each process performs, in program order, and in
 * which order the writes reach memory: their ranks. That order can be taken to be the engine's own order of transitions,
 * because under TSO some schedule agrees with co (theorem 1 of the Cubicle-W paper). What the engine does not say is when
 * the transitions happen. In the view of its form (a write reaches memory when it is issued, and readers lag behind) a
 * process that reads an old value is a process that ran early and whose own writes waited. So here transitions run as early
 * as they can, and memory changes in the order of ranks.
 *
 * That is a depth-first search over configurations, each visited once. First writes are taken to memory in the order of
 * ranks only. A step is taken at once, without alternatives, when it is enabled, does not write to memory directly, and
 * takes nothing from weak cells but the truth of its guard: local cells are its own, and its writes wait, so whatever a
 * schedule does before that step can be done after it. (This is the rule of the language that only the process itself reads
 * and writes its cells that are not weak.) Choices are left where a value is read and kept: there the engine's order is
 * tried first, and where the engine says how far the reader lags, that. With good hints the search goes straight on; with
 * wrong ones the configurations are few, since only loads and drains interleave.
 *
 * If that fails the search is made again without the order of ranks, which PSO needs where co of two cells and the order of
 * the writes in a process can't be had together, and the hints only say what is tried first. When that ends without being
 * cut, no schedule of all the planned steps ends in the violation. Nothing here is trusted: the run goes to the judge.
 */

import type { ArraySystem, StateSymbol, Transition } from '../../models/array-system/model.js';
import type { MemoryModel } from '../models.js';
import type { Batch } from './buffers.js';
import type { Choice } from './machine.js';
import { findViolationIn } from './properties.js';
import type { Run, RunStep } from './replay.js';
import { type Cell, placeOf, type State, valueAt } from './state.js';
import {
  batchOf,
  type Configuration,
  configurationKey,
  type DrainStep,
  drains,
  isBuffered,
  type Machine,
  makeMachine,
  obstacle,
  openCells,
  perform,
  start,
  viewOfReaders,
} from './store-buffers.js';
import type { Value } from './values.js';
import { updatesReadWeak, writesWeak } from './weak-accesses.js';

export interface PlannedStep {
  /** Position in `ArraySystem.transitions`. */
  readonly transition: number;
  readonly arguments: readonly number[];
  /** Its place in the order in which writes reach memory; no two steps of a plan share one. */
  readonly rank: number;
  /** Writes up to this rank have reached memory when it reads, as far as the engine knows; its own rank unless given. */
  readonly view?: number;
  /** Values to try for a cell that the step leaves open; the one it has in memory unless given. */
  readonly candidates?: (cell: Cell) => readonly Value[];
}

export interface Plan {
  readonly processes: number;
  /** A value for every cell of the instance. */
  readonly initial: State;
  /** For each process, #1 first, what it does, in program order. */
  readonly threads: readonly (readonly PlannedStep[])[];
  /** Position in `ArraySystem.unsafe` of the condition to end in, null for any; or that all steps are taken, wherever it ends. */
  readonly property: number | null | 'all steps';
}

export interface Schedule {
  /** For `replay`; null when none was found. */
  readonly run: Run | null;
  /** When none was found: whether every schedule was tried, from this initial state and with these values. */
  readonly exhaustive: boolean;
  readonly configurations: number;
}

/** `limit` is the most configurations that are looked at. */
export function findSchedule(system: ArraySystem, memory: MemoryModel, plan: Plan, limit: number): Schedule {
  const machine = makeMachine(system, plan.processes, memory);
  const ordered = new Search(machine, plan, true, Math.ceil(limit / 2));
  const found = ordered.run();
  if (found !== null) return { run: found, exhaustive: false, configurations: ordered.configurations };
  const free = new Search(machine, plan, false, limit - ordered.configurations);
  const run = free.run();
  const configurations = ordered.configurations + free.configurations;
  return { run, exhaustive: run === null && !free.cut, configurations };
}

interface Node {
  readonly configuration: Configuration;
  /** For each thread how many of its steps are done. */
  readonly done: readonly number[];
  readonly parent: Node | null;
  /** How the parent led here; null at the start. */
  readonly step: RunStep | null;
}

class Search {
  configurations = 0;
  cut = false;
  private readonly seen = new Set<string>();
  /** The rank of the step that issued a batch. */
  private readonly ranks = new Map<Batch, number>();
  /** For each thread and number of steps done, the lowest rank among the writes still to be issued. */
  private readonly unissued: readonly (readonly number[])[];
  private readonly machine: Machine;
  private readonly plan: Plan;
  private readonly ordered: boolean;
  private readonly limit: number;

  constructor(machine: Machine, plan: Plan, ordered: boolean, limit: number) {
    this.machine = machine;
    this.plan = plan;
    this.ordered = ordered;
    this.limit = limit;
    this.unissued = plan.threads.map((thread) => {
      const lowest = [Number.POSITIVE_INFINITY];
      for (const step of [...thread].reverse()) {
        const own = writesWeak(this.transition(step)) ? step.rank : Number.POSITIVE_INFINITY;
        lowest.unshift(Math.min(own, lowest[0] as number));
      }
      return lowest;
    });
  }

  run(): Run | null {
    const { plan, machine } = this;
    const last = this.violation();
    if (last === null) return null;
    const steps: RunStep[] = [];
    for (let node: Node | null = last; node?.step != null; node = node.parent) steps.push(node.step);
    const initial = (symbol: StateSymbol, indices: readonly number[]) =>
      valueAt(plan.initial, placeOf(machine.instance, symbol, indices));
    return { processes: plan.processes, initial, steps: steps.reverse() };
  }

  /** The first violation met, depth first. */
  private violation(): Node | null {
    const configuration = start(this.machine, this.plan.initial);
    const root: Node = { configuration, done: this.plan.threads.map(() => 0), parent: null, step: null };
    const path: Iterator<Node>[] = [[root].values()];
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const { value: node, done } = top.next();
      if (done) path.pop();
      else if (this.isNew(node)) {
        if (this.isViolation(node)) return node;
        path.push(this.successors(node));
      }
      if (this.cut) return null;
    }
    return null;
  }

  private isNew(node: Node): boolean {
    const key = `${node.done.join(' ')};${configurationKey(this.machine, node.configuration)}`;
    if (this.seen.has(key)) return false;
    if (this.configurations >= this.limit) {
      this.cut = true;
      return false;
    }
    this.seen.add(key);
    this.configurations++;
    return true;
  }

  private isViolation({ configuration, done }: Node): boolean {
    const { property, threads } = this.plan;
    if (property === 'all steps') return threads.every((steps, thread) => done[thread] === steps.length);
    return findViolationIn(viewOfReaders(this.machine, configuration), property) !== null;
  }

  private *successors(node: Node): Generator<Node> {
    const { machine, plan } = this;
    const enabled = plan.threads.flatMap((steps, thread) => {
      const step = steps[node.done[thread] as number];
      return step !== undefined && obstacle(machine, node.configuration, { kind: 'transition', ...step }) === null
        ? [{ thread, step }]
        : [];
    });
    enabled.sort((one, other) => one.step.rank - other.step.rank);
    const free = enabled.find(({ step }) => this.canComeFirst(step));
    if (free !== undefined) {
      yield* this.afterTransition(node, free.thread, free.step);
      return;
    }
    const pending = drains(node.configuration).map((drain) => ({
      drain,
      rank: this.rankOf(node.configuration, drain),
    }));
    const unissued = Math.min(...this.unissued.map((ranks, thread) => ranks[node.done[thread] as number] as number));
    const next = Math.min(unissued, ...pending.map(({ rank }) => rank));
    const moves: { readonly when: number; readonly nodes: () => Iterable<Node> }[] = [];
    for (const { drain, rank } of pending) {
      if (this.ordered && rank !== next) continue;
      moves.push({ when: rank, nodes: () => [this.afterDrain(node, drain)] });
    }
    for (const { thread, step } of enabled) {
      if (this.ordered && this.writesMemory(step) && step.rank !== next) continue;
      moves.push({ when: step.view ?? step.rank, nodes: () => this.afterTransition(node, thread, step) });
    }
    moves.sort((one, other) => one.when - other.when);
    for (const { nodes } of moves) yield* nodes();
  }

  /** Whether nothing is lost when the step, being enabled, is taken before all others. */
  private canComeFirst(step: PlannedStep): boolean {
    const isLocal = this.machine.instance.system.weak;
    return isLocal && !this.writesMemory(step) && !updatesReadWeak(this.transition(step));
  }

  /** Whether weak writes of the step reach memory with it. */
  private writesMemory(step: PlannedStep): boolean {
    return writesWeak(this.transition(step)) && !isBuffered(this.machine, step.transition);
  }

  private afterDrain(node: Node, drain: DrainStep): Node {
    const configuration = perform(this.machine, node.configuration, drain, noChoice);
    return { configuration, done: node.done, parent: node, step: drain };
  }

  /** One node for each way to fill the cells that the step leaves open. */
  private *afterTransition(node: Node, thread: number, planned: PlannedStep): Generator<Node> {
    const { machine } = this;
    const { transition, arguments: given, rank } = planned;
    const step = { kind: 'transition' as const, transition, arguments: given };
    const done = node.done.with(thread, (node.done[thread] as number) + 1);
    const cells = openCells(machine, node.configuration, step);
    const places = cells.map(({ symbol, indices }) => placeOf(machine.instance, symbol, indices));
    const candidates = cells.map((cell, position) => {
      return planned.candidates?.(cell) ?? [valueAt(node.configuration.state, places[position] as number)];
    });
    for (const values of combinations(candidates)) {
      const choose: Choice = (symbol, indices) =>
        values[places.indexOf(placeOf(machine.instance, symbol, indices))] as Value;
      const configuration = perform(machine, node.configuration, step, choose);
      for (const batch of configuration.buffers.flat().flatMap(({ batches }) => batches)) {
        if (!this.ranks.has(batch)) this.ranks.set(batch, rank);
      }
      yield { configuration, done, parent: node, step: { transition, arguments: given, choose } };
    }
  }

  private rankOf(configuration: Configuration, drain: DrainStep): number {
    const batch = batchOf(configuration, drain);
    const rank = batch === null ? undefined : this.ranks.get(batch);
    if (rank === undefined) throw new Error('what waits in a buffer was put there by a planned step');
    return rank;
  }

  private transition(step: PlannedStep): Transition {
    const transition = this.machine.instance.system.transitions[step.transition];
    if (transition === undefined) throw new Error(`the model has no transition number ${step.transition}`);
    return transition;
  }
}

/** One value of each list, in every way. */
function* combinations(lists: readonly (readonly Value[])[]): Generator<readonly Value[]> {
  const [first, ...rest] = lists;
  if (first === undefined) {
    yield [];
    return;
  }
  for (const value of first) for (const others of combinations(rest)) yield [value, ...others];
}

const noChoice: Choice = () => {
  throw new Error('a drain leaves no cell open');
};
