/**
 * From a lasso to a clause, where taking a place changes flags of edges and nothing else.
 *
 * As for finite runs (`clause.ts`): the lasso is told as one of the program without the places that were taken, its drains
 * are moved forward, and the places that it passes in a way they would not allow are those to hit. What is more to infinite
 * runs:
 *
 *   - All states count. A write that is in memory at once has no state in between when it is atomic, and has one when it is
 *     not: these states are optional (`lasso-judge.ts`). Where the automaton cannot do with and without them, the places
 *     taken are kept (`without`), and the others that have such a state are to hit: then the run stays as it is.
 *   - Fairness. Other places may only make more threads rest fairly, unless a thread rests because of a place that was
 *     taken: without it the thread would have to go on. Those are kept. (A place where the thread waits for its own buffer is
 *     none of them when buffers are fair: its buffer gets empty while it rests.)
 *   - Of a step with several writes one that is direct comes before the others, which all can see: such places are kept when
 *     they were taken, and to hit when not.
 *
 * Moving drains. A cycle may begin anywhere: it is turned until it begins with as little in the buffers as possible. Then
 * each drain is tried at earlier moments of prefix or cycle; what comes out must be a counterexample by the definitions.
 */

import type { Fairness } from '../engines/ltl/fairness.js';
import {
  batchOf,
  type Configuration,
  type DrainStep,
  type Machine,
  makeMachine,
  type ProgramStep,
  start,
} from '../memory/operational/program/machine.js';
import type { ProgramRun } from '../memory/operational/program/replay.js';
import { edgeAt, templateOf, threadAt } from '../models/program/parts.js';
import { type ClauseQuestion, isAt, overtakes, Passages, plain } from './clause.js';
import type { Clause } from './hitting-set.js';
import { isCounterexample, type RunQuestion } from './lasso-judge.js';
import { type ProgramPlace, takePlaces, waitingUpdates } from './places.js';
import { configurationsOf } from './tighten.js';

interface LassoClauseQuestion extends ClauseQuestion {
  readonly fairness: Fairness;
  /** As the engine has it. */
  readonly bound: number | null;
  readonly perLocation: boolean;
  /** One of them accepts the run. */
  readonly questions: readonly RunQuestion[];
}

/** Longer lassos are taken as they are. */
const LONGEST = 150;

/** `run` is one of the program with the places `taken`. */
export function lassoClause(question: LassoClauseQuestion, run: ProgramRun, taken: readonly number[]): Clause {
  const kept = taken.filter(
    (place) =>
      overtakes(question.program, question.places[place] as ProgramPlace, run.steps) || rests(question, run, place),
  );
  const all = taken.filter((place) => (question.places[place] as ProgramPlace).kind === 'write');
  const keptMore = [...new Set([...kept, ...all])].sort((one, other) => one - other);
  return clauseWith(question, run, taken, kept) ?? clauseKeeping(question, run, taken, keptMore);
}

/** Whether the place keeps a thread from going on in the cycle, which fairness would make it do. */
function rests({ program, places, waiting, fairness }: LassoClauseQuestion, run: ProgramRun, place: number): boolean {
  const { kind, edges } = places[place] as ProgramPlace;
  const { steps, cycle = 0 } = run;
  if (!fairness.fairThreads || cycle === steps.length) return false;
  if (fairness.fairBuffers && (kind === 'fence' || waiting === 'own')) return false;
  const acting = new Set(steps.slice(cycle).flatMap((step) => (step.kind === 'edge' ? [step.thread] : [])));
  return program.threads.some(({ template }, thread) => {
    if (acting.has(thread)) return false;
    const last = steps.findLast((step) => step.kind === 'edge' && step.thread === thread);
    const automaton = templateOf(program, thread);
    const at = last?.kind === 'edge' ? edgeAt(automaton, last.edge).to : automaton.entry;
    return edges.some((reference) => reference.template === template && automaton.edges[reference.edge]?.from === at);
  });
}

/** The lasso on the program with the places `kept`. */
class Told {
  readonly machine: Machine;
  readonly first: Configuration;
  private readonly question: LassoClauseQuestion;

  constructor(question: LassoClauseQuestion, run: ProgramRun, kept: readonly number[]) {
    const { program, memory, places, waiting, bound, perLocation } = question;
    const with_ = kept.map((place) => places[place] as ProgramPlace);
    this.machine = makeMachine(takePlaces(program, with_, waiting), memory, bound, perLocation);
    this.first = start(this.machine, run.initial);
    this.question = question;
  }

  /** The question that the run is a counterexample to, whichever of the optional states it has. */
  violated(run: ProgramRun, optional: (passages: Passages) => ReadonlySet<number>): RunQuestion | undefined {
    const configurations = configurationsOf(this.machine, this.first, run.steps);
    if (configurations.length !== run.steps.length + 1) return undefined;
    const left = optional(new Passages(this.machine, run));
    return this.question.questions.find((question) =>
      isCounterexample(this.machine, { run, configurations }, question, this.question.fairness, left),
    );
  }
}

/** Null when the automaton cannot do with and without the states between writes and their arrival. */
function clauseWith(
  question: LassoClauseQuestion,
  run: ProgramRun,
  taken: readonly number[],
  kept: readonly number[],
): Clause | null {
  const { places, waiting } = question;
  const told = new Told(question, run, kept);
  const atomic = taken.filter((place) => !kept.includes(place)).map((place) => places[place] as ProgramPlace);
  const made = plain(
    told.machine,
    run,
    atomic.filter(({ kind }) => kind === 'write'),
  );
  const optional = (passages: Passages, of: ProgramRun) => between(question, passages, of, kept);
  const judge = (tried: ProgramRun) => told.violated(tried, (passages) => optional(passages, tried)) !== undefined;
  if (!judge(made)) return null;
  const tight = tightened(told, made, judge);
  const passages = new Passages(told.machine, tight);
  const hit = places.flatMap((place, number) => {
    if (kept.includes(number)) return [];
    const several = place.kind === 'write' && overtakes(question.program, place, tight.steps);
    return several || passages.forbidden(place, waiting) ? [number] : [];
  });
  return hit.some((place) => taken.includes(place)) ? null : { hit, without: kept };
}

/** States between a write that is at once and its arrival, of all places that are not kept. */
function between(
  { program, places, waiting }: LassoClauseQuestion,
  passages: Passages,
  { steps }: ProgramRun,
  kept: readonly number[],
): Set<number> {
  const found = new Set<number>();
  const open = places.filter(({ kind }, number) => kind === 'write' && !kept.includes(number));
  for (const [position, step] of steps.entries()) {
    if (step.kind === 'drain' || !open.some((place) => isAt(program, place, step))) continue;
    const { template } = threadAt(program, step.thread);
    const edge = program.templates[template]?.edges[step.edge];
    if (edge === undefined || waitingUpdates(program, edge).length > 1 || !passages.isAtOnce(position, waiting))
      continue;
    for (let at = position + 1; isDrainOf(steps[at], step.thread); at++) found.add(at);
  }
  return found;
}

function isDrainOf(step: ProgramStep | undefined, thread: number): boolean {
  return step?.kind === 'drain' && step.thread === thread;
}

/** All writes taken stay atomic, and no other that the run makes may be: its states are those that it has. */
function clauseKeeping(
  question: LassoClauseQuestion,
  run: ProgramRun,
  taken: readonly number[],
  kept: readonly number[],
): Clause {
  const { places, program, waiting } = question;
  const told = new Told(question, run, kept);
  if (told.violated(run, () => new Set()) === undefined) {
    // The engine had another run in mind, of the same appearance: all that is known is that this set will not do.
    return { hit: places.flatMap((_, place) => (taken.includes(place) ? [] : [place])), without: taken };
  }
  const passages = new Passages(told.machine, run);
  const hit = places.flatMap((place, number) => {
    if (kept.includes(number)) return [];
    const writes = place.kind === 'write' && run.steps.some((step) => isAt(program, place, step));
    return writes || passages.forbidden(place, waiting) ? [number] : [];
  });
  const needed = taken.filter((place) => kept.includes(place));
  return { hit, without: needed };
}

function tightened({ machine, first }: Told, run: ProgramRun, judge: (run: ProgramRun) => boolean): ProgramRun {
  if (run.cycle === undefined || run.steps.length > LONGEST) return run;
  const turned = turn(configurationsOf(machine, first, run.steps), run, run.cycle);
  let best = judge(turned) ? turned : run;
  for (let position = 0; position < best.steps.length; position++) {
    const step = best.steps[position] as ProgramStep;
    if (step.kind === 'drain') best = earlier(machine, first, best, position, judge) ?? best;
  }
  return best;
}

/** The cycle begins where least waits in buffers. */
function turn(configurations: readonly Configuration[], run: ProgramRun, cycle: number): ProgramRun {
  const waits = (position: number): number =>
    (configurations[position] as Configuration).buffers.reduce(
      (sum, buffer) => sum + buffer.reduce((inner, { batches }) => inner + batches.length, 0),
      0,
    );
  let best = cycle;
  for (let position = cycle; position < run.steps.length; position++)
    if (waits(position) < waits(best)) best = position;
  return { ...run, steps: [...run.steps, ...run.steps.slice(cycle, best)], cycle: best };
}

/** The run with the drain at this position moved to the first moment of prefix or cycle where that works. */
function earlier(
  machine: Machine,
  first: Configuration,
  run: ProgramRun,
  position: number,
  judge: (run: ProgramRun) => boolean,
): ProgramRun | null {
  const { steps, cycle = 0 } = run;
  const step = steps[position] as DrainStep;
  const rest = [...steps.slice(0, position), ...steps.slice(position + 1)];
  const configurations = configurationsOf(machine, first, steps.slice(0, position));
  const batch = batchOf(configurations[position] as Configuration, step);
  for (let moment = position < cycle ? 0 : cycle; moment < position; moment++) {
    if (batchOf(configurations[moment] as Configuration, step) !== batch) continue;
    // A step of another thread and the drains right behind it stay together.
    const [before, after] = [rest[moment - 1], rest[moment]];
    if (after?.kind === 'drain' && after.thread !== step.thread && before?.thread === after.thread) continue;
    const tried = { ...run, steps: [...rest.slice(0, moment), step, ...rest.slice(moment)] };
    if (judge(tried)) return tried;
  }
  return null;
}
