/**
 * Expressions of C into terms and statements. Operands are evaluated from left to right; `&&`, `||`, `? :` and `,` as C says.
 */

import { boundsOfTree } from '../../models/program/bounds.js';
import { TOO_WIDE } from '../../models/program/exhausted.js';
import { constant } from '../../models/program/expression.js';
import { binaryTerm, conditionalTerm, unaryTerm } from '../../models/program/fold.js';
import type { BinaryOperator, Variable as ModelVariable } from '../../models/program/model.js';
import type { ResolvedLeaf, Statement } from '../program/plan.js';
import { Access } from './access.js';
import { complement, converted, convertible, known, operated, overflows, within } from './arithmetic.js';
import type { Argument, Expression, TypeNode } from './ast.js';
import { Fault } from './cursor.js';
import { characterIn, numberIn } from './literals.js';
import { type LValue, NULL, readLocal, sortOfScalar, type Term } from './memory.js';
import type { Place } from './tokens.js';
import {
  alignmentOf,
  BOOL,
  type CType,
  INT,
  INTEGERS,
  type IntegerType,
  isInteger,
  isScalar,
  LONG,
  plain,
  pointerTo,
  promoted,
  SIZE,
  sameType,
  showType,
  usual,
  VOID,
} from './types.js';
import type { Binding, IntegerValue, PointerValue, Value } from './values.js';

type Node<K extends Expression['kind']> = Expression & { readonly kind: K };

export abstract class Expressions extends Access {
  protected abstract call(node: Node<'call'>, wanted: boolean): Value;
  protected abstract statements(node: Node<'statements'>): Value;
  protected abstract compound(node: Node<'compound'>): LValue;
  protected abstract globalObject(name: string, place: Place): Binding | null;

  /** A value; `wanted`: somebody looks at it. */
  protected expression(node: Expression, wanted = true): Value {
    const outer = this.at;
    this.at = node.place;
    try {
      return this.value(node, wanted);
    } finally {
      this.at = outer;
    }
  }

  private value(node: Expression, wanted: boolean): Value {
    const { place } = node;
    switch (node.kind) {
      case 'number': {
        const found = numberIn(node.text);
        if (typeof found === 'string') throw this.unit.refuse(place, found, 'lexical');
        return this.integer(constant(Number(found.value)), found.type);
      }
      case 'character': {
        const code = characterIn(node.text);
        if (code === null) throw this.unit.refuse(place, 'this character is not read', 'lexical');
        return this.integer(constant(code), INT);
      }
      case 'string':
        return { kind: 'pointer', type: pointerTo(INTEGERS.char), pointer: { kind: 'string', text: node.text } };
      case 'name':
        return this.named(node);
      case 'unary':
        return this.unary(node);
      case 'step':
        return this.step(node, wanted);
      case 'binary':
        return this.binary(node);
      case 'assign':
        return this.assignment(node, wanted);
      case 'conditional':
        return this.conditional(node, wanted);
      case 'comma':
        this.expression(node.left, false);
        return this.expression(node.right, wanted);
      case 'call':
        return this.call(node, wanted);
      case 'member':
      case 'index':
        return this.loaded(this.lvalue(node), place);
      case 'compound':
        return this.loaded(this.compound(node), place);
      case 'cast':
        return this.cast(node);
      case 'sizeof':
      case 'alignof': {
        const type = node.of === null ? this.typeOfExpression(node.operand as Expression) : this.type(node.of, place);
        const bytes = node.kind === 'sizeof' ? this.sizeOf(type, place) : alignmentOf(type);
        return this.integer(constant(bytes), SIZE);
      }
      case 'statements':
        return this.statements(node);
      case 'generic':
        return this.expression(this.chosen(node), wanted);
    }
  }

  protected integer(term: Term, type: IntegerType): IntegerValue {
    if (term.kind === 'constant' && !Number.isSafeInteger(term.value))
      throw this.unit.refuse(this.at, `numbers go up to ${Number.MAX_SAFE_INTEGER}`, 'too-large');
    return { kind: 'integer', type: plain(type), term };
  }

  /** What a load gives: with a temporary where the struct it came from is not plain memory. */
  protected loaded(lvalue: LValue, place: Place): Value {
    return this.load(lvalue, place);
  }

  protected lookUp(name: string, place: Place): Binding {
    for (let depth = this.scopes.length - 1; depth >= 0; depth--) {
      const found = this.scopes[depth]?.get(name);
      if (found !== undefined) return found;
    }
    const found = this.globalObject(name, place);
    if (found !== null) return found;
    if (this.unit.broken.has(name)) throw new Fault(name);
    throw this.unit.refuse(place, `there is no \`${name}\``, 'unknown-name');
  }

  private named(node: Node<'name'>): Value {
    const found = this.lookUp(node.name, node.place);
    switch (found.kind) {
      case 'value':
        return found.value;
      case 'object':
        return this.loaded(found.lvalue, node.place);
      case 'function':
      case 'declared':
        return { kind: 'pointer', type: pointerTo(VOID), pointer: { kind: 'function', name: node.name } };
    }
  }

  lvalue(node: Expression): LValue {
    const { place } = node;
    switch (node.kind) {
      case 'name': {
        const found = this.lookUp(node.name, place);
        if (found.kind === 'object') return found.lvalue;
        throw this.unit.refuse(place, `\`${node.name}\` cannot be assigned here`, 'assigned-constant');
      }
      case 'member': {
        if (node.arrow) return this.member(this.pointee(this.expression(node.object), place), node.name, place);
        const object = isLValue(node.object) ? this.lvalue(node.object) : this.structAt(node.object);
        return this.member(object, node.name, place);
      }
      case 'index': {
        const object = this.pointerIn(node.object);
        const index = this.asInteger(this.expression(node.index), node.index.place);
        return this.pointee(this.moved(object, index.term, place), place);
      }
      case 'unary':
        if (node.operator === '*') {
          const value = this.expression(node.operand);
          if (value.kind === 'pointer' && value.pointer.kind === 'function')
            throw this.unit.refuse(place, 'functions are called by their names');
          return this.pointee(value, place);
        }
        break;
      case 'compound':
        return this.compound(node);
      case 'generic':
        return this.lvalue(this.chosen(node));
      case 'comma':
        this.expression(node.left, false);
        return this.lvalue(node.right);
      case 'cast': {
        // `(T) x` of the same type, as macros write it.
        const inner = this.lvalue(node.operand);
        if (sameType(inner.type, this.type(node.type, place))) return inner;
        break;
      }
      default: {
        const value = this.expression(node);
        if (value.kind === 'struct') return value.lvalue;
      }
    }
    throw this.unit.refuse(place, 'this is no object: it has no place in memory', 'wrong-kind');
  }

  private structAt(node: Expression): LValue {
    const value = this.expression(node);
    if (value.kind === 'struct') return value.lvalue;
    throw this.unit.refuse(node.place, 'only structs have members', 'wrong-kind');
  }

  private pointerIn(node: Expression): PointerValue {
    const value = this.expression(node);
    if (value.kind === 'pointer') return value;
    throw this.unit.refuse(node.place, 'an index belongs to an array or a pointer', 'type-mismatch');
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
      if (objects.length === 1 && array !== null && /^(object |\w+ main\/)/.test(key)) {
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

  protected condition(node: Expression): Term {
    return this.truth(this.expression(node), node.place);
  }

  private unary(node: Node<'unary'>): Value {
    const { operator, operand, place } = node;
    switch (operator) {
      case '&': {
        if (operand.kind === 'unary' && operand.operator === '*') return this.expression(operand.operand);
        if (operand.kind === 'name') {
          const found = this.lookUp(operand.name, operand.place);
          if (found.kind === 'function' || found.kind === 'declared') return this.expression(operand);
        }
        return this.address(this.lvalue(operand));
      }
      case '*':
        return this.loaded(this.lvalue(node), place);
      case '!': {
        const truth = this.truth(this.expression(operand), place);
        return this.integer(unaryTerm('!', truth), INT);
      }
      default: {
        const { term, type: given } = this.asInteger(this.expression(operand), operand.place);
        const type = promoted(given);
        const value = this.widened(term, given, type, place);
        if (operator === '+') return this.integer(value, type);
        const kept = known(value) === null ? this.once(value) : value;
        if (operator === '~') return this.integer(this.complemented(kept, type, place), type);
        return this.arithmetic('-', this.integer(constant(0), type), this.integer(kept, type), place);
      }
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
        return { kind: 'pointer', type: to, pointer: { kind: 'number', term: value.term } };
      }
      throw this.unit.refuse(place, `${showType(to)} is needed here`, 'type-mismatch');
    }
    if (to.kind === 'struct' && value.kind === 'struct' && sameType(value.type, to)) return value;
    throw this.unit.refuse(place, `this cannot be made a ${showType(to)}`, 'type-mismatch');
  }

  /** A number of one type as one of another; it is used more than once where the types do not contain each other. */
  private widened(given: Term, from: IntegerType, to: IntegerType, place: Place): Term {
    const bounds = this.bounds(given);
    const twice = given.kind !== 'constant' && to.bits !== 1 && (from.signed !== to.signed || from.bits > to.bits);
    const term = twice ? this.once(given) : given;
    const fits = convertible(term, from, to, bounds);
    if (fits !== null) this.fits(fits, place);
    return converted(term, from, to, bounds);
  }

  /** What the model does not say otherwise: the answer is `unknown` where it fails. */
  private fits(condition: Term, place: Place): void {
    this.assert(condition, `${TOO_WIDE} in ${this.unit.text(place)}`);
  }

  private complemented(term: Term, type: IntegerType, place: Place): Term {
    const found = complement(term, type);
    if (found === null) this.fits(constant(0), place);
    return found ?? constant(0);
  }

  private cast(node: Node<'cast'>): Value {
    const { place } = node;
    const type = this.type(node.type, place);
    const value = this.expression(node.operand, type.kind !== 'void');
    if (type.kind === 'void') return { kind: 'void' };
    if (type.kind === 'pointer' && value.kind === 'pointer') {
      const { pointer } = value;
      if (pointer.kind === 'fresh') {
        if (type.to.kind === 'void') return { ...value, type };
        const term = this.positionOf({ ...value, type }, type.to, place);
        return { kind: 'pointer', type, pointer: { kind: 'position', term: this.stable(term), to: type.to } };
      }
      return { ...value, type };
    }
    if (type.kind === 'integer' && value.kind === 'pointer' && type.bits > 1) {
      const { pointer } = value;
      if (pointer.kind !== 'number' && pointer.kind !== 'null')
        throw this.unit.refuse(place, 'a pointer as an integer is not read: compare pointers, or keep an index');
    }
    return this.convert(value, type, place);
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
    const bounds = this.bounds(binaryTerm(operator, left, right));
    const folded = known(left) !== null && known(right) !== null;
    const check = folded ? null : within(operator, left, right, type, bounds);
    const compares = ['<', '<=', '>', '>=', '==', '!='].includes(operator);
    const [one, other] = check !== null || shift ? this.both(left, right) : [left, right];
    if (shift) this.checkShift(one, other, operator, type, place);
    if (check !== null) {
      const test = within(operator, one, other, type, bounds);
      if (test !== null && overflows(type) && !shift) this.assert(test, `${this.unit.text(place)}: signed overflow`);
      else if (test !== null) this.fits(test, place);
    }
    if ((operator === '/' || operator === '%') && known(right) === 0n)
      this.assert(constant(0), `${this.unit.text(place)}: division by zero`);
    const result = operated(operator, one, other, type);
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

  /** Two operands, from left to right. */
  private operands(left: Expression, right: Expression): [Value, Value] {
    const first = this.expression(left);
    if (first.kind === 'integer') {
      const { first: term, second } = this.inOrder(first.term, () => this.expression(right));
      return [{ ...first, term }, second];
    }
    if (first.kind === 'pointer' && first.pointer.kind === 'position') {
      const { pointer } = first;
      const { first: term, second } = this.inOrder(pointer.term, () => this.expression(right));
      return [{ ...first, pointer: { ...pointer, term } }, second];
    }
    return [first, this.expression(right)];
  }

  private binary(node: Node<'binary'>): Value {
    const { operator, place } = node;
    if (operator === '&&' || operator === '||') return this.logical(node);
    const [left, right] = this.operands(node.left, node.right);
    if (left.kind === 'pointer' || right.kind === 'pointer') return this.onPointers(operator, left, right, place);
    return this.arithmetic(
      operator,
      this.asInteger(left, node.left.place),
      this.asInteger(right, node.right.place),
      place,
    );
  }

  private logical(node: Node<'binary'>): Value {
    const operator = node.operator as '&&' | '||';
    const left = this.condition(node.left);
    if (left.kind === 'constant') {
      const decided = operator === '&&' ? left.value === 0 : left.value !== 0;
      if (decided) return this.integer(constant(operator === '&&' ? 0 : 1), INT);
      return this.integer(this.condition(node.right), INT);
    }
    let right: Term = constant(0);
    const effects = this.collect(() => {
      right = this.condition(node.right);
    });
    if (effects.length === 0) return this.integer(binaryTerm(operator, left, right), INT);
    const result = this.temporary({ kind: 'range', low: 0, high: 1 });
    this.assignLocal(result, left, this.unit.text(node.left.place));
    const again = this.collect(() => {
      this.out.push(...effects);
      this.assignLocal(result, right, this.unit.text(node.right.place));
    });
    const condition = operator === '&&' ? readLocal(result) : unaryTerm('!', readLocal(result));
    this.branch(condition, again, null, this.unit.text(node.left.place), node.place);
    return this.integer(readLocal(result), INT);
  }

  private onPointers(operator: BinaryOperator, left: Value, right: Value, place: Place): Value {
    if (left.kind === 'pointer' && right.kind === 'integer' && (operator === '+' || operator === '-')) {
      const by = operator === '+' ? right.term : binaryTerm('-', constant(0), right.term);
      return this.moved(left, by, place);
    }
    if (operator === '+' && left.kind === 'integer' && right.kind === 'pointer')
      return this.moved(right, left.term, place);
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

  private conditional(node: Node<'conditional'>, wanted: boolean): Value {
    const { place } = node;
    const given = this.expression(node.condition);
    const kept = given.kind === 'integer' && node.whenTrue === null ? { ...given, term: this.once(given.term) } : given;
    const condition = this.truth(kept, node.condition.place);
    if (condition.kind === 'constant') {
      if (condition.value === 0) return this.expression(node.whenFalse, wanted);
      return node.whenTrue === null ? kept : this.expression(node.whenTrue, wanted);
    }
    let [first, second]: [Value, Value] = [kept, kept];
    const { whenTrue } = node;
    const then = this.collect(() => {
      if (whenTrue !== null) first = this.expression(whenTrue, wanted);
    });
    const otherwise = this.collect(() => {
      second = this.expression(node.whenFalse, wanted);
    });
    const text = this.unit.text(node.condition.place);
    const branch = (one: Statement[], other: Statement[]) => this.branch(condition, one, other, text, place);
    if (first.kind === 'void' || second.kind === 'void' || !wanted) {
      branch(then, otherwise);
      return { kind: 'void' };
    }
    if (first.kind === 'struct' || second.kind === 'struct')
      throw this.unit.refuse(place, '`? :` between structs is not read: use `if`');
    const type = this.common(first, second);
    const give = (value: Value): Term => {
      const made = this.convert(value, type, place);
      if (made.kind === 'integer') return made.term;
      if (made.kind !== 'pointer' || type.kind !== 'pointer') throw new Error('a pointer');
      return this.positionOf(made, type.to, place);
    };
    let [one, other]: [Term, Term] = [constant(0), constant(0)];
    const more = this.collect(() => {
      one = give(first);
    });
    const rest = this.collect(() => {
      other = give(second);
    });
    const [left, right] = [
      [...then, ...more],
      [...otherwise, ...rest],
    ];
    const value = (term: Term): Value =>
      type.kind === 'integer'
        ? this.integer(term, type)
        : { kind: 'pointer', type, pointer: { kind: 'position', term, to: type.to } };
    if (left.length === 0 && right.length === 0) return value(conditionalTerm(condition, one, other));
    const sort = () => sortOfScalar(type, null, this.unit.pools);
    const result = this.temporary(sort);
    const arm = (effects: Statement[], term: Term) =>
      this.collect(() => {
        this.out.push(...effects);
        this.assignLocal(result, term, '');
      });
    branch(arm(left, one), arm(right, other));
    return value(readLocal(result));
  }

  private common(first: Value, second: Value): IntegerType | (CType & { kind: 'pointer' }) {
    if (first.kind === 'integer' && second.kind === 'integer') return usual(first.type, second.type);
    const pointers = [first, second].filter((value) => value.kind === 'pointer');
    const certain = pointers.find(({ pointer }) => pointer.kind !== 'null') ?? pointers[0];
    if (certain === undefined) throw new Error('no pointer');
    const { pointer, type } = certain;
    if (pointer.kind === 'position') return pointerTo(pointer.to);
    return pointer.kind === 'address' ? pointerTo(pointer.lvalue.type) : type;
  }

  private assignment(node: Node<'assign'>, wanted: boolean): Value {
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
    const old = this.load(lvalue, place);
    let right: Value = { kind: 'void' };
    const effects = this.collect(() => {
      right = this.expression(node);
    });
    this.out.push(...effects);
    if (old.kind === 'pointer') {
      const by = this.asInteger(right, node.place);
      const moved = this.moved(
        this.stablePointer(old),
        operator === '-' ? binaryTerm('-', constant(0), by.term) : by.term,
        place,
      );
      return this.assigned(lvalue, moved, place, wanted);
    }
    const value = this.arithmetic(operator, this.asInteger(old, place), this.asInteger(right, node.place), place);
    return this.assigned(lvalue, this.convert(value, type, place), place, wanted);
  }

  private stablePointer(value: PointerValue): PointerValue {
    const { pointer } = value;
    if (pointer.kind !== 'position') return value;
    return { ...value, pointer: { ...pointer, term: this.stable(pointer.term) } };
  }

  /** Atomic arithmetic wraps, also of signed integers: what would leaves the model. */
  private arithmeticOf(operator: BinaryOperator, first: IntegerValue, second: IntegerValue): IntegerValue {
    const type = operator === '<<' || operator === '>>' ? promoted(first.type) : usual(first.type, second.type);
    const left = this.widened(first.term, first.type, type, this.at);
    const right = this.widened(second.term, second.type, type, this.at);
    const folded = known(left) !== null && known(right) !== null;
    const test = folded ? null : within(operator, left, right, type, this.bounds(binaryTerm(operator, left, right)));
    if (test !== null) this.fits(test, this.at);
    return this.integer(operated(operator, left, right, type), type);
  }

  /** A locked instruction that computes; gives what was there. */
  protected fetch(lvalue: LValue, operator: BinaryOperator | 'nand', given: IntegerValue, place: Place): IntegerValue {
    if (!isInteger(lvalue.type)) throw this.unit.refuse(place, 'this computes with integers', 'type-mismatch');
    const type = plain(lvalue.type);
    const operand = this.integer(this.stable(given.term), given.type);
    const old = this.exchange(lvalue, place, (term, write) =>
      write(this.modifiedBy(operator, this.integer(term, type), operand, type)),
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
    const value = operator === 'nand' ? this.integer(this.complemented(result.term, wide, this.at), wide) : result;
    return (this.convert(value, type, this.at) as IntegerValue).term;
  }

  private step(node: Node<'step'>, wanted: boolean): Value {
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
    const loaded = this.load(lvalue, place);
    if (loaded.kind === 'pointer') {
      const old = this.stablePointer(loaded);
      const moved = this.moved(old, constant(sign === '+' ? 1 : -1), place);
      const result = this.assigned(lvalue, moved, place, before && wanted);
      return before ? result : old;
    }
    const given = this.asInteger(loaded, place);
    const old = wanted && !before ? this.integer(this.kept(given.term), given.type) : given;
    const value = this.convert(this.arithmetic(sign, old, one, place), type, place);
    const result = this.assigned(lvalue, value, place, before && wanted);
    return before || !wanted ? result : old;
  }

  /** The value of a variable before it changes. */
  private kept(term: Term): Term {
    return this.stable(term);
  }

  protected type(node: TypeNode, place: Place): CType {
    const qualifiers = {
      ...(node.atomic === true ? { atomic: true as const } : {}),
      ...(node.volatile === true ? { volatile: true as const } : {}),
    };
    switch (node.kind) {
      case 'void':
        return { kind: 'void' };
      case 'basic':
        return { ...INTEGERS[node.name], ...qualifiers };
      case 'pointer':
        return { kind: 'pointer', to: this.type(node.to, place), ...qualifiers };
      case 'array': {
        const of = this.type(node.of, place);
        return { kind: 'array', of, size: node.size === null ? null : this.sizeIn(node.size) };
      }
      case 'struct':
        return {
          kind: 'struct',
          struct: this.unit.structOf(node.struct, (type) => this.type(type, node.struct.place), place),
          ...qualifiers,
        };
      case 'function':
        return {
          kind: 'function',
          result: this.type(node.result, place),
          parameters: node.parameters
            .filter(({ name }) => name !== '...')
            .map((parameter) => this.type(parameter.type, place)),
        };
      case 'typeof':
        return { ...this.typeOfExpression(node.of), ...qualifiers };
      case 'other':
        throw this.unit.refuse(place, `${node.name}: only integers, pointers, structs and arrays are read`);
    }
  }

  private sizeIn(node: Expression): number {
    const size = this.constantIn(node);
    if (size === null) throw this.unit.refuse(node.place, 'the size of an array is a constant');
    if (size < 0 || size > 65536)
      throw this.unit.refuse(node.place, `an array has 0 to 65536 elements, not ${size}`, 'too-large');
    return size;
  }

  /** The value of a constant expression; null where it is none. */
  protected constantIn(node: Expression): number | null {
    let value: Value = { kind: 'void' };
    const effects = this.collect(() => {
      value = this.expression(node);
    });
    const found = value as Value;
    if (effects.length > 0 || found.kind !== 'integer' || found.term.kind !== 'constant') return null;
    return found.term.value;
  }

  /** The type of an expression that is not evaluated. */
  protected typeOfExpression(node: Expression): CType {
    let type: CType = VOID;
    this.collect(() => {
      if (isLValue(node)) {
        const binding = node.kind === 'name' ? this.lookUp(node.name, node.place) : null;
        if (binding === null || binding.kind === 'object') {
          type = this.lvalue(node).type;
          return;
        }
      }
      const value = this.expression(node);
      if (value.kind !== 'void') type = value.type;
    });
    return type;
  }

  private chosen(node: Node<'generic'>): Expression {
    const type = plain(this.typeOfExpression(node.control));
    const decayed = type.kind === 'array' ? pointerTo(type.of) : type;
    const found =
      node.cases.find((each) => each.type !== null && sameType(this.type(each.type, node.place), decayed)) ??
      node.cases.find((each) => each.type === null);
    if (found === undefined)
      throw this.unit.refuse(node.place, `\`_Generic\` has no case for ${showType(decayed)}`, 'type-mismatch');
    return found.value;
  }

  /** An argument that is a value. */
  protected argument(node: Argument): Value {
    if (node.kind === 'type') throw this.unit.refuse(node.place, 'a type where a value is needed', 'syntax');
    return this.expression(node);
  }
}

export function isLValue(node: Expression): boolean {
  return (
    node.kind === 'name' ||
    node.kind === 'member' ||
    node.kind === 'index' ||
    node.kind === 'compound' ||
    (node.kind === 'unary' && node.operator === '*')
  );
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

function isTruth(term: Term): boolean {
  if (term.kind === 'unary') return term.operator === '!';
  if (term.kind === 'constant') return term.value === 0 || term.value === 1;
  return term.kind === 'binary' && ['==', '!=', '<', '<=', '>', '>=', '&&', '||'].includes(term.operator);
}
