/**
 * Functions that the text calls and does not define: those of the C library, of verifiers, of GCC beside atomics, and our own,
 * which the built-in headers use. `builtins.ts` lists them by what they mean.
 *
 * To create or join a thread is no step of a model: the statement that stands for it is noted in `events`, and whoever runs
 * `main` (`run-main.ts`) finds it there. What is not known here is refused: to take an unknown function for one that does
 * nothing might prove what is wrong.
 */
import { constant } from '../../../models/program/expression.js';
import { binaryTerm } from '../../../models/program/fold.js';
import type { Statement } from '../../program/plan.js';
import type { Argument } from '../ast.js';
import { KNOWN_FUNCTIONS } from '../builtins.js';
import { type LValue, readLocal, type Term } from '../memory.js';
import type { Place } from '../tokens.js';
import { type CType, INT, INTEGERS, plain, pointerTo, SIZE, sortOf, VOID } from '../types.js';
import type { PointerValue, Value } from '../values.js';
import { AtomicCalls } from './atomic-call.js';

export interface Creation {
  readonly kind: 'create';
  readonly function: string;
  readonly argument: Value;
  /** Where the number of the thread is kept. */
  readonly handle: LValue | null;
  readonly place: Place;
}

export interface Join {
  readonly kind: 'join';
  readonly handle: Term;
  readonly result: LValue | null;
  readonly place: Place;
}

export abstract class LibraryCalls extends AtomicCalls {
  /** What `main` does beside accesses, by the statement that stands for it. */
  readonly events = new Map<Statement, Creation | Join>();
  /** Locals for locks, by what holds the lock. */
  private readonly held = new Map<string, number>();
  protected abstract leave(place: Place): void;
  protected abstract endAll(place: Place): void;
  protected abstract free(value: Value, place: Place): void;

  protected builtIn(name: string, given: readonly Argument[], place: Place, wanted: boolean): Value {
    const has = (list: readonly string[]) => list.includes(name);
    const values = () => given.map((argument) => this.argument(argument));
    const nothing: Value = this.integer(constant(0), INT);
    const known = KNOWN_FUNCTIONS;
    if (name.startsWith('__atomic_') || name.startsWith('__sync_')) return this.atomicCall(name, given, place, wanted);
    if (name.startsWith('__builtin_')) return this.plainCall(name, given, place, wanted);
    if (name.startsWith('__fencepost_')) return this.ownCall(name, given, place);
    if (has(known.create)) return this.create(name, given, place);
    if (has(known.join)) return this.join(given, place);
    if (has(known.leave)) {
      values();
      this.leave(place);
      return nothing;
    }
    if (has(known.self)) return this.integer(binaryTerm('+', this.position, constant(1)), SIZE);
    if (has(known.allocate)) {
      const sizes = values();
      const zero = name === 'calloc' || name === 'kzalloc';
      const size = (at: number) => (sizes[at]?.kind === 'integer' ? sizes[at].term : constant(0));
      const product = () => binaryTerm('*', size(0), size(1));
      const bytes = name === 'calloc' ? product() : size(name === 'aligned_alloc' ? 1 : 0);
      const site = `${place.file.name}:${place.start}`;
      this.checkSize(bytes, name === 'aligned_alloc' ? size(0) : constant(1), place);
      return { kind: 'pointer', type: pointerTo(VOID), pointer: { kind: 'fresh', site, zero, bytes } };
    }
    if (has(known.release)) {
      const [value] = values();
      if (value !== undefined) this.free(value, place);
      return { kind: 'void' };
    }
    if (has(known.fail)) {
      this.assert(constant(0), this.unit.text(place));
      this.assume(constant(0), place);
      return nothing;
    }
    if (has(known.exit)) {
      values();
      this.endAll(place);
      return nothing;
    }
    if (has(known.assume)) {
      const [value] = values();
      if (value !== undefined) this.assume(this.truth(value, place), place);
      return nothing;
    }
    if (has(known.assert)) {
      const [value] = values();
      if (value !== undefined) this.assert(this.truth(value, place), this.unit.text(place), true);
      return nothing;
    }
    if (/^__VERIFIER_(load|xchg)_await_/.test(name)) return this.awaited(name, given, place);
    if (name.startsWith('__VERIFIER_nondet_')) return this.nondeterministic(name, place);
    if (has(known.nothing)) {
      for (const argument of given) this.argument(argument);
      return nothing;
    }
    if (has(known.copy)) return this.copyBytes(name, given, place);
    if (has(known.refused)) throw this.unit.refuse(place, `\`${name}\` is not read`);
    throw this.unit.refuse(
      place,
      `\`${name}\` has no body here: define it, or include the file that does`,
      'unknown-name',
    );
  }

  /** A size without sign that is negative here is greater than any object. */
  private checkSize(bytes: Term, alignment: Term, place: Place): void {
    const text = this.unit.text(place);
    if (bytes.kind === 'constant' && bytes.value < 0) this.assert(constant(0), `${text}: no object is so large`);
    if (alignment.kind !== 'constant' || (alignment.value > 0 && Number.isInteger(Math.log2(alignment.value)))) return;
    this.assert(constant(0), `${text}: an alignment is a power of two`);
  }

  protected assume(condition: Term, place: Place): void {
    if (condition.kind === 'constant' && condition.value === 0) this.unset = null;
    this.add({ kind: 'assume', condition, text: this.unit.text(place) }, place);
  }

  private nondeterministic(name: string, place: Place): Value {
    const named: Readonly<Record<string, keyof typeof INTEGERS>> = {
      bool: '_Bool',
      _Bool: '_Bool',
      char: 'char',
      uchar: 'unsigned char',
      u8: 'unsigned char',
      short: 'short',
      ushort: 'unsigned short',
      int: 'int',
      uint: 'unsigned int',
      unsigned: 'unsigned int',
      long: 'long',
      ulong: 'unsigned long',
      size_t: 'unsigned long',
    };
    const type = INTEGERS[named[name.replace('__VERIFIER_nondet_', '')] ?? 'int'];
    if (type.bits >= 16)
      throw this.unit.refuse(
        place,
        `\`${name}\` may be one of too many values: take \`__VERIFIER_nondet_bool\` or a \`char\``,
      );
    const result = this.temporary(sortOf(type));
    this.assignLocal(result, 'any', this.unit.text(place));
    return this.integer(readLocal(result), type);
  }

  /**
   * Nidhugg's `load_await(p, condition, operand)` and `xchg_await(p, value, condition, operand)` wait until what is there
   * compares so with the operand, and give it. The condition is a set of bits: 1 greater, 2 equal, 4 less, 8 with sign.
   */
  private awaited(name: string, given: readonly Argument[], place: Place): Value {
    const exchanges = name.includes('_xchg_');
    const [first, ...rest] = given.map((argument) => this.argument(argument));
    const [next, condition, operand]: (Value | null | undefined)[] = exchanges ? rest : [null, ...rest];
    if (first === undefined || condition?.kind !== 'integer' || operand == null || next === undefined)
      throw this.unit.refuse(place, `\`${name}\` needs more arguments`, 'arity');
    const lvalue = this.pointee(first, place);
    const order = condition.term.kind === 'constant' ? condition.term.value : 0;
    const compared = { 2: '==', 5: '!=', 9: '>', 11: '>=', 12: '<', 14: '<=' } as const;
    const operator = compared[order as keyof typeof compared];
    if (operator === undefined) throw this.unit.refuse(place, 'this condition is not read: 2 is ==, 5 is !=');
    const against = this.operandOf(operand, lvalue, place);
    const value = next === null ? null : this.operandOf(next, lvalue, place);
    this.inBounds(lvalue, place);
    const { kind, variable, index: at, sort } = this.target(lvalue);
    const text = this.unit.text(place);
    const index = at === null ? null : this.stable(at);
    const read: Term = kind === 'local' ? readLocal(variable, index) : { kind, variable, index, text };
    const found = this.temporary(sort);
    const body = this.collect(() => {
      this.add({ kind: 'await', condition: binaryTerm(operator, read, against), text }, place);
      this.assignLocal(found, read, '');
      if (value !== null) this.assign({ kind, variable, index }, value, '');
    });
    this.add({ kind: 'atomic', body, ...(value === null ? { buffered: true as const } : {}), text }, place);
    this.looksAt(lvalue);
    this.assertThere(lvalue, place);
    return this.asValue(readLocal(found), lvalue);
  }

  private plainCall(name: string, given: readonly Argument[], place: Place, wanted: boolean): Value {
    switch (name) {
      case '__builtin_expect': {
        const [value] = given.map((argument) => this.argument(argument));
        return value ?? { kind: 'void' };
      }
      case '__builtin_unreachable':
      case '__builtin_trap':
        this.assert(constant(0), this.unit.text(place));
        this.assume(constant(0), place);
        return { kind: 'void' };
      case '__builtin_prefetch':
        return { kind: 'void' };
      case '__builtin_constant_p': {
        const [value] = given;
        const found = value !== undefined && value.kind !== 'type' ? this.constantIn(value) : null;
        return this.integer(constant(Number(found !== null)), INT);
      }
      case '__builtin_choose_expr': {
        const [condition, first, second] = given;
        if (condition === undefined || condition.kind === 'type') break;
        const chosen = this.constantIn(condition) === 0 ? second : first;
        if (chosen !== undefined && chosen.kind !== 'type') return this.expression(chosen, wanted);
        break;
      }
      case '__builtin_types_compatible_p': {
        const types = given.map((each) =>
          each.kind === 'type' ? this.type(each.type, place) : this.typeOfExpression(each),
        );
        const [one, other] = types;
        if (one === undefined || other === undefined) break;
        return this.integer(constant(Number(JSON.stringify(keyed(one)) === JSON.stringify(keyed(other)))), INT);
      }
      default:
        break;
    }
    throw this.unit.refuse(place, `\`${name}\` is not read`);
  }

  private ownCall(name: string, given: readonly Argument[], place: Place): Value {
    const nothing: Value = { kind: 'void' };
    const value = (position: number): Value => this.argument(given[position] as Argument);
    const integer = (position: number, type: CType): Value => this.convert(value(position), type, place);
    switch (name) {
      case '__fencepost_atomic_init': {
        const lvalue = this.pointee(value(0), place);
        this.store(lvalue, integer(1, lvalue.type), place);
        return nothing;
      }
      case '__fencepost_compare_exchange_value': {
        const lvalue = this.pointee(value(0), place);
        const [old, next] = [this.operandOf(value(1), lvalue, place), this.operandOf(value(2), lvalue, place)];
        return this.asValue(this.compareExchange(lvalue, old, next, place), lvalue);
      }
      case '__fencepost_wait_exchange': {
        const lvalue = this.pointee(value(0), place);
        const [old, next] = [this.operandOf(value(1), lvalue, place), this.operandOf(value(2), lvalue, place)];
        this.inBounds(lvalue, place);
        const { kind, variable, index: at } = this.target(lvalue);
        const text = this.unit.text(place);
        const index = at === null ? null : this.stable(at);
        const read: Term = kind === 'local' ? readLocal(variable, index) : { kind, variable, index, text };
        const { destroys } = this.unit.demands;
        const free = binaryTerm('==', read, old);
        const gone = binaryTerm('==', read, constant(DESTROYED));
        const body = this.collect(() => {
          this.add({ kind: 'await', condition: destroys ? binaryTerm('||', free, gone) : free, text }, place);
          if (destroys) this.assert(binaryTerm('!=', read, constant(DESTROYED)), `${text}: it was destroyed`);
          this.assign({ kind, variable, index }, next, '');
        });
        this.add({ kind: 'atomic', body, instruction: true, text }, place);
        this.looksAt(lvalue);
        this.assertThere(lvalue, place);
        const always = { reads: true, writes: true, atomic: true, acquire: true, release: true, locked: true };
        this.watch(lvalue, always, place);
        return nothing;
      }
      case '__fencepost_hold':
      case '__fencepost_let_go': {
        const holds = this.holds(this.pointee(value(0), place));
        if (holds === null) return nothing;
        if (name === '__fencepost_let_go')
          this.assert(
            readLocal(holds.variable, holds.index),
            `${this.unit.text(place)}: another thread holds the lock`,
          );
        this.assign({ kind: 'local', ...holds }, constant(Number(name === '__fencepost_hold')), '');
        return nothing;
      }
      case '__fencepost_destroy': {
        const lvalue = this.pointee(value(0), place);
        const old = this.operandOf(value(1), lvalue, place);
        if (!this.unit.demands.destroys) {
          this.unit.demands.destroys = true;
          this.unit.demands.changed = true;
        }
        const found = this.exchange(lvalue, place, (_, write) => write(constant(DESTROYED)));
        this.assert(binaryTerm('==', found, old), `${this.unit.text(place)}: it is held, or destroyed already`);
        return nothing;
      }
      case '__fencepost_wait_while': {
        const lvalue = this.pointee(value(0), place);
        const old = this.operandOf(value(1), lvalue, place);
        const { kind, variable, index } = this.target(lvalue);
        const text = this.unit.text(place);
        const current: Term = kind === 'local' ? readLocal(variable, index) : { kind, variable, index, text };
        this.inBounds(lvalue, place);
        this.add({ kind: 'await', condition: binaryTerm('!=', current, old), text }, place);
        this.looksAt(lvalue);
        this.assertThere(lvalue, place);
        const waited = { reads: true, writes: false, atomic: true, acquire: true, release: false, locked: false };
        this.watch(lvalue, waited, place);
        return nothing;
      }
      case '__fencepost_assert':
        this.assert(this.truth(value(0), place), this.unit.text(place), true);
        return nothing;
      case '__fencepost_fail':
        this.assert(constant(0), this.unit.text(place));
        this.assume(constant(0), place);
        return nothing;
      case '__fencepost_assume':
        this.assume(this.truth(value(0), place), place);
        return nothing;
      case '__fencepost_store_fence':
        this.fence('stores', place);
        return nothing;
      default:
        throw this.unit.refuse(place, `\`${name}\` is not known`);
    }
  }

  /** A local that says whether this thread holds a lock; null where there is a lock for each of any number of threads. */
  private holds(lvalue: LValue): { readonly variable: number; readonly index: Term | null } | null {
    const { kind, variable, index } = this.target(lvalue);
    const { size, name } =
      kind === 'local'
        ? (this.locals[variable] ?? { size: null, name: '' })
        : { size: this.unit.shared[variable]?.leaf.size ?? null, name: this.unit.shared[variable]?.name ?? '' };
    if (size !== null && typeof size !== 'number') return null;
    const key = `${kind} ${variable}`;
    const known = this.held.get(key);
    if (known !== undefined) return { variable: known, index };
    const made = this.local(`$holds ${name}`, { kind: 'range', low: 0, high: 1 }, size);
    this.held.set(key, made);
    return { variable: made, index };
  }

  /** As many bytes as one object has, or several elements of an array that is known. */
  private copyBytes(name: string, given: readonly Argument[], place: Place): Value {
    const [target, source, length] = given.map((argument) => this.argument(argument));
    if (target?.kind !== 'pointer' || source === undefined || length === undefined)
      throw this.unit.refuse(place, `\`${name}\` needs a pointer, and more arguments`, 'arity');
    const isZero = source.kind === 'integer' && source.term.kind === 'constant' && source.term.value === 0;
    if (name === 'memset' && !isZero) throw this.unit.refuse(place, '`memset` is read where it writes zeros');
    for (let at = 0, count = this.elementsIn(target, length, name, place); at < count; at++) {
      const lvalue = this.pointee(this.moved(target, constant(at), place), place);
      if (source.kind === 'integer') this.clear(lvalue, place);
      else if (source.kind === 'pointer')
        this.store(lvalue, this.load(this.pointee(this.moved(source, constant(at), place), place), place), place);
      else throw this.unit.refuse(place, `\`${name}\` needs a pointer`, 'type-mismatch');
    }
    return target;
  }

  /** How many objects there are in so many bytes from a pointer on. */
  private elementsIn(target: PointerValue, length: Value, name: string, place: Place): number {
    const bytes = length.kind === 'integer' && length.term.kind === 'constant' ? length.term.value : null;
    const { pointer, type } = target;
    const of = pointer.kind === 'address' ? pointer.lvalue.type : pointer.kind === 'position' ? pointer.to : type.to;
    const size = this.sizeOf(of, place);
    const count = bytes === null ? Number.NaN : bytes / size;
    if (!Number.isInteger(count) || count < 0)
      throw this.unit.refuse(place, `\`${name}\` is read where it is about whole objects: ${size} bytes each here`);
    return count;
  }

  protected clear(lvalue: LValue, place: Place): void {
    const { type } = lvalue;
    if (type.kind === 'struct')
      for (const { name } of type.struct.members()) this.clear(this.part(lvalue, name, place), place);
    else if (type.kind === 'array')
      for (let position = 0; position < (type.size ?? 0); position++)
        this.clear(this.element(lvalue, constant(position), place), place);
    else this.store(lvalue, this.convert(this.integer(constant(0), INT), type, place), place);
  }

  private create(name: string, given: readonly Argument[], place: Place): Value {
    const values = given.map((argument) => this.argument(argument));
    const [handle, ...rest] = values;
    const [target, argument] = name === 'thrd_create' ? rest : rest.slice(1);
    if (target?.kind !== 'pointer' || target.pointer.kind !== 'function')
      throw this.unit.refuse(place, 'the function of a thread is given by its name');
    const at = handle?.kind === 'pointer' && handle.pointer.kind === 'address' ? handle.pointer.lvalue : null;
    const value: Value = argument ?? { kind: 'void' };
    if (value.kind === 'pointer') this.keeps(value);
    if (value.kind === 'pointer' && value.pointer.kind === 'address') this.shows(value.pointer.lvalue);
    this.event({ kind: 'create', function: target.pointer.name, argument: value, handle: at, place }, place);
    if (at !== null) this.given(at);
    return this.integer(constant(0), INT);
  }

  private join(given: readonly Argument[], place: Place): Value {
    const [handle, result] = given.map((argument) => this.argument(argument));
    if (handle === undefined) throw this.unit.refuse(place, 'which thread is joined?', 'arity');
    const { term } = this.asInteger(handle, place);
    const at = result?.kind === 'pointer' && result.pointer.kind === 'address' ? result.pointer.lvalue : null;
    this.event({ kind: 'join', handle: this.stable(term), result: at, place }, place);
    return this.integer(constant(0), INT);
  }

  private event(event: Creation | Join, place: Place): void {
    this.add({ kind: 'skip', text: this.unit.text(place) }, place);
    this.events.set(this.out.at(-1) as Statement, event);
  }
}

/** What is in a lock that was destroyed. */
const DESTROYED = -2;

function keyed(type: CType): unknown {
  return plain(type);
}
