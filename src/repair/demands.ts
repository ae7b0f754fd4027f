/**
 * What a repaired text must satisfy.
 *
 *   - one property P named: P, be it one of states or of infinite runs, and nothing else.
 *   - a formula F given: F, and all that the text says of states: what is live and unsafe is no repair.
 *   - nothing named: what is asked when the text is checked (its states; of a DVE model with a property process that property
 *     and the assertions).
 *
 * Unless one property is named, the other temporal properties of the text count as well, if they hold under SC without any
 * repair: a fence or an atomic write must not break what was right. One that is violated under SC is nothing that buffers
 * have broken, and is not demanded; the answer says so.
 */
import { onlyProperty, propertiesOf } from '../check/one-property.js';
import { noSuchProperty } from '../check/read.js';
import type { Answer } from '../engines/answer.js';
import type { Note } from '../engines/remarks.js';
import type { Instance } from '../languages/language.js';
import type { Diagnostic } from '../languages/shared/diagnostics.js';
import type { Program } from '../models/program/model.js';
import type { TemporalProperty } from '../models/program/temporal.js';
import type { FixOptions } from './answer.js';
import type { Reading } from './readings.js';
import type { AskedProgram } from './temporal-oracle.js';

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
  { model, instances }: Reading,
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
    model.assertions,
  );
  if (property !== undefined && ![...names, ...temporalNames].includes(property))
    return { refused: noSuchProperty(property, [...names, ...temporalNames]) };
  if (instances.some(({ program }) => selectsDeadlock(program, property, names)))
    return { refused: '`never deadlock` is not repaired: name another property, or leave it out of the text' };
  const named = property !== undefined && !names.includes(property) ? property : null;
  const usual = ltl === undefined && property === undefined && model.usual === 'runs' ? temporalNames[0] : undefined;
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
    return named === null ? onlyProperty(program, property, model.assertions) : { ...program, never: [] };
  };
  return { states: named === null, select, required, temporal: required };
}

/** No repair is sought for a deadlock: what forbids a run that ends in one is not told by its reads and writes. */
function selectsDeadlock({ noDeadlock }: Program, property: string | undefined, names: readonly string[]): boolean {
  if (noDeadlock === undefined) return false;
  return property === undefined ? true : names.includes(property) && property === noDeadlock.name;
}

export interface Kept {
  readonly demands: Demands;
  /** On properties that are not demanded. */
  readonly notes: readonly Note[];
}

/** With the other temporal properties of the text that hold under SC; `one`: one property was named, and no other counts. */
export async function withKept(
  demands: Demands,
  sequential: readonly Instance[],
  one: boolean,
  underSc: (program: Program, property: TemporalProperty) => Promise<Answer>,
): Promise<Kept> {
  if (one) return { demands, notes: [] };
  const [first] = sequential;
  const asked = first === undefined ? [] : demands.required(first).map(({ name }) => name);
  const kept: string[] = [];
  const notes: Note[] = [];
  for (const { name } of first?.temporal ?? []) {
    if (asked.includes(name)) continue;
    const verdict = await verdictOn(name, sequential, underSc);
    if (verdict === 'holds') kept.push(name);
    else notes.push({ code: 'not demanded', property: name, underSc: verdict });
  }
  const temporal = (instance: Instance): TemporalProperty[] => [
    ...demands.required(instance),
    ...instance.temporal.filter(({ name }) => kept.includes(name)),
  ];
  return { demands: { ...demands, temporal }, notes };
}

async function verdictOn(
  name: string,
  instances: readonly Instance[],
  ask: (program: Program, property: TemporalProperty) => Promise<Answer>,
): Promise<Answer['verdict']> {
  for (const { program, temporal } of instances) {
    const property = temporal.find((each) => each.name === name);
    if (property === undefined) continue;
    const { verdict } = await ask(program, property);
    if (verdict !== 'holds') return verdict;
  }
  return 'holds';
}

export function askedOf({ select, temporal }: Demands, instance: Instance): AskedProgram {
  return { program: select(instance.program), temporal: temporal(instance) };
}
