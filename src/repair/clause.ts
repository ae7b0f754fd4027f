/**
 * From a run to a clause: which places, had one of them been taken, would have made this very run impossible.
 *
 * The run is first told as one of the program without the places that were taken (a taken fence is passed with an empty
 * buffer, so the run is one without it; a write that was atomic is a plain one with a drain right behind it), and its
 * drains are moved forward (`tighten.ts`). Then every place is asked whether the run passes it in a way that the place would
 * not allow:
 *
 *   - a fence: one of its edges is taken while the thread's buffer holds something. An edge that looks at nothing but
 *     locals can be taken at any moment between the steps of its thread around it that do more: nobody else notices, and of
 *     a safety property only the end counts. If the buffer is empty at one of those moments the fence is no obstacle. Steps
 *     of this kind that follow each other share their moments, so all of them can be taken at the same one.
 *   - a store fence: a write that was issued before it reaches memory after one that was issued behind it. The run is performed
 *     with the barrier in it: when that works it is no obstacle. What barriers ask is asked of pairs of writes, whenever the
 *     steps around them happen, so a run that each of some barriers allows all of them allow.
 *   - a write: it is made while buffers that must be empty are not, or it is not in memory before anything else happens.
 *     Then the run with the write and its drains as one step is none of the program with the place taken.
 *
 * Necessity. Let S' have none of the places found. Then the run, with local steps taken at the moments said above and with
 * atomic writes in the place of writes and their drains, is a run of the program with S': it is one of the program with no
 * place taken, edges of S' find the buffers that they ask for, and nothing else differs. So S' is no repair. (Larger
 * clauses would be right as well.)
 *
 * A step with several writes, one of which is made direct, can do what the plain step can't: the direct write overtakes the
 * others. Then the run needs that place. Such places go to the other half of the clause, and the run is told with them.
 *
 * Of a lasso more is to be said, since all of its states count: `lasso-clause.ts` does, with what is here.
 */

import type { MemoryModel } from '../memory/models.js';
import {
  bufferOf,
  type Configuration,
  type Machine,
  makeMachine,
  type ProgramStep,
  start,
} from '../memory/operational/program/machine.js';
import type { ProgramRun } from '../memory/operational/program/replay.js';
import type { Program } from '../models/program/model.js';
import { edgeAt, templateOf, threadAt } from '../models/program/parts.js';
import type { Clause } from './hitting-set.js';
import { isLocal, type ProgramPlace, takePlaces, type Waiting, waitingUpdates } from './places.js';
import { configurationsOf, performed, tighten } from './tighten.js';

export interface ClauseQuestion {
  /** Without any place taken. */
  readonly program: Program;
  readonly memory: MemoryModel;
  readonly places: readonly ProgramPlace[];
  readonly waiting: Waiting;
}

interface RunClause extends Clause {
  /** The run that the clause is read from, of the program with the places `without` taken. */
  readonly run: ProgramRun;
}

/** `run` is one of the program with the places `taken`. */
export function clauseOf(
  { program, memory, places, waiting }: ClauseQuestion,
  run: ProgramRun,
  taken: readonly number[],
): RunClause {
  const without = taken.filter((place) => overtakes(program, places[place] as ProgramPlace, run.steps));
  const kept = without.map((place) => places[place] as ProgramPlace);
  // Drains that are moved forward must not pass a barrier that was taken: the clause would be of places taken already.
  const barriers = taken.map((place) => places[place] as ProgramPlace).filter(({ kind }) => kind === 'store fence');
  const machine = makeMachine(takePlaces(program, [...kept, ...barriers], waiting), memory, null);
  const atomic = taken.filter((place) => !without.includes(place)).map((place) => places[place] as ProgramPlace);
  const told = plain(
    machine,
    run,
    atomic.filter(({ kind }) => kind === 'write'),
  );
  const tight = tighten(machine, told);
  const passages = new Passages(machine, tight);
  const hit = places.flatMap((place, number) => {
    if (without.includes(number)) return [];
    return passages.forbidden(place, waiting) ? [number] : [];
  });
  return { hit, without, run: tight };
}

/** Whether the run takes an edge of which this place makes one write of several direct. */
export function overtakes(program: Program, place: ProgramPlace, steps: readonly ProgramStep[]): boolean {
  if (place.kind !== 'write') return false;
  const several = place.edges.filter(({ template, edge }) => {
    const found = program.templates[template]?.edges[edge];
    return found !== undefined && waitingUpdates(program, found).length > 1;
  });
  return steps.some((step) => isAt(program, { kind: 'write', edges: several }, step));
}

/** The run of a program with more atomic writes as one of the machine's: drains follow those writes. */
export function plain(machine: Machine, run: ProgramRun, atomic: readonly ProgramPlace[]): ProgramRun {
  const steps: ProgramStep[] = [];
  let cycle = run.cycle;
  let configuration = start(machine, run.initial);
  const perform = (step: ProgramStep): boolean => {
    steps.push(step);
    const after = performed(machine, configuration, step);
    configuration = after ?? configuration;
    return after !== null;
  };
  for (const [position, step] of run.steps.entries()) {
    if (position === run.cycle) cycle = steps.length;
    if (!perform(step)) {
      if (position === run.steps.length - 1) break;
      throw new Error('a run cannot be told without the places it was found with');
    }
    if (step.kind === 'drain' || !atomic.some((place) => isAt(machine.program, place, step))) continue;
    // The buffer was empty before, so all that waits is of this step.
    for (const { place, batches } of bufferOf(configuration, step.thread)) {
      for (const _ of batches) perform({ kind: 'drain', thread: step.thread, cell: place });
    }
  }
  if (run.cycle === run.steps.length) cycle = steps.length;
  return { initial: run.initial, steps, ...(cycle === undefined ? {} : { cycle }) };
}

export function isAt(program: Program, { edges }: ProgramPlace, step: ProgramStep): boolean {
  if (step.kind === 'drain') return false;
  const { template } = threadAt(program, step.thread);
  return edges.some((reference) => reference.edge === step.edge && reference.template === template);
}

/** How a run passes places. */
export class Passages {
  private readonly machine: Machine;
  private readonly run: ProgramRun;
  /** Before each step, and at the end; a last step that fails has none after it. */
  private readonly configurations: readonly Configuration[];

  constructor(machine: Machine, run: ProgramRun) {
    this.machine = machine;
    this.run = run;
    this.configurations = configurationsOf(machine, start(machine, run.initial), run.steps);
  }

  /** Whether the run is impossible when the place is taken. */
  forbidden(place: ProgramPlace, waiting: Waiting): boolean {
    if (place.kind === 'store fence') return !this.isPossibleWith(place);
    return this.run.steps.some((step, position) => {
      if (!isAt(this.machine.program, place, step)) return false;
      return place.kind === 'fence'
        ? !this.moments(position).some((moment) => this.isEmpty(moment, step.thread))
        : !this.isAtOnce(position, waiting);
    });
  }

  private isPossibleWith(place: ProgramPlace): boolean {
    const { machine, run } = this;
    const changed = { ...machine, program: takePlaces(machine.program, [place]) };
    const found = configurationsOf(changed, start(changed, run.initial), run.steps);
    return found.length === this.configurations.length;
  }

  private isEmpty(moment: number, thread: number): boolean {
    return bufferOf(this.configurations[moment] as Configuration, thread).length === 0;
  }

  /** When a step can be taken: now, or whenever its thread does nothing else. */
  private moments(position: number): number[] {
    const { steps, cycle } = this.run;
    if (cycle !== undefined || !this.isLocalStep(position)) return [position];
    const { thread } = steps[position] as ProgramStep;
    let [from, to] = [position, position];
    while (from > 0 && this.isFree(from - 1, thread)) from--;
    while (to < this.configurations.length - 1 && (to === position || this.isFree(to, thread))) to++;
    return Array.from({ length: to - from + 1 }, (_, offset) => from + offset);
  }

  /** Nothing of the thread that others could notice; a drain is no step of the thread. */
  private isFree(position: number, thread: number): boolean {
    const step = this.run.steps[position];
    return step?.thread !== thread || step.kind === 'drain' || this.isLocalStep(position);
  }

  private isLocalStep(position: number): boolean {
    const step = this.run.steps[position];
    if (step?.kind !== 'edge') return false;
    return isLocal(edgeAt(templateOf(this.machine.program, step.thread), step.edge));
  }

  /** Whether a step with writes finds empty buffers and its writes are in memory before anything else happens. */
  isAtOnce(position: number, waiting: Waiting): boolean {
    const { steps } = this.run;
    const { thread } = steps[position] as ProgramStep;
    const before = this.configurations[position] as Configuration;
    const empty =
      waiting === 'own' ? this.isEmpty(position, thread) : before.buffers.every(({ length }) => length === 0);
    if (!empty) return false;
    // A step that fails writes nothing.
    if (position + 1 >= this.configurations.length) return true;
    let after = position + 1;
    while (steps[after]?.kind === 'drain' && steps[after]?.thread === thread) after++;
    return this.isEmpty(after, thread);
  }
}
