/** Opens a text to step through it by hand: `openByHand(text, options)` (`session.ts` says what a session is). */
import { readRun } from '../../evidence/run-text/text.js';
import { type Diagnostic, fault } from '../../languages/shared/diagnostics.js';
import { Budget } from '../budget.js';
import type { CheckOptions } from '../options.js';
import { ByHand } from './session.js';
import { subjectOf } from './subject.js';

export type { ByHandAnswer, ByHandLimits } from './ask.js';
export type { Choice } from './choices.js';
export type { ByHand, Loaded, UnfinishedTrace } from './session.js';
export type { CellValue, MachineState, ThreadState } from './state.js';

export interface ByHandOptions extends CheckOptions {
  /** A run to begin with; it says the memory and the number of threads, unless these are given. */
  readonly run?: string;
}

export type OpenedByHand =
  | { readonly ok: true; readonly session: ByHand; readonly warnings: readonly Diagnostic[] }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

export async function openByHand(
  text: string | Uint8Array,
  { run, ...options }: ByHandOptions = {},
): Promise<OpenedByHand> {
  const file = options.file ?? 'model';
  const read = run === undefined ? null : readRun(run);
  if (read !== null && !read.ok) return { ok: false, diagnostics: [fault(file, 'run', read.message)] };
  const written = read === null ? {} : { memory: read.run.memory, ...countOf(read.run.count) };
  const subject = await subjectOf(text, { ...written, ...options }, new Budget(options));
  if (!subject.ok) return subject;
  const session = new ByHand(subject);
  const { warnings } = subject.asked;
  if (run === undefined) return { ok: true, session, warnings };
  const loaded = session.load(run);
  if (loaded.ok) return { ok: true, session, warnings };
  return { ok: false, diagnostics: [...warnings, fault(file, 'run', loaded.message)] };
}

function countOf(count: number | null): { readonly processes?: number } {
  return count === null ? {} : { processes: count };
}
