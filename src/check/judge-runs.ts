/**
 * A temporal certificate, from its text, against a program, from its text. The certificate says what it claims: the program is read
 * for that memory, the property found or read again, and its automata are made afresh; then the ranking is judged. What it claims
 * is told with the answer. An option that asks for something else refuses it.
 */
import type { Reason } from '../engines/remarks.js';
import { type Claim, legendOf, questionOf } from '../evidence/runs/claim.js';
import { type ReadRanking, readRanking, SCHEMA } from '../evidence/runs/file.js';
import { judgeRanking } from '../evidence/runs/judge.js';
import { type Part, partsOf } from '../evidence/runs/parts.js';
import { type InLanguage, readModel } from '../languages/index.js';
import type { Instance } from '../languages/language.js';
import { type Diagnostic, fault } from '../languages/shared/diagnostics.js';
import { memoryNamed } from '../memory/models.js';
import type { TemporalProperty } from '../models/program/temporal.js';
import type { Budget } from './budget.js';
import type { CheckOptions } from './options.js';

interface TemporalJudgement {
  readonly verdict: 'accepted' | 'refused' | 'unknown';
  /** Why it is not accepted. */
  readonly reason: string | null;
  readonly stopped?: Reason;
  /** That were looked at, and the steps between them with those of the automata. */
  readonly configurations?: number;
  readonly steps?: number;
  readonly claim?: Claim;
  readonly seconds: number;
}

type TemporalResult =
  | { readonly ok: true; readonly judgement: TemporalJudgement; readonly warnings: readonly Diagnostic[] }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

export function isTemporalCertificate(certificate: string): boolean {
  return certificate.slice(0, 200).includes(SCHEMA);
}

export async function judgeTemporal(
  text: string | Uint8Array,
  certificate: string,
  options: InLanguage<CheckOptions>,
  budget: Budget,
): Promise<TemporalResult> {
  const told = (
    judgement: Omit<TemporalJudgement, 'seconds'>,
    warnings: readonly Diagnostic[] = [],
  ): TemporalResult => {
    return { ok: true, judgement: { ...judgement, seconds: budget.seconds }, warnings };
  };
  const read = readRanking(certificate);
  if ('fault' in read) return told({ verdict: 'refused', reason: read.fault });
  const { claim, ranking } = read;
  const memory = memoryNamed(claim.memory);
  const { model, diagnostics: warnings } = await readModel(text, { ...options, memory });
  if (model?.kind !== 'program') return { ok: false, diagnostics: warnings };
  const refuse = (reason: string) => told({ verdict: 'refused', reason, claim }, warnings);

  const processes = typeof options.processes === 'number' ? options.processes : claim.processes;
  const instance = model.instance(model.anyThreads.length > 0 ? processes : null);
  if ('refused' in instance) {
    return { ok: false, diagnostics: [...warnings, fault(options.file, 'process-number', instance.refused)] };
  }
  const other = otherQuestion(claim, options);
  if (other !== null) return refuse(`it is about another question: ${other}`);
  const property = propertyOf(claim, instance);
  if (typeof property === 'string') return refuse(property);
  const parts = partsOf(property);
  if ('refused' in parts) return refuse(parts.refused);
  const wrong = differsIn(read, instance, parts);
  if (wrong !== null) return refuse(wrong);

  const question = questionOf(claim, instance.program, memory, parts);
  const driven = await budget.drive(judgeRanking(question, ranking), options.onProgress);
  if ('stopped' in driven) return told({ verdict: 'unknown', reason: null, stopped: driven.stopped, claim }, warnings);
  const { refused: reason, configurations, steps } = driven.value;
  return told({ verdict: reason === null ? 'accepted' : 'refused', reason, configurations, steps, claim }, warnings);
}

/** What the caller asks for, and the certificate is not about. */
function otherQuestion(claim: Claim, { property, ltl, memory, processes }: CheckOptions): string | null {
  if (memory !== undefined && memory !== claim.memory) return `the memory is ${claim.memory}, not ${memory}`;
  if (ltl !== undefined && (claim.property !== null || claim.formula !== ltl)) return `the formula is ${claim.formula}`;
  if (property !== undefined && claim.property !== property)
    return `the property is ${claim.property ?? claim.formula}`;
  if (typeof processes === 'number' && claim.processes !== null && claim.processes !== processes)
    return `there are ${claim.processes} threads, not ${processes}`;
  return null;
}

/** The property that is claimed; or why there is none. */
function propertyOf(
  { property, formula, where }: Claim,
  { temporal, formula: read }: Instance,
): TemporalProperty | string {
  if (property !== null) {
    const found = temporal.find(({ name }) => name === property);
    if (found === undefined) return `it is about another program: there is no temporal property ${property}`;
    return found.text === formula ? found : `it is about another program: ${property} is ${found.text}`;
  }
  const made = read?.(formula, where) ?? { faults: [] };
  return 'faults' in made ? `it is about another program: its formula cannot be read here: ${formula}` : made;
}

/** Names and automata are told in the certificate for people and for other checkers; those of the program count. */
function differsIn({ legend, automata }: ReadRanking, { program }: Instance, parts: readonly Part[]): string | null {
  const expected = legendOf(program);
  for (const part of ['threads', 'cells'] as const) {
    const differs = JSON.stringify(legend[part]) !== JSON.stringify(expected[part]);
    if (differs) return `it is about another program: its ${part} are not those of the program`;
  }
  if (automata.length !== parts.length) return `it has ${automata.length} parts, and the property has ${parts.length}`;
  const wrong = parts.findIndex(({ automaton }, number) => shown(automaton) !== shown(automata[number]));
  return wrong < 0 ? null : `the automaton of part ${wrong + 1} is not that of the property`;
}

function shown(automaton: Part['automaton'] | undefined): string {
  if (automaton === undefined) return '';
  const { states, initial, sets, transitions } = automaton;
  const listed = transitions.map(({ from, to, positive, negative, marks }) => [from, to, positive, negative, marks]);
  return JSON.stringify([states, initial, sets, listed]);
}
