/**
 * The instructions of both architectures: which words there are, and what their operands must be.
 *
 * X86 writes the target first. X86_64 writes it last, except for compare-and-exchange and conditional moves, where the
 * format has memory and register change places: those are taken in either order when one of the two is memory.
 */
import type { FenceKind } from '../../memory/axiomatic/event.js';
import type { Architecture, Arithmetic, JumpCondition } from './test.js';

/** Operations with a single operand. */
type OfOne = 'inc' | 'dec' | 'not' | 'neg';

export type Meaning =
  | { readonly kind: 'move' }
  | { readonly kind: 'arithmetic'; readonly operation: Exclude<Arithmetic, OfOne> }
  | { readonly kind: 'of-one'; readonly operation: OfOne }
  | { readonly kind: 'compare' }
  | { readonly kind: 'test' }
  | { readonly kind: 'set-no-carry' }
  | { readonly kind: 'exchange' }
  | { readonly kind: 'exchange-add' }
  | { readonly kind: 'address' }
  | { readonly kind: 'compare-exchange' }
  | { readonly kind: 'move-if-carry' }
  | { readonly kind: 'jump'; readonly condition: JumpCondition | null }
  | { readonly kind: 'fence'; readonly fence: FenceKind }
  /** Does nothing to what we look at; takes an operand when `operands` is 1. */
  | { readonly kind: 'nothing'; readonly operands: 0 | 1 }
  | { readonly kind: 'return' };

interface Entry {
  readonly meaning: Meaning;
  /** From the suffix of the word; null when the operands decide. */
  readonly bits: 8 | 16 | 32 | 64 | null;
  readonly mayLock: boolean;
}

const SUFFIXES = { '': null, b: 8, w: 16, l: 32, q: 64 } as const;

const FENCES: readonly (readonly [string, FenceKind])[] = [
  ['mfence', 'full'],
  ['sfence', 'store'],
  ['lfence', 'load'],
];

function table(architecture: Architecture): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  const wide = architecture === 'X86_64';
  const add = (word: string, meaning: Meaning, suffixes: string, mayLock = false): void => {
    for (const suffix of ['', ...suffixes] as (keyof typeof SUFFIXES)[]) {
      entries.set(word + suffix, { meaning, bits: wide ? SUFFIXES[suffix] : 32, mayLock });
    }
  };
  const sizes = wide ? 'bwlq' : '';
  add('mov', { kind: 'move' }, 'bwlq');
  add('add', { kind: 'arithmetic', operation: 'add' }, sizes, true);
  add('xor', { kind: 'arithmetic', operation: 'xor' }, sizes, true);
  add('or', { kind: 'arithmetic', operation: 'or' }, sizes, true);
  add('and', { kind: 'arithmetic', operation: 'and' }, sizes, true);
  add('sub', { kind: 'arithmetic', operation: 'sub' }, sizes, true);
  add('cmp', { kind: 'compare' }, sizes);
  add('test', { kind: 'test' }, sizes);
  for (const operation of ['inc', 'dec', 'not', 'neg'] as const)
    add(operation, { kind: 'of-one', operation }, sizes, true);
  add('setnb', { kind: 'set-no-carry' }, '');
  add('xchg', { kind: 'exchange' }, sizes, true);
  add('xadd', { kind: 'exchange-add' }, sizes, true);
  add('lea', { kind: 'address' }, wide ? 'lq' : '');
  add('pause', { kind: 'nothing', operands: 0 }, '');
  add('cmpxchg', { kind: 'compare-exchange' }, sizes, wide);
  add('cmovc', { kind: 'move-if-carry' }, sizes);
  add('jmp', { kind: 'jump', condition: null }, '');
  for (const condition of ['e', 'ne'] as const) add(`j${condition}`, { kind: 'jump', condition }, '');
  for (const [word, fence] of FENCES) add(word, { kind: 'fence', fence }, '');
  if (!wide) return entries;
  add('shl', { kind: 'arithmetic', operation: 'shl' }, sizes);
  add('movnti', { kind: 'move' }, 'lq');
  for (const condition of ['le', 'lt', 'ge', 'gt', 's', 'ns'] as const)
    add(`j${condition}`, { kind: 'jump', condition }, '');
  add('ret', { kind: 'return' }, '');
  for (const word of ['endbr64', 'nop']) add(word, { kind: 'nothing', operands: 0 }, '');
  for (const word of ['nopl', 'nopw', 'clflush', 'clflushopt']) add(word, { kind: 'nothing', operands: 1 }, '');
  return entries;
}

const TABLES: Readonly<Record<Architecture, ReadonlyMap<string, Entry>>> = {
  X86: table('X86'),
  X86_64: table('X86_64'),
};

/** The words of both architectures, in small letters. */
export function instructionWords(): ReadonlyMap<string, Meaning> {
  return new Map([...TABLES.X86, ...TABLES.X86_64].map(([word, { meaning }]) => [word, meaning]));
}

/** A word in capitals or in small letters; not in both. */
export function lookUp(architecture: Architecture, word: string): Entry | null {
  const small = word.toLowerCase();
  if (word !== small && word !== word.toUpperCase()) return null;
  return TABLES[architecture].get(small) ?? null;
}

/** For messages: is it an instruction of the other architecture, or written in mixed case? */
export function lookUpElsewhere(architecture: Architecture, word: string): string | null {
  const small = word.toLowerCase();
  if (TABLES[architecture].has(small)) return 'instructions are written in capitals or in small letters, not in both';
  const other: Architecture = architecture === 'X86' ? 'X86_64' : 'X86';
  return TABLES[other].has(small) ? `it is an instruction of ${other} tests` : null;
}
