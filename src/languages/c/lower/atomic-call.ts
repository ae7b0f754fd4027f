/**
 * Built-in functions of GCC on atomic objects: `__atomic_*` and `__sync_*`. The macros of `stdatomic.h` and of the kernel come
 * down to them.
 *
 * A read-modify-write is one locked instruction whatever its order; orders matter for stores and fences alone (the table in
 * `access.ts`). Operands are computed before the locked instruction begins: what they load is no part of it.
 */
import { constant } from '../../../models/program/expression.js';
import { binaryTerm, unaryTerm } from '../../../models/program/fold.js';
import type { Argument } from '../ast.js';
import { type LValue, readLocal, sortOfScalar, type Term } from '../memory.js';
import type { Place } from '../tokens.js';
import { BOOL, INT, isInteger, isScalar, plain } from '../types.js';
import type { IntegerValue, Value } from '../values.js';
import { ACQUIRE, fenceOf, fetchOf, isAcquire, isRelease, SEQ_CST, storeOrder } from './atomics.js';
import { Expressions } from './expression.js';

export abstract class AtomicCalls extends Expressions {
  protected atomicCall(name: string, given: readonly Argument[], place: Place, wanted: boolean): Value {
    const value = (position: number): Value => {
      const argument = given[position];
      if (argument === undefined) throw this.unit.refuse(place, `\`${name}\` needs more arguments`, 'arity');
      return this.argument(argument);
    };
    const order = (position: number): number => {
      const argument = given[position];
      const found = argument === undefined || argument.kind === 'type' ? 5 : this.constantIn(argument);
      if (found !== null) return found;
      throw this.unit.refuse(place, 'the order of an atomic access is a constant');
    };
    const object = (position = 0): LValue => this.pointee(value(position), place);
    const nothing: Value = { kind: 'void' };
    const succeeded = (old: Term, expected: Term): IntegerValue => {
      const result = this.temporary({ kind: 'range', low: 0, high: 1 });
      this.assignLocal(result, binaryTerm('==', old, expected), '');
      return this.integer(readLocal(result), BOOL);
    };
    const fetched = fetchOf(name);
    if (fetched !== null) {
      const lvalue = object();
      const { type } = lvalue;
      if (!isInteger(type)) throw this.unit.refuse(place, 'this computes with integers: on pointers it is not read');
      const operand = this.asInteger(value(1), place);
      const kept = this.integer(this.stable(operand.term), operand.type);
      const old = this.fetch(lvalue, fetched.operator, kept, place, name.startsWith('__sync') ? SEQ_CST : order(2));
      if (!wanted || fetched.gives === 'old') return old;
      return this.integer(this.modifiedBy(fetched.operator, old, kept, plain(type)), type);
    }
    switch (name) {
      case '__atomic_load_n':
        return this.load(object(), place, order(1));
      case '__atomic_load': {
        const lvalue = object();
        this.store(object(1), this.load(lvalue, place, order(2)), place);
        return nothing;
      }
      case '__atomic_store_n':
      case '__atomic_store': {
        const lvalue = object();
        const what = name === '__atomic_store' ? this.load(object(1), place) : value(1);
        this.store(lvalue, this.convert(what, lvalue.type, place), place, storeOrder(order(2)), true);
        return nothing;
      }
      case '__atomic_exchange_n':
      case '__sync_lock_test_and_set':
      case '__atomic_exchange': {
        const lvalue = object();
        const pointer = name === '__atomic_exchange';
        const exchanged = name === '__sync_lock_test_and_set' ? ACQUIRE : order(pointer ? 3 : 2);
        const next = this.operandOf(pointer ? this.load(object(1), place) : value(1), lvalue, place);
        const old = this.asValue(
          this.exchange(lvalue, place, (_, write) => write(next), exchanged),
          lvalue,
        );
        if (!pointer) return old;
        this.store(object(2), old, place);
        return nothing;
      }
      case '__atomic_compare_exchange_n':
      case '__atomic_compare_exchange': {
        const lvalue = object();
        const expected = object(1);
        const old = this.operandOf(this.load(expected, place), lvalue, place);
        const pointer = name === '__atomic_compare_exchange';
        const next = this.operandOf(pointer ? this.load(object(2), place) : value(2), lvalue, place);
        const there = this.compareExchange(lvalue, old, next, place, order(4));
        const result = succeeded(there, old);
        const otherwise = this.collect(() => this.store(expected, this.asValue(there, lvalue), place));
        // What is expected is a local nearly always; then to write it again where nothing changes is no step.
        if (expected.region.kind === 'local') this.out.push(...otherwise);
        else this.branch(unaryTerm('!', result.term), otherwise, null, '', place);
        return result;
      }
      case '__sync_bool_compare_and_swap':
      case '__sync_val_compare_and_swap': {
        const lvalue = object();
        const [old, next] = [this.operandOf(value(1), lvalue, place), this.operandOf(value(2), lvalue, place)];
        const there = this.compareExchange(lvalue, old, next, place);
        return name === '__sync_val_compare_and_swap' ? this.asValue(there, lvalue) : succeeded(there, old);
      }
      case '__atomic_test_and_set': {
        const lvalue = object();
        return this.asValue(
          this.exchange(lvalue, place, (_, write) => write(constant(1)), order(1)),
          lvalue,
        );
      }
      case '__atomic_clear':
      case '__sync_lock_release': {
        const lvalue = object();
        const zero = this.convert(this.integer(constant(0), INT), lvalue.type, place);
        this.store(lvalue, zero, place, name === '__atomic_clear' ? storeOrder(order(1)) : 'release', true);
        return nothing;
      }
      case '__atomic_thread_fence':
        this.fence(fenceOf(order(0)), place);
        this.watchFence(order(0), place);
        return nothing;
      case '__sync_synchronize':
        this.fence('full', place);
        this.watchFence(SEQ_CST, place);
        return nothing;
      case '__atomic_signal_fence':
        return nothing;
      case '__atomic_is_lock_free':
      case '__atomic_always_lock_free':
        return this.integer(constant(1), BOOL);
      default:
        throw this.unit.refuse(place, `\`${name}\` is not read`);
    }
  }

  protected fence(kind: 'full' | 'stores' | 'nothing', place: Place): void {
    if (kind === 'nothing' || this.atomic > 0) return;
    const store = kind === 'stores' ? { store: true as const } : {};
    this.add({ kind: 'fence', ...store, text: this.unit.text(place) }, place);
  }

  /** An operand of a locked instruction, as a term that stays. */
  protected operandOf(value: Value, lvalue: LValue, place: Place): Term {
    const { type } = lvalue;
    if (!isScalar(type))
      throw this.unit.refuse(place, 'locked instructions are on integers and pointers', 'type-mismatch');
    const term = this.asTerm(this.convert(value, type, place), lvalue, place);
    return this.stable(term, '', () => sortOfScalar(type, null, this.unit.pools));
  }

  /** Writes `next` where `old` is; gives what was there. */
  protected compareExchange(lvalue: LValue, old: Term, next: Term, place: Place, order = SEQ_CST): Term {
    const succeeds = (there: Term) => binaryTerm('==', there, old);
    return this.exchange(
      lvalue,
      place,
      (there, write) => {
        const then = this.collect(() => write(next));
        this.add({ kind: 'if', condition: succeeds(there), then, otherwise: null, text: '' }, place);
      },
      order,
      succeeds,
    );
  }

  private watchFence(order: number, place: Place): void {
    const { watched, demands } = this.unit;
    if (watched === null) return;
    const [acquire, release] = [isAcquire(order), isRelease(order)];
    demands.sightings.noteFence(acquire, release);
    // A fence of these orders may be no step by itself: then it is one here.
    if (fenceOf(order) === 'nothing') this.add({ kind: 'fence', store: true, text: this.unit.text(place) }, place);
    this.take(this.watcher(watched, place).fence(acquire, release));
  }
}
