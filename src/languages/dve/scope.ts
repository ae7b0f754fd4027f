/**
 * The names of a `.dve` file: global ones (variables, constants, channels, processes), and for each process its variables
 * and constants, which hide global ones of their names, and its control states, which are no part of this since they stand
 * where nothing else can.
 *
 * The descriptions of the language ask for names that differ. Files of the benchmark do not keep to it, and the counts of
 * states that are known for them are those of this reading.
 *
 * All names are declared before anything that uses them is looked at, so that a process can speak of one behind it;
 * initial values and sizes alone see what stands before them.
 */

import type { DiagnosticList } from '../shared/diagnostics.js';
import { didYouMean, suggest } from '../shared/suggest.js';
import type { DveModel, DveVariable } from './model.js';
import type { Name } from './syntax.js';

export type Meaning =
  | { readonly kind: 'constant'; readonly value: number }
  | {
      readonly kind: 'variable';
      readonly owner: number | null;
      readonly position: number;
      readonly variable: DveVariable;
    }
  | { readonly kind: 'channel' | 'process'; readonly position: number };

type Names = Map<string, Meaning>;

const SHOWN = 40;

export class Scope {
  readonly globals: Names = new Map();
  /** A name has two meanings: what uses it cannot be judged. */
  clashing = false;
  /** By process. */
  private readonly locals: Names[] = [];
  private readonly states: Map<string, number>[] = [];

  constructor(readonly diagnostics: DiagnosticList) {}

  /** Makes room for the names of one more process. */
  addProcess(): void {
    this.locals.push(new Map());
    this.states.push(new Map());
  }

  /** False, and a fault, when the name has a meaning already in the same place. */
  declare(owner: number | null, name: Name, meaning: Meaning): boolean {
    const names = this.namesOf(owner);
    const known = names.get(name.text);
    if (known !== undefined) {
      this.clashing = true;
      this.diagnostics.error('duplicate', name, `\`${shown(name)}\` is already ${describeMeaning(known)}`);
      return false;
    }
    const hidden = owner === null ? undefined : this.globals.get(name.text);
    if (hidden !== undefined) {
      const message = `\`${shown(name)}\` hides ${describeMeaning(hidden)} of that name in this process`;
      this.diagnostics.warning('duplicate', name, message);
    }
    names.set(name.text, meaning);
    return true;
  }

  declareState(process: number, name: Name, position: number): void {
    const states = this.statesOf(process);
    if (states.has(name.text)) this.diagnostics.error('duplicate', name, `\`${shown(name)}\` is a state already`);
    else states.set(name.text, position);
  }

  /** What a name means in a process, or outside of all. */
  meaning(process: number | null, name: string): Meaning | undefined {
    return (process === null ? undefined : this.locals[process]?.get(name)) ?? this.globals.get(name);
  }

  /** The process of that name, or null and a fault. */
  process(name: Name): number | null {
    const meaning = this.globals.get(name.text);
    if (meaning?.kind === 'process') return meaning.position;
    if (meaning !== undefined) this.wrongKind(name, meaning, 'a process');
    else this.unknown(name, 'there is no process', namesOfKind(this.globals, 'process'));
    return null;
  }

  /** The control state of that name, or null and a fault. */
  state(process: number, name: Name, message = 'this process has no state'): number | null {
    const states = this.statesOf(process);
    const found = states.get(name.text);
    if (found !== undefined) return found;
    // That a process has no states at all is told once.
    if (states.size > 0) this.unknown(name, message, states.keys());
    return null;
  }

  hasState(process: number, name: string): boolean {
    return this.statesOf(process).has(name);
  }

  wrongKind(name: Name, meaning: Meaning, wanted: string, hint = ''): void {
    const message = `\`${shown(name)}\` is ${describeMeaning(meaning)}, not ${wanted}${hint}`;
    this.diagnostics.error('wrong-kind', name, message);
  }

  unknown(name: Name, message: string, candidates: Iterable<string>): void {
    const near = this.diagnostics.full ? null : suggest(name.text, candidates);
    const told = `${message} \`${shown(name)}\`${didYouMean(near)}`;
    this.diagnostics.error('unknown-name', name, told, { instead: near });
  }

  /** All names that are values in a process. */
  candidates(process: number | null): string[] {
    const own = process === null ? [] : namesOfKind(this.namesOf(process), 'variable', 'constant');
    return [...own, ...namesOfKind(this.globals, 'variable', 'constant')];
  }

  /** What belongs to a process itself, or to none. */
  namesOf(owner: number | null): Names {
    const names = owner === null ? this.globals : this.locals[owner];
    if (names === undefined) throw new Error('a process whose names are not known');
    return names;
  }

  private statesOf(process: number): Map<string, number> {
    const states = this.states[process];
    if (states === undefined) throw new Error('a process whose states are not known');
    return states;
  }
}

/** The names of a model, for conditions that are written outside of it. */
export function scopeOf(model: DveModel, diagnostics: DiagnosticList): Scope {
  const scope = new Scope(diagnostics);
  for (const _ of model.processes) scope.addProcess();
  const variables = (owner: number | null, all: readonly DveVariable[]): void => {
    for (const [position, variable] of all.entries())
      scope.namesOf(owner).set(variable.name, { kind: 'variable', owner, position, variable });
  };
  variables(null, model.globals);
  for (const { name, owner, value } of model.constants) scope.namesOf(owner).set(name, { kind: 'constant', value });
  for (const [position, { name }] of model.channels.entries()) scope.globals.set(name, { kind: 'channel', position });
  for (const [position, process] of model.processes.entries()) {
    scope.globals.set(process.name, { kind: 'process', position });
    variables(position, process.variables);
    for (const [state, { name, place }] of process.states.entries()) {
      scope.declareState(position, { text: name, start: place.column, end: place.column }, state);
    }
  }
  return scope;
}

export function namesOfKind(names: Names, ...kinds: readonly Meaning['kind'][]): string[] {
  return [...names].filter(([, meaning]) => kinds.includes(meaning.kind)).map(([name]) => name);
}

/** A name in a message: cut when long. */
export function shown({ text }: { readonly text: string }): string {
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}

function describeMeaning(meaning: Meaning): string {
  switch (meaning.kind) {
    case 'constant':
      return 'a constant';
    case 'variable':
      return `${meaning.owner === null ? 'a global' : 'a local'} ${meaning.variable.size === null ? 'variable' : 'array'}`;
    default:
      return `a ${meaning.kind}`;
  }
}
