/**
 * Expressions of C into terms and statements. Operands are evaluated from left to right; `&&`, `||`, `? :` and `,` as C says.
 *
 * This is the walk over the tree. What it finds is the matter of the layers below: objects (`access.ts`), numbers, pointers,
 * names and types, assignments. An operand that has effects becomes statements in front of those that use it; one that has none
 * stays a term, so that `a && b` is one condition wherever it can be.
 */
import { children, constant, isLeaf } from '../../../models/program/expression.js';
import { binaryTerm, conditionalTerm, unaryTerm } from '../../../models/program/fold.js';
import type { Statement } from '../../program/plan.js';
import { type Argument, type Expression, type ExpressionOf, isLValue } from '../ast.js';
import { characterIn, numberIn } from '../literals.js';
import { type LValue, readLocal, sortOfScalar, type Term } from '../memory.js';
import {
  alignmentOf,
  type CType,
  INT,
  INTEGERS,
  type IntegerType,
  pointerTo,
  promoted,
  represented,
  SIZE,
  sameType,
  usual,
  VOID,
} from '../types.js';
import type { PointerValue, Value } from '../values.js';
import { complement, known } from './arithmetic.js';
import { Assignments } from './assignment.js';

export abstract class Expressions extends Assignments {
  protected abstract call(node: ExpressionOf<'call'>, wanted: boolean): Value;
  protected abstract statements(node: ExpressionOf<'statements'>): Value;
  protected abstract compound(node: ExpressionOf<'compound'>): LValue;

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
        return this.integer(constant(Number(represented(found.value, found.type))), found.type);
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
        this.discarded(node.left);
        return this.expression(node.right, wanted);
      case 'call':
        return this.call(node, wanted);
      case 'member':
      case 'index':
        return this.load(this.lvalue(node), place);
      case 'compound':
        return this.load(this.compound(node), place);
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

  /** What nobody uses is evaluated where it may fail: an access to NULL, a division. */
  protected discarded(node: Expression): void {
    const value = this.expression(node, false);
    const term = value.kind === 'integer' ? value.term : value.kind === 'pointer' ? positionIn(value) : null;
    if (term !== null && mayFail(term)) this.stable(term);
  }

  private named(node: ExpressionOf<'name'>): Value {
    const found = this.lookUp(node.name, node.place);
    switch (found.kind) {
      case 'value':
        return found.value;
      case 'object':
        return this.load(found.lvalue, node.place);
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
        return this.pointee(this.moved(object, this.distance(object, index, place), place), place);
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
        this.discarded(node.left);
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

  protected condition(node: Expression): Term {
    return this.truth(this.expression(node), node.place);
  }

  private unary(node: ExpressionOf<'unary'>): Value {
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
        return this.load(this.lvalue(node), place);
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
        if (operator === '~') return this.integer(complement(kept, type), type);
        return this.arithmetic('-', this.integer(constant(0), type), this.integer(kept, type), place);
      }
    }
  }

  private cast(node: ExpressionOf<'cast'>): Value {
    const { place } = node;
    const type = this.type(node.type, place);
    if (type.kind === 'void') {
      this.discarded(node.operand);
      return { kind: 'void' };
    }
    const value = this.expression(node.operand);
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

  private binary(node: ExpressionOf<'binary'>): Value {
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

  private logical(node: ExpressionOf<'binary'>): Value {
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

  private conditional(node: ExpressionOf<'conditional'>, wanted: boolean): Value {
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
    const [then, otherwise] = this.arms(
      () => {
        if (whenTrue !== null) first = this.expression(whenTrue, wanted);
      },
      () => {
        second = this.expression(node.whenFalse, wanted);
      },
    );
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
      this.keeps(made);
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

  /** An argument that is a value. */
  protected argument(node: Argument): Value {
    if (node.kind === 'type') throw this.unit.refuse(node.place, 'a type where a value is needed', 'syntax');
    return this.expression(node);
  }
}

function positionIn({ pointer }: PointerValue): Term | null {
  return pointer.kind === 'position' || pointer.kind === 'number' ? pointer.term : null;
}

/** An index or a division in it, whose operands are not looked at. */
function mayFail(term: Term): boolean {
  if (isLeaf(term)) return 'index' in term && term.index !== null && term.index.kind !== 'constant';
  if (term.kind === 'binary' && (term.operator === '/' || term.operator === '%')) return true;
  return children(term).some(mayFail);
}
