/**
 * Extrapolation: from the predicates (or cubes of them) that prove a program under sequential consistency to predicates for
 * the reduced program, whose store buffers are variables (Dan, Meshman, Vechev, Yahav 2013, section 5 for PSO, appendix B for
 * TSO). The rules by their numbers there:
 *
 *   1, 8    how many writes are in each buffer, which cell each is for (TSO), and whether a buffer was too short
 *   2, 9    what was there
 *   3, 10   the same with slots of buffers in place of cells
 *   4, 11   a slot holds what memory holds, or what the next slot holds
 *   5, 12   only slots of threads that write the cell
 *   6, 13   all occurrences of a cell in a predicate become the same slot
 *   7, 14   at most one cell becomes a slot, where a fence is between any two writes of every thread
 *
 * A slot of TSO may be for cells with different bounds, and has none then: that its value is within theirs are predicates, too.
 * Where rule 7 does not apply, at most two cells of a predicate become slots: the paper has all combinations.
 */
import {
  atMost,
  constant,
  equal,
  type Formula,
  type Linear,
  substitute,
  variable,
} from '../../logic/integer/formula.js';
import type { Reduction } from '../../memory/reduction/index.js';
import { boundsOf, cellsOf, offsetOf, sortOfCell } from '../../models/program/cells.js';
import type { Program } from '../../models/program/model.js';
import { isDirect, needsEmptyBuffers } from '../../models/program/parts.js';
import type { IntegerVariable } from './system.js';

const MOST_SLOTS = 2;

/** Rules 1 and 4 (8 and 11): what is said of buffers whatever the program. */
export function genericPredicates(reduction: Reduction): readonly Formula[] {
  const { buffers, overflow } = reduction;
  const number = variableNumbers(reduction);
  const memory = cellsOf(reduction.program.shared);
  const found: Formula[] = [];
  for (const { cells, count, values, targets } of buffers) {
    for (const [slot] of values.entries()) found.push(equal(number(count), constant(slot + 1)));
    for (const target of targets)
      for (let which = 0; which <= cells.length; which++) found.push(equal(number(target), constant(which)));
    for (const [slot, value] of values.entries()) {
      const before = values[slot - 1];
      if (before !== undefined) found.push(equal(number(before), number(value)));
      for (const cell of cells) {
        found.push(equal(number(value), variable(cell)));
        const bounds = boundsOf(sortOfCell(memory, cell));
        if (bounds === null || boundsOf(sortOfCell(memory, offsetOf(memory, value))) !== null) continue;
        found.push(atMost(constant(bounds.low), number(value)), atMost(number(value), constant(bounds.high)));
      }
    }
  }
  if (overflow !== null) found.push(equal(number(overflow.variable), constant(0)));
  return distinct(found);
}

/**
 * Rules 2, 3, 5, 6 and 7 (9, 10, 12, 13 and 14): formulas over the variables of the reduced program that speak of memory,
 * and all their versions that speak of buffers.
 */
export function lifted(
  reduction: Reduction,
  original: Program,
  formulas: readonly Formula[],
  variables: readonly IntegerVariable[],
): readonly Formula[] {
  const most = fencedBetweenWrites(original) ? 1 : MOST_SLOTS;
  const cells = cellsOf(reduction.program.shared);
  const slotsOf = (cell: number) =>
    reduction.buffers
      .filter((buffer) => buffer.cells.includes(cell))
      .flatMap(({ values }) => values.map((value) => offsetOf(cells, value)));
  /** A remainder of a cell becomes the same remainder of the slot. */
  const inPlaceOf = (number: number, chosen: ReadonlyMap<number, number>): number => {
    const { residue } = variables[number] as IntegerVariable;
    if (residue === undefined) return chosen.get(number) ?? number;
    const slot = chosen.get(residue.of);
    const { modulus } = residue;
    const found = variables.findIndex((each) => each.residue?.of === slot && each.residue?.modulus === modulus);
    return slot === undefined || found < 0 ? number : found;
  };
  const versions = (formula: Formula): readonly Formula[] => {
    let choices: readonly ReadonlyMap<number, number>[] = [new Map()];
    for (const cell of new Set(formula.variables.map((number) => variables[number]?.residue?.of ?? number))) {
      const slots = slotsOf(cell);
      choices = choices.flatMap((chosen) => [
        chosen,
        ...(chosen.size < most ? slots.map((slot) => new Map([...chosen, [cell, slot]])) : []),
      ]);
    }
    return choices.map((chosen) => substitute(formula, (number) => variable(inPlaceOf(number, chosen))));
  };
  return distinct(formulas.flatMap(versions));
}

/** Shared variables of the reduced program, which are scalars where they belong to buffers, as variables of formulas. */
function variableNumbers({ program }: Reduction): (shared: number) => Linear {
  const cells = cellsOf(program.shared);
  return (shared) => variable(offsetOf(cells, shared));
}

/** One of each, and a predicate or its negation is one; those that are always true or false say nothing. */
export function distinct(formulas: readonly Formula[]): readonly Formula[] {
  const positive = formulas.map((formula) => (formula.kind === 'not' ? formula.operand : formula));
  const telling = positive.filter(({ kind }) => kind !== 'true' && kind !== 'false');
  return [...new Map(telling.map((formula) => [formula.key, formula])).values()];
}

/** Rule 7's premise: on every way from a write that waits to the next one, a step that needs empty buffers. */
export function fencedBetweenWrites(program: Program): boolean {
  return program.templates.every(({ edges, locations }) => {
    const waits = edges.map((edge) =>
      edge.updates.some((update) => update.target.kind === 'shared' && !isDirect(program, edge, update)),
    );
    /** Locations where a write may be waiting. */
    const waiting = new Array<boolean>(locations.length).fill(false);
    for (let changed = true; changed; ) {
      changed = false;
      for (const [number, edge] of edges.entries()) {
        const after = waits[number] === true || (waiting[edge.from] === true && !needsEmptyBuffers(edge));
        if (!after || waiting[edge.to] === true) continue;
        waiting[edge.to] = true;
        changed = true;
      }
    }
    return edges.every((edge, number) => {
      const several = edge.updates.filter((update) => update.target.kind === 'shared').length > 1;
      if (waits[number] !== true) return true;
      return !several && (waiting[edge.from] !== true || needsEmptyBuffers(edge));
    });
  });
}
