/**
 * A command in a thread of its own, watched from this one, so that limits and signals count in every phase.
 *
 * Searches look at the clock and at signals several times a second (`check/budget.ts`). Reading a text, building a kernel or
 * replaying a run does not: nothing else happens in a thread while it is at that. Here the command runs in a worker
 * (`inside.ts`), which is asked to stop first. If it has not heard, it is cut off, and what is told is `unknown`, with the
 * limit. The heap of the worker has a limit, too: a worker that fills it ends, and not the process.
 *
 * A worker costs half of what starting node costs. So only commands run apart from their beginning that have limits, long
 * texts or several files; others do if they take longer than a moment (`moment.ts`).
 */
import { statSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { Reason } from '../engines/remarks.js';
import { internalFault, stoppedFault } from './faults.js';
import type { Host, Standing } from './host.js';
import { STANDARD_INPUT } from './input.js';
import { combine, STATUS, type Status } from './status.js';
import { usableMemory } from './surroundings.js';

/** What the worker is given. */
export interface Inside {
  readonly words: readonly string[];
  readonly root: string;
  readonly version: string;
  readonly heapLimit: number;
  readonly screens: Readonly<Record<Stream, { readonly isTerminal: boolean; readonly columns: number }>>;
  /** Counts up while the worker hears. */
  readonly pulse: SharedArrayBuffer;
}

type Stream = 'output' | 'errors';

/** From the worker. */
export type Told =
  | { readonly kind: 'write'; readonly stream: Stream; readonly text: string }
  | { readonly kind: 'standing'; readonly standing: Partial<Standing> }
  | { readonly kind: 'standard input' }
  | { readonly kind: 'done'; readonly status: Status };

/** To the worker. */
export type Asked =
  | { readonly kind: 'stop' }
  | { readonly kind: 'standard input'; readonly text: string }
  | { readonly kind: 'no standard input'; readonly message: string };

/** Bytes of text that are read within a moment. */
const SHORT = 16_384;
const MOMENT_MILLISECONDS = 100;
/** So long it may take to stop when it is asked to, and to hear. */
const GRACE_MILLISECONDS = 700;
const DEAF_MILLISECONDS = 300;
/** So long it may go on after its time, if it hears. */
const LATE_MILLISECONDS = 900;

const COMMANDS = ['check', 'report', 'compare', 'litmus', 'fix', 'certify', 'reduce', 'print'];
/** These take long as a rule. */
const LONG = ['report', 'fix', 'certify'];

/** Whether a command is worth a thread of its own. */
export function runsApart([command = '', ...words]: readonly string[]): boolean {
  if (!COMMANDS.includes(command) || words.includes('--help')) return false;
  if (LONG.includes(command) || words.includes(STANDARD_INPUT)) return true;
  // The answer is told before its page is made: nothing may begin anew between the two.
  if (words.some((word) => word === '--html' || word.startsWith('--html='))) return true;
  if (numberAfter(words, '--timeout') !== null || numberAfter(words, '--max-memory') !== null) return true;
  const sizes = words.flatMap((word) => (word.startsWith('-') ? [] : (sizeOf(word) ?? [])));
  return sizes.length > 1 || sizes.some((size) => size > SHORT);
}

/** Bytes; null where there is no such file. */
function sizeOf(word: string): number | null {
  try {
    return statSync(word).size;
  } catch {
    return null;
  }
}

function numberAfter(words: readonly string[], option: string): number | null {
  const at = words.findLastIndex((word) => word === option || word.startsWith(`${option}=`));
  const word = words[at];
  if (word === undefined) return null;
  const value = Number(word === option ? words[at + 1] : word.slice(option.length + 1));
  return Number.isFinite(value) ? value : null;
}

export function runInside(inside: URL, words: readonly string[], host: Host): Promise<Status> {
  const asked = numberAfter(words, '--max-memory');
  const heap = Math.min(asked ?? Number.POSITIVE_INFINITY, usableMemory(host));
  const memory = asked ?? heap;
  const { output, errors } = host;
  const given: Inside = {
    words,
    root: host.root,
    version: host.version,
    heapLimit: host.heapLimit,
    screens: {
      output: { isTerminal: output.isTerminal, columns: output.columns },
      errors: { isTerminal: errors.isTerminal, columns: errors.columns },
    },
    pulse: new SharedArrayBuffer(4),
  };
  const own = process.memoryUsage.rss() / 2 ** 20;
  const worker = new Worker(inside, {
    workerData: given,
    resourceLimits: { maxOldGenerationSizeMb: Math.ceil(Math.max(heap, LEAST_HEAP)) },
  });
  return new Promise((resolve) => {
    let standing: Standing = { file: null, json: false, status: STATUS.holds, left: 0 };
    // Starting counts for the first file.
    let begun = 0;
    const watch = new Watch(given.pulse);
    const end = (status: Status): void => {
      clearInterval(looking);
      worker.removeAllListeners();
      worker.on('error', () => {});
      resolve(status);
    };
    const cutOff = (reason: Reason): void => {
      const status = stoppedFault(host, standing, reason);
      end(combine([standing.status, status]));
    };
    const memoryReached = (): void => cutOff({ code: 'limit', limit: 'memory', value: memory, covered: null });
    const timeout = numberAfter(words, '--timeout');
    const seconds = timeout ?? Number.POSITIVE_INFINITY;
    const mostMemory = Math.max(1.2 * memory, memory + own + LEAST_HEAP);
    const looking = setInterval(() => {
      watch.look();
      const late = performance.now() - begun - 1000 * seconds;
      if (watch.stopsFor > GRACE_MILLISECONDS) cutOff({ code: 'interrupted', covered: null });
      else if (standing.file !== null && late > (watch.deafFor > DEAF_MILLISECONDS ? 0 : LATE_MILLISECONDS))
        cutOff({ code: 'limit', limit: 'time', value: timeout as number, covered: null });
      else if (asked !== null && process.memoryUsage.rss() / 2 ** 20 > mostMemory) memoryReached();
    }, MOMENT_MILLISECONDS);
    const stop = (): void => {
      watch.stopping();
      worker.postMessage({ kind: 'stop' } satisfies Asked);
    };
    if (host.stop.aborted) stop();
    else host.stop.addEventListener('abort', stop);
    worker.on('message', (told: Told) => {
      switch (told.kind) {
        case 'write':
          host[told.stream].write(told.text);
          return;
        case 'standing':
          if (told.standing.file !== undefined && standing.file !== null) begun = performance.now();
          standing = { ...standing, ...told.standing };
          return;
        case 'standard input':
          host.readStandardInput().then(
            (text) => worker.postMessage({ kind: 'standard input', text } satisfies Asked),
            (error: unknown) => {
              worker.postMessage({ kind: 'no standard input', message: String(error) } satisfies Asked);
            },
          );
          return;
        case 'done':
          end(told.status);
          return;
      }
    });
    worker.on('error', (error: Error & { code?: string }) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') memoryReached();
      else end(internalFault(host, standing.json, standing.file ?? 'fencepost', error));
    });
    worker.on('exit', () => end(internalFault(host, standing.json, standing.file ?? 'fencepost', 'it ended too soon')));
  });
}

/** Megabytes: with less, node itself does not run. */
const LEAST_HEAP = 32;

/** Whether the worker hears, and since when it was asked to stop. */
class Watch {
  private readonly pulse: Int32Array;
  private seen = 0;
  private heard = performance.now();
  private asked: number | null = null;

  constructor(pulse: SharedArrayBuffer) {
    this.pulse = new Int32Array(pulse);
  }

  look(): void {
    const now = Atomics.load(this.pulse, 0);
    if (now !== this.seen) this.heard = performance.now();
    this.seen = now;
  }

  stopping(): void {
    this.asked ??= performance.now();
  }

  /** Milliseconds. */
  get deafFor(): number {
    return performance.now() - this.heard;
  }

  get stopsFor(): number {
    return this.asked === null ? 0 : performance.now() - this.asked;
  }
}
