/**
 * Messages, memory and operations of a concurrent system as numbers, for the judge of certificates.
 *
 * A letter is a message: even for a plain one, (x, v), and the next odd number for the own-message, (x, v, own). Memory is
 * a list with the plain letter of what each cell holds, or NOTHING where nothing is said. So a propagation puts into a
 * buffer what is in memory, and a write leaves its letter in memory and the next one in the buffer.
 */
import { type CellValue, type ConcurrentSystem, notTaken, type Operation } from '../../engines/automata/system.js';

export type Letter = number;
/** By cell: a plain letter, or NOTHING. */
export type Memory = readonly Letter[];

export const NOTHING = -1;

export function isOwn(letter: Letter): boolean {
  return letter % 2 === 1;
}

/** The own-message that a write leaves, and back. */
export function ownOf(plain: Letter): Letter {
  return plain + 1;
}

export class Letters {
  private readonly firsts: readonly number[];
  private readonly cells: number[] = [];

  constructor(private readonly system: ConcurrentSystem) {
    this.firsts = system.domains.map((values, cell) => {
      const first = this.cells.length;
      for (const _ of values) this.cells.push(cell, cell);
      return first;
    });
  }

  /** The plain letter; null when there is no such cell, or it never holds that. */
  find({ cell, value }: CellValue): Letter | null {
    const position = this.system.domains[cell]?.indexOf(value) ?? -1;
    return position < 0 ? null : (this.firsts[cell] as number) + 2 * position;
  }

  /** The same for what the system itself says. */
  plain(message: CellValue): Letter {
    const letter = this.find(message);
    if (letter === null) throw new Error(`cell ${message.cell} never holds ${message.value}`);
    return letter;
  }

  cellOf(letter: Letter): number {
    return this.cells[letter] as number;
  }

  /** The plain letters of everything that the cell can hold. */
  on(cell: number): readonly Letter[] {
    const values = this.system.domains[cell] as readonly number[];
    return values.map((_, position) => (this.firsts[cell] as number) + 2 * position);
  }

  get nothing(): Memory {
    return this.system.domains.map(() => NOTHING);
  }
}

/** A transition, with plain letters. */
export interface Move {
  readonly from: number;
  readonly to: number;
  readonly kind: Exclude<Operation['kind'], 'several'>;
  /** What is read: one letter of a load, any number of an atomic operation. */
  readonly reads: readonly Letter[];
  readonly writes: readonly Letter[];
}

/** The transitions of all automata. */
export function movesOf({ automata }: ConcurrentSystem, letters: Letters): Move[][] {
  return automata.map(({ transitions }) =>
    transitions.map(({ from, operation, to }) => {
      if (operation.kind === 'several') return notTaken();
      const reads = operation.kind === 'read' ? [operation] : operation.kind === 'atomic' ? operation.reads : [];
      const writes = operation.kind === 'write' ? [operation] : operation.kind === 'atomic' ? operation.writes : [];
      const plain = (each: CellValue) => letters.plain(each);
      return { from, to, kind: operation.kind, reads: reads.map(plain), writes: writes.map(plain) };
    }),
  );
}
