/**
 * One question to the explicit engine in a process of its own, so that no run profits from code that another one has made
 * fast, or pays for its garbage, and the peak of memory is that of this run.
 *
 * The process runs the same bundle as its parent (`scripts/run-ts.mjs`), which therefore asks `answerParent` first.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
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

const WORD = '--in-a-process-of-its-own';
/** A run that takes longer has gone astray. */
const LONGEST_MS = 600_000;

/** True when this process was started by `runApart`: then it has answered, and there is nothing else to do. */
export function answerParent(): boolean {
  const [word, asked] = process.argv.slice(2);
  if (word !== WORD || asked === undefined) return false;
  const { file, constants, buffer, memory, ...rest } = JSON.parse(asked) as OwnQuestion;
  const run = bestRun(
    { ...rest, memory: memoryNamed(memory), program: twinProgram(file, constants), buffer: buffer ?? 1 },
    1,
  );
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const own: OwnRun = {
    ...run,
    processSeconds: (userCPUTime + systemCPUTime) / 1e6,
    peakMegabytes: Math.ceil(maxRSS / 1024),
  };
  console.log(JSON.stringify(own));
  return true;
}

export function runApart(question: OwnQuestion): OwnRun {
  const bundle = fileURLToPath(import.meta.url);
  const { status, signal, stdout, stderr } = spawnSync(process.execPath, [bundle, WORD, JSON.stringify(question)], {
    encoding: 'utf8',
    timeout: LONGEST_MS,
  });
  if (status !== 0) throw new Error(`${question.file}: the process ended with ${signal ?? status}: ${stderr}`);
  return JSON.parse(stdout) as OwnRun;
}
