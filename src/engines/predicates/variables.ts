/**
 * The variables of a flat system: cells of memory, then the locals of each thread, then remainders of these (`residues.ts`),
 * then inputs. Cells that nobody writes are constants, and stand in no formula.
 */
import { constant, type Linear, variable } from '../../logic/integer/formula.js';
import { boundsOf, type Cells, cellName, cellsOf, offsetOf, sizeOf, variableAt } from '../../models/program/cells.js';
import type { Program } from '../../models/program/model.js';
import { templateOf } from '../../models/program/parts.js';
import { type Residue, residueOf, residuesNeeded } from './residues.js';
import type { IntegerVariable } from './system.js';
import { type Definition, MOST_VALUES } from './values.js';

/** So many values of one step or condition may be other than linear. */
const MOST_INPUTS = 16;

/** More of a program than this engine can leave open. */
export class NotLinear extends Error {}

/** The variables of a cell or an array: `size` of them from `first` on. */
export interface Range {
  readonly first: number;
  readonly size: number;
}

export class Variables {
  readonly list: IntegerVariable[] = [];
  readonly initial: (number | 'any')[] = [];
  readonly firstInput: number;
  private readonly shared: Cells;
  private readonly locals: readonly Cells[];
  /** For each thread the number of its first variable. */
  private readonly firstLocals: readonly number[];
  private readonly written: ReadonlySet<number>;
  private readonly companions = new Map<number, (Residue & { readonly variable: number })[]>();
  private unknowns = 0;
  private definitions = new Map<number, Definition>();

  constructor(program: Program) {
    this.shared = cellsOf(program.shared);
    this.locals = program.threads.map((_, thread) => cellsOf(templateOf(program, thread).locals));
    const sharedInitial = program.shared.flatMap(({ initial }) => initial);
    this.declare(this.shared, '', sharedInitial);
    this.firstLocals = program.threads.map((thread, number) => {
      const first = this.list.length;
      this.declare(this.locals[number] as Cells, `${thread.name}.`, thread.initial.flat());
      return first;
    });
    this.written = this.writtenBy(program);
    this.declareResidues(program);
    this.firstInput = this.list.length;
    for (let pool = 0; pool < MOST_INPUTS; pool++) this.input({ name: 'any value', low: null, high: null });
  }

  at(number: number): IntegerVariable {
    const found = this.list[number];
    if (found === undefined) throw new Error(`there is no variable number ${number}`);
    return found;
  }

  /** `thread` is null for a shared variable. */
  rangeOf(thread: number | null, number: number): Range {
    const cells = thread === null ? this.shared : (this.locals[thread] as Cells);
    const base = thread === null ? 0 : (this.firstLocals[thread] as number);
    return { first: base + offsetOf(cells, number), size: sizeOf(variableAt(cells, number)) };
  }

  numbersOf(thread: number | null, number: number): number[] {
    const { first, size } = this.rangeOf(thread, number);
    return Array.from({ length: size }, (_, cell) => first + cell);
  }

  termsOf(thread: number | null, number: number): Linear[] {
    return this.numbersOf(thread, number).map((cell) => {
      const value = this.initial[cell] as number | 'any';
      return value === 'any' || this.written.has(cell) ? variable(cell) : constant(value);
    });
  }

  /** The locals of a thread, and their remainders. */
  ownOf(thread: number): number[] {
    const first = this.firstLocals[thread] as number;
    const cells = (this.locals[thread] as Cells).owners.map((_, cell) => first + cell);
    return cells.flatMap((cell) => [cell, ...this.residuesOf(cell).map((residue) => residue.variable)]);
  }

  residuesOf(number: number): readonly (Residue & { readonly variable: number })[] {
    return this.companions.get(number) ?? [];
  }

  /** The variable that is the remainder of another; null where there is none. */
  companion({ of, modulus }: Residue): number | null {
    return this.residuesOf(of).find((residue) => residue.modulus === modulus)?.variable ?? null;
  }

  input(declared: IntegerVariable): Linear {
    this.list.push(declared);
    return variable(this.list.length - 1);
  }

  /** A value that terms cannot say. */
  unknown(definition?: Definition): Linear {
    if (this.unknowns === MOST_INPUTS) throw new NotLinear();
    const number = this.firstInput + this.unknowns++;
    if (definition !== undefined) this.definitions.set(number, definition);
    return variable(number);
  }

  /** Each formula and each edge has its own unknown values, and begins anew: what those that follow stand for. */
  begin(): ReadonlyMap<number, Definition> {
    this.unknowns = 0;
    this.definitions = new Map();
    return this.definitions;
  }

  private declare(cells: Cells, prefix: string, initial: readonly (number | 'any')[]): void {
    for (const [cell, owner] of cells.owners.entries()) {
      const { sort } = variableAt(cells, owner);
      const { low, high } = boundsOf(sort) ?? { low: null, high: null };
      const first = initial[cell];
      if (first === undefined) throw new Error(`${cellName(cells, cell)} has no first value`);
      this.list.push({ name: `${prefix}${cellName(cells, cell)}`, low, high, sort });
      this.initial.push(first);
    }
  }

  /** Of variables that have more values than are told apart one by one. */
  private declareResidues(program: Program): void {
    const isOpen = (number: number) => {
      const { low, high } = this.at(number);
      return this.written.has(number) && (low === null || high === null || high - low >= MOST_VALUES);
    };
    for (const residue of residuesNeeded(program, (thread, number) => this.numbersOf(thread, number), isOpen)) {
      const { of, modulus } = residue;
      const first = this.initial[of] as number | 'any';
      this.companions.set(of, [...this.residuesOf(of), { ...residue, variable: this.list.length }]);
      this.list.push({ name: `${this.at(of).name} % ${modulus}`, low: 0, high: modulus - 1, residue });
      this.initial.push(first === 'any' ? 'any' : residueOf(first, modulus));
    }
  }

  private writtenBy(program: Program): ReadonlySet<number> {
    const written = program.threads.flatMap((_, thread) =>
      templateOf(program, thread).edges.flatMap(({ updates }) =>
        updates.flatMap(({ target: { kind, variable: number } }) =>
          this.numbersOf(kind === 'shared' ? null : thread, number),
        ),
      ),
    );
    return new Set(written);
  }
}
