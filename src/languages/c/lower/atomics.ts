/** Built-in functions on atomic objects, as a table: what each reads and writes, and what it gives. */
import type { BinaryOperator } from '../../../models/program/model.js';
import type { Order } from './access.js';

/** Orders as GCC numbers them: relaxed 0, consume 1, acquire 2, release 3, both 4, seq_cst 5. */
export const SEQ_CST = 5;

export function isAcquire(order: number): boolean {
  return order === 1 || order === 2 || order >= 4;
}

export function isRelease(order: number): boolean {
  return order >= 3;
}

export type Operator = BinaryOperator | 'nand';

const OPERATORS: Readonly<Record<string, Operator>> = { add: '+', sub: '-', and: '&', or: '|', xor: '^', nand: 'nand' };

/** `__atomic_fetch_add`, `__sync_add_and_fetch`: the operator, and whether the old or the new value is given. */
export function fetchOf(name: string): { readonly operator: Operator; readonly gives: 'old' | 'new' } | null {
  const match =
    /^__atomic_fetch_(\w+)$/.exec(name) ??
    /^__sync_fetch_and_(\w+)$/.exec(name) ??
    /^__c11_atomic_fetch_(\w+)$/.exec(name);
  const before = match?.[1] === undefined ? undefined : OPERATORS[match[1]];
  if (before !== undefined) return { operator: before, gives: 'old' };
  const other = /^__atomic_(\w+)_fetch$/.exec(name) ?? /^__sync_(\w+)_and_fetch$/.exec(name);
  const after = other?.[1] === undefined ? undefined : OPERATORS[other[1]];
  return after === undefined ? null : { operator: after, gives: 'new' };
}

export const ACQUIRE = 2;

/** The orders as GCC numbers them. */
export function storeOrder(order: number): Order {
  if (order >= 5) return 'seq_cst';
  return order >= 3 ? 'release' : 'relaxed';
}

/** What a fence does: everything, stores only, nothing. */
export function fenceOf(order: number): 'full' | 'stores' | 'nothing' {
  if (order >= 5) return 'full';
  return order >= 3 ? 'stores' : 'nothing';
}

/** Assembly that programs use for barriers. */
export function assemblyOf(text: string): 'full' | 'stores' | 'nothing' | null {
  const code = /^((?:"(?:[^"\\]|\\.)*"\s*)*)/.exec(text)?.[1]?.replaceAll(/["\s]|\\[nt]/g, '') ?? '';
  if (/^(mfence;?|lock;?addl\$0,.*)$/.test(code)) return 'full';
  if (/^(sfence|stbar|membar#StoreStore);?$/i.test(code)) return 'stores';
  return /^(|lfence|pause|rep;?nop|nop|yield);?$/.test(code) ? 'nothing' : null;
}
