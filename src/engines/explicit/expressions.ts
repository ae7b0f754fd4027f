/**
 * Expressions as kernel code. Each comes with an interval that contains its values, from the sorts of variables: where the
 * interval fits, arithmetic needs no check and an index no test.
 *
 * Operators on bits, and a remainder of 2^32, look at the lowest 32 bits of their operands. These come out right from code that
 * wraps, so sums and products below them need no check either, as long as interpreters compute them exactly. That is how
 * `i32` and `u32` wrap. `bits` says that nothing else is looked at.
 *
 * What has no value sets `fault`, and the expression goes on with 0; whoever asked looks at `fault` when `mayFault` says so.
 * The first fault counts, so that code and interpreter agree on which it is.
 *
 * A state lies in the variables s0, s1... of the function that the code is for.
 */

import { boundsOfTree, type Declared, declaredIn, declaredInState } from '../../models/program/bounds.js';
import { boundsOf, type Cells, offsetOf, sizeOf, variableAt } from '../../models/program/cells.js';
import { isLeaf, type Leaf } from '../../models/program/expression.js';
import { numberIn } from '../../models/program/fold.js';
import type { Expression, Read, StateExpression, StateRead, Tree } from '../../models/program/model.js';
import { templateOf } from '../../models/program/parts.js';
import type { SpecialProgram } from '../../models/program/specialise.js';
import {
  binary,
  type Code,
  choose,
  constant,
  DIVISION,
  GREATEST,
  GREATEST_UNSIGNED,
  get,
  INDEX,
  LEAST,
  let_,
  ONE,
  OVERFLOW,
  raise,
  SHIFT,
  ZERO,
} from './code/code.js';
import { type Field, isField, type Packing, type Queue, type Stored } from './packing.js';
import {
  bitBounds,
  bitsIn,
  compared,
  exactly,
  type Interval,
  isExact,
  isSigned,
  isWord,
  named,
  type Ranged,
  SIGNED,
  truth,
} from './words.js';

/** The bits of a field in a word, which is code. */
export function bitsOf({ shift, width }: Field, word: Code): Code {
  if (width === 0) return ZERO;
  const shifted = binary('>>>', word, constant(shift));
  return shift + width === 32 ? shifted : binary('&', shifted, constant((1 << width) - 1));
}

export function stateWord(word: number): Code {
  return get(`s${word}`);
}

/** The value in a field of the state. */
export function readField(field: Field): Code {
  return binary('+', bitsOf(field, stateWord(field.word)), constant(field.low));
}

function readStored(stored: Stored): Code {
  return isField(stored) ? readField(stored) : constant(stored);
}

/** How a leaf, or a part of an expression, becomes code. */
interface Compiler<L extends Leaf> {
  readonly declared: Declared<L>;
  leaf(leaf: L): Ranged;
}

const NUMBERS_OF_A_WORD = 2 ** 32;

/** Cells of an array that a thread may write into its buffer, of which each is asked for by its number. */
const FEW = 2;

export class Expressions {
  /** Whether code made since it was last set to false may set `fault`. */
  mayFault = false;
  /** An edge that is atomic, a fence or drained runs with empty buffers. */
  readsMemory = false;
  private readonly special: SpecialProgram;
  private readonly packing: Packing;
  private temporaries = 0;

  constructor(special: SpecialProgram, packing: Packing) {
    this.special = special;
    this.packing = packing;
  }

  /** A variable that nothing else uses. */
  fresh(): string {
    return `t${this.temporaries++}`;
  }

  /** An expression of a thread. */
  compile(expression: Expression, thread: number): Ranged {
    const { program } = this.special;
    const { locals } = templateOf(program, thread);
    const compiler: Compiler<Read> = {
      declared: inWords(declaredIn({ locals, shared: program.shared })),
      leaf: ({ kind, variable, index: given }) => {
        const index = given === null ? null : this.tree(given, compiler, false);
        if (kind === 'local') return this.local(thread, variable, index);
        return this.shared(variable, index, this.readsMemory ? [] : (this.packing.queues[thread] ?? []));
      },
    };
    return this.tree(expression, compiler, false);
  }

  /** A condition on states. */
  compileState(expression: StateExpression): Ranged {
    const compiler: Compiler<StateRead> = {
      declared: inWords(declaredInState(this.special.program)),
      leaf: (leaf) => {
        if (leaf.kind === 'at') return truth(this.at(leaf.thread, leaf.locations));
        const index = leaf.index === null ? null : this.tree(leaf.index, compiler, false);
        if (leaf.kind === 'memory') return this.shared(leaf.variable, index, []);
        return this.local(leaf.thread, leaf.variable, index);
      },
    };
    return this.tree(expression, compiler, false);
  }

  /** Whether the thread is at one of the locations. */
  at(thread: number, locations: readonly number[]): Code {
    const here = readField(this.packing.locations[thread] as Field);
    return locations.reduceRight<Code>((others, location) => {
      const test = binary('==', here, constant(location));
      return others === ZERO ? test : binary('|', test, others);
    }, ZERO);
  }

  private local(thread: number, variable: number, index: Ranged | null): Ranged {
    const cells = this.special.threads[thread]?.cells as Cells;
    const stored = this.packing.locals[thread] as readonly Stored[];
    return this.access(cells, variable, index, {
      one: (cell) => readStored(stored[cell] as Stored),
      all: (first, size, at) => shifted(stored, first, size, at),
    });
  }

  private shared(variable: number, index: Ranged | null, queues: readonly Queue[]): Ranged {
    const { shared } = this.special;
    const { memory } = this.packing;
    const one = (cell: number): Code => {
      const queue = queues.find(({ cells }) => cells.includes(cell));
      const stored = memory[cell] as Stored;
      if (queue === undefined || !isField(stored)) return readStored(stored);
      return forwarded(queue, constant(queue.cells.indexOf(cell) + 1), stored.low, readField(stored));
    };
    return this.access(shared, variable, index, {
      one,
      all: (first, size, at) => {
        const inMemory = shifted(memory, first, size, at);
        const own = queues.filter(({ cells }) => cells.some((cell) => cell >= first && cell < first + size));
        const [queue] = own;
        if (queue === undefined || inMemory === null) return inMemory;
        const buffered = own.flatMap(({ cells }) => cells.filter((cell) => cell >= first && cell < first + size));
        if (buffered.length <= FEW) {
          const at_ = (cell: number) => binary('==', at, constant(cell - first));
          return buffered.reduce((rest, cell) => choose(at_(cell), one(cell), rest), inMemory);
        }
        const position = queue.cells.indexOf(first);
        const whole = position >= 0 && queue.cells[position + size - 1] === first + size - 1;
        if (own.length > 1 || !whole) return null;
        const { low } = memory[first] as Field;
        return forwarded(queue, binary('+', at, constant(position + 1)), low, inMemory);
      },
    });
  }

  /** A cell by number, or by an index that is known when the kernel runs. */
  private access(
    cells: Cells,
    variable: number,
    index: Ranged | null,
    how: { one(cell: number): Code; all(first: number, size: number, index: Code): Code | null },
  ): Ranged {
    const declared = variableAt(cells, variable);
    const offset = offsetOf(cells, variable);
    const size = sizeOf(declared);
    const bounds = boundsOf(declared.sort);
    const { low, high } = bounds ?? SIGNED;
    const ranged = (code: Code): Ranged => {
      if (code.op !== 'constant') return { code, low, high };
      return exactly(code.value < low ? code.value + NUMBERS_OF_A_WORD : code.value);
    };
    if (index === null) return ranged(how.one(offset));
    if (index.code.op === 'constant' && index.low >= 0 && index.high < size) {
      return ranged(how.one(offset + index.code.value));
    }
    const name = this.fresh();
    const tree = (from: number, to: number): Code => {
      if (to - from === 1) return how.one(offset + from);
      const middle = (from + to) >> 1;
      return choose(binary('<', get(name), constant(middle)), tree(from, middle), tree(middle, to));
    };
    const value = how.all(offset, size, get(name)) ?? tree(0, size);
    if (index.low >= 0 && index.high < size) return { code: let_(name, index.code, value), low, high };
    this.mayFault = true;
    const tested = choose(binary('<u', get(name), constant(size)), value, raise(INDEX));
    return { code: let_(name, index.code, tested), low: Math.min(low, 0), high: Math.max(high, 0) };
  }

  /** `bits`: only the lowest 32 bits are looked at; otherwise the result is a word. */
  private tree<L extends Leaf>(tree: Tree<L>, compiler: Compiler<L>, bits: boolean): Ranged {
    if (isLeaf(tree)) return compiler.leaf(tree);
    // Where all arithmetic wraps, intermediate results are words, too.
    const low = (part: Tree<L>) => this.tree(part, compiler, this.special.program.wraps !== true);
    const word = (part: Tree<L>) => this.tree(part, compiler, false);
    switch (tree.kind) {
      case 'constant':
        return bits || isWord(exactly(tree.value)) ? exactly(tree.value) : this.overflow();
      case 'conditional': {
        const [yes, no] = [tree.whenTrue, tree.whenFalse].map((part) => this.tree(part, compiler, bits));
        return this.either(word(tree.condition), yes as Ranged, no as Ranged, bits);
      }
      case 'unary': {
        if (tree.operator === '!') return truth(binary('==', word(tree.operand).code, ZERO));
        if (tree.operator === '-')
          return this.arithmetic({ operator: '-', left: ZERO_TREE, right: tree.operand }, compiler, bits);
        const operand = low(tree.operand);
        const seen = bitsIn(operand);
        return { code: binary('^', operand.code, constant(-1)), low: ~seen.high, high: ~seen.low };
      }
      case 'binary': {
        const { operator, left, right } = tree;
        switch (operator) {
          case '&&':
            return truth(choose(word(left).code, isTrue(word(right)), ZERO));
          case '||':
            return truth(choose(word(left).code, ONE, isTrue(word(right))));
          case '+':
          case '-':
          case '*':
            return this.arithmetic({ operator, left, right }, compiler, bits);
          case '%':
            if (numberIn(right) === NUMBERS_OF_A_WORD && this.special.program.wraps !== true) {
              const bounds = boundsOfTree(tree, compiler.declared);
              if (bounds !== null && (bits || isWord(bounds))) return { code: low(left).code, ...bounds };
              // A word is less than that already.
              return word(left);
            }
            return this.division(operator, word(left), word(right), bits);
          case '/':
            return this.division(operator, word(left), word(right), bits);
          case '&':
          case '|':
          case '^': {
            const [one, other] = [low(left), low(right)];
            return { code: binary(operator, one.code, other.code), ...bitBounds(operator, one, other) };
          }
          case '*32':
            return { code: binary('*', low(left).code, low(right).code), ...SIGNED };
          case '<<':
          case '>>':
          case '>>>':
            return this.shift(operator, low(left), word(right));
          case '==':
          case '!=':
          case '<':
          case '<=':
          case '>':
          case '>=':
            return truth(compared(operator, word(left), word(right), () => this.fresh()));
        }
      }
    }
  }

  private either(condition: Ranged, whenTrue: Ranged, whenFalse: Ranged, bits: boolean): Ranged {
    const union = (one: Ranged, other: Ranged) => ({
      code: choose(condition.code, one.code, other.code),
      low: Math.min(one.low, other.low),
      high: Math.max(one.high, other.high),
    });
    const whole = union(whenTrue, whenFalse);
    return bits || isWord(whole) ? whole : union(this.signed(whenTrue), this.signed(whenFalse));
  }

  /** A word as a number with sign; a fault where it is too large for that. */
  signed(word: Ranged): Ranged {
    if (isSigned(word)) return word;
    this.mayFault = true;
    const name = this.fresh();
    const code = let_(name, word.code, choose(binary('<', get(name), ZERO), raise(OVERFLOW), get(name)));
    return { code, low: 0, high: GREATEST };
  }

  private overflow(): Ranged {
    this.mayFault = true;
    return { code: raise(OVERFLOW), low: 0, high: 0 };
  }

  private arithmetic<L extends Leaf>(
    { operator, left, right }: { operator: '+' | '-' | '*'; left: Tree<L>; right: Tree<L> },
    compiler: Compiler<L>,
    bits: boolean,
  ): Ranged {
    const wraps = this.special.program.wraps === true;
    const exact = wraps ? null : boundsOfTree({ kind: 'binary', operator, left, right } as Tree<L>, compiler.declared);
    if (exact !== null && (isWord(exact) || (bits && isExact(exact)))) {
      const code = binary(operator, this.tree(left, compiler, true).code, this.tree(right, compiler, true).code);
      return { code, ...exact };
    }
    const one = this.signed(this.tree(left, compiler, false));
    const other = this.signed(this.tree(right, compiler, false));
    const { low, high } = spanned(operator, one, other);
    if (low >= LEAST && high <= GREATEST) return { code: binary(operator, one.code, other.code), low, high };
    if (wraps) return { code: binary(operator, one.code, other.code), ...SIGNED };
    this.mayFault = true;
    const code: Code = { op: 'checked', operator, left: one.code, right: other.code };
    // It is 0 when it does not fit.
    return { code, low: Math.min(0, Math.max(low, LEAST)), high: Math.max(0, Math.min(high, GREATEST)) };
  }

  private shift(operator: '<<' | '>>' | '>>>', given: Ranged, right: Ranged): Ranged {
    const left = { ...given, ...bitsIn(given) };
    const least = 2 ** Math.min(Math.max(right.low, 0), 31);
    const most = 2 ** Math.max(Math.min(right.high, 31), 0);
    const ends = [left.low, left.high].flatMap((one) => [one * least, one * most]);
    const fits = ends.every((end) => end >= LEAST && end <= GREATEST);
    // What is shifted out of 32 bits is lost, and the sign may turn.
    const bounds =
      operator === '>>'
        ? { low: Math.min(left.low, 0), high: Math.max(left.high, 0) }
        : operator === '>>>'
          ? { low: 0, high: left.low < 0 ? GREATEST_UNSIGNED : left.high }
          : fits
            ? { low: Math.min(0, ...ends), high: Math.max(0, ...ends) }
            : { low: LEAST, high: GREATEST };
    if (right.low >= 0 && right.high <= 31) return { code: binary(operator, left.code, right.code), ...bounds };
    this.mayFault = true;
    const [shifted, bits] = [this.fresh(), this.fresh()];
    const possible = binary('<u', get(bits), constant(32));
    const code = choose(possible, binary(operator, get(shifted), get(bits)), raise(SHIFT));
    return { code: let_(shifted, left.code, let_(bits, right.code, code)), ...bounds };
  }

  private division(operator: '/' | '%', given: Ranged, by: Ranged, bits: boolean): Ranged {
    const natural = given.low >= 0 && by.low >= 0 && !(isSigned(given) && isSigned(by));
    const [left, right] = natural ? [given, by] : [this.signed(given), this.signed(by)];
    const [one, other] = [named(left.code, () => this.fresh()), named(right.code, () => this.fresh())];
    let code = binary(natural ? `${operator}u` : operator, one.value, other.value);
    // The least number divided by -1 does not fit, or wraps to itself; its remainder is 0. Machines stumble over both.
    if (left.low === LEAST && right.low <= -1 && right.high >= -1) {
      const least = binary('==', one.value, constant(LEAST));
      const edge = binary('&', least, binary('==', other.value, constant(-1)));
      const wraps = bits || this.special.program.wraps === true;
      code = choose(edge, operator === '%' ? ZERO : wraps ? constant(LEAST) : raise(OVERFLOW), code);
      this.mayFault = true;
    }
    if (right.low <= 0 && right.high >= 0) {
      code = choose(binary('==', other.value, ZERO), raise(DIVISION), code);
      this.mayFault = true;
    }
    const most = Math.max(Math.abs(left.low), Math.abs(left.high));
    const limit = operator === '/' ? most : Math.min(most, Math.max(Math.abs(right.low), Math.abs(right.high)));
    const low = left.low >= 0 && (operator === '%' || right.low >= 0) ? 0 : Math.max(LEAST, -limit);
    return { code: one.around(other.around(code)), low, high: natural ? limit : Math.min(GREATEST, limit) };
  }
}

const ZERO_TREE = { kind: 'constant', value: 0 } as const;

/** Numbers without bound are words here. */
function inWords<L>(declared: Declared<L>): Declared<L> {
  return (leaf) => {
    const variable = declared(leaf);
    return variable?.sort.kind === 'int' ? { ...variable, sort: { kind: 'range', ...SIGNED } } : variable;
  };
}

function spanned(operator: '+' | '-' | '*', left: Interval, right: Interval): Interval {
  const ends = [left.low, left.high].flatMap((one) =>
    [right.low, right.high].map((other) => {
      if (operator === '*') return one * other + 0;
      return operator === '+' ? one + other : one - other;
    }),
  );
  return { low: Math.min(...ends), high: Math.max(...ends) };
}

/** 0 or 1. */
function isTrue({ code, low, high }: Ranged): Code {
  return low >= 0 && high <= 1 ? code : binary('!=', code, ZERO);
}

/** A cell of an array that lies within one word; null when it does not. */
function shifted(stored: readonly Stored[], first: number, size: number, index: Code): Code | null {
  const array = arrayField(stored, first, size);
  if (array === null) return null;
  const bits = binary('>>>', stateWord(array.word), elementShift(array, index));
  return binary('+', binary('&', bits, constant((1 << array.width) - 1)), constant(array.low));
}

/** The first field of an array whose cells lie side by side in one word; null when they do not. */
export function arrayField(stored: readonly Stored[], first: number, size: number): Field | null {
  const field = stored[first] as Stored;
  if (!isField(field) || field.width === 0 || field.width === 32) return null;
  const regular = stored.slice(first, first + size).every((each, k) => {
    return isField(each) && each.word === field.word && each.shift === field.shift + k * field.width;
  });
  return regular ? field : null;
}

/** Where the element of an array lies in its word. */
export function elementShift(array: Field, index: Code): Code {
  return binary('+', binary('*', index, constant(array.width)), constant(array.shift));
}

/** The newest entry with this code, else what is given. */
function forwarded(queue: Queue, code: Code, low: number, otherwise: Code): Code {
  const entries = queue.slots.flat();
  const found = entries.reduce<Code>((older, entry) => {
    const matches = binary('==', readField(entry.code), code);
    return choose(matches, binary('+', readField(entry.value), constant(low)), older);
  }, otherwise);
  const oldest = entries[0];
  if (oldest === undefined || entries.length === 1) return found;
  return choose(readField(oldest.code), found, otherwise);
}
