/**
 * Constants, types, shared variables and the heads of threads.
 */

import { belongsTo, boundsOf, defaultValue, showSort, valuesOf } from '../../models/program/cells.js';
import type { Sort } from '../../models/program/model.js';
import type { Span } from '../shared/source.js';
import { didYouMean } from '../shared/suggest.js';
import { CONSTANT_SCOPE, ExpressionChecker, type Typed } from './check-expression.js';
import { evaluate, NOTHING_KNOWN } from './evaluate.js';
import { foreignType } from './foreign.js';
import type { PlannedShared, Size } from './plan.js';
import { printExpression } from './print-expression.js';
import { describeSort, INT, isInteger, sameFamily } from './sorts.js';
import type {
  DeclarationSyntax,
  DeclaratorSyntax,
  ExpressionSyntax,
  Name,
  ParameterSyntax,
  ThreadSyntax,
  TypeSyntax,
  ValueSyntax,
} from './syntax.js';
import type { KnownLocal, ThreadHead, Vocabulary } from './vocabulary.js';
import { isWidth, reduce, WIDTHS } from './widths.js';

export const LARGEST_ARRAY = 65_536;
export const MOST_INSTANCES = 256;

/** The value of a constant expression; null when it has none (reported). */
function constantOf(
  syntax: ExpressionSyntax,
  vocabulary: Vocabulary,
  sort: Sort | null = null,
): { value: number; sort: Sort } | null {
  const checker = new ExpressionChecker(vocabulary, CONSTANT_SCOPE);
  let typed: Typed | null;
  if (sort === null) {
    typed = checker.check(syntax);
  } else {
    const expression = checker.expect(syntax, sort, 'the value here');
    typed = expression === null ? null : { expression, sort };
  }
  if (typed === null) return null;
  const result = evaluate(typed.expression, NOTHING_KNOWN);
  if (result.kind === 'value') return { value: result.value, sort: typed.sort };
  if (result.kind === 'open') throw new Error('a constant expression reads a variable');
  const large = result.message.includes('large');
  return vocabulary.wrong(large ? 'too-large' : 'type-mismatch', syntax, `this is ${result.message}`);
}

function integerOf(syntax: ExpressionSyntax, vocabulary: Vocabulary): number | null {
  return constantOf(syntax, vocabulary, INT)?.value ?? null;
}

export function sortOf(type: TypeSyntax, vocabulary: Vocabulary): Sort | null {
  if (type.kind === 'named') {
    const sort = vocabulary.sorts.get(type.name) ?? WIDTHS.get(type.name);
    if (sort !== undefined) return sort;
    if (vocabulary.records.has(type.name)) {
      const message = `\`${type.name}\` is a record: shared variables and fields of other records can be records`;
      return vocabulary.wrong('unsupported', type, message);
    }
    const known = [...vocabulary.sorts.keys(), ...WIDTHS.keys(), 'int', 'bool'];
    const missing = `there is no type \`${type.name}\` above this line`;
    const foreign = foreignType(type.name);
    if (foreign !== null)
      return vocabulary.wrong('unknown-type', type, `${missing}: ${foreign.message}`, foreign.instead);
    const near = vocabulary.nearest(type.name, known, false);
    return vocabulary.wrong('unknown-type', type, `${missing}${didYouMean(near)}`, near);
  }
  if (type.kind !== 'range') return { kind: type.kind };
  const low = integerOf(type.low, vocabulary);
  const high = integerOf(type.high, vocabulary);
  if (low === null || high === null) return null;
  if (low <= high) return { kind: 'range', low, high };
  return vocabulary.wrong('type-mismatch', type, `the range ${low}..${high} is empty`);
}

export function declareConstant(declaration: DeclarationSyntax & { kind: 'const' }, vocabulary: Vocabulary): void {
  const constant = constantOf(declaration.value, vocabulary);
  // A wrong constant is declared all the same, so that its uses are not reported too.
  const { value, sort } = constant ?? { value: 1, sort: INT };
  vocabulary.declare(declaration.name, { kind: 'constant', value, sort, constructor: false });
}

export function declareType(declaration: DeclarationSyntax & { kind: 'type' }, vocabulary: Vocabulary): void {
  const { name, constructors, type } = declaration;
  if (vocabulary.sorts.has(name.text)) {
    vocabulary.wrong('duplicate', name, `there is already a type \`${name.text}\``);
    return;
  }
  if (constructors === null) {
    vocabulary.sorts.set(name.text, (type === null ? null : sortOf(type, vocabulary)) ?? INT);
    return;
  }
  const sort: Sort = { kind: 'enum', name: name.text, constructors: constructors.map(({ text }) => text) };
  vocabulary.sorts.set(name.text, sort);
  for (const [value, named] of constructors.entries()) {
    vocabulary.declare(named, { kind: 'constant', value, sort, constructor: true });
  }
}

/** The size of an array: a number, or the name of a thread. Undefined when it is wrong. */
export function sizeOf(syntax: ExpressionSyntax | null, vocabulary: Vocabulary): Size | null | undefined {
  if (syntax === null) return null;
  if (syntax.kind === 'name' && syntax.index === null) {
    const meaning = vocabulary.meaning(syntax.name.text);
    if (meaning?.kind === 'thread') return sizeOfThread(syntax.name, meaning.thread, vocabulary);
  }
  const size = integerOf(syntax, vocabulary);
  if (size === null) return undefined;
  if (size >= 1 && size <= LARGEST_ARRAY) return { kind: 'fixed', size };
  const code = size < 1 ? 'type-mismatch' : 'too-large';
  vocabulary.wrong(code, syntax, `an array has 1 to ${LARGEST_ARRAY} cells, not ${size}`);
  return undefined;
}

function sizeOfThread(name: Name, thread: ThreadHead, vocabulary: Vocabulary): Size | undefined {
  if (thread.counted) return { kind: 'instances', thread: thread.position };
  const message = `\`${thread.name}\` is not numbered by \`self\`: give the number of cells`;
  vocabulary.wrong('wrong-kind', name, message);
  return undefined;
}

export type Mark = Pick<PlannedShared, 'ghost'>;

export function declareShared(declarator: DeclaratorSyntax, mark: Mark, vocabulary: Vocabulary): void {
  const { diagnostics } = vocabulary;
  const sort = sortOfDeclarator(declarator, vocabulary);
  for (const { name, size: written } of declarator.names) {
    const size = sizeOf(written, vocabulary);
    const before = diagnostics.errors;
    const initial = initialOf(declarator, size ?? null, sort, vocabulary);
    if (size !== undefined) vocabulary.wrongFirstValues += diagnostics.errors - before;
    const place = vocabulary.placeOf(name);
    const variable: PlannedShared = { name: name.text, sort: sort ?? INT, size: size ?? null, place, initial, ...mark };
    if (diagnostics.full) return;
    vocabulary.declare(name, { kind: 'shared', position: vocabulary.shared.length, variable });
    vocabulary.shared.push(variable);
  }
}

/** The declared type, or that of the first value, or integers. */
function sortOfDeclarator({ type, initial }: DeclaratorSyntax, vocabulary: Vocabulary): Sort | null {
  if (type !== null) return sortOf(type, vocabulary);
  const value = initial?.kind === 'list' ? initial.values.find(({ kind }) => kind !== 'any') : initial;
  if (value === undefined || value?.kind === 'any') {
    if (initial === null) return INT;
    return needsType(initial, vocabulary);
  }
  if (value === null) return INT;
  const sort = constantOf(value as ExpressionSyntax, vocabulary)?.sort ?? null;
  return sort !== null && isInteger(sort) ? INT : sort;
}

export function needsType(span: Span, vocabulary: Vocabulary): null {
  return vocabulary.wrong('missing', span, '`?` is any value of a type: write the type, such as `x: 0..3 = ?`');
}

function initialOf(
  { initial }: DeclaratorSyntax,
  size: Size | null,
  sort: Sort | null,
  vocabulary: Vocabulary,
): PlannedShared['initial'] {
  if (sort === null) return 0;
  if (initial === null) return defaultValue(sort);
  if (initial.kind !== 'list') return firstValue(initial, sort, vocabulary);
  if (size === null) {
    vocabulary.wrong('wrong-kind', initial, 'a list of values is for arrays');
  } else if (size.kind === 'instances') {
    vocabulary.wrong('unsupported', initial, 'the number of cells is open: give one value for all of them');
  } else if (size.size !== initial.values.length) {
    vocabulary.wrong('arity', initial, `${initial.values.length} values for ${size.size} cells`);
  }
  return initial.values.map((value) => firstValue(value, sort, vocabulary));
}

/** Of cells that all begin alike. */
export function firstValueOf(
  initial: ExpressionSyntax | ValueSyntax | null,
  sort: Sort,
  vocabulary: Vocabulary,
): number | 'any' {
  return initial === null ? defaultValue(sort) : firstValue(initial, sort, vocabulary);
}

function firstValue(value: ExpressionSyntax | ValueSyntax, sort: Sort, vocabulary: Vocabulary): number | 'any' {
  if (value.kind === 'any') {
    checkAny(value, sort, vocabulary);
    return 'any';
  }
  return constantIn(value, sort, vocabulary);
}

/** A constant of the sort; 0 when it is wrong. */
function constantIn(syntax: ExpressionSyntax, sort: Sort, vocabulary: Vocabulary): number {
  const constant = constantOf(syntax, vocabulary, sort);
  if (constant !== null && isWidth(sort)) return reduce(constant.value, sort);
  if (constant !== null) checkRange(constant.value, syntax, sort, vocabulary);
  return constant?.value ?? 0;
}

/** `?` needs finitely many values. */
export function checkAny(span: Span, sort: Sort, vocabulary: Vocabulary): void {
  if (boundsOf(sort) !== null) return;
  vocabulary.wrong('type-mismatch', span, '`?` needs a type with finitely many values, such as `0..3`');
}

/** False, and a fault, when a known value is outside the sort of its variable. */
export function checkRange(value: number, syntax: ExpressionSyntax, sort: Sort, vocabulary: Vocabulary): boolean {
  if (belongsTo(value, sort) || isWidth(sort)) return true;
  const text = printExpression(syntax);
  const shown = text === String(value) ? text : `\`${text}\` is ${value}, which`;
  vocabulary.wrong('type-mismatch', syntax, `${shown} is not in ${showSort(sort)}`);
  return false;
}

export function declareThread(syntax: ThreadSyntax, vocabulary: Vocabulary): void {
  const parameters: { name: string; sort: Sort }[] = [];
  const locals = new Map<string, KnownLocal>();
  for (const parameter of syntax.parameters) {
    const sort = sortOf(parameter.type, vocabulary) ?? INT;
    checkNewName(parameter.name, locals, vocabulary);
    const known: KnownLocal = { variable: parameters.length, sort, size: null, fixedSize: null, parameter: true };
    locals.set(parameter.name.text, known);
    parameters.push({ name: parameter.name.text, sort });
  }
  const counted = syntax.count !== null;
  const instances = counted ? countedInstances(syntax, vocabulary) : givenInstances(syntax, parameters, vocabulary);
  if (counted) {
    const sort: Sort = instances === 'any' ? INT : { kind: 'range', low: 0, high: Math.max(0, instances.length - 1) };
    parameters.push({ name: 'self', sort });
    locals.set('self', { variable: 0, sort, size: null, fixedSize: null, parameter: true });
  }
  const keys = instances === 'any' ? null : new Set(instances.map(String));
  const thread: ThreadHead = {
    position: vocabulary.threads.length,
    name: syntax.name.text,
    parameters,
    instances,
    counted,
    locals,
    labels: new Set(),
    hasInstance: (values) => (keys === null ? (values[0] ?? -1) >= 0 : keys.has(String(values))),
  };
  vocabulary.declare(syntax.name, { kind: 'thread', thread });
  vocabulary.threads.push(thread);
}

export function checkNewName(name: Name, locals: ReadonlyMap<string, KnownLocal>, vocabulary: Vocabulary): void {
  const earlier = vocabulary.declaredKind(name.text);
  if (locals.has(name.text)) {
    vocabulary.wrong('duplicate', name, `this thread has a variable \`${name.text}\` already`);
  } else if (earlier !== undefined) {
    const what = earlier === 'const' ? 'a constant' : earlier;
    vocabulary.wrong('duplicate', name, `\`${name.text}\` is already ${what}: locals need names of their own`);
  }
}

function countedInstances({ count }: ThreadSyntax, vocabulary: Vocabulary): number[][] | 'any' {
  if (count === null || count.kind === 'any') return 'any';
  const number = integerOf(count, vocabulary) ?? 1;
  if (number < 1 || number > MOST_INSTANCES) {
    vocabulary.wrong('process-number', count, `there can be 1 to ${MOST_INSTANCES} instances, not ${number}`);
    return [[0]];
  }
  return Array.from({ length: number }, (_, self) => [self]);
}

function givenInstances(
  syntax: ThreadSyntax,
  parameters: readonly { name: string; sort: Sort }[],
  vocabulary: Vocabulary,
): number[][] {
  if (syntax.instances === null) return productOf(syntax.parameters, parameters, vocabulary);
  const found = new Set<string>();
  const instances: number[][] = [];
  for (const tuple of syntax.instances) {
    if (tuple.values.length !== parameters.length) {
      vocabulary.wrong('arity', tuple, `${tuple.values.length} arguments for ${parameters.length} parameters`);
      continue;
    }
    const values = tuple.values.map((value, position) =>
      constantIn(value, parameters[position]?.sort ?? INT, vocabulary),
    );
    if (found.has(String(values))) vocabulary.wrong('duplicate', tuple, 'this instance is listed twice');
    found.add(String(values));
    instances.push(values);
  }
  if (instances.length > MOST_INSTANCES) tooMany(syntax, instances.length, vocabulary);
  return instances;
}

/** One instance for each combination of values; just one without parameters. */
function productOf(
  places: readonly ParameterSyntax[],
  parameters: readonly { sort: Sort }[],
  vocabulary: Vocabulary,
): number[][] {
  let instances: number[][] = [[]];
  for (const [position, { sort }] of parameters.entries()) {
    const bounds = boundsOf(sort);
    const place = places[position];
    if (place === undefined) throw new Error('a parameter without syntax');
    if (bounds === null) {
      const message = 'one thread for each integer is too many: give a range, or list the instances behind `for`';
      vocabulary.wrong('type-mismatch', place.type, message);
      return [];
    }
    const count = instances.length * (bounds.high - bounds.low + 1);
    if (count > MOST_INSTANCES) {
      tooMany(place.type, count, vocabulary);
      return [];
    }
    instances = instances.flatMap((instance) => valuesOf(sort).map((value) => [...instance, value]));
  }
  return instances;
}

function tooMany(span: Span, number: number, vocabulary: Vocabulary): void {
  vocabulary.wrong('process-number', span, `there can be at most ${MOST_INSTANCES} instances, not ${number}`);
}

/** Whether a value of one sort may be given to a variable of another; a fault otherwise. */
export function checkAssignable(
  given: Sort,
  wanted: Sort,
  syntax: ExpressionSyntax,
  name: string,
  vocabulary: Vocabulary,
): boolean {
  if (sameFamily(given, wanted)) return true;
  const message = `\`${name}\` holds ${describeSort(wanted)}, and this is ${describeSort(given)}`;
  vocabulary.wrong('type-mismatch', syntax, message);
  return false;
}
