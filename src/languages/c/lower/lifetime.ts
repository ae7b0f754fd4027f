/**
 * Objects that are there, and scalars that have a value.
 *
 * An object of a function ends when the function returns, and one that was allocated when it is freed; an access behind that is
 * a failure. A ghost says of each object whether it is there (`live`). It is kept for pools in which objects end; an object
 * by itself that nobody points to cannot be accessed behind its end.
 *
 * A scalar of a function that was declared without a value has none until something is stored, nor has one that `malloc` gives. To read it before is a failure:
 * C allows any value, and whoever proved something of one value would have proved nothing. While a function is translated,
 * `unset` has those scalars that may have no value at this place (the flow analysis that Java calls definite assignment).
 * Where one of them is read, or others come to know where it lies, it is `tracked` from the next round on: a bit beside it
 * becomes 1 where it is stored to. It is a local for a local, and a ghost for what lies in shared memory.
 *
 * The ghost changes when the store is made, though the store may wait in a buffer. On SC and TSO that hides no failure: if a
 * thread reads the cell while the first store to it waits, all that the storing thread did since then waits behind that store,
 * so the run in which it did all of it later is one, too, and the bit is 0 there. On PSO a pointer may become known before what
 * it points to: there the memory that such a read finds is 0.
 */
import { constant } from '../../../models/program/expression.js';
import { binaryTerm } from '../../../models/program/fold.js';
import { ALLOCATED, cellsAlong, cellsOf, type LValue, type Region, readLocal, type Term } from '../memory.js';
import type { Place } from '../tokens.js';
import { type CType, isScalar } from '../types.js';
import type { PointerValue } from '../values.js';
import { type Arrival, either, type Frame, type Unset } from './emit.js';
import { Watching } from './watch.js';

/** Larger arrays are not looked at. */
const MOST_CELLS = 256;

export abstract class Lifetimes extends Watching {
  protected abstract element(lvalue: LValue, position: Term, place: Place): LValue;
  protected abstract part(lvalue: LValue, name: string, place: Place): LValue;
  /** Nothing is really evaluated. */
  private thinking = 0;
  /** Locals that say whether others have values. */
  private readonly bits = new Map<string, number>();

  /** What comes of statements that are not executed: types and constants. */
  protected inThought(make: () => void): ReturnType<Lifetimes['collect']> {
    this.thinking++;
    const { unset } = this;
    try {
      return this.collect(make);
    } finally {
      this.thinking--;
      this.unset = unset;
    }
  }

  // Objects.

  /** Objects of its type end somewhere. */
  protected mayBeFreed({ region }: LValue): boolean {
    return this.unit.demands.freed.has(region.key);
  }

  /** In the step of the access: its object is there. */
  protected assertLive(lvalue: LValue, place: Place): void {
    const live = this.live(lvalue.region, objectIn(lvalue));
    const kinds = new Set(this.unit.pools.ofEach(lvalue.region, (key) => key.startsWith(ALLOCATED)));
    const ends = [
      ...(kinds.has(true) ? ['the object was freed, or never allocated'] : []),
      ...(kinds.has(true) && kinds.size === 1 ? [] : ['its function has returned']),
    ];
    this.assert(live, `${this.unit.text(place)}: ${ends.join(', or ')}`);
  }

  /** Whether an object of a pool is in use; a ghost, so that looking is no access. */
  protected live(region: Region, index: Term): Term {
    const variable = this.unit.ledger(region, 'live');
    return { kind: 'shared', variable, index, text: 'live', ghost: true };
  }

  /** Whether `malloc` has given that object at some time. */
  protected wasAllocated(region: Region, index: Term): Term {
    const fixed = this.unit.pools.fromTheBeginning(region).flatMap((there, at) => (there ? [at] : []));
    return fixed.reduce<Term>((all, at) => binaryTerm('&&', all, binaryTerm('!=', index, constant(at))), constant(1));
  }

  /** An object of a function begins. */
  protected born(lvalue: LValue): void {
    if (lvalue.region.kind === 'shared') this.turn(lvalue, 1);
  }

  /** A function returns: its objects end. */
  protected bury(objects: readonly LValue[]): void {
    if (this.unset === null) return;
    for (const lvalue of objects) {
      if (lvalue.region.kind !== 'shared') continue;
      for (const { region } of this.scalarsIn(lvalue)) this.unit.demands.free(region.key);
      this.turn(lvalue, 0);
    }
  }

  private turn(lvalue: LValue, live: 0 | 1): void {
    const done = new Set<string>();
    for (const scalar of this.scalarsIn(lvalue)) {
      const { region } = scalar;
      const index = objectIn(scalar);
      const key = `${region.key} ${JSON.stringify(index)}`;
      if (!this.mayBeFreed(scalar) || done.has(key)) continue;
      done.add(key);
      this.assign(
        { kind: 'shared', variable: this.unit.ledger(region, 'live'), index, ghost: true },
        constant(live),
        '',
      );
    }
  }

  // Values.

  /** The scalars of an object, one by one. */
  private scalarsIn(lvalue: LValue): LValue[] {
    const { type } = lvalue;
    if (isScalar(type)) return [lvalue];
    if (type.kind === 'array')
      return Array.from({ length: type.size ?? 0 }, (_, at) => at).flatMap((at) =>
        this.scalarsIn(this.element(lvalue, constant(at), this.at)),
      );
    if (type.kind !== 'struct') return [];
    return type.struct.members().flatMap(({ name }) => this.scalarsIn(this.part(lvalue, name, this.at)));
  }

  private keysOf(lvalue: LValue): string[] {
    return cellsIn(lvalue.type) > MOST_CELLS ? [] : this.scalarsIn(lvalue).map(keyOf);
  }

  /** A declaration without a value. */
  protected declared(lvalue: LValue): void {
    if (this.unset === null || cellsIn(lvalue.type) > MOST_CELLS) return;
    this.unset = new Set([...this.unset, ...this.keysOf(lvalue)]);
    for (const scalar of this.scalarsIn(lvalue)) this.setBit(scalar, constant(0));
  }

  /** Something is stored. */
  protected given(lvalue: LValue): void {
    const key = keyOf(lvalue);
    if (this.unset?.has(key) === true) this.unset = new Set([...this.unset].filter((each) => each !== key));
    this.setBit(lvalue, constant(1));
  }

  /** The copy of a scalar has a value if the scalar has. */
  protected passOn(from: LValue, to: LValue): void {
    if (this.unset !== null && this.isUnset(from)) this.unset = new Set([...this.unset, keyOf(to)]);
    if (this.isTracked(from) && this.isTracked(to)) this.setBit(to, this.bit(from));
  }

  protected isTracked(lvalue: LValue): boolean {
    return this.unit.demands.tracked.has(leafOf(lvalue));
  }

  /** It may have no value here; of an element that is not known, another one counts, too. */
  protected isUnset(lvalue: LValue): boolean {
    const { unset } = this;
    if (unset === null || unset.size === 0) return false;
    if (unset.has(keyOf(lvalue))) return true;
    const { index } = lvalue;
    if (index === null || index.kind === 'constant') return false;
    return [...unset].some((key) => key.startsWith(`${leafOf(lvalue)}|`));
  }

  /** A scalar is read. */
  protected looksAt(lvalue: LValue): void {
    if (this.thinking === 0 && this.isUnset(lvalue)) this.unit.demands.track(leafOf(lvalue));
  }

  /** Others come to know where an object lies. */
  protected shows(lvalue: LValue): void {
    if (this.unset === null || this.unset.size === 0 || cellsIn(lvalue.type) > MOST_CELLS) return;
    for (const scalar of this.scalarsIn(lvalue)) this.looksAt(scalar);
  }

  /** A pointer is kept somewhere: what it points to is not known by this term alone any more. */
  protected keeps({ pointer }: PointerValue): void {
    if (pointer.kind !== 'position' || this.unset === null || this.thinking > 0) return;
    const index = JSON.stringify(pointer.term);
    for (const key of this.unset) {
      const at = key.indexOf('|');
      if (key.slice(at + 1) === index) this.unit.demands.track(key.slice(0, at));
    }
  }

  /** In the step of the access: its object is there, and the scalar has a value. */
  protected assertThere(lvalue: LValue, place: Place): void {
    if (this.mayBeFreed(lvalue)) this.assertLive(lvalue, place);
    if (!this.isTracked(lvalue)) return;
    const has = binaryTerm('==', this.bit(lvalue), constant(1));
    this.assert(has, `${this.unit.text(place)}: it is read before it has a value`);
  }

  private setBit(lvalue: LValue, value: Term): void {
    if (!this.isTracked(lvalue)) return;
    const { kind, variable, index } = this.bitOf(lvalue);
    this.assign(kind === 'local' ? { kind, variable, index } : { kind, variable, index, ghost: true }, value, '');
  }

  private bit(lvalue: LValue): Term {
    const { kind, variable, index } = this.bitOf(lvalue);
    return kind === 'local' ? readLocal(variable, index) : { kind, variable, index, text: '', ghost: true };
  }

  /** The variable beside that of a scalar. */
  private bitOf(lvalue: LValue): Pick<ReturnType<Lifetimes['target']>, 'kind' | 'variable' | 'index'> {
    const { kind, variable, index } = this.target(lvalue);
    if (kind === 'shared') return { kind, variable: this.unit.bits(variable), index };
    const key = leafOf(lvalue);
    const known = this.bits.get(key);
    if (known !== undefined) return { kind, variable: known, index };
    const { name, size } = this.locals[variable] ?? { name: '', size: null };
    const made = this.local(`$has ${name}`, { kind: 'range', low: 0, high: 1 }, size);
    this.bits.set(key, made);
    return { kind, variable: made, index };
  }

  // Jumps: what stands before a label joins it; those behind it bring nothing that was not there, or are kept in mind.

  protected jumpsTo(label: string): void {
    const { frame, unset } = this;
    const known = frame.labels.get(label);
    if (known?.here !== undefined) {
      for (const key of unset ?? [])
        if (known.here?.has(key) !== true) this.unit.demands.track(key.slice(0, key.indexOf('|')));
    } else if (known !== undefined) known.jumped = either(known.jumped, unset);
    else frame.labels.set(label, { jumped: unset, declared: frame.objects.length });
    this.unset = null;
  }

  protected arrivesAt(label: string): void {
    const { frame } = this;
    const found: Arrival = frame.labels.get(label) ?? { jumped: null, declared: frame.objects.length };
    const passed = found.jumped === null ? found.jumped : this.passing(found.jumped, found.declared);
    const here = either(this.unset, passed);
    const all = here ?? this.anywhereIn(frame);
    found.here = all;
    frame.labels.set(label, found);
    this.unset = all;
  }

  /** A jump passes the declarations of objects: it comes from where there were fewer. */
  protected passing(unset: Unset, declared: number): Unset {
    if (unset === null) return null;
    const passed = this.frame.objects.slice(declared);
    for (const { region } of passed) this.unit.demands.pass(region.key);
    return new Set([...unset, ...passed.flatMap((each) => this.keysOf(each))]);
  }

  /** Nobody knows from where. */
  private anywhereIn({ before, objects }: Frame): ReadonlySet<string> {
    return new Set([...(before ?? []), ...objects.flatMap((each) => this.keysOf(each))]);
  }
}

/** The variable that holds a scalar, by name. */
export function leafOf({ region, path }: LValue): string {
  return `${region.key}${path}`;
}

function keyOf(lvalue: LValue): string {
  return `${leafOf(lvalue)}|${lvalue.index === null ? '' : JSON.stringify(lvalue.index)}`;
}

/** Which of the region's objects a scalar is in. */
function objectIn({ region, path, index }: LValue): Term {
  if (index === null) return constant(0);
  const cells = cellsAlong(region.type, path);
  return cells === 1 ? index : binaryTerm('/', index, constant(cells));
}

function cellsIn(type: CType): number {
  if (type.kind === 'array') return cellsOf(type) === 0 ? 0 : (type.size ?? 0) * cellsIn(type.of);
  if (type.kind !== 'struct') return 1;
  return type.struct.members().reduce((sum, field) => sum + cellsIn(field.type), 0);
}
