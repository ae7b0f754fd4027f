/**
 * Values while a function is translated. A pointer is often known as an lvalue, since functions are inlined and most pointers
 * are arguments: then nothing is computed. Otherwise it is a position in the pool of its type.
 */
import type { FunctionNode } from './ast.js';
import type { LValue, Term } from './memory.js';
import type { CType, IntegerType, PointerType } from './types.js';

export type Pointer =
  | { readonly kind: 'null' }
  | { readonly kind: 'address'; readonly lvalue: LValue }
  | { readonly kind: 'position'; readonly term: Term; readonly to: CType }
  /** An integer that was cast to a pointer, as arguments of threads are. */
  | { readonly kind: 'number'; readonly term: Term }
  | { readonly kind: 'function'; readonly name: string }
  | { readonly kind: 'string'; readonly text: string }
  /** What `malloc` gives, before it is known what it is for. */
  | { readonly kind: 'fresh'; readonly site: string; readonly zero: boolean; readonly bytes: Term | null };

export interface IntegerValue {
  readonly kind: 'integer';
  readonly type: IntegerType;
  readonly term: Term;
}

export interface PointerValue {
  readonly kind: 'pointer';
  readonly type: PointerType;
  readonly pointer: Pointer;
}

export type Value =
  | IntegerValue
  | PointerValue
  /** A struct, where it lies. */
  | { readonly kind: 'struct'; readonly type: CType; readonly lvalue: LValue }
  | { readonly kind: 'void' };

/** What a name means. */
export type Binding =
  | { readonly kind: 'object'; readonly lvalue: LValue }
  | { readonly kind: 'value'; readonly value: Value }
  | { readonly kind: 'function'; readonly node: FunctionNode }
  /** Declared without body: a function that the translation knows, or none. */
  | { readonly kind: 'declared'; readonly name: string; readonly type: CType };
