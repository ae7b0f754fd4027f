/**
 * The values of one execution as numbers of the program (`values.ts`). Constructors, integers and processes have one number
 * each. A datum or a nobody gets a number when it appears: in the first state by their order, later one that no cell holds.
 */
import { compare, rational } from '../../logic/rational.js';
import type { State } from '../../memory/operational/state.js';
import { processNumber, type Value, valueKey } from '../../memory/operational/values.js';
import type { Coding } from './values.js';

type Datum = Value & { readonly kind: 'datum' };
type Nobody = Value & { readonly kind: 'process' };

export class Codes {
  /** Of data and nobodies, by sort. */
  private readonly known = new Map<string, Map<string, number>>();

  constructor(
    private readonly coding: Coding,
    private readonly processes: number,
    first: State,
  ) {
    const open = first.filter((value) => this.isOpen(value));
    for (const value of open) if (value.kind === 'datum') this.give(value, this.numbers(value));
    const nobodies = open.flatMap((value) => (value.kind === 'process' ? [value] : []));
    nobodies.sort((one, other) => compare(one.position, other.position));
    for (const value of nobodies) this.give(value, this.near(value));
  }

  /** Null for a datum or a nobody that has not appeared. */
  of(value: Value): number | null {
    switch (value.kind) {
      case 'constructor':
        return value.value;
      case 'number':
        return Number(value.number.numerator);
      case 'process': {
        const number = processNumber(value, this.processes);
        return number === null ? this.given(value) : this.coding.process(number);
      }
      case 'datum':
        return this.given(value);
    }
  }

  /** Gives numbers to values that are about to be written. `held`: what the other cells of a sort hold. */
  appear(values: readonly Value[], held: (sort: string) => ReadonlySet<number>): void {
    for (const value of values) {
      if (!this.isOpen(value) || this.given(value) !== null) continue;
      const sort = sortOf(value);
      const others = new Set(held(sort));
      for (const each of values) if (sortOf(each) === sort) others.add(this.of(each) ?? -1);
      const numbers = this.numbers(value).filter((number) => !others.has(number));
      // What nobody holds any more is forgotten.
      const known = this.knownOf(sort);
      for (const [key, number] of known) if (!others.has(number)) known.delete(key);
      this.give(value, numbers);
    }
  }

  private isOpen(value: Value): value is Datum | Nobody {
    return value.kind === 'datum' || (value.kind === 'process' && processNumber(value, this.processes) === null);
  }

  private given(value: Datum | Nobody): number | null {
    return this.knownOf(sortOf(value)).get(valueKey(value)) ?? null;
  }

  /** The first of these that stands for nothing else; where they do not suffice, the model cannot tell. */
  private give(value: Datum | Nobody, numbers: readonly number[]): void {
    const known = this.knownOf(sortOf(value));
    if (known.has(valueKey(value))) return;
    const used = new Set(known.values());
    known.set(valueKey(value), numbers.find((number) => !used.has(number)) ?? this.numbers(value)[0] ?? 0);
  }

  private knownOf(sort: string): Map<string, number> {
    const known = this.known.get(sort) ?? new Map<string, number>();
    this.known.set(sort, known);
    return known;
  }

  /** All that can stand for such a value. */
  private numbers(value: Datum | Nobody): number[] {
    const sort = this.coding.sort(value.kind === 'datum' ? value.sort : { kind: 'proc' });
    const count = sort.kind === 'enum' ? sort.constructors.length : 0;
    const all = Array.from({ length: count }, (_, number) => number);
    return value.kind === 'datum' ? all : all.filter((number) => this.coding.isNobody(number));
  }

  /** Nobodies between the same two processes; all where the model does not order them. */
  private near(value: Nobody): number[] {
    const below = Array.from({ length: this.processes }, (_, index) => index + 1).filter((process) => {
      return compare(rational(process), value.position) < 0;
    });
    const last = below.at(-1);
    const from = last === undefined ? -1 : this.coding.process(last);
    const to = below.length === this.processes ? Number.POSITIVE_INFINITY : this.coding.process(below.length + 1);
    const between = this.numbers(value).filter((number) => from < number && number < to);
    return between.length === 0 ? this.numbers(value) : between;
  }
}

/** Under this name cells and values of a sort find each other. */
export function sortOf(value: Value): string {
  return value.kind === 'datum' || value.kind === 'constructor' ? value.sort.name : value.kind;
}
