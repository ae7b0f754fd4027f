/**
 * From a lasso to a clause, where a fence is a statement of the text and its place a step of its own in the program with a
 * step at every place (`text-places.ts`).
 *
 * The lasso is one of the text with some fences. It is told in terms of the program with all steps (`follow.ts`): one of its
 * steps is several there, and the states in their midst are none of the text. With other fences in the text some of them
 * are: they are optional (`lasso-judge.ts`). A place that the run passes with something in the buffer is one to hit. One that
 * was taken, where the property can tell who stands before the fence from who has passed it, is kept when the run comes there:
 * without it the thread would be somewhere else at once. When buffers may keep writes for ever and threads are fair, every
 * place where a thread rests is kept, too.
 *
 * A property that asks for locals can see when local work is done, and fences change that. Then, and when the lasso cannot be
 * followed, the clause is the weakest one: anything but this set.
 */

import type { Fairness } from '../engines/ltl/fairness.js';
import type { MemoryModel } from '../memory/models.js';
import { type Configuration, type Machine, makeMachine, start } from '../memory/operational/program/machine.js';
import type { ProgramRun } from '../memory/operational/program/replay.js';
import { leavesOf } from '../models/program/expression.js';
import type { Program, StateExpression } from '../models/program/model.js';
import { templateOf, threadAt } from '../models/program/parts.js';
import { isAt, Passages } from './clause.js';
import { followLasso } from './follow.js';
import type { Clause } from './hitting-set.js';
import { isCounterexample, letterOf, type RunQuestion } from './lasso-judge.js';
import type { ProgramPlace } from './places.js';
import { configurationsOf } from './tighten.js';

interface TextLassoQuestion {
  /** With a step at every place, none of them taken. */
  readonly program: Program;
  readonly questions: readonly RunQuestion[];
  readonly places: readonly ProgramPlace[];
  /** The program that has the run, and its property. */
  readonly asked: Program;
  readonly askedQuestions: readonly RunQuestion[];
  readonly memory: MemoryModel;
  readonly bound: number | null;
  readonly perLocation: boolean;
  readonly fairness: Fairness;
}

/** Ways to tell the lasso that are tried. */
const MOST_TOLD = 50;

export function textLassoClause(question: TextLassoQuestion, run: ProgramRun, taken: readonly number[]): Clause {
  const { program, places, memory, bound, perLocation, fairness } = question;
  const weakest = { hit: places.flatMap((_, place) => (taken.includes(place) ? [] : [place])), without: taken };
  const from = makeMachine(question.asked, memory, bound, perLocation);
  const to = makeMachine(program, memory, bound, perLocation);
  const configurations = configurationsOf(from, start(from, run.initial), run.steps);
  const number = question.askedQuestions.findIndex((each) =>
    isCounterexample(from, { run, configurations }, each, fairness, new Set()),
  );
  const [asked, shown] = [question.askedQuestions[number], question.questions[number]];
  if (asked === undefined || shown === undefined || shown.propositions.some((part) => asksForLocals(program, part)))
    return weakest;
  let tried = 0;
  const seen = (configuration: Configuration) => letterOf(from, configuration, asked.propositions);
  const sees = (configuration: Configuration) => letterOf(to, configuration, shown.propositions);
  for (const { run: told, inner } of followLasso(from, run, to, seen, sees)) {
    if (++tried > MOST_TOLD) break;
    const passed = configurationsOf(to, start(to, told.initial), told.steps);
    if (!isCounterexample(to, { run: told, configurations: passed }, shown, fairness, inner)) continue;
    const passages = new Passages(to, told);
    const hit = places.flatMap((place, each) => (passages.forbidden(place, 'own') ? [each] : []));
    if (hit.some((place) => taken.includes(place))) continue;
    const unfair = fairness.fairThreads && !fairness.fairBuffers;
    const without = taken.filter((each) => {
      const place = places[each] as ProgramPlace;
      if (!comesTo(to, told, passed, place)) return false;
      return unfair || isSeen(program, place, shown.propositions);
    });
    return { hit, without };
  }
  return weakest;
}

/** Whether a thread stands at the place, or passes it. */
function comesTo(
  { program }: Machine,
  { steps }: ProgramRun,
  configurations: readonly Configuration[],
  place: ProgramPlace,
): boolean {
  if (steps.some((step) => isAt(program, place, step))) return true;
  return program.threads.some((_, thread) => {
    const { template } = threadAt(program, thread);
    const { edges } = templateOf(program, thread);
    const here = place.edges.flatMap((each) => (each.template === template ? [edges[each.edge]?.from] : []));
    return configurations.some(({ locations }) => here.includes(locations[thread]));
  });
}

/** Whether it can be told who stands before a fence at this place from who has passed it. */
function isSeen(program: Program, { edges }: ProgramPlace, propositions: readonly StateExpression[]): boolean {
  return propositions
    .flatMap((proposition) => leavesOf(proposition))
    .some((leaf) => {
      if (leaf.kind !== 'at') return false;
      const { template } = threadAt(program, leaf.thread);
      const automaton = templateOf(program, leaf.thread);
      return edges.some((reference) => {
        const edge = automaton.edges[reference.edge];
        if (reference.template !== template || edge === undefined) return false;
        return leaf.locations.includes(edge.from) !== leaf.locations.includes(edge.to);
      });
    });
}

function asksForLocals(program: Program, condition: StateExpression): boolean {
  // Parameters stay what they are.
  return leavesOf(condition).some(
    (leaf) => leaf.kind === 'localOf' && leaf.variable >= templateOf(program, leaf.thread).parameters,
  );
}
