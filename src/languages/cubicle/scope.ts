/**
 * The small letters of one declaration: parameters, quantified variables, `let` names, the parameters of the predicate
 * being expanded.
 *
 * A name stands for a finished term, so expanding a predicate or a `let` is nothing but binding names and reading the
 * body. Capture cannot happen: every binder of a declaration gets a name that no other binder of it has, so a finished
 * term means the same wherever it ends up.
 */
import type { Access, Formula, Process, Term } from '../../models/array-system/model.js';
import type { Span } from '../shared/source.js';

/** A bound name's term; null when it is unknown (wrong, and reported) and nothing more should be said about it. */
export type Binding = Term | null;

export interface Scope {
  readonly names: ReadonlyMap<string, Binding>;
  readonly outer: Scope | null;
  /** The variables that quantifiers around this place bind, outermost first. */
  readonly quantified: readonly Process[];
}

export function lookUp(scope: Scope, name: string): Binding | undefined {
  for (let level: Scope | null = scope; level !== null; level = level.outer) {
    const binding = level.names.get(name);
    if (binding !== undefined) return binding;
  }
  return undefined;
}

/** All names in reach, nearest first. */
export function* namesInScope(scope: Scope): Iterable<string> {
  for (let level: Scope | null = scope; level !== null; level = level.outer) yield* level.names.keys();
}

export function bind(scope: Scope, names: readonly (readonly [string, Binding])[]): Scope {
  return { names: new Map(names), outer: scope, quantified: scope.quantified };
}

/** The scope of a predicate's body: its parameters alone, inside the quantifiers around the call. */
export function bodyScope(caller: Scope, parameters: readonly (readonly [string, Binding])[]): Scope {
  return { names: new Map(parameters), outer: null, quantified: caller.quantified };
}

export function processTerm(process: Process): Term {
  return { kind: 'process', process };
}

/** What belongs to one declaration as a whole. */
export class DeclarationScope {
  readonly parameters: readonly Process[];
  /** The process that performs the memory accesses of a transition. */
  readonly actor: Process | null;
  readonly top: Scope;
  /** Where an access, a quantifier or a fence of the finished declaration was written. */
  readonly places = new Map<Access | Formula, Span>();
  /** Each name given to a binder, with the number to try next for another binder of that name. */
  private readonly binders: Map<string, number>;

  constructor(parameters: readonly string[], actor: string | null = null) {
    this.binders = new Map(parameters.map((name) => [name, 2]));
    this.actor = actor === null ? null : { kind: 'bound', name: actor };
    this.parameters = parameters.map((name) => ({ kind: 'bound', name }));
    const names = new Map(this.parameters.map((process, i) => [parameters[i] as string, processTerm(process)]));
    this.top = { names, outer: null, quantified: [] };
  }

  /** The name itself when no binder of this declaration has it, otherwise the name with a number. */
  freshBinder(name: string): string {
    let fresh = name;
    let number = this.binders.get(name) ?? 2;
    while (this.binders.has(fresh)) fresh = `${name}_${number++}`;
    this.binders.set(name, number);
    if (fresh !== name) this.binders.set(fresh, 2);
    return fresh;
  }
}
