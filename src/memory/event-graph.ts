/**
 * An execution as a graph of memory events: what litmus tests enumerate and what a counterexample under weak memory leaves
 * behind. Plain data, for the reports that draw it.
 *
 * An event is all reads, or all writes, of one instruction or transition (section 2.4 of the Cubicle-W paper); a fence is
 * an event without accesses. Edges are the relations of section 2 that people draw: po, rf, co, fr, and `fence` and `atom`
 * where there is no other way to see them. Which edges are drawn is up to the maker: po and co need only neighbours.
 */

import type { MemoryName } from './models.js';

export type Relation = 'po' | 'rf' | 'co' | 'fr' | 'fence' | 'atom';

export interface GraphAccess {
  /** `x`, `Flag[#2]`. */
  readonly location: string;
  readonly value: string;
}

export interface GraphEvent {
  /** Position in `EventGraph.events`. */
  readonly id: number;
  /** Position in `EventGraph.threads`; null for the writes of the initial state. */
  readonly thread: number | null;
  readonly kind: 'read' | 'write' | 'fence';
  /** Of a fence: it is between writes only. */
  readonly store?: true;
  readonly accesses: readonly GraphAccess[];
  /** The instruction or transition as the user wrote it: `MOV [x],$1`, `enter(#1)`; '' for initial writes. */
  readonly origin: string;
  /** The step of the run that it belongs to, from 1; absent where there is none. */
  readonly step?: number;
}

export interface GraphEdge {
  readonly from: number;
  readonly to: number;
  readonly relation: Relation;
}

export interface EventGraph {
  /** One line above the picture: what is shown, and whether it is allowed. */
  readonly title: string;
  /** Names of the columns: `P0`, `process #1`. */
  readonly threads: readonly string[];
  /** In the order of each thread from top to bottom. */
  readonly events: readonly GraphEvent[];
  readonly edges: readonly GraphEdge[];
  /**
   * A cycle of events, each before the next by the relation given (the last before the first): when the execution is
   * forbidden, one that the memory model does not allow; otherwise one that SC does not allow, and null when SC allows it too.
   */
  readonly cycle: readonly { readonly event: number; readonly relation: Relation }[] | null;
  /** The memory model that forbids the cycle. */
  readonly forbiddenBy?: MemoryName;
}
