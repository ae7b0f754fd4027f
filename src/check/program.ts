/**
 * Programs (`.fp`, `.rmm`, Trencher's, litmus tests), under SC, TSO and PSO: with the threads they have
 * (`fixed-threads.ts`), or with any number of some (`any-threads.ts`).
 */

import type { Outcome } from '../evidence/outcome.js';
import type { InLanguage } from '../languages/index.js';
import type { Diagnostic } from '../languages/shared/diagnostics.js';
import { hasBuffers, type MemoryModel, memoryNamed } from '../memory/models.js';
import type { Program } from '../models/program/model.js';
import type { TemporalProperty } from '../models/program/temporal.js';
import type { ProgramAnswer, ProgramProof } from './answer.js';
import { Budget } from './budget.js';
import type { CheckOptions, CheckResult } from './check.js';
import { fault } from './fault.js';
import { askFixed } from './fixed-threads.js';
import { onlyProperty, onlyPropertyOf, propertiesOf } from './one-property.js';
import { type Instance, NUMBERS_TRIED, type ProgramSource, readSource } from './sources.js';

/** A checked program with what its proof is made of; null unless it holds. */
export type ProgramProofResult =
  | {
      readonly ok: true;
      readonly outcome: Outcome;
      readonly warnings: readonly Diagnostic[];
      readonly proof: ProgramProof | null;
    }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

export async function checkProgram(text: string | Uint8Array, options: InLanguage<CheckOptions>): Promise<CheckResult> {
  const result = await proveProgram(text, options);
  if (!result.ok) return result;
  const { outcome, warnings } = result;
  return { ok: true, outcome, warnings };
}

export async function proveProgram(
  text: string | Uint8Array,
  options: InLanguage<CheckOptions>,
): Promise<ProgramProofResult> {
  const budget = new Budget(options);
  const { file, language } = options;
  if (language === 'cubicle') throw new Error('array systems have a path of their own');
  const memory = memoryNamed(options.memory ?? (language === 'dve' ? 'sc' : 'tso'));
  const { source, diagnostics } = await readSource(text, language, memory, options);
  if (source === null) return { ok: false, diagnostics };
  const refuse = (code: 'unsupported' | 'process-number' | 'unknown-name', message: string): ProgramProofResult => ({
    ok: false,
    diagnostics: [...diagnostics, fault(file, code, message)],
  });
  if (options.engine === 'dual-tso' && memory.buffers !== 'one queue')
    return refuse('unsupported', `the Dual-TSO engine is for --memory tso, not ${memory.name}`);

  const { processes, property } = options;
  const isAny = source.anyThreads.length > 0 && typeof processes !== 'number';
  const instance = isAny ? smallestOf(source) : source.instance(typeof processes === 'number' ? processes : null);
  if ('refused' in instance) return refuse('process-number', instance.refused);
  const { length } = instance.program.threads;
  if (source.anyThreads.length === 0 && processes !== undefined && processes !== length)
    return refuse(
      'process-number',
      `the program has ${length} threads, and none with \`[any]\`: leave out --processes`,
    );
  if (options.engine === 'predicates' && isAny)
    return refuse('process-number', 'predicate abstraction is for a given number of threads: --processes N');
  if (options.engine === 'parameterized' && !isAny)
    return refuse(
      'unsupported',
      source.anyThreads.length > 0
        ? 'the parameterized engine is for any number of threads: leave out --processes'
        : 'the parameterized engine is for array systems (.cub) and programs with `[any]` threads: leave out --engine',
    );

  const asked = whatIsAsked(instance, source, options);
  if ('faults' in asked) return { ok: false, diagnostics: [...diagnostics, ...asked.faults] };
  if ('refused' in asked) return refuse('unknown-name', asked.refused);
  const { program, temporal } = asked;
  if (temporal !== null && isAny)
    return refuse('process-number', 'temporal properties are asked of a given number of threads: --processes N');
  if (temporal !== null && options.engine !== undefined && options.engine !== 'explicit')
    return refuse('unsupported', 'temporal properties have an engine of their own: leave out --engine');
  if (options.bufferPerLocation !== undefined && options.engine === 'dual-tso')
    return refuse('unsupported', 'the Dual-TSO engine knows no bound on buffers: leave out --buffer-per-location');
  if (options.bufferPerLocation !== undefined && options.engine === 'predicates')
    return refuse('unsupported', 'predicate abstraction bounds whole buffers: --buffer K');

  const settled = { reduce: source.reduce, ...options };
  const ask = async () => {
    if (temporal !== null) {
      const { askTemporal } = await import('./temporal.js');
      return askTemporal(program, memory, temporal, options, budget);
    }
    if (!isAny) return askFixed(program, memory, settled, budget, instance.predicates);
    const { askAny } = await import('./any-threads.js');
    return askAny(property === undefined ? source : onlyPropertyOf(source, property), memory, options, budget);
  };
  const answer = await ask();
  if ('refused' in answer) return refuse('process-number', answer.refused);
  const { proof, ...said } = answer;
  const outcome: Outcome = {
    ...said,
    memory: memory.name,
    processes: isAny ? 'any' : length,
    actors: 'threads',
    seconds: budget.seconds,
    assumptions: [],
    reason: remarks(answer, asked, instance, source),
    ...(options.bufferPerLocation === undefined ? {} : { perLocation: true as const }),
    ...(temporal === null
      ? {}
      : { asked: { property: temporal.name, formula: temporal.text, ...fairness(options, memory) } }),
  };
  return { ok: true, outcome, warnings: diagnostics, proof };
}

/** A property may name a thread that needs more than one of them. */
function smallestOf(source: ProgramSource): Instance | { readonly refused: string } {
  const instances = NUMBERS_TRIED.map((number) => source.instance(number));
  const found = instances.find((instance) => !('refused' in instance)) ?? instances.at(-1);
  return found ?? { refused: 'no number of threads was tried' };
}

interface Asked {
  readonly program: Program;
  /** Null when the states are asked about. */
  readonly temporal: TemporalProperty | null;
}

/** What the options pick of what can be asked. */
function whatIsAsked(
  { program, temporal, formula }: Instance,
  { usual, assertions }: ProgramSource,
  { ltl, property, propositions = {} }: CheckOptions,
): Asked | { readonly faults: readonly Diagnostic[] } | { readonly refused: string } {
  if (ltl !== undefined) {
    const made = formula?.(ltl, propositions) ?? { refused: 'formulas are for programs (.fp) and DVE models' };
    return 'questions' in made ? { program, temporal: made } : made;
  }
  if (property === undefined) return { program, temporal: usual === 'runs' ? (temporal[0] ?? null) : null };
  const named = temporal.find(({ name }) => name === property);
  if (named !== undefined) return { program, temporal: named };
  const names = propertiesOf([program], assertions);
  if (names.includes(property)) return { program: onlyProperty(program, property, assertions), temporal: null };
  const known = [...names, ...temporal.map(({ name }) => name)].map((name) => `\`${name}\``);
  return { refused: `there is no property \`${property}\`: there is ${known.join(', ') || 'none'}` };
}

function fairness({ fairThreads, fairBuffers }: CheckOptions, memory: MemoryModel) {
  return { fairThreads: fairThreads ?? false, fairBuffers: hasBuffers(memory) && (fairBuffers ?? true) };
}

function remarks(
  { verdict, reason }: ProgramAnswer,
  asked: Asked,
  { program, temporal }: Instance,
  { properties }: ProgramSource,
): string | null {
  const others = asked.temporal === null ? temporal : [];
  const unasked = others.map(({ name }) => `\`ltl ${name}\``).join(', ');
  const nothing = `there is no ${properties}: all this says is that no step fails`;
  const notes = [
    ...(verdict === 'holds' && asked.temporal === null && !asksSomething(program) ? [nothing] : []),
    ...(reason === null ? [] : [reason]),
    ...(unasked === '' ? [] : [`not asked here: ${unasked}`]),
  ];
  return notes.length === 0 ? null : notes.join('; ');
}

/** Whether there is something that could be violated, besides steps that fail. */
function asksSomething({ never, templates }: Program): boolean {
  return never.length > 0 || templates.some(({ locations }) => locations.some(({ failure }) => failure !== null));
}
