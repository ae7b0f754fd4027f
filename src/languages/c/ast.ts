/**
 * The syntax tree of C as the parser makes it: typedef names are resolved, types are trees, sizes and values of enumerations
 * are still expressions. Every node has the place of its tokens.
 */
import type { Place } from './tokens.js';

export interface Node {
  readonly place: Place;
}

/** `atomic` is `_Atomic`, which makes plain accesses sequentially consistent ones. */
export interface Qualifiers {
  readonly atomic?: true;
  readonly volatile?: true;
}

export type TypeNode = Qualifiers &
  (
    | { readonly kind: 'void' }
    /** The name as C's words in a fixed order: `unsigned long`. */
    | { readonly kind: 'basic'; readonly name: BasicName }
    | { readonly kind: 'struct'; readonly struct: StructNode }
    | { readonly kind: 'pointer'; readonly to: TypeNode }
    /** Without size: the initialiser or the call tells. */
    | { readonly kind: 'array'; readonly of: TypeNode; readonly size: Expression | null }
    | { readonly kind: 'function'; readonly result: TypeNode; readonly parameters: readonly Parameter[] }
    | { readonly kind: 'typeof'; readonly of: Expression }
    /** What is outside of the subset, with the word for it: refused where an object has it. */
    | { readonly kind: 'other'; readonly name: string }
  );

export type BasicName =
  | '_Bool'
  | 'char'
  | 'signed char'
  | 'unsigned char'
  | 'short'
  | 'unsigned short'
  | 'int'
  | 'unsigned int'
  | 'long'
  | 'unsigned long'
  | 'long long'
  | 'unsigned long long';

/** One object for each struct of the text: types are the same where it is the same. */
export interface StructNode extends Node {
  readonly tag: string | null;
  readonly union: boolean;
  /** Null until the members are declared. */
  members: readonly Member[] | null;
}

export interface Member extends Node {
  /** Null: a struct whose members are members of this one. */
  readonly name: string | null;
  readonly type: TypeNode;
  readonly bits: Expression | null;
}

export interface Parameter extends Node {
  readonly name: string | null;
  readonly type: TypeNode;
}

export type UnaryOperator = '+' | '-' | '!' | '~' | '*' | '&';
export type BinaryOperator =
  | '*'
  | '/'
  | '%'
  | '+'
  | '-'
  | '<<'
  | '>>'
  | '<'
  | '>'
  | '<='
  | '>='
  | '=='
  | '!='
  | '&'
  | '^'
  | '|'
  | '&&'
  | '||';

export type Expression = Node &
  (
    | { readonly kind: 'number'; readonly text: string }
    | { readonly kind: 'character'; readonly text: string }
    | { readonly kind: 'string'; readonly text: string }
    | { readonly kind: 'name'; readonly name: string }
    | { readonly kind: 'unary'; readonly operator: UnaryOperator; readonly operand: Expression }
    | { readonly kind: 'step'; readonly operator: '++' | '--'; readonly before: boolean; readonly operand: Expression }
    | {
        readonly kind: 'binary';
        readonly operator: BinaryOperator;
        readonly left: Expression;
        readonly right: Expression;
      }
    | {
        readonly kind: 'assign';
        readonly operator: BinaryOperator | null;
        readonly target: Expression;
        readonly value: Expression;
      }
    | {
        readonly kind: 'conditional';
        readonly condition: Expression;
        /** Null: `c ?: b`. */
        readonly whenTrue: Expression | null;
        readonly whenFalse: Expression;
      }
    | { readonly kind: 'comma'; readonly left: Expression; readonly right: Expression }
    | { readonly kind: 'call'; readonly callee: Expression; readonly arguments: readonly Argument[] }
    | { readonly kind: 'member'; readonly object: Expression; readonly name: string; readonly arrow: boolean }
    | { readonly kind: 'index'; readonly object: Expression; readonly index: Expression }
    | { readonly kind: 'cast'; readonly type: TypeNode; readonly operand: Expression }
    | { readonly kind: 'sizeof' | 'alignof'; readonly of: TypeNode | null; readonly operand: Expression | null }
    | { readonly kind: 'compound'; readonly type: TypeNode; readonly initial: Initialiser & { kind: 'list' } }
    | { readonly kind: 'statements'; readonly body: Block }
    | { readonly kind: 'generic'; readonly control: Expression; readonly cases: readonly GenericCase[] }
  );

/** Some built-in functions take types. */
export type Argument = Expression | (Node & { readonly kind: 'type'; readonly type: TypeNode });

export interface GenericCase {
  /** Null: `default`. */
  readonly type: TypeNode | null;
  readonly value: Expression;
}

export type Initialiser =
  | (Node & { readonly kind: 'value'; readonly value: Expression })
  | (Node & { readonly kind: 'list'; readonly items: readonly InitialItem[] });

export interface InitialItem extends Node {
  readonly designators: readonly Designator[];
  readonly value: Initialiser;
}

export type Designator =
  | { readonly kind: 'member'; readonly name: string; readonly place: Place }
  | { readonly kind: 'index'; readonly index: Expression; readonly last: Expression | null };

export interface Variable extends Node {
  readonly kind: 'variable';
  readonly name: string;
  readonly type: TypeNode;
  readonly initial: Initialiser | null;
  readonly storage: 'extern' | 'static' | 'register' | null;
  readonly threadLocal: boolean;
  /** `//@ ghost int count = 0;` */
  readonly ghost?: true;
}

export interface EnumConstant extends Node {
  readonly kind: 'constant';
  readonly name: string;
  /** Null: one more than the constant before it, or 0. */
  readonly value: Expression | null;
  readonly before: EnumConstant | null;
}

export interface StaticAssertion extends Node {
  readonly kind: 'static assertion';
  readonly condition: Expression;
}

/** `//@ never mutex: ...`; where it stands, the statement it is at. */
export interface Annotation extends Node {
  readonly kind: 'annotation';
  readonly text: string;
}

export type Declaration = Variable | EnumConstant | StaticAssertion;

export interface Block extends Node {
  readonly kind: 'block';
  readonly items: readonly Statement[];
}

export type Statement =
  | Block
  | Annotation
  | (Node &
      (
        | { readonly kind: 'declarations'; readonly declarations: readonly Declaration[] }
        | { readonly kind: 'expression'; readonly value: Expression }
        /** `//@ ghost count++;` */
        | { readonly kind: 'ghost'; readonly value: Expression }
        | { readonly kind: 'empty' }
        | {
            readonly kind: 'if';
            readonly condition: Expression;
            readonly then: Statement;
            readonly otherwise: Statement | null;
          }
        | { readonly kind: 'while'; readonly condition: Expression; readonly body: Statement }
        | { readonly kind: 'do'; readonly condition: Expression; readonly body: Statement }
        | {
            readonly kind: 'for';
            readonly initial: Statement | null;
            readonly condition: Expression | null;
            readonly next: Expression | null;
            readonly body: Statement;
          }
        | { readonly kind: 'switch'; readonly value: Expression; readonly body: Statement }
        | {
            readonly kind: 'case';
            readonly value: Expression;
            readonly last: Expression | null;
            readonly body: Statement;
          }
        | { readonly kind: 'default'; readonly body: Statement }
        | { readonly kind: 'label'; readonly name: string; readonly body: Statement }
        | { readonly kind: 'goto'; readonly name: string }
        | { readonly kind: 'break' | 'continue' }
        | { readonly kind: 'return'; readonly value: Expression | null }
        | { readonly kind: 'asm'; readonly text: string }
      ));

export interface FunctionNode extends Node {
  readonly kind: 'function';
  readonly name: string;
  readonly type: TypeNode & { readonly kind: 'function' };
  readonly body: Block;
}

export interface Unit {
  readonly items: readonly (FunctionNode | Declaration | Annotation)[];
  readonly end: Place;
}

/** Expressions of one kind. */
export type ExpressionOf<K extends Expression['kind']> = Expression & { readonly kind: K };

/** Whether it names an object by its form. */
export function isLValue(node: Expression): boolean {
  return (
    node.kind === 'name' ||
    node.kind === 'member' ||
    node.kind === 'index' ||
    node.kind === 'compound' ||
    (node.kind === 'unary' && node.operator === '*')
  );
}

/** What stands inside of a node, but for types, which may lead back to themselves, and places. */
export function inside(node: object): readonly unknown[] {
  return Object.entries(node).flatMap(([key, part]) => (OUTSIDE.has(key) ? [] : [part as unknown]));
}

const OUTSIDE: ReadonlySet<string> = new Set(['place', 'type', 'of', 'struct', 'before']);
