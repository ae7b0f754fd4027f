/**
 * Ranges of local integers at places, as lemmas: `s = x; if (s > 0) ...` leaves s at least 1 behind the test.
 *
 * A process is followed alone, and what it reads of others can be anything that its guards allow: an interval for each local
 * integer at each place, widened where it does not settle. A search that steps back meets cubes that are outside of them, and
 * without these lemmas counts down in them without end. They only guide: the search proves each like everything else.
 */
import { compare, divide, negate, type Rational, rational } from '../../../logic/rational.js';
import type {
  GuardedCommand,
  NormalForm,
  StateCommand,
  TemplateCell,
  TemplateLiteral,
  TemplateTerm,
} from '../../../models/array-system/normal-form.js';
import { Places } from './effects.js';

interface Range {
  readonly low: bigint | null;
  readonly high: bigint | null;
}

/** The ranges of the local integers, in their order. */
type Ranges = readonly Range[];

const ANYTHING: Range = { low: null, high: null };
/** Joins at one place before bounds that still move are given up. */
const PATIENCE = 3;

/** States outside of the ranges, one lemma for each bound. */
export function rangeLemmas(form: NormalForm, array: number): StateCommand[] {
  const { symbols } = form.system;
  const integers = symbols.filter(
    ({ arity, sort, weak, constant }) => arity === 1 && sort.kind === 'int' && !constant && !(weak && form.buffered),
  );
  const sort = symbols[array]?.sort;
  if (integers.length === 0 || sort?.kind !== 'enum' || sort.constructors.length > 31) return [];
  const known = new LocalRanges(
    form,
    new Places(form, [array]),
    integers.map(({ index }) => index),
  ).run();
  if (known === null) return [];
  return integers.flatMap(({ index }, k) => {
    const bounds = new Map<string, { mask: number; literal: TemplateLiteral }>();
    for (const [place, ranges] of known) {
      const { low, high } = ranges[k] as Range;
      for (const [value, sign] of [
        [low, 1],
        [high, -1],
      ] as const) {
        if (value === null) continue;
        const key = `${sign} ${value}`;
        const entry = bounds.get(key) ?? { mask: 0, literal: beyond(index, value, sign) };
        bounds.set(key, { ...entry, mask: entry.mask | (1 << place) });
      }
    }
    return [...bounds.values()].map(({ mask, literal }): StateCommand => {
      const at: TemplateLiteral = { kind: 'mask', cell: { symbol: array, slots: [0], reader: null }, mask };
      return { arity: 1, literals: [at, literal], universals: [], property: -1 };
    });
  });
}

/** Below a lower bound (sign 1), or above an upper one. */
function beyond(symbol: number, value: bigint, sign: 1 | -1): TemplateLiteral {
  const cell = { symbol, slots: [0], reader: null };
  const sum = {
    kind: 'sum',
    summands: [{ cell, coefficient: rational(sign) }],
    constant: rational(BigInt(-sign) * value),
  } as const;
  return { kind: 'sum', operator: '<', sum, integer: true };
}

class LocalRanges {
  private readonly known = new Map<number, Ranges>();
  private readonly joins = new Map<number, number>();
  private changed = false;

  constructor(
    private readonly form: NormalForm,
    private readonly places: Places,
    private readonly integers: readonly number[],
  ) {}

  /** By place; null where a command may change the integers of bystanders. */
  run(): ReadonlyMap<number, Ranges> | null {
    const { form, integers, places } = this;
    if (form.commands.some((c) => integers.some((i) => !isOwn(c, i)) || places.moved(c) === null)) return null;
    if (form.commands.some((c) => places.moved(c)?.bystanders)) return null;
    for (const [place] of places.all as readonly [number][]) {
      const first = this.first(place);
      if (first !== null) this.join(place, first);
    }
    do {
      this.changed = false;
      for (const command of form.commands) {
        for (let slot = 0; slot < command.arity; slot++) this.step(command, slot);
      }
    } while (this.changed);
    return this.known;
  }

  /** The ranges at first at a place; null if nobody is there at first. */
  private first(place: number): Ranges | null {
    let ranges: Ranges | null = this.integers.map(() => ANYTHING);
    for (const { variables, body } of this.form.init) {
      const slot = variables[0]?.slot;
      if (variables.length !== 1 || slot === undefined) continue;
      const here = body.filter((conjunct) => this.places.allowedBy(conjunct, slot).some(([p]) => p === place));
      if (here.length === 0) return null;
      const alternatives = here.map((conjunct) => this.narrowed(ranges as Ranges, conjunct, slot));
      ranges = alternatives.reduce((one, other) => joined(one, other));
      if (ranges === null) return null;
    }
    return ranges;
  }

  private step(command: GuardedCommand, slot: number): void {
    for (const before of this.places.allowedBy(command.literals, slot)) {
      const known = this.known.get(before[0] as number);
      if (known === undefined) continue;
      const inside = this.narrowed(known, command.literals, slot);
      if (inside === null) continue;
      const after = this.integers.map((symbol, k) => {
        const update = command.updates.get(symbol);
        if (update?.kind !== 'assign' || update.slots[0] !== slot) return inside[k] as Range;
        return this.rangeOf(update.value, inside, command, slot);
      });
      for (const [place] of this.places.after(command, slot, before) as [number][]) this.join(place, after);
    }
  }

  private join(place: number, ranges: Ranges): void {
    const old = this.known.get(place);
    if (old === undefined) {
      this.known.set(place, ranges);
      this.changed = true;
      return;
    }
    const next = joined(old, ranges) as Ranges;
    if (next.every((range, k) => range.low === old[k]?.low && range.high === old[k]?.high)) return;
    const times = (this.joins.get(place) ?? 0) + 1;
    this.joins.set(place, times);
    const settled = next.map((range, k) => ({
      low: times > PATIENCE && range.low !== old[k]?.low ? null : range.low,
      high: times > PATIENCE && range.high !== old[k]?.high ? null : range.high,
    }));
    this.known.set(place, settled);
    this.changed = true;
  }

  /** What literals about one local integer of the process leave; null if nothing. */
  private narrowed(ranges: Ranges, literals: readonly TemplateLiteral[], slot: number): Ranges | null {
    const out = ranges.map((range, k) => {
      const isIt = (cell: TemplateCell) => cell.symbol === this.integers[k] && cell.slots[0] === slot;
      return within(range, literals, isIt);
    });
    return out.some(({ low, high }) => low !== null && high !== null && low > high) ? null : out;
  }

  private rangeOf(term: TemplateTerm, ranges: Ranges, { literals }: GuardedCommand, slot: number): Range {
    if (term.kind !== 'sum') return ANYTHING;
    const [only, ...more] = term.summands;
    const shift = term.constant.numerator;
    if (only === undefined) return { low: shift, high: shift };
    if (more.length > 0 || compare(only.coefficient, rational(1)) !== 0) return ANYTHING;
    const { symbol, slots } = only.cell;
    const k = slots[0] === slot ? this.integers.indexOf(symbol) : -1;
    const same = (cell: TemplateCell) =>
      cell.symbol === symbol && cell.reader === only.cell.reader && cell.slots.join() === slots.join();
    const { low, high } = k >= 0 ? (ranges[k] as Range) : within(ANYTHING, literals, same);
    return { low: low === null ? null : low + shift, high: high === null ? null : high + shift };
  }
}

/** The command changes the integer of its own parameters only. */
function isOwn({ updates }: GuardedCommand, symbol: number): boolean {
  const update = updates.get(symbol);
  return update === undefined || (update.kind === 'assign' && (update.slots[0] as number) >= 0);
}

function within(range: Range, literals: readonly TemplateLiteral[], isIt: (cell: TemplateCell) => boolean): Range {
  let { low, high } = range;
  for (const literal of literals) {
    if (literal.kind !== 'sum' || literal.operator === '<>') continue;
    const [only, ...more] = literal.sum.summands;
    if (only === undefined || more.length > 0 || !isIt(only.cell)) continue;
    const bound = divide(negate(literal.sum.constant), only.coefficient);
    const strict = literal.operator === '<' ? 1n : 0n;
    if (literal.operator === '=' || only.coefficient.numerator > 0n) {
      const most = floor(bound) - (isWhole(bound) ? strict : 0n);
      if (high === null || most < high) high = most;
    }
    if (literal.operator === '=' || only.coefficient.numerator < 0n) {
      const least = -floor(negate(bound)) + (isWhole(bound) ? strict : 0n);
      if (low === null || least > low) low = least;
    }
  }
  return { low, high };
}

function isWhole({ denominator }: Rational): boolean {
  return denominator === 1n;
}

function floor({ numerator, denominator }: Rational): bigint {
  const quotient = numerator / denominator;
  return numerator < 0n && quotient * denominator !== numerator ? quotient - 1n : quotient;
}

/** The smallest ranges around both. */
function joined(one: Ranges | null, other: Ranges | null): Ranges | null {
  if (one === null) return other;
  if (other === null) return one;
  return one.map(({ low, high }, k) => {
    const { low: otherLow, high: otherHigh } = other[k] as Range;
    return {
      low: low === null || otherLow === null ? null : low < otherLow ? low : otherLow,
      high: high === null || otherHigh === null ? null : high > otherHigh ? high : otherHigh,
    };
  });
}
