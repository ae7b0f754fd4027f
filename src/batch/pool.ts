/**
 * A pool of child processes that answer tasks, each within limits of its own.
 *
 * Tasks begin in the order in which they are asked, at most `jobs` at a time. A process answers one after the other and stays
 * warm; it is replaced when it has crashed, when it holds more than a fresh one should, or when the next task has other
 * limits of memory, which a process is given when it starts. A process that crashes takes its one task with it and nothing else.
 */
import { Child, type Ended, type Program, type TaskLimits } from './child.js';

interface Waiting<Task, Result> {
  readonly task: Task;
  readonly limits: TaskLimits;
  readonly resolve: (ended: Ended<Result>) => void;
  readonly signal: AbortSignal | null;
}

const STOPPED = { kind: 'stopped', seconds: 0 } as const;

/** Whoever answers tasks: a pool, or somebody in its place. */
export interface Asker<Task, Result> {
  /** `signal`: aborted when nobody wants the answer any more. */
  ask(task: Task, limits: TaskLimits, signal?: AbortSignal | null): Promise<Ended<Result>>;
  /** Ends all processes; what is not answered is `stopped`. */
  close(): void;
}

export class Pool<Task, Result> implements Asker<Task, Result> {
  private readonly waiting: Waiting<Task, Result>[] = [];
  private readonly idle = new Set<Child<Task, Result>>();
  private readonly alive = new Set<Child<Task, Result>>();
  private isClosed = false;

  constructor(
    private readonly program: Program,
    private readonly jobs: number,
  ) {}

  ask(task: Task, limits: TaskLimits, signal: AbortSignal | null = null): Promise<Ended<Result>> {
    return new Promise((resolve) => {
      if (this.isClosed || signal?.aborted === true) return resolve(STOPPED);
      this.waiting.push({ task, limits, resolve, signal });
      this.next();
    });
  }

  close(): void {
    this.isClosed = true;
    for (const { resolve } of this.waiting.splice(0)) resolve(STOPPED);
    for (const child of this.alive) child.stop();
  }

  /** Gives tasks that wait to processes that do not work. */
  private next(): void {
    while (!this.isClosed) {
      const first = this.waiting[0];
      if (first === undefined) return;
      if (first.signal?.aborted === true) {
        this.waiting.shift();
        first.resolve(STOPPED);
        continue;
      }
      const child = this.idleFor(first.limits);
      if (child === null) return;
      this.waiting.shift();
      this.give(child, first);
    }
  }

  /** A warm process if there is one that suits, else a new one in the place of another, if there is room. */
  private idleFor({ megabytes }: TaskLimits): Child<Task, Result> | null {
    for (const child of this.idle) if (child.megabytes === megabytes) return child;
    const [other] = this.idle;
    if (other !== undefined) this.retire(other);
    return this.alive.size < this.jobs ? this.start(megabytes) : null;
  }

  private start(megabytes: number | null): Child<Task, Result> {
    const child: Child<Task, Result> = new Child(
      this.program,
      megabytes,
      (heavy) => {
        if (!this.alive.has(child)) return;
        if (heavy) this.retire(child);
        else this.idle.add(child);
        this.next();
      },
      () => {
        this.forget(child);
        this.next();
      },
    );
    this.alive.add(child);
    return child;
  }

  private give(child: Child<Task, Result>, { task, limits, resolve, signal }: Waiting<Task, Result>): void {
    this.idle.delete(child);
    const stop = (): void => child.stop();
    signal?.addEventListener('abort', stop);
    child.ask(task, limits).then((ended) => {
      signal?.removeEventListener('abort', stop);
      resolve(ended);
    });
  }

  private retire(child: Child<Task, Result>): void {
    this.forget(child);
    child.kill();
  }

  private forget(child: Child<Task, Result>): void {
    this.idle.delete(child);
    this.alive.delete(child);
  }
}
