/**
 * Remainders: `slot[tail % 2]` asks of a number without bounds only whether it is even, which no linear formula says. So the
 * number gets a companion, the variable `tail % 2` with values 0 and 1, which every command that writes the number writes as
 * well: as linear terms go, remainders are sums of remainders.
 *
 * Here is which numbers need one: those whose remainder the program asks for, and those from which such a number may get its
 * value, store buffers among them. Companions are remainders as mathematicians have them, 0 and above also of negative
 * numbers; what `%` gives is told from these (`values.ts`).
 */
import { expressionsOf, leavesOf, nodesOf } from '../../models/program/expression.js';
import { numberIn } from '../../models/program/fold.js';
import type { Program, Read, StateRead, Tree } from '../../models/program/model.js';
import { templateOf } from '../../models/program/parts.js';

export interface Residue {
  /** The number of the variable. */
  readonly of: number;
  readonly modulus: number;
}

/** Of larger divisors none are kept. */
const LARGEST_MODULUS = 16;

type Term = Tree<Read | StateRead>;

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
  const needIn = (expression: Term, thread: number) => {
    for (const { operand, modulus } of remaindersIn(expression))
      for (const cell of cellsIn(operand, thread, cellsOf)) need(cell, modulus);
  };
  for (const [thread] of program.threads.entries()) {
    for (const edge of templateOf(program, thread).edges) {
      for (const expression of expressionsOf(edge)) needIn(expression, thread);
      for (const { target, value } of edge.updates) {
        const owner = target.kind === 'shared' ? null : thread;
        if (value === 'any') continue;
        flows.push({ to: cellsOf(owner, target.variable), from: cellsIn(value, thread, cellsOf) });
      }
    }
  }
  for (const { condition } of program.never) needIn(condition, 0);
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    for (const { of, modulus } of [...found.values()])
      for (const { to, from } of flows) if (to.includes(of)) for (const cell of from) need(cell, modulus);
  }
  return [...found.values()];
}

/** What is divided, and by which number, in all remainders of the expression. */
function remaindersIn(expression: Term): { readonly operand: Term; readonly modulus: number }[] {
  return nodesOf(expression).flatMap((node) => {
    if (node.kind !== 'binary' || node.operator !== '%') return [];
    const modulus = Math.abs(numberIn(node.right) ?? 0);
    return modulus < 2 || modulus > LARGEST_MODULUS ? [] : [{ operand: node.left, modulus }];
  });
}

function cellsIn(expression: Term, thread: number, cellsOf: CellsOf): number[] {
  return leavesOf(expression).flatMap((leaf) => {
    switch (leaf.kind) {
      case 'shared':
      case 'memory':
        return cellsOf(null, leaf.variable);
      case 'local':
        return cellsOf(thread, leaf.variable);
      case 'localOf':
        return cellsOf(leaf.thread, leaf.variable);
      case 'at':
        return [];
    }
  });
}
