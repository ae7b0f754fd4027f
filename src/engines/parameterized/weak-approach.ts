/**
 * TSO: view cubes or event cubes, traces turned into runs of the store-buffer machine.
 *
 * The search orders an execution by when its writes reach memory; the machine wants to know when buffers drain. A trace
 * gives each process its transitions in program order and an initial state; which interleaving with drains makes an
 * execution of them is searched for on the machine itself (memory/operational/schedule.ts), whose answer is replayed like
 * every other. Pre-images are exact but for universal guards, which are asked only of the processes at hand: where no
 * schedule exists, the trace is spurious.
 */

import { Literals } from '../../logic/literals.js';
import { rational } from '../../logic/rational.js';
import { TSO } from '../../memory/models.js';
import { findSchedule, type Plan, type PlannedStep } from '../../memory/operational/schedule.js';
import { type Cell, makeInstance } from '../../memory/operational/state.js';
import {
  constructorValue,
  datumValue,
  numberValue,
  processValue,
  type Value,
} from '../../memory/operational/values.js';
import { numbersOf } from '../../models/array-system/mentions.js';
import type { ArraySystem, Transition } from '../../models/array-system/model.js';
import { type GuardedCommand, type NormalForm, normalForm } from '../../models/array-system/normal-form.js';
import { Approach, type Confirmation, type Judged, judged } from './approach.js';
import type { Cube } from './cube.js';
import { ExploredInstance } from './explored-instance.js';
import type { Form } from './form.js';
import { Exploration } from './forward/explore.js';
import { type ViewMachine, viewMachine } from './forward/view-machine.js';
import { runFound } from './found.js';
import { initialState } from './ground.js';
import { Instantiation } from './instantiate.js';
import { rootOf, type SearchNode } from './node.js';
import { pathOf } from './path.js';
import { Safety } from './safety.js';
import { StaleInstance } from './stale-instance.js';

/** Configurations of the machine that are tried for one trace, and for one that leads to a guess. */
const MOST_CONFIGURATIONS = 100_000;
const FEW_CONFIGURATIONS = 5_000;
/** States under sequential consistency for which lingering values are collected, all at once. */
const MOST_STALE = 20_000;

export abstract class WeakApproach<C extends Cube> extends Approach<C> {
  override readonly forward: NormalForm;
  override readonly patience = 60;
  override readonly inStages = false;
  /** More make slow guesses, and rarely better ones. */
  override readonly mostStates = 20_000;
  /** Read under sequential consistency. */
  private readonly strong: NormalForm;
  private readonly machine: ViewMachine;

  constructor(normal: NormalForm, literals: Literals, form: Form<C>) {
    super(normal, literals, form);
    this.machine = viewMachine(normal.system);
    this.forward = normalForm(this.machine.system);
    this.strong = normalForm(normal.system);
  }

  protected override culprits(node: SearchNode<C>): number[] {
    const { steps } = pathOf(node, this.normal.system.processes);
    const inexact = steps.filter(({ command }) => command.universals.length > 0 || this.mayMiss(command));
    return inexact.map((s) => s.command.transition);
  }

  /** Whether a step of it may write nothing: that depends on all processes, as a universal guard does. */
  private mayMiss({ updates }: GuardedCommand): boolean {
    const { symbols } = this.normal.system;
    return [...updates].some(
      ([symbol, update]) =>
        symbols[symbol]?.weak && update.kind === 'case' && update.binders > 0 && update.otherwise === 'unchanged',
    );
  }

  /** A run of the view machine says which transitions each process takes: the same schedule question. */
  override replayFound(exploration: Exploration): Judged {
    const { system } = this.normal;
    const { machine } = this;
    const literals = new Literals(machine.system, this.forward.usesConstants);
    const safety = new Safety(literals, new Instantiation(literals), this.forward);
    const run = runFound(this.forward, literals, safety, exploration);
    if (run === null) return { ok: false, reason: 'the state found does not satisfy init', step: 0 };
    const initial = makeInstance(system, run.processes).cells.map((cell) => run.initial(cell.symbol, cell.indices));
    const steps = run.steps.flatMap((step) => {
      const transition = step.kind === 'drain' ? -1 : (machine.origins[step.transition] as number);
      return step.kind === 'drain' || transition < 0 ? [] : [{ transition, arguments: step.arguments }];
    });
    const confirmed = this.schedule(run.processes, initial, steps, null, MOST_CONFIGURATIONS);
    if (confirmed.kind === 'real') return { ok: true, run: confirmed.run };
    return { ok: false, reason: 'no schedule of its transitions was found', step: run.steps.length + 1 };
  }

  override instances(explorations: readonly Exploration[]): ExploredInstance[] {
    return explorations.filter((e) => e.count > 0).map((e) => new ExploredInstance(this.literals, e, this.machine));
  }

  /** What guesses are judged by. */
  protected *explored(exploration: Exploration): Generator<void, ExploredInstance> {
    const { processes, mode } = exploration.layout;
    const stale = exploration.complete || mode === 'finder' ? null : yield* this.staleInstance(processes);
    return stale ?? new ExploredInstance(this.literals, exploration, this.machine);
  }

  /** For an instance that is too large with all the ways to lag: what lingers under sequential consistency. */
  private *staleInstance(processes: number): Generator<void, StaleInstance | null> {
    const exploration = new Exploration(this.strong, processes, 'oracle', MOST_STALE, false);
    for (const _ of exploration.run()) yield;
    if (!exploration.complete) return null;
    const stale = new StaleInstance(this.literals, exploration, this.normal.system);
    yield* stale.collect();
    return stale;
  }

  /** From an initial state that satisfies the first cube. */
  protected override confirmWith(node: SearchNode<C>, processes: number): Confirmation {
    return this.execution(node, processes, rootOf(node).property, MOST_CONFIGURATIONS);
  }

  /**
   * A guess is true of the processes that it names, and refuted by one that joins further back and never was what a universal
   * guard asked of all. Such a guess is not given up: the guards on the way are kept precisely, and it has a second chance.
   */
  override doubts(node: SearchNode<C>): boolean {
    const culprits = this.culprits(node);
    if (!this.form.canRefine(culprits)) return false;
    const { processes } = pathOf(node, this.normal.system.processes);
    const found = this.execution(node, processes, 'all steps', FEW_CONFIGURATIONS);
    return found.kind === 'spurious' && this.form.refine(culprits);
  }

  private execution(node: SearchNode<C>, processes: number, property: Plan['property'], limit: number): Confirmation {
    const conjunction = this.form.initialConjunction(node.cube, processes);
    if (conjunction === null) return { kind: 'undecided', reason: 'its first state could not be completed' };
    const instance = makeInstance(this.normal.system, processes);
    const { state, numbers } = initialState(this.normal, this.literals, conjunction, instance);
    const steps = pathOf(node, this.normal.system.processes).steps.map(({ command, slots }) => ({
      transition: command.transition,
      arguments: slots.slice(0, command.parameters).map((p) => numbers[p] as number),
    }));
    return this.schedule(processes, state, steps, property, limit);
  }

  /** An execution in which each process takes its transitions in this order. */
  private schedule(
    processes: number,
    initial: readonly Value[],
    steps: readonly { readonly transition: number; readonly arguments: readonly number[] }[],
    property: Plan['property'],
    limit: number,
  ): Confirmation {
    const { system } = this.normal;
    const candidates = candidateValues(system, processes);
    const threads: PlannedStep[][] = Array.from({ length: processes }, () => []);
    for (const [rank, { transition, arguments: given }] of steps.entries()) {
      const { parameters, actor } = system.transitions[transition] as Transition;
      const acting = given[parameters.indexOf(actor as string)] as number;
      threads[acting - 1]?.push({ transition, arguments: given, rank, candidates });
    }
    const found = findSchedule(system, TSO, { processes, initial, threads, property }, limit);
    if (found.run === null) {
      if (found.exhaustive) return { kind: 'spurious' };
      return { kind: 'undecided', reason: 'it has too many interleavings to try them all' };
    }
    if (property === 'all steps') return { kind: 'real', run: found.run };
    const replayed = judged(system, found.run, TSO);
    if (replayed.ok) return { kind: 'real', run: replayed.run };
    throw new Error(`a schedule found on the machine does not replay: ${replayed.reason} (step ${replayed.step})`);
  }
}

/** Values worth trying where a transition leaves one open: all of a finite sort, and numbers about those in the model. */
function candidateValues(system: ArraySystem, processes: number): (cell: Cell) => readonly Value[] {
  const known = numbersOf(system);
  const numbers = new Set([0n, 1n, ...known.flatMap((n) => [n, n + 1n, n - 1n])]);
  return ({ symbol }) => {
    switch (symbol.sort.kind) {
      case 'enum': {
        const { sort } = symbol;
        return sort.constructors.map((_, value) => constructorValue(sort, value));
      }
      case 'proc':
        // The processes, and what is none of them, below, between and above.
        return Array.from({ length: 2 * processes + 1 }, (_, k) => processValue(rational(k + 1, 2)));
      case 'abstract': {
        const { sort } = symbol;
        return [1, 2, 3].map((datum) => datumValue(sort, datum));
      }
      default:
        return [...numbers].map((n) => numberValue(rational(n)));
    }
  };
}
