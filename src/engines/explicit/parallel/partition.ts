/**
 * A partition of the states: a kernel's memory with the states whose hash says so, and boxes for what it finds of others.
 * It expands level by level, as far as the boxes allow.
 */
import type { RunningModule } from '../code/module.js';
import { NO_PARENT } from '../header.js';
import { type RegionSizes, Regions } from '../regions.js';
import { type KernelFunctions, Store } from '../store.js';
import { numberBits } from './dealing.js';

/** States that are expanded in one round, at most. */
const ROUND = 65_536;

export class Partition extends Store {
  readonly number: number;
  /** States whose successors are known, and where the level ends that is being expanded. */
  expanded = 0;
  private levelEnd = 0;

  constructor(number: number, sizes: RegionSizes, run: (regions: Regions) => RunningModule<KernelFunctions>) {
    const regions = new Regions(sizes);
    super(regions, run(regions));
    this.number = number;
    this.set('partition', number);
    // No state is, not even the first.
    this.set('expanding', -1);
    this.set('reference', referenceTo(number, 0, sizes.boxes?.partitions ?? 1));
    this.emptyBoxes();
  }

  /** States of this level that are still to be expanded. */
  get left(): number {
    return this.levelEnd - this.expanded;
  }

  /** The states that were found while a level was expanded are the next one. */
  nextLevel(): void {
    this.levelEnd = this.count;
  }

  /** Expands states of this level, until a box may be too full for more; false when there is no room for their successors. */
  expandSome(): boolean {
    const end = Math.min(this.levelEnd, this.expanded + ROUND);
    while (this.expanded < end && this.running && !this.isCrowded) {
      if (!this.makeRoom()) return false;
      this.expanded = this.expand(this.expanded, end);
    }
    return true;
  }

  get isCrowded(): boolean {
    return this.get('crowded') !== 0;
  }

  /** The words of the records for another partition. */
  box(partition: number): Int32Array {
    const { endsAt, boxesAt, boxBytes } = this.regions;
    const end = this.noted(endsAt + 4 * partition);
    return this.cells.subarray((boxesAt + partition * boxBytes) / 4, end / 4);
  }

  emptyBoxes(): void {
    const { endsAt, boxesAt, boxBytes } = this.regions;
    for (let partition = 0; boxesAt + partition * boxBytes < this.regions.inboxAt; partition++)
      this.note(endsAt + 4 * partition, boxesAt + partition * boxBytes);
    this.set('crowded', 0);
  }

  /** Takes what another partition has sent; false when there is no room. */
  receive(records: Int32Array): boolean {
    if (records.length === 0) return true;
    const count = (4 * records.length) / this.regions.sentRecord;
    if (!this.makeRoom(count)) return false;
    this.cells.set(records, this.regions.inboxAt / 4);
    this.functions.receive(count);
    return true;
  }
}

/** The reference to a state of a partition, as one word. */
export function referenceTo(partition: number, id: number, partitions: number): number {
  return (partition << numberBits(partitions)) | id;
}

/** The partition and the number of a state; null for the reference of those that have no parent. */
export function referred(
  reference: number,
  partitions: number,
): { readonly partition: number; readonly id: number } | null {
  if (reference === NO_PARENT) return null;
  const bits = numberBits(partitions);
  return { partition: reference >>> bits, id: reference & (2 ** bits - 1) };
}
