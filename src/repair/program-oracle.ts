/**
 * The oracle for safety of programs: the engine of all states, asked about the program with the places taken.
 *
 * A text with `[any]` threads is several programs, one for each number that is tried; a place is one in all of them. The
 * first that is violated gives the run.
 *
 * Where places are steps of their own in the program they are shown in, the question is about the text with fences at the
 * places taken and nowhere else: a step that does nothing could be seen by a property that asks about locations or locals,
 * and what lies between two statements is no state of the text. The run is then told in terms of the program with all steps
 * (`follow.ts`). What holds of it:
 *
 *   - Without a place that was taken, its thread cannot stand where the fence was. If one stands there at the end, it is
 *     tried to let it pass; when that is no violation any more, or in doubt, the run needs the place (`without`).
 *   - A place that is taken in addition is passed as `clause.ts` says.
 *
 * When a run cannot be followed, the clause is the weakest one: anything but this set.
 */

import type { Answer, Run } from '../engines/answer.js';
import type { MemoryModel } from '../memory/models.js';
import {
  type Configuration,
  choicesOf,
  type Machine,
  makeMachine,
  start,
} from '../memory/operational/program/machine.js';
import { violationIn } from '../memory/operational/program/properties.js';
import type { ProgramRun } from '../memory/operational/program/replay.js';
import type { Program } from '../models/program/model.js';
import { edgeAt, templateOf, threadAt } from '../models/program/parts.js';
import { clauseOf } from './clause.js';
import { follow } from './follow.js';
import type { Clause } from './hitting-set.js';
import { type ProgramPlace, takePlaces, type Waiting } from './places.js';
import type { Oracle, OracleAnswer } from './search.js';
import { configurationsOf, performed } from './tighten.js';

/** A program without any place taken, and the same places in it as in the others. */
export interface Variant {
  readonly program: Program;
  readonly places: readonly ProgramPlace[];
}

export interface FoundRun {
  /** Position among the variants. */
  readonly variant: number;
  /** The program with the places taken, which has the run. */
  readonly program: Program;
  readonly run: ProgramRun;
  /** As the engine gave it. */
  readonly evidence: Run;
}

interface ProgramQuestion {
  readonly variants: readonly Variant[];
  /** The programs with places taken, where places are steps of their own in the variants; otherwise `takePlaces` says. */
  readonly programsWith?: (taken: readonly number[]) => Promise<readonly Program[]>;
  readonly memory: MemoryModel;
  readonly waiting: Waiting;
  /** What the engine says about a program. */
  readonly explore: (program: Program) => Promise<Answer>;
}

export class ProgramOracle implements Oracle<FoundRun> {
  private readonly question: ProgramQuestion;

  constructor(question: ProgramQuestion) {
    this.question = question;
  }

  async ask(taken: readonly number[]): Promise<OracleAnswer<FoundRun>> {
    for (const [variant, program] of (await this.programs(taken)).entries()) {
      const answer = await this.question.explore(program);
      if (answer.verdict === 'unknown') return answer;
      if (answer.verdict === 'holds') continue;
      return { verdict: 'violated', run: { variant, program, run: programRun(answer.run), evidence: answer.run } };
    }
    return { verdict: 'holds' };
  }

  private async programs(taken: readonly number[]): Promise<readonly Program[]> {
    const { variants, programsWith, waiting } = this.question;
    if (programsWith !== undefined) return programsWith(taken);
    return variants.map(({ program, places }) => takePlaces(program, placesOf(places, taken), waiting));
  }

  clauseOf(found: FoundRun, taken: readonly number[]): Clause {
    const { variants, programsWith, memory, waiting } = this.question;
    const { program, places } = variants[found.variant] as Variant;
    const question = { program, memory, places, waiting };
    if (programsWith === undefined) {
      const { hit, without } = clauseOf(question, found.run, taken);
      return { hit, without };
    }
    const machine = makeMachine(program, memory, null);
    const run = follow(makeMachine(found.program, memory, null), found.run, machine);
    if (run === null) {
      const others = places.flatMap((_, place) => (taken.includes(place) ? [] : [place]));
      return { hit: others, without: taken };
    }
    const clause = clauseOf(question, run, taken);
    return { hit: clause.hit, without: this.stoodAt(program, places, clause.run, taken) };
  }

  /** The places taken that the run needs, because a thread stands there at the end. */
  private stoodAt(
    program: Program,
    places: readonly ProgramPlace[],
    run: ProgramRun,
    taken: readonly number[],
  ): readonly number[] {
    const machine = makeMachine(program, this.question.memory, null);
    const configurations = configurationsOf(machine, start(machine, run.initial), run.steps);
    // A step that fails does so wherever the other threads are.
    if (configurations.length <= run.steps.length) return [];
    const end = configurations.at(-1) as Configuration;
    const stood = taken.filter((place) =>
      program.threads.some((_, thread) => edgesHere(machine, end, thread, places[place]).length > 0),
    );
    if (stood.length > MOST_STOOD) return stood;
    // Some of these places may stay and others go, so each choice must be a violation.
    for (let choice = 1; choice < 2 ** stood.length; choice++) {
      const gone = stood.filter((_, position) => (choice >> position) % 2 === 1);
      const after = passAll(machine, end, places, gone);
      if (after === null || violationIn(machine, after)?.kind !== 'violated') return stood;
    }
    return [];
  }
}

/** Programs are violated by runs of programs. */
export function programRun(run: Run): ProgramRun {
  if (run.kind === 'system') throw new Error('a run of an array system is none of a program');
  return run.run;
}

/** Places where threads stand at the end, of which all choices are looked at. */
const MOST_STOOD = 4;

function edgesHere(
  { program }: Machine,
  { locations }: Configuration,
  thread: number,
  place: ProgramPlace | undefined,
): readonly number[] {
  const { template } = threadAt(program, thread);
  const { edges } = templateOf(program, thread);
  return (place?.edges ?? []).flatMap((reference) =>
    reference.template === template && edges[reference.edge]?.from === locations[thread] ? [reference.edge] : [],
  );
}

/** Threads that stand at these places pass them; null when one cannot, or stands at a place again afterwards. */
function passAll(
  machine: Machine,
  from: Configuration,
  places: readonly ProgramPlace[],
  gone: readonly number[],
): Configuration | null {
  let here = from;
  for (const [thread] of machine.program.threads.entries()) {
    const edges = gone.flatMap((place) => edgesHere(machine, here, thread, places[place]));
    if (edges.length === 0) continue;
    const before = here;
    const after = edges.map((edge) => passedBy(machine, before, thread, edge)).find((found) => found !== null);
    if (after === undefined || after === null) return null;
    if (places.some((place) => edgesHere(machine, after, thread, place).length > 0)) return null;
    here = after;
  }
  return here;
}

function placesOf(places: readonly ProgramPlace[], taken: readonly number[]): ProgramPlace[] {
  return taken.map((place) => places[place] as ProgramPlace);
}

function passedBy(machine: Machine, from: Configuration, thread: number, edge: number): Configuration | null {
  for (const choices of choicesOf(machine, thread, edgeAt(templateOf(machine.program, thread), edge))) {
    const after = performed(machine, from, { kind: 'edge', thread, edge, choices });
    if (after !== null) return after;
  }
  return null;
}
