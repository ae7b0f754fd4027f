/**
 * Values for the reference interpreter (`reference.ts`): evaluating an expression needs no machine state. It is started anew
 * with the list of values that were read so far, and either asks for one more access or is done.
 */
import type { Accessor, ExpressionSyntax, NameUse } from '../../../src/languages/program/syntax.js';

export interface Frame {
  readonly block: number;
  readonly index: number;
  /** Of a `for` under way: the last value of its variable. */
  readonly last?: number;
  /** What a call has given, where that is still to be stored. */
  readonly result?: number;
  /** Of the body of a procedure that is called. */
  readonly called?: Called;
}

export interface Called {
  readonly procedure: string;
  /** Parameters and locals. */
  readonly values: Readonly<Record<string, number>>;
  /** What its `shared` parameters name. */
  readonly variables: Readonly<Record<string, Variable>>;
}

export interface Variable {
  readonly name: string;
  readonly cell: number;
}

export interface ThreadState {
  readonly stack: readonly Frame[];
  readonly history: readonly number[];
  readonly locals: Readonly<Record<string, readonly number[]>>;
}

export interface Access {
  readonly kind: 'read' | 'write' | 'release' | 'fence' | 'store fence' | 'cas' | 'swap' | 'fetch_add';
  readonly name: string;
  readonly cell: number;
  readonly operands: readonly number[];
}

export interface Range {
  readonly low: number;
  readonly high: number;
  /** `u8` and the like. */
  readonly wraps?: true;
}

/** What names mean that are no variables. */
export interface Meanings {
  /** Constants and members of enumerations. */
  readonly constants: ReadonlyMap<string, number>;
  /** How many instances each thread has. */
  readonly counts: ReadonlyMap<string, number>;
  /** How many cells there are at each index: of `a`, of `nodes` and `nodes.slots`. */
  readonly sizes?: ReadonlyMap<string, readonly number[]>;
}

type Locals = ThreadState['locals'];

export class NeedsAccess extends Error {
  readonly access: Access;
  constructor(access: Access) {
    super('access');
    this.access = access;
  }
}
export class Failure extends Error {}

/** `r.v` of a thread's text is a field of a record. */
export function asName(expression: ExpressionSyntax): NameUse {
  if (expression.kind !== 'localOf') return expression as NameUse;
  const { instance, variable: field, index, path = [], start, end } = expression;
  const behind = index === null ? path : [{ index }, ...path];
  return { kind: 'name', name: instance.name, index: null, path: [{ field }, ...behind], start, end };
}

export function calledIn(stack: readonly Frame[]): Called | undefined {
  return stack.findLast(({ called }) => called !== undefined)?.called;
}

export function wrapped(value: number, { low, high }: Range): number {
  const size = high - low + 1;
  let reduced = value;
  while (reduced < low) reduced += size * Math.ceil((low - reduced) / size);
  while (reduced > high) reduced -= size * Math.ceil((reduced - high) / size);
  return reduced;
}

/** Products of 32 bits are not exact in JavaScript's numbers. */
function product(left: number, right: number, { low, high }: Range): number {
  const size = BigInt(high - low + 1);
  const rest = (((BigInt(left) * BigInt(right) - BigInt(low)) % size) + size) % size;
  return Number(rest) + low;
}

function shiftedRight(left: number, bits: number): number {
  if (bits < 0 || bits > 31) throw new Failure();
  return Math.floor(left / 2 ** bits);
}

/** The value of an expression over locals; null when it has none. */
export function valueOver(locals: Locals, meanings: Meanings, expression: ExpressionSyntax): number | null {
  try {
    return new Evaluator({ stack: [], history: [], locals }, new Set(), meanings, () => null).value(expression);
  } catch (signal) {
    if (signal instanceof Failure) return null;
    throw signal;
  }
}

export class Evaluator {
  private readonly thread: ThreadState;
  private readonly sharedNames: ReadonlySet<string>;
  private readonly meanings: Meanings;
  private readonly rangeOf: (name: string) => Range | null;
  private readonly called: Called | undefined;
  private used = 0;

  constructor(
    thread: ThreadState,
    sharedNames: ReadonlySet<string>,
    meanings: Meanings,
    rangeOf: (name: string) => Range | null,
  ) {
    this.rangeOf = rangeOf;
    this.called = calledIn(thread.stack);
    this.thread = thread;
    this.sharedNames = sharedNames;
    this.meanings = meanings;
  }

  private access(access: Access): number {
    const known = this.thread.history[this.used++];
    if (known === undefined) throw new NeedsAccess(access);
    return known;
  }

  /** Which variable a name is: a parameter of a procedure may stand for one, and its locals have its name before theirs. */
  variable({ name, index, path = [] }: NameUse): Variable {
    const stands = this.called?.variables[name.text];
    if (stands !== undefined) return stands;
    const sizes = this.meanings.sizes?.get(name.text);
    if (sizes !== undefined) return this.flattened(name.text, index === null ? path : [{ index }, ...path]);
    const cell = index === null ? 0 : this.value(index);
    const own =
      this.called !== undefined && !this.sharedNames.has(name.text) && !this.meanings.constants.has(name.text);
    return { name: own ? `${this.called?.procedure}.${name.text}` : name.text, cell };
  }

  /** Of a record or an array of arrays; there is no cell -1. */
  private flattened(start: string, path: readonly Accessor[]): Variable {
    let [name, cell, wrong] = [start, 0, false];
    let sizes = [...(this.meanings.sizes?.get(name) ?? [])];
    for (const part of path) {
      if ('field' in part) {
        name = `${name}.${part.field.text}`;
        sizes = [...(this.meanings.sizes?.get(name) ?? [])];
        continue;
      }
      const [value, size] = [this.value(part.index), sizes.shift() as number];
      wrong ||= value < 0 || value >= size;
      cell = cell * size + value;
    }
    return { name, cell: wrong ? -1 : cell };
  }

  local(name: string, cell: number): number {
    const value = this.called?.values[name] ?? this.thread.locals[name]?.[cell];
    if (value === undefined) throw new Failure();
    return value;
  }

  value(expression: ExpressionSyntax): number {
    switch (expression.kind) {
      case 'number':
        return Number(expression.text);
      case 'boolean':
        return Number(expression.value);
      case 'self':
        return this.local('self', 0);
      case 'count':
        return this.meanings.counts.get(expression.thread.text) ?? 0;
      case 'name': {
        const constant = this.meanings.constants.get(expression.name.text);
        if (constant !== undefined) return constant;
        const { name, cell } = this.variable(expression);
        if (this.sharedNames.has(name)) return this.access({ kind: 'read', name, cell, operands: [] });
        return this.local(expression.name.text, cell);
      }
      case 'localOf':
        return this.value(asName(expression));
      case 'unary': {
        const operand = this.value(expression.operand);
        if (expression.operator === '!') return Number(operand === 0);
        return this.inWidth(expression, expression.operator === '~' ? ~operand : -operand);
      }
      case 'conditional':
        return this.value(expression.condition) !== 0
          ? this.value(expression.whenTrue)
          : this.value(expression.whenFalse);
      case 'locked': {
        const { name, cell } = this.variable(expression.target);
        const range = this.rangeOf(name);
        const operands = expression.operands.map((operand) => {
          const value = this.value(operand);
          return range?.wraps === true ? wrapped(value, range) : value;
        });
        return this.access({ kind: expression.operation, name, cell, operands });
      }
      case 'binary': {
        const { operator } = expression;
        const left = this.value(expression.left);
        if (operator === '&&' && left === 0) return 0;
        if (operator === '||' && left !== 0) return 1;
        if (operator === '->' && left === 0) return 1;
        const right = this.value(expression.right);
        const width = this.widthOf(expression);
        if (operator === '*' && width !== null) return product(left, right, width);
        // Operators on bits see a sign, which numbers without sign do not have.
        if (operator === '>>' && width !== null && width.low === 0) return shiftedRight(left, right);
        return this.inWidth(expression, binary(operator, left, right));
      }
      default:
        throw new Error(`no value of ${expression.kind}`);
    }
  }

  private inWidth(expression: ExpressionSyntax, value: number): number {
    const width = this.widthOf(expression);
    return width === null ? value : wrapped(value, width);
  }

  /** Of what has a fixed width: the widest of its parts. */
  private widthOf(expression: ExpressionSyntax): Range | null {
    switch (expression.kind) {
      case 'name': {
        const stands = this.called?.variables[expression.name.text]?.name;
        const own = this.called?.values[expression.name.text] === undefined ? '' : `${this.called.procedure}.`;
        const fields = (expression.path ?? []).flatMap((part) => ('field' in part ? [`.${part.field.text}`] : []));
        const range = this.rangeOf(stands ?? own + expression.name.text + fields.join(''));
        return range?.wraps === true ? range : null;
      }
      case 'localOf': {
        const range = this.rangeOf(`${expression.instance.name.text}.${expression.variable.text}`);
        return range?.wraps === true ? range : null;
      }
      case 'locked':
        return expression.operation === 'cas' ? null : this.widthOf(expression.target);
      case 'unary':
        return expression.operator === '!' ? null : this.widthOf(expression.operand);
      case 'conditional': {
        const [one, other] = [this.widthOf(expression.whenTrue), this.widthOf(expression.whenFalse)];
        return one === null || other === null ? null : wider(one, other);
      }
      case 'binary': {
        const { operator, left, right } = expression;
        if (operator === '<<' || operator === '>>') return this.widthOf(left);
        if (!['+', '-', '*', '/', '%', '&', '|', '^'].includes(operator)) return null;
        return wider(this.widthOf(left), this.widthOf(right));
      }
      default:
        return null;
    }
  }
}

function wider(one: Range | null, other: Range | null): Range | null {
  if (one === null || other === null) return one ?? other;
  const [first, second] = [one.high - one.low, other.high - other.low];
  if (first === second) return one.low === 0 ? one : other;
  return first > second ? one : other;
}

export function binary(operator: string, left: number, right: number): number {
  if ((operator === '/' || operator === '%') && right === 0) throw new Failure();
  switch (operator) {
    case '&&':
    case '||':
    case '->':
      return Number(right !== 0);
    case '<->':
    case '==':
      return Number(left === right);
    case '!=':
      return Number(left !== right);
    case '<':
      return Number(left < right);
    case '<=':
      return Number(left <= right);
    case '>':
      return Number(left > right);
    case '>=':
      return Number(left >= right);
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return Math.trunc(left / right);
    case '%':
      return left % right;
    case '&':
      return left & right;
    case '|':
      return left | right;
    case '^':
      return left ^ right;
    case '<<':
    case '>>':
      if (right < 0 || right > 31) throw new Failure();
      return operator === '<<' ? left << right : left >> right;
    default:
      throw new Error(`no operator ${operator}`);
  }
}
