/** Propositions, and what final states show. */
import type { Value } from '../../memory/axiomatic/event.js';
import type { DiagnosticList } from '../shared/diagnostics.js';
import { checkAddress, checkElement, elementOf, type InitialState, typeNamed } from './check-init.js';
import { type RegisterScope, resolveRegister } from './check-location.js';
import { parseNumber } from './numbers.js';
import { observablesOf } from './proposition.js';
import { registerFile } from './registers.js';
import type { LocationSyntax, PropositionSyntax, ValueSyntax } from './syntax.js';
import type { Observable, Proposition } from './test.js';

/** What a proposition may talk about. */
export interface Scope extends RegisterScope {
  readonly initial: InitialState;
  /** Locations that the initial state or the program name. */
  readonly mentioned: ReadonlySet<string>;
}

const NOTHING: Proposition = { kind: 'constant', value: true };

export function checkProposition(syntax: PropositionSyntax, scope: Scope, diagnostics: DiagnosticList): Proposition {
  const check = (part: PropositionSyntax): Proposition => checkProposition(part, scope, diagnostics);
  switch (syntax.kind) {
    case 'constant':
      return syntax;
    case 'not':
      return { kind: 'not', of: check(syntax.of) };
    case 'and':
    case 'or':
      return { kind: syntax.kind, of: syntax.of.map(check) };
    case 'implies':
      return { kind: 'implies', left: check(syntax.left), right: check(syntax.right) };
    case 'equal': {
      const left = checkObservable(syntax.left, scope, diagnostics);
      const equation = left === null ? NOTHING : checkEquation(left, syntax.right, scope, diagnostics);
      return syntax.negated ? { kind: 'not', of: equation } : equation;
    }
  }
}

function checkEquation(
  left: Observable,
  syntax: ValueSyntax | LocationSyntax,
  scope: Scope,
  diagnostics: DiagnosticList,
): Proposition {
  if (syntax.kind === 'register' || syntax.kind === 'symbolic' || syntax.kind === 'memory') {
    const right = checkObservable(syntax, scope, diagnostics);
    return right === null ? NOTHING : { kind: 'same', left, right };
  }
  const items = syntax.kind === 'list' ? syntax.items : [syntax];
  const size = left.kind === 'array' ? left.locations.length : 1;
  if ((syntax.kind === 'list') !== (left.kind === 'array')) {
    const message =
      left.kind === 'array' ? 'an array is compared with values in braces' : 'only an array has several values';
    diagnostics.error('type-mismatch', syntax, message);
  } else if (items.length !== size) {
    diagnostics.error('arity', syntax, `the array has ${size} elements`);
  }
  const { bits } = registerFile(scope.architecture);
  const values = items.map((item): Value => {
    if (item.kind === 'address') return checkAddress(item, scope.initial.arrays, diagnostics);
    const number = item.kind === 'number' ? parseNumber(item.text, bits) : 0n;
    if (number === null) diagnostics.error('too-large', item, `a number of more than ${bits} bits`);
    return number ?? 0n;
  });
  return { kind: 'value', left, values };
}

function checkObservable(syntax: LocationSyntax, scope: Scope, diagnostics: DiagnosticList): Observable | null {
  const { architecture, initial } = scope;
  const untyped = typeNamed(null, false, architecture);
  if (syntax.kind !== 'memory') {
    const found = resolveRegister(syntax, scope, diagnostics);
    if (found === null) return null;
    return { kind: 'register', ...found, type: initial.types.get(`${found.thread}:${found.register}`) ?? untyped };
  }
  const { name, index } = syntax;
  const array = initial.arrays.get(name.text);
  if (index !== null) {
    const location = checkElement(name, index, initial.arrays, diagnostics);
    if (location === null) return null;
    const shown = `${name.text}[${BigInt(index.text)}]`;
    return { kind: 'location', location, shown, type: array?.type ?? untyped };
  }
  if (array !== undefined) {
    const locations = Array.from({ length: array.size }, (_, at) => elementOf(name.text, at, array.type));
    return { kind: 'array', locations, shown: name.text, type: array.type };
  }
  if (!scope.mentioned.has(name.text)) {
    diagnostics.warning('unknown-name', syntax, `nothing else names \`${name.text.slice(0, 40)}\`: it is always 0`);
  }
  return {
    kind: 'location',
    location: name.text,
    shown: `[${name.text}]`,
    type: initial.types.get(name.text) ?? untyped,
  };
}

/** `[x]` and `t` before `t[1]`. */
function isElement({ shown }: Observable & { shown: string }): boolean {
  return shown.endsWith(']') && !shown.startsWith('[');
}

/** Registers first, by thread and number; then locations by name; then elements of arrays. */
function compare(left: Observable, right: Observable): number {
  if (left.kind === 'register' || right.kind === 'register') {
    if (left.kind !== 'register') return 1;
    if (right.kind !== 'register') return -1;
    return left.thread - right.thread || left.register - right.register;
  }
  if (isElement(left) !== isElement(right)) return isElement(left) ? 1 : -1;
  const [one, other] = [left.shown.replace('[', ''), right.shown.replace('[', '')];
  return one < other ? -1 : one > other ? 1 : 0;
}

/** What final states show: the locations asked for and those of the proposition, each once. */
export function observables(
  asked: readonly LocationSyntax[],
  proposition: Proposition,
  scope: Scope,
  diagnostics: DiagnosticList,
): Observable[] {
  const all = asked.map((location) => checkObservable(location, scope, diagnostics)).filter((found) => found !== null);
  const sorted = [...all, ...observablesOf(proposition)].sort(compare);
  return sorted.filter(
    (observable, index) => index === 0 || compare(sorted[index - 1] as Observable, observable) !== 0,
  );
}
