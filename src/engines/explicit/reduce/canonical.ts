/**
 * One state for each orbit: the threads of a group are sorted by keys (`thread-keys.ts`), on the words of a state in place.
 *
 * The key of a thread goes with it when threads are exchanged, so states of one orbit are sorted into one, unless threads
 * with equal keys are different after all. That does no harm: whatever results is a state of the orbit, since it is made by
 * exchanges (`transposition.ts`), and an orbit with two representatives is only searched twice.
 *
 * States that come here differ little from one that is sorted, so exchanges are rare. Which of them were made is noted in
 * the bits of `swaps0`, `swaps1`...: a run is told in the names of the threads with which it began (`path.ts`).
 */
import { binary, constant, get, type Statement, set, when } from '../code/code.js';
import type { Layout } from '../layout.js';
import { sortingNetwork } from './sorting-network.js';
import type { SymmetryGroup } from './symmetry.js';
import { keyName, keysOf } from './thread-keys.js';
import { transposition } from './transposition.js';

/** An exchange that may be made, of threads given by their positions in a group. */
export interface Comparator {
  readonly group: SymmetryGroup;
  readonly one: number;
  readonly other: number;
}

interface Canonicalisation {
  readonly statements: readonly Statement[];
  /** By the number of their bits in `swaps0`, `swaps1`... */
  readonly comparators: readonly Comparator[];
}

export function canonicalisation(layout: Layout, groups: readonly SymmetryGroup[]): Canonicalisation {
  const comparators: Comparator[] = [];
  const statements = groups.flatMap((group) => {
    const others = groups.filter((other) => other !== group);
    const sorted = sortingNetwork(group.threads.length).map(([one, other]) => {
      const number = comparators.push({ group, one, other }) - 1;
      const swaps = `swaps${number >>> 5}`;
      return when(binary('<u', get(keyName(other)), get(keyName(one))), [
        set('x', get(keyName(one))),
        set(keyName(one), get(keyName(other))),
        set(keyName(other), get('x')),
        ...transposition(layout, group, one, other),
        set(swaps, binary('|', get(swaps), constant(1 << (number & 31)))),
      ]);
    });
    return [...keysOf(layout, group, others), ...sorted];
  });
  return { statements, comparators };
}
