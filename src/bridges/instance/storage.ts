/** Where a program keeps the cells of an instance: shared, or local to the thread of the process they belong to. */
import { type Instance, NotAProgram } from './instance.js';

/** Numbers of the program's threads (the one of #1 is 0) and variables. */
export type Storage =
  | { readonly kind: 'shared'; readonly variable: number }
  | { readonly kind: 'local'; readonly thread: number; readonly variable: number };

export interface Storages {
  /** By place. */
  readonly of: readonly Storage[];
  /** The places of the cells that are shared, and those of each thread's locals, by variable. */
  readonly shared: readonly number[];
  readonly locals: readonly (readonly number[])[];
}

/** `buffered`: what threads share, they write through store buffers. */
export function storagesOf(instance: Instance, buffered: boolean): Storages {
  const shared: number[] = [];
  const locals = Array.from({ length: instance.processes }, (): number[] => []);
  const of = instance.cells.map(({ symbol, indices }, place): Storage => {
    if (!buffered || symbol.weak || symbol.constant) return { kind: 'shared', variable: shared.push(place) - 1 };
    const [owner] = indices;
    if (owner === undefined) {
      throw new NotAProgram(`${symbol.name} is shared by all processes and not weak: under weak memory it must be`);
    }
    const thread = owner - 1;
    return { kind: 'local', thread, variable: (locals[thread] as number[]).push(place) - 1 };
  });
  return { of, shared, locals };
}
