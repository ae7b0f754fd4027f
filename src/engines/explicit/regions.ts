/**
 * Where things lie in the memory of a kernel:
 *
 *     header | batch | marks | list of successors | boxes | recent states | a portion | records of states | table
 *
 * There is room for as many records as the table may find. When the table is full, one twice as large is made further up, and
 * records go on where the old one was. So memory grows with the states, and never in large steps for small programs, which
 * would make the host collect garbage. The largest number of states follows from the limits, and from 4 GiB, where addresses
 * end. Before a state is expanded there is always room for all its successors and for those in the batch: nothing is ever
 * written beyond what is reserved.
 */
import { type Portion, type PortionPlaces, portionPlaces } from './ahead.js';
import { BATCH, listedBytes, statesListed, waitingBytes } from './batch.js';
import { ADDRESSES, PAGE } from './code/module.js';
import { HEADER_BYTES } from './header.js';
import type { Ring } from './parallel/sleep.js';
import { type Recent, recentBytes, recentPlaces } from './recent.js';
import { recordBytes } from './visited.js';

/** Places in the first table. */
export const FIRST_TABLE = 1024;
/** How full a table may get before it grows: a small one, where that takes little memory, any other, and one that cannot grow. */
const SMALL_LOAD = 0.5;
const LOAD = 0.75;
const LAST_LOAD = 0.9;
/** Places in the largest small table. */
const SMALL = 2 ** 22;

export interface RegionSizes {
  /** Words of a state. */
  readonly words: number;
  readonly swapWords: number;
  /** Words for what is noted on the way (`marks.ts`). */
  readonly marks: number;
  /** The most successors of a state. */
  readonly successors: number;
  /** Whether successors are told the host. */
  readonly listed: boolean;
  /** Where states are dealt out (`parallel/dealing.ts`). */
  readonly boxes: {
    readonly partitions: number;
    /** That a box for one of them holds. */
    readonly records: number;
    readonly lately: number;
    /** Places in the ring of sleepers (`parallel/sleep.ts`), 0 where nobody sleeps. */
    readonly ring: number;
  } | null;
  /** What is told at once, where several threads expand states and one stores them (`ahead.ts`). */
  readonly portion?: Portion;
  /** Whether it is noted which states were found a moment ago (`recent.ts`). */
  readonly noticing: boolean;
  readonly maxStates: number;
  readonly maxBytes: number;
}

export class Regions {
  readonly words: number;
  /** Where successors are told, and of how many states at once. */
  readonly listAt: number;
  readonly listed: number;
  /** Where the boxes are (`parallel/dealing.ts`): a word for the end of what is in each, the boxes, and one for what came in. */
  readonly endsAt: number;
  readonly boxesAt: number;
  readonly boxBytes: number;
  /** Bytes of a record in a box: where steppers sleep, it says who. */
  readonly sentRecord: number;
  readonly inboxAt: number;
  /** Where is noted what was sent lately: as many records as `boxes` says, a power of two. */
  readonly sentAt: number;
  /** Where it is noted who sleeps (`parallel/sleep.ts`); null where nobody does. */
  readonly ring: Ring | null;
  /** Where states are noted that were found a moment ago (`recent.ts`); null where they are not. */
  readonly recent: Recent | null;
  /** Where a portion is (`ahead.ts`); null where there is none. */
  readonly portion: PortionPlaces | null;
  /** Where the records begin. */
  readonly storeAt: number;
  /** The largest number of states that there is room for. */
  readonly mostStates: number;
  /** The end of the largest table. */
  readonly mostBytes: number;
  /** By how many states the search may go beyond a number before it looks whether that is reached. */
  readonly reach: number;
  private readonly record: number;
  private readonly largestTable: number;

  constructor(sizes: RegionSizes) {
    const { words, swapWords, marks, successors, listed, boxes, portion, noticing, maxStates, maxBytes } = sizes;
    this.words = words;
    this.record = recordBytes(words);
    this.reach = successors + BATCH;
    this.listed = listed ? statesListed(successors, swapWords) : 0;
    this.listAt = aligned(marksAt(words, swapWords) + 4 * marks);
    this.endsAt = aligned(this.listAt + this.listed * successors * listedBytes(swapWords));
    const { partitions, records, lately, ring } = boxes ?? { partitions: 0, records: 0, lately: 0, ring: 0 };
    this.boxesAt = aligned(this.endsAt + 4 * partitions);
    this.sentRecord = this.record + (ring > 0 ? 4 : 0);
    this.boxBytes = aligned(records * this.sentRecord);
    this.inboxAt = this.boxesAt + partitions * this.boxBytes;
    this.sentAt = this.inboxAt + (boxes === null ? 0 : this.boxBytes);
    const ringAt = aligned(this.sentAt + lately * this.sentRecord);
    this.ring = ring === 0 ? null : { at: ringAt, places: ring };
    const recentAt = aligned(ringAt + 4 * ring);
    const places = noticing ? recentPlaces(words, maxBytes) : 0;
    this.recent = noticing ? { at: recentAt, places } : null;
    const portionAt = aligned(recentAt + recentBytes(words, places));
    this.portion = portion === undefined ? null : portionPlaces(portionAt, words, portion, maxBytes);
    this.storeAt = this.portion === null ? portionAt : aligned(this.portion.end);
    const largest = this.largest(maxStates + this.reach + 2, Math.min(maxBytes, ADDRESSES));
    this.largestTable = largest.table;
    this.mostStates = largest.states;
    this.mostBytes = this.endOf(largest.table);
  }

  /** The largest table, and number of states, that is wanted and that so many bytes allow. */
  private largest(wanted: number, bytes: number): { table: number; states: number } {
    let best = { table: FIRST_TABLE, states: 0 };
    for (let table = FIRST_TABLE; 4 * table < bytes || table === FIRST_TABLE; table *= 2) {
      const inStore = Math.floor((bytes - this.storeAt - 4 * table - PAGE) / this.record);
      const states = Math.min(Math.floor(table * LAST_LOAD), inStore, wanted);
      if (states > best.states) best = { table, states };
    }
    return best;
  }

  /** How many states a table of this size may find. */
  roomIn(table: number): number {
    const load = table >= this.largestTable ? LAST_LOAD : table <= SMALL ? SMALL_LOAD : LOAD;
    return Math.min(Math.floor(table * load), this.mostStates);
  }

  /** Where a table of this size lies: behind the records for which it has room. */
  tableAt(table: number): number {
    return aligned(this.storeAt + this.roomIn(table) * this.record);
  }

  /** The end of a table of this size. */
  endOf(table: number): number {
    return this.tableAt(table) + 4 * table;
  }

  /** Where the record of a state lies. */
  recordAt(id: number): number {
    return this.storeAt + id * this.record;
  }
}

/** Where the marks are. */
export function marksAt(words: number, swapWords: number): number {
  return aligned(HEADER_BYTES + BATCH * waitingBytes(words, swapWords));
}

/** The next address that is a multiple of 64. */
function aligned(address: number): number {
  return 64 * Math.ceil(address / 64);
}
