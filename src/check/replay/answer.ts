/** What is said of a run that somebody gives: what it violates, that it violates nothing, or where it is no run. */
import type { BufferScope } from '../../engines/answer.js';
import type { TemporalScope } from '../../evidence/outcome.js';
import type { Diagnostic } from '../../languages/shared/diagnostics.js';
import type { MemoryName } from '../../memory/models.js';
import type { Trace, TraceSteps } from '../../memory/trace.js';

/** A run that was performed on the machine. */
export type Performed =
  /** `more`: steps that follow behind the violation; they are not told. */
  | { readonly kind: 'violated'; readonly trace: Trace; readonly more: number }
  /** `note`: why a run that goes on for ever counts for nothing here. */
  | { readonly kind: 'not violated'; readonly trace: TraceSteps; readonly note: string | null }
  /** `step` is 0 for the start and one more than there are steps for the whole; `possible`: what could have come instead. */
  | { readonly kind: 'no run'; readonly reason: string; readonly step: number; readonly possible: readonly string[] };

export interface Replayed {
  readonly memory: MemoryName;
  /** The store buffers that were asked for; null where there are none. */
  readonly buffer: BufferScope;
  readonly processes: number;
  readonly actors: 'processes' | 'threads';
  readonly asked?: TemporalScope;
  /** The run that was given. */
  readonly run: string;
  /** How many steps it has. */
  readonly length: number;
  readonly performed: Exclude<Performed, { kind: 'no run' }>;
}

export type ReplayResult =
  | { readonly ok: true; readonly replayed: Replayed; readonly warnings: readonly Diagnostic[] }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };
