/**
 * The statements of a thread as they are made: one list for each block, hidden locals for values on their way, and the names in
 * scope. What has an effect becomes a statement at once; what only loads stays in the term, where the compiler of programs
 * takes it out from left to right.
 *
 * A term that is kept for later, or used twice, is made stable first: it is assigned to a hidden local, which takes no place in
 * states where nobody reads it any more.
 */
import { leavesOf } from '../../../models/program/expression.js';
import type { Place as ModelPlace, Sort } from '../../../models/program/model.js';
import { readsShared } from '../../program/lower.js';
import type { Statement, Target } from '../../program/plan.js';
import type { FunctionNode } from '../ast.js';
import { type LValue, readLocal, type Term } from '../memory.js';
import type { Place } from '../tokens.js';
import type { CType } from '../types.js';
import type { Unit } from '../unit.js';
import type { Binding, Value } from '../values.js';

export interface LocalDraft {
  readonly name: string;
  readonly sort: () => Sort;
  readonly size: number | null;
  readonly place: ModelPlace;
  /** Assigned before it is read on every way; nothing else assigns it. */
  readonly temporary: boolean;
}

/** A function that is being translated in the place of a call. */
export interface Frame {
  readonly node: FunctionNode | null;
  readonly name: string;
  /** The number of the call: labels of two calls differ. */
  readonly call: number;
  /** The thread's own function: its labels and places have no prefix. */
  readonly root: boolean;
  readonly result: CType;
  /** Where `return` leaves its value; undefined as long as nobody has asked. */
  returned: Binding | null;
  returns: number;
  /** A `return` at the very end needs no jump. */
  readonly single: boolean;
  value: Value | null;
  /** What may have no value where it begins, where it returns, and what it declares. */
  readonly before: Unset;
  left: Unset;
  readonly objects: LValue[];
  readonly labels: Map<string, Arrival>;
}

/** A label of a function, as jumps to it are found. */
export interface Arrival {
  /** What may have no value in those that stand before it. */
  jumped: Unset;
  /** How many objects were declared before the first of these jumps: they may pass the declarations of others. */
  declared: number;
  /** What may have no value behind it; undefined as long as it was not found. */
  here?: Unset;
}

/** Scalars that may have no value at a place, by key; null for a place that is never reached. */
export type Unset = ReadonlySet<string> | null;

/** Where two ways meet. */
export function either(one: Unset, other: Unset): Unset {
  if (one === null || other === null) return one ?? other;
  if (one.size === 0 || other.size === 0) return one.size === 0 ? other : one;
  return new Set([...one, ...other]);
}

export class Emitter {
  protected out: Statement[] = [];
  readonly locals: LocalDraft[] = [];
  protected readonly scopes: Map<string, Binding>[] = [new Map()];
  protected readonly frames: Frame[] = [];
  /** The place that statements get. */
  protected at: Place;
  protected atomic = 0;
  /** Inside of `//@ ghost`. */
  protected ghostly = false;
  /** See `lifetime.ts`. */
  protected unset: Unset = new Set();

  constructor(
    readonly unit: Unit,
    /** The name of the thread. */
    readonly name: string,
    place: Place,
  ) {
    this.at = place;
  }

  protected get frame(): Frame {
    return this.frames.at(-1) as Frame;
  }

  protected get within(): string | null {
    const { root, name } = this.frame;
    return root ? null : name;
  }

  protected modelPlace(place: Place = this.at): ModelPlace {
    return this.unit.place(place, this.frames.length === 0 ? null : this.within);
  }

  /** Statements that go into a list of their own, and are executed by all who come here, or perhaps. */
  protected collect(make: () => void, when: 'always' | 'perhaps' = 'perhaps'): Statement[] {
    const [outer, unset] = [this.out, this.unset];
    this.out = [];
    try {
      make();
      return this.out;
    } finally {
      this.out = outer;
      if (when === 'perhaps') this.unset = either(unset, this.unset);
    }
  }

  /** One of two lists of statements is executed. */
  protected arms(first: () => void, second: () => void): [Statement[], Statement[]] {
    const before = this.unset;
    const one = this.collect(first, 'always');
    const after = this.unset;
    this.unset = before;
    const other = this.collect(second, 'always');
    this.unset = either(after, this.unset);
    return [one, other];
  }

  protected scoped<T>(make: () => T): T {
    this.scopes.push(new Map());
    try {
      return make();
    } finally {
      this.scopes.pop();
    }
  }

  protected bind(name: string, binding: Binding): void {
    this.scopes.at(-1)?.set(name, binding);
  }

  protected add(statement: DistributiveOmit<Statement, 'labels' | 'place'>, place: Place = this.at): void {
    this.out.push({ labels: [], place: this.modelPlace(place), ...statement } as Statement);
  }

  protected branch(
    condition: Term,
    then: readonly Statement[],
    otherwise: readonly Statement[] | null,
    text: string,
    place: Place = this.at,
  ): void {
    this.add({ kind: 'if', condition, then, otherwise, text }, place);
  }

  protected local(name: string, sort: Sort | (() => Sort), size: number | null = null, temporary = false): number {
    const thunk = typeof sort === 'function' ? sort : () => sort;
    this.locals.push({ name, sort: thunk, size, place: this.modelPlace(), temporary });
    return this.locals.length - 1;
  }

  protected temporary(sort: Sort | (() => Sort) = { kind: 'int' }): number {
    return this.local(`$${this.locals.length}`, sort, null, true);
  }

  protected assign(target: Target, value: Term | 'any', text: string, more: { release?: true } = {}): void {
    this.add({ kind: 'assign', target, value, text, ...more });
  }

  protected assignLocal(variable: number, value: Term | 'any', text = ''): void {
    this.assign({ kind: 'local', variable, index: null }, value, text);
  }

  /** The value now, whatever happens later: constants and temporaries as they are, others in a temporary. */
  protected stable(term: Term, text = '', sort: Sort | (() => Sort) = { kind: 'int' }): Term {
    if (this.isStable(term)) return term;
    const variable = this.temporary(sort);
    // What is only moved between locals is not told.
    this.assignLocal(variable, term, text === '' && readsShared(term) ? this.unit.text(this.at) : text);
    return readLocal(variable);
  }

  protected isStable(term: Term): boolean {
    return leavesOf(term).every(
      (leaf) => leaf.kind === 'local' && leaf.index === null && this.locals[leaf.variable]?.temporary === true,
    );
  }

  /** Loads are steps: a term with one is used once. */
  protected once(term: Term): Term {
    return readsShared(term) ? this.stable(term) : term;
  }

  /** Evaluates a second part behind a first one, which is kept if the second has effects. */
  protected inOrder<T>(first: Term, second: () => T): { readonly first: Term; readonly second: T } {
    let value: T | undefined;
    const effects = this.collect(() => {
      value = second();
    }, 'always');
    const kept = effects.length === 0 ? first : this.stable(first);
    this.out.push(...effects);
    return { first: kept, second: value as T };
  }

  /** `said`: the text asserts it; otherwise it is a rule of C. */
  protected assert(condition: Term, text: string, said = false): void {
    if (condition.kind === 'constant' && condition.value !== 0) return;
    this.add({ kind: 'assert', condition, text, ...(said ? {} : { unsaid: true as const }) });
  }
}

/** `Omit` that keeps a union apart. */
type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
