/**
 * Threads by the functions that they run, and what they are given.
 *
 * `main` was run (`run-main.ts`), so each thread that it creates has an argument of known numbers. Threads with the same
 * function are instances of one kind: what they are given becomes one value that depends on the number of the instance. Of a
 * loop without end (`endless.ts`) each round gives the same, or a number that counts the rounds.
 */
import { constant } from '../../models/program/expression.js';
import { binaryTerm } from '../../models/program/fold.js';
import type { Linear } from './endless.js';
import type { Kind, Thread } from './lower/thread.js';
import { add, type LValue, NULL, type Term } from './memory.js';
import type { Created } from './run-main.js';
import type { Place } from './tokens.js';
import { pointerTo, VOID } from './types.js';
import type { Unit } from './unit.js';
import type { Value } from './values.js';

/** The number of a thread: the first of its locals. */
const SELF: Term = { kind: 'local', variable: 0, index: null };

export function kindsOf(created: readonly Created[], unit: Unit): Kind[] {
  const { any } = unit.options;
  const names = [...new Set([...created.map(({ creation }) => creation.function), ...any.keys()])];
  return names.map((name): Kind => {
    const own = created
      .map((each, number) => ({ ...each, number }))
      .filter(({ creation }) => creation.function === name);
    const found = unit.globals.get(name);
    const place = own[0]?.creation.place ?? any.get(name)?.place ?? unit.node.end;
    if (found?.kind !== 'function')
      throw unit.refuse(place, `\`${name}\` has no body: it is the function of a thread`, 'unknown-name');
    return {
      name,
      function: found.node,
      ...(any.has(name) || own.some(({ endless }) => endless !== undefined) ? { any: true } : {}),
      arguments: own.map((each) => concrete(each, unit)),
      numbers: own.map(({ number }) => number),
      later: own.map((each) => each.later),
    };
  });
}

/** The argument of a thread with numbers for its terms. */
function concrete({ creation, value, endless }: Created, unit: Unit): Value {
  const { argument, place } = creation;
  const number = (term: Term): Term => {
    if (endless !== undefined) return inEachRound(endless(term), place, unit);
    const found = value(term);
    if (found === null)
      throw unit.refuse(
        place,
        'the argument of a thread is known before threads run: a constant, or the counter of the loop',
      );
    return constant(found);
  };
  if (argument.kind === 'integer') return { ...argument, term: number(argument.term) };
  if (argument.kind !== 'pointer') return argument;
  const { pointer } = argument;
  switch (pointer.kind) {
    case 'position':
    case 'number':
      return { ...argument, pointer: { ...pointer, term: number(pointer.term) } };
    case 'address': {
      const { lvalue } = pointer;
      if (lvalue.region.kind === 'local') unit.demands.share(lvalue.region.key);
      const index = lvalue.index === null ? null : number(lvalue.index);
      const element = lvalue.element && {
        ...lvalue.element,
        base: lvalue.element.base === null ? null : number(lvalue.element.base),
        position: number(lvalue.element.position),
      };
      return { ...argument, pointer: { kind: 'address', lvalue: { ...lvalue, index, element } } };
    }
    default:
      return argument;
  }
}

/** In round r of a loop without end; the threads are numbered by rounds. */
function inEachRound(value: Linear | null, place: Place, unit: Unit): Term {
  if (value?.step === 0) return constant(value.base);
  if (value?.step !== 1)
    throw unit.refuse(place, 'each of any number of threads is given the same, or a number that counts them');
  return add(SELF, constant(value.base)) as Term;
}

/** What all instances of a thread are given, as one value that depends on their number. */
export function argumentOf(values: readonly Value[], thread: Thread): Value {
  const [first] = values;
  if (first === undefined) {
    // Any number of threads, and `main` creates none of them: each is given its number.
    const type = pointerTo(VOID);
    return thread.kind.any === true
      ? { kind: 'pointer', type, pointer: { kind: 'number', term: thread.self } }
      : { kind: 'void' };
  }
  if (thread.kind.any === true && values.length === 1) return first;
  const terms = (select: (value: Value) => Term | null): Term | null => {
    const found = values.map(select);
    if (found.some((term) => term === null)) return null;
    const numbers = found.map((term) => (term?.kind === 'constant' ? term.value : Number.NaN));
    const count = numbers.every((number, position) => number === (numbers[0] ?? 0) + position);
    if (thread.kind.any === true && !count && numbers.some((number) => number !== numbers[0]))
      throw thread.unit.refuse(
        thread.kind.function?.place ?? thread.unit.node.end,
        'each of any number of threads is given the same, or a number that counts them',
      );
    return chosen(numbers, thread.self);
  };
  if (first.kind === 'integer') {
    const term = terms((value) => (value.kind === 'integer' ? value.term : null));
    if (term !== null) return { ...first, term };
  }
  if (first.kind !== 'pointer') return first;
  const kinds = new Set(values.map((value) => (value.kind === 'pointer' ? value.pointer.kind : 'none')));
  const { pointer } = first;
  if (kinds.size === 1 && pointer.kind === 'null') return first;
  if ([...kinds].every((kind) => kind === 'number' || kind === 'null')) {
    const term = terms((value) =>
      value.kind !== 'pointer' ? null : value.pointer.kind === 'number' ? value.pointer.term : constant(0),
    );
    if (term !== null) return { ...first, pointer: { kind: 'number', term } };
  }
  const lvalueOf = (value: Value): LValue | null =>
    value.kind === 'pointer' && value.pointer.kind === 'address' ? value.pointer.lvalue : null;
  const one = lvalueOf(first);
  const same = values.every((value) => {
    const lvalue = lvalueOf(value);
    return lvalue !== null && lvalue.region.key === one?.region.key && lvalue.path === one.path;
  });
  if (one !== null && same) {
    const index = one.index === null ? null : terms((value) => lvalueOf(value)?.index ?? null);
    const element = one.element && {
      ...one.element,
      base: one.element.base === null ? null : terms((value) => lvalueOf(value)?.element?.base ?? null),
      position: terms((value) => lvalueOf(value)?.element?.position ?? null) ?? constant(0),
    };
    return { ...first, pointer: { kind: 'address', lvalue: { ...one, index, element } } };
  }
  return thread.asPositions(first, values, (found) => terms((value) => found.get(value) ?? null) ?? constant(NULL));
}

/** The number at a position of the list, as a term. */
export function chosen(numbers: readonly number[], position: Term): Term {
  const least = numbers[0] ?? 0;
  if (numbers.every((number) => number === least)) return constant(least);
  if (numbers.every((number, at) => number === least + at))
    return least === 0 ? position : binaryTerm('+', position, constant(least));
  return numbers.reduceRight<Term>((rest, number, at) => {
    if (at === numbers.length - 1) return constant(number);
    const condition = binaryTerm('==', position, constant(at));
    return { kind: 'conditional', condition, whenTrue: constant(number), whenFalse: rest };
  }, constant(0));
}
