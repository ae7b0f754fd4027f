/**
 * What a new write does to the pending reads: the choices of rf in a step back (section 4.2 of the Cubicle-W paper).
 *
 * First, which locations are written: an assignment names its cell, a `case` may leave that to a condition on the state, and
 * then there is a choice with that condition, or its negation, for each such location. Conditions are decided where the
 * cube has reads or marks, and where the write lies before a pending read: it leaves a mark then, and a read of that
 * location that is met further back lies before it. Cells of processes without a name are marked, too (strangers.ts).
 *
 * Then, which pending reads of the written locations read from the write. Those of its own process must, or they would
 * miss a write that is before them in program order. Those of others may or may not; all reads of one event together, since
 * they happen at once and the writes reach memory at once. A read that reads from the write is after it, one that does not
 * is before it; so with an event all later ones, and all that are after the write anyhow, have to read from it. That
 * leaves suffixes in program order, and no cycle.
 */
import { type Literal, type Literals, PLAIN, type SymbolInfo } from '../../../logic/literals.js';
import type { StateSymbol } from '../../../models/array-system/model.js';
import type { GuardedCommand, TemplateUpdate } from '../../../models/array-system/normal-form.js';
import { lowest, sizeOf } from '../bits.js';
import { cellsOf, processesOf } from '../cube.js';
import type { Instantiation } from '../instantiate.js';
import { tuples } from '../slots.js';
import { outsideIndices } from '../universal.js';
import type { EventCube } from './cube.js';
import { haveStranger, MOST_STRANGERS } from './strangers.js';

/** Locations that are written, under conditions: one alternative of each item holds. */
export interface Writing {
  /** Those with named processes. */
  readonly written: ReadonlySet<number>;
  /** Those of strangers (strangers.ts), if there are any. */
  readonly strange: ReadonlySet<number>;
  readonly items: readonly Literal[][][];
  /** Locations of processes without a name may be written too. */
  readonly elsewhere: boolean;
}

/** A location that is written: always, or under a disjunction of conditions. */
interface Hit {
  readonly cell: number;
  readonly when: true | Literal[][];
}

export class Writes {
  private readonly instance: Instantiation;
  private readonly literals: Literals;
  private readonly symbols: readonly StateSymbol[];

  constructor(instance: Instantiation, symbols: readonly StateSymbol[]) {
    this.instance = instance;
    this.literals = instance.literals;
    this.symbols = symbols;
  }

  /**
   * Calls `visit` for every choice of the locations that the command of the actor writes. Conditions that make no difference
   * are not decided, unless all are to be: the mark of a write with nothing after it is empty.
   */
  eachWriting(
    cube: EventCube,
    command: GuardedCommand,
    actor: number,
    processes: number,
    all: boolean,
    visit: (writing: Writing) => void,
  ): void {
    const { literals } = this;
    const matters = this.locationsOf(cube);
    const hits = this.hits(command, processes);
    const precedes = all || (cube.order.writes[actor] ?? 0) !== 0 || hits.some(({ cell }) => matters.has(cell));
    if (precedes) hits.push(...this.strangeHits(command, processes));
    const elsewhere = all && this.hitsUnnamed(command, processes);
    const written = new Set<number>();
    const strange = new Set<number>();
    const put = (cell: number) => (haveStranger(literals.cellProcesses[cell] as number) ? strange : written).add(cell);
    /** Cells with the same condition are written together. */
    const open = new Map<string, { readonly cells: number[]; readonly when: Literal[][] }>();
    for (const { cell, when } of hits) {
      if (when === true) put(cell);
      else if (precedes) {
        const key = when.map((disjunct) => disjunct.join()).join(';');
        const known = open.get(key);
        if (known === undefined) open.set(key, { cells: [cell], when });
        else known.cells.push(cell);
      }
    }
    const choices = [...open.values()];
    const items: Literal[][][] = [];
    const decide = (k: number): void => {
      const choice = choices[k];
      if (choice === undefined) return visit({ written, strange, items, elsewhere });
      const { length } = items;
      choice.cells.forEach(put);
      items.push(choice.when);
      decide(k + 1);
      items.length = length;
      for (const cell of choice.cells) {
        written.delete(cell);
        strange.delete(cell);
      }
      for (const disjunct of choice.when) items.push(disjunct.map((l) => [literals.negate(l)]));
      decide(k + 1);
      items.length = length;
    };
    decide(0);
  }

  /** Locations with named processes that the command may write. */
  private hits(command: GuardedCommand, processes: number): Hit[] {
    return this.weakUpdates(command).flatMap(([symbol, update]) =>
      this.cellsOf(symbol, update, processes).flatMap((cell) => {
        const when = this.hitAt(this.literals.indicesOf(cell), update);
        return when === false ? [] : [{ cell, when }];
      }),
    );
  }

  /** Those of strangers that it writes whoever they are: conditions that depend on that are left out. */
  private strangeHits(command: GuardedCommand, processes: number): Hit[] {
    const { literals } = this;
    if (literals.absolute) return []; // Every process has a name.
    return this.weakUpdates(command).flatMap(([symbol, update]) => {
      if (update.kind === 'assign') return [];
      const { arity } = literals.symbols[symbol] as SymbolInfo;
      if (arity > MOST_STRANGERS) return [];
      return outsideIndices(arity, processes).flatMap((indices) => {
        const found = this.hitAt(indices, update);
        if (found === false) return [];
        const when = found === true || found.filter((c) => !haveStranger(processesOf(literals, c)));
        return when === true || when.length > 0 ? [{ cell: literals.cell(symbol, indices), when }] : [];
      });
    });
  }

  private weakUpdates(command: GuardedCommand): [number, TemplateUpdate][] {
    return [...command.updates].filter(([symbol]) => this.symbols[symbol]?.weak);
  }

  /** Locations that pending reads, or marks of writes already met, are about. */
  private locationsOf(cube: EventCube): Set<number> {
    const { literals } = this;
    const out = new Set(cube.order.cells.keys());
    for (const literal of cube.literals) {
      for (const cell of cellsOf(literals, literal)) {
        if (literals.tagOf(cell) !== PLAIN) out.add(literals.retag(cell, PLAIN));
      }
    }
    return out;
  }

  /** The cells an update may write, over named processes. */
  private cellsOf(symbol: number, update: TemplateUpdate, processes: number): number[] {
    const { literals, instance } = this;
    if (update.kind === 'assign') {
      const indices = update.slots.map((slot) => instance.process(slot));
      return [literals.cell(symbol, indices)];
    }
    const { arity } = literals.symbols[symbol] as SymbolInfo;
    return tuples(arity, processes).map((indices) => literals.cell(symbol, indices));
  }

  /** The condition of a case does not exclude cells of a process that has no name yet, at one place or all of them. */
  private hitsUnnamed(command: GuardedCommand, processes: number): boolean {
    return this.weakUpdates(command).some(([symbol, update]) => {
      if (update.kind !== 'case') return false;
      const { arity } = this.literals.symbols[symbol] as SymbolInfo;
      return tuples(arity, processes + 1).some(
        (indices) => indices.includes(processes) && this.hitAt(indices, update) !== false,
      );
    });
  }

  /** Whether an update writes a location; else the disjunction of conditions under which it does. */
  private hitAt(indices: readonly number[], update: TemplateUpdate): boolean | Literal[][] {
    const { instance } = this;
    if (update.kind === 'havoc') return true;
    if (update.kind === 'assign') return update.slots.every((slot, i) => instance.process(slot) === indices[i]);
    if (update.otherwise !== 'unchanged') return true;
    const when: Literal[][] = [];
    for (const disjunct of instance.conditionsAt(update, indices)) {
      if (disjunct.length === 0) return true;
      when.push(disjunct);
    }
    return when.length === 0 ? false : when;
  }
}

/**
 * Calls `visit` with every set of events, among the concerned ones, that can read from a write: with an event all later
 * ones, and those that are forced. `possible` tells whether the value written is one the event can have read.
 */
export function eachSatisfaction(
  events: readonly number[],
  concerned: number,
  forced: number,
  possible: (event: number) => boolean,
  visit: (satisfied: number) => void,
): void {
  const list: number[] = [];
  for (let rest = concerned; rest !== 0; rest &= rest - 1) list.push(lowest(rest));
  // Later ones first: fewer events are after them.
  const later = (e: number) => sizeOf((events[e] as number) & concerned);
  list.sort((a, b) => later(a) - later(b));
  const choose = (k: number, satisfied: number): void => {
    const e = list[k];
    if (e === undefined) return visit(satisfied);
    const after = (events[e] as number) & concerned;
    if (!(forced & (1 << e))) choose(k + 1, satisfied);
    if ((after & ~satisfied) === 0 && possible(e)) choose(k + 1, satisfied | (1 << e));
  };
  choose(0, 0);
}
