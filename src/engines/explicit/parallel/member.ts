/** A member of a crew: some partitions, and what is done with them when an order comes (`exchange.ts`). */
import { runBytes } from '../code/module.js';
import type { RegionSizes } from '../regions.js';
import { firstBytes, type KernelFunctions } from '../store.js';
import { Exchange, ORDER, type Order, type Shared } from './exchange.js';
import { Partition, referred } from './partition.js';

/** What a member is given, by whatever way threads talk. */
export interface Given {
  readonly shared: Shared;
  /** The kernel as WebAssembly. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly sizes: RegionSizes;
  /** Where marks are noted, and how many there are. */
  readonly marks: {
    readonly at: number;
    readonly count: number;
    readonly premises: number;
    readonly untold: number;
  } | null;
  /** The numbers of its partitions. */
  readonly partitions: readonly number[];
}

export class Member {
  readonly exchange: Exchange;
  private readonly partitions: readonly Partition[];
  private readonly marks: Given['marks'];

  constructor({ shared, bytes, sizes, marks, partitions }: Given) {
    this.exchange = new Exchange(shared);
    this.marks = marks;
    this.partitions = partitions.map((number) => {
      const partition = new Partition(number, sizes, (regions) =>
        runBytes<KernelFunctions>(bytes, firstBytes(regions)),
      );
      if (marks !== null) partition.note(marks.premises, marks.untold);
      return partition;
    });
  }

  partition(number: number): Partition | null {
    return this.partitions.find((each) => each.number === number) ?? null;
  }

  obey(order: Order, about: number): void {
    switch (order) {
      case ORDER.expand:
        for (const partition of this.partitions) this.expand(partition, about !== 0);
        return;
      case ORDER.receive:
        for (const partition of this.partitions) this.receive(partition);
        return;
      case ORDER.look:
        this.look(about);
        return;
      case ORDER.marks:
        for (const partition of this.partitions) this.tellMarks(partition);
        return;
      case ORDER.end:
        return;
    }
  }

  private expand(partition: Partition, levelBegins: boolean): void {
    if (levelBegins) partition.nextLevel();
    if (!partition.expandSome()) this.exchange.note(partition.number, 'limited', 1);
    for (let to = 0; to < this.exchange.sizes.partitions; to++)
      this.exchange.send(partition.number, to, partition.box(to));
    partition.emptyBoxes();
  }

  private receive(partition: Partition): void {
    const { exchange } = this;
    const { number } = partition;
    for (let from = 0; from < exchange.sizes.partitions; from++)
      if (!partition.receive(exchange.sent(from, number))) exchange.note(number, 'limited', 1);
    for (const field of ['count', 'status', 'state', 'what', 'fault', 'full'] as const)
      exchange.note(number, field, partition.get(field));
    exchange.note(number, 'transitions', partition.get('transitions') + partition.get('again'));
    exchange.note(number, 'expanded', partition.expanded);
    exchange.note(number, 'left', partition.left);
    exchange.note(number, 'megabytes', Math.ceil(partition.bytes / 2 ** 20));
    partition.set('transitions', 0);
    partition.set('again', 0);
  }

  /** Answers with the words of a state and the reference to its parent. */
  private look(reference: number): void {
    const wanted = referred(reference, this.exchange.sizes.partitions);
    const partition = wanted === null ? null : this.partition(wanted.partition);
    if (wanted === null || partition === null) return;
    this.exchange.answer(wanted.partition, [...partition.state(wanted.id), partition.parent(wanted.id)]);
  }

  private tellMarks(partition: Partition): void {
    if (this.marks === null) return;
    const { at, count } = this.marks;
    this.exchange.answer(
      partition.number,
      Array.from({ length: count }, (_, k) => partition.noted(at + 4 * k)),
    );
  }
}

/** The life of a member that others give orders to. */
export function work(given: Given): void {
  const member = new Member(given);
  const { exchange } = member;
  for (;;) {
    const { order, about } = exchange.taken();
    try {
      member.obey(order, about);
    } catch (error) {
      exchange.fail();
      throw error;
    } finally {
      exchange.done();
    }
    if (order === ORDER.end) return;
  }
}
