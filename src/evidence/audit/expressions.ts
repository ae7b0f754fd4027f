/**
 * Expressions as functions, for the second audit. It has an evaluator of its own, beside those of the interpreter and of the
 * explicit engine's code: each node of a tree becomes a function without arguments, which reads the state that is laid out.
 *
 * What has no value ends the audit: a failure of the program (`Failed`), or a number that cannot be held exactly (`TooLarge`).
 */
import type { Tree } from '../../models/program/model.js';

export type Value = () => number;

export class Failed extends Error {}
export class TooLarge extends Error {}

/** `leaf`: how what is read is found. `wraps`: numbers have 32 bits. */
export function compiled<L extends { readonly kind: string }>(
  tree: Tree<L>,
  leaf: (read: L) => Value,
  wraps: boolean,
): Value {
  const again = (part: Tree<L>): Value => compiled(part, leaf, wraps);
  // Leaves have kinds of their own, which the type of a tree does not say.
  const node = tree as Tree<{ readonly kind: 'leaf' }>;
  switch (node.kind) {
    case 'constant': {
      const { value } = node;
      return () => value;
    }
    case 'unary': {
      const operand = again(node.operand as Tree<L>);
      switch (node.operator) {
        case '!':
          return () => (operand() === 0 ? 1 : 0);
        case '-':
          return wraps ? () => -operand() | 0 : () => -operand();
        case '~':
          return () => ~operand();
      }
      break;
    }
    case 'conditional': {
      const condition = again(node.condition as Tree<L>);
      const whenTrue = again(node.whenTrue as Tree<L>);
      const whenFalse = again(node.whenFalse as Tree<L>);
      return () => (condition() !== 0 ? whenTrue() : whenFalse());
    }
    case 'binary':
      return operation(node.operator, again(node.left as Tree<L>), again(node.right as Tree<L>), wraps);
    case 'leaf':
      break;
  }
  return leaf(tree as L);
}

type Operator = (Tree<never> & { readonly kind: 'binary' })['operator'];

function operation(operator: Operator, left: Value, right: Value, wraps: boolean): Value {
  const number = wraps ? (value: number) => value | 0 : exact;
  const truth = (value: boolean) => (value ? 1 : 0);
  switch (operator) {
    case '&&':
      return () => (left() !== 0 && right() !== 0 ? 1 : 0);
    case '||':
      return () => (left() !== 0 || right() !== 0 ? 1 : 0);
    case '+':
      return () => number(left() + right());
    case '-':
      return () => number(left() - right());
    case '*':
      return wraps ? () => Math.imul(left(), right()) : () => exact(left() * right());
    case '/':
      return () => number(Math.trunc(quotient(left(), right())));
    case '%':
      return () => remainder(left(), right());
    case '==':
      return () => truth(left() === right());
    case '!=':
      return () => truth(left() !== right());
    case '<':
      return () => truth(left() < right());
    case '<=':
      return () => truth(left() <= right());
    case '>':
      return () => truth(left() > right());
    case '>=':
      return () => truth(left() >= right());
    case '&':
      return () => left() & right();
    case '|':
      return () => left() | right();
    case '^':
      return () => left() ^ right();
    case '<<':
      return () => {
        const value = left();
        return value << shift(right());
      };
    case '>>':
      return () => {
        const value = left();
        return value >> shift(right());
      };
    case '>>>':
      return () => {
        const value = left();
        return value >>> shift(right());
      };
    case '*32':
      return () => Math.imul(left(), right());
  }
}

function exact(value: number): number {
  if (!Number.isSafeInteger(value)) throw new TooLarge();
  return value;
}

function quotient(one: number, other: number): number {
  if (other === 0) throw new Failed('a division by zero');
  return one / other;
}

function remainder(one: number, other: number): number {
  if (other === 0) throw new Failed('a division by zero');
  return one % other;
}

function shift(bits: number): number {
  if (bits < 0 || bits > 31) throw new Failed('a shift by too much');
  return bits;
}
