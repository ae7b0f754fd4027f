/**
 * Marks of writes to cells of processes that the cube does not name.
 *
 * A `case` writes cells of all processes at once. One of them may join the cube further back and have its cell read there: that
 * read lies before the write. So a write leaves a mark at cells of *strangers*, too, of processes without a name: the row of
 * F[outside(0)] is after a write to F[z], whichever stranger z is. In a cell with several strangers they are different
 * processes, named in the order of their places. A mark says of every stranger that its cell was written, if there is any.
 *
 * Three rules keep that true. A process that joins takes over the rows of a stranger. A process is forgotten only if all its
 * rows are a stranger's. And V contains C only if the rows of V's strangers are found at whatever they may be in C: at
 * processes that are no images, and at C's strangers.
 *
 * What is left out: that two writes lie in some order because both write the cell of a stranger, and nothing else that both
 * write has a name. Fewer edges make a cube larger, never smaller.
 */
import { type Literals, MAX_PROCESSES } from '../../../logic/literals.js';
import { lowest } from '../bits.js';
import { first } from '../slots.js';
import { outside } from '../universal.js';

/** For a location the pending reads that are after a write to it. */
type Rows = ReadonlyMap<number, number>;

/** Arrays with more indices leave no such marks. */
export const MOST_STRANGERS = 4;
/** The names of strangers, as bits. */
const STRANGERS = first(MOST_STRANGERS).reduce((bits, k) => bits | (1 << outside(k)), 0);

/** Whether there is a stranger among processes, which are bits. */
export function haveStranger(processes: number): boolean {
  return (processes & STRANGERS) !== 0;
}

/** Strangers keep their names. */
export function withStrangers(names: readonly number[]): number[] {
  return Array.from({ length: MAX_PROCESSES }, (_, p) => names[p] ?? p);
}

export class Strangers {
  private readonly literals: Literals;

  constructor(literals: Literals) {
    this.literals = literals;
  }

  isStrange(cell: number): boolean {
    return haveStranger(this.literals.cellProcesses[cell] as number);
  }

  private areIn(rows: Rows): boolean {
    for (const cell of rows.keys()) if (this.isStrange(cell)) return true;
    return false;
  }

  /** The cells that one with strangers may be when each is one of these other processes, or still a stranger. */
  images(cell: number, processes: readonly number[]): number[] {
    const indices = this.literals.indicesOf(cell);
    const out: number[] = [];
    const names = withStrangers([]);
    const assign = (k: number, used: number): void => {
      if (!indices.includes(outside(k))) {
        const moved = indices.map((p) => names[p] as number);
        out.push(this.cellAt(cell, moved));
        return;
      }
      names[outside(k)] = outside(k);
      assign(k + 1, used);
      for (const p of processes) {
        if (used & (1 << p)) continue;
        names[outside(k)] = p;
        assign(k + 1, used | (1 << p));
      }
    };
    assign(0, 0);
    return out;
  }

  /** The rows when processes join. */
  joined(rows: Rows, joining: readonly number[]): Rows {
    if (!this.areIn(rows)) return rows;
    const out = new Map(rows);
    for (const [cell, row] of rows) {
      if (this.isStrange(cell)) for (const image of this.images(cell, joining)) out.set(image, row);
    }
    return out;
  }

  /** Of so many processes those, as bits, that differ from a stranger in these events of the rows. */
  distinguished(rows: Rows, events: number, processes: number): number {
    const { literals } = this;
    let out = 0;
    if (!this.areIn(rows)) {
      // An empty row is what a stranger has.
      for (const [cell, row] of rows) if (row & events) out |= literals.cellProcesses[cell] as number;
      return out;
    }
    const differ = (one: number, other: number) => ((rows.get(one) ?? 0) ^ (rows.get(other) ?? 0)) & events;
    for (const cell of rows.keys()) {
      const within = literals.cellProcesses[cell] as number;
      const named = within & ~STRANGERS;
      for (let rest = named & ~out; rest !== 0; rest &= rest - 1) {
        const p = lowest(rest);
        if (differ(cell, this.unnamed(cell, p))) out |= 1 << p;
      }
      if (named === within) continue;
      for (const p of first(processes)) {
        if ((named | out) & (1 << p)) continue;
        if (this.images(cell, [p]).some((image) => differ(cell, image))) out |= 1 << p;
      }
    }
    return out;
  }

  /** The cell when process p has no name. */
  private unnamed(cell: number, p: number): number {
    const taken = first(MOST_STRANGERS).find(
      (k) => !((this.literals.cellProcesses[cell] as number) & (1 << outside(k))),
    );
    if (taken === undefined) throw new Error('a cell of a process has fewer strangers than indices');
    return this.cellAt(
      cell,
      this.literals.indicesOf(cell).map((q) => (q === p ? outside(taken) : q)),
    );
  }

  /** The cell of the same array at these indices, strangers named in the order of their places. */
  private cellAt(cell: number, indices: readonly number[]): number {
    const { literals } = this;
    const strangers = [...new Set(indices.filter((p) => haveStranger(1 << p)))];
    const named = indices.map((p) => (haveStranger(1 << p) ? outside(strangers.indexOf(p)) : p));
    return literals.cell(literals.cellSymbol[cell] as number, named);
  }
}
