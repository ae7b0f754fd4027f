/**
 * An array system with weak variables under PSO as one under SC: store queues become cells of the processes (`slots.ts`).
 *
 *   - a transition that buffers its writes puts them into the queues of its actor, one for each cell
 *   - an atomic transition, and a fence, wait until all queues of the actor are empty; the former works on memory
 *   - other reads are of the newest write that waits in the reader's own queue for the cell, else of memory (`reads.ts`)
 *   - further transitions take the oldest write of a queue to memory
 *
 * Queues that are kept as such have room for some writes. A transition that would need more does not happen; with `told` there
 * is one beside it that happens instead and makes the variable `Overflow` true, and that is unsafe. So what is safe then is
 * so for queues of any length: no queue is ever longer. Each step is one of the machine with store queues, and the other
 * way round, up to the first overflow.
 *
 * Queues that are kept without order need no bound. A step of the machine is a step here: what waits before the newest write is among
 * the values that were put there since the queue was empty, and these may reach memory at any time. So what is safe here is safe
 * there. The other way round a run has to be tried (`run.ts`).
 */
import type { MemoryWith } from '../../memory/models.js';
import type { Run } from '../../memory/operational/replay.js';
import {
  type Access,
  type ArraySystem,
  BOOL,
  type EnumSort,
  type Formula,
  type Process,
  type Property,
  type StateSymbol,
  type Term,
  type Transition,
  type Update,
} from '../../models/array-system/model.js';
import { isAtomic } from '../../models/array-system/views.js';
import { FreshNames } from '../../models/fresh-names.js';
import { bound, conjunction, disjunction, equal } from '../any-threads/formulas.js';
import type { Origin } from './origin.js';
import { canKeepValues, type KeptValue, queuesOf, type SlotPlan } from './plan.js';
import { named } from './processes.js';
import { type Apart, NOBODY_APART, parametersApart, Reads } from './reads.js';
import { runOnMachine } from './run.js';
import { actorOf, assign, cell, Slots } from './slots.js';

export type { Keeping, SlotPlan } from './plan.js';
export { canKeepValues, queuesOf } from './plan.js';
export { LONGEST } from './slots.js';

export interface SlotSystem {
  readonly system: ArraySystem;
  readonly plan: SlotPlan;
  /** The weak variables whose queue the run overfills at its end; empty if it does not. */
  overflowOf(run: Run): readonly StateSymbol[];
  /** The run on the machine with store queues; null if it is none there. */
  runOf(run: Run): Run | null;
  /** What the further cells are, for people. */
  readonly words: ReadonlyMap<StateSymbol, SlotWords>;
}

/** Of a cell that belongs to a queue. */
export interface SlotWords {
  readonly symbol: StateSymbol;
  readonly slots: Slots;
  readonly part: 'waits' | 'newest' | { readonly older: number } | { readonly had: KeptValue };
}

export function withSlots(
  system: ArraySystem,
  memory: MemoryWith<'a queue per cell'>,
  plan: SlotPlan,
  overflow: 'told' | 'blocks',
): SlotSystem {
  return new Builder(system, plan, overflow).build(memory);
}

/** Whether the plan says how to keep each queue of the system, and of nothing else. */
export function isPlanFor(system: ArraySystem, plan: SlotPlan): boolean {
  const wanted = queuesOf(system, 1);
  return (
    plan.size === wanted.size &&
    [...plan].every(
      ([symbol, { kind }]) =>
        wanted.has(symbol) && (kind === 'queue' || canKeepValues(system, system.symbols[symbol] as StateSymbol)),
    )
  );
}

class Builder {
  private readonly names: FreshNames;
  /** Names of processes. */
  private readonly binders: FreshNames;
  private readonly symbols: StateSymbol[];
  private readonly slots = new Map<number, Slots>();
  private readonly sorts = new Map<number, EnumSort>();
  private readonly overflow: StateSymbol | null;
  private readonly transitions: Transition[] = [];
  private readonly origins: Origin[] = [];

  constructor(
    private readonly from: ArraySystem,
    private readonly plan: SlotPlan,
    overflow: 'told' | 'blocks',
  ) {
    this.names = new FreshNames(from.symbols.map(({ name }) => name));
    this.binders = new FreshNames(processNames(from));
    this.symbols = [...from.symbols];
    const make = (name: string, sort: StateSymbol['sort'], arity: number): StateSymbol => {
      const made = {
        name: this.names.take(name),
        index: this.symbols.length,
        constant: false,
        arity,
        sort,
        weak: false,
      };
      this.symbols.push(made);
      return made;
    };
    const sortOfLength = (constructors: readonly string[]): EnumSort => {
      const known = this.sorts.get(constructors.length);
      if (known !== undefined) return known;
      const sort: EnumSort = { kind: 'enum', name: `waiting_${constructors.length - 1}`, constructors };
      this.sorts.set(constructors.length, sort);
      return sort;
    };
    for (const [index, keeping] of plan) {
      const symbol = from.symbols[index] as StateSymbol;
      this.slots.set(index, new Slots(from, symbol, keeping, make, sortOfLength));
    }
    const mayOverflow = overflow === 'told' && [...plan.values()].some(({ kind }) => kind === 'queue');
    this.overflow = mayOverflow ? make('Overflow', BOOL, 0) : null;
  }

  build(memory: MemoryWith<'a queue per cell'>): SlotSystem {
    const { from } = this;
    for (const [position, transition] of from.transitions.entries()) this.transition(transition, position);
    for (const slots of this.slots.values()) this.flushes(slots);
    const property = <P extends Property>(each: P): P => {
      const reads = this.reads(null);
      const formula = reads.formula(each.formula, conjunction([]), parametersApart(each.parameters));
      return { ...each, formula };
    };
    const system: ArraySystem = {
      processes: from.processes,
      symbols: this.symbols,
      init: this.init(),
      ...(from.census === undefined ? {} : { census: from.census }),
      invariants: from.invariants.map(property),
      unsafe: [...from.unsafe.map(property), ...this.overflown()],
      ...(from.lemmas === undefined ? {} : { lemmas: from.lemmas.map(property) }),
      transitions: this.transitions,
      weak: false,
    };
    const { origins, plan } = this;
    return {
      system,
      plan,
      overflowOf: (run) => {
        const last = run.steps.at(-1);
        const origin = last === undefined || last.kind === 'drain' ? undefined : origins[last.transition];
        return origin?.kind === 'overflow' ? origin.symbols : [];
      },
      runOf: (run) => runOnMachine(from, memory, origins, run),
      words: this.words(),
    };
  }

  private words(): Map<StateSymbol, SlotWords> {
    const words = new Map<StateSymbol, SlotWords>();
    for (const slots of this.slots.values()) {
      const { symbol } = slots;
      words.set(slots.waiting, { symbol, slots, part: 'waits' });
      if (slots.newestOf !== null) words.set(slots.newestOf, { symbol, slots, part: 'newest' });
      for (const [k, each] of slots.older.entries()) words.set(each, { symbol, slots, part: { older: k } });
      for (const { value, symbol: each } of slots.had) words.set(each, { symbol, slots, part: { had: value } });
    }
    return words;
  }

  private reads(reader: Process | null): Reads {
    return new Reads(this.slots, reader);
  }

  private readonly fresh = (): string => this.binders.take('k');

  /** All queues of the process are empty. */
  private drained(process: Process): Formula {
    return conjunction([...this.slots.values()].map((slots) => slots.nothingOf(process, this.fresh)));
  }

  private add(transition: Transition, origin: Origin): void {
    this.transitions.push(transition);
    this.origins.push(origin);
  }

  private transition(transition: Transition, position: number): void {
    const apart = parametersApart(transition.parameters);
    const actor = transition.actor === null ? null : actorOf(transition);
    const atomic = isAtomic(transition);
    const isEmpty = actor === null ? conjunction([]) : this.drained(actor);
    // An atomic transition finds its queues empty: it reads memory.
    const reads = atomic || actor === null ? new Reads(new Map(), null) : this.reads(actor);
    const guard = conjunction([
      reads.formula(transition.guard, atomic ? conjunction([]) : isEmpty, apart),
      ...(atomic ? [isEmpty] : []),
    ]);
    const room: Formula[] = [];
    const full: { readonly slots: Slots; readonly formula: Formula }[] = [];
    const updates = transition.updates.flatMap((update): Update[] => {
      const slots = this.slots.get(update.symbol.index);
      if (slots === undefined || atomic || actor === null) return [this.directly(update, reads, apart)];
      const made = this.buffered(update, slots, actor);
      if (slots.length !== null) {
        room.push(made.room);
        full.push({ slots, formula: made.full });
      }
      return made.updates;
    });
    const plain = { ...transition, actor: null };
    const origin: Origin = { kind: 'transition', transition: position };
    this.add({ ...plain, guard: conjunction([guard, ...room]), updates }, origin);
    if (this.overflow === null || full.length === 0) return;
    this.add(
      {
        ...plain,
        name: `${transition.name}_overflows`,
        guard: conjunction([guard, disjunction(full.map(({ formula }) => formula))]),
        updates: [assign(this.overflow, [], { kind: 'constructor', sort: BOOL, value: 1 })],
      },
      { kind: 'overflow', symbols: full.map(({ slots }) => slots.symbol) },
    );
  }

  /** A write that does not wait. */
  private directly(update: Update, reads: Reads, apart: Apart): Update {
    const symbol = update.symbol;
    switch (update.kind) {
      case 'havoc':
        return { kind: 'havoc', symbol };
      case 'assign': {
        const ways = reads.term(update.value, apart);
        const [first, ...others] = ways;
        if (first !== undefined && others.length === 0) return assign(symbol, update.indices, first.what);
        const names = update.indices.map(this.fresh);
        const here = names.map((name, k) =>
          equal({ kind: 'process', process: bound(name) }, { kind: 'process', process: update.indices[k] as Process }),
        );
        return {
          kind: 'case',
          symbol,
          binders: names,
          switches: ways.map(({ when, what }) => ({ condition: conjunction([...here, when]), value: what })),
          otherwise: cell(symbol, named(names)),
        };
      }
      case 'case': {
        const switched = update.switches.flatMap(({ condition, value }) => {
          const when = reads.formula(condition, conjunction([]), apart);
          return reads.term(value, apart).map((way) => ({
            condition: conjunction([when, way.when]),
            value: way.what,
          }));
        });
        const { otherwise } = update;
        const rest = otherwise === null ? [] : reads.term(otherwise, apart);
        const kept = this.from.weak ? cell(symbol, named(update.binders)) : null;
        return {
          kind: 'case',
          symbol,
          binders: update.binders,
          switches: [...switched, ...rest.slice(0, -1).map(({ when, what }) => ({ condition: when, value: what }))],
          otherwise: rest.at(-1)?.what ?? kept,
        };
      }
    }
  }

  /** A write that waits. It reads no weak cell: that would make it atomic. */
  private buffered(
    update: Update,
    slots: Slots,
    actor: Process,
  ): { readonly updates: Update[]; readonly room: Formula; readonly full: Formula } {
    const term = (value: Term): Term => this.plainTerm(value);
    if (update.kind === 'assign') {
      const at = slots.at(actor, update.indices);
      const full = slots.full(at);
      return {
        updates: slots.enqueuedAt(at, term(update.value), this.fresh),
        room: { kind: 'not', operand: full },
        full,
      };
    }
    const names = Array.from({ length: slots.dimensions }, this.fresh);
    const { writer, indices } = slots.of(named(names));
    const isActor = equal({ kind: 'process', process: writer }, { kind: 'process', process: actor });
    if (update.kind === 'havoc') {
      const full = slots.full(slots.at(actor, []));
      return {
        updates: slots.enqueued(names, isActor, [], true),
        room: { kind: 'not', operand: full },
        full,
      };
    }
    const inside = new Map(update.binders.map((name, k) => [name, indices[k] as Process]));
    const within = (formula: Formula): Formula => this.plainFormula(renamedFormula(formula, inside));
    const switches = update.switches.map(({ condition, value }) => ({
      condition: conjunction([isActor, within(condition)]),
      value: term(renamedTerm(value, inside)),
    }));
    const last =
      update.otherwise === null ? [] : [{ condition: isActor, value: term(renamedTerm(update.otherwise, inside)) }];
    const all = [...switches, ...last];
    const written = disjunction(all.map(({ condition }) => condition));
    const isFull = conjunction([written, slots.full(named(names))]);
    const some = names.reduceRight<Formula>(
      (body, variable) => ({ kind: 'exists', variable, excluded: [], body }),
      isFull,
    );
    return { updates: slots.enqueued(names, written, all, false), room: { kind: 'not', operand: some }, full: some };
  }

  private plainTerm(value: Term): Term {
    return new Reads(new Map(), null).term(value, NOBODY_APART)[0]?.what as Term;
  }

  private plainFormula(formula: Formula): Formula {
    const reads = new Reads(new Map(), null);
    return reads.formula(formula, conjunction([]), NOBODY_APART);
  }

  /** The indices of a queue's place may be the same process: one transition for each way in which they are. */
  private flushes(slots: Slots): void {
    const memory = slots.symbol;
    const called = `flush_${slots.symbol.name}`;
    let count = 0;
    for (const at of coincidences(slots.dimensions)) {
      const parameters = [...new Set(at)].map((k) => `p${k + 1}`);
      const place = named(at.map((k) => parameters[k] as string));
      const values = slots.taken;
      let way = 0;
      for (const { guard, updates } of slots.flushes(place, memory)) {
        const value = slots.length === null ? (values[way] ?? null) : null;
        way++;
        count++;
        this.add(
          {
            name: count === 1 ? called : `${called}_${count}`,
            parameters,
            actor: null,
            guard,
            updates,
            place: { line: 0, column: 0 },
          },
          { kind: 'flush', slots, at, value },
        );
      }
    }
  }

  private init(): Property {
    const { init } = this.from;
    const most = Math.max(0, ...[...this.slots.values()].map(({ dimensions }) => dimensions));
    const parameters = [...init.parameters];
    while (parameters.length < most) parameters.push(this.fresh());
    const empty = [...this.slots.values()].map((slots) => slots.empty(named(parameters.slice(0, slots.dimensions))));
    const none =
      this.overflow === null
        ? []
        : [equal(cell(this.overflow, []), { kind: 'constructor', sort: BOOL, value: 0 } as const)];
    return { ...init, parameters, formula: conjunction([this.plainFormula(init.formula), ...empty, ...none]) };
  }

  private overflown(): Property[] {
    const { overflow } = this;
    if (overflow === null) return [];
    const formula = equal(cell(overflow, []), { kind: 'constructor', sort: BOOL, value: 1 });
    return [{ name: 'overflow', parameters: [], formula, place: { line: 0, column: 0 } }];
  }
}

/** The ways in which so many indices can be the same: 0 for the first, and each the next number or one before it. */
export function coincidences(count: number): number[][] {
  let ways: number[][] = [[]];
  for (let k = 0; k < count; k++) {
    ways = ways.flatMap((way) => {
      const next = Math.max(-1, ...way) + 1;
      return Array.from({ length: next + 1 }, (_, number) => [...way, next - number]);
    });
  }
  return ways;
}

type Renaming = ReadonlyMap<string, Process>;

function renamedProcess(process: Process, names: Renaming): Process {
  return process.kind === 'bound' ? (names.get(process.name) ?? process) : process;
}

function renamedTerm(term: Term, names: Renaming): Term {
  const access = (of: Access): Access => ({
    ...of,
    indices: of.indices.map((process) => renamedProcess(process, names)),
  });
  switch (term.kind) {
    case 'process':
      return { ...term, process: renamedProcess(term.process, names) };
    case 'constructor':
      return term;
    case 'access':
      return { ...term, access: access(term.access) };
    case 'linear':
      return { ...term, summands: term.summands.map((each) => ({ ...each, access: access(each.access) })) };
  }
}

/** Of a condition of a `case`, which has no quantifiers. */
function renamedFormula(formula: Formula, names: Renaming): Formula {
  switch (formula.kind) {
    case 'constant':
    case 'fence':
      return formula;
    case 'compare':
      return { ...formula, left: renamedTerm(formula.left, names), right: renamedTerm(formula.right, names) };
    case 'not':
      return { ...formula, operand: renamedFormula(formula.operand, names) };
    case 'and':
    case 'or':
      return { ...formula, operands: formula.operands.map((operand) => renamedFormula(operand, names)) };
    case 'forall':
    case 'exists':
      return { ...formula, body: renamedFormula(formula.body, names) };
  }
}

/** All names of processes in the system. */
function processNames(part: unknown, found: Set<string> = new Set()): Set<string> {
  if (typeof part !== 'object' || part === null) return found;
  if (Array.isArray(part)) {
    for (const each of part) {
      if (typeof each === 'string') found.add(each);
      else processNames(each, found);
    }
    return found;
  }
  for (const [key, inner] of Object.entries(part)) {
    if (key === 'variable' && typeof inner === 'string') found.add(inner);
    else if (key === 'name' && typeof inner === 'string') found.add(inner);
    else processNames(inner, found);
  }
  return found;
}
