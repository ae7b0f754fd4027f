/**
 * From the elements that a search has stepped back through to a run of the machine with store queues.
 *
 * An element remembers the one it was found from, not the step: predecessors of that one are made again until it is among
 * them. Parts are sorted and have no names: they are given threads in the initial configuration, and these are carried along.
 * Where an idle thread was dropped, since there are any number of its kind, one that has done nothing yet takes its place.
 *
 * Forward, queues are real, and may hold more than the words of elements say. Before each step, those that the predecessor
 * wants empty are emptied: there nobody asks what memory holds. For a flush, entries leave the queue until memory holds what
 * is asked and the rest is as the element says. Whether this is a run of the program is judged by the replay.
 */

import type { ProgramStep } from '../../memory/operational/program/machine.js';
import type { ProgramRun } from '../../memory/operational/program/replay.js';
import type { ConcurrentSystem } from '../automata/system.js';
import { ANYWHERE, type Element, keyOf, type Part } from './element.js';
import type { Arranged, Predecessor, Stepper } from './predecessors.js';
import { ANYTHING, covers, EMPTY, type Letters, type Queue, UNKNOWN } from './queues.js';
import type { Found } from './search.js';
import { accessesOf } from './thread-steps.js';

/** One step of the way: `here` is what the predecessor became when it was arranged. */
interface Link {
  readonly next: Element;
  readonly predecessor: Predecessor;
  readonly arranged: Arranged;
}

/** From an element with an initial configuration to a target. */
export interface Way {
  readonly first: Element;
  readonly links: readonly Link[];
  readonly stepper: Stepper;
}

export function wayFrom(first: Found, stepper: Stepper): Way {
  const links: Link[] = [];
  for (let here = first; here.next !== null; here = here.next) {
    links.push({ next: here.next, ...stepBetween(here, here.next, stepper) });
  }
  return { first, links, stepper };
}

function stepBetween(here: Element, next: Element, stepper: Stepper): Omit<Link, 'next'> {
  const key = keyOf(here);
  for (const predecessor of stepper.predecessors(next)) {
    const arranged = stepper.arrange(predecessor);
    if (arranged !== null && keyOf(arranged.element) === key) return { predecessor, arranged };
  }
  throw new Error('an element is not a predecessor of the one it was found from');
}

/** How many threads with the automaton take part. */
export function threadsNeeded({ first, links }: Way, automaton: number): number {
  const dropped = links.flatMap(({ predecessor: { parts }, arranged: { positions } }) =>
    parts.filter((_, position) => !positions.includes(position)),
  );
  return [...first.parts, ...dropped].filter((part) => part.automaton === automaton).length;
}

/** `system` has as many threads as are needed; its automata are those of the search. */
export function runAlong({ first, links, stepper }: Way, system: ConcurrentSystem): ProgramRun {
  const machine = new Machine(system, stepper);
  let threads = first.parts.map((part) => machine.take(part));
  const memory = system.initial.map((values, cell) => {
    const letter = first.memory[cell] as string;
    return letter === UNKNOWN ? (values[0] as number) : stepper.letters.value(cell, letter);
  });
  for (const { next, predecessor, arranged } of links) {
    const acting: number[] = [];
    for (const [sorted, position] of arranged.positions.entries()) acting[position] = threads[sorted] as number;
    for (const [position, part] of predecessor.parts.entries()) {
      acting[position] ??= machine.take(part);
      machine.settle(acting[position] as number, part);
    }
    const { action, actor } = predecessor;
    const thread = acting[actor] as number;
    if (action.kind === 'transition') machine.perform(thread, action.transition);
    else machine.flush(thread, action.cell, next.memory[action.cell] as string, next.parts[actor]);
    threads = acting.slice(0, next.parts.length);
  }
  return machine.run(memory);
}

type Transition = ConcurrentSystem['automata'][number]['transitions'][number];

class Machine {
  private readonly steps: ProgramStep[] = [];
  private readonly begun: ProgramStep[] = [];
  private failed = false;
  /** By thread and cell: letters, the oldest first. */
  private readonly queues: string[][];
  /** By thread, the position of its initial state. */
  private readonly initial: number[];
  private readonly free: number[][];
  private readonly letters: Letters;

  constructor(
    private readonly system: ConcurrentSystem,
    private readonly stepper: Stepper,
  ) {
    const { threads, automata, domains } = system;
    this.letters = stepper.letters;
    this.queues = threads.map(() => domains.map(() => ''));
    this.initial = threads.map(() => 0);
    this.free = automata.map((_, automaton) => [...threads.keys()].filter((thread) => threads[thread] === automaton));
  }

  /** A thread that has done nothing yet. */
  take({ automaton, state }: Part): number {
    const thread = this.free[automaton]?.shift();
    if (thread === undefined) throw new Error('a run needs more threads than there are');
    const { initial } = this.system.automata[automaton] as ConcurrentSystem['automata'][number];
    const position = state === ANYWHERE ? 0 : initial.findIndex((first) => first.state === state);
    if (position < 0) throw new Error('a thread takes part that is not in an initial state');
    this.initial[thread] = position;
    return thread;
  }

  /** Empties what the part wants empty. */
  settle(thread: number, { automaton, queues }: Part): void {
    for (const [k, cell] of (this.stepper.steps[automaton]?.stored ?? []).entries()) {
      if (queues[k] === EMPTY) while (this.queues[thread]?.[cell] !== '') this.drain(thread, cell);
    }
  }

  perform(thread: number, { operation, statements, fails }: Transition): void {
    for (const { edge, choices } of statements) this.push({ kind: 'edge', thread, edge, choices });
    if (fails) this.failed = true;
    const queues = this.queues[thread] as string[];
    for (const write of accessesOf(operation).writes) queues[write.cell] += this.letters.letter(write);
  }

  /** Until memory holds the letter and the queue is as the part says; `part` is none when nothing more is said of it. */
  flush(thread: number, cell: number, letter: string, part: Part | undefined): void {
    const position = part === undefined ? -1 : (this.stepper.steps[part.automaton]?.stored.indexOf(cell) ?? -1);
    const wanted: Queue = part?.queues[position] ?? ANYTHING;
    const waiting = this.queues[thread]?.[cell] ?? '';
    for (let count = 1; count <= waiting.length; count++) {
      if (waiting[count - 1] !== letter || !covers(wanted, waiting.slice(count))) continue;
      for (let k = 0; k < count; k++) this.drain(thread, cell);
      return;
    }
    throw new Error('a queue does not hold what is to be flushed');
  }

  private drain(thread: number, cell: number): void {
    const queues = this.queues[thread] as string[];
    queues[cell] = queues[cell]?.slice(1) ?? '';
    this.push({ kind: 'drain', thread, cell });
  }

  private push(step: ProgramStep): void {
    if (!this.failed) this.steps.push(step);
  }

  run(memory: readonly number[]): ProgramRun {
    const { system, initial, begun } = this;
    for (const [thread, position] of initial.entries()) {
      const begin = system.automata[system.threads[thread] as number]?.initial[position];
      for (const { edge, choices } of begin?.statements ?? []) begun.push({ kind: 'edge', thread, edge, choices });
    }
    const locals = system.locals.map((each, thread) => each[initial[thread] as number] as readonly number[]);
    return { initial: { memory, locals }, steps: [...begun, ...this.steps] };
  }
}
