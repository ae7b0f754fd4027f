/** All that can be seen of a compiled program, by the interpreter of programs: nothing ends at the first violation. */
import { type MemoryName, memoryNamed } from '../../../src/memory/models.js';
import { evaluateState, isFailure } from '../../../src/memory/operational/program/evaluate.js';
import {
  type Configuration,
  configurationKey,
  initialValues,
  type Machine,
  makeMachine,
  next,
  start,
} from '../../../src/memory/operational/program/machine.js';
import { stateView } from '../../../src/memory/operational/program/properties.js';
import { cellsOf, offsetOf, sizeOf, variableAt } from '../../../src/models/program/cells.js';
import type { NeverProperty, Program, Variable } from '../../../src/models/program/model.js';
import { edgeAt, isEnd, locationAt, templateOf } from '../../../src/models/program/parts.js';
import { stuckBySweeps } from '../../support/stuck.js';
import type { Sight } from './conditions.js';
import { type Seen, viewOf } from './machine.js';

/** Null when there are more states than the limit. */
export function seenCompiled(program: Program, memory: MemoryName, bound: number, limit: number): Seen | null {
  const machine = makeMachine(program, memoryNamed(memory), bound);
  const views = new Set<string>();
  const violated = new Set<number>();
  let fails = false;
  const declared = declaredProperties(program);
  const known = new Map<string, number>();
  const found: Configuration[] = [];
  const [edges, steps]: [Map<number, number[]>, Map<number, Set<number>>] = [new Map(), new Map()];
  const waiting: Configuration[] = [];
  const meet = (configuration: Configuration): void => {
    const key = configurationKey(configuration);
    if (known.has(key)) return;
    known.set(key, known.size);
    found.push(configuration);
    if (configuration.locations.some((at, thread) => locationAt(templateOf(program, thread), at).failure !== null)) {
      fails = true;
      return;
    }
    waiting.push(configuration);
    views.add(viewOf(sightOf(machine, configuration), program.threads.length));
    for (const [k, choices] of declared.entries()) {
      for (const { condition } of choices) {
        const value = evaluateState(stateView(machine, configuration), condition);
        if (isFailure(value)) throw new Error('a condition without value');
        if (value !== 0) violated.add(k);
      }
    }
  };
  for (const values of initialValues(machine)) meet(start(machine, values));
  for (let configuration = waiting.pop(); configuration !== undefined; configuration = waiting.pop()) {
    if (known.size > limit) return null;
    const { successors, failures } = next(machine, configuration);
    if (failures.length > 0) fails = true;
    const numberOf = (other: Configuration) => known.get(configurationKey(other)) as number;
    for (const { after } of successors) meet(after);
    const here = numberOf(configuration);
    edges.set(
      here,
      successors.map(({ after }) => numberOf(after)),
    );
    const moving = successors.filter(({ step, after }) => {
      if (step.kind === 'drain') return false;
      const { retries, round } = edgeAt(templateOf(program, step.thread), step.edge);
      return round !== true && (retries !== true || numberOf(after) !== here);
    });
    steps.set(here, new Set(moving.map(({ step }) => step.thread)));
  }
  const at = (state: number, thread: number) => found[state]?.locations[thread] as number;
  const stuck = stuckBySweeps({
    successors: found.map((_, state) => edges.get(state) ?? []),
    steps: found.map((_, state) => steps.get(state) ?? new Set()),
    threads: program.threads.length,
    isEnd: (state, thread) => isEnd(templateOf(program, thread), at(state, thread)),
    isAssumed: (state, thread) => locationAt(templateOf(program, thread), at(state, thread)).assumed === true,
  });
  return { views, violated, fails, hangs: stuck.some((threads) => threads.length > 0) };
}

/** The properties as they are written: one for all choices of its instances. */
export function declaredProperties({ never }: Program): NeverProperty[][] {
  const written = new Map<string, NeverProperty[]>();
  for (const property of never) {
    const key = `${property.place.line}:${property.place.column}`;
    written.set(key, [...(written.get(key) ?? []), property]);
  }
  return [...written.values()];
}

function sightOf({ program }: Machine, { memory, locations, locals }: Configuration): Sight {
  return {
    memory: named(program.shared, memory),
    labels: (thread) => locationAt(templateOf(program, thread), locations[thread] as number).labels,
    locals: (thread) => named(templateOf(program, thread).locals, locals[thread] as readonly number[]),
  };
}

/** Hidden registers are nobody's business. */
function named(variables: readonly Variable[], values: readonly number[]): Record<string, readonly number[]> {
  const cells = cellsOf(variables);
  const entries = variables.map((variable, k) => {
    const first = offsetOf(cells, k);
    return [variableAt(cells, k).name, values.slice(first, first + sizeOf(variable))] as const;
  });
  return Object.fromEntries(entries.filter(([name]) => !name.startsWith('$')));
}
