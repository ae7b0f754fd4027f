/**
 * What the engine needs besides a form of cube: to make a trace of the search concrete, to exclude it when it turns out
 * spurious, to guess with the help of explored instances, and to say what it has proved. One approach for each form.
 */

import type { Literal, Literals } from '../../logic/literals.js';
import type { MemoryModel } from '../../memory/models.js';
import { type Run, replay } from '../../memory/operational/replay.js';
import type { ArraySystem, Property } from '../../models/array-system/model.js';
import type { NormalForm } from '../../models/array-system/normal-form.js';
import type { ViewedCube } from '../../models/array-system/view-cube.js';
import type { Reason } from '../remarks.js';
import type { Cube } from './cube.js';
import type { ExploredInstance } from './explored-instance.js';
import type { Form } from './form.js';
import type { Exploration } from './forward/explore.js';
import { rootOf, type SearchNode } from './node.js';
import { pathOf } from './path.js';
import type { Guesser } from './search.js';

/** A run that the machine performs, or why it does not. */
export type Judged =
  | { readonly ok: true; readonly run: Run }
  | { readonly ok: false; readonly reason: string; readonly step: number };

export function judged(system: ArraySystem, run: Run, memory: MemoryModel): Judged {
  const replayed = replay(system, run, memory);
  return replayed.ok ? { ok: true, run } : replayed;
}

export type Confirmation =
  | { readonly kind: 'real'; readonly run: Run }
  | { readonly kind: 'spurious' }
  | { readonly kind: 'undecided'; readonly reason: string };

/** Why a trace is not taken for a violation. */
export function unconfirmed(confirmation: Confirmation): Reason {
  const why =
    confirmation.kind === 'undecided' ? confirmation.reason : 'it is not an execution of the processes it names';
  return { code: 'unconfirmed', why };
}

/** A cube of a proof as people read it, and as certificates are made of it: one of the two, or neither. */
export interface DescribedCube {
  readonly shown: string;
  readonly property: Property | null;
  readonly viewed: ViewedCube | null;
}

/** What explored instances are good for: guesses, and an opinion on what is reached. */
export interface Guide<C> extends Guesser<C> {
  /** No explored state satisfies the literals under any naming; false where that is not known. */
  unreached(conjunction: readonly Literal[]): boolean;
  /** The cube with these literals and no others. */
  cubeOf(conjunction: readonly Literal[]): C;
  /** No explored state is in the cube, as far as they tell. */
  allows(cube: C): boolean;
  /** Its literals may be about what processes see, in one group of reads or several. */
  readonly seesViews: boolean;
}

/** Processes beside those of a trace, where the system counts its processes. */
const MORE = 4;

export abstract class Approach<C extends Cube> {
  readonly form: Form<C>;
  /** The system whose small instances are explored. */
  abstract readonly forward: NormalForm;
  /** Cubes visited before finite instances are explored, if they are explored all at once. */
  abstract readonly patience: number;
  /** Few states of few processes make good guesses. */
  abstract readonly inStages: boolean;
  /** How many states of one instance are worth exploring. */
  abstract readonly mostStates: number;
  protected readonly normal: NormalForm;
  protected readonly literals: Literals;

  constructor(normal: NormalForm, literals: Literals, form: Form<C>) {
    this.normal = normal;
    this.literals = literals;
    this.form = form;
  }

  /** What explored states say, also of explorations that were cut short. */
  abstract instances(explorations: readonly Exploration[]): ExploredInstance[];
  /** What guesses by explored states, made piece by piece. */
  abstract guide(explorations: readonly Exploration[], fixed: boolean): Generator<void, Guide<C> | null>;
  abstract describe(cube: C): DescribedCube;
  /** A violation found by forward exploration, replayed. */
  abstract replayFound(exploration: Exploration): Judged;
  /** Whether the way back to this node is an execution of so many processes. */
  protected abstract confirmWith(node: SearchNode<C>, processes: number): Confirmation;
  /** Transitions on a spurious trace whose universal guards, kept precisely, may exclude it. */
  protected abstract culprits(node: SearchNode<C>): Iterable<number>;

  counts(): Record<string, number> {
    return this.form.counts();
  }

  /** Whether some instance has an initial state. */
  hasInitialStates(): boolean {
    const empty = { processes: 0, literals: new Int32Array(0), universals: [] };
    return this.form.safety.initialConjunction(empty, this.normal.system.processes ?? 1) !== null;
  }

  /**
   * Is the way back from an unsafe cube to this one, which meets init, a real execution? Replayed when it is. Tries exactly
   * the processes of the trace, then as many as the unsafe condition has parameters, mentioned or not.
   */
  confirm(node: SearchNode<C>): Confirmation {
    const { processes } = this.normal.system;
    const taking = Math.max(pathOf(node, processes).processes, processes ?? 1);
    const first = this.confirmWith(node, taking);
    const { property } = rootOf(node);
    const arity = Math.max(...this.normal.unsafe.filter((u) => u.property === property).map((u) => u.arity));
    if (first.kind === 'real' || processes !== null) return first;
    // A trace may leave open how many processes there are, and yet depend on it.
    const more = this.normal.system.census === undefined ? [] : Array.from({ length: MORE }, (_, k) => taking + k + 1);
    for (const wanted of arity > taking ? [arity, ...more] : more) {
      const wider = this.confirmWith(node, wanted);
      if (wider.kind === 'real') return wider;
    }
    return first;
  }

  /** The way from init to a guess is no execution, and the form is more precise now. */
  doubts(_node: SearchNode<C>): boolean {
    return false;
  }

  /** Makes the form more precise along a spurious trace; false when there is nothing left to keep. */
  refine(node: SearchNode<C>): boolean {
    return this.form.refine(this.culprits(node));
  }
}
