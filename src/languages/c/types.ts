/**
 * Types of C on a machine with 32-bit `int` and 64-bit `long` and pointers: sizes, promotions, the usual conversions, and what
 * makes two types the same.
 */
import type { Sort } from '../../models/program/model.js';
import type { BasicName } from './ast.js';

export interface Qualified {
  readonly atomic?: true;
  readonly volatile?: true;
}

export type IntegerType = Qualified & {
  readonly kind: 'integer';
  readonly name: BasicName;
  /** 1 for `_Bool`. */
  readonly bits: number;
  readonly signed: boolean;
};

export type PointerType = Qualified & { readonly kind: 'pointer'; readonly to: CType };
export type ArrayType = Qualified & { readonly kind: 'array'; readonly of: CType; readonly size: number | null };
export type RecordType = Qualified & { readonly kind: 'struct'; readonly struct: Struct };
export type FunctionType = Qualified & {
  readonly kind: 'function';
  readonly result: CType;
  readonly parameters: readonly CType[];
};
export type CType =
  | (Qualified & { readonly kind: 'void' })
  | IntegerType
  | PointerType
  | ArrayType
  | RecordType
  | FunctionType;

/** A struct of the text; the members are computed when somebody asks, since a struct may have pointers to itself. */
export interface Struct {
  readonly name: string;
  readonly number: number;
  /** Of a union the one that the text uses. */
  readonly members: () => readonly Field[];
  /** All members of a union; null for a struct. */
  readonly union: (() => readonly Field[]) | null;
}

export interface Field {
  readonly name: string;
  readonly type: CType;
}

const integer = (name: BasicName, bits: number, signed: boolean): IntegerType => ({
  kind: 'integer',
  name,
  bits,
  signed,
});

export const INTEGERS: Readonly<Record<BasicName, IntegerType>> = {
  _Bool: integer('_Bool', 1, false),
  char: integer('char', 8, true),
  'signed char': integer('signed char', 8, true),
  'unsigned char': integer('unsigned char', 8, false),
  short: integer('short', 16, true),
  'unsigned short': integer('unsigned short', 16, false),
  int: integer('int', 32, true),
  'unsigned int': integer('unsigned int', 32, false),
  long: integer('long', 64, true),
  'unsigned long': integer('unsigned long', 64, false),
  'long long': integer('long long', 64, true),
  'unsigned long long': integer('unsigned long long', 64, false),
};

export const INT = INTEGERS.int;
export const UNSIGNED = INTEGERS['unsigned int'];
export const LONG = INTEGERS.long;
export const SIZE = INTEGERS['unsigned long'];
export const BOOL = INTEGERS._Bool;
export const VOID: CType = { kind: 'void' };

export function pointerTo(to: CType): PointerType {
  return { kind: 'pointer', to };
}

/** Without `_Atomic` and `volatile`: the type of a value. */
export function plain<T extends CType>(type: T): T {
  if (type.atomic === undefined && type.volatile === undefined) return type;
  const { atomic: _, volatile: __, ...rest } = type;
  return rest as T;
}

export function promoted(type: IntegerType): IntegerType {
  return type.bits < 32 ? INT : plain(type);
}

const RANK: Readonly<Record<string, number>> = { int: 1, long: 2, 'long long': 3 };

export function usual(left: IntegerType, right: IntegerType): IntegerType {
  const [one, other] = [promoted(left), promoted(right)];
  if (one.name === other.name) return one;
  const rank = ({ name }: IntegerType) => RANK[name.replace('unsigned ', '')] ?? 0;
  if (one.signed === other.signed) return rank(one) >= rank(other) ? one : other;
  const [signed, unsigned] = one.signed ? [one, other] : [other, one];
  if (rank(unsigned) >= rank(signed)) return unsigned;
  if (signed.bits > unsigned.bits) return signed;
  return INTEGERS[`unsigned ${signed.name}` as BasicName];
}

/** The least and the greatest value, exactly. */
export function limits({ bits, signed }: IntegerType): { readonly low: bigint; readonly high: bigint } {
  const size = 1n << BigInt(bits);
  return signed ? { low: -(size >> 1n), high: (size >> 1n) - 1n } : { low: 0n, high: size - 1n };
}

/** A number as a value of the type: modulo its size. */
export function wrapped(value: bigint, type: IntegerType): bigint {
  if (type.bits === 1) return value === 0n ? 0n : 1n;
  return type.signed ? BigInt.asIntN(type.bits, value) : BigInt.asUintN(type.bits, value);
}

/** Wide types without sign, whose values may be kept as negative numbers. */
export function isNatural({ bits, signed }: IntegerType): boolean {
  return !signed && bits >= 32;
}

/** The number that stands for a value of the type: of wide types without sign the one that is nearest to 0 modulo their size. */
export function represented(value: bigint, type: IntegerType): bigint {
  return isNatural(type) ? BigInt.asIntN(type.bits, value) : wrapped(value, type);
}

/**
 * What a variable of the type holds. Wide integers have no bound in the program: an engine whose words are narrower says so, and
 * the answer is `unknown`, never wrong. What is narrower than `int` is reduced before it is stored.
 */
export function sortOf(type: IntegerType): Sort {
  if (type.bits >= 32) return { kind: 'int' };
  const { low, high } = limits(type);
  return { kind: 'range', low: Number(low), high: Number(high) };
}

export function sizeOf(type: CType): number | null {
  switch (type.kind) {
    case 'void':
      return 1;
    case 'integer':
      return Math.max(1, type.bits / 8);
    case 'pointer':
      return 8;
    case 'array': {
      const size = sizeOf(type.of);
      return size === null || type.size === null ? null : size * type.size;
    }
    case 'struct': {
      const { union } = type.struct;
      if (union !== null) {
        const sizes = union().map((field) => sizeOf(field.type));
        const whole = Math.max(0, ...sizes.map((size) => size ?? 0));
        const alignment = alignmentOf(type);
        return sizes.includes(null) ? null : Math.ceil(whole / alignment) * alignment;
      }
      let [at, most] = [0, 1];
      for (const field of type.struct.members()) {
        const [size, alignment] = [sizeOf(field.type), alignmentOf(field.type)];
        if (size === null) return null;
        at = Math.ceil(at / alignment) * alignment + size;
        most = Math.max(most, alignment);
      }
      return Math.ceil(at / most) * most;
    }
    case 'function':
      return 1;
  }
}

export function alignmentOf(type: CType): number {
  if (type.kind === 'array') return alignmentOf(type.of);
  if (type.kind === 'struct') {
    const { union, members } = type.struct;
    return Math.max(1, ...(union ?? members)().map((field) => alignmentOf(field.type)));
  }
  return sizeOf(type) ?? 1;
}

/** The same for types that are the same, whatever their qualifiers. Pointers point into the pool of that name. */
export function keyOf(type: CType): string {
  switch (type.kind) {
    case 'void':
      return 'void';
    case 'integer':
      return type.name;
    case 'pointer':
      return `${keyOf(type.to)} *`;
    case 'array':
      return `${keyOf(type.of)}[${type.size ?? ''}]`;
    case 'struct':
      return `struct ${type.struct.name}#${type.struct.number}`;
    case 'function':
      return `${keyOf(type.result)}(${type.parameters.map(keyOf).join(', ')})`;
  }
}

/** For people. */
export function showType(type: CType): string {
  const atomic = type.atomic === true ? '_Atomic ' : '';
  switch (type.kind) {
    case 'void':
      return 'void';
    case 'integer':
      return `${atomic}${type.name}`;
    case 'pointer':
      return `${showType(type.to)} *${atomic.trim()}`;
    case 'array':
      return `${showType(type.of)}[${type.size ?? ''}]`;
    case 'struct':
      return `${atomic}struct ${type.struct.name}`;
    case 'function':
      return `${showType(type.result)}(${type.parameters.map(showType).join(', ')})`;
  }
}

export function sameType(one: CType, other: CType): boolean {
  return keyOf(one) === keyOf(other);
}

export function isInteger(type: CType): type is IntegerType {
  return type.kind === 'integer';
}

export function isScalar(type: CType): type is IntegerType | PointerType {
  return type.kind === 'integer' || type.kind === 'pointer';
}

/** A member by that name, in whatever unnamed part. */
export function hasMember(type: CType & { kind: 'struct' }, name: string): boolean {
  const { union, members } = type.struct;
  return (union ?? members)().some(
    (field) =>
      field.name === name ||
      (field.name.startsWith('$') && field.type.kind === 'struct' && hasMember(field.type, name)),
  );
}

/** What objects of a type are called that lie side by side. */
export function poolName(type: CType): string {
  return type.kind === 'struct' ? type.struct.name : showType(plain(type));
}
