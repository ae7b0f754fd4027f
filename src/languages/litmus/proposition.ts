/**
 * Propositions about final states: whether they hold, and as text.
 *
 * Values are compared after cutting both to the type of the location, so that -1 and 255 are the same byte. While threads
 * still run some values are not known yet, and neither is then, perhaps, what follows: null.
 */
import type { Value } from '../../memory/axiomatic/event.js';
import { registerFile } from './registers.js';
import type { LitmusTest, Observable, Proposition, ValueType } from './test.js';
import { cut, showValue } from './values.js';

/** What is known at the end of an execution. */
export interface FinalState {
  register(thread: number, register: number): Value | null;
  location(location: string): Value | null;
}

function valuesOf(observable: Observable, state: FinalState): (Value | null)[] {
  switch (observable.kind) {
    case 'register':
      return [state.register(observable.thread, observable.register)];
    case 'location':
      return [state.location(observable.location)];
    case 'array':
      return observable.locations.map((location) => state.location(location));
  }
}

function equal(left: Value | null | undefined, right: Value | null | undefined, type: ValueType): boolean | null {
  if (left === null || right === null) return null;
  if (left === undefined || right === undefined) return false;
  return cut(left, type.bits) === cut(right, type.bits);
}

function all(answers: readonly (boolean | null)[]): boolean | null {
  if (answers.includes(false)) return false;
  return answers.includes(null) ? null : true;
}

const negate = (answer: boolean | null): boolean | null => (answer === null ? null : !answer);

export function holds(proposition: Proposition, state: FinalState): boolean | null {
  switch (proposition.kind) {
    case 'constant':
      return proposition.value;
    case 'value': {
      const found = valuesOf(proposition.left, state);
      if (found.length !== proposition.values.length) return false;
      return all(found.map((value, index) => equal(value, proposition.values[index], proposition.left.type)));
    }
    case 'same': {
      const [left, right] = [valuesOf(proposition.left, state), valuesOf(proposition.right, state)];
      if (left.length !== right.length) return false;
      return all(left.map((value, index) => equal(value, right[index], proposition.left.type)));
    }
    case 'not':
      return negate(holds(proposition.of, state));
    case 'and':
      return all(proposition.of.map((part) => holds(part, state)));
    case 'or':
      return negate(all(proposition.of.map((part) => negate(holds(part, state)))));
    case 'implies':
      return negate(all([holds(proposition.left, state), negate(holds(proposition.right, state))]));
  }
}

function showObservable(observable: Observable, registerNames: readonly string[]): string {
  return observable.kind === 'register'
    ? `${observable.thread}:${registerNames[observable.register]}`
    : observable.shown;
}

/** `0:EAX=0; [x]=1;`. */
export function showState(test: LitmusTest, state: FinalState): string {
  const { names } = registerFile(test.architecture);
  return test.observed
    .map((observable) => {
      const values = valuesOf(observable, state).map((value) => showValue(value ?? 0n, observable.type));
      const shown = observable.kind === 'array' ? `{${values.join(',')}}` : values[0];
      return `${showObservable(observable, names)}=${shown};`;
    })
    .join(' ');
}

/** How tightly an operator binds: see `parse-condition.ts`. */
const TIGHTNESS = { or: 0, and: 1, implies: 2, not: 3 } as const;

export function showProposition(proposition: Proposition, registerNames: readonly string[], around = 0): string {
  const show = (part: Proposition, tightness: number): string => showProposition(part, registerNames, tightness);
  const bracket = (text: string, tightness: number): string => (tightness < around ? `(${text})` : text);
  switch (proposition.kind) {
    case 'constant':
      return `${proposition.value}`;
    case 'value': {
      const { left, values } = proposition;
      const shown = values.map((value) => (typeof value === 'string' ? value : `${value}`));
      return `${showObservable(left, registerNames)}=${left.kind === 'array' ? `{${shown.join(',')}}` : shown[0]}`;
    }
    case 'same':
      return `${showObservable(proposition.left, registerNames)}=${showObservable(proposition.right, registerNames)}`;
    case 'not':
      return `not (${show(proposition.of, 0)})`;
    case 'implies':
      return bracket(
        `${show(proposition.left, TIGHTNESS.not)} => ${show(proposition.right, TIGHTNESS.implies)}`,
        TIGHTNESS.implies,
      );
    case 'and':
    case 'or': {
      const { kind, of } = proposition;
      if (of.length === 0) return kind === 'and' ? 'true' : 'false';
      const text = of.map((part) => show(part, TIGHTNESS[kind] + 1)).join(kind === 'and' ? ' /\\ ' : ' \\/ ');
      return bracket(text, TIGHTNESS[kind]);
    }
  }
}

/** `exists (0:EAX=0 /\ 1:EAX=0)`. */
export function showCondition(test: LitmusTest): string {
  const { names } = registerFile(test.architecture);
  const quantifier = test.quantifier === 'not exists' ? '~exists' : test.quantifier;
  return `${quantifier} (${showProposition(test.proposition, names)})`;
}

/** Everything that a proposition looks at. */
export function observablesOf(proposition: Proposition): Observable[] {
  switch (proposition.kind) {
    case 'constant':
      return [];
    case 'value':
      return [proposition.left];
    case 'same':
      return [proposition.left, proposition.right];
    case 'not':
      return observablesOf(proposition.of);
    case 'and':
    case 'or':
      return proposition.of.flatMap(observablesOf);
    case 'implies':
      return [...observablesOf(proposition.left), ...observablesOf(proposition.right)];
  }
}
