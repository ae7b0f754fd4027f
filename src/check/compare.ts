/**
 * The same question under SC, TSO and PSO, and what tells the memory models apart.
 *
 * Each allows all executions of the one before. So the verdicts can change only once, from `holds` to `violated`, and the
 * violation where they do is an execution that the stronger memory does not have: there nothing bad can be reached at all.
 */

import type { Outcome } from '../evidence/outcome.js';
import type { Diagnostic } from '../languages/shared/diagnostics.js';
import type { MemoryName } from '../memory/models.js';
import { type CheckOptions, check } from './check.js';

export const MEMORIES: readonly MemoryName[] = ['sc', 'tso', 'pso'];

export type CompareOptions = Omit<CheckOptions, 'memory'>;

export interface Comparison {
  /** Under SC, TSO and PSO. */
  readonly outcomes: readonly Outcome[];
  /** The violation under `weaker` is what `stronger` does not allow; null when no verdicts differ so. */
  readonly apart: { readonly stronger: MemoryName; readonly weaker: MemoryName } | null;
}

export type CompareResult =
  | { readonly ok: true; readonly comparison: Comparison; readonly warnings: readonly Diagnostic[] }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/** Limits count for each memory. */
export async function compare(text: string | Uint8Array, options: CompareOptions = {}): Promise<CompareResult> {
  const outcomes: Outcome[] = [];
  const warnings = new Map<string, Diagnostic>();
  for (const memory of MEMORIES) {
    const result = await check(text, { ...optionsUnder(memory, options), memory });
    if (!result.ok) return result;
    for (const warning of result.warnings) warnings.set(JSON.stringify(warning), warning);
    outcomes.push(result.outcome);
  }
  return { ok: true, comparison: { outcomes, apart: tellApart(outcomes) }, warnings: [...warnings.values()] };
}

/** An engine that knows one memory alone is asked under that one. */
function optionsUnder(memory: MemoryName, options: CompareOptions): CompareOptions {
  if (options.engine !== 'dual-tso' || memory === 'tso') return options;
  const { engine: _, ...others } = options;
  return others;
}

function tellApart(outcomes: readonly Outcome[]): Comparison['apart'] {
  const weaker = outcomes.find(({ verdict }) => verdict === 'violated');
  // The last that holds, of those before: nearest to the violation.
  const stronger = outcomes.filter(({ verdict }, number) => {
    return verdict === 'holds' && weaker !== undefined && number < outcomes.indexOf(weaker);
  });
  const nearest = stronger.at(-1);
  return weaker === undefined || nearest === undefined ? null : { stronger: nearest.memory, weaker: weaker.memory };
}
