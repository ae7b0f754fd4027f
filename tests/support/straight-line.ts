/**
 * Straight-line programs built in code: the smallest thing that the axiomatic models can be asked about. Random tests
 * compare them with other views of the same memory; litmus tests have their own form (`languages/litmus`).
 */

import { Search } from '../../src/engines/axiomatic/search.js';
import type { FenceKind, Value } from '../../src/memory/axiomatic/event.js';
import { disciplineOf, splitsWrites } from '../../src/memory/axiomatic/model.js';
import type { Step } from '../../src/memory/axiomatic/thread.js';
import type { MemoryModel } from '../../src/memory/models.js';

/** A number, or what a register of the thread holds (0 before it is loaded). */
export type Operand = number | { readonly register: string };

export type Operation =
  | { readonly kind: 'load'; readonly location: string; readonly register: string }
  | { readonly kind: 'store'; readonly location: string; readonly value: Operand }
  | { readonly kind: 'fence'; readonly fence?: FenceKind }
  /** Locked: the register gets the old value, the location the new one. */
  | { readonly kind: 'exchange'; readonly location: string; readonly register: string; readonly value: Operand }
  | { readonly kind: 'add'; readonly location: string; readonly register: string; readonly value: Operand }
  /** Locked: writes only when the location holds `expected`. */
  | {
      readonly kind: 'compareExchange';
      readonly location: string;
      readonly register: string;
      readonly expected: Operand;
      readonly value: Operand;
    }
  /**
   * One transition of an array system: all reads at one moment, then all writes, which may use what was just read;
   * atomic when it has both.
   */
  | {
      readonly kind: 'transition';
      readonly reads: readonly { readonly location: string; readonly register: string }[];
      readonly writes: readonly { readonly location: string; readonly value: Operand }[];
    };

export interface Program {
  readonly threads: readonly (readonly Operation[])[];
  /** Locations that are not named here start with 0. */
  readonly initial?: Readonly<Record<string, number>>;
}

type Registers = ReadonlyMap<string, Value>;

function evaluate(operand: Operand, registers: Registers): Value {
  return typeof operand === 'number' ? BigInt(operand) : (registers.get(operand.register) ?? 0n);
}

function written(operation: Operation): string[] {
  if (operation.kind === 'transition') return operation.writes.map(({ location }) => location);
  return operation.kind === 'load' || operation.kind === 'fence' ? [] : [operation.location];
}

/** The reads and writes of an operation, given the registers before and after the reads. */
interface Parts {
  readonly reads: readonly { readonly location: string; readonly register: string }[];
  writes(before: Registers, after: Registers): { readonly location: string; readonly value: Value }[];
}

function partsOf(operation: Exclude<Operation, { kind: 'fence' }>): Parts {
  if (operation.kind === 'load') return { reads: [operation], writes: () => [] };
  if (operation.kind === 'store') {
    const { location, value } = operation;
    return { reads: [], writes: (before) => [{ location, value: evaluate(value, before) }] };
  }
  if (operation.kind === 'transition') {
    const { reads, writes } = operation;
    const all = (_before: Registers, after: Registers) =>
      writes.map(({ location, value }) => ({ location, value: evaluate(value, after) }));
    return { reads, writes: all };
  }
  const { location, register } = operation;
  return {
    reads: [{ location, register }],
    writes: (before, after) => {
      const old = after.get(register) as bigint;
      const value = evaluate(operation.value, before);
      if (operation.kind === 'exchange') return [{ location, value }];
      if (operation.kind === 'add') return [{ location, value: old + (value as bigint) }];
      return old === evaluate(operation.expected, before) ? [{ location, value }] : [];
    },
  };
}

/** A thread of a program, as steps. */
export function threadSteps(operations: readonly Operation[]): Step {
  const later: ReadonlySet<string>[] = [];
  for (let at = operations.length - 1; at >= 0; at--) {
    later[at] = new Set([...written(operations[at] as Operation), ...(later[at + 1] ?? [])]);
  }
  const from = (at: number, registers: Registers): Step => {
    const operation = operations[at];
    if (operation === undefined) return { kind: 'end', register: (name) => registers.get(name) ?? 0n };
    const base = { instruction: at, origin: operation.kind, mayWrite: later[at] as ReadonlySet<string> };
    if (operation.kind === 'fence') {
      const fence = operation.fence ?? 'full';
      return { ...base, kind: 'fence', fence, locked: false, next: () => from(at + 1, registers) };
    }
    const { reads, writes } = partsOf(operation);
    const locked = reads.length > 0 && written(operation).length > 0;
    const write = (after: Registers): Step => {
      const accesses = writes(registers, after);
      if (accesses.length === 0) return from(at + 1, after);
      return { ...base, kind: 'write', locked, writes: accesses, next: () => from(at + 1, after) };
    };
    if (reads.length === 0) return write(registers);
    return {
      ...base,
      kind: 'read',
      locked,
      locations: reads.map(({ location }) => location),
      next: (values) =>
        write(new Map([...registers, ...reads.map((r, k) => [r.register, values[k] as Value] as const)])),
    };
  };
  return from(0, new Map());
}

/** The registers that a thread loads, in order of name. */
function loaded(operations: readonly Operation[]): string[] {
  const names = operations.flatMap((operation) => {
    if (operation.kind === 'transition') return operation.reads.map(({ register }) => register);
    return 'register' in operation ? [operation.register] : [];
  });
  return [...new Set(names)].sort();
}

/**
 * The final states of a program, sorted: `0:a=1; 1:b=0; [x]=1; [y]=1;` with every register that a thread loads and every
 * location that the program names.
 */
export function finalStates(program: Program, memory: MemoryModel): string[] {
  const { threads, initial = {} } = program;
  const accessed = threads.flatMap((operations) =>
    operations.flatMap((operation) => {
      if (operation.kind === 'transition') return [...operation.reads, ...operation.writes].map((a) => a.location);
      return operation.kind === 'fence' ? [] : [operation.location];
    }),
  );
  const locations = [...new Set([...accessed, ...Object.keys(initial)])].sort();
  const start = (location: string): Value => BigInt(initial[location] ?? 0);
  const search = new Search(threads.map(threadSteps), {
    discipline: disciplineOf(memory),
    splitsWrites: splitsWrites(memory),
    initial: start,
    guesses: null,
  });
  const states = new Set<string>();
  const steps = search.run(({ part, ends }) => {
    const registers = threads.flatMap((operations, thread) =>
      loaded(operations).map((name) => `${thread}:${name}=${ends[thread]?.register(name)};`),
    );
    states.add([...registers, ...locations.map((x) => `[${x}]=${part.finalValue(x, start(x))};`)].join(' '));
    return false;
  });
  while (steps.next().done !== true);
  return [...states].sort();
}
