/**
 * Cubes of a proof under TSO, as data: sets of configurations of the view machine (docs/internals/engines/parameterized.md).
 *
 * There is one history of writes, memory is its last state, and each process reads at a position in it that only moves
 * forward. A cube says that there are distinct processes, and positions g(m) <= ... <= g(1) <= J <= now for each of them
 * (J is one for all, and there only if the cube is `joint`), such that
 *
 *   - the formula holds. A cell without reader is memory now, or local; one with a reader has a `moment`: k for what the
 *     process sees at g(k), 0 for what it sees at J;
 *   - the groups 1 to `fence`, and J where there is one and `fence` is not -1, lie after every write of their process;
 *   - the groups in `pending` lie before some write of their process.
 */
import type { Process, Property } from './model.js';

/** The parameters are distinct processes; without parameters the processes may be constants. */
export interface ViewedCube extends Property {
  /** One for each process of the cube. */
  readonly chains: readonly Chain[];
  readonly joint: boolean;
}

export interface Chain {
  readonly process: Process;
  /** How many positions besides J. */
  readonly groups: number;
  /** -1 for none. */
  readonly fence: number;
  readonly pending: readonly number[];
}
