/** Syntax trees of `.litmus` files, with the places of everything that a message may be about. */
import type { Span } from '../shared/source.js';

export interface Name extends Span {
  readonly text: string;
}

/** `0:EAX`, `%sym`, `x`, `t[1]`. */
export type LocationSyntax =
  | (Span & { readonly kind: 'register'; readonly processor: Name; readonly register: Name })
  /** `%name`, or `0:%name`; the name without the sign. */
  | (Span & { readonly kind: 'symbolic'; readonly processor: Name | null; readonly name: Name })
  | (Span & { readonly kind: 'memory'; readonly name: Name; readonly index: Name | null });

/** A number, the address of a location, or several of them for an array. */
export type ValueSyntax =
  | (Span & { readonly kind: 'number'; readonly text: string })
  | (Span & { readonly kind: 'address'; readonly name: Name; readonly index: Name | null })
  | (Span & { readonly kind: 'list'; readonly items: readonly ValueSyntax[] });

export interface InitSyntax extends Span {
  readonly type: Name | null;
  readonly pointer: boolean;
  /** Of an array, `index` is its size. */
  readonly location: LocationSyntax;
  readonly value: ValueSyntax | null;
}

export type OperandSyntax =
  | (Span & { readonly kind: 'register'; readonly name: Name })
  | (Span & { readonly kind: 'immediate'; readonly text: string })
  /** A bare word: a label. */
  | (Span & { readonly kind: 'word'; readonly name: Name })
  | (Span & {
      readonly kind: 'memory';
      /** Written `(...)`, not `[...]`. */
      readonly round: boolean;
      readonly displacement: Name | null;
      /** A register or a location; null for a plain number in `displacement`. */
      readonly base: Name | null;
      readonly index: Name | null;
      readonly scale: Name | null;
      readonly segment: Name | null;
    });

export interface InstructionSyntax extends Span {
  readonly mnemonic: Name;
  /** The prefix, when there is one. */
  readonly lock: Span | null;
  readonly operands: readonly OperandSyntax[];
}

export interface CellSyntax {
  readonly labels: readonly Name[];
  readonly instruction: InstructionSyntax | null;
}

export interface RowSyntax extends Span {
  readonly cells: readonly CellSyntax[];
}

export interface ProgramSyntax extends Span {
  readonly processors: readonly Name[];
  readonly rows: readonly RowSyntax[];
}

export type PropositionSyntax =
  | { readonly kind: 'constant'; readonly value: boolean }
  | {
      readonly kind: 'equal';
      readonly negated: boolean;
      readonly left: LocationSyntax;
      readonly right: ValueSyntax | LocationSyntax;
    }
  | { readonly kind: 'not'; readonly of: PropositionSyntax }
  | { readonly kind: 'and' | 'or'; readonly of: readonly PropositionSyntax[] }
  | { readonly kind: 'implies'; readonly left: PropositionSyntax; readonly right: PropositionSyntax };

export type Quantifier = 'exists' | 'not exists' | 'forall';

export interface ConditionSyntax {
  readonly locations: readonly LocationSyntax[];
  readonly filter: PropositionSyntax | null;
  readonly quantifier: Quantifier;
  readonly proposition: PropositionSyntax;
}

export interface TestSyntax {
  readonly architecture: Name;
  readonly name: Name;
  readonly doc: string | null;
  readonly init: readonly InitSyntax[];
  readonly program: ProgramSyntax;
  readonly condition: ConditionSyntax;
}
