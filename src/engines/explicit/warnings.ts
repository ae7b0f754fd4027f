/**
 * The warnings of a search that has seen all states, from what its kernel has noted (`marks.ts`) and a second look at them
 * (`stuck.ts`): where threads get stuck, each place once, with a run to the first; and what no thread comes to.
 */
import { hasBuffers } from '../../memory/models.js';
import { DEADLOCK, type Program } from '../../models/program/model.js';
import { templateOf } from '../../models/program/parts.js';
import { lineIn } from '../../models/program/place.js';
import { type Taken, unreachedPlaces } from '../../models/program/unreached.js';
import type { Progress } from '../engine.js';
import type { Warning, Warnings } from '../warnings.js';
import { type Confirmed, confirmStuck, type Deadlock, deadlockAt, placeKey } from './deadlocks.js';
import type { Kernel } from './kernel.js';
import type { Marks } from './marks.js';
import { vacuousPremises } from './premises.js';
import type { KernelQuestion } from './question.js';
import { stuckPlaces } from './stuck.js';

/** Configurations that the judge looks at for each place, where nobody asks for deadlocks. */
const MOST_LOOKED_AT = 5_000;

/** Null when nothing was noted. */
export function* warningsOf(kernel: Kernel, question: KernelQuestion): Generator<Progress, Warnings | null> {
  const { marks } = kernel;
  if (marks === null) return null;
  const deadlocks = deadlocksIn(kernel, marks, question);
  const partly = yield* partlyStuck(kernel, question, deadlocks);
  const [first] = [...deadlocks, ...partly.deadlocks];
  const within = kernel.get('full') === 0 ? {} : { buffer: question.buffer };
  const unreached = unreachedPlaces(question.written ?? question.program, takenIn(kernel, marks));
  const premises = vacuousPremises(kernel.layout.special, kernel.reduction.groups, kernel.noted(marks.premises));
  const list: Warning[] = [
    ...deadlocks.map(({ run, threads }) => {
      return { code: 'stuck', threads, others: false, steps: run.steps.length } as const;
    }),
    ...partly.deadlocks.map(({ run, threads, others }) => {
      return { code: 'stuck', threads, others, steps: run.steps.length } as const;
    }),
    ...unreached.map((place) => ({ code: 'unreached', ...place, ...within }) as const),
    ...premises.map(({ property, text, place }) => {
      return { code: 'vacuous', property, ...lineIn(place), condition: text, ...within } as const;
    }),
  ];
  const stuck = partly.all ? 'all' : 'some';
  return { list, stuck, deadlock: first === undefined ? null : runOf(question, first) };
}

/** Threads that get stuck while others go on, at places that are not told yet. */
function* partlyStuck(
  kernel: Kernel,
  question: KernelQuestion,
  known: readonly Deadlock[],
): Generator<Progress, Confirmed> {
  const { maxStuckStates = 0, limits } = question;
  const none = { deadlocks: [], all: false };
  // A kernel that knows no states has nothing to look at: where several searched together, say.
  if (maxStuckStates === 0 || kernel.count > maxStuckStates) return none;
  const places = yield* stuckPlaces(kernel, limits.maxMegabytes * 2 ** 20);
  if (places === null) return none;
  const told = new Set(known.flatMap((deadlock) => deadlock.places));
  return confirmStuck(kernel, question, places, {
    told,
    configurations: MOST_LOOKED_AT,
    deadlocks: Number.POSITIVE_INFINITY,
  });
}

/** What one of a group of interchangeable threads has done, each can do. */
export function takenIn(kernel: Kernel, marks: Marks): Taken {
  const { groups } = kernel.reduction;
  return (thread, edge) => {
    const alike = groups.find(({ threads }) => threads.includes(thread))?.threads ?? [thread];
    return alike.some((each) => {
      const address = marks.edge(each, edge);
      return address !== null && kernel.noted(address) !== 0;
    });
  };
}

/** The nearest first; further ones where a thread is stuck in a place that was not told yet. */
function deadlocksIn(kernel: Kernel, marks: Marks, question: KernelQuestion): Deadlock[] {
  const { program } = question;
  const noted = program.threads.flatMap((_, thread) =>
    [...templateOf(program, thread).locations.keys()].flatMap((location) => {
      const state = kernel.noted(marks.stuck(thread, location)) - 1;
      return state < 0 ? [] : [{ state, place: placeKey({ program }, thread, location) }];
    }),
  );
  const told = new Set<string>();
  const found: Deadlock[] = [];
  for (const { state, place } of noted.toSorted((one, other) => one.state - other.state)) {
    if (told.has(place)) continue;
    told.add(place);
    const deadlock = deadlockAt(kernel, question, state);
    if (deadlock === null) continue;
    for (const each of deadlock.places) told.add(each);
    found.push(deadlock);
  }
  return found;
}

/** A run that the replay judges: of the program whose only property is that there is no deadlock. */
function runOf(
  { program, memory, buffer, perLocation = false }: KernelQuestion,
  { run }: Deadlock,
): Warnings['deadlock'] {
  const asked: Program = { ...program, never: [], noDeadlock: { name: DEADLOCK, place: { line: 1, column: 1 } } };
  const bound = hasBuffers(memory) ? buffer : 1;
  return { kind: 'program', program: asked, memory, bound, perLocation, run };
}
