/** The machine with store queues on concurrent systems, as plainly as possible, for tests of the rules. */

import { UNKNOWN } from '../../../src/engines/automata/configuration.js';
import type { ConcurrentSystem, Operation } from '../../../src/engines/automata/system.js';
import { ANYWHERE, type Element, type Part } from '../../../src/engines/pso-queues/element.js';
import type { Stepper } from '../../../src/engines/pso-queues/predecessors.js';
import { wordOf } from '../../../src/engines/pso-queues/queues.js';

export interface Configuration {
  readonly memory: readonly number[];
  readonly threads: readonly { readonly state: number; readonly queues: readonly (readonly number[])[] }[];
}

/** Threads are different, each with an automaton of its own. */
export function successors(system: ConcurrentSystem, { memory, threads }: Configuration): Configuration[] {
  const found: Configuration[] = [];
  for (const [number, { state, queues }] of threads.entries()) {
    const put = (nextState: number, nextQueues: readonly (readonly number[])[], nextMemory: readonly number[]) =>
      found.push({ memory: nextMemory, threads: threads.with(number, { state: nextState, queues: nextQueues }) });
    for (const [cell, [oldest, ...rest]] of queues.entries()) {
      if (oldest !== undefined) put(state, queues.with(cell, rest), memory.with(cell, oldest));
    }
    for (const { from, operation, to } of system.automata[number]?.transitions ?? []) {
      if (from !== state) continue;
      const after = perform(operation, queues, memory);
      if (after !== null) put(to, after.queues, after.memory);
    }
  }
  return found;
}

function perform(operation: Operation, queues: readonly (readonly number[])[], memory: readonly number[]) {
  const isEmpty = queues.every(({ length }) => length === 0);
  const sees = (cell: number) => queues[cell]?.at(-1) ?? memory[cell];
  const stored = (after: typeof queues, cell: number, value: number) =>
    after.with(cell, [...(after[cell] ?? []), value]);
  switch (operation.kind) {
    case 'nop':
      return { queues, memory };
    case 'read':
      return sees(operation.cell) === operation.value ? { queues, memory } : null;
    case 'write':
      return { queues: stored(queues, operation.cell, operation.value), memory };
    case 'fence':
      return isEmpty ? { queues, memory } : null;
    case 'atomic':
    case 'several': {
      const several = operation.kind === 'several';
      if ((!several || operation.fence) && !isEmpty) return null;
      if (operation.reads.some(({ cell, value }) => sees(cell) !== value)) return null;
      let after = { queues, memory };
      const direct = several ? operation.direct : operation.writes;
      for (const { cell, value } of direct) after = { ...after, memory: after.memory.with(cell, value) };
      if (several) {
        for (const { cell, value } of operation.writes) after = { ...after, queues: stored(after.queues, cell, value) };
      }
      return after;
    }
  }
}

/** Whether the configuration is in the element. Thread k has automaton k. */
export function isIn(stepper: Stepper, { memory, threads }: Configuration, element: Element): boolean {
  const { letters, steps } = stepper;
  const fits = ({ automaton, state, queues }: Part): boolean => {
    const thread = threads[automaton] as Configuration['threads'][number];
    if (state !== ANYWHERE && state !== thread.state) return false;
    return queues.every((queue, k) => {
      const cell = steps[automaton]?.stored[k] as number;
      const entries = thread.queues[cell] as readonly number[];
      const word = [...wordOf(queue)].map((letter) => letters.value(cell, letter));
      const isClosed = wordOf(queue) === queue;
      if (isClosed && entries.at(-1) !== word.at(-1)) return false;
      let place = 0;
      for (const entry of entries) if (entry === word[place]) place++;
      return place === word.length;
    });
  };
  const remembered = memory.every((value, cell) => {
    const letter = element.memory[cell] as string;
    return letter === UNKNOWN || letters.value(cell, letter) === value;
  });
  return remembered && element.parts.every(fits);
}
