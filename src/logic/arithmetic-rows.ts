/**
 * Constraints as dense rows of coefficients, and the parts of a conjunction that share no variable.
 */
import type { LinearConstraint } from './linear.js';

/** A number for each variable that occurs, from 0 on. */
export function columnsOf(constraints: readonly LinearConstraint[]): Map<number, number> {
  const columns = new Map<number, number>();
  for (const { variables } of constraints) {
    for (const variable of variables) if (!columns.has(variable)) columns.set(variable, columns.size);
  }
  return columns;
}

export function dense(constraint: LinearConstraint, columns: ReadonlyMap<number, number>): bigint[] {
  const row = new Array<bigint>(columns.size).fill(0n);
  constraint.variables.forEach((variable, i) => {
    row[columns.get(variable) as number] = constraint.coefficients[i] as bigint;
  });
  return row;
}

/** The finest partition of a conjunction such that no variable occurs in two parts. */
export function components(constraints: readonly LinearConstraint[]): LinearConstraint[][] {
  const columns = columnsOf(constraints);
  const parent = Array.from({ length: columns.size }, (_, i) => i);
  const root = (node: number): number => {
    let top = node;
    while (parent[top] !== top) top = parent[top] as number;
    return top;
  };
  const column = (variable: number | undefined): number => columns.get(variable as number) as number;
  for (const { variables } of constraints) {
    const first = root(column(variables[0]));
    for (const variable of variables) parent[root(column(variable))] = first;
  }
  const parts = new Map<number, LinearConstraint[]>();
  for (const constraint of constraints) {
    const top = root(column(constraint.variables[0]));
    const part = parts.get(top);
    if (part === undefined) parts.set(top, [constraint]);
    else part.push(constraint);
  }
  return [...parts.values()];
}
