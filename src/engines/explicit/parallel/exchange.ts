/**
 * What the members of a crew share: memory in which orders are given, what each partition has to tell is noted, and boxes of
 * states are handed over. One member gives orders and does its own part of them; the others wait for an order, do their part
 * and say that they are done. Between two orders nobody but the first touches anything, so what is read then is settled:
 * neither speed nor chance decides what is found, only the order of partitions.
 */

/** What is done by all. */
export const ORDER = { expand: 1, receive: 2, look: 3, marks: 4, end: 5 } as const;
export type Order = (typeof ORDER)[keyof typeof ORDER];

/** Words at the beginning: the number of the order that was given last, the order, who is done, and who has failed. */
const GIVEN = 0;
const WHICH = 1;
const DONE = 2;
const FAILED = 3;
/** What an order is about: a level begins, or the number of a state. */
const ABOUT = 4;
const FIRST_NOTE = 16;

/** What a partition tells after each order, in words. */
export const NOTE = {
  count: 0,
  /** States whose successors are known, and states of the level whose successors are not. */
  expanded: 1,
  left: 10,
  /** Since the last order. */
  transitions: 2,
  status: 3,
  state: 4,
  what: 5,
  fault: 6,
  full: 7,
  /** Not 0 where there was no room. */
  limited: 8,
  megabytes: 9,
} as const;
const NOTES = 16;

export interface ExchangeSizes {
  readonly members: number;
  readonly partitions: number;
  /** Of a box, and of what a partition answers when it is asked about a state or its marks. */
  readonly boxBytes: number;
  readonly answerBytes: number;
}

export interface Shared {
  readonly sizes: ExchangeSizes;
  /** Not shared where there is one member only: not every host has memory to share. */
  readonly words: SharedArrayBuffer | ArrayBuffer;
}

/** Looks before a member goes to sleep: the others are near. */
const LOOKS = 2_000;

export class Exchange {
  readonly sizes: ExchangeSizes;
  private readonly words: Int32Array;
  private readonly sentAt: number;
  private readonly boxesAt: number;
  private readonly answersAt: number;
  private seen = 0;

  constructor({ sizes, words }: Shared) {
    this.sizes = sizes;
    this.words = new Int32Array(words);
    this.sentAt = FIRST_NOTE + NOTES * sizes.partitions;
    this.boxesAt = this.sentAt + sizes.partitions ** 2;
    this.answersAt = this.boxesAt + (sizes.partitions ** 2 * sizes.boxBytes) / 4;
  }

  static shared(sizes: ExchangeSizes): Shared {
    const { partitions, boxBytes, answerBytes } = sizes;
    const words = FIRST_NOTE + NOTES * partitions + partitions ** 2;
    const bytes = 4 * words + partitions ** 2 * boxBytes + partitions * answerBytes;
    return { sizes, words: sizes.members === 1 ? new ArrayBuffer(bytes) : new SharedArrayBuffer(bytes) };
  }

  /** To the others. */
  give(order: Order, about: number): void {
    this.words[WHICH] = order;
    this.words[ABOUT] = about;
    Atomics.store(this.words, DONE, 0);
    Atomics.add(this.words, GIVEN, 1);
    Atomics.notify(this.words, GIVEN);
  }

  /** Waits for the next order, as long as that takes. */
  taken(): { readonly order: Order; readonly about: number } {
    // Who is woken may be woken for the order before, which was seen without waiting: only another number is another order.
    while (Atomics.load(this.words, GIVEN) === this.seen) this.changed(GIVEN, this.seen, Number.POSITIVE_INFINITY);
    this.seen = Atomics.load(this.words, GIVEN);
    return { order: this.words[WHICH] as Order, about: this.words[ABOUT] as number };
  }

  done(): void {
    Atomics.add(this.words, DONE, 1);
    Atomics.notify(this.words, DONE);
  }

  fail(): void {
    Atomics.store(this.words, FAILED, 1);
  }

  get hasFailed(): boolean {
    return Atomics.load(this.words, FAILED) !== 0;
  }

  /** Whether all others are done, after so many milliseconds at the latest. */
  allDone(milliseconds: number): boolean {
    for (;;) {
      const done = Atomics.load(this.words, DONE);
      if (done === this.sizes.members - 1) return true;
      if (done >= this.sizes.members) throw new Error('a member has obeyed an order twice');
      if (!this.changed(DONE, done, milliseconds)) return false;
    }
  }

  private changed(at: number, from: number, milliseconds: number): boolean {
    for (let look = 0; look < LOOKS; look++) if (Atomics.load(this.words, at) !== from) return true;
    return Atomics.wait(this.words, at, from, milliseconds) !== 'timed-out';
  }

  note(partition: number, note: keyof typeof NOTE, value: number): void {
    this.words[FIRST_NOTE + NOTES * partition + NOTE[note]] = value;
  }

  noted(partition: number, note: keyof typeof NOTE): number {
    return this.words[FIRST_NOTE + NOTES * partition + NOTE[note]] as number;
  }

  /** What one partition has for another. */
  send(from: number, to: number, records: Int32Array): void {
    const pair = from * this.sizes.partitions + to;
    this.words[this.sentAt + pair] = records.length;
    this.words.set(records, this.boxesAt + (pair * this.sizes.boxBytes) / 4);
  }

  sent(from: number, to: number): Int32Array {
    const pair = from * this.sizes.partitions + to;
    const at = this.boxesAt + (pair * this.sizes.boxBytes) / 4;
    return this.words.subarray(at, at + (this.words[this.sentAt + pair] as number));
  }

  /** What a partition answers. */
  answer(partition: number, words: ArrayLike<number>): void {
    this.words.set(words, this.answersAt + (partition * this.sizes.answerBytes) / 4);
  }

  answered(partition: number, words: number): Int32Array {
    const at = this.answersAt + (partition * this.sizes.answerBytes) / 4;
    return this.words.slice(at, at + words);
  }
}
