/**
 * The library's main entry: the text of a model in, an outcome out. One short chain:
 *
 *     read the question  (read.ts)      from the text and the options
 *     ask engines        (ask.ts)       in the order of the strategy's table, within the budget
 *     tell the outcome   (outcome.ts)   with the run replayed
 *
 * `compare`, `certify` and `fix` walk the same chain.
 */
import type { Question } from '../engines/question.js';
import type { Outcome } from '../evidence/outcome.js';
import { type Diagnostic, fault } from '../languages/shared/diagnostics.js';
import type { ArraySystem } from '../models/array-system/model.js';
import { uselessOptions } from './applies.js';
import { type Answered, type Asking, ask } from './ask.js';
import { type Assumptions, addCounts, assumptionsOf, checkAssumptions } from './assumptions.js';
import { Budget } from './budget.js';
import { withFewThreads } from './few-threads.js';
import { tryLemmas } from './lemmas.js';
import type { CheckOptions } from './options.js';
import { outcomeOf } from './outcome.js';
import { type Asked, limitsOf, type Refused, readQuestion } from './read.js';
import { PROPOSALS, withReadableLemmas } from './suggestions.js';

export type { CheckOptions } from './options.js';

export type CheckResult =
  | { readonly ok: true; readonly outcome: Outcome; readonly warnings: readonly Diagnostic[] }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/** With the question, and the engine's own answer, proof or run included. */
export interface Settled {
  readonly ok: true;
  readonly asked: Asked;
  readonly outcome: Outcome;
  readonly warnings: readonly Diagnostic[];
  readonly answered: Answered;
}

export async function check(text: string | Uint8Array, options: CheckOptions = {}): Promise<CheckResult> {
  const settled = await settle(text, options);
  if (!settled.ok) return settled;
  const { outcome, warnings } = settled;
  return { ok: true, outcome, warnings };
}

/** `change`: of the question, before it is asked. */
export async function settle(
  text: string | Uint8Array,
  options: CheckOptions,
  change: (question: Question) => Question = (question) => question,
): Promise<Settled | Refused> {
  const budget = new Budget(options);
  const asked = await readQuestion(text, options, budget);
  if (!asked.ok) return asked;
  const { question, warnings } = asked;
  const useless = uselessOptions('check', asked.options, [{ question, engine: options.engine }]);
  if (useless.length > 0) return { ok: false, diagnostics: [...warnings, ...useless] };
  const settled = await answer({ ...asked, question: change(question) }, options, budget);
  if (!settled.ok || options.suggestLemmas === undefined) return settled;
  const { outcome } = settled;
  const reasons = await withReadableLemmas(outcome.reasons, text, options);
  return { ...settled, outcome: { ...outcome, reasons } };
}

/** The same, where options may be left over that the question has no use for. */
export async function settleAnyway(text: string | Uint8Array, options: CheckOptions): Promise<Settled | Refused> {
  const budget = new Budget(options);
  const asked = await readQuestion(text, options, budget);
  return asked.ok ? answer(asked, options, budget) : asked;
}

export function askingOf(options: CheckOptions, budget: Budget): Asking {
  const { engine, onProgress, suggestLemmas = 0, portfolio = false } = options;
  return {
    portfolio,
    limits: limitsOf(options),
    budget,
    suggest: PROPOSALS * suggestLemmas,
    ...(engine === undefined ? {} : { engine }),
    ...(onProgress === undefined ? {} : { onProgress }),
  };
}

export async function answer(given: Asked, options: CheckOptions, budget: Budget): Promise<Settled | Refused> {
  const { warnings } = given;
  // A temporal property has an engine of its own, which explores states, too.
  const temporal = given.question.property !== 'states' && options.engine === 'explicit';
  const { engine: _, ...others } = options;
  const asking = askingOf(temporal ? others : options, budget);
  const hinted = await tryLemmas(given, asking);
  const { question } = hinted;
  const asked: Asked = { ...given, question };
  const { model } = question;
  const system = model.kind === 'system' ? model.system : null;
  const rests = system === null ? null : await assumptionsFor(system, question, asking, options);
  const found = rests?.broken ?? (await ask(question, asking));
  if ('refused' in found) {
    const { message, help } = found.refused;
    return { ok: false, diagnostics: [...warnings, fault(options.file ?? 'model', 'unsupported', message, ...help)] };
  }
  const answered = await withFewThreads(question, found, asking);
  const bare = await outcomeOf(asked, answered, budget);
  const outcome = { ...bare, notes: [...bare.notes, ...hinted.notes] };
  // Whoever explores all states rests on no assumption.
  if (rests === null || answered.engine !== 'parameterized') return { ok: true, asked, outcome, warnings, answered };
  const { assumed: assumptions, notes, broken } = rests;
  const counts = broken === null ? addCounts(rests.counts, outcome.counts) : rests.counts;
  const told = { ...outcome, counts, assumptions, notes: [...outcome.notes, ...notes] };
  return { ok: true, asked, outcome: told, warnings, answered };
}

async function assumptionsFor(
  system: ArraySystem,
  question: Question,
  asking: Asking,
  { checkInvariants = false }: CheckOptions,
): Promise<Assumptions> {
  return checkInvariants ? checkAssumptions(system, question, asking) : assumptionsOf(system);
}
