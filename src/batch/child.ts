/**
 * One child process of a pool, seen from outside: it is given a task, and something always comes of it. An answer, or that it
 * failed; and if the process ends or does not keep its limits, what became of it.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { type Given, type Said, TOO_MUCH_MEMORY } from './serve.js';

/** What the children of a pool run. */
export interface Program {
  /** A built file that calls `serve`. */
  readonly file: string;
  readonly words?: readonly string[];
  /** Flags of node. */
  readonly flags?: readonly string[];
}

/** What one task may use; null: as much as it likes. */
export interface TaskLimits {
  readonly seconds: number | null;
  readonly megabytes: number | null;
}

/** Why a process ended without an answer. Who did not keep a limit will not keep it the next time; who died may live. */
export interface Crash {
  readonly cause: 'time' | 'memory' | 'died';
  readonly message: string;
}

/** What came of a task, and how long it took. */
export type Ended<Result> = Ending<Result> & { readonly seconds: number };

type Ending<Result> =
  | { readonly kind: 'done'; readonly result: Result }
  /** It threw: a fault of the program, not of the process. */
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'crashed'; readonly crash: Crash }
  /** Nobody wants the answer any more. */
  | { readonly kind: 'stopped' };

/** Seconds beyond its time that a search has to stop and to tell. */
const GRACE_SECONDS = 3;
/** Bytes of its last words that are kept. */
const LAST_WORDS = 4_096;
/** With less, node itself does not run. */
const LEAST_HEAP = 64;

/** What children see of the environment: how to find things, and nothing that is secret. */
const VARIABLES = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'FENCEPOST_DEBUG'];

export class Child<Task, Result> {
  private readonly process: ChildProcess;
  private words = '';
  private waiting: ((ended: Ended<Result>) => void) | null = null;
  private late: NodeJS.Timeout | null = null;
  private begun = 0;
  private seconds: number | null = null;
  private isLate = false;
  private isOver = false;

  /** `onReady`: it can be given another task. `onOver`: it has ended. */
  constructor(
    program: Program,
    readonly megabytes: number | null,
    private readonly onReady: (heavy: boolean) => void,
    private readonly onOver: () => void,
  ) {
    const heap = megabytes === null ? [] : [`--max-old-space-size=${Math.max(megabytes, LEAST_HEAP)}`];
    const variables = VARIABLES.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]));
    this.process = fork(program.file, program.words ?? [], {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      execArgv: ['--expose-gc', ...heap, ...(program.flags ?? [])],
      env: Object.fromEntries(variables) as NodeJS.ProcessEnv,
      serialization: 'advanced',
    });
    this.process.stderr?.setEncoding('utf8').on('data', (words: string) => {
      this.words = `${this.words}${words}`.slice(-LAST_WORDS);
    });
    this.process.on('message', (said: Said<Result>) => this.hear(said));
    this.process.on('error', (error) => this.over(`it did not start: ${error.message}`));
    this.process.on('close', (status, signal) => {
      this.over(signal === null ? `it ended with status ${status}` : `it was ended by ${signal}`);
    });
  }

  ask(task: Task, { seconds, megabytes }: TaskLimits): Promise<Ended<Result>> {
    return new Promise((resolve) => {
      this.waiting = resolve;
      this.begun = performance.now();
      if (this.isOver) return this.tell({ kind: 'crashed', crash: { cause: 'died', message: 'it had ended before' } });
      this.seconds = seconds;
      if (seconds !== null) this.late = setTimeout(() => this.endLate(), 1000 * (seconds + GRACE_SECONDS));
      const given: Given<Task> = { task, megabytes };
      this.process.send(given, (error) => {
        if (error !== null) this.kill();
      });
    });
  }

  /** What it is asked has no answer then. */
  kill(): void {
    this.process.kill('SIGKILL');
  }

  /** Resolves what is asked as `stopped`, and ends it. */
  stop(): void {
    this.tell({ kind: 'stopped' });
    this.kill();
  }

  private endLate(): void {
    this.isLate = true;
    this.kill();
  }

  private hear(said: Said<Result>): void {
    if (said.kind === 'ready') this.onReady(said.heavy);
    else this.tell(said);
  }

  private tell(ending: Ending<Result>): void {
    if (this.late !== null) clearTimeout(this.late);
    this.late = null;
    const resolve = this.waiting;
    this.waiting = null;
    resolve?.({ ...ending, seconds: (performance.now() - this.begun) / 1000 });
  }

  private over(how: string): void {
    if (this.isOver) return;
    this.isOver = true;
    this.tell({ kind: 'crashed', crash: this.crash(how) });
    this.onOver();
  }

  private crash(how: string): Crash {
    if (this.words.includes(TOO_MUCH_MEMORY) || this.words.includes('heap out of memory')) {
      const message = `the process held more than ${this.megabytes} MB and was ended`;
      return { cause: 'memory', message: this.megabytes === null ? 'the memory was full' : message };
    }
    if (this.isLate) return { cause: 'time', message: `no answer within ${this.seconds} s, and the process was ended` };
    return { cause: 'died', message: `the process ended without an answer: ${how}` };
  }
}
