/**
 * The way of a search from a configuration that stands for an initial one to a target, with the steps between.
 *
 * A configuration remembers the one it was found from, not the step: predecessors of that one are made again until it is
 * among them. Parts are sorted and have no names: they are given threads in the initial configuration (`Cast`), and these are
 * carried along. Where an idle thread was dropped, since there are any number of its kind, a thread that nothing was said of
 * until then takes its place: it is idle still.
 */
import { type Arranged, type Configuration, keyOf, type Part, type Predecessor } from './configuration.js';
import type { Found, Space } from './search.js';
import type { ConcurrentSystem } from './system.js';

/** One step of the way: `here` is what the predecessor became when it was arranged. */
export interface Link<P extends Part, A> {
  readonly here: Configuration<P>;
  readonly next: Configuration<P>;
  readonly predecessor: Predecessor<P, A>;
  readonly arranged: Arranged<P>;
}

export interface Way<P extends Part, A, E> {
  readonly first: Configuration<P>;
  readonly links: readonly Link<P, A>[];
  /** After the last of them. */
  readonly ending: E;
}

export function wayFrom<P extends Part, A, E>(first: Found<P, E>, space: Space<P, A, E>): Way<P, A, E> {
  const links: Link<P, A>[] = [];
  for (let here = first; ; ) {
    const { next } = here;
    if ('ending' in next) return { first, links, ending: next.ending };
    links.push({ here, next, ...stepBetween(here, next, space) });
    here = next;
  }
}

function stepBetween<P extends Part, A, E>(
  here: Configuration<P>,
  next: Configuration<P>,
  space: Space<P, A, E>,
): Pick<Link<P, A>, 'predecessor' | 'arranged'> {
  const key = keyOf(here);
  for (const predecessor of space.predecessors(next)) {
    const arranged = space.arrange(predecessor);
    if (arranged !== null && keyOf(arranged.configuration) === key) return { predecessor, arranged };
  }
  throw new Error('a configuration is not a predecessor of the one it was found from');
}

/** How many threads with the automaton take part. */
export function threadsNeeded(
  { first, links }: Pick<Way<Part, unknown, unknown>, 'first' | 'links'>,
  automaton: number,
): number {
  const dropped = links.flatMap(({ predecessor: { parts }, arranged: { positions } }) =>
    positions.length === parts.length ? [] : parts.filter((_, position) => !positions.includes(position)),
  );
  return [...first.parts, ...dropped].filter((part) => part.automaton === automaton).length;
}

/** Threads for the parts of a way. */
export class Cast {
  /** For each thread the position of its initial state among those of its automaton. */
  readonly initial: number[];
  private readonly free: readonly number[][];

  constructor(private readonly system: ConcurrentSystem) {
    const { threads, automata } = system;
    this.initial = threads.map(() => 0);
    this.free = automata.map((_, automaton) => [...threads.keys()].filter((thread) => threads[thread] === automaton));
  }

  /** A thread that has done nothing yet; in the state, or in any initial one when it is null. */
  take(automaton: number, state: number | null): number {
    const thread = this.free[automaton]?.shift();
    if (thread === undefined) throw new Error('a run needs more threads than there are');
    const position = state === null ? 0 : this.system.automata[automaton]?.initial.findIndex((f) => f.state === state);
    if (position === undefined || position < 0) throw new Error('a thread takes part that is not in an initial state');
    this.initial[thread] = position;
    return thread;
  }

  /** The first values of all locals. */
  get locals(): (readonly number[])[] {
    return this.system.locals.map((each, thread) => each[this.initial[thread] as number] as readonly number[]);
  }

  /** The threads of the predecessor's parts, when those of the sorted parts are known. */
  acting<P extends Part>(
    { predecessor, arranged }: Link<P, unknown>,
    threads: readonly number[],
    take: (part: P) => number,
  ): number[] {
    const acting: number[] = [];
    for (const [place, position] of arranged.positions.entries()) acting[position] = threads[place] as number;
    for (const [position, part] of predecessor.parts.entries()) acting[position] ??= take(part);
    return acting;
  }
}
