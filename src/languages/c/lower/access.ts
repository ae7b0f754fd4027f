/**
 * Lvalues and what is done with them: members, elements, what a pointer points to, addresses; loads, stores and locked
 * instructions with their orders.
 *
 * | order | SC | TSO | PSO |
 * |---|---|---|---|
 * | any load | load | load | load |
 * | relaxed or plain store | store | store | store |
 * | release store | store | store | store-store barrier, store |
 * | seq_cst store | store | store, fence | store-store barrier, store, fence |
 * | read-modify-write | locked | locked | locked |
 *
 * A seq_cst store is one locked step here: between the store and its fence the thread does nothing, so what others can see is
 * what they see if the store reaches memory at once, behind all stores before it.
 */
import { TOO_WIDE } from '../../../models/program/exhausted.js';
import { constant } from '../../../models/program/expression.js';
import { binaryTerm } from '../../../models/program/fold.js';
import type { Sort } from '../../../models/program/model.js';
import type { Target } from '../../program/plan.js';
import {
  add,
  type Count,
  cellsAlong,
  cellsOf,
  type Element,
  elementType,
  type LValue,
  multiplied,
  NULL,
  type Region,
  readLocal,
  sortOfScalar,
  type Term,
  times,
} from '../memory.js';
import type { Place } from '../tokens.js';
import {
  type CType,
  type Field,
  hasMember,
  isNatural,
  isScalar,
  keyOf,
  type PointerType,
  plain,
  pointerTo,
  poolName,
  type Struct,
  sameType,
  showType,
  sizeOf,
} from '../types.js';
import type { Pointer, PointerValue, Value } from '../values.js';
import { isAcquire, isRelease, SEQ_CST } from './atomics.js';
import { Lifetimes, leafOf } from './lifetime.js';

export type Order = 'relaxed' | 'acquire' | 'release' | 'seq_cst';

/** Whether an access is atomic, and its order: that of the function, or else the type tells. */
function markOf({ type }: LValue, order: number | null): { readonly atomic: boolean; readonly order: number } {
  if (order !== null) return { atomic: true, order };
  if (type.atomic === true) return { atomic: true, order: SEQ_CST };
  // A kernel's, or an old program's, way to say relaxed.
  return { atomic: type.volatile === true, order: 0 };
}

export abstract class Access extends Lifetimes {
  /** How many threads of this kind there are. */
  abstract get instances(): Count;
  /** An element of an array with one for each thread is accessed, or its address is kept. */
  protected abstract ofEach(element: Element): void;
  /** Locals of regions that no other thread sees, by key. */
  private readonly cells = new Map<string, number>();

  /** An lvalue that has moved into a pool is there. */
  protected settled(lvalue: LValue): LValue {
    const { region, path, type, index, element } = lvalue;
    if (type.kind === 'array') return lvalue;
    const found = this.unit.pools.baseOf(`${region.key}${path}`);
    if (found === null) return lvalue;
    const pool = this.unit.pools.region(found.type, region.place, poolName(found.type));
    const offset = constant(found.base);
    const many = region.count !== null || cellsOf(region.type) > 1 || index !== null;
    const moved = many ? add(offset, index) : offset;
    const inside = element === null ? null : { ...element, base: add(offset, element.base) };
    return { ...lvalue, region: pool, path: '', index: moved, element: inside };
  }

  protected member(lvalue: LValue, name: string, place: Place): LValue {
    const { type } = lvalue;
    if (type.kind !== 'struct') throw this.unit.refuse(place, `${showType(type)} has no members`, 'wrong-kind');
    if (type.struct.union !== null) return this.memberOfUnion(lvalue, type.struct, name, place);
    for (const field of type.struct.members()) {
      const path = `${lvalue.path}.${field.name}`;
      const found = { ...lvalue, path, type: field.type, element: null };
      if (field.name === name) return this.settled({ ...found, text: `${lvalue.text}.${name}` });
      if (field.name.startsWith('$') && field.type.kind === 'struct' && hasMember(field.type, name))
        return this.member(this.settled(found), name, place);
    }
    throw this.unit.refuse(place, `\`struct ${type.struct.name}\` has no member \`${name}\``, 'unknown-name');
  }

  /** A union is the one member of it that the text uses, and others of the same type. */
  private memberOfUnion(lvalue: LValue, struct: Struct, name: string, place: Place): LValue {
    const all = struct.union?.() ?? [];
    const isIn = (field: Field) =>
      field.name === name ||
      (field.name.startsWith('$') && field.type.kind === 'struct' && hasMember(field.type, name));
    const field = all.find(isIn);
    if (field === undefined)
      throw this.unit.refuse(place, `\`union ${struct.name}\` has no member \`${name}\``, 'unknown-name');
    const used = this.unit.demands.choose(`${struct.name}#${struct.number}`, field.name, all[0]?.name ?? '');
    const chosen = all.find((each) => each.name === used) ?? field;
    if (!sameType(chosen.type, field.type))
      throw this.unit.refuse(
        place,
        'a union of which two members are used is not read: use a struct, or shift and mask an integer',
      );
    const found = { ...lvalue, path: `${lvalue.path}.${chosen.name}`, type: chosen.type, element: null };
    if (field.name === name) return this.settled({ ...found, text: `${lvalue.text}.${name}` });
    return this.member(this.settled(found), name, place);
  }

  /** An element of an array, wherever it is: who loads or stores it asks for bounds. */
  protected element(lvalue: LValue, position: Term, place: Place): LValue {
    const { type } = lvalue;
    if (type.kind !== 'array') throw this.unit.refuse(place, `${showType(type)} is no array`, 'wrong-kind');
    if (type.size === null) throw this.unit.refuse(place, 'an array without size: give it one', 'unknown-type');
    const { key, count } = lvalue.region;
    const open = lvalue.index === null && lvalue.path === '' && typeof count === 'object' && count !== null;
    const each = open ? { each: { key, kind: count.each } } : {};
    const base = times(lvalue.index, type.size);
    const text = `${lvalue.text}[${position.kind === 'constant' ? position.value : '...'}]`;
    const element = { base, position, size: type.size, ...each };
    return this.settled({ ...lvalue, type: type.of, index: add(base, position), element, text });
  }

  protected inBounds(lvalue: LValue, place: Place): void {
    const { element } = lvalue;
    if (element === null) return;
    const { position, size } = element;
    // With an element for each thread: the engines look whether there is one.
    if (element.each !== undefined) {
      this.ofEach(element);
      return;
    }
    if (position.kind === 'constant') {
      if (position.value >= 0 && position.value < size) return;
      throw this.unit.refuse(place, `there is no element ${position.value}: the array has ${size}`, 'type-mismatch');
    }
    // An array by itself is checked by the engines: an index outside is a failure.
    if (element.base === null && size > 1 && lvalue.region.count === null && isScalar(lvalue.type)) return;
    const inside = binaryTerm('&&', binaryTerm('>=', position, constant(0)), binaryTerm('<', position, constant(size)));
    this.assert(inside, `${this.unit.text(place)}: an element outside of its array`);
  }

  protected pointee(value: Value, place: Place): LValue {
    if (value.kind !== 'pointer') throw this.unit.refuse(place, 'only pointers point to something', 'type-mismatch');
    const { pointer, type } = value;
    switch (pointer.kind) {
      case 'address': {
        if (pointer.lvalue.element !== null) this.inBounds(pointer.lvalue, place);
        return pointer.lvalue;
      }
      case 'null':
        this.assert(constant(0), `${this.unit.text(place)}: NULL points to nothing`);
        return this.inPool(type.to, constant(NULL), place);
      case 'position':
        return this.inPool(pointer.to, pointer.term, place);
      case 'fresh':
        return this.inPool(type.to, this.positionOf(value, type.to, place), place);
      case 'number':
        this.assert(
          constant(0),
          `${this.unit.text(place)}: this pointer was made of an integer, and points to nothing`,
        );
        return this.inPool(type.to, constant(NULL), place);
      case 'function':
        throw this.unit.refuse(place, 'functions are called by their names');
      case 'string':
        throw this.unit.refuse(place, 'the characters of a string are not read');
    }
  }

  private inPool(to: CType, term: Term, place: Place): LValue {
    if (to.kind === 'void')
      throw this.unit.refuse(place, 'a `void *` points to nothing: cast it first', 'type-mismatch');
    const region = this.unit.pools.region(to, this.modelPlace(place), poolName(to));
    const index = this.stable(term, '', () => this.unit.pools.sort(to));
    return { region, path: '', type: to, index, element: null, text: this.unit.text(place) };
  }

  protected address(lvalue: LValue): PointerValue {
    const frozen = { ...lvalue, index: lvalue.index === null ? null : this.stable(lvalue.index) };
    return { kind: 'pointer', type: pointerTo(lvalue.type), pointer: { kind: 'address', lvalue: frozen } };
  }

  /** A pointer as a position in the pool of a type: objects whose address is known by name move there. */
  protected positionOf({ pointer, type }: PointerValue, to: CType, place: Place): Term {
    switch (pointer.kind) {
      case 'null':
        return constant(NULL);
      case 'position':
        if (!sameType(pointer.to, to) && to.kind !== 'void')
          throw this.unit.refuse(
            place,
            `a pointer to ${showType(pointer.to)} is used as one to ${showType(to)}: objects have one type`,
          );
        return pointer.term;
      case 'address': {
        const { lvalue } = pointer;
        const inner = elementType(lvalue.type);
        if (lvalue.element?.each !== undefined) this.ofEach(lvalue.element);
        this.shows(lvalue);
        if (lvalue.region.key === `pool ${keyOf(inner)}` && lvalue.path === '') return lvalue.index ?? constant(0);
        if (!sameType(inner, to) && to.kind !== 'void')
          throw this.unit.refuse(
            place,
            `a pointer to ${showType(inner)} is used as one to ${showType(to)}: objects have one type`,
          );
        const { region, path } = lvalue;
        const many = multiplied(this.countOf(region), cellsAlong(region.type, path)) ?? 1;
        this.unit.demands.pool(`${region.key}${path}`, inner, many, `${region.name}${path}`);
        return constant(NULL);
      }
      case 'number':
        return pointer.term;
      case 'fresh':
        return this.allocate(pointer, to, place);
      case 'function':
        throw this.unit.refuse(
          place,
          'pointers to functions are only for creating threads: call the function by its name',
        );
      case 'string':
        return constant(0);
    }
    void type;
  }

  protected abstract allocate(fresh: Pointer & { kind: 'fresh' }, to: CType, place: Place): Term;

  /** A local that moves is one for each instance. */
  private countOf({ count, kind }: Region): Count {
    return kind === 'local' ? this.instances : (count ?? 1);
  }

  /** The variable of a scalar, and its index. */
  protected target(lvalue: LValue): Target & { readonly sort: () => Sort } {
    const { region, path, type, index } = lvalue;
    if (!isScalar(type)) throw new Error('only scalars are loaded and stored');
    const count = cellsAlong(region.type, path);
    const size: Count | null = multiplied(region.count, count);
    const key = `${region.key}${path}`;
    const sort = () => sortOfScalar(type, this.unit.demands.pointees.get(key) ?? null, this.unit.pools);
    if (region.kind === 'shared') {
      const variable = this.unit.variable(region, path, type, size, region.place);
      return { kind: 'shared', variable, index: size === null ? null : (index ?? constant(0)), sort };
    }
    let variable = this.cells.get(key);
    if (variable === undefined) {
      variable = this.local(`${region.name}${path}`, sort, typeof size === 'number' ? size : null);
      this.cells.set(key, variable);
    }
    return { kind: 'local', variable, index: size === null ? null : (index ?? constant(0)), sort };
  }

  /** `order`: of an atomic function, as GCC numbers them; else the type tells. */
  protected load(lvalue: LValue, place: Place, order: number | null = null): Value {
    const { type } = lvalue;
    if (type.kind === 'array') return this.decay(lvalue, place);
    if (type.kind === 'struct') return { kind: 'struct', type, lvalue };
    if (type.kind === 'function') throw this.unit.refuse(place, 'functions are called by their names');
    if (type.kind === 'void') return { kind: 'void' };
    this.checkGhost(lvalue, place);
    this.inBounds(lvalue, place);
    const { kind, variable, index } = this.target(lvalue);
    const text = this.unit.text(place);
    if (lvalue.region.ghost === true && kind === 'shared')
      return this.asValue({ kind, variable, index, text, ghost: true }, lvalue);
    const term: Term = kind === 'local' ? readLocal(variable, index) : { kind, variable, index, text };
    this.looksAt(lvalue);
    const watched = kind === 'shared' && this.unit.watched !== null;
    if (!this.mayBeFreed(lvalue) && !this.isTracked(lvalue) && !watched) return this.asValue(term, lvalue);
    const kept = this.stable(term, text);
    this.assertThere(lvalue, place);
    const { atomic, order: given } = markOf(lvalue, order);
    const acquire = atomic && isAcquire(given);
    this.watch(lvalue, { reads: true, writes: false, atomic, acquire, release: false, locked: false }, place);
    return this.asValue(kept, lvalue);
  }

  /** Ghosts are seen by ghosts alone, and see themselves and locals. */
  private checkGhost({ region, text }: LValue, place: Place, changes = false): void {
    const isGhost = region.ghost === true;
    if (isGhost === this.ghostly || (region.kind === 'local' && !changes)) return;
    if (isGhost && this.frames.at(-1)?.node === null) return;
    if (isGhost)
      throw this.unit.refuse(place, `\`${text}\` is a ghost: only \`//@ ghost\`, \`//@ never\` and the like see it`);
    const why = changes
      ? 'a ghost changes nothing of the program'
      : 'a ghost reads locals and ghosts: keep it in a local first';
    throw this.unit.refuse(place, `${why} (\`${text}\`)`);
  }

  /** What a term of a scalar's sort is in C. */
  protected asValue(term: Term, lvalue: LValue): Value {
    const type = plain(lvalue.type);
    if (type.kind === 'integer') return { kind: 'integer', type, term };
    if (type.kind !== 'pointer') throw new Error('only scalars have terms');
    if (type.to.kind === 'function')
      throw this.unit.refuse(
        this.at,
        'pointers to functions are only for creating threads: call the function by its name',
      );
    if (type.to.kind !== 'void') return { kind: 'pointer', type, pointer: { kind: 'position', term, to: type.to } };
    const to = this.unit.demands.pointees.get(`${lvalue.region.key}${lvalue.path}`) ?? null;
    if (to === null || to.kind === 'integer') return { kind: 'pointer', type, pointer: { kind: 'number', term } };
    return { kind: 'pointer', type, pointer: { kind: 'position', term, to } };
  }

  /** The term that a scalar's variable takes for a value that has its type already. */
  protected asTerm(value: Value, lvalue: LValue, place: Place): Term {
    if (value.kind === 'integer') return value.term;
    if (value.kind !== 'pointer') throw this.unit.refuse(place, 'a value is needed here', 'type-mismatch');
    this.keeps(value);
    const { to } = lvalue.type as PointerType;
    if (to.kind !== 'void') return this.positionOf(value, to, place);
    // What a `void *` points to is told by what is put there first.
    const { pointer } = value;
    const key = `${lvalue.region.key}${lvalue.path}`;
    if (pointer.kind === 'null') {
      const known = this.unit.demands.pointees.get(key);
      return constant(known === undefined || known.kind === 'integer' ? 0 : NULL);
    }
    const is = pointeeOf(value);
    const known = this.unit.demands.pointee(key, is);
    if (!sameType(known, is))
      throw this.unit.refuse(
        place,
        `\`${lvalue.text}\` points to ${showType(known)} elsewhere, and to ${showType(is)} here`,
      );
    return this.positionOf(value, is, place);
  }

  private decay(lvalue: LValue, place: Place): PointerValue {
    if (lvalue.type.kind !== 'array') throw new Error('only arrays decay');
    const first = this.element(lvalue, constant(0), place);
    return { kind: 'pointer', type: pointerTo(first.type), pointer: { kind: 'address', lvalue: first } };
  }

  /** `marked`: by an atomic function. */
  protected store(lvalue: LValue, value: Value, place: Place, order: Order = 'relaxed', marked = false): void {
    const { type } = lvalue;
    if (type.kind === 'struct') {
      this.copy(lvalue, value, place);
      return;
    }
    if (!isScalar(type)) throw this.unit.refuse(place, `${showType(type)} cannot be assigned`, 'type-mismatch');
    this.inBounds(lvalue, place);
    const term = this.asTerm(value, lvalue, place);
    const { kind, variable, index } = this.target(lvalue);
    const text = this.unit.text(place);
    if (kind === 'local') this.shown(lvalue, term, place);
    this.checkGhost(lvalue, place, true);
    if (lvalue.region.ghost === true) {
      this.assign({ kind, variable, index, ghost: true }, term, text);
      return;
    }
    if (kind === 'shared' && order === 'seq_cst' && this.atomic === 0) {
      const expression: Term = { kind: 'locked', operation: 'swap', variable, index, operands: [term], text };
      this.add({ kind: 'call', expression, text }, place);
    } else {
      const release = kind === 'shared' && (order === 'release' || order === 'seq_cst');
      this.assign({ kind, variable, index }, term, text, release ? { release: true } : {});
    }
    if (this.mayBeFreed(lvalue)) this.assertLive(lvalue, place);
    this.given(lvalue);
    const atomic = marked || markOf(lvalue, null).atomic;
    const release = atomic && order !== 'relaxed';
    this.watch(lvalue, { reads: false, writes: true, atomic, acquire: false, release, locked: false }, place);
  }

  /** A local that properties name is not kept as a negative number where its type has no sign. */
  private shown({ region, type }: LValue, term: Term, place: Place): void {
    if (type.kind !== 'integer' || !isNatural(type) || !this.unit.words.has(region.name)) return;
    this.assert(binaryTerm('>=', term, constant(0)), `${TOO_WIDE} in ${this.unit.text(place)}`);
  }

  private copy(lvalue: LValue, value: Value, place: Place): void {
    if (value.kind !== 'struct' || lvalue.type.kind !== 'struct')
      throw this.unit.refuse(place, 'a struct is needed here', 'type-mismatch');
    if (!sameType(value.type, lvalue.type))
      throw this.unit.refuse(place, `${showType(value.type)} is no ${showType(lvalue.type)}`, 'type-mismatch');
    this.copyParts(lvalue, value.lvalue, place);
  }

  private copyParts(to: LValue, from: LValue, place: Place): void {
    if (to.type.kind === 'struct') {
      for (const { name } of to.type.struct.members())
        this.copyParts(this.part(to, name, place), this.part(from, name, place), place);
    } else if (to.type.kind === 'array') {
      for (let position = 0; position < (to.type.size ?? 0); position++)
        this.copyParts(
          this.element(to, constant(position), place),
          this.element(from, constant(position), place),
          place,
        );
    } else this.copyScalar(to, from, place);
  }

  /** To copy what has no value is right, as a part of a struct: then the copy has none. */
  private copyScalar(to: LValue, from: LValue, place: Place): void {
    const mayLack = this.isTracked(from) || this.isUnset(from);
    if (!mayLack || to.region.kind === 'shared') {
      this.store(to, this.load(from, place), place);
      return;
    }
    this.unit.demands.track(leafOf(to));
    this.unit.demands.track(leafOf(from));
    const { variable, index, kind } = this.target(from);
    const text = this.unit.text(place);
    const term: Term = kind === 'local' ? readLocal(variable, index) : { kind, variable, index, text };
    this.store(to, this.asValue(this.stable(term, text), from), place);
    this.passOn(from, to);
  }

  /** A member by its own name, also one without. */
  protected part(lvalue: LValue, name: string, place: Place): LValue {
    const { type } = lvalue;
    const field = type.kind === 'struct' ? type.struct.members().find((each) => each.name === name) : undefined;
    if (field === undefined) throw this.unit.refuse(place, `there is no member \`${name}\``, 'unknown-name');
    const text = `${lvalue.text}.${name}`;
    return this.settled({ ...lvalue, path: `${lvalue.path}.${name}`, type: field.type, element: null, text });
  }

  /** A locked instruction: reads, computes, writes at one moment. Gives what was there. */
  protected exchange(
    lvalue: LValue,
    place: Place,
    compute: (old: Term, write: (value: Term) => void) => void,
    order = SEQ_CST,
    writes: (old: Term) => Term | true = () => true,
  ): Term {
    if (!isScalar(lvalue.type))
      throw this.unit.refuse(place, 'locked instructions are on integers and pointers', 'type-mismatch');
    this.checkGhost(lvalue, place, true);
    this.inBounds(lvalue, place);
    const { kind, variable, index: given, sort } = this.target(lvalue);
    const index = given === null ? null : this.stable(given);
    const text = this.unit.text(place);
    const old = this.temporary(sort);
    const read: Term = kind === 'local' ? readLocal(variable, index) : { kind, variable, index, text };
    const body = this.collect(() => {
      this.assignLocal(old, read, text);
      compute(readLocal(old), (value) => {
        if (kind === 'local') this.shown(lvalue, value, place);
        this.assign({ kind, variable, index }, value, '');
      });
    });
    if (kind === 'local') this.out.push(...body);
    else this.add({ kind: 'atomic', body, instruction: true, text }, place);
    this.looksAt(lvalue);
    this.assertThere(lvalue, place);
    const [acquire, release] = [isAcquire(order), isRelease(order)];
    const written = writes(readLocal(old));
    this.watch(lvalue, { reads: true, writes: written, atomic: true, acquire, release, locked: true }, place);
    return readLocal(old);
  }

  /** The bytes of an object as `sizeof` tells them. */
  protected sizeOf(type: CType, place: Place): number {
    const size = sizeOf(type);
    if (size === null) throw this.unit.refuse(place, 'the size of this is not known', 'unknown-type');
    return size;
  }
}

function pointeeOf({ pointer, type }: PointerValue): CType {
  switch (pointer.kind) {
    case 'position':
      return plain(pointer.to);
    case 'address':
      return plain(elementType(pointer.lvalue.type));
    case 'number':
      return { kind: 'integer', name: 'long', bits: 64, signed: true };
    default:
      return plain(type.to);
  }
}
