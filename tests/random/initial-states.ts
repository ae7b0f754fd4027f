/**
 * The initial states of an instance, for exhaustive exploration.
 *
 * A first pass over `init`, instantiated on all tuples, bounds each cell: a set of values for enumerations and proc, an
 * interval for numbers (a union is taken by its hull: too large is fine). Then all combinations are tried against
 * `init` itself. Numbers without a small interval are sampled, and too many combinations are cut: not `exact` then.
 */
import { compare, isInteger, type Rational, rational } from '../../src/logic/rational.js';
import { bind, type Environment, processOf } from '../../src/memory/operational/evaluate.js';
import { findInitFailure } from '../../src/memory/operational/properties.js';
import { type Instance, placeOf, type State } from '../../src/memory/operational/state.js';
import { tuples } from '../../src/memory/operational/tuples.js';
import {
  constructorValue,
  equalValues,
  numberValue,
  processValue,
  type Value,
} from '../../src/memory/operational/values.js';
import type { Access, Formula, Operator, Term } from '../../src/models/array-system/model.js';
import { candidates } from './open-values.js';

type Bound =
  | { readonly kind: 'values'; readonly values: readonly Value[] }
  | { readonly kind: 'interval'; readonly low: Rational | null; readonly high: Rational | null };
type Bounds = ReadonlyMap<number, Bound>;

const WIDEST_INTERVAL = 4;

export interface InitialStates {
  readonly states: readonly State[];
  readonly exact: boolean;
}

export function initialStates(instance: Instance, limit: number): InitialStates {
  const { parameters, formula } = instance.system.init;
  let bounds: Bounds = new Map();
  for (const tuple of tuples(instance.processes, parameters.length)) {
    bounds = meet(bounds, boundsOf(instance, formula, true, bind(parameters, tuple)));
  }
  const states: State[] = [];
  let exact = true;
  let tried = 0;
  const extend = (prefix: readonly Value[]): void => {
    const cell = instance.cells[prefix.length];
    if (cell === undefined) {
      if (findInitFailure(instance, prefix) === null) states.push(prefix);
      tried++;
      return;
    }
    const bounded = valuesWithin(bounds.get(prefix.length));
    const open = candidates(instance, cell.symbol.sort, prefix);
    if (bounded === null && !open.exact) exact = false;
    for (const value of bounded ?? open.values) {
      if (tried >= limit) {
        exact = false;
        return;
      }
      extend([...prefix, value]);
    }
  };
  extend([]);
  return { states, exact };
}

function valuesWithin(bound: Bound | undefined): readonly Value[] | null {
  if (bound === undefined) return null;
  if (bound.kind === 'values') return bound.values;
  const { low, high } = bound;
  if (low === null || high === null) return null;
  if (compare(low, high) > 0) return [];
  if (compare(low, high) === 0) return [numberValue(low)];
  if (!isInteger(low) || !isInteger(high) || high.numerator - low.numerator > WIDEST_INTERVAL) return null;
  const values: Value[] = [];
  for (let number = low.numerator; number <= high.numerator; number++) values.push(numberValue(rational(number)));
  return values;
}

function boundsOf(instance: Instance, formula: Formula, positive: boolean, environment: Environment): Bounds {
  switch (formula.kind) {
    case 'constant':
    case 'fence':
      return new Map();
    case 'not':
      return boundsOf(instance, formula.operand, !positive, environment);
    case 'compare':
      return boundsOfComparison(instance, formula, positive, environment);
    case 'and':
    case 'or': {
      const parts = formula.operands.map((operand) => boundsOf(instance, operand, positive, environment));
      return (formula.kind === 'and') === positive ? meetAll(parts) : joinAll(parts);
    }
    case 'forall':
    case 'exists': {
      const excluded = formula.excluded.map((process) => processOf(process, environment));
      const parts: Bounds[] = [];
      for (let process = 1; process <= instance.processes; process++) {
        if (excluded.includes(process)) continue;
        const inner = new Map(environment).set(formula.variable, process);
        parts.push(boundsOf(instance, formula.body, positive, inner));
      }
      return (formula.kind === 'forall') === positive ? meetAll(parts) : joinAll(parts);
    }
  }
}

type Comparison = Extract<Formula, { kind: 'compare' }>;

function boundsOfComparison(
  instance: Instance,
  formula: Comparison,
  positive: boolean,
  environment: Environment,
): Bounds {
  const sides = loneAccess(formula.left, formula.right, environment);
  if (sides === null) return new Map();
  const { access, value, mirrored } = sides;
  const place = placeOf(
    instance,
    access.symbol,
    access.indices.map((index) => processOf(index, environment)),
  );
  const bound = boundBy(access, value, formula.operator, positive, mirrored);
  return bound === null ? new Map() : new Map([[place, bound]]);
}

/** A comparison of one cell, alone, with a value that needs no state. */
function loneAccess(
  left: Term,
  right: Term,
  environment: Environment,
): { access: Access; value: Value; mirrored: boolean } | null {
  for (const [one, other, mirrored] of [
    [left, right, false],
    [right, left, true],
  ] as const) {
    const access = accessOf(one);
    const value = rigidValue(other, environment);
    if (access !== null && value !== null) return { access, value, mirrored };
  }
  return null;
}

function accessOf(term: Term): Access | null {
  if (term.kind === 'access') return term.access;
  if (term.kind !== 'linear' || term.summands.length !== 1 || term.constant.numerator !== 0n) return null;
  const [summand] = term.summands;
  return summand !== undefined && compare(summand.coefficient, rational(1)) === 0 ? summand.access : null;
}

function rigidValue(term: Term, environment: Environment): Value | null {
  if (term.kind === 'constructor') return constructorValue(term.sort, term.value);
  if (term.kind === 'process') return processValue(processOf(term.process, environment));
  if (term.kind === 'linear' && term.summands.length === 0) return numberValue(term.constant);
  return null;
}

function boundBy(access: Access, value: Value, operator: Operator, positive: boolean, mirrored: boolean): Bound | null {
  const { sort } = access.symbol;
  const equality = (operator === '=' && positive) || (operator === '<>' && !positive);
  if (equality) {
    if (value.kind === 'number') return { kind: 'interval', low: value.number, high: value.number };
    return { kind: 'values', values: [value] };
  }
  if (operator === '=' || operator === '<>') {
    if (sort.kind !== 'enum' || value.kind !== 'constructor') return null;
    const others = sort.constructors.map((_, index) => constructorValue(sort, index));
    return { kind: 'values', values: others.filter((other) => !equalValues(other, value)) };
  }
  if (sort.kind !== 'int' || value.kind !== 'number' || !isInteger(value.number)) return null;
  // not (x <= c) is c < x, not (x < c) is c <= x; on integers a strict bound is the next one.
  const strict = (operator === '<') === positive;
  const above = mirrored === positive;
  const shift = strict ? (above ? 1n : -1n) : 0n;
  const limit = rational(value.number.numerator + shift);
  return above ? { kind: 'interval', low: limit, high: null } : { kind: 'interval', low: null, high: limit };
}

function meetAll(parts: readonly Bounds[]): Bounds {
  return parts.reduce(meet, new Map());
}

function meet(one: Bounds, other: Bounds): Bounds {
  const result = new Map(one);
  for (const [place, bound] of other) {
    const present = result.get(place);
    result.set(place, present === undefined ? bound : intersection(present, bound));
  }
  return result;
}

/** A cell is bounded by a disjunction when every disjunct bounds it; a disjunction of nothing bounds nothing here. */
function joinAll(parts: readonly Bounds[]): Bounds {
  const [first, ...rest] = parts;
  const result = new Map<number, Bound>();
  for (const [place, bound] of first ?? []) {
    let joined: Bound | null = bound;
    for (const part of rest) {
      const other = part.get(place);
      joined = joined === null || other === undefined ? null : union(joined, other);
    }
    if (joined !== null) result.set(place, joined);
  }
  return result;
}

function intersection(one: Bound, other: Bound): Bound {
  if (one.kind === 'values' && other.kind === 'values') {
    return { kind: 'values', values: one.values.filter((value) => contains(other.values, value)) };
  }
  if (one.kind === 'interval' && other.kind === 'interval') {
    const low = one.low === null || (other.low !== null && compare(other.low, one.low) > 0) ? other.low : one.low;
    const high =
      one.high === null || (other.high !== null && compare(other.high, one.high) < 0) ? other.high : one.high;
    return { kind: 'interval', low, high };
  }
  throw new Error('one cell has bounds of two kinds');
}

function union(one: Bound, other: Bound): Bound {
  if (one.kind === 'values' && other.kind === 'values') {
    return { kind: 'values', values: [...one.values, ...other.values.filter((value) => !contains(one.values, value))] };
  }
  if (one.kind === 'interval' && other.kind === 'interval') {
    const low = one.low === null || other.low === null ? null : compare(one.low, other.low) < 0 ? one.low : other.low;
    const high =
      one.high === null || other.high === null ? null : compare(one.high, other.high) > 0 ? one.high : other.high;
    return { kind: 'interval', low, high };
  }
  throw new Error('one cell has bounds of two kinds');
}

function contains(values: readonly Value[], value: Value): boolean {
  return values.some((other) => equalValues(other, value));
}
