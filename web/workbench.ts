/**
 * The page: a text, a question, and what is known about it. This file holds the state and says what leads to what; the bar, the
 * editor and the views know nothing of each other.
 */
import { LANGUAGES, languageOf } from '../src/languages/index.js';
import type { MemoryName } from '../src/memory/models.js';
import { Asking } from './asking.js';
import { Bar } from './bar.js';
import { announce, byId, el, marked, put } from './dom.js';
import { currentDraft, keepCurrent, keepForLater } from './drafts.js';
import type { Problem } from './editing-protocol.js';
import { changeBetween, insertedLines } from './editor/difference.js';
import { type Editor, openEditor } from './editor/editor.js';
import { Services } from './editor/services.js';
import { Engines } from './engines.js';
import { download } from './files.js';
import { Modes } from './modes.js';
import type { Facts } from './protocol.js';
import type { Draft } from './question.js';
import { openFragment } from './share.js';
import { answerView, type Shown } from './views/answer.js';
import { Cards, verdictOf } from './views/cards.js';
import { type LinkedRun, Stepping } from './views/hand.js';
import { Outcomes } from './views/litmus.js';
import { Repairing } from './views/repair.js';
import type { Surroundings } from './views/surroundings.js';

const KEEP_MILLISECONDS = 400;
const CLOCK_MILLISECONDS = 200;
/** After the page is there: nobody presses Check so soon, and the page itself comes first. */
const WARM_MILLISECONDS = 800;
const NOTHING_KNOWN: Facts = {
  language: null,
  properties: [],
  temporal: [],
  open: false,
  buffered: true,
  repairs: [],
};

export class Workbench {
  private readonly engines = new Engines(new URL('engine.js', document.baseURI));
  private readonly services = new Services(new URL('editing.js', document.baseURI));
  private readonly file = byId<HTMLInputElement>('file');
  private readonly bar: Bar;
  private readonly editor: Editor;
  private readonly modes: Modes;
  private readonly repairing: Repairing;
  private readonly stepping: Stepping;
  private facts: Facts = NOTHING_KNOWN;
  private asking: Asking | null = null;
  private shown: Shown | null = null;
  private chosen: MemoryName | null = null;
  private stopBusy: (() => void) | null = null;
  private keeping = 0;

  constructor(draft: Draft) {
    this.file.value = draft.file;
    this.bar = new Bar(byId<HTMLFormElement>('question'), {
      changed: () => this.changed(),
      check: () => void this.check(),
      stop: () => this.stop(),
      repair: () => void this.repair(),
    });
    this.bar.show(draft.question);
    this.editor = openEditor(byId('editor'), draft.text, this.services, {
      file: () => this.file.value,
      changed: () => {
        this.written = true;
        this.changed();
      },
      read: (problems) => void this.read(problems),
    });
    this.modes = new Modes(byId('modes'), (mode) => {
      this.editor.preview([]);
      if (mode === 'repair') this.editor.mark(null);
      if (mode === 'hand' && !this.stepping.isOpen) void this.stepping.open(this.usualMemory());
    });
    this.repairing = new Repairing(byId('panel-repair'), this.surroundings());
    this.stepping = new Stepping(byId('panel-hand'), this.surroundings());
    this.file.addEventListener('input', () => {
      this.named();
      this.changed();
      this.editor.readAgain();
    });
    this.named();
    this.welcome();
    this.engines.start();
    window.setTimeout(() => void this.warm(), WARM_MILLISECONDS);
    if (draft.run !== undefined) this.step(draft.run);
  }

  /** What goes wrong here goes wrong again, with a word, when something is asked. */
  private async warm(): Promise<void> {
    if (!this.isBusy) await this.engines.warm().catch(() => {});
    document.documentElement.dataset.warm = 'true';
  }

  draft(): Draft {
    return { file: this.file.value.trim() || 'model.fp', text: this.editor.text(), question: this.bar.question() };
  }

  /** The run that a link of now can carry: the one made by hand, else the one that the answer shows. */
  run(): (LinkedRun & { readonly byHand: boolean }) | null {
    const text = this.editor.text();
    const made = this.stepping.runOf(text);
    if (made !== null && this.modes.current === 'hand') return { ...made, byHand: true };
    const answer = this.chosen === null ? undefined : this.asking?.answers.get(this.chosen);
    if (answer?.kind !== 'answered' || this.asking?.draft.text !== text) return null;
    const { run, trace } = answer.page.answer;
    return run === null
      ? null
      : { run, steps: trace.filter((each) => 'kind' in each && each.kind !== 'initial').length, byHand: false };
  }

  /** Another text. The one that is open is kept among the drafts if it was written here. */
  open(draft: Draft): void {
    const now = this.draft();
    if (now.text.trim() !== '' && now.text !== draft.text && this.written) keepForLater(now);
    this.stop();
    this.file.value = draft.file;
    this.facts = NOTHING_KNOWN;
    this.bar.show(draft.question);
    this.editor.replace(draft.text);
    this.named();
    this.edited = false;
    this.written = false;
    this.asking = null;
    this.show(null);
    this.welcome();
    this.repairing.intro();
    this.stepping.forget();
    this.modes.show('answer');
    if (draft.run !== undefined) this.step(draft.run);
    this.editor.readAgain();
    this.keepNow();
    announce(`${draft.file} is open`);
  }

  async check(): Promise<void> {
    this.stop();
    const draft = this.draft();
    const litmus = languageOf(draft.text, { file: draft.file })?.name === 'litmus';
    const asking = new Asking(draft, litmus);
    this.asking = asking;
    this.modes.show('answer');
    this.bar.running(true);
    this.show(null);
    const panel = byId('panel-answer');
    let cards: Cards | null = null;
    const outcomes = litmus ? new Outcomes(asking, this.surroundings()) : null;
    const below = el('div', { id: 'answer-panel', role: 'tabpanel' });
    const choose = (memory: MemoryName): void => {
      this.chosen = memory;
      cards?.choose(memory);
      below.setAttribute('aria-labelledby', `card-${memory}`);
      if (outcomes === null) this.show(answerView(asking, memory, this.surroundings()), below);
    };
    const work = asking.ask(this.engines, (memory) => {
      if (this.asking !== asking) return;
      const answer = asking.answers.get(memory);
      // How far a search is, the clock tells.
      if (answer === undefined || answer.kind === 'running') return;
      cards?.show(memory);
      announce(`${memory.toUpperCase()}: ${verdictOf(answer)}`);
      const better = this.isBetter(asking, memory);
      if (better || memory === this.chosen) choose(memory);
    });
    cards = new Cards(asking, {
      chosen: (memory) => {
        this.userChose = true;
        choose(memory);
      },
    });
    put(panel, cards.element, below);
    const [first] = asking.answers.keys();
    this.chosen = null;
    this.userChose = false;
    if (first !== undefined) choose(first);
    if (outcomes !== null) put(below, outcomes.element);
    const clock = window.setInterval(() => {
      for (const [memory, { kind }] of asking.answers) if (kind === 'running') cards?.show(memory);
    }, CLOCK_MILLISECONDS);
    await work;
    window.clearInterval(clock);
    if (this.asking !== asking) return;
    this.bar.running(false);
    outcomes?.show();
  }

  stop(): void {
    this.stopBusy?.();
    this.stopBusy = null;
    this.asking?.stop();
    this.bar.running(false);
  }

  async repair(memory?: MemoryName): Promise<void> {
    this.modes.show('repair');
    const { question } = this.draft();
    const asked = memory ?? (question.memory === 'all' ? undefined : question.memory);
    await this.repairing.search(asked);
  }

  /** Shows a run step by step, from where one can go on by hand. */
  step(run: string): void {
    void this.stepping.open(this.usualMemory(), run);
    this.modes.show('hand');
  }

  /** The one that was chosen, else the one that the text is usually asked under. */
  private usualMemory(): MemoryName {
    const { memory } = this.bar.question();
    if (memory !== 'all') return memory;
    return this.facts.buffered ? (this.chosen ?? 'tso') : 'sc';
  }

  async layOut(): Promise<void> {
    const { file, text } = this.draft();
    const laidOut = await this.services.ask('layout', { file, text });
    if (laidOut === null || this.editor.text() !== text) return;
    if (laidOut.ok) this.editor.view.dispatch({ changes: laidOut.edits.map((edit) => ({ ...edit })) });
    const message = laidOut.ok ? 'The text is laid out' : `The text is not laid out: ${laidOut.message}`;
    byId('kept').textContent = message;
    announce(message);
  }

  save(): void {
    const { file, text } = this.draft();
    download(file, text, 'text/plain');
    announce(`${file} was saved`);
  }

  get isBusy(): boolean {
    return this.stopBusy !== null || (this.asking !== null && !this.asking.isOver);
  }

  /** The text or the question, since it was opened. */
  private edited = false;
  /** The text alone. */
  private written = false;
  private userChose = false;

  /** The first violation is what people want to see; else the first answer. */
  private isBetter(asking: Asking, memory: MemoryName): boolean {
    const verdict = (name: MemoryName | null): string => {
      const answer = name === null ? undefined : asking.answers.get(name);
      return answer === undefined ? 'none' : verdictOf(answer);
    };
    const rank = ['violated', 'unknown', 'holds'];
    const [now, next] = [verdict(this.chosen), verdict(memory)].map((each) => {
      const place = rank.indexOf(each);
      return place < 0 ? rank.length : place;
    }) as [number, number];
    const order = [...asking.answers.keys()];
    const earlier = this.chosen === null || order.indexOf(memory) < order.indexOf(this.chosen);
    return !this.userChose && (next < now || (next === now && earlier));
  }

  private show(shown: Shown | null, below?: HTMLElement): void {
    this.shown?.destroy();
    this.shown = shown;
    this.editor.mark(null);
    if (shown !== null && below !== undefined) put(below, shown.element);
  }

  private welcome(): void {
    put(
      byId('panel-answer'),
      el(
        'div',
        { class: 'welcome' },
        el('h2', {}, 'Is it right on the memory that processors have?'),
        el(
          'p',
          {},
          ...marked(
            'Press `Check` to ask under SC, TSO and PSO side by side: each answer is a proof, or a run that breaks the text, step by step, with its store buffers.',
          ),
        ),
        el('p', { class: 'quiet-text' }, 'Everything runs in this tab. The examples are a good place to begin.'),
      ),
    );
  }

  private surroundings(): Surroundings {
    return {
      engines: this.engines,
      draft: () => this.draft(),
      facts: () => this.facts,
      goToLine: (line, column) => {
        const { doc } = this.editor.view.state;
        const { from, to } = doc.line(Math.min(Math.max(line, 1), doc.lines));
        this.editor.goTo(Math.min(from + column - 1, to));
      },
      mark: (text, marks) => this.editor.mark(text === this.editor.text() ? marks : null),
      preview: (text, after) => {
        const same = after !== null && text === this.editor.text();
        this.editor.preview(same ? insertedLines(text, after) : []);
      },
      apply: (text, after) => this.put(text, after),
      repair: (memory) => void this.repair(memory),
      step: (run) => this.step(run),
      busy: (stop) => {
        this.stopBusy = stop;
        this.bar.running(this.isBusy);
      },
    };
  }

  /** False where the editor has another text by now. */
  private put(text: string, after: string): boolean {
    if (this.editor.text() !== text) return false;
    this.editor.view.dispatch({ changes: changeBetween(text, after), userEvent: 'input.apply' });
    return true;
  }

  private named(): void {
    const language = languageOf(this.editor.text(), { file: this.file.value });
    const row = LANGUAGES.find(({ name }) => name === language?.name);
    byId('language').textContent = row === undefined ? 'unknown language' : row.title;
    this.editor.setLanguage(row?.name ?? null);
    document.title = `${this.file.value} – Fencepost`;
    document.documentElement.dataset.file = this.file.value;
  }

  private changed(): void {
    this.edited = true;
    window.clearTimeout(this.keeping);
    this.keeping = window.setTimeout(() => this.keepNow(), KEEP_MILLISECONDS);
  }

  keepNow(): void {
    window.clearTimeout(this.keeping);
    const kept = keepCurrent(this.draft());
    byId('kept').textContent = kept ? 'kept in this browser' : 'not kept: this browser has no room';
    // The address is about the text that was opened with it.
    if (location.hash !== '' && this.edited) history.replaceState(null, '', location.pathname + location.search);
  }

  private async read(problems: readonly Problem[]): Promise<void> {
    const errors = problems.filter(({ severity }) => severity === 'error').length;
    const warnings = problems.length - errors;
    const words = [
      errors === 0 ? '' : `${errors} ${errors === 1 ? 'error' : 'errors'}`,
      warnings === 0 ? '' : `${warnings} ${warnings === 1 ? 'warning' : 'warnings'}`,
    ].filter((part) => part !== '');
    const button = byId('problems');
    button.textContent = words.length === 0 ? 'no problems' : words.join(', ');
    button.className = `problems ${errors > 0 ? 'bad' : warnings > 0 ? 'doubtful' : 'good'}`;
    const { doc } = this.editor.view.state;
    put(
      byId('problem-list'),
      ...problems.map(({ from, to, severity, message, fixes }) =>
        el(
          'li',
          { class: severity },
          el(
            'button',
            { type: 'button', class: 'place-link', onclick: () => this.editor.goTo(from, to) },
            `line ${doc.lineAt(Math.min(from, doc.length)).number}`,
          ),
          ' ',
          ...marked(message),
          ...fixes.map(({ title, edits }) =>
            el(
              'button',
              {
                type: 'button',
                class: 'small',
                onclick: () => this.editor.view.dispatch({ changes: edits.map((edit) => ({ ...edit })) }),
              },
              ...marked(title),
            ),
          ),
        ),
      ),
    );
    const { file, text } = this.draft();
    const facts = await this.services.ask('facts', { file, text });
    if (facts === null) return;
    const now = errors > 0 ? { ...this.facts, language: facts.language, repairs: facts.repairs } : facts;
    // Most keys change nothing of it.
    if (JSON.stringify(now) === JSON.stringify(this.facts)) return;
    this.facts = now;
    this.bar.offer(now);
  }
}

/** What the page opens with: the text of the address, else what was written here before, else nothing. */
export async function firstDraft(): Promise<{ readonly draft: Draft | null; readonly fault: string | null }> {
  const linked = await openFragment(location.hash);
  if (linked !== null && 'draft' in linked) return { draft: linked.draft, fault: null };
  return { draft: currentDraft(), fault: linked === null ? null : linked.fault };
}
