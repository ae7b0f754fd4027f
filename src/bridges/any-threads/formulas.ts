/** Formulas and terms of array systems, in short. */
import { rational } from '../../logic/rational.js';
import {
  type Access,
  type Formula,
  INT,
  type Operator,
  type Process,
  type Term,
} from '../../models/array-system/model.js';

export const TRUE: Formula = { kind: 'constant', value: true };

export function bound(name: string): Process {
  return { kind: 'bound', name };
}

export function conjunction(operands: readonly Formula[]): Formula {
  const open = operands.filter((operand) => operand.kind !== 'constant' || !operand.value);
  return open.length === 1 ? (open[0] as Formula) : open.length === 0 ? TRUE : { kind: 'and', operands: open };
}

export function disjunction(operands: readonly Formula[]): Formula {
  if (operands.length === 1) return operands[0] as Formula;
  return operands.length === 0 ? { kind: 'constant', value: false } : { kind: 'or', operands };
}

export function compare(operator: Operator, left: Term, right: Term): Formula {
  return { kind: 'compare', operator, left, right };
}

export function equal(left: Term, right: Term): Formula {
  return compare('=', left, right);
}

export function different(left: Term, right: Term): Formula {
  return compare('<>', left, right);
}

/** A whole number and multiples of cells. */
export interface Linear {
  readonly constant: number;
  readonly summands: readonly { readonly coefficient: number; readonly access: Access }[];
}

export function linearTerm({ constant, summands }: Linear): Term {
  return {
    kind: 'linear',
    sort: INT,
    constant: rational(constant),
    summands: summands.map(({ coefficient, access }) => ({ coefficient: rational(coefficient), access })),
  };
}

/** One name for each cell. */
export function accessKey({ symbol, indices, reader }: Access): string {
  const name = (process: Process | null) =>
    process === null ? '' : process.kind === 'bound' ? process.name : `#${process.number}`;
  return `${symbol.index} ${indices.map(name).join(' ')} ${name(reader)}`;
}

/** `one + factor * other`. */
export function sum(one: Linear, other: Linear, factor: number): Linear {
  const summands = new Map(one.summands.map((summand) => [accessKey(summand.access), summand]));
  for (const { coefficient, access } of other.summands) {
    const key = accessKey(access);
    const before = summands.get(key)?.coefficient ?? 0;
    summands.set(key, { coefficient: before + factor * coefficient, access });
  }
  return {
    constant: one.constant + factor * other.constant,
    summands: [...summands.values()].filter(({ coefficient }) => coefficient !== 0),
  };
}
