/**
 * Warnings about an instance of an array system, in the words of the system. The search sees a program: a thread for each process, with one
 * location, and an edge for each choice of processes (`bridges/instance`). So two things are told in another way.
 *
 *   - What no run takes is a transition: none of its edges, whoever acts.
 *   - A process has no place where it waits, and none where it ends. It waits for a transition if all that the guard says of the
 *     cells of this process alone is true, and the rest is not (`wantedEdge`). Where nothing can happen any more and nobody waits, the
 *     processes have come to their end, and nothing is told.
 *
 * A process that has stopped to look at memory (`i@X` in `unsafe`) stands in the way of others only in the program. Where there
 * are such processes nothing is told of who is stuck.
 */
import type { Answer } from '../engines/answer.js';
import { endOf } from '../engines/explicit/deadlocks.js';
import { emptiness } from '../engines/remarks.js';
import type { StuckThread, Warning, Warnings } from '../engines/warnings.js';
import { wantedEdge } from '../memory/operational/program/deadlock.js';
import { type Configuration, type Machine, makeMachine } from '../memory/operational/program/machine.js';
import type { ArraySystem } from '../models/array-system/model.js';
import type { Program } from '../models/program/model.js';
import { threadAt } from '../models/program/parts.js';

const NOTHING: Warnings = { list: [], stuck: 'some', deadlock: null };

/** `begins`: the instance has an initial state. Where it has none, that is told and nothing else: there is no run to speak of. */
export function inSystem(answer: Answer, system: ArraySystem, program: Program, begins: boolean): Answer {
  if (answer.verdict !== 'holds') return answer;
  if (!begins) return { ...answer, warnings: NOTHING, notes: [...(answer.notes ?? []), ...emptiness(1)] };
  if ((answer.warnings ?? null) === null) return answer;
  const warnings = answer.warnings as Warnings;
  const stuck = stuckProcesses(warnings, program);
  return {
    ...answer,
    warnings: {
      list: [
        ...(stuck === null ? [] : [stuck]),
        ...untaken(warnings, system, program),
        ...warnings.list.filter(({ code }) => code === 'vacuous'),
      ],
      stuck: 'some',
      deadlock: stuck === null ? null : warnings.deadlock,
    },
  };
}

/** The transitions of which no edge is taken. */
function untaken({ list }: Warnings, { transitions }: ArraySystem, { templates }: Program): Warning[] {
  const missed = list.filter((warning) => warning.code === 'unreached');
  return transitions.flatMap(({ name, place: { line, column } }): Warning[] => {
    const isHere = (each: { readonly line: number; readonly column: number }): boolean =>
      each.line === line && each.column === column;
    const actors = templates.filter(({ edges }) => edges.some(({ place }) => isHere(place)));
    const never = missed.filter(isHere);
    const [first] = never;
    // With fewer processes than it has parameters, a transition has no edges.
    if (first === undefined || never.length < actors.length) return [];
    const { buffer } = first;
    return [{ code: 'untaken', transition: name, line, column, ...(buffer === undefined ? {} : { buffer }) }];
  });
}

function stuckProcesses({ list, deadlock }: Warnings, program: Program): Warning | null {
  const [told] = list.filter((warning) => warning.code === 'stuck');
  if (told === undefined || deadlock === null) return null;
  if (program.templates.some(({ locations }) => locations.length > 1)) return null;
  const machine = makeMachine(program, deadlock.memory, null);
  const end = endOf(machine, deadlock.run);
  const threads = [...program.threads.keys()].flatMap((thread) => waitingFor(machine, end, thread) ?? []);
  return threads.length === 0 ? null : { ...told, threads };
}

/** The first transition that the process waits for; null when it waits for none. */
function waitingFor(machine: Machine, configuration: Configuration, thread: number): StuckThread | null {
  const edge = wantedEdge(machine, configuration, thread);
  const { name } = threadAt(machine.program, thread);
  return edge === null ? null : { thread: name, line: edge.place.line, statement: edge.text, labels: [] };
}
