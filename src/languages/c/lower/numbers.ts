/**
 * Numbers of C: what a value is as an integer or as a truth, conversions between types, and arithmetic.
 *
 * The terms are those of `arithmetic.ts`; here they meet the thread. Where C calls a result undefined (signed overflow, a shift
 * by too much, a division by zero) the program fails. Where C has a result that the model does not compute (wide numbers that
 * wrap) an assertion named `TOO_WIDE` fails, and the answer is `unknown` instead of wrong. An operand that both the check and
 * the operation read is loaded once: two loads might see two values.
 */
import { boundsOfTree } from '../../../models/program/bounds.js';
import { TOO_WIDE } from '../../../models/program/exhausted.js';
import { constant } from '../../../models/program/expression.js';
import { binaryTerm } from '../../../models/program/fold.js';
import type { BinaryOperator, Variable as ModelVariable } from '../../../models/program/model.js';
import type { ResolvedLeaf } from '../../program/plan.js';
import { type LValue, NULL, sortOfScalar, type Term } from '../memory.js';
import type { Place } from '../tokens.js';
import {
  BOOL,
  type CType,
  INT,
  type IntegerType,
  isInteger,
  isNatural,
  LONG,
  plain,
  promoted,
  sameType,
  showType,
  usual,
} from '../types.js';
import type { IntegerValue, Value } from '../values.js';
import { Access } from './access.js';
import { complement, converted, convertible, known, operated, overflows, within } from './arithmetic.js';
import { SEQ_CST } from './atomics.js';

export abstract class Numbers extends Access {
  protected integer(term: Term, type: IntegerType): IntegerValue {
    if (term.kind === 'constant' && !Number.isSafeInteger(term.value))
      throw this.unit.refuse(this.at, `numbers go up to ${Number.MAX_SAFE_INTEGER}`, 'too-large');
    return { kind: 'integer', type: plain(type), term };
  }

  protected asInteger(value: Value, place: Place): IntegerValue {
    if (value.kind === 'integer') return value;
    if (value.kind === 'pointer' && value.pointer.kind === 'number') return this.integer(value.pointer.term, LONG);
    if (value.kind === 'pointer' && value.pointer.kind === 'null') return this.integer(constant(0), LONG);
    throw this.unit.refuse(place, 'an integer is needed here', 'type-mismatch');
  }

  /** 0 or 1. */
  protected truth(value: Value, place: Place): Term {
    if (value.kind === 'integer')
      return isTruth(value.term) || value.type.bits === 1 ? value.term : binaryTerm('!=', value.term, constant(0));
    if (value.kind !== 'pointer')
      throw this.unit.refuse(place, 'a condition is an integer or a pointer', 'type-mismatch');
    const { pointer } = value;
    switch (pointer.kind) {
      case 'null':
        return constant(0);
      case 'address':
      case 'function':
      case 'string':
        return constant(1);
      case 'number':
        return binaryTerm('!=', pointer.term, constant(0));
      case 'position':
        return binaryTerm('!=', pointer.term, constant(NULL));
      case 'fresh':
        return constant(1);
    }
  }

  protected bounds(term: Term) {
    return boundsOfTree(term, (leaf: ResolvedLeaf): ModelVariable | null => {
      const of = (sort: ModelVariable['sort']): ModelVariable => ({
        name: '',
        sort,
        size: null,
        place: { line: 1, column: 1 },
      });
      if (leaf.kind === 'local') return of(this.locals[leaf.variable]?.sort() ?? { kind: 'int' });
      if (leaf.kind === 'shared') {
        const draft = this.unit.shared[leaf.variable];
        return of(draft === undefined ? { kind: 'int' } : sortOfScalar(draft.leaf.type, null, this.unit.pools));
      }
      return of({ kind: 'int' });
    });
  }

  /** A value as one of another type, as an assignment or a call converts it. */
  protected convert(value: Value, type: CType, place: Place): Value {
    const to = plain(type);
    if (to.kind === 'void') return { kind: 'void' };
    if (to.kind === 'integer') {
      if (to.bits === 1 && value.kind === 'pointer') return this.integer(this.truth(value, place), BOOL);
      const { term, type: from } = this.asInteger(value, place);
      return this.integer(this.widened(term, from, to, place), to);
    }
    if (to.kind === 'pointer') {
      if (value.kind === 'pointer' && value.pointer.kind === 'fresh' && to.to.kind !== 'void') {
        const term = this.positionOf({ ...value, type: to }, to.to, place);
        return { kind: 'pointer', type: to, pointer: { kind: 'position', term: this.stable(term), to: to.to } };
      }
      if (value.kind === 'pointer') return { ...value, type: to };
      if (value.kind === 'integer') {
        if (value.term.kind === 'constant' && value.term.value === 0)
          return { kind: 'pointer', type: to, pointer: { kind: 'null' } };
        const term = this.widened(value.term, value.type, LONG, place);
        return { kind: 'pointer', type: to, pointer: { kind: 'number', term } };
      }
      throw this.unit.refuse(place, `${showType(to)} is needed here`, 'type-mismatch');
    }
    if (to.kind === 'struct' && value.kind === 'struct' && sameType(value.type, to)) return value;
    throw this.unit.refuse(place, `this cannot be made a ${showType(to)}`, 'type-mismatch');
  }

  /** A number of one type as one of another; it is used more than once where the types do not contain each other. */
  protected widened(given: Term, from: IntegerType, to: IntegerType, place: Place): Term {
    const bounds = this.bounds(given);
    const twice = given.kind !== 'constant' && to.bits !== 1 && (from.signed !== to.signed || from.bits > to.bits);
    const term = twice ? this.once(given) : given;
    const fits = convertible(term, from, to, bounds);
    if (fits !== null) this.fits(fits, place);
    return converted(term, from, to, bounds);
  }

  /** Where it fails the run leaves the model: the answer is `unknown`, or does not count such runs if the text says so. */
  private fits(condition: Term, place: Place): void {
    if (this.unit.options.nowrap) this.add({ kind: 'assume', condition, text: '' }, place);
    else this.assert(condition, `${TOO_WIDE} in ${this.unit.text(place)}`);
  }

  /** `+ - * / % & | ^ << >>` and comparisons of two integers. */
  protected arithmetic(
    operator: BinaryOperator,
    first: IntegerValue,
    second: IntegerValue,
    place: Place,
  ): IntegerValue {
    const shift = operator === '<<' || operator === '>>';
    const type = shift ? promoted(first.type) : usual(first.type, second.type);
    const left = this.widened(first.term, first.type, type, place);
    const right = shift ? second.term : this.widened(second.term, second.type, type, place);
    const boundsOf = (term: Term) => this.bounds(term);
    const folded = known(left) !== null && known(right) !== null;
    const check = folded ? null : within(operator, left, right, type, boundsOf);
    const compares = ['<', '<=', '>', '>=', '==', '!='].includes(operator);
    const twice =
      check !== null || shift || (isNatural(type) && !['==', '!=', '+', '-', '*', '&', '|', '^'].includes(operator));
    const [one, other] = twice ? this.both(left, right) : [left, right];
    if (shift) this.checkShift(one, other, operator, type, place);
    if (check !== null) {
      const test = within(operator, one, other, type, boundsOf);
      if (test !== null && overflows(type) && !shift) this.assert(test, `${this.unit.text(place)}: signed overflow`);
      else if (test !== null) this.fits(test, place);
    }
    if ((operator === '/' || operator === '%') && known(right) === 0n)
      this.assert(constant(0), `${this.unit.text(place)}: division by zero`);
    const result = operated(operator, one, other, type, boundsOf);
    return this.integer(result, compares ? INT : type);
  }

  private checkShift(left: Term, right: Term, operator: BinaryOperator, type: IntegerType, place: Place): void {
    const text = this.unit.text(place);
    const inside = binaryTerm('&&', binaryTerm('>=', right, constant(0)), binaryTerm('<', right, constant(type.bits)));
    this.assert(inside, `${text}: a shift by less than 0 or by more than ${type.bits - 1}`);
    if (operator === '<<' && type.signed && known(left) === null)
      this.assert(binaryTerm('>=', left, constant(0)), `${text}: a negative number is shifted`);
  }

  /** Two terms that are used more than once, in the order of their loads. */
  private both(left: Term, right: Term): [Term, Term] {
    const first = this.once(left);
    return [first, this.once(right)];
  }

  /** Atomic arithmetic wraps, also of signed integers: what would leaves the model. */
  protected arithmeticOf(operator: BinaryOperator, first: IntegerValue, second: IntegerValue): IntegerValue {
    const type = operator === '<<' || operator === '>>' ? promoted(first.type) : usual(first.type, second.type);
    const left = this.widened(first.term, first.type, type, this.at);
    const right = this.widened(second.term, second.type, type, this.at);
    const folded = known(left) !== null && known(right) !== null;
    const boundsOf = (term: Term) => this.bounds(term);
    const test = folded ? null : within(operator, left, right, type, boundsOf);
    if (test !== null) this.fits(test, this.at);
    return this.integer(operated(operator, left, right, type, boundsOf), type);
  }

  /** A locked instruction that computes; gives what was there. */
  protected fetch(
    lvalue: LValue,
    operator: BinaryOperator | 'nand',
    given: IntegerValue,
    place: Place,
    order = SEQ_CST,
  ): IntegerValue {
    if (!isInteger(lvalue.type)) throw this.unit.refuse(place, 'this computes with integers', 'type-mismatch');
    const type = plain(lvalue.type);
    const operand = this.integer(this.stable(given.term), given.type);
    const old = this.exchange(
      lvalue,
      place,
      (term, write) => write(this.modifiedBy(operator, this.integer(term, type), operand, type)),
      order,
    );
    return this.integer(old, type);
  }

  /** What a locked instruction writes. */
  protected modifiedBy(
    operator: BinaryOperator | 'nand',
    old: IntegerValue,
    operand: IntegerValue,
    type: IntegerType,
  ): Term {
    const result = this.arithmeticOf(operator === 'nand' ? '&' : operator, old, operand);
    const wide = promoted(result.type);
    const value = operator === 'nand' ? this.integer(complement(result.term, wide), wide) : result;
    return (this.convert(value, type, this.at) as IntegerValue).term;
  }
}

function isTruth(term: Term): boolean {
  if (term.kind === 'unary') return term.operator === '!';
  if (term.kind === 'constant') return term.value === 0 || term.value === 1;
  return term.kind === 'binary' && ['==', '!=', '<', '<=', '>', '>=', '&&', '||'].includes(term.operator);
}
