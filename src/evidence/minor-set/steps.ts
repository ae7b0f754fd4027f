/**
 * The steps of the dual semantics (figure 2 of the paper), undone: enough of what steps into something above a thread.
 *
 * Let w be the thread's buffer in a configuration c, and b any buffer above it, after a step. Put w on letters of b; take
 * away from b the letters that nothing is put on. What is left is w, since the newest own-messages are the same. If the step
 * can still be undone, what it leads from then is below what it really led from. It can, unless it needed a letter that was
 * taken away, and then b is w with that one letter put in:
 *
 *   - a local step needs no letter; a fence and an atomic operation need an empty b, so w is empty
 *   - a load needs the newest own-message on its cell, which is in w if it is in b. If there is none it needs the oldest
 *     letter of b: w ends with (x, v), or it is put in at the end
 *   - a write of x needs its own-message as the newest letter: w begins with it. Before, an older own-message on x may have
 *     been the newest on x: it is in w, or is put in anywhere in front of those on x that are in w
 *   - a propagation needs the newest letter, plain, and memory that holds it. If nothing is put on that letter, the step led
 *     from something above c
 *   - before a deletion there was one letter more, the oldest. If it was plain or there is an own-message on its cell in w,
 *     the step led from something above c
 *
 * A thread of which c says nothing matters only when it changes memory of which c says something; otherwise what was before
 * its step is above c, too. Its buffer before is above one that has own-messages as listed and nothing else.
 */
import type { Alone } from './alone.js';
import { isOwn, type Letter, type Letters, type Move, ownOf } from './letters.js';
import type { Thread, Threads } from './threads.js';

/** A step that has been undone. */
export interface StepBack {
  readonly before: Thread;
  /** What memory held before, plain letters. */
  readonly reads: readonly Letter[];
  /** What memory holds afterwards. */
  readonly writes: readonly Letter[];
}

export class Steps {
  /** By automaton, then by local state: the transitions that lead there. */
  private readonly arriving: readonly (readonly (readonly Move[])[])[];
  private readonly known = new Map<Thread, readonly StepBack[]>();
  /** By automaton: steps of threads of which nothing is said, by what they write; found when they are asked for. */
  private readonly strange: ReadonlyMap<Letter, readonly StepBack[]>[] = [];

  constructor(
    private readonly moves: readonly (readonly Move[])[],
    private readonly letters: Letters,
    private readonly threads: Threads,
    private readonly alone: Alone,
  ) {
    this.arriving = moves.map((all) => {
      const to: Move[][] = [];
      for (const move of all) {
        to[move.to] ??= [];
        to[move.to]?.push(move);
      }
      return to;
    });
  }

  /** The steps of the thread that lead to something above it, but for those that lead from something above it. */
  into(thread: Thread): readonly StepBack[] {
    const known = this.known.get(thread);
    if (known !== undefined) return known;
    const found = distinct(this.undone(thread)).filter(
      // That is the same thread, and memory of which no less is said.
      ({ before, writes }) => before !== thread || writes.length > 0,
    );
    this.known.set(thread, found);
    return found;
  }

  /** Steps of a thread that was not spoken of, which leave this in memory. */
  ofStranger(automaton: number, written: Letter): readonly StepBack[] {
    this.strange[automaton] ??= this.strangers(automaton, this.moves[automaton] ?? []);
    return this.strange[automaton]?.get(written) ?? [];
  }

  /** Those of them that are pending (`pending.ts`): they look at no memory and need no empty buffer. */
  *pendingInto(thread: Thread): Generator<{ readonly before: Thread; readonly isWrite: boolean }> {
    for (const { before, move } of this.transitionsInto(thread)) {
      const isWrite = move.kind === 'write';
      if (isWrite || move.kind === 'nop' || move.kind === 'read') yield { before, isWrite };
    }
    for (const before of this.deletionsInto(thread)) yield { before, isWrite: false };
  }

  private *undone(thread: Thread): Generator<StepBack> {
    const { automaton, state, buffer } = thread;
    for (const { before, move } of this.transitionsInto(thread)) {
      // What a load reads is in the buffer.
      yield { before, reads: move.kind === 'atomic' ? move.reads : [], writes: move.writes };
    }
    const [newest, ...rest] = buffer;
    if (newest !== undefined && !isOwn(newest)) {
      yield { before: this.threads.thread(automaton, state, rest), reads: [newest], writes: [] };
    }
    for (const before of this.deletionsInto(thread)) yield { before, reads: [], writes: [] };
  }

  private *transitionsInto({
    automaton,
    state,
    buffer,
  }: Thread): Generator<{ readonly before: Thread; readonly move: Move }> {
    for (const move of this.arriving[automaton]?.[state] ?? []) {
      const { from, kind, reads, writes } = move;
      for (const before of this.buffersBefore(kind, kind === 'write' ? writes : reads, buffer)) {
        yield { before: this.threads.thread(automaton, from, before), move };
      }
    }
  }

  private *deletionsInto({ automaton, state, buffer }: Thread): Generator<Thread> {
    for (const { own } of this.alone.in(automaton, state)) {
      const oldest = own.at(-1);
      if (oldest === undefined || this.ownOn(buffer, oldest) >= 0) continue;
      yield this.threads.thread(automaton, state, [...buffer, oldest]);
    }
  }

  /** Buffers from which a transition leads to this one, or to this one with one letter put in. */
  private *buffersBefore(
    kind: Move['kind'],
    accessed: readonly Letter[],
    after: readonly Letter[],
  ): Generator<readonly Letter[]> {
    const [letter] = accessed as [Letter];
    switch (kind) {
      case 'nop':
        yield after;
        return;
      case 'read': {
        const written = this.ownOn(after, letter);
        if (written < 0) yield after.at(-1) === letter ? after : [...after, letter];
        else if (after[written] === ownOf(letter)) yield after;
        return;
      }
      case 'write': {
        const [newest, ...rest] = after;
        if (newest !== ownOf(letter)) return;
        yield rest;
        const older = this.ownOn(rest, letter);
        for (let place = 0; place <= (older < 0 ? rest.length : older); place++) {
          for (const shadowed of this.letters.on(this.letters.cellOf(letter))) {
            yield rest.toSpliced(place, 0, ownOf(shadowed));
          }
        }
        return;
      }
      case 'fence':
      case 'atomic':
        if (after.length === 0) yield after;
        return;
    }
  }

  /** Where the newest own-message is on the cell of the letter; -1 when there is none. */
  private ownOn(buffer: readonly Letter[], letter: Letter): number {
    return buffer.findIndex((each) => isOwn(each) && this.letters.cellOf(each) === this.letters.cellOf(letter));
  }

  private strangers(automaton: number, moves: readonly Move[]): ReadonlyMap<Letter, readonly StepBack[]> {
    const found = new Map<Letter, StepBack[]>();
    for (const { from, kind, reads, writes } of moves) {
      if (kind !== 'write' && kind !== 'atomic') continue;
      for (const { own } of this.alone.in(automaton, from)) {
        if (kind === 'atomic' && own.length > 0) continue;
        const before = this.threads.thread(automaton, from, own);
        for (const letter of writes) {
          const steps = found.get(letter) ?? [];
          found.set(letter, steps);
          steps.push({ before, reads, writes });
        }
      }
    }
    return new Map([...found].map(([letter, steps]) => [letter, distinct(steps)]));
  }
}

/** Each once, and only those that a run can have. */
function distinct(steps: Iterable<StepBack>): StepBack[] {
  const found = new Map<string, StepBack>();
  for (const step of steps) {
    const { before, reads, writes } = step;
    if (before.memories.length > 0) found.set(`${before.id} ${reads.join()} ${writes.join()}`, step);
  }
  return [...found.values()];
}
