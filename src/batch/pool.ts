/**
 * A pool of child processes that answer tasks, each within limits of its own.
 *
 * At most `jobs` tasks are under way at a time. A process answers one after the other and stays warm; it is replaced when it has
 * crashed, when it holds more than a fresh one should, or when the next task has other limits of memory, which a process is given
 * when it starts. A process that crashes takes its one task with it and nothing else. One process takes tasks in the order in
 * which they are asked; several share them out by kind of work (`waiting.ts`).
 */
import { Child, type Ended, type Program, type TaskLimits } from './child.js';
import { Waiting } from './waiting.js';

interface Asked<Task, Result> {
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
  private readonly waiting = new Waiting<Asked<Task, Result>>();
  private readonly idle = new Set<Child<Task, Result>>();
  /** Each with the work of its latest task. */
  private readonly alive = new Map<Child<Task, Result>, string | null>();
  private isClosed = false;
  private isCalled = false;

  /** `workOf`: the kind of work; tasks of one kind run the same code. Any answer is right; it only decides which process gets a task. */
  constructor(
    private readonly program: Program,
    private readonly jobs: number,
    private readonly workOf: (task: Task) => string = () => '',
  ) {}

  ask(task: Task, limits: TaskLimits, signal: AbortSignal | null = null): Promise<Ended<Result>> {
    return new Promise((resolve) => {
      if (this.isClosed || signal?.aborted === true) return resolve(STOPPED);
      // A process has one limit of memory, so another limit is other work.
      const work = this.jobs === 1 ? '' : `${this.workOf(task)} ${limits.megabytes}`;
      this.waiting.add(work, { task, limits, resolve, signal });
      this.call();
    });
  }

  close(): void {
    this.isClosed = true;
    for (const { resolve } of this.waiting.takeAll()) resolve(STOPPED);
    for (const child of this.alive.keys()) child.stop();
  }

  /** Gives tasks out when all that is asked in one go is known. */
  private call(): void {
    if (this.isCalled) return;
    this.isCalled = true;
    queueMicrotask(() => {
      this.isCalled = false;
      this.next();
    });
  }

  /** Gives tasks that wait to processes that do not work. */
  private next(): void {
    while (!this.isClosed) {
      const [idle = null] = this.idle;
      if (idle === null && this.alive.size >= this.jobs) return;
      const own = idle === null ? null : (this.alive.get(idle) ?? null);
      const others = [...this.alive].filter(([child]) => child !== idle).map(([, work]) => work);
      const taken = this.waiting.take(own, others);
      if (taken === null) return;
      const { work, task: asked } = taken;
      if (asked.signal?.aborted === true) asked.resolve(STOPPED);
      else this.give(this.childFor(asked.limits), work, asked);
    }
  }

  /** A warm process if there is one that suits, else a new one, in the place of another if there is no room. */
  private childFor({ megabytes }: TaskLimits): Child<Task, Result> {
    for (const child of this.idle) if (child.megabytes === megabytes) return child;
    const [other] = this.idle;
    if (other !== undefined) this.retire(other);
    return this.start(megabytes);
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
    this.alive.set(child, null);
    return child;
  }

  private give(child: Child<Task, Result>, work: string, { task, limits, resolve, signal }: Asked<Task, Result>): void {
    this.idle.delete(child);
    this.alive.set(child, work);
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
