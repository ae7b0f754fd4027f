/**
 * What words of the text mean: names of objects and functions, types, and what asks for the type or the value of an expression
 * before anything runs (`typeof`, `_Generic`, sizes of arrays).
 *
 * Such an expression is translated as any other, and the statements that come of it are thrown away: so its type is never told
 * by a second set of rules. It is a constant if no statement came of it and its term is a number.
 */
import { type Expression, type ExpressionOf, isLValue, type TypeNode } from '../ast.js';
import { Fault } from '../cursor.js';
import type { LValue } from '../memory.js';
import type { Place } from '../tokens.js';
import { type CType, INTEGERS, type IntegerType, plain, pointerTo, sameType, showType, VOID } from '../types.js';
import type { Binding, Value } from '../values.js';
import { Pointers } from './pointers.js';

export abstract class Names extends Pointers {
  /** A value; `wanted`: somebody looks at it. */
  protected abstract expression(node: Expression, wanted?: boolean): Value;
  /** An object with a place in memory. */
  abstract lvalue(node: Expression): LValue;
  protected abstract globalObject(name: string, place: Place): Binding | null;

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
    const effects = this.inThought(() => {
      value = this.expression(node);
    });
    const found = value as Value;
    if (effects.length > 0 || found.kind !== 'integer' || found.term.kind !== 'constant') return null;
    return found.term.value;
  }

  /** The same as a value of a type. */
  protected constantOf(node: Expression, type: IntegerType): number | null {
    let value: Value = { kind: 'void' };
    const effects = this.inThought(() => {
      value = this.convert(this.expression(node), type, node.place);
    });
    const found = value as Value;
    return effects.length > 0 || found.kind !== 'integer' || found.term.kind !== 'constant' ? null : found.term.value;
  }

  /** The type of an expression that is not evaluated. */
  protected typeOfExpression(node: Expression): CType {
    let type: CType = VOID;
    this.inThought(() => {
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

  protected chosen(node: ExpressionOf<'generic'>): Expression {
    const type = plain(this.typeOfExpression(node.control));
    const decayed = type.kind === 'array' ? pointerTo(type.of) : type;
    const found =
      node.cases.find((each) => each.type !== null && sameType(this.type(each.type, node.place), decayed)) ??
      node.cases.find((each) => each.type === null);
    if (found === undefined)
      throw this.unit.refuse(node.place, `\`_Generic\` has no case for ${showType(decayed)}`, 'type-mismatch');
    return found.value;
  }
}
