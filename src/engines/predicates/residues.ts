/**
 * Remainders: `slot[tail % 2]` asks of a number without bounds only whether it is even, which no linear formula says. So the
 * number gets a companion, the variable `tail % 2` with values 0 and 1, which every command that writes the number writes as
 * well: as linear terms go, remainders are sums of remainders.
 *
 * Here is which numbers need one: those whose remainder the program asks for, and those from which such a number may get its
 * value, store buffers among them. Companions are remainders as mathematicians have them, 0 and above also of negative
 * numbers; what `%` gives is told from these (`values.ts`).
 */
import type { Expression, Program, StateExpression } from '../../models/program/model.js';
import { templateOf } from '../../models/program/parts.js';

export interface Residue {
  /** The number of the variable. */
  readonly of: number;
  readonly modulus: number;
}

/** Of larger divisors none are kept. */
const LARGEST_MODULUS = 16;

/** The cells of a variable, as variables of the system; `thread` is null for a shared one. */
type CellsOf = (thread: number | null, variable: number) => readonly number[];

/** The smallest value of the remainder by `modulus` that is not negative. */
export function residueOf(value: number, modulus: number): number {
  return ((value % modulus) + modulus) % modulus;
}

export function residuesNeeded(program: Program, cellsOf: CellsOf, isOpen: (variable: number) => boolean): Residue[] {
  const found = new Map<string, Residue>();
  const need = (of: number, modulus: number) => {
    if (isOpen(of)) found.set(`${of}%${modulus}`, { of, modulus });
  };
  const flows: { readonly to: readonly number[]; readonly from: readonly number[] }[] = [];
  for (const [thread] of program.threads.entries()) {
    const cells = (expression: Term) => cellsIn(expression, thread, cellsOf);
    for (const { guard, updates } of templateOf(program, thread).edges) {
      const expressions = [guard, ...updates.flatMap(({ target, value }) => [target.index, value])];
      for (const expression of expressions) {
        if (expression === null || expression === 'any') continue;
        for (const { operand, modulus } of remaindersIn(expression))
          for (const cell of cells(operand)) need(cell, modulus);
      }
      for (const { target, value } of updates) {
        const owner = target.kind === 'shared' ? null : thread;
        if (value !== 'any') flows.push({ to: cellsOf(owner, target.variable), from: cells(value) });
      }
    }
  }
  for (const { condition } of program.never) {
    for (const { operand, modulus } of remaindersIn(condition))
      for (const cell of cellsIn(operand, 0, cellsOf)) need(cell, modulus);
  }
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    for (const { of, modulus } of [...found.values()])
      for (const { to, from } of flows) if (to.includes(of)) for (const cell of from) need(cell, modulus);
  }
  return [...found.values()];
}

type Term = Expression | StateExpression;

/** What is divided, and by which number, in all remainders of the expression. */
function remaindersIn(expression: Term): { readonly operand: Term; readonly modulus: number }[] {
  const parts = partsOf(expression);
  const within = parts.flatMap(remaindersIn);
  if (expression.kind !== 'binary' || expression.operator !== '%' || expression.right.kind !== 'constant')
    return within;
  const modulus = Math.abs(expression.right.value);
  return modulus < 2 || modulus > LARGEST_MODULUS ? within : [...within, { operand: expression.left, modulus }];
}

function cellsIn(expression: Term, thread: number, cellsOf: CellsOf): number[] {
  const own = ((): readonly number[] => {
    switch (expression.kind) {
      case 'shared':
      case 'memory':
        return cellsOf(null, expression.variable);
      case 'local':
        return cellsOf(thread, expression.variable);
      case 'localOf':
        return cellsOf(expression.thread, expression.variable);
      default:
        return [];
    }
  })();
  return [...own, ...partsOf(expression).flatMap((part) => cellsIn(part, thread, cellsOf))];
}

function partsOf(expression: Term): readonly Term[] {
  switch (expression.kind) {
    case 'constant':
    case 'at':
      return [];
    case 'local':
    case 'shared':
    case 'memory':
    case 'localOf':
      return expression.index === null ? [] : [expression.index];
    case 'unary':
      return [expression.operand];
    case 'binary':
      return [expression.left, expression.right];
    case 'conditional':
      return [expression.condition, expression.whenTrue, expression.whenFalse];
  }
}
