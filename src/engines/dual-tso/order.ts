/**
 * Dual configurations and their ordering (section 4.2 of the paper), in the form in which the search keeps them.
 *
 * A configuration stands for all that are above it. It says of some threads in which local state they are and what their
 * load buffers hold, and of some cells what memory holds; about the others it says nothing. (The paper's minimal
 * configurations say everything. One of ours stands for all ways to complete it: for mutual exclusion of two threads out of
 * four, one instead of one for each memory and each local state of the other two.)
 *
 * A buffer is a word, the newest message on the left, the oldest, which is read next, on the right. `(x, v)` was seen in
 * memory, `(x, v, own)` was written by the thread. The paper's ordering compares, of the own-messages, only the newest on
 * each cell, and lets older ones be anything; so a minimal word holds at most one own-message for each cell, and between
 * such words u is below w exactly when their own-messages are the same, in the same order, and u is a subword of w.
 *
 * Messages are characters: for each cell and value one for the plain message and the next one for the own-message. Memory
 * is a string with a character for each cell, that of the plain message, or UNKNOWN.
 */
import { type Configuration as ConfigurationOf, isSubword, type Part as PartOf } from '../automata/configuration.js';
import type { CellValue, ConcurrentSystem } from '../automata/system.js';

/** Kinds are equal for parts with equal automaton, state and own-messages; there is a bit for each letter of the word. */
export interface Part extends PartOf {
  readonly word: string;
  /** The own-messages of the word. */
  readonly own: string;
}

export type Configuration = ConfigurationOf<Part>;

/** Characters for messages. */
export class Alphabet {
  private readonly firsts: readonly number[];
  private readonly cells: number[] = [];
  private readonly values: number[] = [];

  constructor(readonly domains: ConcurrentSystem['domains']) {
    const firsts: number[] = [];
    for (const [cell, values] of domains.entries()) {
      firsts.push(this.cells.length);
      for (const value of values) {
        this.cells.push(cell);
        this.values.push(value);
      }
    }
    this.firsts = firsts;
  }

  /** Pairs of a cell and a value. */
  get size(): number {
    return this.cells.length;
  }

  plain({ cell, value }: CellValue): string {
    return String.fromCharCode(this.code(cell, value));
  }

  own({ cell, value }: CellValue): string {
    return String.fromCharCode(this.code(cell, value) + 1);
  }

  /** The cell of a message. */
  cellOf(message: string): number {
    return this.cells[(message.charCodeAt(0) >> 1) - 1] as number;
  }

  valueOf(message: string): number {
    return this.values[(message.charCodeAt(0) >> 1) - 1] as number;
  }

  /** The own-messages of a word, as a word. */
  ownOf(word: string): string {
    let own = '';
    for (const message of word) if (isOwn(message)) own += message;
    return own;
  }

  /** The own-message on the cell; null when there is none. */
  ownOn(word: string, cell: number): string | null {
    for (const message of word) if (isOwn(message) && this.cellOf(message) === cell) return message;
    return null;
  }

  /** The first message is 2: 0 is UNKNOWN, and own-messages are the odd ones. */
  private code(cell: number, value: number): number {
    const position = (this.domains[cell] as readonly number[]).indexOf(value);
    if (position < 0) throw new Error(`cell ${cell} never holds ${value}`);
    return 2 * ((this.firsts[cell] as number) + position + 1);
  }
}

/** Pairs of cells and values for which there are characters, below those that come in pairs (surrogates). */
export const MOST_MESSAGES = 27_000;

export function isOwn(message: string): boolean {
  return (message.charCodeAt(0) & 1) === 1;
}

/** One of 32 bits for a letter; a plain message and its own-message share it. */
function bitOf(code: number): number {
  return 1 << ((code >> 1) & 31);
}

/** The parts that have been seen. */
export class Parts {
  private readonly known = new Map<string, Part>();
  private readonly kinds = new Map<string, number>();

  constructor(private readonly alphabet: Alphabet) {}

  part(automaton: number, state: number, word: string): Part {
    const key = `${automaton},${state},${word}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const own = this.alphabet.ownOf(word);
    const kindKey = `${automaton},${state},${own}`;
    const kind = this.kinds.get(kindKey) ?? this.kinds.size;
    this.kinds.set(kindKey, kind);
    let bits = 0;
    for (let k = 0; k < word.length; k++) bits |= bitOf(word.charCodeAt(k));
    const part = { id: this.known.size, automaton, state, word, own, kind, anyKind: kind, bits };
    this.known.set(key, part);
    return part;
  }
}

/** The messages in all buffers: what the search wants few of. */
export function messagesOf({ parts }: Configuration): number {
  return parts.reduce((sum, { word }) => sum + word.length, 0);
}

/** Own-messages are the same in both, and each cell has one at most: as letters they can only be put on themselves. */
export function isPartBelow(part: Part, other: Part): boolean {
  return part.kind === other.kind && isSubword(part.word, other.word);
}
