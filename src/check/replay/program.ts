/**
 * A run of a program, step by step on the machine that judges counterexamples. The first state that violates what is asked ends
 * it; what follows is not told. Of a temporal property a state can violate what must always hold; the rest is violated by
 * what is repeated for ever, if that is fair.
 */
import type { Run } from '../../engines/answer.js';
import { goesRound, replayLasso } from '../../engines/ltl/lasso-replay.js';
import type { Question } from '../../engines/question.js';
import { traceOf } from '../../evidence/replay.js';
import {
  attempt,
  batchOf,
  type Configuration,
  drain,
  type Machine,
  makeMachine,
  start,
} from '../../memory/operational/program/machine.js';
import { violationAtEnd, violationIn } from '../../memory/operational/program/properties.js';
import { ProgramRecording } from '../../memory/operational/program/recording.js';
import { initialFault, type LassoRun, type ProgramRun } from '../../memory/operational/program/replay.js';
import type { Program } from '../../models/program/model.js';
import type { TemporalProperty, TemporalQuestion } from '../../models/program/temporal.js';
import { possibleIn } from '../by-hand/choices.js';
import type { Performed } from './answer.js';

export async function performProgram(program: Program, run: ProgramRun, question: Question): Promise<Performed> {
  const { memory, buffers, property } = question;
  const perLocation = buffers.per === 'location';
  const asked = property === 'states' ? program : alwaysIn(program, property);
  const machine = makeMachine(asked, memory, buffers.most, perLocation);
  const walked = walk(machine, run);
  if ('reason' in walked) return { kind: 'no run', ...walked };
  const { recording, visited, violatedAfter } = walked;
  if (violatedAfter !== null) {
    const steps = run.steps.slice(0, violatedAfter);
    const found: Run = {
      kind: 'program',
      program: asked,
      memory,
      bound: buffers.most,
      perLocation,
      run: { initial: run.initial, steps },
    };
    return { kind: 'violated', trace: await traceOf(found), more: run.steps.length - violatedAfter };
  }
  const names = program.threads.map(({ name }) => name);
  const { initial, steps } = recording;
  const trace = { memory: memory.name, processes: names.length, names, initial, steps };
  if (run.cycle === undefined) return { kind: 'not violated', trace, note: null };
  const round = { ...run, cycle: run.cycle };
  if (!goesRound(machine, visited.slice(run.cycle), run.steps.slice(run.cycle))) {
    const reason = 'the steps that are repeated for ever do not lead back to where they begin';
    return { kind: 'no run', reason, step: run.steps.length + 1, possible: [] };
  }
  const judged =
    property === 'states' ? 'it goes on for ever, and the question is about states' : forEver(machine, round, question);
  if (typeof judged !== 'string') return { kind: 'violated', trace: judged, more: 0 };
  return { kind: 'not violated', trace: { ...trace, cycle: run.cycle }, note: judged };
}

type Walked =
  | { readonly reason: string; readonly step: number; readonly possible: readonly string[] }
  | {
      readonly recording: ProgramRecording;
      /** Before the first step, and behind each. */
      readonly visited: readonly Configuration[];
      /** The number of steps to the first violation; null when there is none. */
      readonly violatedAfter: number | null;
    };

function walk(machine: Machine, run: ProgramRun): Walked {
  const fault = initialFault(machine, run.initial);
  if (fault !== null) return { reason: fault, step: 0, possible: [] };
  const recording = new ProgramRecording(machine, run.initial);
  const visited = [start(machine, run.initial)];
  const isBad = (configuration: Configuration): boolean => violationIn(machine, configuration)?.kind === 'violated';
  let violatedAfter: number | null = isBad(visited[0] as Configuration) ? 0 : null;
  for (const [position, step] of run.steps.entries()) {
    const here = visited.at(-1) as Configuration;
    const reason = step.kind === 'drain' ? recording.drain(step) : recording.edge(step);
    if (reason !== null) return { reason, step: position + 1, possible: choicesIn(machine, here) };
    const tried = step.kind === 'drain' ? null : attempt(machine, here, step);
    // The last step may fail instead of happening.
    if (tried?.kind === 'failure') {
      violatedAfter ??= position + 1;
      continue;
    }
    const after = step.kind === 'drain' ? drainIn(here, step) : tried?.kind === 'possible' ? tried.after : null;
    if (after === null) throw new Error('a step that was recorded is possible');
    visited.push(after);
    if (violatedAfter === null && isBad(after)) violatedAfter = position + 1;
  }
  // Some thread may never step again from here while others do.
  const last = visited.at(-1) as Configuration;
  if (violatedAfter === null && violationAtEnd(machine, last)?.kind === 'violated') violatedAfter = run.steps.length;
  return { recording, visited, violatedAfter };
}

function drainIn(here: Configuration, step: Parameters<typeof drain>[1]): Configuration | null {
  return batchOf(here, step) === null ? null : drain(here, step);
}

function choicesIn(machine: Machine, here: Configuration): string[] {
  return possibleIn(machine, here).map(({ choice: { name, label, values } }) => {
    return `${name}: ${label}${values.length === 0 ? '' : ` with ${values.join(', ')}`}`;
  });
}

function questionsOf(property: TemporalProperty): readonly TemporalQuestion[] {
  const questions = property.questions();
  return 'refused' in questions ? [] : questions;
}

/** The program with what a temporal property says of all states, and nothing else. */
function alwaysIn({ noDeadlock: _, premises: __, ...program }: Program, property: TemporalProperty): Program {
  const { name, text } = property;
  const never = questionsOf(property).flatMap(({ invariant }) => {
    if (invariant === undefined) return [];
    const condition = { kind: 'unary', operator: '!', operand: invariant } as const;
    return [{ name: `invariant ${name}`, condition, text, place: { line: 1, column: 1 } }];
  });
  return { ...program, never };
}

/** The trace of a violation; or why the run is none. */
function forEver(machine: Machine, { initial, steps, cycle }: LassoRun, { property, fairness, memory }: Question) {
  if (property === 'states') throw new Error('states are not asked for ever');
  const { program, perLocation, bound } = machine;
  const lasso = { initial, prefix: steps.slice(0, cycle), cycle: steps.slice(cycle) };
  let why = `${property.name} says nothing of what happens for ever`;
  for (const { propositions, automaton, invariant } of questionsOf(property)) {
    if (invariant !== undefined) continue;
    const { name, text } = property;
    const asked = { program, memory, perLocation, propositions, automaton, formula: { name, text }, ...fairness };
    const replayed = replayLasso(asked, lasso, bound);
    if (replayed.ok) return replayed.trace;
    why = replayed.reason;
  }
  return why;
}
