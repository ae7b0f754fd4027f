/** What a litmus test means: threads of instructions, an initial state, and a question about the final states. */
import type { FenceKind, Value } from '../../memory/axiomatic/event.js';
import type { Quantifier } from './syntax.js';

export type Architecture = 'X86' | 'X86_64';

/** How a value is compared and shown. */
export interface ValueType {
  readonly bits: 8 | 16 | 32 | 64;
  readonly signed: boolean;
  readonly pointer: boolean;
}

/** Something that has a value at the end: a register, a location, or all elements of an array. */
export type Observable =
  | { readonly kind: 'register'; readonly thread: number; readonly register: number; readonly type: ValueType }
  | { readonly kind: 'location'; readonly location: string; readonly shown: string; readonly type: ValueType }
  | { readonly kind: 'array'; readonly locations: readonly string[]; readonly shown: string; readonly type: ValueType };

export type Proposition =
  | { readonly kind: 'constant'; readonly value: boolean }
  | { readonly kind: 'value'; readonly left: Observable; readonly values: readonly Value[] }
  | { readonly kind: 'same'; readonly left: Observable; readonly right: Observable }
  | { readonly kind: 'not'; readonly of: Proposition }
  | { readonly kind: 'and' | 'or'; readonly of: readonly Proposition[] }
  | { readonly kind: 'implies'; readonly left: Proposition; readonly right: Proposition };

/** A register, or a part of it: `al` is 8 bits from bit 0, `ah` 8 bits from bit 8. */
export interface RegisterPart {
  readonly register: number;
  readonly bits: 8 | 16 | 32 | 64;
  readonly shift: 0 | 8;
}

export type MemoryOperand = {
  readonly kind: 'memory';
  /** The location, or null when the address is in registers alone. */
  readonly symbol: string | null;
  readonly displacement: bigint;
  readonly base: RegisterPart | null;
  readonly index: RegisterPart | null;
  readonly scale: bigint;
};

export type Target = ({ readonly kind: 'register' } & RegisterPart) | MemoryOperand;
export type Operand = Target | { readonly kind: 'immediate'; readonly value: bigint };

export type Arithmetic = 'add' | 'sub' | 'xor' | 'or' | 'and' | 'shl' | 'inc' | 'dec' | 'not' | 'neg';
export type JumpCondition = 'e' | 'ne' | 'le' | 'lt' | 'ge' | 'gt' | 's' | 'ns';

export type Action =
  | { readonly kind: 'move'; readonly target: Target; readonly source: Operand }
  | {
      readonly kind: 'arithmetic';
      readonly operation: Arithmetic;
      readonly target: Target;
      readonly source: Operand;
    }
  | { readonly kind: 'compare'; readonly left: Operand; readonly right: Operand }
  /** The flags of what both have in common. */
  | { readonly kind: 'test'; readonly left: Operand; readonly right: Operand }
  /** The target becomes 1 when no carry is set. */
  | { readonly kind: 'set-no-carry'; readonly target: Target }
  | { readonly kind: 'exchange'; readonly left: Target; readonly right: Target }
  /** The target becomes the sum, the source what the target was. */
  | { readonly kind: 'exchange-add'; readonly target: Target; readonly source: Target }
  /** The address, not what is there. */
  | { readonly kind: 'address'; readonly target: Target; readonly source: MemoryOperand }
  | { readonly kind: 'compare-exchange'; readonly target: Target; readonly source: Target }
  /** When a carry is set. */
  | { readonly kind: 'move-if-carry'; readonly target: Target; readonly source: Operand }
  | { readonly kind: 'jump'; readonly condition: JumpCondition | null; readonly to: number; readonly label: string }
  | { readonly kind: 'fence'; readonly fence: FenceKind }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'return' };

export interface Instruction {
  readonly action: Action;
  /** Of the operation: what is read and written is cut to it. */
  readonly bits: 8 | 16 | 32 | 64;
  /** An atomic read-modify-write, if it accesses memory. */
  readonly locked: boolean;
  /** As it is written in the file. */
  readonly origin: string;
}

export interface LitmusThread {
  readonly instructions: readonly Instruction[];
  /** By number: see `registers.ts`. */
  readonly registers: readonly Value[];
}

export interface LitmusTest {
  readonly architecture: Architecture;
  readonly name: string;
  readonly doc: string | null;
  readonly threads: readonly LitmusThread[];
  /** Locations that are not here start with 0. */
  readonly initial: ReadonlyMap<string, Value>;
  /** What final states show, in this order. */
  readonly observed: readonly Observable[];
  readonly filter: Proposition | null;
  readonly quantifier: Quantifier;
  readonly proposition: Proposition;
  /** What `Observable.register` numbers mean. */
  readonly registerNames: readonly string[];
}
