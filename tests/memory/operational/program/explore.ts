/** All configurations of a program, breadth first, by the interpreter: the oracle of the compiled engine. */
import { type MemoryName, memoryNamed } from '../../../../src/memory/models.js';
import {
  type Configuration,
  configurationKey,
  initialValues,
  type Machine,
  makeMachine,
  next,
  start,
} from '../../../../src/memory/operational/program/machine.js';
import { violationIn } from '../../../../src/memory/operational/program/properties.js';
import type { Program } from '../../../../src/models/program/model.js';

export interface Exploration {
  /** What was found first; both when they are equally far. */
  readonly verdicts: ReadonlySet<'holds' | 'violated' | 'undefined'>;
  /** Steps to the first violation; a step that fails counts. */
  readonly length: number | null;
  readonly states: number;
  readonly transitions: number;
  readonly full: boolean;
}

/** Null when there are more configurations than the limit. */
export function explore(
  program: Program,
  memory: MemoryName,
  bound: number | null,
  limit: number,
  perLocation = false,
): Exploration | null {
  const machine = makeMachine(program, memoryNamed(memory), bound, perLocation);
  const verdicts = new Set<'holds' | 'violated' | 'undefined'>();
  const seen = new Set<string>();
  let transitions = 0;
  let full = false;
  let level: Configuration[] = [];
  const found = (configuration: Configuration, into: Configuration[]): void => {
    const key = configurationKey(configuration);
    if (seen.has(key)) return;
    seen.add(key);
    into.push(configuration);
    const wrong = violationIn(machine, configuration);
    if (wrong !== null) verdicts.add(wrong.kind);
  };
  for (const values of initialValues(machine)) found(start(machine, values), level);
  let depth = 0;
  for (; level.length > 0 && verdicts.size === 0; depth++) {
    const after: Configuration[] = [];
    for (const configuration of level) {
      const all = next(machine, configuration);
      full ||= all.full;
      transitions += all.successors.length;
      if (all.failures.length > 0) verdicts.add('violated');
      for (const successor of all.successors) found(successor.after, after);
      if (seen.size > limit) return null;
    }
    level = after;
  }
  const length = verdicts.size === 0 ? null : depth;
  if (verdicts.size === 0) verdicts.add('holds');
  return { verdicts, length, states: seen.size, transitions, full };
}

/** The configurations in which no thread can go on and nothing waits. */
export function finalConfigurations(program: Program, memory: MemoryName): { machine: Machine; ends: Configuration[] } {
  const machine = makeMachine(program, memoryNamed(memory), null);
  const seen = new Map<string, Configuration>();
  const ends: Configuration[] = [];
  const work = initialValues(machine).map((values) => start(machine, values));
  for (let current = work.pop(); current !== undefined; current = work.pop()) {
    const key = configurationKey(current);
    if (seen.has(key)) continue;
    seen.set(key, current);
    const { successors } = next(machine, current);
    if (successors.length === 0) ends.push(current);
    for (const { after } of successors) work.push(after);
  }
  return { machine, ends };
}
