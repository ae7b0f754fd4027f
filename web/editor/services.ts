/**
 * The worker of the editor, seen from the page. Only the newest question of a kind counts: an older one that has not been put
 * yet is dropped, so a fast typist never waits for answers about texts that are gone. A worker that does not answer in time (a
 * text may be hostile) is replaced.
 */
import type { EditingJobs, EditingKind } from '../editing-protocol.js';

const PATIENCE_MILLISECONDS = 10_000;

interface Pending {
  readonly kind: EditingKind;
  readonly given: unknown;
  readonly resolve: (answer: unknown) => void;
}

export class Services {
  private worker: Worker | null = null;
  private current: (Pending & { readonly id: number; readonly timer: number }) | null = null;
  private readonly waiting = new Map<EditingKind, Pending>();
  private number = 0;

  constructor(private readonly program: URL) {}

  /** Null where a newer question of the same kind came first, or there is no answer. */
  ask<K extends EditingKind>(kind: K, given: EditingJobs[K][0]): Promise<EditingJobs[K][1] | null> {
    return new Promise((resolve) => {
      this.waiting.get(kind)?.resolve(null);
      this.waiting.set(kind, { kind, given, resolve: resolve as (answer: unknown) => void });
      this.next();
    });
  }

  private next(): void {
    if (this.current !== null) return;
    const [first] = this.waiting.values();
    if (first === undefined) return;
    this.waiting.delete(first.kind);
    const id = ++this.number;
    const timer = window.setTimeout(() => this.replace(), PATIENCE_MILLISECONDS);
    this.current = { ...first, id, timer };
    this.worker ??= this.start();
    this.worker.postMessage({ id, kind: first.kind, given: first.given });
  }

  private settle(answer: unknown): void {
    const { current } = this;
    this.current = null;
    if (current !== null) {
      window.clearTimeout(current.timer);
      current.resolve(answer);
    }
    this.next();
  }

  private start(): Worker {
    const worker = new Worker(this.program, { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<{ readonly id: number; readonly answer?: unknown }>) => {
      if (data.id === this.current?.id) this.settle(data.answer ?? null);
    };
    worker.onerror = () => this.replace();
    return worker;
  }

  private replace(): void {
    this.worker?.terminate();
    this.worker = null;
    this.settle(null);
  }
}
