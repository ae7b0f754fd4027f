/**
 * What is certain of expressions from the sorts of variables alone: between which numbers their values are, whether they can
 * fail, whether they fit a sort. Computed with exact numbers.
 */
import { boundsOf } from './cells.js';
import { children, isLeaf, type Leaf } from './expression.js';
import type { BinaryOperator, Program, Read, Sort, StateRead, Tree, Variable } from './model.js';

/** The variable that a leaf reads; null for a leaf that is true or false. */
export type Declared<L> = (leaf: L) => Variable | null;

export function declaredIn(variables: {
  readonly locals: readonly Variable[];
  readonly shared: readonly Variable[];
}): (read: Pick<Read, 'kind' | 'variable'>) => Variable {
  return ({ kind, variable }) => {
    const found = (kind === 'local' ? variables.locals : variables.shared)[variable];
    if (found === undefined) throw new Error(`there is no ${kind} variable number ${variable}`);
    return found;
  };
}

/** The same for conditions on states. */
export function declaredInState({ shared, templates, threads }: Program): Declared<StateRead> {
  return (leaf) => {
    if (leaf.kind === 'at') return null;
    const locals = leaf.kind === 'localOf' ? templates[threads[leaf.thread]?.template ?? -1]?.locals : [];
    return declaredIn({ locals: locals ?? [], shared })({
      kind: leaf.kind === 'memory' ? 'shared' : 'local',
      variable: leaf.variable,
    });
  };
}

/** Null: no bound. */
export type Bounds = { readonly low: number; readonly high: number } | null;

const TRUTH = { low: 0, high: 1 };

/** The least and greatest value that it may have. */
export function boundsOfTree<L extends Leaf>(tree: Tree<L>, declared: Declared<L>): Bounds {
  const again = (part: Tree<L>) => boundsOfTree(part, declared);
  if (isLeaf(tree)) {
    const variable = declared(tree);
    return variable === null ? TRUTH : boundsOf(variable.sort);
  }
  switch (tree.kind) {
    case 'constant':
      return { low: tree.value, high: tree.value };
    case 'unary': {
      if (tree.operator === '!') return TRUTH;
      const operand = again(tree.operand);
      if (tree.operator === '~') return inWord(operand) ? { low: ~operand.high, high: ~operand.low } : WORD;
      if (operand === null) return null;
      return { low: 0 - operand.high, high: 0 - operand.low };
    }
    case 'binary':
      return boundsOfBinary(tree.operator, again(tree.left), again(tree.right));
    case 'conditional': {
      const [first, second] = [again(tree.whenTrue), again(tree.whenFalse)];
      if (first === null || second === null) return null;
      return { low: Math.min(first.low, second.low), high: Math.max(first.high, second.high) };
    }
  }
}

function boundsOfBinary(operator: BinaryOperator, left: Bounds, right: Bounds): Bounds {
  switch (operator) {
    case '+':
      return left === null || right === null ? null : { low: left.low + right.low, high: left.high + right.high };
    case '-':
      return left === null || right === null ? null : { low: left.low - right.high, high: left.high - right.low };
    case '*': {
      if (left === null || right === null) return null;
      const corners = [left.low * right.low, left.low * right.high, left.high * right.low, left.high * right.high];
      return { low: Math.min(...corners), high: Math.max(...corners) };
    }
    case '/':
      if (left === null) return null;
      return { low: Math.min(left.low, 0 - left.high, 0), high: Math.max(left.high, 0 - left.low, 0) };
    case '%': {
      if (right === null) return left === null ? null : { low: Math.min(left.low, 0), high: Math.max(left.high, 0) };
      const most = Math.max(Math.abs(right.low), Math.abs(right.high)) - 1;
      return { low: left !== null && left.low >= 0 ? 0 : -most, high: left !== null && left.high <= 0 ? 0 : most };
    }
    case '&':
    case '|':
    case '^':
      return boundsOfBits(operator, inWord(left) ? left : WORD, inWord(right) ? right : WORD);
    case '<<':
      if (!inWord(left) || right === null || left.low < 0) return WORD;
      return left.high * 2 ** Math.min(Math.max(right.high, 0), 31) <= WORD.high
        ? { low: 0, high: left.high * 2 ** Math.min(Math.max(right.high, 0), 31) }
        : WORD;
    case '>>':
      return inWord(left) ? { low: Math.min(left.low, 0), high: Math.max(left.high, 0) } : WORD;
    case '>>>': {
      const whole = left !== null && left.low >= 0 && left.high < 2 ** 32 ? left.high : 2 ** 32 - 1;
      return { low: 0, high: Math.floor(whole / 2 ** Math.min(Math.max(right?.low ?? 0, 0), 31)) };
    }
    case '*32':
      return WORD;
    default:
      return TRUTH;
  }
}

/** What operators on bits give. */
const WORD = { low: -(2 ** 31), high: 2 ** 31 - 1 };

function inWord(bounds: Bounds): bounds is NonNullable<Bounds> {
  return bounds !== null && bounds.low >= WORD.low && bounds.high <= WORD.high;
}

/** From the number of bits that the operands need. */
function boundsOfBits(
  operator: '&' | '|' | '^',
  left: NonNullable<Bounds>,
  right: NonNullable<Bounds>,
): NonNullable<Bounds> {
  if (operator === '&' && (left.low >= 0 || right.low >= 0)) {
    const most = [left, right].filter(({ low }) => low >= 0).map(({ high }) => high);
    return { low: 0, high: Math.min(...most) };
  }
  const bits = (value: number) => 32 - Math.clz32(value < 0 ? ~value : value);
  const most = 2 ** Math.max(...[left.low, left.high, right.low, right.high].map(bits)) - 1;
  return { low: left.low >= 0 && right.low >= 0 ? 0 : -most - 1, high: most };
}

/** False is certain. */
export function mayFail<L extends Leaf>(tree: Tree<L>, declared: Declared<L>): boolean {
  const [index] = children(tree);
  if (isLeaf(tree)) {
    if (index !== undefined && !within(boundsOfTree(index, declared), 0, (declared(tree)?.size ?? 0) - 1)) return true;
  } else if (tree.kind === 'binary' && (tree.operator === '/' || tree.operator === '%')) {
    const divisor = boundsOfTree(tree.right, declared);
    if (divisor === null || (divisor.low <= 0 && divisor.high >= 0)) return true;
  } else if (tree.kind === 'binary' && ['<<', '>>', '>>>'].includes(tree.operator)) {
    if (!within(boundsOfTree(tree.right, declared), 0, 31)) return true;
  }
  return children(tree).some((part) => mayFail(part, declared));
}

/** Every value that it may have is in the sort. */
export function certainlyFits<L extends Leaf>(tree: Tree<L>, sort: Sort, declared: Declared<L>): boolean {
  const wanted = boundsOf(sort);
  return wanted === null || within(boundsOfTree(tree, declared), wanted.low, wanted.high);
}

function within(bounds: Bounds, low: number, high: number): boolean {
  return bounds !== null && bounds.low >= low && bounds.high <= high;
}
