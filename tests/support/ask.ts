/** Questions put as `check` puts them: texts, and programs without a text. */
import { type Answered, ask } from '../../src/check/ask.js';
import { Budget } from '../../src/check/budget.js';
import { askingOf, type CheckOptions, check, settle } from '../../src/check/check.js';
import { settingsOf } from '../../src/check/read.js';
import type { Outcome } from '../../src/evidence/outcome.js';
import type { Diagnostic } from '../../src/languages/shared/diagnostics.js';
import type { MemoryModel } from '../../src/memory/models.js';
import type { ArraySystem, Property } from '../../src/models/array-system/model.js';
import type { PlaceSums } from '../../src/models/array-system/place-sum.js';
import type { Program, StateExpression } from '../../src/models/program/model.js';
import type { TemporalProperty } from '../../src/models/program/temporal.js';
import { reasonOf } from './engines.js';

export interface Subject {
  readonly program: Program;
  readonly predicates?: readonly StateExpression[];
  /** Otherwise its states are asked about. */
  readonly temporal?: TemporalProperty;
}

export async function askAbout(
  { program, predicates = [], temporal }: Subject,
  memory: MemoryModel,
  options: CheckOptions,
  budget = new Budget(options),
): Promise<Answered> {
  const question = {
    ...settingsOf(options, memory),
    model: { kind: 'program', program, predicates },
    property: temporal ?? 'states',
  } as const;
  const answered = await ask(question, askingOf(options, budget));
  if ('refused' in answered) throw new Error(answered.refused.message);
  return answered;
}

/** With what it says beside the verdict in one line, as the command line prints it. */
export type ToldOutcome = Outcome & { readonly reason: string | null };

export function toldOutcome(outcome: Outcome): ToldOutcome {
  return { ...outcome, reason: reasonOf(outcome) };
}

/** The outcome of a text with which nothing is wrong. */
export async function outcomeOf(text: string | Uint8Array, options: CheckOptions = {}): Promise<ToldOutcome> {
  const result = await check(text, options);
  if (!result.ok) throw new Error(faultsOf(result));
  return toldOutcome(result.outcome);
}

/** What is wrong with a question, in one line; empty when nothing is. */
export function faultsOf(result: { readonly ok: boolean; readonly diagnostics?: readonly Diagnostic[] }): string {
  return (result.diagnostics ?? []).map(({ message }) => message).join('; ');
}

/** A proof of an array system, as short as it can be made. */
export interface CubeProof {
  readonly outcome: ToldOutcome;
  readonly system: ArraySystem;
  readonly invariant: readonly Property[];
  readonly sums: PlaceSums | null;
}

/** With what a proof on cubes does not need left out of it. */
export function settleTrimmed(text: string | Uint8Array, options: CheckOptions = {}) {
  return settle(text, options, (question) => ({ ...question, hints: { ...question.hints, trim: true } }));
}

/** Null where there is none, or none in the terms of the model. */
export async function cubeProofOf(text: string | Uint8Array, options: CheckOptions = {}): Promise<CubeProof | null> {
  const settled = await settleTrimmed(text, options);
  if (!settled.ok || settled.answered.verdict !== 'holds') return null;
  const { proof } = settled.answered;
  if (proof.kind !== 'cubes' || proof.invariant === null) return null;
  const { system, invariant, sums } = proof;
  return { outcome: toldOutcome(settled.outcome), system, invariant, sums };
}
