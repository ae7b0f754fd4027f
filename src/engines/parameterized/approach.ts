/**
 * What the engine needs besides a form of cube: to make a trace of the search concrete, to exclude it when it turns out
 * spurious, to guess with the help of explored instances, and to say what it has proved. One approach for each memory model.
 */
import type { Replay } from '../../memory/operational/replay.js';
import type { Property } from '../../models/array-system/model.js';
import type { NormalForm } from '../../models/array-system/normal-form.js';
import type { CubeForm, SearchNode } from './form.js';
import type { Exploration } from './forward/explore.js';
import type { Guesser } from './search.js';

export type Confirmation =
  | { readonly kind: 'real'; readonly replay: Extract<Replay, { ok: true }> }
  | { readonly kind: 'spurious' }
  | { readonly kind: 'undecided'; readonly reason: string };

export interface Approach<C> {
  readonly form: CubeForm<C>;
  /** The system whose small instances are explored. */
  readonly forward: NormalForm;
  /** Cubes visited before finite instances are explored. */
  readonly patience: number;
  /** How many states of one instance are worth exploring. */
  readonly mostStates: number;
  counts(): Record<string, number>;
  /** Some instance has an initial state. */
  hasInitialStates(): boolean;
  /** Is the way back from an unsafe cube to this one, which meets init, a real execution? Replayed when it is. */
  confirm(node: SearchNode<C>): Confirmation;
  /** Makes the form more precise along a spurious trace; false when there is nothing left to keep. */
  refine(node: SearchNode<C>): boolean;
  /** A violation found by forward exploration, replayed. */
  replayFound(exploration: Exploration): Replay;
  guesser(explorations: readonly Exploration[], fixed: boolean): Guesser<C> | null;
  /** A cube of a proof as people read it; and as a property, where certificates can be made of it. */
  describe(cube: C): { readonly shown: string; readonly property: Property | null };
}
