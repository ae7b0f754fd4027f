/**
 * Declarations inside of functions, and first values of objects wherever they are declared.
 *
 * A variable that gets a first value and is never assigned again is a name for that value: it takes no place in states. A list
 * in braces gives its values to the parts of the object one after the other, as C says: designators jump, and a part without
 * braces of its own takes as many values as it has scalars. What the list does not name is zero.
 */
import { constant } from '../../../models/program/expression.js';
import type { Declaration, ExpressionOf, InitialItem, Initialiser, Variable } from '../ast.js';
import type { LValue } from '../memory.js';
import type { Place } from '../tokens.js';
import { type CType, INT, isScalar, plain, showType } from '../types.js';
import type { Value } from '../values.js';
import { Calls } from './call.js';

export abstract class Declarations extends Calls {
  protected abstract steady(value: Value): Value;
  protected abstract staticObject(node: Variable, type: CType, name: string): LValue;

  protected declaration(declaration: Declaration): void {
    switch (declaration.kind) {
      case 'constant':
        this.bind(declaration.name, {
          kind: 'value',
          value: this.integer(constant(this.enumerated(declaration)), INT),
        });
        return;
      case 'static assertion':
        if (this.constantIn(declaration.condition) === 0)
          this.unit.report('type-mismatch', declaration.place, 'this static assertion is false');
        return;
      case 'variable':
        this.variable(declaration);
    }
  }

  protected enumerated(node: Declaration & { kind: 'constant' }): number {
    if (node.value === null) return node.before === null ? 0 : this.enumerated(node.before) + 1;
    const value = this.constantIn(node.value);
    if (value === null) throw this.unit.refuse(node.place, 'the value of an enumeration is a constant', 'wrong-kind');
    return value;
  }

  private variable(node: Variable): void {
    const { name, place, initial } = node;
    if (node.type.kind === 'function' || node.storage === 'extern') return;
    const type = this.sized(this.type(node.type, place), initial);
    if (node.storage === 'static') {
      this.bind(name, { kind: 'object', lvalue: this.staticObject(node, type, `${this.frame.name}.${name}`) });
      return;
    }
    const assigned = this.frame.node === null ? null : this.unit.assignedIn(this.frame.node);
    // The name is known in its own first value: `malloc(sizeof *p)`.
    const lvalue = this.localObject(name, type, place);
    const isPassed = this.unit.demands.passed.has(lvalue.region.key);
    const constantly = assigned !== null && !assigned.has(name) && !this.unit.words.has(name) && !isPassed;
    this.bind(name, { kind: 'object', lvalue });
    if (constantly && initial?.kind === 'value' && isScalar(type)) {
      const value = this.convert(this.expression(initial.value), type, initial.place);
      this.bind(name, { kind: 'value', value: this.steady(value) });
      return;
    }
    if (initial !== null) this.initialise(lvalue, initial, true);
    else this.declared(lvalue);
  }

  /** An array takes its size from its first values. */
  protected sized(type: CType, initial: Initialiser | null): CType {
    if (type.kind !== 'array' || type.size !== null || initial === null) return type;
    if (initial.kind === 'value') {
      if (initial.value.kind === 'string') return { ...type, size: initial.value.text.length + 1 };
      return type;
    }
    let [at, size] = [0, 0];
    for (const { designators } of initial.items) {
      const [first] = designators;
      if (first?.kind === 'index') at = this.constantIn(first.last ?? first.index) ?? at;
      at++;
      size = Math.max(size, at);
    }
    const inner = type.of;
    // Values without braces of their own fill several scalars each.
    const flat = initial.items.every(({ value, designators }) => value.kind === 'value' && designators.length === 0);
    const each = flat && !isScalar(inner) ? scalarCount(inner) : 1;
    return { ...type, size: Math.ceil(size / each) };
  }

  protected initialise(lvalue: LValue, initial: Initialiser, clears: boolean): void {
    const { type } = lvalue;
    if (isScalar(type)) {
      const inner = initial.kind === 'list' ? initial.items[0]?.value : initial;
      if (inner === undefined) this.clear(lvalue, initial.place);
      else if (inner.kind === 'list') this.initialise(lvalue, inner, clears);
      else this.store(lvalue, this.convert(this.expression(inner.value), type, inner.place), initial.place);
      return;
    }
    if (initial.kind === 'value') {
      if (type.kind === 'array' && initial.value.kind === 'string') {
        this.characters(lvalue, initial.value.text, initial.place);
        return;
      }
      this.store(lvalue, this.convert(this.expression(initial.value), type, initial.place), initial.place);
      return;
    }
    if (clears) this.clear(lvalue, initial.place);
    const rest = [...initial.items];
    this.fill(lvalue, rest, true, initial.place);
    if (rest.length > 0)
      throw this.unit.refuse(rest[0]?.place ?? initial.place, 'there are more values than members', 'arity');
  }

  private characters(lvalue: LValue, text: string, place: Place): void {
    for (let at = 0; at <= text.length; at++) {
      const code = at === text.length ? 0 : text.charCodeAt(at);
      this.store(this.element(lvalue, constant(at), place), this.integer(constant(code), INT), place);
    }
  }

  /** Gives the values of a list to the parts of an object, one after the other; `outer`: the braces are those of the object. */
  private fill(lvalue: LValue, rest: InitialItem[], outer: boolean, place: Place): void {
    const { type } = lvalue;
    const partsOf = () => (type.kind === 'struct' ? type.struct.members().map(({ name }) => name) : []);
    let parts = partsOf();
    const count = type.kind === 'array' ? (type.size ?? 0) : parts.length;
    const at = (position: number) =>
      type.kind === 'array'
        ? this.element(lvalue, constant(position), place)
        : this.part(lvalue, parts[position] as string, place);
    const union = type.kind === 'struct' ? type.struct.union : null;
    let position = 0;
    while (rest.length > 0) {
      const item = rest[0] as InitialItem;
      const [designator, ...inner] = item.designators;
      if (union !== null && isZero(item)) {
        rest.shift();
        this.clear(lvalue, place);
        continue;
      }
      if (union !== null) {
        this.member(lvalue, memberOf(designator) ?? union()[0]?.name ?? '', place);
        parts = partsOf();
      }
      if (designator !== undefined) {
        if (!outer) return;
        rest.shift();
        const low = this.designated(designator, parts, item.place);
        const high =
          designator.kind === 'index' && designator.last !== null ? (this.constantIn(designator.last) ?? low) : low;
        for (let each = low; each <= high; each++) {
          const part = at(each);
          if (inner.length > 0) this.fill(part, [{ ...item, designators: inner }], true, item.place);
          else this.item(part, item, rest);
        }
        position = high + 1;
        continue;
      }
      if (position >= count) return;
      const part = at(position++);
      rest.shift();
      this.item(part, item, rest);
    }
  }

  private item(part: LValue, item: InitialItem, rest: InitialItem[]): void {
    const { value } = item;
    if (value.kind === 'list' || isScalar(part.type)) {
      this.initialise(part, value, false);
      return;
    }
    if (value.value.kind === 'string' && part.type.kind === 'array') {
      this.characters(part, value.value.text, value.place);
      return;
    }
    if (part.type.kind === 'struct' && plain(this.typeOfExpression(value.value)).kind === 'struct') {
      this.initialise(part, value, false);
      return;
    }
    // Without braces of its own: its parts take the values that come next.
    rest.unshift({ ...item, designators: [] });
    this.fill(part, rest, false, item.place);
  }

  private designated(designator: InitialItem['designators'][number], parts: readonly string[], place: Place): number {
    if (designator.kind === 'index') {
      const index = this.constantIn(designator.index);
      if (index !== null) return index;
    } else {
      const position = parts.indexOf(designator.name);
      if (position >= 0) return position;
      throw this.unit.refuse(place, `there is no member \`${designator.name}\``, 'unknown-name');
    }
    throw this.unit.refuse(place, 'an index of an initialiser is a constant', 'wrong-kind');
  }

  protected compound(node: ExpressionOf<'compound'>): LValue {
    const type = this.sized(this.type(node.type, node.place), node.initial);
    const lvalue = this.localObject(`(${showType(type)})`, type, node.place);
    this.initialise(lvalue, node.initial, true);
    return lvalue;
  }
}

/** `{ 0 }`, which clears whatever member there is. */
function isZero({ designators, value }: InitialItem): boolean {
  if (designators.length > 0) return false;
  if (value.kind === 'list') return value.items.every(isZero);
  return value.value.kind === 'number' && /^0[uUlL]*$/.test(value.value.text);
}

function memberOf(designator: InitialItem['designators'][number] | undefined): string | null {
  return designator?.kind === 'member' ? designator.name : null;
}

function scalarCount(type: CType): number {
  if (type.kind === 'array') return (type.size ?? 0) * scalarCount(type.of);
  if (type.kind === 'struct') return type.struct.members().reduce((sum, field) => sum + scalarCount(field.type), 0);
  return 1;
}
