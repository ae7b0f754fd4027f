/** The initial state: what locations and registers hold, and their types. */
import type { Value } from '../../memory/axiomatic/event.js';
import type { DiagnosticList } from '../shared/diagnostics.js';
import { type RegisterScope, resolveRegister } from './check-location.js';
import { parseNumber } from './numbers.js';
import { registerFile } from './registers.js';
import type { InitSyntax, Name, ValueSyntax } from './syntax.js';
import type { Architecture, ValueType } from './test.js';
import { addressPlus } from './values.js';

interface ArrayShape {
  readonly size: number;
  readonly type: ValueType;
}

export interface InitialState {
  readonly locations: Map<string, Value>;
  /** By `thread:register`. */
  readonly registers: Map<string, Value>;
  /** Of locations by name, of registers by `thread:register`. */
  readonly types: Map<string, ValueType>;
  readonly arrays: Map<string, ArrayShape>;
}

const LARGEST_ARRAY = 1024;

const SIGNED: Readonly<Record<string, ValueType['bits']>> = {
  char: 8,
  int8_t: 8,
  short: 16,
  int16_t: 16,
  int: 32,
  long: 32,
  int32_t: 32,
  int64_t: 64,
};
const UNSIGNED: Readonly<Record<string, ValueType['bits']>> = {
  uint8_t: 8,
  uint16_t: 16,
  uint32_t: 32,
  atomic_t: 32,
  uint64_t: 64,
};

/**
 * Without a type, 32 bits, shown as signed in X86_64 and as unsigned in X86 (where that is the whole word): this is how
 * herd shows them. A type that nobody knows is an `int`.
 */
export function typeNamed(name: string | null, pointer: boolean, architecture: Architecture): ValueType {
  const word = registerFile(architecture).bits;
  if (pointer) return { bits: word, signed: false, pointer };
  if (name === null) return { bits: 32, signed: architecture === 'X86_64', pointer };
  if (name === 'intptr_t' || name === 'uintptr_t') return { bits: word, signed: name === 'intptr_t', pointer };
  const unsigned = UNSIGNED[name];
  const bits = unsigned ?? SIGNED[name] ?? 32;
  return { bits: bits > word ? word : bits, signed: unsigned === undefined, pointer };
}

/** The location of an element. */
export function elementOf(name: string, index: number, type: ValueType): string {
  return addressPlus(name, BigInt((index * type.bits) / 8));
}

export function checkInit(
  items: readonly InitSyntax[],
  scope: RegisterScope,
  mentioned: Set<string>,
  diagnostics: DiagnosticList,
): InitialState {
  const state: InitialState = { locations: new Map(), registers: new Map(), types: new Map(), arrays: new Map() };
  const { architecture } = scope;
  const { bits } = registerFile(architecture);

  const number = (text: string, span: { start: number; end: number }): bigint => {
    const value = parseNumber(text, bits);
    if (value === null) diagnostics.error('too-large', span, `a number of more than ${bits} bits`);
    return value ?? 0n;
  };
  const value = (syntax: ValueSyntax | null): Value => {
    if (syntax === null) return 0n;
    if (syntax.kind === 'number') return number(syntax.text, syntax);
    if (syntax.kind === 'list') {
      diagnostics.error('type-mismatch', syntax, 'only an array has several values');
      return 0n;
    }
    mentioned.add(syntax.name.text);
    return checkAddress(syntax, state.arrays, diagnostics);
  };

  for (const item of items) {
    const { location } = item;
    const type = typeNamed(item.type?.text ?? null, item.pointer, architecture);
    if (location.kind !== 'memory') {
      const found = resolveRegister(location, scope, diagnostics);
      if (found === null) continue;
      const key = `${found.thread}:${found.register}`;
      if (state.registers.has(key)) diagnostics.error('duplicate', location, 'this register has a value already');
      state.registers.set(key, value(item.value));
      state.types.set(key, type);
      continue;
    }
    const name = location.name.text;
    mentioned.add(name);
    if (state.types.has(name)) {
      diagnostics.error('duplicate', location, `\`${name.slice(0, 40)}\` has a value already`);
      continue;
    }
    state.types.set(name, type);
    if (location.index === null) state.locations.set(name, value(item.value));
    else addArray(item, location.name, location.index, type);
  }
  return state;

  function addArray(item: InitSyntax, name: Name, sizeName: Name, type: ValueType): void {
    const size = Number(number(sizeName.text, sizeName));
    if (size < 1 || size > LARGEST_ARRAY) {
      diagnostics.error('too-large', sizeName, `an array has 1 to ${LARGEST_ARRAY} elements`);
      return;
    }
    state.arrays.set(name.text, { size, type });
    const { value: given } = item;
    if (given !== null && given.kind !== 'list') {
      diagnostics.error('type-mismatch', given, 'the values of an array are given together: `={1,2}`');
      return;
    }
    if (given !== null && given.items.length !== size) {
      const found = given.items.length === 1 ? 'one value is' : `${given.items.length} values are`;
      diagnostics.error('arity', given, `the array has size ${size}, but ${found} given`);
      return;
    }
    for (let index = 0; index < size; index++) {
      state.locations.set(elementOf(name.text, index, type), value(given?.items[index] ?? null));
    }
  }
}

/** The address that a value names: `x`, or `t[1]` of an array. */
export function checkAddress(
  syntax: ValueSyntax & { kind: 'address' },
  arrays: ReadonlyMap<string, ArrayShape>,
  diagnostics: DiagnosticList,
): string {
  const { name, index } = syntax;
  if (index === null) return name.text;
  return checkElement(name, index, arrays, diagnostics) ?? name.text;
}

/** The location of `t[1]`; null, and a report, when there is no such element. */
export function checkElement(
  name: Name,
  index: Name,
  arrays: ReadonlyMap<string, ArrayShape>,
  diagnostics: DiagnosticList,
): string | null {
  const shape = arrays.get(name.text);
  if (shape === undefined) {
    diagnostics.error('wrong-kind', name, `\`${name.text.slice(0, 40)}\` is not declared as an array`);
    return null;
  }
  const at = parseNumber(index.text, 32);
  if (at === null || at < 0n || at >= BigInt(shape.size)) {
    const last = shape.size - 1;
    diagnostics.error('arity', index, `the elements of \`${name.text.slice(0, 40)}\` are 0 to ${last}`);
    return null;
  }
  return elementOf(name.text, Number(at), shape.type);
}
