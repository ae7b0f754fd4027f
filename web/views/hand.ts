/** Step by hand: a session in a worker of its own, with the views that reports and editors have, too. */

import { readRun } from '../../src/evidence/run-text/text.js';
import { MEMORY_MODELS, type MemoryName } from '../../src/memory/models.js';
import { mountByHand } from '../../src/report/browser/by-hand.js';
import type { ByHandClient, ByHandVerdict, ByHandView } from '../../src/report/by-hand.js';
import { byId, el, put } from '../dom.js';
import { type HeldWorker, Stopped } from '../engines.js';
import type { HandAct, HandAnswer, Refused, Subject } from '../protocol.js';
import { type Draft, withLimits } from '../question.js';
import { diagnosticsView } from './diagnostics.js';
import type { Surroundings } from './surroundings.js';

/** Where nothing says how many of the threads or processes there are: the first of these, until another one is chosen. */
const FEW = [2, 3, 4];

/** A run that a link can carry. */
export interface LinkedRun {
  readonly run: string;
  readonly steps: number;
}

export class Stepping {
  private memory: MemoryName = 'tso';
  /** Of open threads; null until it is chosen here. */
  private count: number | null = null;
  private held: HeldWorker | null = null;
  private destroy = (): void => {};
  private shown: (LinkedRun & { readonly text: string }) | null = null;

  constructor(
    private readonly panel: HTMLElement,
    private readonly around: Surroundings,
  ) {}

  /** Nothing of it is for another text. */
  close(): void {
    this.destroy();
    this.destroy = () => {};
    this.held?.end();
    this.held = null;
    this.shown = null;
    put(this.panel);
  }

  /** As `close`, and what was chosen for the last text is no choice for the next. */
  forget(): void {
    this.close();
    this.count = null;
  }

  get isOpen(): boolean {
    return this.held !== null;
  }

  /** The run so far, for a link with this text; null where there is none of it. */
  runOf(text: string): LinkedRun | null {
    const { shown } = this;
    return shown === null || shown.steps === 0 || shown.text !== text ? null : shown;
  }

  async open(memory: MemoryName = this.memory, run: string | null = null): Promise<void> {
    this.close();
    this.memory = memory;
    const read = run === null ? null : readRun(run);
    if (read?.ok === true) this.count = read.run.count;
    const draft = this.around.draft();
    const held = this.around.engines.hold();
    this.held = held;
    const subject = this.subject(draft, memory);
    put(this.panel, el('p', { class: 'quiet-text' }, 'Opening…'));
    const box = el('div', { class: 'hand-box' });
    try {
      const answer = await held.run('openHand', { subject, run }).answer;
      if (this.held !== held) return;
      if (answer.kind === 'refused') {
        put(
          this.panel,
          this.controls(),
          el('h2', {}, isMisfit(answer) ? 'The run does not fit the text' : 'This cannot be stepped through'),
          diagnosticsView(answer.diagnostics, (line, column) => this.around.goToLine(line, column)),
        );
        return;
      }
      if (answer.kind === 'view') this.memory = answer.view.memory;
    } catch (error) {
      if (this.held === held) put(this.panel, this.controls(), el('p', {}, messageOf(error)));
      return;
    }
    put(this.panel, this.controls(), box);
    const client = new RemoteHand(held, subject, this.around, {
      replaced: (fresh) => {
        this.held = fresh;
      },
      isAnother: ({ memory, count }) =>
        memory !== this.memory || (this.around.facts().open && count !== this.countOf(draft)),
      other: (other, pasted) => void this.open(other, pasted),
    });
    const mounted = mountByHand(box, client, {
      onView: (view) => this.mark(draft, view),
      keys: byId('answers'),
    });
    this.destroy = () => {
      mounted.destroy();
      this.around.mark(draft.text, null);
    };
  }

  private subject({ file, text, question }: Draft, memory: MemoryName): Subject {
    const asked = withLimits(question);
    const processes = this.countOf({ file, text, question });
    return { file, text, memory, asked: processes === null ? asked : { ...asked, processes } };
  }

  /** How many of the open threads there are: as chosen here, else as asked in the bar; null where the text says how many. */
  private countOf({ question }: Draft): number | null {
    const { processes } = question.asked;
    if (this.count !== null) return this.count;
    if (typeof processes === 'number') return processes;
    return this.around.facts().open ? (FEW[0] as number) : null;
  }

  private mark(draft: Draft, { places, threads, run, trace }: ByHandView): void {
    this.shown = { text: draft.text, run, steps: trace.length - 1 };
    const pins = places.flatMap((place, thread) =>
      place === null ? [] : [{ line: place.line, name: threads[thread] ?? '', thread }],
    );
    this.around.mark(draft.text, { performed: null, pins });
  }

  private controls(): HTMLElement {
    const memories = el(
      'span',
      { class: 'answer-acts', role: 'group', 'aria-label': 'Memory' },
      ...MEMORY_MODELS.map(({ name, title }) =>
        el(
          'button',
          {
            type: 'button',
            class: 'small',
            title,
            'aria-pressed': `${name === this.memory}`,
            onclick: () => void this.open(name),
          },
          `under ${name.toUpperCase()}`,
        ),
      ),
    );
    const count = this.countOf(this.around.draft());
    return el(
      'p',
      { class: 'answer-acts' },
      memories,
      count !== null && this.around.facts().open && this.counts(count),
    );
  }

  /** Where any number is asked about, a run has a number all the same. */
  private counts(now: number): HTMLElement {
    const select = el(
      'select',
      { id: 'hand-count', onchange: () => void this.reopen(Number(select.value)) },
      ...[...new Set([...FEW, now])]
        .sort((one, other) => one - other)
        .map((number) => el('option', { value: number, selected: number === now }, `${number}`)),
    );
    const actors = this.around.facts().language === 'cubicle' ? 'processes' : 'threads';
    return el('span', { class: 'field' }, el('label', { for: select.id }, `Number of ${actors}`), select);
  }

  private async reopen(count: number): Promise<void> {
    this.count = count;
    await this.open();
    byId('hand-count').focus();
  }
}

interface HandHooks {
  replaced(held: HeldWorker): void;
  /** Whether a run is of another memory, or of another number of threads, than the session. */
  isAnother(run: { readonly memory: MemoryName; readonly count: number | null }): boolean;
  /** Such a run was pasted. */
  other(memory: MemoryName, run: string): void;
}

/** The session of a worker. Stop ends the worker, and another one goes on with the same run. */
class RemoteHand implements ByHandClient {
  private run = '';

  constructor(
    private held: HeldWorker,
    private readonly subject: Subject,
    private readonly around: Surroundings,
    private readonly hooks: HandHooks,
  ) {}

  view = (): Promise<ByHandView> => this.change({ kind: 'view' });
  take = (choice: number): Promise<ByHandView> => this.change({ kind: 'take', choice });
  undo = (): Promise<ByHandView> => this.change({ kind: 'undo' });
  redo = (): Promise<ByHandView> => this.change({ kind: 'redo' });
  goTo = (length: number): Promise<ByHandView> => this.change({ kind: 'goTo', length });

  async load(run: string): Promise<ByHandView | { readonly refused: string }> {
    const read = readRun(run);
    if (read.ok && this.hooks.isAnother(read.run)) {
      this.hooks.other(read.run.memory, run);
      return { refused: `the run is opened under ${read.run.memory.toUpperCase()}` };
    }
    const answer = await this.act({ kind: 'load', run });
    return answer.kind === 'no run' ? { refused: answer.why } : this.seen(answer);
  }

  async ask(): Promise<ByHandVerdict> {
    const running = this.held.run('hand', { act: { kind: 'ask' } });
    this.around.busy(() => running.stop());
    try {
      const answer = await running.answer;
      if (answer.kind !== 'verdict') throw new Error('a question has a verdict');
      return answer.verdict;
    } catch (error) {
      await this.again();
      throw error instanceof Stopped ? new Error('Stopped: there is no answer.') : error;
    } finally {
      this.around.busy(null);
    }
  }

  private async change(act: HandAct): Promise<ByHandView> {
    return this.seen(await this.act(act));
  }

  private act(act: HandAct): Promise<HandAnswer> {
    return this.held.run('hand', { act }).answer;
  }

  private seen(answer: HandAnswer): ByHandView {
    if (answer.kind !== 'view') throw new Error('a step leads to a state');
    this.run = answer.view.run;
    return answer.view;
  }

  /** The worker is gone: another one takes the same steps. */
  private async again(): Promise<void> {
    this.held = this.around.engines.hold();
    this.hooks.replaced(this.held);
    await this.held.run('openHand', { subject: this.subject, run: this.run === '' ? null : this.run }).answer;
  }
}

/** Otherwise the text itself cannot be stepped through. */
function isMisfit({ diagnostics }: Refused): boolean {
  return diagnostics.some(({ code }) => code === 'run');
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : `${error}`;
}
