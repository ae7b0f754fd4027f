/**
 * Whether a path of the abstraction is one of the system: run symbolically from the first values, every guard on the way
 * becomes a formula over what was left open (first values and inputs). Mostly nothing is, and the guards are just true or
 * false.
 *
 * A path that is none is told by a core: guards on it, and what is bad at its end, that cannot all be true, and of which
 * none can be left out.
 */
import {
  constant,
  type Formula,
  type Linear,
  substitute,
  substituted,
  TRUE,
  termValue,
  variable,
} from '../../logic/integer/formula.js';
import { type Bounds, Prover } from '../../logic/integer/prover.js';
import type { AbstractPath } from './explore.js';
import type { Command, FlatSystem } from './system.js';
import { computed, type Definition } from './values.js';

/** A part of the guard of a command on the path, by its position; or of what is bad after the last one. */
export interface Condition {
  readonly position: number;
  readonly formula: Formula;
}

export type Feasibility =
  /** First values of all variables, and by command the values of its choices. */
  | {
      readonly kind: 'real';
      readonly initial: readonly number[];
      readonly choices: readonly (readonly number[])[];
    }
  /** Several where one formula alone is false: the first ones on the path. */
  | { readonly kind: 'spurious'; readonly cores: readonly (readonly Condition[])[] }
  | { readonly kind: 'unknown' };

interface Run {
  /** What must be true, in terms of the path's own variables. */
  readonly demands: readonly (Condition & { readonly demand: Formula })[];
  readonly choices: readonly (readonly Linear[])[];
  readonly bounds: readonly Bounds[];
}

export function feasibility(system: FlatSystem, path: AbstractPath): Feasibility {
  const { demands, choices, bounds } = symbolicRun(system, path);
  const never = demands.filter(({ demand }) => demand.kind === 'false');
  if (never.length > 0) return { kind: 'spurious', cores: never.map((condition) => [condition]) };
  const open = demands.filter(({ demand }) => demand.kind !== 'true');
  const prover = new Prover(bounds);
  const values = prover.model(open.map(({ demand }) => demand));
  if (values === 'unknown') return { kind: 'unknown' };
  if (values !== null) {
    const initial = system.initial.map((value, number) => (value === 'any' ? (values[number] as number) : value));
    return { kind: 'real', initial, choices: choices.map((terms) => terms.map((term) => termValue(term, values))) };
  }
  let core = open;
  for (const condition of open) {
    const fewer = core.filter((other) => other !== condition);
    if (prover.model(fewer.map(({ demand }) => demand)) === null) core = fewer;
  }
  return { kind: 'spurious', cores: [core] };
}

/** Variables of the path: the program's, with their first values, and then the inputs of each command. */
function symbolicRun(system: FlatSystem, { commands, bad }: AbstractPath): Run {
  const { variables, firstInput, initial, threads } = system;
  const bounds: Bounds[] = variables.slice(0, firstInput);
  const values = initial.map((value, number) => (value === 'any' ? variable(number) : constant(value)));
  const locations = threads.map(({ entry }) => entry);
  const demands: (Condition & { demand: Formula })[] = [];
  const choices: (readonly Linear[])[] = [];
  /** The inputs of one step, which are met in any order: what they stand for where that is a number, else open. */
  const newInputs = (definitions: ReadonlyMap<number, Definition>) => {
    const known = new Map<number, Linear>();
    const now = (number: number): Linear => {
      if (number < firstInput) return values[number] as Linear;
      const before = known.get(number);
      if (before !== undefined) return before;
      const meant = meaning(definitions.get(number), now);
      const term = meant ?? variable(bounds.length);
      if (meant === null) bounds.push(variables[number] as Bounds);
      known.set(number, term);
      return term;
    };
    return now;
  };
  const demand = (position: number, formula: Formula, now: (number: number) => Linear) => {
    for (const part of formula.kind === 'and' ? formula.operands : [formula])
      demands.push({ position, formula: part, demand: substitute(part, now) });
  };
  for (const [position, number] of commands.entries()) {
    const command = system.commands[number] as Command;
    const now = newInputs(command.inputs);
    demand(position, command.guard, now);
    choices.push(command.choices.map((term) => substituted(term, now)));
    if (command.fails) break;
    const after = [...command.updates].map(([target, term]) => [target, substituted(term, now)] as const);
    for (const [target, term] of after) values[target] = term;
    locations[command.thread] = command.to;
  }
  if (bad !== null) demand(commands.length, system.bad[bad]?.condition(locations) ?? TRUE, newInputs(new Map()));
  return { demands, choices, bounds };
}

/** The number that an input is, where its operands are numbers; null otherwise. */
function meaning(definition: Definition | undefined, now: (number: number) => Linear): Linear | null {
  if (definition === undefined) return null;
  const { operator, left, right } = definition;
  const [a, b] = [substituted(left, now), substituted(right, now)];
  if (a.variables.length > 0 || b.variables.length > 0) return null;
  const value = computed(operator, a.constant, b.constant);
  return value === null ? null : constant(value);
}
