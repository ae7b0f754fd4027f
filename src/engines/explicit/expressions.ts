/**
 * Expressions as kernel code. Each comes with an interval that contains its values, from the sorts of variables: where the
 * interval fits, arithmetic needs no check and an index no test.
 *
 * What has no value sets `fault`, and the expression goes on with 0; whoever asked looks at `fault` when `mayFault` says so.
 * The first fault counts, so that code and interpreter agree on which it is.
 *
 * A state lies in the variables s0, s1... of the function that the code is for.
 */

import { boundsOf, type Cells, offsetOf, sizeOf, variableAt } from '../../models/program/cells.js';
import type { BinaryOperator, Expression, StateExpression, UnaryOperator } from '../../models/program/model.js';
import type { SpecialProgram } from '../../models/program/specialise.js';
import {
  binary,
  type Code,
  choose,
  constant,
  DIVISION,
  GREATEST,
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

/** Code, and the interval of its values. */
export interface Ranged {
  readonly code: Code;
  readonly low: number;
  readonly high: number;
}

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

function exactly(value: number): Ranged {
  return { code: constant(value), low: value, high: value };
}

function truth(code: Code): Ranged {
  return code.op === 'constant' ? exactly(code.value) : { code, low: 0, high: 1 };
}

function either(condition: Ranged, whenTrue: Ranged, whenFalse: Ranged): Ranged {
  const code = choose(condition.code, whenTrue.code, whenFalse.code);
  return { code, low: Math.min(whenTrue.low, whenFalse.low), high: Math.max(whenTrue.high, whenFalse.high) };
}

const COMPARISONS: ReadonlySet<BinaryOperator> = new Set<BinaryOperator>(['==', '!=', '<', '<=', '>', '>=']);

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
    const again = (part: Expression) => this.compile(part, thread);
    switch (expression.kind) {
      case 'constant':
        return exactly(expression.value);
      case 'local':
        return this.local(thread, expression.variable, expression.index === null ? null : again(expression.index));
      case 'shared': {
        const index = expression.index === null ? null : again(expression.index);
        const queues = this.readsMemory ? [] : (this.packing.queues[thread] ?? []);
        return this.shared(expression.variable, index, queues);
      }
      case 'unary':
        return this.unary(expression.operator, again(expression.operand));
      case 'binary':
        return this.binary(expression.operator, again(expression.left), again(expression.right));
      case 'conditional':
        return either(again(expression.condition), again(expression.whenTrue), again(expression.whenFalse));
    }
  }

  /** A condition on states. */
  compileState(expression: StateExpression): Ranged {
    const again = (part: StateExpression) => this.compileState(part);
    switch (expression.kind) {
      case 'constant':
        return exactly(expression.value);
      case 'memory':
        return this.shared(expression.variable, expression.index === null ? null : again(expression.index), []);
      case 'localOf': {
        const index = expression.index === null ? null : again(expression.index);
        return this.local(expression.thread, expression.variable, index);
      }
      case 'at':
        return truth(this.at(expression.thread, expression.locations));
      case 'unary':
        return this.unary(expression.operator, again(expression.operand));
      case 'binary':
        return this.binary(expression.operator, again(expression.left), again(expression.right));
      case 'conditional':
        return either(again(expression.condition), again(expression.whenTrue), again(expression.whenFalse));
    }
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
    return this.access(shared, variable, index, {
      one: (cell) => {
        const queue = queues.find(({ cells }) => cells.includes(cell));
        const stored = memory[cell] as Stored;
        if (queue === undefined || !isField(stored)) return readStored(stored);
        return forwarded(queue, constant(queue.cells.indexOf(cell) + 1), stored.low, readField(stored));
      },
      all: (first, size, at) => {
        const inMemory = shifted(memory, first, size, at);
        const own = queues.filter(({ cells }) => cells.some((cell) => cell >= first && cell < first + size));
        const [queue] = own;
        if (queue === undefined || inMemory === null) return inMemory;
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
    const low = Math.max(LEAST, bounds?.low ?? LEAST);
    const high = Math.min(GREATEST, bounds?.high ?? GREATEST);
    const ranged = (code: Code): Ranged => (code.op === 'constant' ? exactly(code.value) : { code, low, high });
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

  private unary(operator: UnaryOperator, operand: Ranged): Ranged {
    if (operator === '!') return truth(binary('==', operand.code, ZERO));
    if (operator === '~')
      return { code: binary('^', operand.code, constant(-1)), low: ~operand.high, high: ~operand.low };
    return this.arithmetic('-', exactly(0), operand);
  }

  private binary(operator: BinaryOperator, left: Ranged, right: Ranged): Ranged {
    switch (operator) {
      case '&&':
        return truth(choose(left.code, isTrue(right), ZERO));
      case '||':
        return truth(choose(left.code, ONE, isTrue(right)));
      case '+':
      case '-':
      case '*':
        return this.arithmetic(operator, left, right);
      case '/':
      case '%':
        return this.division(operator, left, right);
      case '&':
      case '|':
      case '^':
        return { code: binary(operator, left.code, right.code), ...bitBounds(operator, left, right) };
      case '<<':
      case '>>':
        return this.shift(operator, left, right);
      default:
        if (!COMPARISONS.has(operator)) throw new Error(`there is no operator ${operator}`);
        return truth(binary(operator, left.code, right.code));
    }
  }

  private arithmetic(operator: '+' | '-' | '*', left: Ranged, right: Ranged): Ranged {
    const ends = [left.low, left.high].flatMap((one) =>
      [right.low, right.high].map((other) => {
        if (operator === '*') return one * other + 0;
        return operator === '+' ? one + other : one - other;
      }),
    );
    const low = Math.min(...ends);
    const high = Math.max(...ends);
    if (low >= LEAST && high <= GREATEST) return { code: binary(operator, left.code, right.code), low, high };
    if (this.special.program.wraps === true) {
      return { code: binary(operator, left.code, right.code), low: LEAST, high: GREATEST };
    }
    this.mayFault = true;
    const code: Code = { op: 'checked', operator, left: left.code, right: right.code };
    // It is 0 when it does not fit.
    return { code, low: Math.min(0, Math.max(low, LEAST)), high: Math.max(0, Math.min(high, GREATEST)) };
  }

  private shift(operator: '<<' | '>>', left: Ranged, right: Ranged): Ranged {
    const least = 2 ** Math.min(Math.max(right.low, 0), 31);
    const most = 2 ** Math.max(Math.min(right.high, 31), 0);
    const ends = [left.low, left.high].flatMap((one) => [one * least, one * most]);
    const fits = ends.every((end) => end >= LEAST && end <= GREATEST);
    // What is shifted out of 32 bits is lost, and the sign may turn.
    const bounds =
      operator === '>>'
        ? { low: Math.min(left.low, 0), high: Math.max(left.high, 0) }
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

  private division(operator: '/' | '%', left: Ranged, right: Ranged): Ranged {
    const dividend = this.fresh();
    const divisor = this.fresh();
    let code = binary(operator, get(dividend), get(divisor));
    // The least number divided by -1 does not fit, or wraps to itself; its remainder is 0. Machines stumble over both.
    if (left.low === LEAST && right.low <= -1 && right.high >= -1) {
      const least = binary('==', get(dividend), constant(LEAST));
      const edge = binary('&', least, binary('==', get(divisor), constant(-1)));
      const wrapped = this.special.program.wraps === true ? constant(LEAST) : raise(OVERFLOW);
      code = choose(edge, operator === '/' ? wrapped : ZERO, code);
      this.mayFault = true;
    }
    if (right.low <= 0 && right.high >= 0) {
      code = choose(binary('==', get(divisor), ZERO), raise(DIVISION), code);
      this.mayFault = true;
    }
    const most = Math.max(Math.abs(left.low), Math.abs(left.high));
    const limit = operator === '/' ? most : Math.min(most, Math.max(Math.abs(right.low), Math.abs(right.high)));
    const low = left.low >= 0 && (operator === '%' || right.low >= 0) ? 0 : Math.max(LEAST, -limit);
    const whole = let_(dividend, left.code, let_(divisor, right.code, code));
    return { code: whole, low, high: Math.min(GREATEST, limit) };
  }
}

/** Of an operator on bits, from the number of bits that its operands need. */
function bitBounds(operator: '&' | '|' | '^', left: Ranged, right: Ranged): { low: number; high: number } {
  const bits = (value: number) => 32 - Math.clz32(value < 0 ? ~value : value);
  const most = 2 ** Math.max(bits(left.low), bits(left.high), bits(right.low), bits(right.high)) - 1;
  if (left.low >= 0 && right.low >= 0)
    return { low: 0, high: operator === '&' ? Math.min(left.high, right.high) : most };
  if (operator === '&' && (left.low >= 0 || right.low >= 0)) {
    return { low: 0, high: left.low >= 0 ? left.high : right.high };
  }
  return { low: -most - 1, high: most };
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
