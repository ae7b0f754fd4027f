/**
 * What a command does to counters and to the places of processes, read off its text.
 *
 *   counter   a scalar of sort int. A command adds to it what its new value is more than the old one: a constant, if the
 *             equations of the guard make it one (`x = s` and `x := s + 1`), or else an expression that a lemma must pin.
 *   place     the values of some enumerated arrays at a process, as one tuple. A command takes a process from a place that
 *             its guard allows to one that its updates give; where the text does not decide, to every place it may be.
 *
 * Under TSO this is the view machine (docs/internals/engines/parameterized.md): a write changes memory when it is issued, so
 * what is said here of memory is exact. Only atomic commands read memory itself; what others read is some other number.
 */
import { accumulate, Equations, type Row } from '../../../logic/equations.js';
import { negate, ONE, type Rational, ZERO } from '../../../logic/rational.js';
import {
  BINDER_SLOT,
  type Disjunction,
  type GuardedCommand,
  type NormalForm,
  type TemplateCell,
  type TemplateLiteral,
  type TemplateSum,
  type TemplateTerm,
} from '../../../models/array-system/normal-form.js';

/** What is added to a counter: a constant, or the difference of its new and old value as an expression. */
export type Addition =
  | { readonly kind: 'constant'; readonly value: Rational }
  | { readonly kind: 'expression'; readonly difference: TemplateSum };

/** Null if the command may give the counter any value. */
export function additionTo(counter: number, command: GuardedCommand): Addition | null {
  const update = command.updates.get(counter);
  if (update === undefined) return { kind: 'constant', value: ZERO };
  if (update.kind !== 'assign' || update.value.kind !== 'sum') return null;
  const cells = new Cells(command);
  const equations = new Equations();
  for (const literal of command.literals) {
    if (literal.kind === 'sum' && literal.operator === '=') equations.add(cells.row(literal.sum), (u) => -u);
  }
  const row = cells.row(update.value);
  accumulate(row, cells.numberOf({ symbol: counter, slots: [], reader: null }), negate(ONE));
  const rest = equations.reduce(row);
  const constant = rest.get(CONSTANT) ?? ZERO;
  rest.delete(CONSTANT);
  if (rest.size === 0) return { kind: 'constant', value: constant };
  const old = { cell: { symbol: counter, slots: [], reader: null }, coefficient: negate(ONE) };
  const { value } = update;
  return { kind: 'expression', difference: { ...value, summands: [...value.summands, old] } };
}

const CONSTANT = 0;

/** Cells as unknowns: memory as an atomic command reads it is memory. */
class Cells {
  private readonly numbers = new Map<string, number>();

  constructor(private readonly command: GuardedCommand) {}

  numberOf({ symbol, slots, reader }: TemplateCell): number {
    const key = `${symbol} ${slots.join(' ')}${reader === null || this.command.atomic ? '' : ` by ${reader}`}`;
    let number = this.numbers.get(key);
    if (number === undefined) {
      number = this.numbers.size + 1;
      this.numbers.set(key, number);
    }
    return number;
  }

  row({ summands, constant }: TemplateSum): Row {
    const row: Row = new Map();
    for (const { cell, coefficient } of summands) accumulate(row, this.numberOf(cell), coefficient);
    if (constant.numerator !== 0n) accumulate(row, CONSTANT, constant);
    return row;
  }
}

/** Values of some arrays at one process. */
export type Place = readonly number[];

/** A process that is no parameter of the command. */
export const BYSTANDER = -1;

export class Places {
  readonly all: readonly Place[];
  private readonly position: ReadonlyMap<number, number>;
  private readonly form: NormalForm;

  constructor(
    form: NormalForm,
    readonly arrays: readonly number[],
  ) {
    this.form = form;
    this.position = new Map(arrays.map((symbol, k) => [symbol, k]));
    let all: Place[] = [[]];
    for (const symbol of arrays) {
      const size = this.sizeOf(symbol);
      all = all.flatMap((place) => Array.from({ length: size }, (_, value) => [...place, value]));
    }
    this.all = all;
  }

  private sizeOf(symbol: number): number {
    const sort = this.form.system.symbols[symbol]?.sort;
    return sort?.kind === 'enum' ? sort.constructors.length : 0;
  }

  /** A number for each place. */
  numberOf(place: Place): number {
    return place.reduce((number, value, k) => number * this.sizeOf(this.arrays[k] as number) + value, 0);
  }

  /** The places that the literals do not exclude for the process in a slot. */
  allowedBy(literals: readonly TemplateLiteral[], slot: number): Place[] {
    const tests: ((place: Place) => boolean)[] = [];
    for (const literal of literals) {
      if (literal.kind === 'mask') {
        const k = this.arrayAt(literal.cell, slot);
        if (k !== null) tests.push((place) => (literal.mask & (1 << (place[k] as number))) !== 0);
      } else if (literal.kind === 'sum') {
        const [only, ...more] = literal.sum.summands;
        const k = only === undefined || more.length > 0 ? null : this.arrayAt(only.cell, slot);
        if (only !== undefined && k !== null) tests.push((place) => holds(literal, place[k] as number));
      }
    }
    return this.all.filter((place) => tests.every((test) => test(place)));
  }

  private arrayAt({ symbol, slots }: TemplateCell, slot: number): number | null {
    const k = this.position.get(symbol);
    return k !== undefined && slots[0] === slot ? k : null;
  }

  /** Slots whose process the command may move; null if it may move others than its parameters' in ways that are not seen. */
  moved(command: GuardedCommand): { readonly slots: readonly number[]; readonly bystanders: boolean } | null {
    const slots = new Set<number>();
    let bystanders = false;
    for (const symbol of this.arrays) {
      const update = command.updates.get(symbol);
      if (update === undefined) continue;
      if (update.kind === 'havoc') return null;
      if (update.kind === 'case') bystanders = true;
      else if ((update.slots[0] as number) < 0) return null;
      else slots.add(update.slots[0] as number);
    }
    if (bystanders) for (let slot = 0; slot < command.arity; slot++) slots.add(slot);
    return { slots: [...slots].sort((a, b) => a - b), bystanders };
  }

  /** Where the process in the slot may be after the command. */
  after(command: GuardedCommand, slot: number, before: Place): Place[] {
    let out: number[][] = [[]];
    for (const [k, symbol] of this.arrays.entries()) {
      const values = this.valuesAfter(command, symbol, slot, before, before[k] as number);
      out = out.flatMap((place) => values.map((value) => [...place, value]));
    }
    return out;
  }

  private valuesAfter(command: GuardedCommand, symbol: number, slot: number, before: Place, old: number): number[] {
    const update = command.updates.get(symbol);
    if (update === undefined || update.kind === 'havoc') return [old];
    if (update.kind === 'assign') {
      return update.slots[0] === slot ? this.values(update.value, symbol, slot, before) : [old];
    }
    const found = new Set<number>();
    for (const { condition, value } of update.switches) {
      const truth = this.truth(condition, slot, before);
      if (truth === false) continue;
      for (const v of this.values(value, symbol, BINDER_SLOT, before)) found.add(v);
      if (truth) return [...found];
    }
    const { otherwise } = update;
    if (otherwise === 'unchanged') found.add(old);
    else if (otherwise === 'arbitrary') return this.any(symbol);
    else for (const v of this.values(otherwise, symbol, BINDER_SLOT, before)) found.add(v);
    return [...found];
  }

  /** Of the condition of a case for the process in the slot; null if the text does not decide it. */
  private truth(condition: Disjunction, slot: number, place: Place): boolean | null {
    let open = false;
    for (const conjunct of condition) {
      const truths = conjunct.map((literal) => this.literalTruth(literal, slot, place));
      if (truths.every((t) => t === true)) return true;
      open ||= !truths.includes(false);
    }
    return open ? null : false;
  }

  private literalTruth(literal: TemplateLiteral, slot: number, place: Place): boolean | null {
    if (literal.kind === 'mask') {
      const k = this.arrayAt(literal.cell, BINDER_SLOT);
      return k === null ? null : (literal.mask & (1 << (place[k] as number))) !== 0;
    }
    if (literal.kind !== 'relation' || literal.left.kind !== 'process' || literal.right.kind !== 'process') return null;
    const [one, other] = [literal.left.slot, literal.right.slot].map((s) => (s === BINDER_SLOT ? slot : s));
    if (literal.operator === '=') return one === other;
    return literal.operator === '<>' ? one !== other : null;
  }

  private any(symbol: number): number[] {
    return Array.from({ length: this.sizeOf(symbol) }, (_, value) => value);
  }

  private values(term: TemplateTerm, symbol: number, slot: number, before: Place): number[] {
    if (term.kind === 'value') return [term.value];
    if (term.kind === 'sum' && term.summands.length === 0) return [Number(term.constant.numerator)];
    const cell = term.kind === 'cell' ? term.cell : null;
    const k = cell === null ? null : this.arrayAt(cell, slot);
    return k === null ? this.any(symbol) : [before[k] as number];
  }
}

function holds({ operator, sum }: Extract<TemplateLiteral, { kind: 'sum' }>, value: number): boolean {
  const [{ coefficient }] = sum.summands as [TemplateSum['summands'][number]];
  const { constant } = sum;
  const left =
    coefficient.numerator * BigInt(value) * constant.denominator + constant.numerator * coefficient.denominator;
  switch (operator) {
    case '=':
      return left === 0n;
    case '<>':
      return left !== 0n;
    case '<':
      return left < 0n;
    case '<=':
      return left <= 0n;
  }
}
