/**
 * A second opinion on programs that hold: all states again, by the interpreter of the operational machine. It shares the
 * program with the explicit engine and nothing else: no generated code, no packed states, no dead variables, no symmetry. It
 * is some hundred times slower, and has as many states as the program really has.
 */
import type { Progress } from '../engines/engine.js';
import type { Reason } from '../engines/remarks.js';
import type { MemoryModel } from '../memory/models.js';
import {
  type Configuration,
  configurationKey,
  initialValues,
  makeMachine,
  next,
  start,
} from '../memory/operational/program/machine.js';
import { violationIn } from '../memory/operational/program/properties.js';
import { steppingIn, stuckThreadsOf } from '../memory/operational/program/stuck.js';
import type { Program } from '../models/program/model.js';

export interface Audit {
  readonly states: number;
  readonly transitions: number;
  /** Whether a step was refused because a buffer was full. */
  readonly full: boolean;
  /** What contradicts the answer; null when nothing does. */
  readonly refuted: string | null;
  /** Why not everything was looked at; null when everything was. */
  readonly unfinished: Reason | null;
}

/** Looks at no more than `limit` states. `bound` and `perLocation` are the machine's. */
export function* auditProgram(
  program: Program,
  memory: MemoryModel,
  bound: number | null,
  limit: number,
  perLocation = false,
): Generator<Progress, Audit> {
  const machine = makeMachine(program, memory, bound, perLocation);
  const seen = new Map<string, number>();
  /** Of programs in which no thread may get stuck: what is asked of all states together. */
  const graph: { locations: (readonly number[])[]; successors: number[][]; steps: Set<number>[] } | null =
    program.noDeadlock === undefined ? null : { locations: [], successors: [], steps: [] };
  const waiting: Configuration[] = [];
  let [transitions, full] = [0, false];
  const ended = (refuted: string | null, unfinished: Reason | null = null): Audit => {
    return { states: seen.size, transitions, full, refuted, unfinished };
  };
  const add = (configuration: Configuration): number => {
    const key = configurationKey(configuration);
    const known = seen.get(key);
    if (known !== undefined) return known;
    seen.set(key, seen.size);
    return waiting.push(configuration) - 1;
  };
  for (const values of initialValues(machine)) add(start(machine, values));
  for (let looked = 0; looked < waiting.length; looked++) {
    const configuration = waiting[looked] as Configuration;
    // Only its key is needed from now on.
    delete waiting[looked];
    const violation = violationIn(machine, configuration);
    if (violation !== null) return ended('a state violates a property');
    const all = next(machine, configuration);
    const { successors, failures, full: refused } = all;
    if (failures.length > 0) return ended('a step fails');
    full ||= refused;
    transitions += successors.length;
    const numbers = successors.map(({ after }) => add(after));
    graph?.locations.push(configuration.locations);
    graph?.successors.push(numbers);
    graph?.steps.push(steppingIn(machine, configuration, all));
    if (seen.size > limit) return ended(null, { code: 'limit', limit: 'states', value: limit, covered: null });
    const queue = waiting.length - looked - 1;
    yield { phase: 'audit', cubes: 0, depth: 0, queue, states: seen.size, restarts: 0 };
  }
  if (graph === null) return ended(null);
  const stuckIn = stuckThreadsOf(machine, graph);
  const stuck = graph.locations.some((_, number) => stuckIn(number).length > 0);
  return ended(stuck ? 'a thread never steps again' : null);
}
