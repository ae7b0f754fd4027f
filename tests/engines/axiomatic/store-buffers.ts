/**
 * Straight-line programs on store buffers, explored state by state: the other view of the same memory, with nothing in
 * common with the axioms but the form of programs.
 */

import type { MemoryName } from '../../../src/memory/models.js';
import type { Operand, Operation, Program } from '../../support/straight-line.js';

/** Writes that reach memory together; an empty one is a store fence, which no later write may overtake. */
type Batch = readonly (readonly [location: string, value: number])[];

interface Configuration {
  readonly at: readonly number[];
  readonly registers: readonly Readonly<Record<string, number>>[];
  readonly memory: Readonly<Record<string, number>>;
  /** Oldest first. */
  readonly buffers: readonly (readonly Batch[])[];
}

function reads(operation: Operation): readonly { readonly location: string; readonly register: string }[] {
  if (operation.kind === 'transition') return operation.reads;
  return 'register' in operation ? [operation] : [];
}

function writes(operation: Operation, before: Record<string, number>, after: Record<string, number>): Batch {
  const value = (operand: Operand, registers: Record<string, number>): number =>
    typeof operand === 'number' ? operand : (registers[operand.register] ?? 0);
  switch (operation.kind) {
    case 'load':
    case 'fence':
      return [];
    case 'store':
      return [[operation.location, value(operation.value, before)]];
    case 'exchange':
      return [[operation.location, value(operation.value, before)]];
    case 'add':
      return [[operation.location, (after[operation.register] ?? 0) + value(operation.value, before)]];
    case 'compareExchange':
      return after[operation.register] === value(operation.expected, before)
        ? [[operation.location, value(operation.value, before)]]
        : [];
    case 'transition':
      return operation.writes.map((write) => [write.location, value(write.value, after)] as const);
  }
}

const isLocked = (operation: Operation): boolean =>
  operation.kind === 'transition'
    ? operation.reads.length > 0 && operation.writes.length > 0
    : operation.kind === 'exchange' || operation.kind === 'add' || operation.kind === 'compareExchange';

/** Whether an operation that does not wait for an empty buffer, but for something smaller, may go on. */
function mayRun(operation: Operation, buffer: readonly Batch[]): boolean {
  if (operation.kind === 'fence') return (operation.fence ?? 'full') !== 'full' || buffer.length === 0;
  return !isLocked(operation) || buffer.length === 0;
}

function run(configuration: Configuration, thread: number, operation: Operation, memory: MemoryName): Configuration {
  const buffer = configuration.buffers[thread] ?? [];
  const see = (location: string): number => {
    const own = buffer.flat().findLast(([written]) => written === location);
    return own === undefined ? (configuration.memory[location] ?? 0) : own[1];
  };
  const before = configuration.registers[thread] ?? {};
  const after = { ...before, ...Object.fromEntries(reads(operation).map((r) => [r.register, see(r.location)])) };
  const batch = writes(operation, before, after);
  const at = configuration.at.with(thread, (configuration.at[thread] ?? 0) + 1);
  const registers = configuration.registers.with(thread, after);
  if (memory === 'sc' || isLocked(operation)) {
    return { ...configuration, at, registers, memory: { ...configuration.memory, ...Object.fromEntries(batch) } };
  }
  const storeFence = operation.kind === 'fence' && operation.fence === 'store';
  const entries = memory === 'tso' && batch.length > 0 ? [batch] : batch.map((write) => [write]);
  if (storeFence) entries.push([]);
  return { ...configuration, at, registers, buffers: configuration.buffers.with(thread, [...buffer, ...entries]) };
}

/** The entries that may leave a buffer next: the oldest one, and under PSO the oldest one of each location. */
function leaving(buffer: readonly Batch[], memory: MemoryName): number[] {
  if (memory !== 'pso') return buffer.length === 0 ? [] : [0];
  return buffer.flatMap((batch, index) => {
    const older = buffer.slice(0, index);
    const [location] = batch[0] ?? [];
    const blocked = location === undefined ? index > 0 : older.some((b) => b.length === 0 || b[0]?.[0] === location);
    return blocked ? [] : [index];
  });
}

export function machineStates(program: Program, memory: MemoryName): string[] {
  const { threads, initial = {} } = program;
  const names = threads.map((operations) => [...new Set(operations.flatMap(reads).map((r) => r.register))].sort());
  const locations = new Set(Object.keys(initial));
  for (const operation of threads.flat()) {
    for (const { location } of reads(operation)) locations.add(location);
    for (const [location] of writes(operation, {}, {})) locations.add(location);
    if ('location' in operation) locations.add(operation.location);
  }
  const states = new Set<string>();
  const seen = new Set<string>();
  const stack: Configuration[] = [
    { at: threads.map(() => 0), registers: threads.map(() => ({})), memory: initial, buffers: threads.map(() => []) },
  ];
  for (let now = stack.pop(); now !== undefined; now = stack.pop()) {
    const key = JSON.stringify([now.at, now.registers, Object.entries(now.memory).sort(), now.buffers]);
    if (seen.has(key)) continue;
    seen.add(key);
    let ended = true;
    for (const [thread, operations] of threads.entries()) {
      const buffer = now.buffers[thread] ?? [];
      const operation = operations[now.at[thread] ?? 0];
      if (operation !== undefined || buffer.length > 0) ended = false;
      if (operation !== undefined && mayRun(operation, buffer)) stack.push(run(now, thread, operation, memory));
      for (const index of leaving(buffer, memory)) {
        const memoryNow = { ...now.memory, ...Object.fromEntries(buffer[index] ?? []) };
        stack.push({ ...now, memory: memoryNow, buffers: now.buffers.with(thread, buffer.toSpliced(index, 1)) });
      }
    }
    if (!ended) continue;
    const registers = names.flatMap((list, thread) => list.map((r) => `${thread}:${r}=${now.registers[thread]?.[r]};`));
    const cells = [...locations].sort().map((location) => `[${location}]=${now.memory[location] ?? 0};`);
    states.add([...registers, ...cells].join(' '));
  }
  return [...states].sort();
}
