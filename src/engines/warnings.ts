/**
 * What a search found on its way that makes an answer worth less than it seems: threads that can get stuck, places of the text
 * that nobody comes to, properties that say nothing. As data; `report/warnings.ts` writes the sentences.
 *
 * An engine that looked everywhere gives a list, which may be empty. One that did not, or cannot know, gives none at all.
 */
import type { UnreachedPlace } from '../models/program/unreached.js';
import type { Run } from './answer.js';

/** Where a thread waits for ever. */
export interface StuckThread {
  readonly thread: string;
  readonly line: number;
  /** The file, where the text includes it. */
  readonly file?: string;
  /** What it waits to do. */
  readonly statement: string;
  readonly labels: readonly string[];
}

/** Where the question is about any number: with so many threads of each of these names, or so many processes of an array system, which have none. */
interface Instance {
  readonly number?: { readonly each: number; readonly of: readonly string[] };
}

/**
 * How far a warning reaches: with longer store buffers, or other numbers of threads, it may not be so. Absent where it is so
 * with buffers of any length, or the number of threads is that of the question.
 */
interface Within extends Instance {
  readonly buffer?: number;
}

export type Warning =
  /** After so many steps these threads wait for ever. `others`: something goes on; otherwise nothing happens any more. */
  | ({
      readonly code: 'stuck';
      readonly threads: readonly StuckThread[];
      readonly others: boolean;
      readonly steps: number;
    } & Instance)
  | ({ readonly code: 'unreached' } & UnreachedPlace & Within)
  /** Of an array system: no run takes the transition, whatever the processes. */
  | ({
      readonly code: 'untaken';
      readonly transition: string;
      readonly line: number;
      readonly column: number;
      readonly file?: string;
    } & Within)
  /** What the property speaks of first never happens, so it holds whatever else is so. */
  | ({
      readonly code: 'vacuous';
      readonly property: string;
      readonly line: number;
      readonly file?: string;
      readonly condition: string;
    } & Within);

export interface Warnings {
  readonly list: readonly Warning[];
  /**
   * How far it was looked for threads that get stuck. `all`: every place where one can. `some`: where nothing can happen any
   * more all, where others go on only as far as the limits allowed.
   */
  readonly stuck: 'all' | 'some';
  /** A shortest run to the first of the deadlocks in the list, as the search found it. */
  readonly deadlock: Extract<Run, { readonly kind: 'program' }> | null;
}
