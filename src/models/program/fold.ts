/**
 * Constants: the arithmetic of programs on known numbers, the one folder of constants, and constructors that keep expressions
 * small.
 *
 * Nothing that may fail is folded away: an operator without a value stays, and `&&`, `||` and conditionals drop only what is
 * not evaluated, or what certainly has a value.
 *
 * The judges of counterexamples and of proofs have an arithmetic of their own (`memory/operational/program/evaluate.ts`,
 * `evidence/invariant/translate.ts`), and so have kernels.
 */
import { binary, bottomUp, constant, isLeaf, type Leaf, TRUE, unary } from './expression.js';
import type { BinaryOperator, Tree, UnaryOperator } from './model.js';

/** How numbers are computed: they wrap at 32 bits, or they are exact, and only those are folded that fit. */
interface Arithmetic {
  readonly wraps: boolean;
  readonly fits: (value: number) => boolean;
}

export const EXACT: Arithmetic = { wraps: false, fits: Number.isSafeInteger };
/** Exact, for those whose numbers have 32 bits: what does not fit is theirs to tell. */
export const IN_WORDS: Arithmetic = { wraps: false, fits: (value) => value === (value | 0) };
export const WRAPPING: Arithmetic = { wraps: true, fits: () => true };

type Relation = Extract<BinaryOperator, '==' | '!=' | '<' | '<=' | '>' | '>=' | '&&' | '||'>;

/** What is true or false of two numbers, of either kind. */
export function isSo<T extends number | bigint>(operator: Relation, left: T, right: T): boolean {
  switch (operator) {
    case '==':
      return left === right;
    case '!=':
      return left !== right;
    case '<':
      return left < right;
    case '<=':
      return left <= right;
    case '>':
      return left > right;
    case '>=':
      return left >= right;
    case '&&':
      return Boolean(left) && Boolean(right);
    case '||':
      return Boolean(left) || Boolean(right);
  }
}

/** Exact. Null for a division by zero, or a shift by less than 0 or more than 31. */
export function applyBinary(operator: BinaryOperator, left: number, right: number): number | null {
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return right === 0 ? null : Math.trunc(left / right);
    case '%':
      return right === 0 ? null : left % right;
    case '==':
    case '!=':
    case '<':
    case '<=':
    case '>':
    case '>=':
    case '&&':
    case '||':
      return Number(isSo(operator, left, right));
    case '&':
      return left & right;
    case '|':
      return left | right;
    case '^':
      return left ^ right;
    case '<<':
      return right < 0 || right > 31 ? null : left << right;
    case '>>':
      return right < 0 || right > 31 ? null : left >> right;
    case '>>>':
      return right < 0 || right > 31 ? null : left >>> right;
    case '*32':
      return Math.imul(left, right);
  }
}

export function applyUnary(operator: UnaryOperator, operand: number): number {
  if (operator === '!') return Number(operand === 0);
  return operator === '~' ? ~operand : 0 - operand;
}

/** Null where there is no value, or none that fits. */
export function computeUnary(operator: UnaryOperator, operand: number, { wraps, fits }: Arithmetic): number | null {
  const value = applyUnary(operator, operand);
  return wraps ? value | 0 : fits(value) ? value : null;
}

export function computeBinary(operator: BinaryOperator, left: number, right: number, arithmetic: Arithmetic) {
  const { wraps, fits } = arithmetic;
  if (wraps && operator === '*') return Math.imul(left, right);
  const value = applyBinary(operator, left, right);
  return value === null ? null : wraps ? value | 0 : fits(value) ? value : null;
}

/** A node whose parts are folded, folded itself. */
export function foldNode<L extends Leaf>(tree: Tree<L>, arithmetic: Arithmetic): Tree<L> {
  if (isLeaf(tree)) return tree;
  const known = (value: number | null): Tree<L> => (value === null ? tree : constant(value));
  switch (tree.kind) {
    case 'constant':
      return tree;
    case 'unary': {
      const operand = numberIn(tree.operand);
      return operand === null ? tree : known(computeUnary(tree.operator, operand, arithmetic));
    }
    case 'binary': {
      const { operator, left, right } = tree;
      const [one, other] = [numberIn(left), numberIn(right)];
      if (one === null) return tree;
      if (operator === '&&' && one === 0) return constant(0);
      if (operator === '||' && one !== 0) return constant(1);
      return other === null ? tree : known(computeBinary(operator, one, other, arithmetic));
    }
    case 'conditional': {
      const condition = numberIn(tree.condition);
      return condition === null ? tree : condition !== 0 ? tree.whenTrue : tree.whenFalse;
    }
  }
}

/** The number that an expression is; null when it is not a constant. */
export function numberIn<L extends Leaf>(tree: Tree<L> | null): number | null {
  return tree !== null && !isLeaf(tree) && tree.kind === 'constant' ? tree.value : null;
}

/** The expression with what is known computed; `known` tells the numbers that leaves always give. */
export function folded<L extends Leaf>(
  tree: Tree<L>,
  arithmetic: Arithmetic,
  known: (leaf: L) => number | null = () => null,
): Tree<L> {
  return bottomUp(tree, (node) => {
    const value = isLeaf(node) ? known(node) : null;
    return value === null ? foldNode(node, arithmetic) : constant(value);
  });
}

const opposites: Partial<Record<BinaryOperator, BinaryOperator>> = {
  '==': '!=',
  '!=': '==',
  '<': '>=',
  '>=': '<',
  '>': '<=',
  '<=': '>',
};

/** The negation of a condition. */
export function negate<L extends Leaf>(condition: Tree<L>): Tree<L> {
  if (!isLeaf(condition)) {
    if (condition.kind === 'constant') return constant(Number(condition.value === 0));
    if (condition.kind === 'unary' && condition.operator === '!') return condition.operand;
    if (condition.kind === 'binary') {
      const { operator, left, right } = condition;
      const opposite = opposites[operator];
      if (opposite !== undefined) return binary(opposite, left, right);
      if (operator === '&&') return binary('||', negate(left), negate(right));
      if (operator === '||') return binary('&&', negate(left), negate(right));
    }
  }
  return unary('!', condition);
}

/** An operator, its constants computed exactly. */
export function unaryTerm<L extends Leaf>(operator: UnaryOperator, operand: Tree<L>): Tree<L> {
  return operator === '!' ? negate(operand) : foldNode(unary(operator, operand), EXACT);
}

/** The same; and without what changes nothing. The operands of `&&` and `||` count as true or false. */
export function binaryTerm<L extends Leaf>(operator: BinaryOperator, left: Tree<L>, right: Tree<L>): Tree<L> {
  const whole = foldNode(binary(operator, left, right), EXACT);
  if (whole.kind === 'constant') return whole;
  const [one, other] = [numberIn(left), numberIn(right)];
  if (one !== null) {
    if (operator === '&&' || operator === '||') return right;
    if (operator === '+' && one === 0) return right;
  } else if (other !== null) {
    if ((operator === '&&' && other !== 0) || (operator === '||' && other === 0)) return left;
    if ((operator === '+' || operator === '-') && other === 0) return left;
  }
  return whole;
}

export function conditionalTerm<L extends Leaf>(condition: Tree<L>, whenTrue: Tree<L>, whenFalse: Tree<L>): Tree<L> {
  return foldNode({ kind: 'conditional', condition, whenTrue, whenFalse }, EXACT);
}

/** All of them, evaluated from the left, without those that are certainly true; null when none is left. */
export function conjunctionTerm<L extends Leaf>(conditions: readonly Tree<L>[]): Tree<L> | null {
  const whole = conditions.reduce<Tree<L>>((left, right) => binaryTerm('&&', left, right), TRUE);
  return numberIn(whole) === 1 ? null : whole;
}

/** A node as these constructors make it of its parts. */
export function simplified<L extends Leaf>(tree: Tree<L>): Tree<L> {
  if (isLeaf(tree)) return tree;
  switch (tree.kind) {
    case 'constant':
      return tree;
    case 'unary':
      return unaryTerm(tree.operator, tree.operand);
    case 'binary':
      return binaryTerm(tree.operator, tree.left, tree.right);
    case 'conditional':
      return conditionalTerm(tree.condition, tree.whenTrue, tree.whenFalse);
  }
}
