/**
 * The same question under each memory model, and what tells the models apart.
 *
 * Each allows all executions of the one before. So the verdicts can change only once, from `holds` to `violated`, and the
 * violation where they do is an execution that the stronger memory does not have: there nothing bad can be reached at all.
 */
import type { Outcome } from '../evidence/outcome.js';
import { type Diagnostic, fault } from '../languages/shared/diagnostics.js';
import type { Refusal } from '../languages/shared/help.js';
import { MEMORY_MODELS, type MemoryName } from '../memory/models.js';
import { suitedTo, uselessOptions } from './applies.js';
import { refusalOf } from './ask.js';
import { Budget } from './budget.js';
import { answer } from './check.js';
import type { CheckOptions, CompareOptions } from './options.js';
import { type Asked, readQuestion } from './read.js';

export type { CompareOptions } from './options.js';

export interface Comparison {
  /** The strongest memory first; a model without weak variables has one for SC alone. */
  readonly outcomes: readonly Outcome[];
  /** The violation under `weaker` is what `stronger` does not allow; null when no verdicts differ so. */
  readonly apart: { readonly stronger: MemoryName; readonly weaker: MemoryName } | null;
}

export type CompareResult =
  | { readonly ok: true; readonly comparison: Comparison; readonly warnings: readonly Diagnostic[] }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/**
 * The time is for all memories: each has an equal share of what is left. Other limits count for each. An option that does not apply under one of them is left out
 * there.
 */
export async function compare(text: string | Uint8Array, options: CompareOptions = {}): Promise<CompareResult> {
  const questions: Compared[] = [];
  const budget = new Budget(options);
  for (const model of MEMORY_MODELS) {
    const under = suitedTo(model, { ...options, memory: model.name });
    let asked = await readQuestion(text, under, budget);
    if (!asked.ok) return asked;
    const { engine, file } = asked.options;
    if (isStrong(asked)) asked = { ...asked, warnings: [...asked.warnings, noWeakVariables(file)] };
    questions.push({ ...asked, refused: engine === undefined ? null : await refusalOf(asked.question, engine) });
    if (isStrong(asked)) break;
  }
  const [first] = questions;
  if (first === undefined) throw new Error('there are memory models');
  const warnings = new Map(questions.flatMap((each) => each.warnings).map((each) => [JSON.stringify(each), each]));
  const useless = uselessOptions(
    'compare',
    { ...options, file: first.options.file, language: first.options.language },
    questions.map((each) => ({ question: each.question, engine: optionsOf(each).engine })),
  );
  if (useless.length > 0) return { ok: false, diagnostics: [...warnings.values(), ...useless] };
  const refusals = questions.flatMap(({ refused }) => (refused === null ? [] : [refused]));
  const refused = refusals.at(-1);
  if (refused !== undefined && refusals.length === questions.length) {
    const wrong = fault(first.options.file, 'unsupported', refused.message, ...refused.help);
    return { ok: false, diagnostics: [...warnings.values(), wrong] };
  }
  const outcomes: Outcome[] = [];
  for (const [number, asked] of questions.entries()) {
    const share = budget.share(optionsOf(asked), questions.length - number);
    const result = await answer(asked, share, new Budget(share));
    if (!result.ok) return result;
    outcomes.push(result.outcome);
  }
  return { ok: true, comparison: { outcomes, apart: tellApart(outcomes) }, warnings: [...warnings.values()] };
}

/** A model of Cubicle without weak variables means nothing under a memory with store buffers: it is asked under SC alone. */
function isStrong({ question: { model } }: Asked): boolean {
  return model.kind === 'system' && !model.system.weak;
}

function noWeakVariables(file: string): Diagnostic {
  const message = 'the model has no `weak` variables, so it is about SC alone: there is nothing to compare';
  return { ...fault(file, 'weak-memory', message), severity: 'warning' };
}

interface Compared extends Asked {
  /** Why the engine that was named is not asked under this memory. */
  readonly refused: Refusal | null;
}

/** An engine that does not know a memory is not asked there. */
function optionsOf({ options, refused }: Compared): CheckOptions {
  const { engine: _, ...others } = options;
  return refused === null ? options : others;
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
