/**
 * What a repaired text must satisfy.
 *
 *   - `--property P`: P, be it one of states or of infinite runs, and nothing else.
 *   - `--ltl F`: F, and all that the text says of states: what is live and unsafe is no repair.
 *   - nothing named: what is asked when the text is checked (its states; of a DVE model with a property process that property
 *     and the assertions).
 *
 * Unless one property is named, the other temporal properties of the text count as well, if they hold under SC without any
 * repair: a fence or an atomic write must not break what was right. One that is violated under SC is nothing that buffers
 * have broken, and is not demanded; the answer says so.
 */
import type { Budget } from '../check/budget.js';
import { onlyProperty, propertiesOf } from '../check/one-property.js';
import { type Instance, NUMBERS_TRIED, type ProgramSource, readSource } from '../check/sources.js';
import { askTemporal } from '../check/temporal.js';
import type { LanguageName } from '../languages/index.js';
import type { Diagnostic } from '../languages/shared/diagnostics.js';
import { type MemoryModel, SC } from '../memory/models.js';
import type { Program } from '../models/program/model.js';
import type { TemporalProperty } from '../models/program/temporal.js';
import { type FixOptions, noSuchProperty } from './answer.js';
import type { AskedProgram } from './temporal-oracle.js';

/** A text that could be read. */
export interface Reading {
  readonly source: ProgramSource;
  readonly instances: readonly Instance[];
  readonly warnings: readonly Diagnostic[];
  /** What is said of how far the answer reaches. */
  readonly remark: string | null;
}

export async function readInstances(
  text: string,
  language: Exclude<LanguageName, 'cubicle'>,
  memory: MemoryModel,
  options: FixOptions,
): Promise<Reading | { readonly faults: readonly Diagnostic[] } | { readonly refused: string }> {
  const { source, diagnostics } = await readSource(text, language, memory, options);
  if (source === null) return { faults: diagnostics };
  const { processes } = options;
  const open = source.anyThreads.length > 0 && typeof processes !== 'number';
  const numbers = open ? NUMBERS_TRIED : [typeof processes === 'number' ? processes : null];
  const made = numbers.map((number) => source.instance(number));
  const instances = made.flatMap((one) => ('refused' in one ? [] : [one]));
  const [wrong] = made.flatMap((one) => ('refused' in one ? [one.refused] : []));
  if (instances.length === 0) return { refused: wrong ?? 'there are no threads' };
  const remark = open ? `looked at with ${numbers.join(', ')} of \`${source.anyThreads.join('`, `')}\`` : null;
  return { source, instances, warnings: diagnostics, remark };
}

export interface Demands {
  /** Whether something is asked about states, and which program asks it. */
  readonly states: boolean;
  select(program: Program): Program;
  /** The temporal properties that must hold, in the same order for every instance. */
  temporal(instance: Instance): readonly TemporalProperty[];
  /** Those of them that were asked for. */
  required(instance: Instance): readonly TemporalProperty[];
}

/** What the options ask for, before other properties of the text are looked at. */
export function demandsOf(
  { source, instances }: Reading,
  { property, ltl, propositions = {} }: FixOptions,
): Demands | { readonly faults: readonly Diagnostic[] } | { readonly refused: string } {
  const [first] = instances;
  if (first === undefined) throw new Error('a text without programs');
  const formula = (instance: Instance) =>
    instance.formula?.(ltl ?? '', propositions) ?? { refused: 'formulas are for programs (.fp) and DVE models' };
  if (ltl !== undefined) {
    const made = formula(first);
    if (!('questions' in made)) return made;
  }
  const temporalNames = first.temporal.map(({ name }) => name);
  const names = propertiesOf(
    instances.map(({ program }) => program),
    source.assertions,
  );
  if (property !== undefined && ![...names, ...temporalNames].includes(property))
    return { refused: noSuchProperty(property, [...names, ...temporalNames]) };
  const named = property !== undefined && !names.includes(property) ? property : null;
  const usual = ltl === undefined && property === undefined && source.usual === 'runs' ? temporalNames[0] : undefined;
  const required = (instance: Instance): TemporalProperty[] => {
    const stated = instance.temporal.filter(({ name }) => name === named || name === usual);
    if (ltl === undefined) return stated;
    const made = formula(instance);
    if (!('questions' in made)) throw new Error('a formula that could be read cannot be read again');
    return [made, ...stated];
  };
  const select = (program: Program): Program => {
    if (property === undefined) return program;
    // A run that fails violates every temporal property, here as in a check.
    return named === null ? onlyProperty(program, property, source.assertions) : { ...program, never: [] };
  };
  return { states: named === null, select, required, temporal: required };
}

export interface Kept {
  readonly demands: Demands;
  /** What is said of properties that are not demanded. */
  readonly notes: readonly string[];
}

/** With the other temporal properties of the text that hold under SC. */
export async function withKept(
  demands: Demands,
  sequential: readonly Instance[],
  options: FixOptions,
  budget: Budget,
): Promise<Kept> {
  if (options.property !== undefined) return { demands, notes: [] };
  const [first] = sequential;
  const asked = first === undefined ? [] : demands.required(first).map(({ name }) => name);
  const kept: string[] = [];
  const notes: string[] = [];
  for (const { name } of first?.temporal ?? []) {
    if (asked.includes(name)) continue;
    const verdict = await underSc(name, sequential, options, budget);
    if (verdict === 'holds') kept.push(name);
    else {
      const why = verdict === 'violated' ? 'is violated under SC, too' : 'could not be decided under SC';
      notes.push(`\`ltl ${name}\` is not demanded: it ${why}`);
    }
  }
  const temporal = (instance: Instance): TemporalProperty[] => [
    ...demands.required(instance),
    ...instance.temporal.filter(({ name }) => kept.includes(name)),
  ];
  return { demands: { ...demands, temporal }, notes };
}

async function underSc(
  name: string,
  instances: readonly Instance[],
  options: FixOptions,
  budget: Budget,
): Promise<'holds' | 'violated' | 'unknown'> {
  for (const { program, temporal } of instances) {
    const property = temporal.find((each) => each.name === name);
    if (property === undefined) continue;
    const { verdict } = await askTemporal(program, SC, property, options, budget);
    if (verdict !== 'holds') return verdict;
  }
  return 'holds';
}

export function askedOf({ select, temporal }: Demands, instance: Instance): AskedProgram {
  return { program: select(instance.program), temporal: temporal(instance) };
}
