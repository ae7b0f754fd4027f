/** One press of Check: the question under each memory, in a worker each, with what is known of every answer so far. */
import type { Progress } from '../src/engines/engine.js';
import type { Diagnostic } from '../src/languages/shared/diagnostics.js';
import type { MemoryName } from '../src/memory/models.js';
import type { JsonLitmus } from '../src/report/litmus.js';
import type { JsonPage } from '../src/report/page/data.js';
import { type Engines, type Running, Stopped } from './engines.js';
import type { Subject } from './protocol.js';
import { type Draft, memoriesOf, withLimits } from './question.js';

export type Answering =
  | { readonly kind: 'running'; readonly progress: Progress | null }
  | { readonly kind: 'answered'; readonly page: JsonPage; readonly warnings: readonly Diagnostic[] }
  | { readonly kind: 'observed'; readonly litmus: JsonLitmus }
  | { readonly kind: 'refused'; readonly diagnostics: readonly Diagnostic[] }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'failed'; readonly message: string };

export class Asking {
  readonly begun = performance.now();
  readonly answers = new Map<MemoryName, Answering>();
  private readonly running: Running<unknown>[] = [];

  constructor(
    readonly draft: Draft,
    /** A litmus test has final states, and no verdict. */
    readonly litmus: boolean,
  ) {}

  get isOver(): boolean {
    return [...this.answers.values()].every(({ kind }) => kind !== 'running');
  }

  subject(memory: MemoryName): Subject {
    const { file, text, question } = this.draft;
    return { file, text, memory, asked: withLimits(question) };
  }

  /** `told`: whenever something new is known of a memory. */
  async ask(engines: Engines, told: (memory: MemoryName) => void): Promise<void> {
    const memories = memoriesOf(this.draft.question);
    for (const memory of memories) this.answers.set(memory, { kind: 'running', progress: null });
    await Promise.all(memories.map((memory) => this.askUnder(memory, engines, told)));
  }

  stop(): void {
    for (const running of this.running) running.stop();
  }

  private async askUnder(memory: MemoryName, engines: Engines, told: (memory: MemoryName) => void): Promise<void> {
    const set = (answer: Answering): void => {
      this.answers.set(memory, answer);
      told(memory);
    };
    const progress = (now: Progress): void => set({ kind: 'running', progress: now });
    const subject = this.subject(memory);
    told(memory);
    try {
      if (this.litmus) {
        const running = engines.run('litmus', { subject, outcome: null }, progress);
        this.running.push(running);
        const answer = await running.answer;
        set(answer.ok ? { kind: 'observed', litmus: answer.litmus } : { kind: 'refused', ...answer });
      } else {
        const running = engines.run('check', { subject }, progress);
        this.running.push(running);
        const answer = await running.answer;
        set(answer.ok ? { kind: 'answered', ...answer } : { kind: 'refused', ...answer });
      }
    } catch (error) {
      set(
        error instanceof Stopped
          ? { kind: 'stopped' }
          : { kind: 'failed', message: error instanceof Error ? error.message : `${error}` },
      );
    }
  }
}
