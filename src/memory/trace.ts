/**
 * An execution as people read it: what each step read, changed, buffered and drained. Only the replay of a run on the
 * operational machine makes one (`operational/`), so whatever stands here has happened on that machine. Plain data:
 * everything here can be printed as JSON.
 */
import type { EventGraph, Relation } from './event-graph.js';
import type { MemoryName } from './models.js';

/** A value as people read it: a constructor, a number (`3`, `-1/2`), a process (`#2`), `nobody`, a datum (`data!1`). */
export type Value = string;

/** One cell that a step changed: `PC[#1]`, before and after. */
export interface Change {
  readonly cell: string;
  readonly before: Value;
  readonly after: Value;
}

/** What a process saw when it read a weak variable. */
export interface Read {
  readonly reader: number;
  readonly cell: string;
  readonly value: Value;
  /** Its own store buffer, or memory. */
  readonly from: 'buffer' | 'memory';
  /** The step (from 1) that wrote the value, null when it is the initial one. */
  readonly write: number | null;
}

/** A transition. Under weak memory its writes wait in the actor's buffer, unless it reads as well: then it is atomic. */
export interface TransitionStep {
  readonly kind: 'transition';
  readonly transition: string;
  /** Where the text of a program has it. */
  readonly line?: number;
  /** The file, where the text includes it. */
  readonly file?: string;
  /** The procedure whose text it is, where a thread has come there by a call. */
  readonly procedure?: string;
  /** The processes given to the parameters, numbered from 1. */
  readonly arguments: readonly number[];
  /** Who acts on memory; null where every write reaches it at once. */
  readonly actor: number | null;
  /** Its guard demands an empty buffer. */
  readonly fence: boolean;
  /** The writes that wait in the actor's buffer reach memory before those from here on, and the memory would not see to that. */
  readonly storeFence?: true;
  /** What it changed at once: local cells, and memory when nothing is buffered. */
  readonly changes: readonly Change[];
  readonly reads: readonly Read[];
  /** What went into the actor's buffer. */
  readonly buffered: readonly { readonly cell: string; readonly value: Value }[];
}

/** The oldest writes in a process's buffer reach memory. */
export interface DrainStep {
  readonly kind: 'drain';
  readonly process: number;
  /** The step (from 1) that put them into the buffer. */
  readonly write: number;
  readonly writes: readonly { readonly cell: string; readonly value: Value }[];
  readonly changes: readonly Change[];
}

export type Step = TransitionStep | DrainStep;

/** An event of a cycle that SC forbids. */
export interface CycleEvent {
  /** Who it is; null for the violated condition, which looks at memory. */
  readonly thread: string | null;
  /** The step (from 1) that it belongs to; null for the violated condition, and for a step that fails. */
  readonly step: number | null;
  readonly kind: 'read' | 'write';
  /** Where the text has it; null where that is not known. */
  readonly line: number | null;
  /** The file, where the text includes it. */
  readonly file?: string;
  readonly column: number | null;
  /** The whole statement or transition. */
  readonly statement: string;
  /** What it reads or writes. */
  readonly accesses: readonly { readonly cell: string; readonly value: Value }[];
}

/** A write that store buffers keep from memory while its thread goes on. `write` and `overtaker` are positions in the cycle. */
export interface CycleDelay {
  readonly write: number;
  /** What took effect first although the program has it later; or the violated condition, or a part of the same step. */
  readonly overtaker: number;
  /** The write was late in this run. If not, it might have been: the order of SC is not kept there either. */
  readonly late: boolean;
  /** Fences right behind the writes of all delays of the cycle forbid the run. */
  readonly fence: boolean;
}

/** Why SC does not allow an execution: events each of which SC puts before the next, and the last before the first. */
export interface WeakCycle {
  readonly kind: 'cycle';
  readonly events: readonly CycleEvent[];
  /** One for each event, to the next: the relation, and the cell it is about (null for the order of the program). */
  readonly edges: readonly { readonly relation: Relation; readonly cell: string | null }[];
  /** All of them together are what the cycle needs. The first one was late in this run and begins the cycle. */
  readonly delays: readonly CycleDelay[];
  /**
   * It does not depend on how writes that never reached memory would have got there. Otherwise it is for the order of the steps, and
   * every other order has another cycle.
   */
  readonly certain: boolean;
  /** What SC could have shown to the read that overtook the first write, all else being the same; null where it is not known. */
  readonly shown: { readonly cell: string; readonly values: readonly Value[] } | null;
}

/** SC allows it as well: these steps, in this order, lead to the same end without store buffers. */
export interface AllowedBySc {
  readonly kind: 'allowed';
  readonly steps: readonly number[];
}

export type Why = WeakCycle | AllowedBySc;

/** A concrete execution, confirmed by running it on the operational machine. */
export interface Trace {
  readonly memory: MemoryName;
  readonly processes: number;
  /** What the processes are called; `#1`, `#2`... unless given. */
  readonly names?: readonly string[];
  /** Every cell of the initial state. */
  readonly initial: readonly { readonly cell: string; readonly value: Value }[];
  readonly steps: readonly Step[];
  /**
   * For an infinite execution: the position in `steps` from which on they are repeated for ever. When that is their number,
   * nothing can happen any more, and the execution stays where it is.
   */
  readonly cycle?: number;
  /** Where what is repeated does not lead back to the same state: the integers that are higher by so much after each turn. */
  readonly growth?: readonly { readonly cell: string; readonly by: number }[];
  /** The condition reached at the end, the processes it holds for, and what they see of weak variables then. */
  readonly violated: {
    readonly property: string;
    readonly arguments: readonly number[];
    readonly condition: string;
    readonly reads: readonly Read[];
  };
  /** The memory events of the execution; null under sequential consistency. */
  readonly graph: EventGraph | null;
  /** Under weak memory: why SC does not allow it, or that it does. Absent where neither is known. */
  readonly why?: Why;
}

/** The steps alone: of a run that ends anywhere. */
export type TraceSteps = Omit<Trace, 'violated' | 'graph'>;
