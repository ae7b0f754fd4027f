/** What is asked of the engines that work on kernels (this one and `ltl/`), and the kernel for such a question. */
import type { MemoryModel } from '../../memory/models.js';
import type { Program, StateExpression } from '../../models/program/model.js';
import type { Progress } from '../engine.js';
import type { Ahead } from './ahead.js';
import { ADDRESSES, type BackEnd } from './code/module.js';
import { WEB_ASSEMBLY } from './code/webassembly.js';
import { type CompileOptions, NoKernel } from './compile.js';
import { initialStates } from './initial.js';
import { type Kernel, makeKernel } from './kernel.js';
import { obstacleTo } from './obstacle.js';

export interface ExplicitLimits {
  readonly maxStates: number;
  /** For states and the table that finds them; of a search by one kernel at most 4096 count. */
  readonly maxMegabytes: number;
  /** Threads that may search together; 1 unless given. */
  readonly jobs?: number;
  /** So many states one thread finds before others join in, and among how many partitions these are dealt out, in a test. */
  readonly alone?: number;
  readonly partitions?: number;
  /** Bytes that addresses reach, in a test with fewer than there are. */
  readonly addresses?: number;
}

/** Which limit there is on memory, where it is reached: the caller's, or what addresses of 32 bits reach. */
export function memoryLimit({ maxMegabytes, addresses = ADDRESSES }: ExplicitLimits): {
  readonly limit: 'memory' | 'addresses';
  readonly value: number;
} {
  const all = Math.ceil(addresses / 2 ** 20);
  return maxMegabytes < all ? { limit: 'memory', value: maxMegabytes } : { limit: 'addresses', value: all };
}

/** Whether more memory is allowed than addresses reach. */
export function isBeyondAddresses({ maxMegabytes, addresses = ADDRESSES }: ExplicitLimits): boolean {
  return maxMegabytes > Math.ceil(addresses / 2 ** 20);
}

export interface KernelQuestion {
  readonly program: Program;
  /** The program as it was written, where windows were cut (`windows.ts`): its edges are the first of those that are searched. */
  readonly written?: Program;
  readonly memory: MemoryModel;
  /** The most batches in a queue of a store buffer, at least 1; or, with `perLocation`, writes to one cell. */
  readonly buffer: number;
  /**
   * Under TSO `buffer` is the most writes of a thread that wait for one cell, however many wait in all (Barnat, Brim and
   * Havel, 2012, section III, when it is 1). Under PSO there is a queue for each cell anyhow.
   */
  readonly perLocation?: boolean;
  readonly limits: ExplicitLimits;
  /** WebAssembly where there is one, unless given. */
  readonly kernel?: BackEnd;
  /** States that differ only in dead variables are one, unless this is false. */
  readonly zeroDead?: boolean;
  /** Note on the way which steps happen and where threads get stuck. */
  readonly noting?: boolean;
  /** Then look for threads that never step again while others go on, where there are no more states than this. */
  readonly maxStuckStates?: number;
}

/** What an engine wants of its kernel. */
export interface Wanted {
  readonly symmetry: boolean;
  readonly shifts?: boolean;
  readonly maxStates: number;
  readonly propositions: readonly StateExpression[] | null;
  /** Several threads expand states (`ahead.ts`). */
  readonly ahead?: Ahead;
}

/** A kernel for the question, or why there is none. */
export function kernelFor(question: KernelQuestion, wanted: Wanted): Kernel | NoKernel {
  const { program, buffer } = question;
  if (!Number.isInteger(buffer) || buffer < 1) throw new Error('a store buffer holds at least one entry');
  const obstacle = obstacleTo(program, wanted.propositions ?? []);
  if (obstacle !== null) return new NoKernel(obstacle);
  return makeKernel({ ...compileOptions(question, wanted), backEnd: backEndOf(question) });
}

export function backEndOf(question: KernelQuestion): BackEnd {
  return question.kernel ?? (WEB_ASSEMBLY === null ? 'javascript' : 'wasm');
}

/** What the code of a kernel for the question is made from, where it has all the memory, or one of so many parts of it. */
export function compileOptions(question: KernelQuestion, wanted: Wanted, parts = 1): CompileOptions {
  const { program, memory, buffer, perLocation = false, zeroDead = true, noting = false, limits } = question;
  const maxBytes = Math.min((limits.maxMegabytes * 2 ** 20) / parts, limits.addresses ?? ADDRESSES);
  return { program, memory, buffer, perLocation, zeroDead, noting, maxBytes, ...wanted };
}

/** Stores the initial states one by one, as long as the engine is not over its limits; `added` is called after each. */
export function addInitialStates(
  kernel: Kernel,
  isOver: () => boolean,
  added: () => void = () => {},
): 'done' | 'limited' | 'stopped' {
  for (const words of initialStates(kernel.layout)) {
    if (!kernel.makeRoom() || isOver()) return 'limited';
    kernel.add(words);
    if (!kernel.running) return 'stopped';
    added();
  }
  return 'done';
}

export function kernelProgress(phase: string, kernel: Kernel, depth: number, queue: number): Progress {
  return { phase, cubes: 0, depth, queue, states: kernel.count, restarts: 0 };
}
