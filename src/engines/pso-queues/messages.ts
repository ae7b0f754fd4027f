/**
 * Load buffers, behind the store queues of a thread that has barriers between its stores.
 *
 * Such a thread may go past a barrier while its stores before it still wait. Store queues alone cannot say so: that entries
 * of one cell come before the barrier and others of another cell after it is told by no queue, and the ordering of
 * `element.ts` breaks. So the time of the search is that at which stores reach memory, and the thread is *behind* it (as in
 * the dual semantics of TSO, `dual-tso/`): at a barrier all its queues are empty, and what it has not seen yet waits in a load
 * buffer. Its messages, the newest first:
 *
 *   own     a store of its own has reached memory. A flush puts the message there
 *   seen    what memory held in some cells, at one moment. A *propagation* puts it there, at any time
 *
 * The oldest message can be deleted at any time: the thread has come so far. A load gives the newest entry of the cell's
 * queue; if that is empty, the newest own message on the cell; if there is none, what the oldest message has seen. A fence and
 * a locked instruction need an empty load buffer besides empty queues, a barrier does not.
 *
 * A load from a cell that no other thread writes, when the queue is empty and there is no own message, gives what memory
 * holds: it has not changed since the last own message on the cell left.
 *
 * An element tells a set of load buffers by a word. Its letters are own and seen messages, and `none` marks. The buffer is in the
 * set when the word can be put on it, in its order, so that for each letter on a cell no own message on that cell is newer
 * than what the letter is put on (a `none` mark belongs to the letter before it, and puts that condition on another
 * cell). Nothing more is said: the oldest messages may be anything, since they can be deleted, and so may own messages on
 * cells that the word does not mention. So
 *
 *   - the empty word is any load buffer, and no element is needed for what a deletion leads from
 *   - one word covers another exactly when it is a subword of it. Subwords are a well-quasi ordering, so the search ends as it
 *     does without barriers, also for any number of threads
 *   - in a word, an own message on a cell is the oldest of all letters on that cell
 */
import type { CellValue } from '../automata/system.js';

export type Message =
  | ({ readonly kind: 'own' } & CellValue)
  | { readonly kind: 'seen'; readonly held: readonly CellValue[] }
  | { readonly kind: 'none'; readonly cell: number };

/** Messages for which there are characters, below those that come in pairs (surrogates). */
export const MOST_LETTERS = 50_000;

/** Characters for messages, given when they are asked for. */
export class Messages {
  private readonly letters = new Map<string, string>();
  private readonly known: { readonly message: Message; readonly cells: readonly number[] }[] = [];

  own({ cell, value }: CellValue): string {
    return this.letter(`o${cell}=${value}`, () => ({ kind: 'own', cell, value }));
  }

  none(cell: number): string {
    return this.letter(`n${cell}`, () => ({ kind: 'none', cell }));
  }

  seen(reads: readonly CellValue[]): string {
    const held = reads.map(({ cell, value }) => ({ cell, value })).sort((one, other) => one.cell - other.cell);
    const key = held.map(({ cell, value }) => `${cell}=${value}`).join();
    return this.letter(`s${key}`, () => ({ kind: 'seen', held }));
  }

  of(letter: string): Message {
    return this.entry(letter).message;
  }

  mentions(word: string, cell: number): boolean {
    return this.lastOn(word, cell) >= 0;
  }

  /** The own message on the cell; null when there is none. */
  ownOn(word: string, cell: number): (Message & { readonly kind: 'own' }) | null {
    const last = this.lastOn(word, cell);
    const message = last < 0 ? null : this.of(word[last] as string);
    return message?.kind === 'own' ? message : null;
  }

  /** The place of the oldest letter on the cell; -1 when there is none. */
  private lastOn(word: string, cell: number): number {
    for (let k = word.length - 1; k >= 0; k--) if (this.entry(word[k] as string).cells.includes(cell)) return k;
    return -1;
  }

  /** The words with an own message put in: older than every letter on its cell, in front of any letter but a mark. */
  *withOwn(word: string, own: CellValue): Generator<string> {
    const letter = this.own(own);
    for (let k = this.lastOn(word, own.cell) + 1; k <= word.length; k++) {
      if (k < word.length && this.of(word[k] as string).kind === 'none') continue;
      yield this.tidy(word.slice(0, k) + letter + word.slice(k));
    }
  }

  /** The word whose oldest message is the letter. */
  withOldest(word: string, letter: string): string {
    let last = word.length - 1;
    while (last >= 0 && this.of(word[last] as string).kind === 'none') last--;
    return word[last] === letter ? word : this.tidy(word + letter);
  }

  withNone(word: string, cell: number): string {
    return this.tidy(word + this.none(cell));
  }

  /** Without what others have seen: own messages and marks. */
  ownPart(word: string): string {
    if (word === '') return word;
    return this.tidy([...word].filter((letter) => this.of(letter).kind !== 'seen').join(''));
  }

  /** Without marks that say nothing: the newest letters, and those on cells of which an older letter says it, too. */
  tidy(word: string): string {
    let tidy = '';
    for (let k = 0; k < word.length; k++) {
      const letter = word[k] as string;
      const message = this.of(letter);
      if (message.kind === 'none' && (tidy === '' || this.mentions(word.slice(k + 1), message.cell))) continue;
      tidy += letter;
    }
    return tidy;
  }

  /** Whether a load buffer, as letters, the newest first, is in the set that the word tells. */
  holds(buffer: readonly string[], word: string): boolean {
    const owned = new Set<number>();
    let place = 0;
    const marks = (): boolean => {
      for (; place < word.length; place++) {
        const mark = this.of(word[place] as string);
        if (mark.kind !== 'none') return true;
        if (owned.has(mark.cell)) return false;
      }
      return true;
    };
    if (!marks()) return false;
    for (const letter of buffer) {
      if (place === word.length) return true;
      const { message, cells } = this.entry(letter);
      const isNext = letter === word[place] && !cells.some((cell) => owned.has(cell));
      if (message.kind === 'own') owned.add(message.cell);
      if (!isNext) continue;
      place++;
      if (!marks()) return false;
    }
    return place === word.length;
  }

  private entry(letter: string): { readonly message: Message; readonly cells: readonly number[] } {
    return this.known[letter.charCodeAt(0) - 1] as { message: Message; cells: readonly number[] };
  }

  private letter(key: string, make: () => Message): string {
    const known = this.letters.get(key);
    if (known !== undefined) return known;
    if (this.known.length === MOST_LETTERS) throw new Error('there are too many messages for the letters');
    const message = make();
    const cells = message.kind === 'seen' ? message.held.map(({ cell }) => cell) : [message.cell];
    this.known.push({ message, cells });
    const letter = String.fromCharCode(this.known.length);
    this.letters.set(key, letter);
    return letter;
  }
}
