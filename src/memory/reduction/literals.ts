/**
 * Guards as lists of conditions, evaluated from the left. What is said of the variables of buffers comes first: it cannot
 * fail, and for each way to say it there is another edge, so nothing is hidden. Of that what is said twice, or follows, is
 * left out, and a case that contradicts itself is none.
 *
 * What follows: a slot is for a cell exactly when it is not beyond the count.
 */
import type { Expression } from '../../models/program/model.js';
import type { BufferOf } from './index.js';

interface Literal {
  readonly variable: number;
  readonly equal: boolean;
  readonly value: number;
}

/** Null when the conditions contradict each other. */
export function simplified(conditions: readonly Expression[], buffers: readonly BufferOf[]): Expression[] | null {
  // Not the values: what is said of those is the program's, and its order matters where something can fail.
  const own = new Set(buffers.flatMap(({ count, targets }) => [count, ...targets]));
  const split = conditions.map((condition) => ({ condition, literal: literalOf(condition, own) }));
  const others = split.filter(({ literal }) => literal === null).map(({ condition }) => condition);
  // Behind others it stays: one of those may fail.
  if (isConstant(others[0], false)) return null;
  const known = new Map<number, number>();
  for (const { literal } of split) {
    if (literal === null || !literal.equal) continue;
    if ((known.get(literal.variable) ?? literal.value) !== literal.value) return null;
    known.set(literal.variable, literal.value);
  }
  const beyond = new Set<number>();
  for (const { count, targets } of buffers) {
    const waiting = known.get(count);
    if (waiting === undefined) continue;
    for (const [k, slot] of targets.entries()) {
      const isBeyond = k >= waiting;
      if (isBeyond) beyond.add(slot);
      const code = known.get(slot);
      if (code !== undefined && (code === 0) !== isBeyond) return null;
    }
  }
  const said = new Set<string>();
  const kept: Expression[] = [];
  for (const { condition, literal } of split) {
    if (literal === null) continue;
    const { variable, equal, value } = literal;
    if (!equal) {
      if (known.get(variable) === value) return null;
      if (known.has(variable) || beyond.has(variable)) continue;
    }
    const key = `${variable} ${equal} ${value}`;
    if (said.has(key)) continue;
    said.add(key);
    kept.push(condition);
  }
  return [...kept, ...others.filter((condition) => !isConstant(condition, true))];
}

function isConstant(condition: Expression | undefined, truth: boolean): boolean {
  return condition?.kind === 'constant' && (condition.value !== 0) === truth;
}

function literalOf(condition: Expression, own: ReadonlySet<number>): Literal | null {
  if (condition.kind !== 'binary' || (condition.operator !== '==' && condition.operator !== '!=')) return null;
  const { left, right, operator } = condition;
  if (left.kind !== 'shared' || !own.has(left.variable) || right.kind !== 'constant') return null;
  return { variable: left.variable, equal: operator === '==', value: right.value };
}
