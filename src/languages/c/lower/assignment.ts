/**
 * Assignments: `=`, `+=` and its kind, `++` and `--`.
 *
 * On an `_Atomic` integer all but `=` are one locked instruction, as C says; on an `_Atomic` pointer they are refused. On any
 * other object they are a load and a store, and another thread may write between them. The value of an assignment is what
 * was stored, and the object is not read again.
 */
import { constant } from '../../../models/program/expression.js';
import { binaryTerm } from '../../../models/program/fold.js';
import type { BinaryOperator } from '../../../models/program/model.js';
import type { Expression, ExpressionOf } from '../ast.js';
import type { LValue } from '../memory.js';
import type { Place } from '../tokens.js';
import { INT, isInteger, isScalar } from '../types.js';
import type { Value } from '../values.js';
import { Names } from './names.js';

export abstract class Assignments extends Names {
  protected assignment(node: ExpressionOf<'assign'>, wanted: boolean): Value {
    const { operator, target, place } = node;
    const lvalue = this.lvalue(target);
    if (operator !== null) return this.modified(lvalue, operator, node.value, place, wanted);
    const value = this.convert(this.expression(node.value), lvalue.type, node.value.place);
    return this.assigned(lvalue, value, place, wanted);
  }

  /** Stores a value, and gives it. */
  protected assigned(lvalue: LValue, value: Value, place: Place, wanted: boolean): Value {
    const order = lvalue.type.atomic === true ? 'seq_cst' : 'relaxed';
    if (!wanted || !isScalar(lvalue.type)) {
      this.store(lvalue, value, place, order);
      return wanted ? value : { kind: 'void' };
    }
    const term = this.stable(this.asTerm(value, lvalue, place));
    const kept = this.asValue(term, lvalue);
    this.store(lvalue, kept, place, order);
    return kept;
  }

  private modified(lvalue: LValue, operator: BinaryOperator, node: Expression, place: Place, wanted: boolean): Value {
    const { type } = lvalue;
    if (isInteger(type) && type.atomic === true) {
      const given = this.asInteger(this.expression(node), node.place);
      const value = { ...given, term: this.stable(given.term) };
      const old = this.fetch(lvalue, operator, value, place);
      return wanted ? this.convert(this.arithmeticOf(operator, old, value), type, place) : { kind: 'void' };
    }
    this.refuseAtomicPointer(lvalue, place);
    const old = this.load(lvalue, place);
    let right: Value = { kind: 'void' };
    const effects = this.collect(() => {
      right = this.expression(node);
    }, 'always');
    this.out.push(...effects);
    if (old.kind === 'pointer') {
      const from = this.stablePointer(old);
      const by = this.distance(from, this.asInteger(right, node.place), place);
      const moved = this.moved(from, operator === '-' ? binaryTerm('-', constant(0), by) : by, place);
      return this.assigned(lvalue, moved, place, wanted);
    }
    const value = this.arithmetic(operator, this.asInteger(old, place), this.asInteger(right, node.place), place);
    return this.assigned(lvalue, this.convert(value, type, place), place, wanted);
  }

  /** C wants one locked step here; a load and a store would show runs that there are not. */
  private refuseAtomicPointer({ type }: LValue, place: Place): void {
    if (type.kind !== 'pointer' || type.atomic !== true) return;
    throw this.unit.refuse(
      place,
      'an atomic pointer is not moved in one step here: keep an index in an atomic integer',
    );
  }

  protected step(node: ExpressionOf<'step'>, wanted: boolean): Value {
    const { operator, before, operand, place } = node;
    const lvalue = this.lvalue(operand);
    const { type } = lvalue;
    const sign = operator === '++' ? '+' : '-';
    const one = this.integer(constant(1), INT);
    if (isInteger(type) && type.atomic === true) {
      const old = this.fetch(lvalue, sign, one, place);
      if (!wanted) return { kind: 'void' };
      return before ? this.convert(this.arithmeticOf(sign, old, one), type, place) : old;
    }
    this.refuseAtomicPointer(lvalue, place);
    const loaded = this.load(lvalue, place);
    if (loaded.kind === 'pointer') {
      const old = this.stablePointer(loaded);
      const moved = this.moved(old, constant(sign === '+' ? 1 : -1), place);
      const result = this.assigned(lvalue, moved, place, before && wanted);
      return before ? result : old;
    }
    const given = this.asInteger(loaded, place);
    const old = wanted && !before ? this.integer(this.stable(given.term), given.type) : given;
    const value = this.convert(this.arithmetic(sign, old, one, place), type, place);
    const result = this.assigned(lvalue, value, place, before && wanted);
    return before || !wanted ? result : old;
  }
}
