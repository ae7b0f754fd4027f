/** All configurations of a program, level by level, by the interpreter: what the kernels are compared with. */
import { type MemoryName, memoryNamed } from '../../../src/memory/models.js';
import {
  type Configuration,
  configurationKey,
  initialValues,
  makeMachine,
  next,
  start,
} from '../../../src/memory/operational/program/machine.js';
import { violationIn } from '../../../src/memory/operational/program/properties.js';
import type { Program } from '../../../src/models/program/model.js';

export interface Explored {
  /** What is found first; both when they are equally far. `undefined`: a condition has no value. */
  readonly verdicts: ReadonlySet<'holds' | 'violated' | 'undefined'>;
  /** Steps to what is found first, a step that fails counts; null when it holds. */
  readonly length: number | null;
  readonly states: number;
  readonly transitions: number;
  /** Steps to the state that is farthest. */
  readonly depth: number;
  /** A step had to wait for room in a buffer. */
  readonly full: boolean;
}

/** Null when there are more configurations than the limit. */
export function exploreLevels(
  program: Program,
  memory: MemoryName,
  bound: number,
  limit: number,
  perLocation = false,
): Explored | null {
  const machine = makeMachine(program, memoryNamed(memory), bound, perLocation);
  const verdicts = new Set<'holds' | 'violated' | 'undefined'>();
  const seen = new Set<string>();
  const meet = (configuration: Configuration, level: Configuration[]): void => {
    const key = configurationKey(configuration);
    if (seen.has(key)) return;
    seen.add(key);
    level.push(configuration);
    const wrong = violationIn(machine, configuration);
    if (wrong !== null) verdicts.add(wrong.kind);
  };
  let level: Configuration[] = [];
  for (const values of initialValues(machine)) meet(start(machine, values), level);
  let [transitions, depth, full] = [0, 0, false];
  while (verdicts.size === 0) {
    const after: Configuration[] = [];
    for (const configuration of level) {
      const all = next(machine, configuration);
      full ||= all.full;
      transitions += all.successors.length;
      if (all.failures.length > 0) verdicts.add('violated');
      for (const successor of all.successors) meet(successor.after, after);
      if (seen.size > limit) return null;
    }
    if (after.length === 0 && verdicts.size === 0) break;
    level = after;
    depth++;
  }
  if (verdicts.size > 0) return { verdicts, length: depth, states: seen.size, transitions, depth, full };
  return { verdicts: new Set(['holds']), length: null, states: seen.size, transitions, depth, full };
}
