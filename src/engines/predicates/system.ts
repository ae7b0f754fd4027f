/**
 * What is abstracted: threads that step through locations with guarded commands on integer variables, all of them equal
 * before the abstraction: cells of memory, locals, parts of store buffers.
 */
import type { Formula, Linear } from '../../logic/integer/formula.js';
import type { Sort } from '../../models/program/model.js';
import type { Residue } from './residues.js';
import type { Definition } from './values.js';

export interface IntegerVariable {
  /** As people write it in a property: `turn`, `flag[0]`, `P(0).x`. */
  readonly name: string;
  /** Null: no bound on that side. */
  readonly low: number | null;
  readonly high: number | null;
  /** Of a remainder: by which number, and of which variable. */
  readonly residue?: Residue;
  /** How its values are written; numbers unless given. */
  readonly sort?: Sort;
}

/**
 * When the thread is at `from` and the guard is true: all updates at once, and on to `to`.
 *
 * Guard and updates may use inputs: variables without a past, each with any value within its bounds. An input stands for a
 * value that is chosen, or for one that formulas cannot say (a product of variables): then the command does more than the
 * program.
 */
export interface Command {
  readonly thread: number;
  readonly from: number;
  readonly to: number;
  readonly guard: Formula;
  readonly updates: ReadonlyMap<number, Linear>;
  /** What its inputs stand for, of those that stand for something. */
  readonly inputs: ReadonlyMap<number, Definition>;
  /** Of the thread's template; several commands may be cases of one edge. */
  readonly edge: number;
  /** What the edge's updates with value 'any' are given. */
  readonly choices: readonly Linear[];
  /** The step fails (a value out of range, a division by zero): a violation. */
  readonly fails: boolean;
}

interface FlatThread {
  readonly name: string;
  readonly locations: number;
  readonly entry: number;
}

/** States that must not be reached. */
export interface Bad {
  readonly name: string;
  /** What must not be true of the variables while the threads are at these locations. */
  condition(locations: ArrayLike<number>): Formula;
}

export interface FlatSystem {
  /** Those of the program, then the inputs. */
  readonly variables: readonly IntegerVariable[];
  /** From this one on variables are inputs. */
  readonly firstInput: number;
  /** Of the program's variables. */
  readonly initial: readonly (number | 'any')[];
  readonly threads: readonly FlatThread[];
  readonly commands: readonly Command[];
  /** By thread, by location: the commands that begin there. */
  readonly leaving: readonly (readonly (readonly number[])[])[];
  readonly bad: readonly Bad[];
  /** By thread, by location: the variables of the thread whose values nothing reads any more. */
  readonly dead: readonly (readonly ReadonlySet<number>[])[];
}

/** Whether the formula speaks of the program alone. */
export function isAboutStates({ firstInput }: FlatSystem, { variables }: Formula): boolean {
  return (variables.at(-1) ?? -1) < firstInput;
}
