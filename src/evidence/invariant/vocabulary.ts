/**
 * The cells of a program as SMT-LIB integers, named as people write them.
 *
 * A cell that no edge of the program may write holds its first value for ever, so it is that number here. Most are
 * parameters of threads, and `flag[me]` becomes one cell of `flag` with it.
 */
import { cellsOf, offsetOf, sizeOf, variableAt } from '../../models/program/cells.js';
import type { Program } from '../../models/program/model.js';
import { templateOf } from '../../models/program/parts.js';
import { type Legend, type LegendVariable, legendOf } from './legend.js';
import { type Value, within } from './value.js';

export interface Cell extends LegendVariable {
  readonly number: number;
  readonly initial: number | 'any';
  readonly value: Value;
}

export class Vocabulary {
  readonly legend: Legend;
  readonly cells: readonly Cell[];
  /** For each thread its first cell. */
  readonly #firsts: readonly number[];

  constructor(readonly program: Program) {
    this.legend = legendOf(program);
    let count = cellsOf(program.shared).count;
    this.#firsts = program.threads.map((_, thread) => {
      const first = count;
      count += cellsOf(templateOf(program, thread).locals).count;
      return first;
    });
    const initial = [
      ...program.shared.flatMap((variable) => variable.initial),
      ...program.threads.flatMap((thread) => thread.initial.flat()),
    ];
    const written = this.#written();
    this.cells = this.legend.variables.map((variable, number) => {
      const value = initial[number];
      if (value === undefined) throw new Error(`${variable.name} has no first value`);
      const isFixed = value !== 'any' && !written.has(number);
      return {
        ...variable,
        number,
        initial: value,
        value: isFixed ? value : { kind: 'integer', text: this.#symbol(number) },
      };
    });
  }

  /** The cells of a variable, in the order of the indices; `thread` is null for a shared one. */
  cellsOf(thread: number | null, variable: number): readonly Cell[] {
    const { first, size } = this.#place(thread, variable);
    return this.cells.slice(first, first + size);
  }

  isArray(thread: number | null, variable: number): boolean {
    return variableAt(cellsOf(this.#variables(thread)), variable).size !== null;
  }

  declarations(): string[] {
    return this.cells.flatMap(({ value }) => (typeof value === 'number' ? [] : [`(declare-const ${value.text} Int)`]));
  }

  /** Every cell is within the bounds of its sort. */
  bounds(): string[] {
    return this.cells.map(({ value, low, high }) => within(value, low, high));
  }

  #symbol(number: number): string {
    const { name } = this.legend.variables[number] as LegendVariable;
    const isTwice = this.legend.variables.some((other, k) => k !== number && readable(other.name) === readable(name));
    // The space: no name of SMT-LIB's or of the other definitions has one.
    return `|cell ${readable(name)}${isTwice ? ` #${number}` : ''}|`;
  }

  #variables(thread: number | null) {
    return thread === null ? this.program.shared : templateOf(this.program, thread).locals;
  }

  #place(thread: number | null, variable: number): { readonly first: number; readonly size: number } {
    const cells = cellsOf(this.#variables(thread));
    const base = thread === null ? 0 : (this.#firsts[thread] as number);
    return { first: base + offsetOf(cells, variable), size: sizeOf(variableAt(cells, variable)) };
  }

  #written(): ReadonlySet<number> {
    const written = new Set<number>();
    for (const [thread] of this.program.threads.entries()) {
      for (const { target } of templateOf(this.program, thread).edges.flatMap(({ updates }) => updates)) {
        const { first, size } = this.#place(target.kind === 'shared' ? null : thread, target.variable);
        for (let cell = 0; cell < size; cell++) written.add(first + cell);
      }
    }
    return written;
  }
}

function readable(name: string): string {
  return name.replaceAll(/[^ -~]|[|\\]/g, '_');
}
