/**
 * An edge of a thread as SMT-LIB definitions, which stand at the head of the text: `fails3`, the states in which step 3
 * fails; `does3`, those in which it happens; and what cells hold after it. They follow the operational machine
 * (`memory/operational/program/machine.ts`) obstacle by obstacle: the guard, then update by update the index, the value and
 * whether it fits; the first obstacle decides. Under sequential consistency buffers are empty, so a fence is no obstacle.
 *
 * All values are taken before the step, and of two updates of one cell the last counts. A value 'any' is a constant of its
 * own within the bounds of the sort: a solver that wants to refute the proof may choose it.
 */

import type { Edge, Update } from '../../models/program/model.js';
import { conjunction, disjunction, FALSE, negation, TRUE } from '../solvers/smtlib.js';
import { type Translated, translate } from './translate.js';
import { asInteger, asTruth, integer, type Value, within } from './value.js';
import type { Cell, Vocabulary } from './vocabulary.js';

export interface Step {
  readonly number: number;
  readonly thread: number;
  readonly edge: Edge;
  readonly definitions: readonly string[];
  /** `true`, `false`, or the name of a definition. */
  readonly does: string;
  readonly fails: string;
  /** What cells hold after it; those that it cannot write are absent. */
  readonly after: ReadonlyMap<number, Value>;
}

export function makeStep(vocabulary: Vocabulary, number: number, thread: number, edge: Edge): Step {
  const definitions: string[] = [];
  const define = (name: string, sort: 'Int' | 'Bool', text: string): string => {
    if (text === TRUE || text === FALSE) return text;
    definitions.push(`(define-fun ${name} () ${sort} ${text})`);
    return name;
  };
  const guard = edge.guard === null ? { value: 1, fails: FALSE } : translate(vocabulary, edge.guard, { thread });
  const failures = [guard.fails];
  /** What has held if the step got so far. */
  const passed = [negation(guard.fails), asTruth(guard.value)];
  const fail = (condition: string): void => {
    failures.push(conjunction([...passed, condition]));
    passed.push(negation(condition));
  };
  const after = new Map<number, Value>();
  for (const [position, update] of edge.updates.entries()) {
    const cells = vocabulary.cellsOf(update.target.kind === 'shared' ? null : thread, update.target.variable);
    const { low, high } = cells[0] as Cell;
    const name = `${number}.${position}`;
    const index = indexOf(vocabulary, update, thread);
    const chosen = update.value === 'any';
    if (chosen) definitions.push(`(declare-const any${name} Int)`);
    const { value, fails } = chosen
      ? { value: integer(`any${name}`), fails: FALSE }
      : translate(vocabulary, update.value, { thread });
    fail(disjunction([index.fails, outOfBounds(index.value, cells.length), fails]));
    const fits = within(value, low, high);
    if (chosen || vocabulary.program.outOfRange === 'disabled') passed.push(fits);
    else fail(negation(fits));
    // Written once, as an array has it in every cell.
    const named = (each: Value, kind: string): Value =>
      typeof each === 'number' ? each : integer(define(`${kind}${name}`, 'Int', asInteger(each)));
    write(after, cells, named(index.value, 'index'), named(value, 'value'));
  }
  const does = define(`does${number}`, 'Bool', conjunction(passed));
  const fails = define(`fails${number}`, 'Bool', disjunction(failures));
  return { number, thread, edge, definitions, does, fails, after };
}

/** A scalar is an array with one cell here. */
function indexOf(vocabulary: Vocabulary, { target }: Update, thread: number): Translated {
  const isArray = vocabulary.isArray(target.kind === 'shared' ? null : thread, target.variable);
  if ((target.index !== null) !== isArray) throw new Error('a variable is not used as declared');
  return target.index === null ? { value: 0, fails: FALSE } : translate(vocabulary, target.index, { thread });
}

function outOfBounds(index: Value, size: number): string {
  return negation(within(index, 0, size - 1));
}

function write(after: Map<number, Value>, cells: readonly Cell[], index: Value, value: Value): void {
  for (const [k, cell] of cells.entries()) {
    if (index === k) after.set(cell.number, value);
    if (typeof index === 'number') continue;
    const others = asInteger(after.get(cell.number) ?? cell.value);
    after.set(cell.number, integer(`(ite (= ${asInteger(index)} ${k}) ${asInteger(value)} ${others})`));
  }
}
