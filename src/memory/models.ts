/**
 * The memory models, as values. Whatever depends on the memory takes what it needs from here: nothing else in the source
 * compares their names (`scripts/layers.ts` looks).
 *
 * A model is told by where the writes of a thread wait before others see them (`buffers`). Code that decides by memory
 * switches on that kind, without a default: a fourth kind does not compile until every such place has an answer.
 */

export type MemoryName = 'sc' | 'tso' | 'pso';

/** Where the writes of a thread wait: nowhere; in one queue; in a queue for each cell. */
export type Buffers = 'none' | 'one queue' | 'a queue per cell';

export interface MemoryModel {
  readonly name: MemoryName;
  /** As reports write it. */
  readonly title: string;
  readonly buffers: Buffers;
}

/** A model whose buffers are of one of these kinds. */
export type MemoryWith<Kind extends Buffers> = MemoryModel & { readonly buffers: Kind };

export const SC = { name: 'sc', title: 'SC', buffers: 'none' } as const satisfies MemoryModel;
export const TSO = { name: 'tso', title: 'TSO', buffers: 'one queue' } as const satisfies MemoryModel;
export const PSO = { name: 'pso', title: 'PSO', buffers: 'a queue per cell' } as const satisfies MemoryModel;

/** The strongest first: each allows all executions of those before it. */
export const MEMORY_MODELS: readonly MemoryModel[] = [SC, TSO, PSO];

export const MEMORY_NAMES = ['sc', 'tso', 'pso'] as const satisfies readonly MemoryName[];

const BY_NAME: Readonly<Record<MemoryName, MemoryModel>> = { sc: SC, tso: TSO, pso: PSO };

export function memoryNamed(name: MemoryName): MemoryModel {
  return BY_NAME[name];
}

/** Whether a write may wait before others see it. */
export function hasBuffers({ buffers }: MemoryModel): boolean {
  switch (buffers) {
    case 'none':
      return false;
    case 'one queue':
    case 'a queue per cell':
      return true;
  }
}

/** What a drain of a queue names: the cell that the queue is for, or null where one queue is for all. */
export function drainedCell({ buffers }: MemoryModel, cell: number): number | null {
  switch (buffers) {
    case 'none':
    case 'one queue':
      return null;
    case 'a queue per cell':
      return cell;
  }
}

/** Whether the writes of a thread reach memory in the order in which it makes them, whatever cells they are to. */
export function keepsStoreOrder({ buffers }: MemoryModel): boolean {
  switch (buffers) {
    case 'none':
    case 'one queue':
      return true;
    case 'a queue per cell':
      return false;
  }
}

/** Whether cubes can tell what a thread still has to see: not where the writes of a thread overtake each other. */
export function isForCubes(memory: MemoryModel): memory is MemoryWith<'none' | 'one queue'> {
  return keepsStoreOrder(memory);
}

/** Whether the writes of a thread wait in a queue for each cell. */
export function hasQueuePerCell(memory: MemoryModel): memory is MemoryWith<'a queue per cell'> {
  switch (memory.buffers) {
    case 'none':
    case 'one queue':
      return false;
    case 'a queue per cell':
      return true;
  }
}

/** Whether all writes of a thread wait in one queue. */
export function hasOneQueue(memory: MemoryModel): memory is MemoryWith<'one queue'> {
  switch (memory.buffers) {
    case 'none':
    case 'a queue per cell':
      return false;
    case 'one queue':
      return true;
  }
}
