/**
 * A state of the second audit: one array for the numbers that are always there (memory, then locations, then the locals of each
 * thread), and for each thread its queues with what waits in them. It is changed in place, written as bytes, and read back.
 *
 * Store-store barriers part the writes of a thread into epochs, where its queues do not keep them in order. Those that still
 * have writes are numbered from 1, the oldest; the next write belongs to the newest of them, or to the one behind it when a
 * barrier has closed that one. Without barriers there are no epochs.
 *
 * A number takes a byte if it is small, and up to five: seven bits at a time, the least first, with the sign in the lowest. It
 * has 32 bits, with sign or without.
 */
import type { Program } from '../../models/program/model.js';
import { templateOf } from '../../models/program/parts.js';
import { TooLarge } from './expressions.js';
import { LONGEST_STATE } from './store.js';

/** Writes in a queue, the oldest batch first: how many writes, then cell and value of each. */
export interface Queue {
  /** The cell that it is for; -1 for the one queue of a thread. */
  readonly cell: number;
  readonly words: readonly number[];
  /** Of each batch. */
  readonly epochs: readonly number[];
}

export interface Waiting {
  readonly buffered: boolean;
  /** Batches have epochs. */
  readonly parted: boolean;
}

const NONE: readonly number[] = [];
/** Of the numbers with sign. */
const HIGHEST = 2 ** 31 - 1;

export class State {
  readonly cells: Float64Array;
  /** By thread: the queues that are not empty, by cell. Never changed, only replaced. */
  readonly queues: (readonly Queue[])[];
  /** By thread: that of its next write. */
  readonly epochs: number[];
  readonly threads: number;
  /** Where locations begin, and the locals of each thread. */
  readonly locations: number;
  readonly locals: readonly number[];
  readonly bytes = new Uint8Array(LONGEST_STATE + 1);
  readonly parted: boolean;
  private readonly buffered: boolean;
  private at = 0;

  constructor(program: Program, shared: number, { buffered, parted }: Waiting) {
    this.threads = program.threads.length;
    this.buffered = buffered;
    this.parted = parted;
    this.locations = shared;
    let end = shared + this.threads;
    this.locals = program.threads.map((_, thread) => {
      const begin = end;
      for (const { size } of templateOf(program, thread).locals) end += size ?? 1;
      return begin;
    });
    this.cells = new Float64Array(end);
    this.queues = program.threads.map(() => []);
    this.epochs = program.threads.map(() => 1);
  }

  /** Into `bytes`; how many. */
  write(): number {
    const { cells, queues, threads, parted, epochs } = this;
    this.at = 0;
    for (let k = 0; k < cells.length; k++) this.put(cells[k] as number);
    if (this.buffered) {
      for (let thread = 0; thread < threads; thread++) {
        const own = queues[thread] as readonly Queue[];
        this.put(own.length);
        if (parted) this.put(epochs[thread] as number);
        for (let k = 0; k < own.length; k++) {
          const { cell, words, epochs: those } = own[k] as Queue;
          this.put(cell);
          this.put(words.length);
          for (let word = 0; word < words.length; word++) this.put(words[word] as number);
          if (!parted) continue;
          this.put(those.length);
          for (let batch = 0; batch < those.length; batch++) this.put(those[batch] as number);
        }
      }
    }
    if (this.at > LONGEST_STATE) throw new TooLarge();
    return this.at;
  }

  read(bytes: Uint8Array, from: number): void {
    const { cells, queues, threads, parted } = this;
    this.at = from;
    for (let k = 0; k < cells.length; k++) cells[k] = this.take(bytes);
    if (!this.buffered) return;
    for (let thread = 0; thread < threads; thread++) {
      const count = this.take(bytes);
      if (parted) this.epochs[thread] = this.take(bytes);
      const own: Queue[] = [];
      for (let k = 0; k < count; k++) {
        const cell = this.take(bytes);
        const words = this.list(bytes);
        own.push({ cell, words, epochs: parted ? this.list(bytes) : NONE });
      }
      queues[thread] = own;
    }
  }

  private list(bytes: Uint8Array): number[] {
    const numbers: number[] = [];
    for (let length = this.take(bytes); length > 0; length--) numbers.push(this.take(bytes));
    return numbers;
  }

  private put(value: number): void {
    if (value > HIGHEST) {
      this.putLarge(2 * value);
      return;
    }
    let rest = ((value << 1) ^ (value >> 31)) >>> 0;
    while (rest > 127) {
      this.bytes[this.at++] = (rest & 127) | 128;
      rest >>>= 7;
    }
    this.bytes[this.at++] = rest;
  }

  private putLarge(value: number): void {
    let rest = value;
    for (; rest > 127; rest = Math.floor(rest / 128)) this.bytes[this.at++] = (rest % 128) + 128;
    this.bytes[this.at++] = rest;
  }

  private take(bytes: Uint8Array): number {
    let byte = bytes[this.at++] as number;
    let rest = byte & 127;
    for (let shift = 7; byte > 127; shift += 7) {
      byte = bytes[this.at++] as number;
      rest = shift < 28 ? rest | ((byte & 127) << shift) : rest + (byte & 127) * 2 ** shift;
    }
    if (rest > HIGHEST) return rest % 2 === 0 ? rest / 2 : -(rest + 1) / 2;
    return (rest >>> 1) ^ -(rest & 1);
  }
}
