/**
 * Where objects of C lie. A *region* is an object, or a pool of objects of one type; each scalar in it is a variable of the
 * program, or an array of them where arrays or the pool make many. So a struct is a variable for each member, and an array of
 * structs an array for each member.
 *
 * An object lies by itself until the text needs its address as a number: a pointer that is stored, compared, or assigned twice.
 * Then it moves into the *pool* of its type, and a pointer to that type is a position in the pool, -1 is NULL. A member whose
 * address is needed moves out of its struct in the same way. Which ones move is found by translating again and again until
 * nothing new is needed (`Demands`); that ends, since there are finitely many declarations and each moves once.
 *
 * Why this is exact: every scalar has one cell, two lvalues name the same cell exactly if region, path and index are the same,
 * and pointers of one type are equal exactly if their positions are.
 */
import { constant } from '../../models/program/expression.js';
import { binaryTerm } from '../../models/program/fold.js';
import type { Place, Sort } from '../../models/program/model.js';
import type { Resolved } from '../program/plan.js';
import { Sightings } from './races.js';
import { type CType, type IntegerType, isScalar, keyOf, type PointerType, sortOf } from './types.js';

export type Term = Resolved;

export interface Region {
  /** The same object has the same key in every round of the translation. */
  readonly key: string;
  readonly name: string;
  /** Of one object of the pool. */
  readonly type: CType;
  /** How many objects; null: one, by itself. */
  readonly count: Count | null;
  readonly kind: 'shared' | 'local';
  readonly place: Place;
  /** `//@ ghost`: no part of the program. */
  readonly ghost?: true;
}

/** A number, or so many for each thread of a kind of which there are any number. */
export type Count = number | OpenCount;

export interface OpenCount {
  readonly each: string;
  readonly times: number;
}

export function multiplied(count: Count | null, cells: number): Count | null {
  if (count === null) return cells === 1 ? null : cells;
  return typeof count === 'number' ? count * cells : { ...count, times: count.times * cells };
}

/** Where an element stands in its array: pointer arithmetic stays inside. */
export interface Element {
  /** The position of the array's first element. */
  readonly base: Term | null;
  readonly position: Term;
  readonly size: number;
  /** Of an array with an element for each thread of a kind: the key of the array, and the kind. */
  readonly each?: { readonly key: string; readonly kind: string };
}

export interface LValue {
  readonly region: Region;
  /** Members from the outside in: `.a.b`. */
  readonly path: string;
  readonly type: CType;
  /** Which of the region's many; null where there is one. */
  readonly index: Term | null;
  readonly element: Element | null;
  /** As C spells it. */
  readonly text: string;
}

/** What earlier rounds found: objects in pools, and locals of one thread that others see. */
export class Demands {
  readonly pooled = new Map<string, { readonly type: CType; readonly count: Count; readonly name: string }>();
  readonly shared = new Set<string>();
  /** What a `void *` in memory points to. */
  readonly pointees = new Map<string, CType>();
  /** Variables that threads write while `main` still creates threads. */
  readonly busy = new Set<string>();
  /** The member of each union that the text uses. */
  readonly unions = new Map<string, string>();
  /** Locks are destroyed somewhere: to take one asks whether it is there. */
  destroys = false;
  /** A thread other than `main` joins. */
  joined = false;
  /** Of accesses, where races are looked for: those of the round before this one, and this one's. */
  sightings = new Sightings();
  /** Of a kind of which there are any number: how many `main` creates in this text. */
  readonly created = new Map<string, number>();
  /** Arrays with as many elements that are indexed by other numbers than the thread's own. */
  readonly fixed = new Set<string>();
  /** Pools whose objects are given back somewhere. */
  readonly freed = new Set<string>();
  /** Scalars that may be read before they have a value, by key: it is kept in mind whether they have one. */
  readonly tracked = new Set<string>();
  /** Objects of functions whose declarations a jump may pass: they are no names for their first values. */
  readonly passed = new Set<string>();
  changed = false;

  pass(key: string): void {
    if (this.passed.has(key)) return;
    this.passed.add(key);
    this.changed = true;
  }

  track(key: string): void {
    if (this.tracked.has(key)) return;
    this.tracked.add(key);
    this.changed = true;
  }

  pool(key: string, type: CType, count: Count, name: string): void {
    const known = this.pooled.get(key);
    if (known !== undefined && sameCount(known.count, count)) return;
    this.pooled.set(key, { type, count, name });
    this.changed = true;
  }

  share(key: string): void {
    if (this.shared.has(key)) return;
    this.shared.add(key);
    this.changed = true;
  }

  /** The member of a union that is used; the first one that is told. */
  choose(union: string, member: string, otherwise: string): string {
    const known = this.unions.get(union);
    if (known !== undefined) return known;
    this.unions.set(union, member);
    if (member !== otherwise) this.changed = true;
    return member;
  }

  fix(key: string): void {
    if (this.fixed.has(key)) return;
    this.fixed.add(key);
    for (const pooled of this.pooled.keys())
      if (pooled === key || pooled.startsWith(`${key}.`)) this.pooled.delete(pooled);
    this.changed = true;
  }

  create(kind: string, number: number): void {
    if (this.created.get(kind) === number) return;
    this.created.set(kind, number);
    this.changed = true;
  }

  free(pool: string): void {
    if (this.freed.has(pool)) return;
    this.freed.add(pool);
    this.changed = true;
  }

  pointee(key: string, type: CType): CType {
    const known = this.pointees.get(key);
    if (known !== undefined) return known;
    this.pointees.set(key, type);
    this.changed = true;
    return type;
  }
}

function sameCount(one: Count, other: Count): boolean {
  if (typeof one === 'number' || typeof other === 'number') return one === other;
  return one.each === other.each && one.times === other.times;
}

/** A local of the thread. */
export function readLocal(variable: number, index: Term | null = null): Term {
  return { kind: 'local', variable, index };
}

/** The value of NULL. */
export const NULL = -1;

export interface Leaf {
  readonly region: Region;
  readonly path: string;
  readonly type: IntegerType | PointerType;
  readonly size: Count | null;
}

/** The scalars of a type with their paths, and how many of each. */
export function* scalarsOf(
  type: CType,
  path = '',
  count = 1,
): Generator<{ readonly path: string; readonly type: IntegerType | PointerType; readonly count: number }> {
  if (isScalar(type)) yield { path, type, count };
  else if (type.kind === 'array') yield* scalarsOf(type.of, path, count * (type.size ?? 0));
  else if (type.kind === 'struct') {
    for (const field of type.struct.members()) yield* scalarsOf(field.type, `${path}.${field.name}`, count);
  }
}

export function elementType(type: CType): CType {
  return type.kind === 'array' ? elementType(type.of) : type;
}

/** How many elements an array of arrays has; 1 of anything else. */
export function cellsOf(type: CType): number {
  return type.kind === 'array' ? (type.size ?? 0) * cellsOf(type.of) : 1;
}

/** How many scalars a path names in one object: the product of the sizes of the arrays on its way. */
export function cellsAlong(type: CType, path: string): number {
  if (type.kind === 'array') return (type.size ?? 0) * cellsAlong(type.of, path);
  if (path === '' || type.kind !== 'struct') return 1;
  const field = type.struct.members().find(({ name }) => path === `.${name}` || path.startsWith(`.${name}.`));
  if (field === undefined) throw new Error(`no member ${path}`);
  return cellsAlong(field.type, path.slice(field.name.length + 1));
}

export function add(left: Term | null, right: Term | null): Term | null {
  if (left === null || isZero(left)) return right ?? left;
  return right === null || isZero(right) ? left : binaryTerm('+', left, right);
}

function isZero(term: Term): boolean {
  return term.kind === 'constant' && term.value === 0;
}

export function times(term: Term | null, factor: number): Term | null {
  return term === null || factor === 1 ? term : binaryTerm('*', term, constant(factor));
}

/** Keys of objects that `malloc` gives begin so, and those of objects on the stack. */
export const ALLOCATED = 'allocated ';
export const ON_STACK = 'local ';

/** The pools of a round: for each type, what lies where. */
export class Pools {
  private readonly bases = new Map<string, number>();
  private readonly sizes = new Map<string, Count>();
  /** Pools with an object for each of any number of threads, and other objects: nobody knows where those lie. */
  readonly mixed: CType[] = [];
  private readonly types = new Map<string, CType>();
  private readonly regions = new Map<string, Region>();
  private readonly shown = new Map<string, readonly string[]>();

  constructor(private readonly demands: Demands) {
    for (const [key, { type, count }] of demands.pooled) {
      const pool = keyOf(type);
      const base = this.sizes.get(pool) ?? 0;
      if (typeof base === 'number' && (typeof count === 'number' || base === 0)) {
        this.bases.set(key, base);
        this.sizes.set(pool, typeof count === 'number' ? base + count : count);
      } else this.mixed.push(type);
      this.types.set(pool, type);
    }
  }

  sizeOf(type: CType): Count {
    return this.sizes.get(keyOf(type)) ?? 0;
  }

  sort(type: CType): Sort {
    const size = this.sizeOf(type);
    if (typeof size !== 'number') return { kind: 'int' };
    const names = ['NULL', ...this.names(keyOf(type)).map((name) => `&${name}`)];
    return { kind: 'range', low: NULL, high: Math.max(NULL, size - 1), names };
  }

  /** The objects of a pool as people write them: `nodes[1]`, `worker(0).me`, `malloc[2]`. */
  names(pool: string): readonly string[] {
    const known = this.shown.get(pool);
    if (known !== undefined) return known;
    const names: string[] = [];
    for (const [key, { type, count, name }] of this.demands.pooled) {
      if (keyOf(type) !== pool || typeof count !== 'number') continue;
      const own = key.startsWith(ALLOCATED) ? null : (/^(?:local|thread) (\w+)\//.exec(key)?.[1] ?? null);
      const bare = own !== null && name.startsWith(`${own}.`) ? name.slice(own.length + 1) : name;
      for (let at = 0; at < count; at++) {
        const allocated = names.filter((each) => each.startsWith('malloc[')).length;
        if (key.startsWith(ALLOCATED)) names.push(`malloc[${allocated}]`);
        else if (own !== null && own !== 'main') names.push(`${own}${count === 1 ? '' : `(${at})`}.${bare}`);
        else names.push(count === 1 ? bare : `${bare}[${at}]`);
      }
    }
    this.shown.set(pool, names);
    return names;
  }

  region(type: CType, place: Place, name: string): Region {
    const pool = keyOf(type);
    const known = this.regions.get(pool);
    if (known !== undefined) return known;
    // Qualifiers are those of the first object.
    const found: Region = {
      key: `pool ${pool}`,
      name,
      type: this.types.get(pool) ?? type,
      count: atLeastOne(this.sizeOf(type)),
      kind: 'shared',
      place,
    };
    this.regions.set(pool, found);
    return found;
  }

  /** For each object of a pool, whether it is there from the beginning; others are allocated. */
  fromTheBeginning(region: Region): boolean[] {
    return this.ofEach(region, (key) => !key.startsWith(ALLOCATED));
  }

  /** For each object of a pool, what its key says. */
  ofEach<T>(region: Region, make: (key: string) => T): T[] {
    return [...this.demands.pooled]
      .filter(([, { type }]) => `pool ${keyOf(type)}` === region.key)
      .flatMap(([key, { count }]) => new Array<T>(typeof count === 'number' ? count : 1).fill(make(key)));
  }

  /** Where an object lies in its pool; null for one that lies by itself. */
  baseOf(key: string): { readonly base: number; readonly type: CType } | null {
    const base = this.bases.get(key);
    const known = this.demands.pooled.get(key);
    return base === undefined || known === undefined ? null : { base, type: known.type };
  }
}

function atLeastOne(count: Count): Count {
  return typeof count === 'number' ? Math.max(1, count) : count;
}

/** The sort of a scalar in memory. */
export function sortOfScalar(type: IntegerType | PointerType, pointee: CType | null, pools: Pools): Sort {
  if (type.kind === 'integer') return sortOf(type);
  const to = pointee ?? type.to;
  return to.kind === 'integer' && type.to.kind === 'void' ? { kind: 'int' } : pools.sort(to);
}
