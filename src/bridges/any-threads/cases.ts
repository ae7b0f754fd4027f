/**
 * Expressions by cases: what a step or a condition depends on, decided one after the other.
 *
 * A path is a list of decisions: which values an enumerated cell can have, literals over integers and numbers of threads, and
 * further processes that an index stands for. Evaluating an expression along a path gives all ways in which it goes on, each
 * with the value that the expression has there. Cells are looked at when the evaluation comes to them, so `a && b` with a
 * false decides nothing about b. A value is a number that is known, a sum of integer cells, or a number of a thread.
 *
 * The paths of one expression exclude each other and leave nothing out. An index that is a number of a thread is the
 * process itself, or one of those known, or another one: then that becomes a parameter of the transition or condition.
 * Parameters are different processes, which is what makes these cases different, too.
 */
import type { Access, Formula, Operator, Process, Term } from '../../models/array-system/model.js';
import { applyBinary, applyUnary } from '../../models/program/fold.js';
import type {
  BinaryOperator,
  Expression,
  Read,
  StateExpression,
  StateRead,
  UnaryOperator,
} from '../../models/program/model.js';
import { Refused } from '../../models/refusal.js';
import { accessKey, bound, compare, different, equal, type Linear, linearTerm, sum } from './formulas.js';
import { accessOf, type Cells, type Representation } from './vocabulary.js';

type AnyExpression = Expression | StateExpression;

export type Value =
  | ({ readonly kind: 'number' } & Linear)
  | { readonly kind: 'thread'; readonly of: string; readonly term: Term }
  /** What the cell holds, not looked at. */
  | { readonly kind: 'copy'; readonly access: Access }
  /** A division by zero, an index out of bounds. */
  | { readonly kind: 'failure' };

/** The values that an enumerated cell can have: constructors in order. */
export interface Mask {
  readonly access: Access;
  readonly constructors: readonly number[];
}

export interface Path {
  readonly masks: ReadonlyMap<string, Mask>;
  readonly literals: readonly Formula[];
  readonly processes: readonly string[];
}

/** What a name in an expression stands for. */
export type Leaf =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'thread'; readonly of: string; readonly term: Term }
  | {
      readonly kind: 'cells';
      readonly cells: Cells;
      readonly owner: readonly Process[];
      readonly reader: Process | null;
    }
  | { readonly kind: 'place'; readonly access: Access; readonly constructors: readonly number[] };

export interface Surroundings {
  leaf(node: Read | StateRead): Leaf;
  /** A number where one of a thread of this kind is wanted. */
  threadNumber(of: string, value: number): Term;
  /** Numbers that no thread of this kind has. */
  nobody(of: string): readonly Term[];
}

export type Ways<T> = Generator<readonly [Path, T]>;

/** Paths of one step or condition. */
const MOST_PATHS = 20_000;
const FAILURE: Value = { kind: 'failure' };
/** Of a sum nobody knows the bits. */
const OF_BITS = 'it works on the bits of an integer: give it a small range';

export class Cases {
  private paths = 0;

  constructor(private readonly surroundings: Surroundings) {}

  *evaluate(expression: AnyExpression, path: Path): Ways<Value> {
    if (++this.paths > MOST_PATHS) throw new Refused('it has too many cases: take smaller types or smaller steps');
    switch (expression.kind) {
      case 'constant':
        yield [path, numberOf(expression.value)];
        return;
      case 'local':
      case 'shared':
      case 'memory':
      case 'localOf':
        yield* this.read(expression, path);
        return;
      case 'at':
        yield* this.place(this.surroundings.leaf(expression), path);
        return;
      case 'unary':
        for (const [next, value] of this.evaluate(expression.operand, path)) {
          if (value.kind === 'failure') yield [next, value];
          else yield* this.unary(expression.operator, value, next);
        }
        return;
      case 'binary':
        yield* this.binary(expression.operator, expression.left, expression.right, path);
        return;
      case 'conditional':
        for (const [next, value] of this.evaluate(expression.condition, path)) {
          if (value.kind === 'failure') yield [next, value];
          else {
            for (const [after, truth] of this.truth(value, next)) {
              yield* this.evaluate(truth ? expression.whenTrue : expression.whenFalse, after);
            }
          }
        }
    }
  }

  /** The value for a cell of this representation: just a copy, where that cell and the one read are alike. */
  *evaluateFor(representation: Representation, expression: AnyExpression, path: Path): Ways<Value> {
    const isLeaf = expression.kind === 'local' || expression.kind === 'shared';
    const leaf = isLeaf ? this.surroundings.leaf(expression) : null;
    if (isLeaf && leaf?.kind === 'cells' && alike(leaf.cells.representation, representation)) {
      for (const [next, cell] of this.cell(leaf, expression.index, path)) {
        if (cell === null) yield [next, FAILURE];
        else if (next.masks.has(accessKey(cell))) yield* this.content(leaf.cells.representation, cell, next);
        else yield [next, { kind: 'copy', access: cell }];
      }
      return;
    }
    yield* this.evaluate(expression, path);
  }

  /** Whether a value is not 0. */
  *truth(value: Value, path: Path): Ways<boolean> {
    const linear = linearOf(value);
    yield* this.decide('<>', linear, path);
  }

  /** The cell that a name with an index stands for; null when the index is out of bounds. */
  *cell(leaf: Leaf & { readonly kind: 'cells' }, index: AnyExpression | null, path: Path): Ways<Access | null> {
    const { cells, owner, reader } = leaf;
    const access = (position: number, last: readonly Process[] = []): Access => {
      const symbol = cells.symbols[position];
      if (symbol === undefined) throw new Error(`${cells.name} has no cell ${position}`);
      return accessOf(symbol, [...owner, ...last], reader);
    };
    if (index === null) {
      yield [path, access(0)];
      return;
    }
    for (const [next, value] of this.evaluate(index, path)) {
      if (value.kind === 'failure') yield [next, null];
      else if (cells.perThread !== null) {
        const { term } = this.asThread(value, cells.perThread);
        for (const [after, process] of this.process(term, cells.perThread, next)) {
          yield [after, process === null ? null : access(0, [process])];
        }
      } else {
        for (const [after, position] of this.within(linearOf(value), 0, (cells.size as number) - 1, next)) {
          yield [after, position === null ? null : access(position)];
        }
      }
    }
  }

  /** Each value from `low` to `high` that the number may have; null for others. */
  *within(linear: Linear, low: number, high: number, path: Path): Ways<number | null> {
    if (linear.summands.length === 0) {
      yield [path, linear.constant >= low && linear.constant <= high ? linear.constant : null];
      return;
    }
    for (let value = low; value <= high; value++) {
      yield [withLiteral(path, literal('=', sum(linear, constant(value), -1))), value];
    }
    yield [withLiteral(path, literal('<', sum(linear, constant(low), -1))), null];
    yield [withLiteral(path, literal('<', sum(constant(high), linear, -1))), null];
  }

  /** A value as a number of a thread. */
  asThread(value: Value, of: string): { readonly term: Term } {
    if (value.kind === 'thread') return value;
    const linear = linearOf(value);
    if (linear.summands.length > 0) throw new Error('a sum where a number of a thread is wanted');
    return { term: this.surroundings.threadNumber(of, linear.constant) };
  }

  /** What the comparison of the linear expression with 0 gives: both, or the one that is known. */
  private *decide(operator: Operator, linear: Linear, path: Path): Ways<boolean> {
    if (linear.summands.length === 0) {
      yield [path, holds(operator, linear.constant)];
      return;
    }
    yield [withLiteral(path, literal(operator, linear)), true];
    const opposite = sum(ZERO, linear, -1);
    const otherwise =
      operator === '=' || operator === '<>'
        ? literal(operator === '=' ? '<>' : '=', linear)
        : literal(operator === '<' ? '<=' : '<', opposite);
    yield [withLiteral(path, otherwise), false];
  }

  private *read(node: Exclude<Read | StateRead, { kind: 'at' }>, path: Path): Ways<Value> {
    const leaf = this.surroundings.leaf(node);
    switch (leaf.kind) {
      case 'number':
        yield [path, numberOf(leaf.value)];
        return;
      case 'thread':
        yield [path, leaf];
        return;
      case 'place':
        throw new Error('a place is no variable');
      case 'cells':
        for (const [next, cell] of this.cell(leaf, node.index, path)) {
          if (cell === null) yield [next, FAILURE];
          else yield* this.content(leaf.cells.representation, cell, next);
        }
    }
  }

  private *content(representation: Representation, access: Access, path: Path): Ways<Value> {
    switch (representation.kind) {
      case 'integer':
        yield [path, { kind: 'number', constant: 0, summands: [{ coefficient: 1, access }] }];
        return;
      case 'threads':
        yield [path, { kind: 'thread', of: representation.of, term: { kind: 'access', access } }];
        return;
      case 'values': {
        const { low, sort } = representation;
        const known = path.masks.get(accessKey(access))?.constructors ?? [...sort.constructors.keys()];
        for (const value of known) {
          yield [known.length === 1 ? path : withMask(path, access, [value]), numberOf(low + value)];
        }
      }
    }
  }

  private *place(leaf: Leaf, path: Path): Ways<Value> {
    if (leaf.kind !== 'place') throw new Error('a variable is no place');
    const { access, constructors } = leaf;
    const known = path.masks.get(accessKey(access));
    if (known === undefined) throw new Error('where a thread can be is known from its role');
    const inside = known.constructors.filter((each) => constructors.includes(each));
    const outside = known.constructors.filter((each) => !constructors.includes(each));
    if (inside.length > 0) yield [withMask(path, access, inside), numberOf(1)];
    if (outside.length > 0) yield [withMask(path, access, outside), numberOf(0)];
  }

  private *unary(operator: UnaryOperator, value: Value, path: Path): Ways<Value> {
    switch (operator) {
      case '-':
        yield [path, { kind: 'number', ...sum(ZERO, linearOf(value), -1) }];
        return;
      case '~': {
        const { constant, summands } = linearOf(value);
        if (summands.length > 0) throw new Refused(OF_BITS);
        yield [path, numberOf(applyUnary(operator, constant))];
        return;
      }
      case '!':
        for (const [after, truth] of this.truth(value, path)) yield [after, numberOf(truth ? 0 : 1)];
    }
  }

  private *binary(operator: BinaryOperator, left: AnyExpression, right: AnyExpression, path: Path): Ways<Value> {
    for (const [next, one] of this.evaluate(left, path)) {
      if (one.kind === 'failure') {
        yield [next, one];
      } else if (operator === '&&' || operator === '||') {
        for (const [after, truth] of this.truth(one, next)) {
          if (truth === (operator === '||')) yield [after, numberOf(truth ? 1 : 0)];
          else yield* this.asTruth(right, after);
        }
      } else {
        for (const [after, other] of this.evaluate(right, next)) {
          if (other.kind === 'failure') yield [after, other];
          else yield* this.operation(operator, one, other, after);
        }
      }
    }
  }

  private *asTruth(expression: AnyExpression, path: Path): Ways<Value> {
    for (const [next, value] of this.evaluate(expression, path)) {
      if (value.kind === 'failure') yield [next, value];
      else for (const [after, truth] of this.truth(value, next)) yield [after, numberOf(truth ? 1 : 0)];
    }
  }

  private *operation(operator: BinaryOperator, one: Value, other: Value, path: Path): Ways<Value> {
    if (one.kind === 'thread' || other.kind === 'thread') {
      yield* this.sameThread(operator, one, other, path);
      return;
    }
    const [left, right] = [linearOf(one), linearOf(other)];
    const known = left.summands.length === 0 && right.summands.length === 0;
    switch (operator) {
      case '+':
      case '-':
        yield [path, { kind: 'number', ...sum(left, right, operator === '+' ? 1 : -1) }];
        return;
      case '*': {
        const [factor, rest] = left.summands.length === 0 ? [left, right] : [right, left];
        if (factor.summands.length > 0) throw new Refused('it multiplies two integers: give one of them a small range');
        yield [path, { kind: 'number', ...sum(ZERO, rest, factor.constant) }];
        return;
      }
      case '/':
      case '%':
        if (!known) throw new Refused('it divides an integer: give it a small range');
        yield [path, computed(operator, left.constant, right.constant)];
        return;
      case '&':
      case '|':
      case '^':
      case '<<':
      case '>>':
      case '>>>':
      case '*32':
        if (!known) throw new Refused(OF_BITS);
        yield [path, computed(operator, left.constant, right.constant)];
        return;
      case '&&':
      case '||':
        throw new Error(`${operator} does not need both sides`);
      case '==':
      case '!=':
      case '<':
      case '<=':
      case '>':
      case '>=':
        for (const [next, truth] of this.comparison(operator, left, right, path)) yield [next, numberOf(truth ? 1 : 0)];
        return;
    }
    // Without a value the step would be gone.
    operator satisfies never;
  }

  private comparison(operator: Comparison, left: Linear, right: Linear, path: Path): Ways<boolean> {
    switch (operator) {
      case '==':
        return this.decide('=', sum(left, right, -1), path);
      case '!=':
        return this.decide('<>', sum(left, right, -1), path);
      case '<':
      case '<=':
        return this.decide(operator, sum(left, right, -1), path);
      case '>':
      case '>=':
        return this.decide(operator === '>' ? '<' : '<=', sum(right, left, -1), path);
    }
  }

  private *sameThread(operator: BinaryOperator, one: Value, other: Value, path: Path): Ways<Value> {
    const of = one.kind === 'thread' ? one.of : other.kind === 'thread' ? other.of : '';
    const [left, right] = [this.asThread(one, of).term, this.asThread(other, of).term];
    const yes = numberOf(operator === '==' ? 1 : 0);
    const no = numberOf(operator === '==' ? 0 : 1);
    if (termKey(left) === termKey(right)) yield [path, yes];
    // Bound processes of one path are different.
    else if (left.kind === 'process' && right.kind === 'process') yield [path, no];
    else {
      yield [withLiteral(path, equal(left, right)), yes];
      yield [withLiteral(path, different(left, right)), no];
    }
  }

  /** The process that the number is; null when it is none. */
  private *process(term: Term, of: string, path: Path): Ways<Process | null> {
    if (term.kind === 'process') {
      yield [path, term.process];
      return;
    }
    for (const name of path.processes) {
      yield [withLiteral(path, equal(term, { kind: 'process', process: bound(name) })), bound(name)];
    }
    const name = `j${path.processes.length}`;
    const further = { ...path, processes: [...path.processes, name] };
    yield [withLiteral(further, equal(term, { kind: 'process', process: bound(name) })), bound(name)];
    for (const nobody of this.surroundings.nobody(of)) yield [withLiteral(path, equal(term, nobody)), null];
  }
}

type Comparison = Extract<BinaryOperator, '==' | '!=' | '<' | '<=' | '>' | '>='>;

/** Of two known numbers. */
function computed(operator: BinaryOperator, left: number, right: number): Value {
  const value = applyBinary(operator, left, right);
  return value === null ? FAILURE : numberOf(value);
}

const ZERO: Linear = { constant: 0, summands: [] };

function constant(value: number): Linear {
  return { constant: value, summands: [] };
}

export function numberOf(value: number): Value & { readonly kind: 'number' } {
  return { kind: 'number', constant: value + 0, summands: [] };
}

export function linearOf(value: Value): Linear {
  if (value.kind !== 'number') throw new Error(`a ${value.kind} where a number is wanted`);
  return value;
}

function literal(operator: Operator, linear: Linear): Formula {
  return compare(operator, linearTerm(linear), linearTerm(ZERO));
}

function holds(operator: Operator, value: number): boolean {
  switch (operator) {
    case '=':
      return value === 0;
    case '<>':
      return value !== 0;
    case '<':
      return value < 0;
    case '<=':
      return value <= 0;
  }
}

function termKey(term: Term): string {
  if (term.kind === 'process') return term.process.kind === 'bound' ? term.process.name : `#${term.process.number}`;
  return term.kind === 'access' ? accessKey(term.access) : '';
}

function alike(one: Representation, other: Representation): boolean {
  return one.kind === 'values' && other.kind === 'values' && one.sort === other.sort && one.low === other.low;
}

export function withMask(path: Path, access: Access, constructors: readonly number[]): Path {
  return { ...path, masks: new Map(path.masks).set(accessKey(access), { access, constructors }) };
}

export function withLiteral(path: Path, formula: Formula): Path {
  return { ...path, literals: [...path.literals, formula] };
}
