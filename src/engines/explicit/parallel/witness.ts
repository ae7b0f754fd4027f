/**
 * What a search by several threads has to show, in a kernel of its own: the states on the ways to some states, and what was
 * noted by all partitions. To this kernel a run, or where threads get stuck, is a question like after any other search
 * (`path.ts`, `deadlocks.ts`); but it does not have the other states.
 */
import type { Progress } from '../../engine.js';
import { NO_PARENT } from '../header.js';
import type { Kernel } from '../kernel.js';
import type { Marks } from '../marks.js';
import type { PartitionedSearch } from './search.js';

/** States by the references that they had, each with those before it. */
export class Ways {
  private readonly search: PartitionedSearch;
  private readonly numbers = new Map<number, number>();
  private readonly records: number[][] = [];

  constructor(search: PartitionedSearch) {
    this.search = search;
  }

  /** The number of the state here, and the steps to it. */
  *to(reference: number): Generator<Progress, { readonly state: number; readonly steps: number }> {
    const way: { readonly reference: number; readonly words: number[] }[] = [];
    for (let next = reference; next !== NO_PARENT; ) {
      const found = yield* this.search.state(next);
      way.unshift({ reference: next, words: [...found.subarray(0, -1)] });
      next = found.at(-1) as number;
    }
    let parent = NO_PARENT;
    for (const { reference: own, words } of way) {
      const known = this.numbers.get(own);
      const number: number = known ?? this.records.push([...words, parent]) - 1;
      this.numbers.set(own, number);
      parent = number;
    }
    return { state: parent, steps: way.length - 1 };
  }

  heldBy(kernel: Kernel): Kernel {
    kernel.hold(this.records);
    return kernel;
  }
}

/** What all partitions have noted, in a kernel that was not used yet. */
export function* notedBy(search: PartitionedSearch, kernel: Kernel, marks: Marks): Generator<Progress, Kernel> {
  const all = yield* search.marks();
  const ways = new Ways(search);
  const told: [address: number, value: number][] = [];
  for (let k = 0; k < marks.count; k++) {
    const address = marks.first + 4 * k;
    const values = all.map((words) => words[k] as number);
    if (k < marks.edgeCount) told.push([address, values.some((value) => value !== 0) ? 1 : 0]);
    else if (address === marks.premises) told.push([address, values.reduce((one, other) => one & other)]);
    else {
      const nearest = yield* nearestOf(search, ways, values);
      told.push([address, nearest === null ? 0 : nearest + 1]);
    }
  }
  ways.heldBy(kernel);
  for (const [address, value] of told) kernel.note(address, value);
  kernel.set('full', search.full ? 1 : 0);
  return kernel;
}

/** Of the states that each partition has noted, each by its number and one more, one that takes the fewest steps. */
function* nearestOf(
  search: PartitionedSearch,
  ways: Ways,
  noted: readonly number[],
): Generator<Progress, number | null> {
  let nearest: { readonly state: number; readonly steps: number } | null = null;
  for (const [partition, value] of noted.entries()) {
    if (value === 0) continue;
    const found = yield* ways.to(search.reference(partition, value - 1));
    if (nearest === null || found.steps < nearest.steps) nearest = found;
  }
  return nearest?.state ?? null;
}
