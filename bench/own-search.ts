/** The script of a process that answers one question to the explicit engine (`own-process.ts`). */
import type { BackEnd } from '../src/engines/explicit/code/module.js';
import { type MemoryName, memoryNamed } from '../src/memory/models.js';
import { bestRun, type TimedRun } from './explicit-run.js';
import { twinProgram } from './twins.js';

export interface OwnQuestion {
  /** In `bench/twins`. */
  readonly file: string;
  /** In place of those that the file declares. */
  readonly constants?: Readonly<Record<string, number>>;
  readonly memory: MemoryName;
  readonly buffer: number | null;
  readonly kernel: BackEnd;
  readonly zeroDead: boolean;
  readonly symmetry: boolean;
}

export interface OwnRun extends TimedRun {
  /** Of the processor, from the start of the process: node and the reader are in it, too. */
  readonly processSeconds: number;
  /** The most memory that was resident. */
  readonly peakMegabytes: number;
}

export function ownRun({ file, constants, buffer, memory, ...rest }: OwnQuestion): OwnRun {
  const program = twinProgram(file, constants);
  const run = bestRun({ ...rest, memory: memoryNamed(memory), program, buffer: buffer ?? 1 }, 1);
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  return { ...run, processSeconds: (userCPUTime + systemCPUTime) / 1e6, peakMegabytes: Math.ceil(maxRSS / 1024) };
}
