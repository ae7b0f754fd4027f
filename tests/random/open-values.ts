/**
 * The values worth trying where a model leaves a cell open (at the start, by `havoc`, by a `case` without default), and
 * a key that is equal for states which no formula can tell apart.
 *
 * Enumerations are finite. Data of an abstract sort are known only up to renaming: one already present, or a fresh one.
 * A value of sort proc is a process or a position between, below or above what is present; when the model can't tell
 * two nobodies apart (`Instance.positions`) one stands for all. Numbers are only sampled: `exact` is false then.
 */
import { add, compare, isInteger, multiply, type Rational, rational, showRational } from '../../src/logic/rational.js';
import type { Instance, State } from '../../src/memory/operational/state.js';
import {
  constructorValue,
  datumValue,
  numberValue,
  processNumber,
  processValue,
  type Value,
} from '../../src/memory/operational/values.js';
import type { Sort } from '../../src/models/array-system/model.js';

export interface Candidates {
  readonly values: readonly Value[];
  readonly exact: boolean;
}

const SAMPLES = [-1, 0, 1, 2].map((number) => numberValue(rational(number)));

/** `present` are the values that the rest of the state holds. */
export function candidates(instance: Instance, sort: Sort, present: readonly Value[]): Candidates {
  switch (sort.kind) {
    case 'enum':
      return { values: sort.constructors.map((_, value) => constructorValue(sort, value)), exact: true };
    case 'int':
    case 'real':
      return { values: SAMPLES, exact: false };
    case 'abstract': {
      const numbers = present.flatMap((value) => (value.kind === 'datum' && value.sort === sort ? [value.number] : []));
      const distinct = [...new Set(numbers)].sort((a, b) => a - b);
      const fresh = Math.max(0, ...distinct) + 1;
      return { values: [...distinct, fresh].map((number) => datumValue(sort, number)), exact: true };
    }
    case 'proc':
      return { values: positions(instance, present).map(processValue), exact: true };
  }
}

function positions(instance: Instance, present: readonly Value[]): Rational[] {
  const processes = Array.from({ length: instance.processes }, (_, index) => rational(index + 1));
  if (!instance.positions) return [...processes, rational(0)];
  const taken = distinctPositions([...processes, ...outside(instance, present)]);
  const places: Rational[] = [...taken];
  const low = taken[0] ?? rational(1);
  const high = taken[taken.length - 1] ?? rational(1);
  places.push(add(low, rational(-1)), add(high, rational(1)));
  taken.slice(1).forEach((above, index) => {
    const below = taken[index];
    if (below !== undefined) places.push(multiply(add(below, above), rational(1, 2)));
  });
  return places;
}

function outside(instance: Instance, values: readonly Value[]): Rational[] {
  return values.flatMap((value) =>
    value.kind === 'process' && processNumber(value, instance.processes) === null ? [value.position] : [],
  );
}

function distinctPositions(values: readonly Rational[]): Rational[] {
  const sorted = [...values].sort(compare);
  return sorted.filter((value, index) => {
    const before = sorted[index - 1];
    return before === undefined || compare(before, value) !== 0;
  });
}

/** Equal for two states exactly when one is the other up to the names of data and the exact positions of nobodies. */
export function stateKey(instance: Instance, state: State): string {
  const ranks = new Map<string, string>();
  if (instance.positions) {
    let rank = 0;
    for (const position of distinctPositions(outside(instance, state))) {
      ranks.set(showRational(position), `${gap(instance, position)}.${rank++}`);
    }
  }
  const data = new Map<string, number>();
  const keyOf = (value: Value): string => {
    switch (value.kind) {
      case 'constructor':
        return String(value.value);
      case 'number':
        return showRational(value.number);
      case 'process': {
        const number = processNumber(value, instance.processes);
        if (number !== null) return `#${number}`;
        return ranks.get(showRational(value.position)) ?? 'nobody';
      }
      case 'datum': {
        const name = `${value.sort.name}!${value.number}`;
        if (!data.has(name)) data.set(name, data.size);
        return `${value.sort.name}${data.get(name)}`;
      }
    }
  };
  return state.map(keyOf).join(' ');
}

/** How many processes stand below a position that is none of them. */
function gap(instance: Instance, position: Rational): number {
  if (isInteger(position)) return position.numerator < 1n ? 0 : instance.processes;
  let below = 0;
  while (below < instance.processes && compare(rational(below + 1), position) < 0) below++;
  return below;
}
