/**
 * Questions that take long, each in a child process. A child has a limit of time and of memory of its own; one that does not
 * keep them is ended. At most two work at once, the others wait. Cancelling ends a child at once.
 */
import { type ChildProcess, fork } from 'node:child_process';
import type { Progress } from '../engines/engine.js';
import type { LanguageName } from '../languages/index.js';
import type { MemoryName } from '../memory/models.js';
import type { FixResult } from '../repair/answer.js';
import type { JsonOutcome } from '../report/json.js';
import type { JsonPage } from '../report/page/data.js';

/** What a child is asked. */
export interface Job {
  readonly kind: 'check' | 'fix' | 'explore';
  readonly text: string;
  readonly file: string;
  readonly language: LanguageName;
  readonly memory?: MemoryName;
  readonly property?: string;
  /** For any number of threads or processes. */
  readonly any: boolean;
  /** Seconds. */
  readonly timeout: number;
  /** Megabytes. */
  readonly maxMemory: number;
  readonly version: string;
}

/** What a child says. */
export type Told =
  | { readonly kind: 'progress'; readonly progress: Progress }
  | { readonly kind: 'answer'; readonly answer: JsonOutcome; readonly headline: string }
  | {
      readonly kind: 'fix';
      readonly status: FixResult['status'];
      readonly sets: readonly { readonly text: string; readonly diff: string }[];
      /** Why it is not repaired, or what else is to be known; null when there is nothing. */
      readonly sentence: string | null;
    }
  | { readonly kind: 'page'; readonly page: JsonPage }
  | { readonly kind: 'refused'; readonly message: string };

export type Answer = Exclude<Told, { kind: 'progress' }> | { readonly kind: 'cancelled' };

export interface Running {
  readonly answer: Promise<Answer>;
  cancel(): void;
}

const AT_ONCE = 2;
/** Seconds that a child may take beyond its time, to start and to tell. */
const GRACE = 5;
/** Megabytes that a child may take beyond what the search may hold. */
const ROOM = 512;

export class Jobs {
  private readonly waiting: (() => void)[] = [];
  private working = 0;

  /** `program`: the built `work.js`. */
  constructor(private readonly program: string) {}

  start(job: Job, onProgress: (progress: Progress) => void): Running {
    let cancel = (): void => {};
    let cancelled = false;
    const answer = new Promise<Answer>((resolve) => {
      cancel = () => {
        cancelled = true;
        resolve({ kind: 'cancelled' });
      };
      const begin = (): void => {
        if (cancelled) return this.next();
        const child = this.child(job, onProgress, resolve);
        cancel = () => {
          resolve({ kind: 'cancelled' });
          child.kill('SIGKILL');
        };
      };
      this.waiting.push(begin);
      if (this.working < AT_ONCE) {
        this.working++;
        this.waiting.shift()?.();
      }
    });
    return { answer, cancel: () => cancel() };
  }

  /** One is done: another may begin. */
  private next(): void {
    const begin = this.waiting.shift();
    if (begin === undefined) this.working--;
    else begin();
  }

  private child(job: Job, onProgress: (progress: Progress) => void, resolve: (answer: Answer) => void): ChildProcess {
    const { timeout, maxMemory } = job;
    const child = fork(this.program, [], {
      // Nothing that a child prints belongs between the messages of the protocol.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      execArgv: [`--max-old-space-size=${maxMemory + ROOM}`],
    });
    const late = setTimeout(
      () => {
        resolve({ kind: 'refused', message: `no answer within ${timeout} s` });
        child.kill('SIGKILL');
      },
      1000 * (timeout + GRACE),
    );
    child.on('message', (told: Told) => {
      if (told.kind === 'progress') onProgress(told.progress);
      else resolve(told);
    });
    child.on('error', (error) => resolve({ kind: 'refused', message: `the check did not start: ${error.message}` }));
    child.on('close', (status, signal) => {
      clearTimeout(late);
      const how = signal === null ? `with status ${status}` : `by ${signal}`;
      resolve({
        kind: 'refused',
        message: `the check ended without an answer, ${how}: it may have had too little memory`,
      });
      this.next();
    });
    child.send(job, (error) => {
      if (error !== null) child.kill('SIGKILL');
    });
    return child;
  }
}
