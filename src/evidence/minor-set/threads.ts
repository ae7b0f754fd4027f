/**
 * Threads as configurations speak of them: a local state and a load buffer; and their ordering (section 4.2 of the paper).
 *
 * One thread is above another when they have the same automaton, local state and newest own-messages on each cell, in the
 * same order, and each fragment of the lower one's buffer, what is between these messages, is a subword of the fragment of
 * the upper one's. The first three make its *kind*. Equal threads are one object: what is known of a thread alone, like the
 * steps that lead to it, is found once.
 */
import type { Alone } from './alone.js';
import { isOwn, type Letter, type Letters } from './letters.js';

export interface Thread {
  readonly id: number;
  readonly automaton: number;
  readonly state: number;
  /** The newest first. */
  readonly buffer: readonly Letter[];
  /** Equal for threads with the same automaton, local state and newest own-messages. */
  readonly kind: number;
  /** Of the buffer: before the newest own-messages, between them, and behind. */
  readonly fragments: readonly (readonly Letter[])[];
  /** What memory is listed for it and agrees with its messages. None: no run has it. */
  readonly memories: readonly (readonly Letter[])[];
}

export class Threads {
  private readonly known = new Map<string, Thread>();
  private readonly kinds = new Map<string, number>();

  constructor(
    private readonly letters: Letters,
    private readonly alone: Alone,
  ) {}

  thread(automaton: number, state: number, buffer: readonly Letter[]): Thread {
    const key = `${automaton} ${state} ${buffer.join()}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const own: Letter[] = [];
    const fragments: Letter[][] = [[]];
    for (const letter of buffer) {
      if (isOwn(letter) && !own.some((newer) => this.letters.cellOf(newer) === this.letters.cellOf(letter))) {
        own.push(letter);
        fragments.push([]);
      } else fragments.at(-1)?.push(letter);
    }
    const kindKey = `${automaton} ${state} ${own.join()}`;
    const kind = this.kinds.get(kindKey) ?? this.kinds.size;
    this.kinds.set(kindKey, kind);
    const memories = this.alone.memories(automaton, state, own).filter((memory) => this.agrees(buffer, memory));
    const thread = { id: this.known.size, automaton, state, buffer, kind, fragments, memories };
    this.known.set(key, thread);
    return thread;
  }

  /**
   * Whether messages that are younger than the own-messages on a listed cell say what memory holds. In a run they do: when
   * they came memory held that, and only a write of this thread, which adds an own-message, changes it.
   */
  private agrees(buffer: readonly Letter[], memory: readonly Letter[]): boolean {
    return memory.every((held) => {
      for (const letter of buffer) {
        if (this.letters.cellOf(letter) !== this.letters.cellOf(held)) continue;
        if (isOwn(letter)) return true;
        if (letter !== held) return false;
      }
      return true;
    });
  }
}

/** Whether the first is above the second. */
export function isThreadAbove(upper: Thread, lower: Thread): boolean {
  if (upper === lower) return true;
  if (upper.kind !== lower.kind || upper.buffer.length < lower.buffer.length) return false;
  for (let k = 0; k < lower.fragments.length; k++) {
    if (!isSubword(lower.fragments[k] as readonly Letter[], upper.fragments[k] as readonly Letter[])) return false;
  }
  return true;
}

function isSubword(word: readonly Letter[], other: readonly Letter[]): boolean {
  let position = 0;
  for (let k = 0; k < other.length && position < word.length; k++) if (other[k] === word[position]) position++;
  return position === word.length;
}
