/**
 * The same question under each memory model, and what tells the models apart.
 *
 * Each allows all executions of the one before. So the verdicts can change only once, from `holds` to `violated`, and the
 * violation where they do is an execution that the stronger memory does not have: there nothing bad can be reached at all.
 */
import type { Outcome } from '../evidence/outcome.js';
import { type Diagnostic, fault } from '../languages/shared/diagnostics.js';
import { MEMORY_NAMES, type MemoryName } from '../memory/models.js';
import { refusalOf } from './ask.js';
import { Budget } from './budget.js';
import { answer } from './check.js';
import type { CheckOptions } from './options.js';
import { readQuestion } from './read.js';

export type CompareOptions = Omit<CheckOptions, 'memory'>;

export interface Comparison {
  /** The strongest memory first. */
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
  let asked = 0;
  for (const memory of MEMORY_NAMES) {
    const budget = new Budget(options);
    const question = await readQuestion(text, { ...options, memory });
    if (!question.ok) return question;
    // An engine that does not know a memory is not asked there.
    const refused = options.engine === undefined ? null : await refusalOf(question.question, options.engine);
    if (refused === null) asked++;
    const { engine: _, ...others } = options;
    const result = await answer(question, refused === null ? { ...options, memory } : { ...others, memory }, budget);
    if (!result.ok) return result;
    for (const warning of result.warnings) warnings.set(JSON.stringify(warning), warning);
    outcomes.push(result.outcome);
    if (memory === MEMORY_NAMES.at(-1) && asked === 0 && refused !== null) {
      const { message, help } = refused;
      return { ok: false, diagnostics: [fault(options.file ?? 'model', 'unsupported', message, ...help)] };
    }
  }
  return { ok: true, comparison: { outcomes, apart: tellApart(outcomes) }, warnings: [...warnings.values()] };
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
