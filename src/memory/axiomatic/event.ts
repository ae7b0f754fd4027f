/**
 * Events: what instructions do to memory (Cubicle-W paper, sections 2.1 and 2.4).
 *
 * An event is all reads, or all writes, of one instruction, told apart by the locations they access. An instruction that
 * reads and writes gives two of them; when it is locked they are atomic together. A fence is an event without accesses.
 * Each location has an initial write, which belongs to no thread.
 */

/** A number, or the address of a location, which is spelled like the location. */
export type Value = bigint | string;

export interface Access {
  readonly location: string;
  readonly value: Value;
}

/** What a fence orders: everything around it; the writes; nothing that the models here relax. */
export type FenceKind = 'full' | 'store' | 'load';

/** As much of an event as the order of its thread depends on. */
export interface Point {
  readonly kind: 'read' | 'write' | 'fence';
  /** From 0; null for initial writes. */
  readonly thread: number | null;
  /** Counts the instructions that the thread has executed: the events of one have the same number. */
  readonly instruction: number;
  readonly locations: readonly string[];
  /** Part of an atomic read-modify-write (also one that did not write in the end). */
  readonly locked: boolean;
  readonly fence: FenceKind | null;
}

export interface MemoryEvent extends Point {
  /** Position in `Execution.events`. */
  readonly id: number;
  readonly accesses: readonly Access[];
  /** The instruction as its author wrote it; empty for initial writes. */
  readonly origin: string;
}

/** A candidate execution: the events of one run of each thread, and two relations (section 2.3). */
export interface Execution {
  readonly events: readonly MemoryEvent[];
  /** For every read of a location the write that it takes its value from. */
  readonly rf: readonly { readonly write: number; readonly read: number; readonly location: string }[];
  /** For every location all its writes, the initial one first. */
  readonly co: ReadonlyMap<string, readonly number[]>;
}
