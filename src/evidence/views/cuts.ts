/**
 * Where the positions of a cube lie about the write of a step.
 *
 * A step that writes appends a batch to the history. After the step each position that the cube speaks of is either the new
 * end of the history, *after* the write, or it was there before. Those after the write are an end piece of each chain, since
 * positions of one process are in order, and J is among them if any group is, since no group is after J. An atomic step moves
 * its actor to the end of the history, and no J is before an atomic write. A step that writes nothing leaves everything
 * where it is.
 *
 * A cut says which positions are after the write. Every step into the cube has one of the cuts listed here; those that
 * contradict what the cube says of the buffers are left out:
 *
 *   - after a write of the actor its positions are clear exactly if they are after it;
 *   - a position of another process that is after the write was `now` before, hence is clear.
 */
import type { Chain, ViewedCube } from '../../models/array-system/view-cube.js';

export interface Cut {
  /** Something is written. */
  readonly wrote: boolean;
  /** For each chain of the cube how many of its groups are after the write; they are the groups 1, 2 and so on. */
  readonly after: readonly number[];
  /** J is; false where there is none. */
  readonly joint: boolean;
}

/** `actor`: the position of the acting process among the chains; -1 where it is none of the cube's. */
export function* cuts(cube: ViewedCube, actor: number, atomic: boolean, wrote: boolean): Generator<Cut> {
  const { chains, joint } = cube;
  if (!wrote) {
    yield { wrote, after: chains.map(() => 0), joint: false };
    return;
  }
  const after: number[] = [];
  function* choose(next: number, any: boolean): Generator<Cut> {
    const chain = chains[next];
    if (chain === undefined) {
      const forced = atomic || any;
      for (const last of joint ? (forced ? [true] : [false, true]) : [false]) {
        if (!last && joint && actor >= 0 && (chains[actor] as Chain).fence >= 0) continue;
        yield { wrote, after: [...after], joint: last };
      }
      return;
    }
    const own = next === actor;
    for (let count = own && atomic ? chain.groups : 0; count <= chain.groups; count++) {
      if (chain.pending.some((group) => group <= count)) break;
      if (own && count < Math.min(chain.fence, chain.groups)) continue;
      after.push(count);
      yield* choose(next + 1, any || count > 0);
      after.pop();
    }
  }
  yield* choose(0, false);
}
