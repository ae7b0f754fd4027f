/**
 * One kind of thread: its function, translated for all its instances. Objects of its stack are locals as long as nobody else
 * needs them; those whose addresses are given away lie in shared memory, one for each instance.
 *
 * The class is made of layers, one in a file of this folder, and each knows those before it: what is emitted, access, numbers,
 * pointers, names, assignments, expressions, atomic calls, the library, calls, declarations, statements, and this one.
 */

import { EXHAUSTED } from '../../../models/program/exhausted.js';
import { constant } from '../../../models/program/expression.js';
import { binaryTerm } from '../../../models/program/fold.js';
import type { Statement } from '../../program/plan.js';
import type { FunctionNode, Initialiser, Variable } from '../ast.js';
import {
  ALLOCATED,
  add,
  type Count,
  type Element,
  elementType,
  type LValue,
  NULL,
  ON_STACK,
  type Region,
  readLocal,
  scalarsOf,
  type Term,
} from '../memory.js';
import type { Place } from '../tokens.js';
import { type CType, INT, isScalar, keyOf, plain, showType, sizeOf, sortOf, VOID } from '../types.js';
import type { Unit } from '../unit.js';
import type { Binding, Pointer, Value } from '../values.js';
import { Statements } from './statement.js';

/** How often a thread with that function is created, and with what. */
export interface Kind {
  readonly name: string;
  readonly function: FunctionNode | null;
  /** There are any number of them; `arguments` are those of the ones that `main` creates. */
  readonly any?: true;
  /** Of each instance: what it is given. */
  readonly arguments: readonly Value[];
  /** Its number among all threads, from 0 in the order of creation. */
  readonly numbers: readonly number[];
  /** Whether each begins only when it is created, since others run before. */
  readonly later: readonly boolean[];
}

const LEAVE = 'the thread ends';

export class Thread extends Statements {
  private readonly threadLocals = new Map<string, LValue>();
  private readonly statics = new Map<string, LValue>();
  private readonly own: number | null;
  private leaves = false;
  /** Those of its stack, in whatever function. */
  private readonly objects: LValue[] = [];
  /** First values of objects of the file, which are given before anything runs. */
  readonly beginning: Statement[] = [];

  constructor(
    unit: Unit,
    readonly kind: Kind,
    place: Place,
    private readonly starting: Map<string, true> = new Map(),
  ) {
    super(unit, kind.name, place);
    const { instances } = this;
    const high = typeof instances === 'number' ? instances - 1 : 2 ** 31 - 1;
    this.own = instances === 1 ? null : this.local('self', { kind: 'range', low: 0, high }, null, true);
  }

  get instances(): Count {
    return this.kind.any === true ? { each: this.name, times: 1 } : Math.max(1, this.kind.arguments.length);
  }

  get self(): Term {
    return this.own === null ? constant(0) : readLocal(this.own);
  }

  /** The number among all threads. */
  get position(): Term {
    const { numbers } = this.kind;
    const first = numbers[0] ?? 0;
    if (numbers.every((number, position) => number === first + position))
      return add(constant(first), this.self) as Term;
    return numbers.reduceRight<Term>(
      (rest, number, position) => ({
        kind: 'conditional',
        condition: binaryTerm('==', this.self, constant(position)),
        whenTrue: constant(number),
        whenFalse: rest,
      }),
      constant(numbers.at(-1) ?? 0),
    );
  }

  get kin(): readonly number[] {
    return this.kind.numbers.map((number) => number + 1);
  }

  /** The statements of the whole function. */
  run(node: FunctionNode, values: readonly Value[]): Statement[] {
    return this.collect(() => {
      this.inlined(node, values, node.place, true);
    }, 'always');
  }

  /** The frame in which first values of the file are computed. */
  outside<T>(make: () => T): T {
    this.frames.push({
      node: null,
      name: '',
      call: 0,
      root: true,
      result: VOID,
      returned: null,
      returns: 0,
      single: true,
      value: null,
      before: this.unset,
      left: null,
      objects: [],
      labels: new Map(),
    });
    try {
      return make();
    } finally {
      this.frames.pop();
    }
  }

  /** An object of the file: it exists from the beginning, and is given its first value there. */
  globalObject(name: string, place: Place): Binding | null {
    const found = this.unit.globals.get(name);
    if (found === undefined) return null;
    switch (found.kind) {
      case 'function':
        return { kind: 'function', node: found.node };
      case 'declared':
        return { kind: 'declared', name, type: VOID };
      case 'constant':
        return { kind: 'value', value: this.integer(constant(this.enumerated(found.node)), INT) };
      case 'variable': {
        const { node } = found;
        const type = this.fileScope(() => this.sized(this.type(node.type, node.place), node.initial));
        if (sizeOf(type) === null)
          throw this.unit.refuse(place, `the size of \`${name}\` is not known`, 'unknown-type');
        if (node.ghost === true) return { kind: 'object', lvalue: this.ghostObject(name, type, node.place) };
        if (node.threadLocal) return { kind: 'object', lvalue: this.threadLocal(node, type) };
        return { kind: 'object', lvalue: this.fileObject(name, type, node.place) };
      }
    }
  }

  /** An array with as many elements as `main` creates threads of an open kind has one for each of them. */
  private fileObject(name: string, type: CType, place: Place): LValue {
    const key = `object ${name}`;
    const { created, fixed } = this.unit.demands;
    const each = [...created].find(([, number]) => type.kind === 'array' && type.size === number && number > 1)?.[0];
    if (each === undefined || type.kind !== 'array' || fixed.has(key)) return this.objectAt(key, name, type, place);
    const count = { each, times: 1 };
    const region: Region = { key, name, type: type.of, count, kind: 'shared', place: this.unit.place(place) };
    return { region, path: '', type, index: null, element: null, text: name };
  }

  /** Another index than its own number: then the array is one of so many elements as the text says. */
  protected ofEach({ each, position }: Element): void {
    if (each === undefined || (this.kind.function?.name === 'main' && this.kind.any !== true)) return;
    if (this.name === each.kind && position.kind === 'local' && position.variable === this.own) return;
    this.unit.demands.fix(each.key);
  }

  /** Names are those of the file, whatever is in scope. */
  private fileScope<T>(make: () => T): T {
    const inner = this.scopes.splice(1);
    try {
      return make();
    } finally {
      this.scopes.push(...inner);
    }
  }

  private ghostObject(name: string, type: CType, place: Place): LValue {
    if (elementType(type).kind !== 'integer' || elementType(type).atomic === true)
      throw this.unit.refuse(place, 'a ghost is an integer or an array of them, and not atomic');
    const key = `ghost ${name}`;
    const at = this.unit.place(place);
    const region: Region = { key, name, type, count: null, kind: 'shared', place: at, ghost: true };
    return { region, path: '', type, index: null, element: null, text: name };
  }

  private objectAt(key: string, name: string, type: CType, place: Place): LValue {
    const region: Region = { key, name, type, count: null, kind: 'shared', place: this.unit.place(place) };
    return this.settled({ region, path: '', type, index: null, element: null, text: name });
  }

  protected staticObject(node: Variable, type: CType, name: string): LValue {
    if (node.threadLocal) return this.threadLocal(node, type);
    const key = `object ${name}@${node.place.start}`;
    const lvalue = this.objectAt(key, name, type, node.place);
    const { initial } = node;
    if (initial !== null && !this.starting.has(key)) {
      this.starting.set(key, true);
      this.beginning.push(...this.collect(() => this.initialise(lvalue, initial, false)));
    }
    this.statics.set(key, lvalue);
    return lvalue;
  }

  private threadLocal(node: Variable, type: CType): LValue {
    const known = this.threadLocals.get(node.name);
    if (known !== undefined) return known;
    const lvalue = this.ownObject(`thread ${this.name}/${node.name}@${node.place.start}`, node.name, type, node.place);
    this.threadLocals.set(node.name, lvalue);
    return lvalue;
  }

  protected localObject(name: string, type: CType, place: Place): LValue {
    if (sizeOf(type) === null) throw this.unit.refuse(place, `the size of \`${name}\` is not known`, 'unknown-type');
    const { root, name: within, node } = this.frame;
    const used = !root && node !== null ? `${within}.${name}` : name;
    const key = `${ON_STACK}${this.name}/${within}/${name}@${place.file.name}:${place.start}`;
    const lvalue = this.ownObject(key, used, type, place);
    this.frame.objects.push(lvalue);
    this.objects.push(lvalue);
    this.born(lvalue);
    return lvalue;
  }

  /** An object of this thread: a local, or where others see it one of as many as there are instances. */
  private ownObject(key: string, name: string, type: CType, place: Place): LValue {
    const { demands } = this.unit;
    const seen =
      demands.shared.has(key) ||
      [...demands.pooled.keys()].some((other) => other === key || other.startsWith(`${key}.`));
    const count = seen && this.instances !== 1 ? this.instances : null;
    const shown = seen ? `${this.name}.${name}` : name;
    const region: Region = {
      key,
      name: shown,
      type,
      count,
      kind: seen ? 'shared' : 'local',
      place: this.unit.place(place),
    };
    const index = count === null ? null : this.self;
    return this.settled({ region, path: '', type, index, element: null, text: name });
  }

  protected steady(value: Value): Value {
    if (value.kind === 'integer') return { ...value, term: this.stable(value.term, '', sortOf(value.type)) };
    if (value.kind !== 'pointer') return value;
    const { pointer } = value;
    const steady = (made: Pointer): Value => ({ ...value, pointer: made });
    switch (pointer.kind) {
      case 'position':
        return steady({ ...pointer, term: this.stable(pointer.term, '', () => this.unit.pools.sort(pointer.to)) });
      case 'number':
        return steady({ ...pointer, term: this.stable(pointer.term) });
      case 'address': {
        const { lvalue } = pointer;
        const { element } = lvalue;
        const index = lvalue.index === null ? null : this.stable(lvalue.index);
        if (element === null) return steady({ kind: 'address', lvalue: { ...lvalue, index } });
        const position = this.stable(element.position);
        const base = element.base === null ? null : this.stable(element.base);
        return steady({ kind: 'address', lvalue: { ...lvalue, index, element: { ...element, base, position } } });
      }
      default:
        return value;
    }
  }

  protected leave(place: Place): void {
    this.add({ kind: 'goto', target: LEAVE, text: this.unit.text(place) }, place);
    this.leaves = true;
    this.unset = null;
  }

  /**
   * The end of the program. What other threads do later they could have done before, so it is enough that this one stops. Nobody
   * joins a thread that has ended so.
   */
  protected endAll(place: Place): void {
    if (this.name === 'main') this.leave(place);
    else this.assume(constant(0), place);
  }

  /** Where a thread ends that leaves from within. */
  end(place: Place): void {
    if (!this.leaves) return;
    this.add({ kind: 'skip', text: '', keys: [LEAVE] }, place);
    this.unset = new Set();
    if (this.name !== 'main') this.bury(this.objects);
  }

  /** Back to the objects of its type that can be allocated, as the first of them. */
  protected free(value: Value, place: Place): void {
    if (value.kind !== 'pointer') throw this.unit.refuse(place, '`free` takes a pointer', 'type-mismatch');
    const { pointer } = value;
    if (pointer.kind === 'null') return;
    const to =
      pointer.kind === 'position' ? pointer.to : pointer.kind === 'address' ? elementType(pointer.lvalue.type) : null;
    if (to === null) throw this.unit.refuse(place, 'it is not known what this points to: cast it to its type first');
    const region = this.unit.pools.region(to, this.modelPlace(place), 'objects');
    this.unit.demands.free(region.key);
    const position = this.stable(this.positionOf(value, to, place), '', () => this.unit.pools.sort(to));
    const text = this.unit.text(place);
    const head = this.unit.ledger(region, 'head');
    const next = this.unit.ledger(region, 'next');
    const body = this.collect(() => {
      this.assert(this.wasAllocated(region, position), `${text}: this object was not allocated`);
      this.assert(this.live(region, position), `${text}: freed twice, or never allocated`);
      this.assign(
        { kind: 'shared', variable: this.unit.ledger(region, 'live'), index: position, ghost: true },
        constant(0),
        '',
      );
      this.assign(
        { kind: 'shared', variable: next, index: position },
        { kind: 'shared', variable: head, index: null, text },
        '',
      );
      this.assign({ kind: 'shared', variable: head, index: null }, position, '');
    });
    const step = this.collect(() => this.add({ kind: 'atomic', body, buffered: true, instruction: true, text }, place));
    this.branch(binaryTerm('!=', position, constant(NULL)), step, null, text, place);
  }

  /** An object of the type that is not in use: the one that was given back last, or one that was never used. */
  protected allocate({ site, zero, bytes }: Pointer & { kind: 'fresh' }, to: CType, place: Place): Term {
    const size = this.sizeOf(to, place);
    if (bytes?.kind === 'constant' && bytes.value > size)
      throw this.unit.refuse(
        place,
        `${bytes.value} bytes are more than one ${showType(to)}: arrays are declared, not allocated`,
      );
    if (bytes !== null && bytes.kind !== 'constant')
      throw this.unit.refuse(place, 'the size of what is allocated is a constant: arrays are declared, not allocated');
    const key = `${ALLOCATED}${site} ${keyOf(to)}`;
    this.unit.demands.pool(key, plain(to), this.unit.options.allocations, 'malloc');
    const region = this.unit.pools.region(to, this.modelPlace(place), 'objects');
    const found = this.unit.pools.baseOf(key);
    if (found === null) return constant(NULL);
    const there = this.unit.pools.fromTheBeginning(region);
    const cells = there.flatMap((fixed, at) => (fixed ? [] : [at]));
    const text = this.unit.text(place);
    const read = (what: 'head' | 'used' | 'next', index: Term | null = null): Term => ({
      kind: 'shared',
      variable: this.unit.ledger(region, what),
      index,
      text,
    });
    const result = this.temporary(() => this.unit.pools.sort(to));
    const put = (what: 'head' | 'used', value: Term) =>
      this.assign({ kind: 'shared', variable: this.unit.ledger(region, what), index: null }, value, '');
    const count = this.temporary();
    const body = this.collect(() => {
      this.assignLocal(result, read('head'), text);
      const again = this.collect(() => put('head', read('next', readLocal(result))));
      const fresh = this.collect(() => {
        this.assignLocal(count, read('used'), '');
        this.assert(binaryTerm('<', readLocal(count), constant(cells.length)), `${EXHAUSTED} for ${text}`);
        this.assignLocal(result, positionIn(cells, readLocal(count)), '');
        put('used', binaryTerm('+', readLocal(count), constant(1)));
      });
      this.branch(binaryTerm('!=', readLocal(result), constant(NULL)), again, fresh, '', place);
      if (this.unit.demands.freed.has(region.key))
        this.assign(
          { kind: 'shared', variable: this.unit.ledger(region, 'live'), index: readLocal(result), ghost: true },
          constant(1),
          '',
        );
    });
    this.add({ kind: 'atomic', body, buffered: true, instruction: true, text }, place);
    const { watched } = this.unit;
    if (watched !== null) {
      const keys = [...watched.accessed.keys()].filter((each) => each.startsWith(region.key));
      this.take(this.watcher(watched, place).fresh(keys, readLocal(result)));
    }
    const object = { region, path: '', type: to, index: readLocal(result), element: null, text };
    if (zero) this.clear(object, place);
    else this.declared(object);
    return readLocal(result);
  }

  /** The step that ends a thread for those who join it. */
  finish(done: number, place: Place): void {
    const expression: Term = {
      kind: 'locked',
      operation: 'swap',
      variable: done,
      index: this.position,
      operands: [constant(1)],
      text: 'the thread ends',
    };
    this.add({ kind: 'call', expression, text: 'the thread ends' }, place);
  }

  /** A hidden local that counts up to a number. */
  counter(most: number): number {
    return this.outside(() => this.temporary({ kind: 'range', low: 0, high: most }));
  }

  /** Waits until it is created. */
  begin(started: number, place: Place): void {
    const read: Term = { kind: 'shared', variable: started, index: this.position, text: 'created' };
    this.add({ kind: 'await', condition: binaryTerm('==', read, constant(1)), text: 'the thread is created' }, place);
  }

  /** Every scalar of an object is a variable, also one that nobody names. */
  declareObject(lvalue: LValue): void {
    const { type } = lvalue;
    if (isScalar(type)) this.target(lvalue);
    else if (type.kind === 'array') {
      if ((type.size ?? 0) > 0) this.declareObject(this.element(lvalue, constant(0), this.at));
    } else if (type.kind === 'struct')
      for (const { name } of type.struct.members()) this.declareObject(this.part(lvalue, name, this.at));
  }

  initialiseObject(lvalue: LValue, initial: Initialiser): void {
    this.initialise(lvalue, initial, false);
  }

  targetOf(lvalue: LValue): ReturnType<Thread['target']> {
    return this.target(lvalue);
  }

  append(statements: readonly Statement[]): void {
    this.out.push(...statements);
  }

  /** First values of the thread's own objects of the file. */
  firstLocals(): void {
    for (const [name, lvalue] of this.threadLocals) {
      const found = this.unit.globals.get(name);
      const initial = found?.kind === 'variable' ? found.node.initial : null;
      if (initial !== null) this.initialise(lvalue, initial, true);
      else if (hasPointer(lvalue.type)) this.clear(lvalue, this.at);
    }
  }

  /** Pointers to several objects, as positions in the pool of their type. */
  asPositions(
    first: Value & { kind: 'pointer' },
    values: readonly Value[],
    merge: (terms: ReadonlyMap<Value, Term>) => Term,
  ): Value {
    const known = values.find(
      (value) => value.kind === 'pointer' && (value.pointer.kind === 'address' || value.pointer.kind === 'position'),
    );
    if (known?.kind !== 'pointer') throw this.unit.refuse(this.at, 'the arguments of these threads have several types');
    const { pointer } = known;
    const to =
      pointer.kind === 'address' ? elementType(pointer.lvalue.type) : pointer.kind === 'position' ? pointer.to : VOID;
    const terms = new Map<Value, Term>();
    for (const value of values) if (value.kind === 'pointer') terms.set(value, this.positionOf(value, to, this.at));
    return { kind: 'pointer', type: first.type, pointer: { kind: 'position', term: merge(terms), to } };
  }

  collectStatements(make: () => void): Statement[] {
    return this.collect(make, 'always');
  }
}

/** NULL is no zero here. */
function hasPointer(type: CType): boolean {
  return [...scalarsOf(type)].some((each) => each.type.kind === 'pointer');
}

/** The cell with that number; cells are often side by side. */
function positionIn(cells: readonly number[], number: Term): Term {
  const first = cells[0] ?? 0;
  if (cells.every((cell, at) => cell === first + at)) return add(constant(first), number) as Term;
  return cells.reduceRight<Term>((rest, cell, at) => {
    if (at === cells.length - 1) return constant(cell);
    return {
      kind: 'conditional',
      condition: binaryTerm('==', number, constant(at)),
      whenTrue: constant(cell),
      whenFalse: rest,
    };
  }, constant(first));
}
