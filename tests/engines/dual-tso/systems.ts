/** Concurrent systems written as in the paper: `w x 1; r y 0`, one after the other, for tests. */
import type {
  Automaton,
  ConcurrentSystem,
  Operation,
  Target,
  Transition,
} from '../../../src/engines/automata/system.js';

const CELLS = 'xyz';

/** Each thread a list of operations, which it runs once; cells hold 0 and 1 and begin with 0. */
export function system(threads: readonly string[], cells = 2): ConcurrentSystem {
  const automata = threads.map((text) => straight(text.split(';').map((part) => operation(part.trim()))));
  return make(automata, cells);
}

/** All threads at their last states is the target. */
export function make(automata: readonly Automaton[], cells: number, targets?: readonly Target[]): ConcurrentSystem {
  const ends = automata.map(({ states }, thread) => ({ thread, states: [states - 1] }));
  return {
    domains: Array.from({ length: cells }, () => [0, 1]),
    initial: Array.from({ length: cells }, () => [0]),
    automata,
    threads: automata.map((_, thread) => thread),
    any: [],
    locals: automata.map(() => [[]]),
    targets: targets ?? [{ threads: ends, memory: [] }],
  };
}

export function transition(from: number, operation: Operation, to: number): Transition {
  return { from, operation, to, statements: [], fails: false };
}

function straight(operations: readonly Operation[]): Automaton {
  const transitions = operations.map((operation, k) => transition(k, operation, k + 1));
  return { states: operations.length + 1, initial: [{ state: 0, statements: [] }], transitions };
}

function operation(text: string): Operation {
  const [name, variable = '', ...values] = text.split(' ');
  const cell = CELLS.indexOf(variable);
  const [value, after] = values.map(Number) as [number, number];
  switch (name) {
    case 'r':
      return { kind: 'read', cell, value };
    case 'w':
      return { kind: 'write', cell, value };
    case 'arw':
      return { kind: 'atomic', reads: [{ cell, value }], writes: [{ cell, value: after }] };
    case 'fence':
      return { kind: 'fence' };
    case 'nop':
      return { kind: 'nop' };
    default:
      throw new Error(`no operation: ${text}`);
  }
}
