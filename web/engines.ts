/**
 * The workers, seen from the page. One worker answers one question at a time; to stop it is to end it, which takes effect at
 * once whatever it is doing. A worker that has answered is kept for the next question, with what it has loaded, until it has
 * answered so many that its memory is worth giving back.
 */
import type { Progress } from '../src/engines/engine.js';
import type { Answer, Given, JobKind, Request, Told } from './protocol.js';
import { Turns, workersFor } from './turns.js';

export interface Running<T> {
  readonly answer: Promise<T>;
  /** Ends it at once; `answer` is then rejected with `Stopped`. */
  stop(): void;
}

export class Stopped extends Error {}

/** WebAssembly memory is given back when its worker ends. */
const MOST_JOBS = 50;

interface Place {
  readonly worker: Worker;
  jobs: number;
}

/** A worker that is kept for one purpose, with what it remembers. */
export interface HeldWorker {
  run<K extends JobKind>(kind: K, given: Given<K>): Running<Answer<K>>;
  end(): void;
}

export class Engines {
  private readonly idle: Place[] = [];
  private readonly turns = new Turns<Worker>(workersFor(navigator.hardwareConcurrency ?? 2));
  private number = 0;

  constructor(
    private readonly program: URL,
    private readonly mostIdle = 3,
  ) {}

  /** Starts a worker before it is needed. */
  start(): void {
    if (this.idle.length === 0) this.idle.push(this.fresh());
  }

  /**
   * Makes as many workers ready as a question takes, one after the other: they read what a first question would wait for. Ends
   * when a question comes, which needs the processors for itself.
   */
  async warm(): Promise<void> {
    const asked = this.number;
    for (let count = 0; count < this.mostIdle && this.number === asked + count; count++) {
      const place = (count === 0 ? this.idle.shift() : undefined) ?? this.fresh();
      const free = (): void => this.keep(place);
      await this.put(place.worker, { kind: 'warm', given: null }, () => {}, free).answer;
    }
  }

  run<K extends JobKind>(kind: K, given: Given<K>, told: (progress: Progress) => void = () => {}): Running<Answer<K>> {
    const place = this.idle.pop() ?? this.fresh();
    place.jobs++;
    return this.put(place.worker, { kind, given }, told, () => this.keep(place));
  }

  hold(): HeldWorker {
    const { worker } = this.idle.pop() ?? this.fresh();
    return {
      run: (kind, given) =>
        this.put(
          worker,
          { kind, given },
          () => {},
          () => {},
        ),
      end: () => worker.terminate(),
    };
  }

  /** `free`: when it has answered. A worker that fails is ended: what it was in the middle of is not known any more. */
  private put<K extends JobKind>(
    worker: Worker,
    asked: Omit<Request<K>, 'id'>,
    told: (progress: Progress) => void,
    free: () => void,
  ): Running<Answer<K>> {
    const id = ++this.number;
    let stop = (): void => {};
    const answer = new Promise<Answer<K>>((resolve, reject) => {
      const over = (): void => {
        worker.removeEventListener('message', hear);
        worker.removeEventListener('error', end);
        this.turns.leave(worker);
        stop = () => {};
      };
      const fail = (error: Error): void => {
        over();
        worker.terminate();
        reject(error);
      };
      stop = () => fail(new Stopped('stopped'));
      const hear = ({ data }: MessageEvent<Told>): void => {
        if (data.id !== id) return;
        switch (data.kind) {
          case 'progress':
            told(data.progress);
            return;
          case 'done':
            over();
            free();
            resolve(data.answer as Answer<K>);
            return;
          case 'failed':
            fail(new Error(data.message));
            return;
        }
      };
      const end = (event: ErrorEvent): void => {
        event.preventDefault();
        fail(new Error(event.message === '' ? 'the worker ended: it may have run out of memory' : event.message));
      };
      worker.addEventListener('message', hear);
      worker.addEventListener('error', end);
    });
    worker.postMessage({ id, ...asked });
    this.turns.join(worker);
    return { answer, stop: () => stop() };
  }

  private keep(place: Place): void {
    if (place.jobs < MOST_JOBS && this.idle.length < this.mostIdle) this.idle.push(place);
    else place.worker.terminate();
  }

  private fresh(): Place {
    return { worker: new Worker(this.program, { type: 'module' }), jobs: 0 };
  }
}
