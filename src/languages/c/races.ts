/**
 * Data races (`--races`): two accesses of one scalar by different threads, one of them a write and one of them not atomic, of
 * which neither happens before the other. "Happens before" is that of C11: the order of each thread, creating and joining, and
 * an acquire load that reads from a release store, or from a locked instruction behind it; fences count as C11 says.
 *
 * Ghosts keep of every such relation what a run needs. Of the last access of each kind to each cell by each thread:
 *
 *   unseen   for each thread, whether that access does not happen before what the thread does next
 *   carried  for each atomic cell, the same of a thread that would acquire what is in the cell; apart for each thread whose
 *            release sequence the value is in: its own later stores and locked instructions of anybody go on with it
 *   loaded   for each thread, the same of its next acquire fence; `fenced` of what it stores after its last release fence
 *
 * A release store begins a sequence with `unseen` of its thread, and ends those of other threads. An acquire load joins `carried` to `unseen` of its thread, and an
 * access makes itself unseen to all others. An access that finds a conflicting one unseen is a race. The ghosts change in the
 * steps of the accesses, so under SC, where a load reads what was stored last, this is exact for the runs of SC: only the last
 * access of a kind counts, because the earlier ones of its thread happen before it.
 */
import { constant } from '../../models/program/expression.js';
import { binaryTerm, conditionalTerm } from '../../models/program/fold.js';
import type { Resolved as Term } from '../program/plan.js';

/** How a scalar is accessed. */
export interface Access {
  readonly reads: boolean;
  /** Or when. */
  readonly writes: Term | boolean;
  readonly atomic: boolean;
  readonly acquire: boolean;
  readonly release: boolean;
  /** Locked instructions keep what a cell carries. */
  readonly locked: boolean;
}

const CATEGORIES = ['read', 'write', 'atomic read', 'atomic write'] as const;
export type Category = (typeof CATEGORIES)[number];

/** The kinds of access that one conflicts with. */
const CONFLICTS: Readonly<Record<Category, readonly Category[]>> = {
  read: ['write', 'atomic write'],
  write: CATEGORIES,
  'atomic read': ['write'],
  'atomic write': ['read', 'write'],
};

/** What a round of the translation finds: how scalars are accessed, which are atomic, and how many threads there are. */
export class Sightings {
  readonly accessed = new Map<string, { readonly size: number; readonly by: Map<Category, Set<number>> }>();
  readonly atomic = new Map<string, { readonly size: number; readonly heads: Set<number>; acquired: boolean }>();
  threads = 1;
  acquireFences = false;
  releaseFences = false;

  /** `kin`: the threads that run this code. */
  note(key: string, size: number, access: Access, kin: readonly number[]): void {
    const known = this.accessed.get(key) ?? { size, by: new Map<Category, Set<number>>() };
    for (const category of categoriesOf(access))
      known.by.set(category, new Set([...(known.by.get(category) ?? []), ...kin].sort((one, other) => one - other)));
    this.accessed.set(key, known);
    if (!access.atomic) return;
    const cell = this.atomic.get(key) ?? { size, heads: new Set<number>(), acquired: false };
    if (access.writes !== false) for (const thread of kin) cell.heads.add(thread);
    cell.acquired ||= access.reads;
    this.atomic.set(key, cell);
  }

  noteFence(acquire: boolean, release: boolean): void {
    this.acquireFences ||= acquire;
    this.releaseFences ||= release;
  }

  /** The same for the same findings. */
  get text(): string {
    const sets = (_: string, value: unknown): unknown => {
      if (value instanceof Map) return [...value].sort(([one], [other]) => (one < other ? -1 : 1));
      return value instanceof Set ? [...value].sort() : value;
    };
    return JSON.stringify([this.accessed, this.atomic, this.threads, this.acquireFences, this.releaseFences], sets);
  }

  /** Only what can race is watched. */
  watched(): Watched {
    const accessed = [...this.accessed].filter(([, { by }]) =>
      [...by.keys()].some((one) => CONFLICTS[one].some((other) => by.has(other))),
    );
    const atomic = [...this.atomic].filter(([, { heads, acquired }]) => acquired && heads.size > 0);
    const { threads, acquireFences, releaseFences } = this;
    return { accessed: new Map(accessed), atomic: new Map(atomic), threads, acquireFences, releaseFences };
  }
}

export interface Watched {
  /** Which threads access a scalar in which way. */
  readonly accessed: ReadonlyMap<
    string,
    { readonly size: number; readonly by: ReadonlyMap<Category, ReadonlySet<number>> }
  >;
  /** Atomic scalars that are stored to and loaded, and the threads that store. */
  readonly atomic: ReadonlyMap<string, { readonly size: number; readonly heads: ReadonlySet<number> }>;
  readonly threads: number;
  readonly acquireFences: boolean;
  readonly releaseFences: boolean;
}

/** One ghost: an array over threads. */
type Ghost = (name: string, size: number, initial: 0 | 1) => number;

export interface Watching {
  readonly acquired: readonly Effect[];
  readonly safe: Term;
  readonly effects: readonly Effect[];
}

export interface Effect {
  readonly variable: number;
  readonly index: Term | null;
  readonly value: Term;
}

export class RaceWatch {
  constructor(
    private readonly watched: Watched,
    private readonly ghost: Ghost,
    /** The number of the thread that acts, from 0; `main` is 0. */
    private readonly self: Term,
    /** The threads that it may be. */
    private readonly kin: readonly number[],
  ) {}

  /** What an access comes to see; the condition that it does not race then; and what else it changes. */
  access(key: string, index: Term | null, access: Access): Watching {
    const categories = categoriesOf(access);
    const found = this.watched.accessed.get(key);
    const effects: Effect[] = [];
    let safe: Term = constant(1);
    if (found !== undefined) {
      for (const other of new Set(categories.flatMap((each) => CONFLICTS[each]))) {
        for (const [cell, thread] of each(found.size, found.by.get(other))) {
          const unseen = this.read('unseen', key, other, cell, thread, this.self);
          const here = isCell(index, cell);
          const clean = binaryTerm('==', unseen, constant(0));
          safe = and(safe, or(not(here), clean));
        }
      }
      for (const category of categories) {
        const when = category.endsWith('write') && typeof access.writes !== 'boolean' ? access.writes : constant(1);
        effects.push(...this.done(key, found, category, index, when));
      }
    }
    effects.push(...this.released(key, index, access));
    return { acquired: [...this.acquired(key, index, access)], safe, effects };
  }

  /** An access makes itself unseen to all others, in whatever way they would come to see it. */
  private *done(
    key: string,
    { size, by }: NonNullable<ReturnType<Watched['accessed']['get']>>,
    category: Category,
    index: Term | null,
    when: Term,
  ): Generator<Effect> {
    for (const [cell, thread] of each(size, by.get(category))) {
      const it = and(and(isCell(index, cell), this.isSelf(thread)), when);
      if (isFalse(it)) continue;
      for (const other of this.threads()) {
        if (other !== thread) yield this.set('unseen', key, category, cell, thread, constant(other), it);
        if (this.watched.acquireFences) yield this.set('loaded', key, category, cell, thread, constant(other), it);
        if (this.watched.releaseFences) yield this.set('fenced', key, category, cell, thread, constant(other), it);
      }
      for (const [atomic, { size: cells, heads }] of this.watched.atomic) {
        for (let at = 0; at < cells; at++) {
          const variable = this.sequences(atomic, at, key, category, cell, thread);
          for (const head of heads) {
            const old = ghostTerm(variable, constant(head));
            yield { variable, index: constant(head), value: conditionalTerm(it, constant(1), old) };
          }
        }
      }
    }
  }

  private *acquired(key: string, index: Term | null, { reads, atomic, acquire }: Access): Generator<Effect> {
    const size = this.watched.atomic.get(key)?.size;
    if (!reads || !atomic || size === undefined || (!acquire && !this.watched.acquireFences)) return;
    const what = acquire ? 'unseen' : 'loaded';
    for (const [name, category, cell, thread] of this.all()) {
      let carried: Term = constant(1);
      for (let at = size - 1; at >= 0; at--)
        carried = conditionalTerm(isCell(index, at), this.carried(key, at, name, category, cell, thread), carried);
      const now = this.read(what, name, category, cell, thread, this.self);
      yield { variable: this.array(what, name, category, cell, thread), index: this.self, value: and(now, carried) };
    }
  }

  private *released(key: string, index: Term | null, access: Access): Generator<Effect> {
    const found = this.watched.atomic.get(key);
    const { writes, atomic, release, locked } = access;
    if (writes === false || !atomic || found === undefined) return;
    const { size, heads } = found;
    const when = typeof writes === 'boolean' ? constant(1) : writes;
    for (const [name, category, cell, thread] of this.all()) {
      const given = release
        ? this.read('unseen', name, category, cell, thread, this.self)
        : this.watched.releaseFences
          ? this.read('fenced', name, category, cell, thread, this.self)
          : constant(1);
      for (let at = 0; at < size; at++) {
        const here = and(isCell(index, at), when);
        if (isFalse(here)) continue;
        const variable = this.sequences(key, at, name, category, cell, thread);
        for (const head of heads) {
          const old = ghostTerm(variable, constant(head));
          const own = release ? given : and(old, given);
          const value = conditionalTerm(this.isSelf(head), own, locked ? old : constant(1));
          yield { variable, index: constant(head), value: conditionalTerm(here, value, old) };
        }
      }
    }
  }

  /** Fences of these orders. */
  *fence(acquire: boolean, release: boolean): Generator<Effect> {
    for (const [name, category, cell, thread] of this.all()) {
      const unseen = this.read('unseen', name, category, cell, thread, this.self);
      let known = unseen;
      if (acquire && this.watched.acquireFences) {
        known = and(unseen, this.read('loaded', name, category, cell, thread, this.self));
        yield { variable: this.array('unseen', name, category, cell, thread), index: this.self, value: known };
      }
      if (release && this.watched.releaseFences)
        yield { variable: this.array('fenced', name, category, cell, thread), index: this.self, value: known };
    }
  }

  /** One thread comes to see what another has: `by` creates it, or it has ended and is joined. */
  *sees(thread: Term, by: Term, joins: boolean): Generator<Effect> {
    for (const [name, category, cell, of] of this.all()) {
      const given = this.read('unseen', name, category, cell, of, by);
      const now = this.read('unseen', name, category, cell, of, thread);
      const value = joins ? and(now, given) : given;
      yield { variable: this.array('unseen', name, category, cell, of), index: thread, value };
    }
  }

  /** An object is taken anew: nobody has accessed it. */
  *fresh(keys: readonly string[], index: Term): Generator<Effect> {
    for (const [name, category, cell, thread] of this.all()) {
      if (!keys.includes(name)) continue;
      const here = isCell(index, cell);
      for (const other of this.threads()) {
        const old = this.read('unseen', name, category, cell, thread, constant(other));
        const variable = this.array('unseen', name, category, cell, thread);
        yield { variable, index: constant(other), value: conditionalTerm(here, constant(0), old) };
      }
    }
  }

  private threads(): number[] {
    return Array.from({ length: this.watched.threads }, (_, thread) => thread);
  }

  private isSelf(thread: number): Term {
    return this.kin.includes(thread) ? is(this.self, thread) : constant(0);
  }

  private *all(): Generator<[key: string, category: Category, cell: number, thread: number]> {
    for (const [key, { size, by }] of this.watched.accessed)
      for (const [category, threads] of by)
        for (const [cell, thread] of each(size, threads)) yield [key, category, cell, thread];
  }

  private set(what: What, key: string, category: Category, cell: number, thread: number, at: Term, when: Term): Effect {
    const old = this.read(what, key, category, cell, thread, at);
    const variable = this.array(what, key, category, cell, thread);
    return { variable, index: at, value: conditionalTerm(when, constant(1), old) };
  }

  private array(what: What, key: string, category: Category, cell: number, thread: number): number {
    const name = `$${what} ${category} ${cell} of ${key} by ${thread}`;
    return this.ghost(name, this.watched.threads, what === 'unseen' ? 0 : 1);
  }

  /** By the thread whose release sequence it is. */
  private sequences(atomic: string, at: number, key: string, category: Category, cell: number, thread: number): number {
    const name = `$carried ${at} of ${atomic}: ${category} ${cell} of ${key} by ${thread}`;
    return this.ghost(name, this.watched.threads, 0);
  }

  private read(what: What, key: string, category: Category, cell: number, thread: number, at: Term): Term {
    return ghostTerm(this.array(what, key, category, cell, thread), at);
  }

  private carried(atomic: string, at: number, key: string, category: Category, cell: number, thread: number): Term {
    const variable = this.sequences(atomic, at, key, category, cell, thread);
    const heads = [...(this.watched.atomic.get(atomic)?.heads ?? [])];
    return heads.reduce<Term>((sum, head) => and(sum, ghostTerm(variable, constant(head))), constant(1));
  }
}

function* each(size: number, threads: ReadonlySet<number> = new Set()): Generator<[cell: number, thread: number]> {
  for (let cell = 0; cell < size; cell++) for (const thread of threads) yield [cell, thread];
}

type What = 'unseen' | 'loaded' | 'fenced';

function ghostTerm(variable: number, index: Term): Term {
  return { kind: 'shared', variable, index, text: '', ghost: true };
}

export function categoriesOf({ reads, writes, atomic }: Access): Category[] {
  const prefix = atomic ? ('atomic ' as const) : '';
  return [...(reads ? [`${prefix}read` as const] : []), ...(writes !== false ? [`${prefix}write` as const] : [])];
}

function isCell(index: Term | null, cell: number): Term {
  return index === null ? constant(1) : is(index, cell);
}

function is(term: Term, value: number): Term {
  if (term.kind === 'constant') return constant(Number(term.value === value));
  return binaryTerm('==', term, constant(value));
}

function isFalse(term: Term): boolean {
  return term.kind === 'constant' && term.value === 0;
}

function isTrue(term: Term): boolean {
  return term.kind === 'constant' && term.value !== 0;
}

function and(one: Term, other: Term): Term {
  if (isFalse(one) || isTrue(other)) return one;
  if (isFalse(other) || isTrue(one)) return other;
  return binaryTerm('&&', one, other);
}

function or(one: Term, other: Term): Term {
  if (isTrue(one) || isFalse(other)) return one;
  if (isTrue(other) || isFalse(one)) return other;
  return binaryTerm('||', one, other);
}

function not(term: Term): Term {
  return term.kind === 'constant' ? constant(Number(term.value === 0)) : binaryTerm('==', term, constant(0));
}
