/**
 * Arithmetic of pointers, and comparisons between them.
 *
 * A pointer is an array and an index, a position in the pool of its type, or a number (see `values.ts`). One into memory moves
 * only inside of an array that is known. Addresses of two known objects differ; their order and their distance are refused,
 * since C gives none.
 */
import { constant } from '../../../models/program/expression.js';
import { binaryTerm } from '../../../models/program/fold.js';
import type { BinaryOperator } from '../../../models/program/model.js';
import type { Term } from '../memory.js';
import type { Place } from '../tokens.js';
import { INT, LONG, pointerTo, sameType, VOID } from '../types.js';
import type { IntegerValue, PointerValue, Value } from '../values.js';
import { Numbers } from './numbers.js';

export abstract class Pointers extends Numbers {
  /** How far a pointer moves. An index behind all numbers of `int` is out of bounds where the array begins, and else not computed. */
  protected distance({ pointer }: PointerValue, by: IntegerValue, place: Place): Term {
    const position = pointer.kind === 'address' ? pointer.lvalue.element?.position : undefined;
    const first = position?.kind === 'constant' && position.value === 0;
    return first ? by.term : this.widened(by.term, by.type, LONG, place);
  }

  /** A pointer some elements further. */
  protected moved(value: PointerValue, by: Term, place: Place): PointerValue {
    if (by.kind === 'constant' && by.value === 0) return value;
    const { pointer } = value;
    const distance = this.once(by);
    if (pointer.kind === 'address') {
      const { lvalue } = pointer;
      const { element } = lvalue;
      if (element === null)
        throw this.unit.refuse(place, 'pointer arithmetic stays inside of an array, and this is one object');
      const position = binaryTerm('+', element.position, distance);
      const index = element.base === null ? position : binaryTerm('+', element.base, position);
      const text = this.unit.text(place);
      return {
        ...value,
        pointer: { kind: 'address', lvalue: { ...lvalue, index, element: { ...element, position }, text } },
      };
    }
    if (pointer.kind === 'number')
      return { ...value, pointer: { kind: 'number', term: binaryTerm('+', pointer.term, distance) } };
    if (pointer.kind === 'position' && this.unit.demands.pooled.size > 0) {
      const objects = [...this.unit.demands.pooled].filter(([, each]) => sameType(each.type, pointer.to));
      const [key, array] = objects[0] ?? ['', null];
      // Objects that are allocated, and those of several threads, lie side by side without being one array.
      if (objects.length === 1 && typeof array?.count === 'number' && /^(object |\w+ main\/)/.test(key)) {
        const term = this.stable(binaryTerm('+', pointer.term, distance));
        const inside = binaryTerm(
          '&&',
          binaryTerm('>=', term, constant(0)),
          binaryTerm('<', term, constant(array.count)),
        );
        this.assert(inside, `${this.unit.text(place)}: outside of the array`);
        return { ...value, pointer: { ...pointer, term } };
      }
    }
    throw this.unit.refuse(
      place,
      'pointer arithmetic is read where the array is known: pass the array and the index, or use `array[i]`',
    );
  }

  protected onPointers(operator: BinaryOperator, left: Value, right: Value, place: Place): Value {
    if (left.kind === 'pointer' && right.kind === 'integer' && (operator === '+' || operator === '-')) {
      const by = this.distance(left, right, place);
      return this.moved(left, operator === '+' ? by : binaryTerm('-', constant(0), by), place);
    }
    if (operator === '+' && left.kind === 'integer' && right.kind === 'pointer')
      return this.moved(right, this.distance(right, left, place), place);
    if (['==', '!=', '<', '<=', '>', '>=', '-'].includes(operator))
      return this.comparison(operator, left, right, place);
    if (isNumber(left) && isNumber(right))
      return this.arithmetic(operator, this.asInteger(left, place), this.asInteger(right, place), place);
    throw this.unit.refuse(place, `\`${operator}\` is not for pointers`, 'type-mismatch');
  }

  private comparison(operator: BinaryOperator, left: Value, right: Value, place: Place): Value {
    const give = (term: Term) => this.integer(term, operator === '-' ? LONG : INT);
    if (isNumber(left) && isNumber(right) && !(isNull(left) && isNull(right)))
      return this.arithmetic(operator, this.asInteger(left, place), this.asInteger(right, place), place);
    const [one, other] = [this.convertNull(left, place), this.convertNull(right, place)];
    const equality = operator === '==' || operator === '!=';
    const [a, b] = [one.pointer, other.pointer];
    if (a.kind === 'address' && b.kind === 'address') {
      const [first, second] = [a.lvalue, b.lvalue];
      if (first.region.key === second.region.key && first.path === second.path) {
        const zero = constant(0);
        return give(binaryTerm(operator, first.index ?? zero, second.index ?? zero));
      }
      if (equality) return give(constant(Number(operator === '!=')));
      throw this.unit.refuse(place, 'pointers into two objects are only compared by == and !=');
    }
    const never = (pointer: typeof a) => ['address', 'function', 'string', 'fresh'].includes(pointer.kind);
    if (equality && ((a.kind === 'null' && never(b)) || (b.kind === 'null' && never(a))))
      return give(constant(Number(operator === '!=')));
    const to = a.kind === 'position' ? a.to : b.kind === 'position' ? b.to : one.type.to;
    const term = this.positionOf(one, to, place);
    return give(binaryTerm(operator, term, this.positionOf(other, to, place)));
  }

  private convertNull(value: Value, place: Place): PointerValue {
    if (value.kind === 'pointer') return value;
    const found = this.convert(value, pointerTo(VOID), place);
    if (found.kind !== 'pointer') throw this.unit.refuse(place, 'a pointer is needed here', 'type-mismatch');
    return found;
  }

  protected stablePointer(value: PointerValue): PointerValue {
    const { pointer } = value;
    if (pointer.kind !== 'position') return value;
    return { ...value, pointer: { ...pointer, term: this.stable(pointer.term) } };
  }
}

function isNumber(value: Value): boolean {
  return (
    value.kind === 'integer' ||
    (value.kind === 'pointer' && (value.pointer.kind === 'number' || value.pointer.kind === 'null'))
  );
}

function isNull(value: Value): boolean {
  return value.kind === 'pointer' && value.pointer.kind === 'null';
}
