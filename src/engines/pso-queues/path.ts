/**
 * From the way of a search (`automata/way.ts`) to a run of the machine with store queues.
 *
 * Forward, queues are real, and may hold more than the words of elements say. Before each step, those that the predecessor
 * wants empty are emptied: there nobody asks what memory holds. For a flush, entries leave the queue until memory holds what
 * is asked and the rest is as the element says. Whether this is a run of the program is judged by the replay.
 */

import type { ProgramStep } from '../../memory/operational/program/machine.js';
import type { ProgramRun } from '../../memory/operational/program/replay.js';
import { UNKNOWN } from '../automata/configuration.js';
import type { ConcurrentSystem } from '../automata/system.js';
import { Cast, type Way } from '../automata/way.js';
import { ANYWHERE, type Part } from './element.js';
import type { Stepper } from './predecessors.js';
import { ANYTHING, covers, EMPTY, type Letters, type Queue } from './queues.js';
import { type Action, accessesOf } from './thread-steps.js';

export type PsoWay = Way<Part, Action, null>;

/** `system` has as many threads as are needed; its automata are those of the search. */
export function runAlong({ first, links }: PsoWay, system: ConcurrentSystem, stepper: Stepper): ProgramRun {
  const machine = new Machine(system, stepper);
  const take = (part: Part): number => machine.take(part);
  let threads = first.parts.map(take);
  const memory = system.initial.map((values, cell) => {
    const letter = first.memory[cell] as string;
    return letter === UNKNOWN ? (values[0] as number) : stepper.letters.value(cell, letter);
  });
  for (const link of links) {
    const { next, predecessor } = link;
    const acting = machine.cast.acting(link, threads, take);
    for (const [position, part] of predecessor.parts.entries()) machine.settle(acting[position] as number, part);
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
  readonly cast: Cast;
  private readonly letters: Letters;

  constructor(
    private readonly system: ConcurrentSystem,
    private readonly stepper: Stepper,
  ) {
    const { threads, domains } = system;
    this.letters = stepper.letters;
    this.queues = threads.map(() => domains.map(() => ''));
    this.cast = new Cast(system);
  }

  /** A thread that has done nothing yet. */
  take({ automaton, state }: Part): number {
    return this.cast.take(automaton, state === ANYWHERE ? null : state);
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
    const { system, cast, begun } = this;
    for (const [thread, position] of cast.initial.entries()) {
      const begin = system.automata[system.threads[thread] as number]?.initial[position];
      for (const { edge, choices } of begin?.statements ?? []) begun.push({ kind: 'edge', thread, edge, choices });
    }
    return { initial: { memory, locals: cast.locals }, steps: [...begun, ...this.steps] };
  }
}
