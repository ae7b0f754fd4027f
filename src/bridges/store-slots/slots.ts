/**
 * The cells that hold the store queues of one weak variable.
 *
 *   waits     how many writes of the process wait for the cell; whether some do, where they are kept without order
 *   newest    the last of them; not kept where all are the same value
 *   older     before the newest, the oldest first
 *   had       for each value whether it waits before the newest
 *
 * There is one of each for each process and cell. Where a process writes none but the cells that are its own in one dimension,
 * the owner is among the indices already.
 */
import type {
  Access,
  ArraySystem,
  EnumSort,
  Formula,
  Process,
  StateSymbol,
  Term,
  Transition,
  Update,
} from '../../models/array-system/model.js';
import { BOOL } from '../../models/array-system/model.js';
import { conjunction, different, disjunction, equal, linearTerm } from '../any-threads/formulas.js';
import { bufferedUpdates, type Keeping, type KeptValue, keptValues } from './plan.js';
import { isSame, named } from './processes.js';

export type MakeSymbol = (name: string, sort: StateSymbol['sort'], arity: number) => StateSymbol;

const LENGTHS = ['Nothing', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight'];
export const LONGEST = LENGTHS.length - 1;

/** Whether a value waits before the newest. */
export interface Had {
  readonly value: KeptValue;
  readonly symbol: StateSymbol;
}

export class Slots {
  readonly waiting: StateSymbol;
  /** Null where all writes are of one value, which need not be kept. */
  readonly newestOf: StateSymbol | null;
  private readonly only: KeptValue | null;
  readonly older: readonly StateSymbol[];
  readonly had: readonly Had[];
  private readonly waitingSort: EnumSort;
  /** The dimension in which cells are their writer's own; null when a process writes those of others. */
  private readonly own: number | null;

  constructor(
    system: ArraySystem,
    readonly symbol: StateSymbol,
    readonly keeping: Keeping,
    make: MakeSymbol,
    sortOfLength: (constructors: readonly string[]) => EnumSort,
  ) {
    const { name, sort } = symbol;
    this.own = ownDimension(system, symbol);
    const arity = symbol.arity + (this.own === null ? 1 : 0);
    const length = keeping.kind === 'queue' ? keeping.length : 1;
    this.waitingSort = length === 1 ? BOOL : sortOfLength(LENGTHS.slice(0, length + 1));
    this.waiting = make(`${name}_waits`, this.waitingSort, arity);
    const values = keptValues(system, symbol);
    this.only = values?.length === 1 ? (values[0] ?? null) : null;
    this.newestOf = this.only === null ? make(`${name}_newest`, sort, arity) : null;
    this.older =
      this.only !== null
        ? []
        : Array.from({ length: length - 1 }, (_, k) => make(`${name}_older_${k + 1}`, sort, arity));
    if (keeping.kind === 'values' && values === null) throw new Error(`${name} has no few values that wait`);
    const told = keeping.kind === 'values' && this.only === null ? (values ?? []) : [];
    this.had = told.map((value, k) => ({ value, symbol: make(`${name}_had_${valueName(value, k)}`, BOOL, arity) }));
  }

  get length(): number | null {
    return this.keeping.kind === 'queue' ? this.keeping.length : null;
  }

  /** What the flushes of a queue without order take, in their order; null for all that waits. */
  get taken(): readonly (KeptValue | null)[] {
    if (this.length !== null) return [];
    return [null, ...(this.only === null ? this.had.map(({ value }) => value) : [this.only])];
  }

  get dimensions(): number {
    return this.waiting.arity;
  }

  /** Whose the cell is, if only its owner writes it. */
  ownerOf(indices: readonly Process[]): Process | null {
    return this.own === null ? null : (indices[this.own] as Process);
  }

  /** Where the queue of the writer for the cell is. */
  at(writer: Process, indices: readonly Process[]): readonly Process[] {
    return this.own === null ? [writer, ...indices] : indices;
  }

  /** The writer and the cell of a queue. */
  of(at: readonly Process[]): { readonly writer: Process; readonly indices: readonly Process[] } {
    if (this.own !== null) return { writer: at[this.own] as Process, indices: at };
    const [writer, ...indices] = at;
    return { writer: writer as Process, indices };
  }

  /** Where it is in an instance. */
  queueIn(writer: number, indices: readonly number[]): readonly number[] {
    return this.own === null ? [writer, ...indices] : indices;
  }

  /** The same for processes of an instance. */
  queueOf(at: readonly number[]): { readonly writer: number; readonly indices: readonly number[] } {
    if (this.own !== null) return { writer: at[this.own] as number, indices: at };
    const [writer, ...indices] = at;
    return { writer: writer as number, indices };
  }

  newest(writer: Process, indices: readonly Process[]): Term {
    return this.newestAt(this.at(writer, indices));
  }

  private newestAt(at: readonly Process[]): Term {
    return this.newestOf === null ? this.term(this.only as KeptValue, at) : cell(this.newestOf, at);
  }

  waits(writer: Process, indices: readonly Process[]): Formula {
    return this.holds(this.at(writer, indices), 0, different);
  }

  nothingWaits(writer: Process, indices: readonly Process[]): Formula {
    return this.has(this.at(writer, indices), 0);
  }

  /** So many wait there. */
  has(at: readonly Process[], count: number): Formula {
    return this.holds(at, count, equal);
  }

  private holds(at: readonly Process[], count: number, compared: (one: Term, other: Term) => Formula): Formula {
    return compared(cell(this.waiting, at), this.count(count));
  }

  count(value: number): Term {
    return { kind: 'constructor', sort: this.waitingSort, value };
  }

  /** Nothing of the writer's waits for any cell; `fresh` gives names to what is quantified. */
  nothingOf(writer: Process, fresh: () => string): Formula {
    const names = Array.from({ length: this.symbol.arity }, fresh);
    const indices = named(names).map((process, dimension) => (dimension === this.own ? writer : process));
    const body = this.nothingWaits(writer, indices);
    const bound = names.filter((_, dimension) => dimension !== this.own);
    return bound.reduceRight<Formula>(
      (inner, variable) => ({ kind: 'forall', variable, excluded: [], body: inner }),
      body,
    );
  }

  /** That the binders are the place of such a queue. */
  isAt(binders: readonly string[], at: readonly Process[]): Formula {
    return conjunction(
      binders.map((name, k) =>
        equal({ kind: 'process', process: { kind: 'bound', name } }, { kind: 'process', process: at[k] as Process }),
      ),
    );
  }

  /**
   * What a write does to the queue. `written` says of a queue, by names for its place, when it gets a write; `values` what
   * the newest becomes there.
   */
  enqueued(
    binders: readonly string[],
    written: Formula,
    values: readonly { readonly condition: Formula; readonly value: Term }[],
    isArbitrary: boolean,
  ): Update[] {
    const at = named(binders);
    const keep = (symbol: StateSymbol) => cell(symbol, at);
    const to = (symbol: StateSymbol, switches: readonly { condition: Formula; value: Term }[]): Update => {
      return { kind: 'case', symbol, binders, switches, otherwise: keep(symbol) };
    };
    const written1 = (more: Formula) => conjunction([written, more]);
    const counted =
      this.keeping.kind === 'values' || this.keeping.length === 1
        ? [{ condition: written, value: this.count(1) }]
        : LENGTHS.slice(0, this.keeping.length).map((_, count) => ({
            condition: written1(this.has(at, count)),
            value: this.count(count + 1),
          }));
    const { newestOf } = this;
    const newest: Update[] =
      newestOf === null
        ? []
        : isArbitrary
          ? [
              {
                kind: 'case',
                symbol: newestOf,
                binders,
                switches: [{ condition: { kind: 'not', operand: written }, value: keep(newestOf) }],
                otherwise: null,
              },
            ]
          : [to(newestOf, values)];
    const older = this.older.map((symbol, k) =>
      to(symbol, [{ condition: written1(this.has(at, k + 1)), value: this.newestAt(at) }]),
    );
    const had = this.had.map(({ value, symbol }) => {
      const isNewest = equal(this.newestAt(at), this.term(value, at));
      return to(symbol, [{ condition: conjunction([written, this.has(at, 1), isNewest]), value: truth(true) }]);
    });
    return [to(this.waiting, counted), ...newest, ...older, ...had];
  }

  /** The same for one queue. */
  enqueuedAt(at: readonly Process[], value: Term, fresh: () => string): Update[] {
    if (this.length === 1) {
      const newest = this.newestOf === null ? [] : [assign(this.newestOf, at, value)];
      return [assign(this.waiting, at, this.count(1)), ...newest];
    }
    const binders = at.map(fresh);
    const here = this.isAt(binders, at);
    const updates = this.enqueued(binders, here, [{ condition: here, value }], false);
    return updates.map((update) => {
      if (update.symbol === this.newestOf) return assign(update.symbol, at, value);
      return update.symbol === this.waiting && this.length === null ? assign(this.waiting, at, this.count(1)) : update;
    });
  }

  /** What takes the oldest write to memory, or, without order, some: for each way its guard and its updates. */
  *flushes(at: readonly Process[], memory: StateSymbol): Generator<{ guard: Formula; updates: Update[] }> {
    const { indices } = this.of(at);
    const put = (value: Term): Update => assign(memory, indices, value);
    if (this.keeping.kind === 'values') {
      const emptied = this.had.map(({ symbol }) => assign(symbol, at, truth(false)));
      const updates = [put(this.newestAt(at)), assign(this.waiting, at, this.count(0)), ...emptied];
      yield { guard: this.has(at, 1), updates };
      if (this.only !== null) yield { guard: this.has(at, 1), updates: [put(this.newestAt(at))] };
      for (const { value, symbol } of this.had) {
        yield { guard: equal(cell(symbol, at), truth(true)), updates: [put(this.term(value, at))] };
      }
      return;
    }
    for (let count = 1; count <= this.keeping.length; count++) {
      const [oldest, ...rest] = this.older.slice(0, count - 1);
      const moved = rest.map((symbol, k) => assign(this.older[k] as StateSymbol, at, cell(symbol, at)));
      const taken = oldest === undefined ? this.newestAt(at) : cell(oldest, at);
      const updates = [put(taken), assign(this.waiting, at, this.count(count - 1)), ...moved];
      yield { guard: this.has(at, count), updates };
    }
  }

  /** A value that waits in such a queue. */
  term(value: KeptValue, at: readonly Process[]): Term {
    return value.kind === 'term' ? value.term : { kind: 'process', process: this.of(at).writer };
  }

  /** How it begins. */
  empty(at: readonly Process[]): Formula {
    return conjunction([this.has(at, 0), ...this.had.map(({ symbol }) => equal(cell(symbol, at), truth(false)))]);
  }

  /** More writes than the queue holds would wait. */
  full(at: readonly Process[]): Formula {
    return this.keeping.kind === 'values' ? disjunction([]) : this.has(at, this.keeping.length);
  }
}

function truth(value: boolean): Term {
  return { kind: 'constructor', sort: BOOL, value: value ? 1 : 0 };
}

export function cell(symbol: StateSymbol, indices: readonly Process[]): Term {
  const access: Access = { symbol, indices, reader: null };
  if (symbol.sort.kind !== 'int' && symbol.sort.kind !== 'real') return { kind: 'access', access };
  const term = linearTerm({ constant: 0, summands: [{ coefficient: 1, access }] });
  return term.kind === 'linear' ? { ...term, sort: symbol.sort } : term;
}

export function assign(symbol: StateSymbol, indices: readonly Process[], value: Term): Update {
  return { kind: 'assign', symbol, indices, value };
}

/** The dimension in which every buffered write of the variable is to a cell of the writer. */
function ownDimension(system: ArraySystem, symbol: StateSymbol): number | null {
  const writes = bufferedUpdates(system).filter(({ update }) => update.symbol === symbol);
  const dimensions = Array.from({ length: symbol.arity }, (_, dimension) => dimension);
  return (
    dimensions.find((dimension) =>
      writes.every(({ transition, update }) => isOwn(update, actorOf(transition), dimension)),
    ) ?? null
  );
}

function isOwn(update: Update, actor: Process, dimension: number): boolean {
  switch (update.kind) {
    case 'havoc':
      return false;
    case 'assign':
      return isSame(update.indices[dimension] as Process, actor);
    case 'case': {
      const binder: Process = { kind: 'bound', name: update.binders[dimension] as string };
      return update.otherwise === null && update.switches.every(({ condition }) => equates(condition, binder, actor));
    }
  }
}

/** Whether the formula says that they are the same. */
function equates(formula: Formula, one: Process, other: Process): boolean {
  if (formula.kind === 'and') return formula.operands.some((operand) => equates(operand, one, other));
  if (formula.kind !== 'compare' || formula.operator !== '=') return false;
  const { left, right } = formula;
  if (left.kind !== 'process' || right.kind !== 'process') return false;
  const [a, b] = [left.process, right.process];
  return (isSame(a, one) && isSame(b, other)) || (isSame(a, other) && isSame(b, one));
}

export function actorOf({ actor }: Transition): Process {
  if (actor === null) throw new Error('a transition that writes weak cells names its actor');
  return { kind: 'bound', name: actor };
}

function valueName(value: KeptValue, number: number): string {
  if (value.kind === 'writer') return 'own';
  const { term } = value;
  return term.kind === 'constructor' ? (term.sort.constructors[term.value] as string) : `${number + 1}`;
}
