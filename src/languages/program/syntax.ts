/**
 * The syntax tree of a `.fp` file: what is written, with its places, before any name or type is looked at.
 *
 * Parentheses, semicolons and braces around a single statement are not in the tree. Comments are kept beside it, in the
 * order of the text, for the printer.
 */
import type { BinaryOperator } from '../../models/program/model.js';
import type { Span } from '../shared/source.js';
import type { Comment } from '../shared/token-reader.js';

export type { Comment } from '../shared/token-reader.js';

export interface Name extends Span {
  readonly text: string;
}

export type BinarySyntax = '<->' | '->' | 'U' | 'R' | 'W' | Exclude<BinaryOperator, '>>>' | '*32'>;

export type UnarySyntax = '!' | '-' | '~' | 'G' | 'F' | 'X';

/** The operators of `x += 1` and the like. */
export const COMPOUND = ['+', '-', '*', '/', '%', '&', '|', '^', '<<', '>>'] as const;
export type CompoundOperator = (typeof COMPOUND)[number];

/** `x`, `a[e]`: a variable, a constant, a constructor, an instance variable. */
export interface NameUse extends Span {
  readonly kind: 'name';
  readonly name: Name;
  readonly index: ExpressionSyntax | null;
  /** `load_acquire(x)`: on the three memories a load like any other. */
  readonly acquire?: true;
  /** What stands behind: `nodes[1].next`, `a[0][2]`. */
  readonly path?: readonly Accessor[];
}

export type Accessor = { readonly index: ExpressionSyntax } | { readonly field: Name };

/** `P(0)`, `T(i)`, `Sender` (without arguments: null). */
export interface InstanceSyntax extends Span {
  readonly name: Name;
  readonly arguments: readonly ExpressionSyntax[] | null;
}

/** What locked instructions take beside a shared variable, and whether they tell of success or give the old value. */
export const LOCKED = {
  cas: { operands: ['the old value', 'the new value'], computes: false, gives: 'success' },
  swap: { operands: ['a value'], computes: false, gives: 'old value' },
  fetch_add: { operands: ['a value'], computes: true, gives: 'old value' },
} as const satisfies Record<string, LockedInstruction>;

interface LockedInstruction {
  readonly operands: readonly string[];
  /** For integers only. */
  readonly computes: boolean;
  readonly gives: 'success' | 'old value';
}

export type LockedOperation = keyof typeof LOCKED;

export function isLocked(word: string): word is LockedOperation {
  return Object.hasOwn(LOCKED, word);
}

export type ExpressionSyntax =
  | NameUse
  | (Span &
      (
        | { readonly kind: 'number'; readonly text: string }
        | { readonly kind: 'boolean'; readonly value: boolean }
        | { readonly kind: 'self' }
        | { readonly kind: 'unary'; readonly operator: UnarySyntax; readonly operand: ExpressionSyntax }
        | {
            readonly kind: 'binary';
            readonly operator: BinarySyntax;
            readonly left: ExpressionSyntax;
            readonly right: ExpressionSyntax;
          }
        | {
            readonly kind: 'conditional';
            readonly condition: ExpressionSyntax;
            readonly whenTrue: ExpressionSyntax;
            readonly whenFalse: ExpressionSyntax;
          }
        | {
            readonly kind: 'locked';
            readonly operation: LockedOperation;
            readonly target: NameUse;
            readonly operands: readonly ExpressionSyntax[];
          }
        /** `count(T)`: how many instances there are. */
        | { readonly kind: 'count'; readonly thread: Name }
        | { readonly kind: 'at'; readonly instance: InstanceSyntax; readonly label: Name }
        | {
            readonly kind: 'localOf';
            readonly instance: InstanceSyntax;
            readonly variable: Name;
            readonly index: ExpressionSyntax | null;
            /** `q.head`, which may be of a record, too. */
            readonly path?: readonly Accessor[];
          }
      ));

export type TypeSyntax = Span &
  (
    | { readonly kind: 'int' | 'bool' }
    | { readonly kind: 'named'; readonly name: string }
    | { readonly kind: 'range'; readonly low: ExpressionSyntax; readonly high: ExpressionSyntax }
  );

/** `?`: any value of the (finite) type. */
export type ValueSyntax = { readonly kind: 'any' } & Span;

export type InitialSyntax =
  | ExpressionSyntax
  | ValueSyntax
  | ({ readonly kind: 'list'; readonly values: readonly (ExpressionSyntax | ValueSyntax)[] } & Span);

/** `x, a[3]: int = 0`: the type and the value are those of all the names. */
export interface DeclaratorSyntax extends Span {
  readonly names: readonly DeclaredName[];
  readonly type: TypeSyntax | null;
  readonly initial: InitialSyntax | null;
}

export interface DeclaredName {
  readonly name: Name;
  readonly size: ExpressionSyntax | null;
  /** `a[2][3]`: sizes behind the first. */
  readonly inner?: readonly ExpressionSyntax[];
}

/** `next: 0..3 = 3`, `slots[4]: bool`: a first value, or the usual one. */
export interface FieldSyntax extends Span, DeclaredName {
  readonly type: TypeSyntax;
  readonly initial: ExpressionSyntax | ValueSyntax | null;
}

export interface Block extends Span {
  readonly statements: readonly StatementSyntax[];
}

/** What statements are, in the text and in a plan. */
export type StatementShape<Expression, Value, Target, Body, Label> =
  /** `operator`: `x += e`, only in the text. `release`: a barrier between stores comes before it. */
  | {
      readonly kind: 'assign';
      readonly target: Target;
      readonly value: Value;
      readonly operator?: CompoundOperator;
      readonly release?: true;
    }
  /** A locked instruction whose result nobody wants. */
  | { readonly kind: 'call'; readonly expression: Expression }
  /** `else if` is a block with one `if`. */
  | { readonly kind: 'if'; readonly condition: Expression; readonly then: Body; readonly otherwise: Body | null }
  | { readonly kind: 'while'; readonly condition: Expression; readonly body: Body }
  /** `buffered`: the block is one step, but waits for no buffer; only variables that are never buffered are in it. */
  | {
      readonly kind: 'loop' | 'atomic' | 'block';
      readonly body: Body;
      readonly buffered?: true;
      /** It stands for one locked instruction of the text, and is told as that. */
      readonly instruction?: true;
    }
  | { readonly kind: 'await' | 'assume' | 'assert'; readonly condition: Expression }
  | { readonly kind: 'goto'; readonly target: Label }
  | { readonly kind: 'choose'; readonly branches: readonly Body[] }
  /** No case goes on to the next; `otherwise` is `default`. */
  | {
      readonly kind: 'switch';
      readonly value: Expression;
      readonly cases: readonly SwitchCase<Expression, Body>[];
      readonly otherwise: Body | null;
    }
  /** `store`: between stores only, and it waits for nothing. */
  | { readonly kind: 'fence'; readonly store?: true }
  | { readonly kind: 'break' | 'continue' | 'skip' };

export interface SwitchCase<Value, Body> {
  readonly values: readonly Value[];
  readonly body: Body;
  /** In a plan: the values as they are written. */
  readonly text?: string;
}

export type StatementSyntax = Span & { readonly labels: readonly Name[] } & (
    | { readonly kind: 'local'; readonly declarators: readonly DeclaratorSyntax[] }
    /** `for i in low..high { }`. */
    | {
        readonly kind: 'for';
        readonly variable: Name;
        readonly low: ExpressionSyntax;
        readonly high: ExpressionSyntax;
        readonly body: Block;
      }
    /** `acquire(me)`, `r = try(me)`. */
    | {
        readonly kind: 'invoke';
        readonly target: NameUse | null;
        readonly procedure: Name;
        readonly arguments: readonly ExpressionSyntax[];
      }
    | { readonly kind: 'return'; readonly value: ExpressionSyntax | null }
    | StatementShape<ExpressionSyntax, ExpressionSyntax | ValueSyntax, NameUse, Block, Name>
  );

export interface ParameterSyntax extends Span {
  readonly name: Name;
  readonly type: TypeSyntax;
}

export interface ThreadSyntax extends Span {
  readonly kind: 'thread';
  readonly name: Name;
  /** `[any]`, `[3]`, or null. */
  readonly count: ValueSyntax | ExpressionSyntax | null;
  readonly parameters: readonly ParameterSyntax[];
  /** `for (0, 1), (1, 0)`: the arguments of each instance; null: one instance for each value of the parameters. */
  readonly instances: readonly InstanceTuple[] | null;
  readonly body: Block;
}

/** `shared l: bool` is a variable that the call names; others are values. */
export interface ProcedureParameter extends ParameterSyntax {
  readonly shared: boolean;
}

export interface ProcedureSyntax extends Span {
  readonly kind: 'proc';
  readonly name: Name;
  readonly parameters: readonly ProcedureParameter[];
  readonly body: Block;
}

export interface InstanceTuple extends Span {
  readonly values: readonly ExpressionSyntax[];
}

/** What the file declares stands behind it in the list of declarations. */
export interface IncludeSyntax extends Span {
  readonly kind: 'include';
  /** As it is written. */
  readonly file: string;
}

export type DeclarationSyntax =
  | ThreadSyntax
  | ProcedureSyntax
  | IncludeSyntax
  | (Span &
      (
        | { readonly kind: 'const'; readonly name: Name; readonly value: ExpressionSyntax }
        | {
            readonly kind: 'type';
            readonly name: Name;
            /** A list of constructors, or another name for a type. */
            readonly constructors: readonly Name[] | null;
            readonly type: TypeSyntax | null;
          }
        | { readonly kind: 'record'; readonly name: Name; readonly fields: readonly FieldSyntax[] }
        /** `ghost`: what only properties see. */
        | { readonly kind: 'shared' | 'ghost'; readonly declarators: readonly DeclaratorSyntax[] }
        | {
            readonly kind: 'never' | 'invariant' | 'lemma';
            readonly name: Name | null;
            readonly condition: ExpressionSyntax;
          }
        | { readonly kind: 'ltl'; readonly name: Name; readonly formula: ExpressionSyntax }
        | { readonly kind: 'predicates'; readonly conditions: readonly ExpressionSyntax[] }
      ));

export interface ProgramSyntax {
  /** Those of included texts, too, behind the declaration that includes them. */
  readonly declarations: readonly DeclarationSyntax[];
  /** Of the text itself. */
  readonly comments: readonly Comment[];
  /** Where the text itself ends: what it includes has offsets behind that. */
  readonly end?: number;
}

/** The expressions directly inside of one. */
export function partsOf(syntax: ExpressionSyntax): readonly ExpressionSyntax[] {
  switch (syntax.kind) {
    case 'unary':
      return [syntax.operand];
    case 'binary':
      return [syntax.left, syntax.right];
    case 'conditional':
      return [syntax.condition, syntax.whenTrue, syntax.whenFalse];
    case 'locked':
      return [syntax.target, ...syntax.operands];
    case 'at':
      return syntax.instance.arguments ?? [];
    case 'localOf':
      return [...(syntax.instance.arguments ?? []), ...indicesOf(syntax)];
    case 'name':
      return indicesOf(syntax);
    case 'number':
    case 'boolean':
    case 'self':
    case 'count':
      return [];
  }
}

function indicesOf({ index, path = [] }: Pick<NameUse, 'index' | 'path'>): ExpressionSyntax[] {
  const behind = path.flatMap((accessor) => ('index' in accessor ? [accessor.index] : []));
  return index === null ? behind : [index, ...behind];
}

/** An expression and all expressions in it. */
export function nodesIn(syntax: ExpressionSyntax): ExpressionSyntax[] {
  return [syntax, ...partsOf(syntax).flatMap(nodesIn)];
}

interface WithBlocks<B> {
  readonly kind: string;
  readonly then?: B;
  readonly otherwise?: B | null;
  readonly body?: B;
  readonly branches?: readonly B[];
  readonly cases?: readonly { readonly body: B }[];
}

/** The blocks directly inside of a statement, of the text or of a plan. */
export function blocksOf<B>({ then, otherwise, body, branches, cases }: WithBlocks<B>): B[] {
  // Most statements have none.
  if (then === undefined && body === undefined && branches === undefined && cases === undefined) return [];
  const all = [then, body, ...(branches ?? []), ...(cases ?? []).map((each) => each.body), otherwise];
  return all.filter((block) => block !== undefined && block !== null) as B[];
}
