/**
 * The symbols of the array system of a program, and what stands for what.
 *
 *   roles      every process is a thread of an any-kind, or one of the other threads, or an observer. The others are constants
 *              of sort proc: a process is thread S when it is the one that `S` names, which may be none. So nobody takes a
 *              role twice, and a role that nobody takes is a thread that has not moved yet.
 *   PC         where a process is, an enumeration over the locations of all roles: the role of a process shows in it
 *   locals     an array over processes for each local of a role; one for each cell of a local array
 *   shared     a scalar for each cell; an array over processes when there is a cell for each any-thread
 *   numbers    a constant of sort proc for each number that is used like one of a thread (`numbers.ts`)
 *   count(T)   a constant of sort int (`census.ts`)
 *
 * Values: a type with few values is an enumeration; `int` and large ranges are integers.
 *
 * Observers never move. Conditions of programs speak of memory, those of array systems of what a process sees there: an
 * observer has nothing in its store buffer, so it sees memory itself. There are any number of them, when they are needed. Where
 * store queues become cells afterwards (`bridges/store-slots`), memory is a cell and nobody has to observe it.
 */

import { countLocal } from '../../languages/program/instantiate.js';
import { hasBuffers, hasOneQueue, type MemoryModel } from '../../memory/models.js';
import {
  type Access,
  BOOL,
  type EnumSort,
  type Formula,
  INT,
  PROC,
  type Process,
  type Sort,
  type StateSymbol,
  type Term,
} from '../../models/array-system/model.js';
import { FreshNames } from '../../models/fresh-names.js';
import { boundsOf, showValue } from '../../models/program/cells.js';
import { assignedLocals, leavesOf } from '../../models/program/expression.js';
import { type FiniteValues, finiteValues, MOST_VALUES } from '../../models/program/finite.js';
import type { Program, StateExpression, Variable } from '../../models/program/model.js';
import { Refused } from '../../models/refusal.js';
import { conjunction, equal } from './formulas.js';
import { type Numbers, numbersOf } from './numbers.js';
import { withOwnNumber } from './own-number.js';
import type { Source } from './source.js';
import { splitRegisters } from './webs.js';

export type Representation =
  /** Constructor k is the value low + k. */
  | { readonly kind: 'values'; readonly low: number; readonly sort: EnumSort }
  /** The bounds of its type; null without. */
  | { readonly kind: 'integer'; readonly bounds: { readonly low: number; readonly high: number } | null }
  /** Numbers of the threads of this any-kind. */
  | { readonly kind: 'threads'; readonly of: string };

/** A variable of the program as symbols. */
export interface Cells {
  readonly name: string;
  readonly representation: Representation;
  /** One for each cell; a single one when there is a cell for each thread. */
  readonly symbols: readonly StateSymbol[];
  /** How many cells; null for a scalar and for a cell for each thread. */
  readonly size: number | null;
  /** The any-kind that numbers the cells. */
  readonly perThread: string | null;
}

/** How a role gets at one of its locals. */
export type Local =
  | { readonly kind: 'cells'; readonly cells: Cells; readonly assigned: boolean }
  | { readonly kind: 'constant'; readonly value: number }
  | { readonly kind: 'self' }
  /** How many threads of the any-kind there are. */
  | { readonly kind: 'count'; readonly cells: Cells };

export interface Role {
  /** As array systems spell it. */
  readonly name: string;
  /** As the program does. */
  readonly title: string;
  /** Position among the program's templates. */
  readonly template: number;
  /** A thread of the sample with this role. */
  readonly thread: number;
  /** Who it is; null for an any-kind. */
  readonly constant: StateSymbol | null;
  /** For each location its constructor in the sort of PC; those of failure have one in common, unreachable ones none. */
  readonly places: ReadonlyMap<number, number>;
  readonly locals: readonly Local[];
}

export interface Vocabulary {
  readonly source: Source;
  /** The sample, with split registers. */
  readonly program: Program;
  readonly numbers: Numbers;
  readonly weak: boolean;
  /** Conditions read memory through observers; else they read it as nobody. */
  readonly observed: boolean;
  readonly symbols: readonly StateSymbol[];
  /** The constant that is the number of threads of the any-kind; null if nobody asks. */
  readonly count: StateSymbol | null;
  readonly placeSort: EnumSort;
  readonly place: StateSymbol;
  readonly roles: readonly Role[];
  /** The constructor of PC for a thread that has failed. */
  readonly failed: number;
  /** That for an observer; null when conditions need none. */
  readonly observer: number | null;
  /** For each shared variable. */
  readonly shared: readonly Cells[];
  /** By any-kind and number. */
  readonly numberConstants: ReadonlyMap<string, ReadonlyMap<number, StateSymbol>>;
}

const FAILED = 'Failed';
const OBSERVER = 'Observer';

export function vocabularyOf(source: Source, memory: MemoryModel): Vocabulary {
  const sample = source.program;
  const split = sample.templates.map(splitRegisters);
  const program: Program = {
    ...sample,
    templates: split.map(({ template }) =>
      source.anyThreads.includes(template.name) ? withOwnNumber(template) : template,
    ),
    threads: sample.threads.map((thread) => {
      const origins = split[thread.template]?.origins ?? [];
      const first = origins.map((origin) => thread.initial[origin] as readonly (number | 'any')[]);
      // How many there are in the sample is no matter.
      const open = sample.templates[thread.template]?.locals.findIndex((local) => isCount(local, source)) ?? -1;
      return { ...thread, initial: first.map((values, local) => (local === open ? ['any' as const] : values)) };
    }),
  };
  const numbers = numbersOf(program, source);
  return new Builder(source, program, numbers, hasBuffers(memory), hasOneQueue(memory)).build();
}

function isCount({ name }: Variable, { counted }: Source): boolean {
  return counted !== null && name === countLocal(counted);
}

class Builder {
  private readonly finite: FiniteValues;
  private readonly symbols: StateSymbol[] = [];
  private readonly sorts = new Map<string, EnumSort>();
  private readonly names = new FreshNames();
  private count: Cells | null = null;

  constructor(
    private readonly source: Source,
    private readonly program: Program,
    private readonly numbers: Numbers,
    private readonly weak: boolean,
    private readonly observed: boolean,
  ) {
    this.finite = finiteValues(program);
  }

  build(): Vocabulary {
    const { program, source, numbers, weak, observed } = this;
    const parts = this.rolesOf();
    const constructors = parts.flatMap(({ labels }) => labels);
    const observers = observed && program.never.some(({ condition }) => readsMemory(condition)) ? [OBSERVER] : [];
    const placeSort: EnumSort = { kind: 'enum', name: 'place', constructors: [...constructors, FAILED, ...observers] };
    const place = this.symbol('PC', placeSort, 1, false, false);
    const failed = constructors.length;
    const shared = program.shared.map((variable, number) => {
      const perThread = source.perThread.get(variable.name) ?? null;
      const threads = numbers.ofShared(number);
      const representation = this.representation(variable, threads, this.finite.ofShared(number));
      return this.cells(variable, variable.name, representation, perThread, null);
    });
    let offset = 0;
    const roles = parts.map(({ name, title, template, thread, isAny, locations }): Role => {
      const places = new Map<number, number>();
      for (const location of locations) {
        const fails = program.templates[template]?.locations[location]?.failure !== null;
        places.set(location, fails ? failed : offset++);
      }
      const constant = isAny ? null : this.symbol(name, PROC, 0, true, false);
      return { name, title, template, thread, constant, places, locals: this.locals(name, template, thread, isAny) };
    });
    const numberConstants = new Map(
      source.anyThreads.map((thread) => [
        thread,
        new Map(
          (source.first === 0 ? [] : numbers.constants(thread)).map((value) => [
            value,
            this.symbol(`${thread}_number_${value < 0 ? `m${-value}` : value}`, PROC, 0, true, false),
          ]),
        ),
      ]),
    );
    return {
      source,
      program,
      numbers,
      weak,
      observed,
      symbols: this.symbols,
      count: this.count?.symbols[0] ?? null,
      placeSort,
      place,
      roles,
      failed,
      observer: observers.length === 0 ? null : failed + 1,
      shared,
      numberConstants,
    };
  }

  /** One role for each any-kind and for each other thread, with the names of its locations but for those of failure. */
  private rolesOf() {
    const { program, source } = this;
    const seen = new Set<number>();
    const names = new Set<string>();
    return program.threads.flatMap(({ name, template }, thread) => {
      const { name: kind, locations, entry, edges } = program.templates[template] as Program['templates'][number];
      const isAny = source.anyThreads.includes(kind);
      if (isAny && seen.has(template)) return [];
      seen.add(template);
      const reached = new Set([entry]);
      for (const from of reached) for (const edge of edges) if (edge.from === from) reached.add(edge.to);
      const ordered = [...reached].sort((one, other) => one - other);
      let called = upper(isAny ? kind : name);
      while (names.has(called)) called += '_';
      names.add(called);
      const labels = ordered
        .filter((location) => locations[location]?.failure === null)
        .map((location) => [called, 'at', ...(locations[location]?.labels ?? []), location].join('_'));
      // The sample's threads from `first` on stand for all.
      const sample = isAny ? program.threads.findIndex((other) => other.template === template) + source.first : thread;
      return [
        { name: called, title: isAny ? kind : name, template, thread: sample, isAny, locations: ordered, labels },
      ];
    });
  }

  private locals(role: string, template: number, thread: number, isAny: boolean): Local[] {
    const { locals, parameters, edges } = this.program.templates[template] as Program['templates'][number];
    const assigned = assignedLocals(edges);
    return locals.map((variable, number): Local => {
      if (isAny && number < parameters) return { kind: 'self' };
      if (isCount(variable, this.source)) return { kind: 'count', cells: this.countCells() };
      const [first] = this.program.threads[thread]?.initial[number] ?? [];
      const threads = this.numbers.ofLocal(template, number);
      if (!assigned.has(number) && variable.size === null && typeof first === 'number') {
        const isSelf = isAny && this.source.first > 0 && first >= this.source.first;
        return isSelf ? { kind: 'self' } : { kind: 'constant', value: first };
      }
      const representation = this.representation(variable, threads, this.finite.ofLocal(template, number));
      const cells = this.cells(variable, `${role}_${variable.name}`, representation, null, role);
      return { kind: 'cells', cells, assigned: assigned.has(number) };
    });
  }

  private countCells(): Cells {
    const { counted } = this.source;
    this.count ??= {
      name: `count(${counted})`,
      representation: { kind: 'integer', bounds: null },
      symbols: [this.symbol(`Count_of_${counted}`, INT, 0, true, false)],
      size: null,
      perThread: null,
    };
    return this.count;
  }

  private representation(
    variable: Variable,
    threads: string | null,
    finite: ReadonlySet<number> | null,
  ): Representation {
    if (threads !== null) return { kind: 'threads', of: threads };
    const bounds = boundsOf(variable.sort) ?? rangeOf(finite);
    if (bounds === null || bounds.high - bounds.low >= MOST_VALUES) {
      return { kind: 'integer', bounds: boundsOf(variable.sort) };
    }
    return { kind: 'values', low: bounds.low, sort: this.sortOf(variable, bounds.low, bounds.high) };
  }

  private sortOf({ sort }: Variable, low: number, high: number): EnumSort {
    if (low === 0 && high === 1) return BOOL;
    const isEnum = sort.kind === 'enum' && sort.name !== '';
    const key = isEnum ? `type ${sort.name}` : `${low}..${high}`;
    const known = this.sorts.get(key);
    if (known !== undefined) return known;
    const constructors = Array.from({ length: high - low + 1 }, (_, k) =>
      isEnum ? upper(showValue(low + k, sort)) : `N${low + k < 0 ? `m${-low - k}` : low + k}`,
    );
    const name = isEnum ? sort.name : `range_${low}_${high}`.replaceAll('-', 'm');
    const made: EnumSort = { kind: 'enum', name, constructors };
    this.sorts.set(key, made);
    return made;
  }

  /** `owner` null: shared. */
  private cells(
    variable: Variable,
    name: string,
    representation: Representation,
    perThread: string | null,
    owner: string | null,
  ): Cells {
    const sort =
      representation.kind === 'values' ? representation.sort : representation.kind === 'integer' ? INT : PROC;
    const arity = (owner === null ? 0 : 1) + (perThread === null ? 0 : 1);
    const weak = this.weak && owner === null;
    const size = perThread === null ? variable.size : null;
    const symbols = Array.from({ length: size ?? 1 }, (_, k) =>
      this.symbol(size === null ? name : `${name}_${k}`, sort, arity, false, weak),
    );
    return { name: variable.name, representation, symbols, size, perThread };
  }

  private symbol(wanted: string, sort: Sort, arity: number, constant: boolean, weak: boolean): StateSymbol {
    const name = this.names.take(upper(wanted));
    const symbol: StateSymbol = { name, index: this.symbols.length, constant, arity, sort, weak };
    this.symbols.push(symbol);
    return symbol;
  }
}

/** Whether a condition speaks of memory. */
export function readsMemory(condition: StateExpression): boolean {
  return leavesOf(condition).some(({ kind }) => kind === 'memory');
}

function rangeOf(values: ReadonlySet<number> | null): { low: number; high: number } | null {
  if (values === null || values.size === 0) return null;
  return { low: Math.min(...values), high: Math.max(...values) };
}

/** A name of array systems: letters, digits and `_`, the first one a capital. */
function upper(name: string): string {
  const plain = name.replaceAll(/[^A-Za-z0-9_]+/g, '_').replaceAll(/^_+|_+$/g, '');
  return /^[A-Za-z]/.test(plain) ? plain.charAt(0).toUpperCase() + plain.slice(1) : `V${plain}`;
}

export function accessOf(symbol: StateSymbol, indices: readonly Process[], reader: Process | null = null): Access {
  return { symbol, indices, reader };
}

export function placeOf(vocabulary: Vocabulary, process: Process): Access {
  return accessOf(vocabulary.place, [process]);
}

export function isAt(vocabulary: Vocabulary, process: Process, value: number): Formula {
  const { placeSort: sort } = vocabulary;
  return equal({ kind: 'access', access: placeOf(vocabulary, process) }, { kind: 'constructor', sort, value });
}

/** The process has the role: for what PC does not show. */
export function hasRole({ constant }: Role, process: Process): Formula {
  if (constant === null) return conjunction([]);
  return equal({ kind: 'access', access: accessOf(constant, []) }, { kind: 'process', process });
}

/** A number as one of threads of the kind. */
export function threadNumber({ numberConstants }: Vocabulary, kind: string, value: number): Term {
  const symbol = numberConstants.get(kind)?.get(value);
  if (symbol === undefined) throw new Refused(`${value} is no number of a ${kind}`);
  return { kind: 'access', access: accessOf(symbol, []) };
}
