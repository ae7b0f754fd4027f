/**
 * From the way of a search (`automata/way.ts`) to a run of the machine with store queues.
 *
 * Forward, queues and load buffers are real, and may hold more than the words of elements say. Before each step, queues that
 * the predecessor wants empty are emptied: there nobody asks what memory holds. Where messages were stripped, their
 * propagations come before the step. For a flush, entries leave the queue until memory holds what is asked and the rest is as
 * the element says.
 *
 * A thread with a load buffer is behind: its steps are executed at the time of its oldest message, or now when there is none
 * (`dual-tso/store-buffer-run.ts` says why that is a run). So there is a list of moments, one for each step of the search's run;
 * a store reaches memory at the moment of its flush. Messages that are not needed any more are deleted at once. After a target that
 * looks at memory come the pending steps of its threads (`pending.ts`), whose stores do not reach memory any more. Whether
 * this is a run of the program is judged by the replay.
 */

import type { ProgramStep } from '../../memory/operational/program/machine.js';
import type { ProgramRun } from '../../memory/operational/program/replay.js';
import { UNKNOWN } from '../automata/configuration.js';
import type { ConcurrentSystem, Statement, Transition } from '../automata/system.js';
import { Cast, type Way } from '../automata/way.js';
import { ANYWHERE, type Part } from './element.js';
import type { Pending } from './pending.js';
import type { Stepper } from './predecessors.js';
import { ANYTHING, covers, EMPTY, type Queue } from './queues.js';
import type { Ending } from './targets.js';
import { type Action, accessesOf } from './thread-steps.js';

export type PsoWay = Way<Part, Action, Ending | null>;

/** `system` has as many threads as are needed; its automata are those of the search. */
export function runAlong({ first, links, ending }: PsoWay, system: ConcurrentSystem, stepper: Stepper): ProgramRun {
  const machine = new Machine(system, stepper);
  const { cast } = machine;
  const take = ({ automaton, state }: Part): number => cast.take(automaton, state === ANYWHERE ? null : state);
  let threads = first.parts.map(take);
  const memory = system.initial.map((values, cell) => {
    const letter = first.memory[cell] as string;
    return letter === UNKNOWN ? (values[0] as number) : stepper.letters.value(cell, letter);
  });
  for (const link of links) {
    const { here, next, predecessor, arranged } = link;
    const acting = cast.acting(link, threads, take);
    for (const [position, part] of predecessor.parts.entries()) {
      const kept = here.parts[arranged.positions.indexOf(position)]?.messages ?? '';
      machine.prepare(acting[position] as number, part, kept);
    }
    const { action, actor } = predecessor;
    machine.act(acting[actor] as number, action, next.parts[actor]);
    threads = acting.slice(0, next.parts.length);
  }
  if (ending === null) return machine.run(memory);
  const target = links.at(-1)?.next ?? first;
  for (const [place, position] of ending.positions.entries()) {
    const part = ending.pending[position]?.parts[0] as Part;
    machine.prepare(threads[place] as number, part, target.parts[place]?.messages ?? '');
  }
  machine.isOver = true;
  for (const [place, position] of ending.positions.entries()) {
    for (let here = ending.pending[position] as Pending; here.next !== null; here = here.next.pending) {
      machine.prepare(threads[place] as number, here.next.part, here.next.part.messages);
      machine.act(threads[place] as number, here.next.action, here.next.pending.parts[0]);
    }
  }
  return machine.run(memory);
}

/** What happens at one time: steps of one thread, then perhaps a store of it reaches memory. */
interface Moment {
  readonly executed: ProgramStep[];
  drain: ProgramStep | null;
}

interface Message {
  readonly letter: string;
  readonly moment: Moment;
}

class Machine {
  readonly cast: Cast;
  /** The moment that is asked about has passed: stores do not reach memory any more. */
  isOver = false;
  private readonly moments: Moment[] = [];
  private failing: Moment | null = null;
  /** By thread and cell: letters, the oldest first. */
  private readonly queues: string[][];
  /** By thread, the newest first. */
  private readonly buffers: Message[][];

  constructor(
    private readonly system: ConcurrentSystem,
    private readonly stepper: Stepper,
  ) {
    const { threads, domains } = system;
    this.queues = threads.map(() => domains.map(() => ''));
    this.buffers = threads.map(() => []);
    this.cast = new Cast(system);
  }

  /** Makes the thread as the part says. Of its messages only those of `kept` are there. */
  prepare(thread: number, { automaton, queues, messages }: Part, kept: string): void {
    for (const [k, cell] of this.stepper.stepsOf(automaton).stored.entries()) {
      if (queues[k] === EMPTY) while (this.queues[thread]?.[cell] !== '') this.flush(thread, cell);
    }
    if (!this.stepper.stepsOf(automaton).isBehind) return;
    this.trim(thread, kept);
    const stripped = [...messages].filter((letter) => this.stepper.messages.of(letter).kind !== 'none');
    const there = [...kept].filter((letter) => this.stepper.messages.of(letter).kind !== 'none').length;
    for (const letter of stripped.slice(0, stripped.length - there).reverse()) this.propagate(thread, letter);
    this.trim(thread, messages);
  }

  /** `after` is what the thread is like then; none when nothing more is said of it. */
  act(thread: number, action: Action, after: Part | undefined): void {
    switch (action.kind) {
      case 'transition':
        this.perform(thread, action.transition);
        break;
      case 'flush':
        this.flushUntil(thread, action.cell, action.letter, after);
        break;
      case 'propagation':
        this.propagate(thread, action.message);
    }
    this.trim(thread, after?.messages ?? '');
  }

  private now(): Moment {
    const moment: Moment = { executed: [], drain: null };
    this.moments.push(moment);
    return moment;
  }

  private perform(thread: number, { operation, statements, fails }: Transition): void {
    const then = this.buffers[thread]?.at(-1)?.moment ?? this.now();
    then.executed.push(...edges(thread, statements));
    if (fails) this.failing ??= then;
    const queues = this.queues[thread] as string[];
    for (const write of accessesOf(operation).writes) queues[write.cell] += this.stepper.letters.letter(write);
  }

  private propagate(thread: number, letter: string): void {
    this.buffers[thread]?.unshift({ letter, moment: this.now() });
  }

  /** Until memory holds the letter and the queue is as the part says. */
  private flushUntil(thread: number, cell: number, letter: string, part: Part | undefined): void {
    const position = part === undefined ? -1 : this.stepper.stepsOf(part.automaton).stored.indexOf(cell);
    const wanted: Queue = part?.queues[position] ?? ANYTHING;
    const waiting = this.queues[thread]?.[cell] ?? '';
    for (let count = 1; count <= waiting.length; count++) {
      if (waiting[count - 1] !== letter || !covers(wanted, waiting.slice(count))) continue;
      for (let k = 0; k < count; k++) this.flush(thread, cell);
      return;
    }
    throw new Error('a queue does not hold what is to be flushed');
  }

  private flush(thread: number, cell: number): void {
    const queues = this.queues[thread] as string[];
    const [letter, ...rest] = queues[cell] as string;
    queues[cell] = rest.join('');
    const moment = this.now();
    if (!this.isOver) moment.drain = { kind: 'drain', thread, cell };
    if (!this.stepper.stepsOf(this.system.threads[thread] as number).isBehind) return;
    const value = this.stepper.letters.value(cell, letter as string);
    this.buffers[thread]?.unshift({ letter: this.stepper.messages.own({ cell, value }), moment });
  }

  /** Deletes what is not needed for the word. */
  private trim(thread: number, word: string): void {
    const buffer = this.buffers[thread] as Message[];
    const holds = (count: number): boolean =>
      this.stepper.messages.holds(
        buffer.slice(0, count).map(({ letter }) => letter),
        word,
      );
    if (!holds(buffer.length)) throw new Error('a load buffer does not hold what is needed');
    while (buffer.length > 0 && holds(buffer.length - 1)) buffer.pop();
  }

  run(memory: readonly number[]): ProgramRun {
    const { system, cast, moments, failing } = this;
    const begun = [...cast.initial.entries()].flatMap(([thread, position]) => {
      const begin = system.automata[system.threads[thread] as number]?.initial[position];
      return edges(thread, begin?.statements ?? []);
    });
    const until = failing === null ? moments : moments.slice(0, moments.indexOf(failing) + 1);
    const steps = until.flatMap((moment) =>
      moment.drain === null || moment === failing ? moment.executed : [...moment.executed, moment.drain],
    );
    return { initial: { memory, locals: cast.locals }, steps: [...begun, ...steps] };
  }
}

function edges(thread: number, statements: readonly Statement[]): ProgramStep[] {
  return statements.map(({ edge, choices }) => ({ kind: 'edge', thread, edge, choices }));
}
