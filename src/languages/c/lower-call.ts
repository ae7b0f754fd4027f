/**
 * Calls: functions of the text are translated in the place of the call; built-in ones are accesses, fences, failures, or
 * nothing; creating and joining threads is noted for whoever runs `main`.
 */
import { constant } from '../../models/program/expression.js';
import { binaryTerm, unaryTerm } from '../../models/program/fold.js';
import type { Statement } from '../program/plan.js';
import { type Argument, type Expression, type FunctionNode, inside } from './ast.js';
import { fenceOf, fetchOf, storeOrder } from './atomics.js';
import { KNOWN_FUNCTIONS } from './builtins.js';
import type { Frame } from './emit.js';
import { Expressions } from './lower-expression.js';
import { type LValue, readLocal, sortOfScalar, type Term } from './memory.js';
import type { Place } from './tokens.js';
import { BOOL, type CType, INT, INTEGERS, isInteger, isScalar, plain, pointerTo, SIZE, sortOf, VOID } from './types.js';
import type { IntegerValue, Value } from './values.js';

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

const DEEPEST_CALLS = 100;

export abstract class Calls extends Expressions {
  /** What `main` does beside accesses, by the statement that stands for it. */
  readonly events = new Map<Statement, Creation | Join>();

  protected abstract body(node: FunctionNode): void;

  protected call(node: Expression & { kind: 'call' }, wanted: boolean): Value {
    const { callee, place } = node;
    const name = calledName(callee);
    if (name === null)
      throw this.unit.refuse(place, 'functions are called by their names: pointers to functions are not read');
    const found = this.isBuiltIn(name) ? null : this.lookUp(name, callee.place);
    if (found?.kind === 'function') {
      if (isAssumption(found.node)) return this.builtIn('__VERIFIER_assume', node.arguments, place, wanted);
      const values = node.arguments.map((argument) => this.steadied(this.argument(argument)));
      if (!name.startsWith('__VERIFIER_atomic_')) return this.inlined(found.node, values, place);
      return this.atomically(() => this.inlined(found.node, values, place), place);
    }
    if (found !== null && found.kind !== 'declared' && !(found.kind === 'value'))
      throw this.unit.refuse(place, `\`${name}\` is no function: pointers to functions are not read`, 'wrong-kind');
    if (found?.kind === 'value') {
      const { value } = found;
      if (value.kind !== 'pointer' || value.pointer.kind !== 'function')
        throw this.unit.refuse(place, `\`${name}\` is no function`, 'wrong-kind');
      const target = this.lookUp(value.pointer.name, place);
      if (target.kind === 'function')
        return this.inlined(
          target.node,
          node.arguments.map((each) => this.steadied(this.argument(each))),
          place,
        );
    }
    return this.builtIn(name, node.arguments, place, wanted);
  }

  /** All at one moment, as between `__VERIFIER_atomic_begin` and `_end`. */
  protected atomically<T>(make: () => T, place: Place): T {
    let value: T | undefined;
    this.atomic++;
    const body = this.collect(() => {
      value = make();
    });
    this.atomic--;
    this.add({ kind: 'atomic', body, text: this.unit.text(place) }, place);
    return value as T;
  }

  private isBuiltIn(name: string): boolean {
    return (
      name.startsWith('__atomic_') ||
      name.startsWith('__sync_') ||
      name.startsWith('__builtin_') ||
      name.startsWith('__fencepost_')
    );
  }

  /** A value that stays what it is while the function runs. */
  private steadied(value: Value): Value {
    if (value.kind === 'integer') return { ...value, term: this.stable(value.term, '', sortOf(value.type)) };
    if (value.kind !== 'pointer') return value;
    const { pointer } = value;
    switch (pointer.kind) {
      case 'position':
        return {
          ...value,
          pointer: { ...pointer, term: this.stable(pointer.term, '', () => this.unit.pools.sort(pointer.to)) },
        };
      case 'number':
        return { ...value, pointer: { ...pointer, term: this.stable(pointer.term) } };
      case 'address': {
        const { lvalue } = pointer;
        const { element } = lvalue;
        const frozen = lvalue.index === null ? null : this.stable(lvalue.index);
        if (element === null) return { ...value, pointer: { kind: 'address', lvalue: { ...lvalue, index: frozen } } };
        const position = this.stable(element.position);
        const base = element.base === null ? null : this.stable(element.base);
        return {
          ...value,
          pointer: { kind: 'address', lvalue: { ...lvalue, index: frozen, element: { ...element, base, position } } },
        };
      }
      default:
        return value;
    }
  }

  protected inlined(node: FunctionNode, values: readonly Value[], place: Place, root = false): Value {
    if (this.frames.some((frame) => frame.node === node))
      throw this.unit.refuse(place, `\`${node.name}\` calls itself: recursion is not read, write a loop`);
    if (this.frames.length > DEEPEST_CALLS) throw this.unit.refuse(place, 'calls are nested too deep', 'nesting');
    const { parameters, result } = node.type;
    if (parameters.some(({ name }) => name === '...'))
      throw this.unit.refuse(node.place, 'a variable number of arguments is not read');
    if (!root && values.length !== parameters.length)
      throw this.unit.refuse(
        place,
        `\`${node.name}\` takes ${parameters.length} arguments, not ${values.length}`,
        'arity',
      );
    const type = this.type(result, node.place);
    const frame: Frame = {
      node,
      name: node.name,
      call: this.unit.next(),
      root,
      result: type,
      returned: null,
      returns: 0,
      single: hasSingleReturn(node),
      value: null,
    };
    this.frames.push(frame);
    const outer = this.scopes.splice(1);
    const assigned = this.unit.assignedIn(node);
    const body = this.collect(() =>
      this.scoped(() => {
        for (const [position, parameter] of parameters.entries()) {
          const declared = this.type(parameter.type, parameter.place);
          const given = values[position];
          if (parameter.name === null || given === undefined) continue;
          const value = this.convert(given, declared, place);
          if (!assigned.has(parameter.name) && isScalar(declared)) {
            this.bind(parameter.name, { kind: 'value', value });
            continue;
          }
          const lvalue = this.localObject(parameter.name, declared, parameter.place);
          this.bind(parameter.name, { kind: 'object', lvalue });
          this.store(lvalue, value, place);
        }
        this.body(node);
      }),
    );
    this.scopes.push(...outer);
    this.frames.pop();
    if (frame.returns > 0) this.add({ kind: 'inline', body, text: this.unit.text(place) }, place);
    else this.out.push(...body);
    if (frame.value !== null) return frame.value;
    if (frame.returned?.kind === 'object') return this.load(frame.returned.lvalue, place);
    return { kind: 'void' };
  }

  /** A fresh object of this thread. */
  protected abstract localObject(name: string, type: CType, place: Place): LValue;

  private builtIn(name: string, given: readonly Argument[], place: Place, wanted: boolean): Value {
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
    if (has(known.exit))
      throw this.unit.refuse(place, `\`${name}\` is not read: return from the function of the thread`);
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

  protected abstract leave(place: Place): void;
  protected abstract free(value: Value, place: Place): void;

  protected assume(condition: Term, place: Place): void {
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
        const body = this.collect(() => {
          this.add({ kind: 'await', condition: binaryTerm('==', read, old), text }, place);
          this.assign({ kind, variable, index }, next, '');
        });
        this.add({ kind: 'atomic', body, text }, place);
        return nothing;
      }
      case '__fencepost_wait_while': {
        const lvalue = this.pointee(value(0), place);
        const old = this.operandOf(value(1), lvalue, place);
        const current = this.asTerm(this.load(lvalue, place), lvalue, place);
        this.add({ kind: 'await', condition: binaryTerm('!=', current, old), text: this.unit.text(place) }, place);
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

  protected fence(kind: 'full' | 'stores' | 'nothing', place: Place): void {
    if (kind === 'nothing' || this.atomic > 0) return;
    const store = kind === 'stores' ? { store: true as const } : {};
    this.add({ kind: 'fence', ...store, text: this.unit.text(place) }, place);
  }

  /** An operand of a locked instruction, as a term that stays. */
  private operandOf(value: Value, lvalue: LValue, place: Place): Term {
    const { type } = lvalue;
    if (!isScalar(type))
      throw this.unit.refuse(place, 'locked instructions are on integers and pointers', 'type-mismatch');
    const term = this.asTerm(this.convert(value, type, place), lvalue, place);
    return this.stable(term, '', () => sortOfScalar(type, null, this.unit.pools));
  }

  /** Writes `next` where `old` is; gives what was there. */
  private compareExchange(lvalue: LValue, old: Term, next: Term, place: Place): Term {
    return this.exchange(lvalue, place, (there, write) => {
      const then = this.collect(() => write(next));
      this.add({ kind: 'if', condition: binaryTerm('==', there, old), then, otherwise: null, text: '' }, place);
    });
  }

  private atomicCall(name: string, given: readonly Argument[], place: Place, wanted: boolean): Value {
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
      const old = this.fetch(lvalue, fetched.operator, kept, place);
      if (!wanted || fetched.gives === 'old') return old;
      return this.integer(this.modifiedBy(fetched.operator, old, kept, plain(type)), type);
    }
    switch (name) {
      case '__atomic_load_n':
        return this.load(object(), place);
      case '__atomic_load': {
        const lvalue = object();
        this.store(object(1), this.load(lvalue, place), place);
        return nothing;
      }
      case '__atomic_store_n':
      case '__atomic_store': {
        const lvalue = object();
        const what = name === '__atomic_store' ? this.load(object(1), place) : value(1);
        this.store(lvalue, this.convert(what, lvalue.type, place), place, storeOrder(order(2)));
        return nothing;
      }
      case '__atomic_exchange_n':
      case '__sync_lock_test_and_set':
      case '__atomic_exchange': {
        const lvalue = object();
        const pointer = name === '__atomic_exchange';
        const next = this.operandOf(pointer ? this.load(object(1), place) : value(1), lvalue, place);
        const old = this.asValue(
          this.exchange(lvalue, place, (_, write) => write(next)),
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
        const there = this.compareExchange(lvalue, old, next, place);
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
          this.exchange(lvalue, place, (_, write) => write(constant(1))),
          lvalue,
        );
      }
      case '__atomic_clear':
      case '__sync_lock_release': {
        const lvalue = object();
        const zero = this.convert(this.integer(constant(0), INT), lvalue.type, place);
        this.store(lvalue, zero, place, name === '__atomic_clear' ? storeOrder(order(1)) : 'release');
        return nothing;
      }
      case '__atomic_thread_fence':
        this.fence(fenceOf(order(0)), place);
        return nothing;
      case '__sync_synchronize':
        this.fence('full', place);
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

  private copyBytes(name: string, given: readonly Argument[], place: Place): Value {
    const [target, source] = given.map((argument) => this.argument(argument));
    const lvalue = target === undefined ? null : this.pointee(target, place);
    if (lvalue === null || source === undefined)
      throw this.unit.refuse(place, `\`${name}\` needs more arguments`, 'arity');
    if (name === 'memset') {
      if (source.kind !== 'integer' || source.term.kind !== 'constant' || source.term.value !== 0)
        throw this.unit.refuse(place, '`memset` is read where it writes zeros');
      this.clear(lvalue, place);
    } else this.store(lvalue, this.load(this.pointee(source, place), place), place);
    return target ?? { kind: 'void' };
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
    this.event({ kind: 'create', function: target.pointer.name, argument: value, handle: at, place }, place);
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

function keyed(type: CType): unknown {
  return plain(type);
}

/** The name that is called; null for a value. */
function calledName(callee: Expression): string | null {
  if (callee.kind === 'name') return callee.name;
  if (callee.kind === 'unary' && (callee.operator === '*' || callee.operator === '&'))
    return calledName(callee.operand);
  return null;
}

/** `void assume_abort_if_not(int c) { if (!c) abort(); }`. */
function isAssumption({ name }: FunctionNode): boolean {
  return name === 'assume_abort_if_not';
}

/** Nothing returns but the last statement. */
function hasSingleReturn({ body }: FunctionNode): boolean {
  const last = body.items.at(-1);
  return count(body, last?.kind === 'return' ? last : null) === 0;
}

function count(tree: unknown, but: unknown): number {
  if (typeof tree !== 'object' || tree === null || tree === but) return 0;
  if (Array.isArray(tree)) return tree.reduce((sum: number, part) => sum + count(part, but), 0);
  if ('kind' in tree && tree.kind === 'return') return 1;
  return inside(tree).reduce((sum: number, part) => sum + count(part, but), 0);
}
