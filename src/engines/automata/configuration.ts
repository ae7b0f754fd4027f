/**
 * What the exact engines search through, as far as they have it in common. A configuration says of some threads how they are
 * (a part for each), and of some cells what memory holds; of the others it says nothing. It stands for all configurations of
 * the machine that are like that. What a part says beyond automaton and local state, and when one says less than another, is
 * the matter of each engine.
 *
 * Threads with one automaton can be exchanged: a configuration is a multiset of parts, sorted. It is below another when its
 * parts can be put on different parts of that, each on one that it is below of, and memory agrees where it says something:
 * then everything that the other stands for, it stands for as well.
 */
import type { ConcurrentSystem } from './system.js';

/** In memory: nothing is said of the cell. */
export const UNKNOWN = '\0';

/** A thread in a configuration. Equal parts are the same object. */
export interface Part {
  readonly id: number;
  readonly automaton: number;
  readonly state: number;
  /** Only parts of this kind can be above it, or below it; or, if below, those of `anyKind`. */
  readonly kind: number;
  readonly anyKind: number;
  /** What is above it has these bits as well. */
  readonly bits: number;
}

export interface Configuration<P extends Part = Part> {
  /** A character for each cell, or UNKNOWN. */
  readonly memory: string;
  /** In the order of `compareParts`. */
  readonly parts: readonly P[];
}

/** Whether the first part says nothing that the other does not say. */
export type PartOrder<P extends Part> = (part: P, other: P) => boolean;

/** From where a step leads to a configuration. */
export interface Predecessor<P extends Part, A> {
  /** Those of the configuration that was stepped back from, in its order; then that of a thread it says nothing of. */
  readonly parts: readonly P[];
  readonly memory: string;
  /** Which of the parts made the step. */
  readonly actor: number;
  /** What the step was, forward. */
  readonly action: A;
}

/** A predecessor as the search keeps it. */
export interface Arranged<P extends Part> {
  readonly configuration: Configuration<P>;
  /** For each of the sorted parts its position in the predecessor; idle ones that are dropped have none. */
  readonly positions: readonly number[];
}

export function compareParts(one: Part, other: Part): number {
  return one.kind - other.kind || one.id - other.id;
}

/** Sorted; each part still knows where it was. */
export function sorted<P extends Part>(parts: readonly P[], memory: string): Arranged<P> {
  const positions = [...parts.keys()].sort((one, other) => compareParts(parts[one] as P, parts[other] as P));
  return { configuration: { memory, parts: positions.map((k) => parts[k] as P) }, positions };
}

/** Equal for equal configurations. */
export function keyOf({ memory, parts }: Configuration): string {
  return `${parts.map(({ id }) => id).join()};${memory}`;
}

/** Whether everything that d stands for, c stands for. */
export function isBelow<P extends Part>(c: Configuration<P>, d: Configuration<P>, order: PartOrder<P>): boolean {
  if (c.parts.length > d.parts.length || !agrees(c.memory, d.memory)) return false;
  return fits(c.parts, d.parts, 0, 0, order);
}

function agrees(memory: string, other: string): boolean {
  for (let cell = 0; cell < memory.length; cell++) {
    const letter = memory.charCodeAt(cell);
    if (letter !== 0 && letter !== other.charCodeAt(cell)) return false;
  }
  return true;
}

/** Whether the parts from the position on can be put on parts that are not used yet. */
function fits<P extends Part>(
  parts: readonly P[],
  others: readonly P[],
  position: number,
  used: number,
  order: PartOrder<P>,
): boolean {
  const part = parts[position];
  if (part === undefined) return true;
  for (let k = 0; k < others.length; k++) {
    if ((used & (1 << k)) !== 0 || !order(part, others[k] as P)) continue;
    if (fits(parts, others, position + 1, used | (1 << k), order)) return true;
  }
  return false;
}

export function isSubword(word: string, other: string): boolean {
  if (word.length > other.length) return false;
  let position = 0;
  for (let k = 0; k < other.length && position < word.length; k++) {
    if (other.charCodeAt(k) === word.charCodeAt(position)) position++;
  }
  return position === word.length;
}

/** Memory in which the cell holds the letter; null when it is known to hold another. */
export function remember(memory: string, cell: number, letter: string): string | null {
  const known = memory[cell];
  if (known === letter) return memory;
  return known === UNKNOWN ? put(memory, cell, letter) : null;
}

export function forget(memory: string, cell: number): string {
  return put(memory, cell, UNKNOWN);
}

function put(memory: string, cell: number, letter: string): string {
  return memory.slice(0, cell) + letter + memory.slice(cell + 1);
}

/** The threads of a system, by automaton. */
export class Population {
  /** How many there are; infinite where there are any number. */
  private readonly counts: readonly number[];
  /** Local states in which one is idle, if nothing of it waits, and there are always more of these. */
  private readonly idle: readonly ReadonlySet<number>[];

  constructor({ automata, any, threads }: ConcurrentSystem) {
    this.counts = automata.map((_, number) =>
      any.includes(number) ? Number.POSITIVE_INFINITY : threads.filter((each) => each === number).length,
    );
    this.idle = automata.map(({ initial }, number) =>
      any.includes(number) ? new Set(initial.map(({ state }) => state)) : new Set(),
    );
  }

  /** Whether there are threads with the automaton beyond those of the parts. */
  hasMore(automaton: number, parts: readonly Part[]): boolean {
    return parts.filter((part) => part.automaton === automaton).length !== this.counts[automaton];
  }

  /**
   * Without idle threads of which there are any number. One that has done nothing yet can be added to every run, so a
   * configuration with it can be reached when that without it can.
   */
  withoutIdle<P extends Part>(arranged: Arranged<P>, hasNothingWaiting: (part: P) => boolean): Arranged<P> {
    const { memory, parts } = arranged.configuration;
    const busy = [...parts.keys()].filter((k) => {
      const part = parts[k] as P;
      return !(this.idle[part.automaton]?.has(part.state) === true && hasNothingWaiting(part));
    });
    if (busy.length === parts.length) return arranged;
    const configuration = { memory, parts: busy.map((k) => parts[k] as P) };
    return { configuration, positions: busy.map((k) => arranged.positions[k] as number) };
  }
}
