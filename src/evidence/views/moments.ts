/**
 * The state before a step under TSO, as the text of an obligation knows it: local cells and memory now, and for each process
 * what it sees at some earlier positions of the history.
 *
 * A position has a label: `f` where the actor's guard reads, a number for a pending group (counted from the end), `J` for the
 * joint one, `now`. What process z1 sees of X at its position 2 is a constant `|z1@2 X|`, free in every respect: that only
 * makes obligations harder. At `now` it is memory, `X` itself. `|z1@2 clear|` says that the position is not before any write
 * of z1, so that z1 has nothing in its buffer there; it is true at `now`, and from a position on it stays true.
 *
 * Constants are declared when they are first asked for.
 */
import type { StateSymbol } from '../../models/array-system/model.js';
import type { Vocabulary } from '../cubes/vocabulary.js';
import { assertion, implication, symbol, TRUE } from '../solvers/smtlib.js';

export const NOW = 'now';
export const JOINT = 'J';
export const FRONT = 'f';

export class Moments {
  /** For each process its positions, the earliest first; the last one is `now`. */
  readonly #positions = new Map<string, readonly string[]>();
  readonly #declared = new Map<string, string>();

  constructor(
    readonly vocabulary: Vocabulary,
    readonly processes: readonly string[],
    earlier: (process: string) => readonly string[],
    /** Names that are declared elsewhere. */
    readonly known: ReadonlySet<string>,
  ) {
    for (const process of processes) this.#positions.set(process, [...earlier(process), NOW]);
  }

  /** A process beside those of the obligation has no positions of its own but `now`, and J where there is one. */
  positions(process: string): readonly string[] {
    return this.#positions.get(process) ?? [NOW];
  }

  /** What is in the cell now. */
  plain(cell: StateSymbol, processes: readonly string[]): string {
    return this.declared(this.vocabulary.cellName(cell, processes), this.vocabulary.sort(cell.sort));
  }

  /** What the process sees of the cell at a position. */
  seen(cell: StateSymbol, processes: readonly string[], reader: string, position: string): string {
    if (!cell.weak || position === NOW) return this.plain(cell, processes);
    const name = `${reader}@${position} ${this.vocabulary.cellName(cell, processes)}`;
    return this.declared(name, this.vocabulary.sort(cell.sort));
  }

  /** That the position lies after every write of the process. */
  clear(process: string, position: string): string {
    return position === NOW ? TRUE : this.declared(`${process}@${position} clear`, 'Bool');
  }

  declared(name: string, sort: string): string {
    const text = symbol(name);
    if (!this.known.has(text)) this.#declared.set(text, sort);
    return text;
  }

  *declarations(): Generator<string> {
    for (const [text, sort] of this.#declared) yield `(declare-const ${text} ${sort})`;
  }

  /** From a position on that is clear, all are; only said of constants that were asked for. */
  *order(): Generator<string> {
    for (const process of this.processes) {
      const asked = this.positions(process).filter(
        (position) => position !== NOW && this.#declared.has(symbol(`${process}@${position} clear`)),
      );
      for (const [place, position] of asked.entries()) {
        const next = asked[place + 1];
        if (next === undefined) continue;
        yield assertion(implication(this.clear(process, position), this.clear(process, next)));
      }
    }
  }
}
