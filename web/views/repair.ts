/** A repair: the sets of places that do, each shown in the editor as lines to come and put in with one click. */
import { hasBuffers, MEMORY_MODELS, type MemoryName } from '../../src/memory/models.js';
import { announce, el, marked, put } from '../dom.js';
import { Stopped } from '../engines.js';
import type { FixAnswer } from '../protocol.js';
import { type Draft, withLimits } from '../question.js';
import { diagnosticsView } from './diagnostics.js';
import type { Surroundings } from './surroundings.js';

type Fixed = Extract<FixAnswer, { readonly ok: true }>;

export class Repairing {
  private memory: MemoryName;

  constructor(
    private readonly panel: HTMLElement,
    private readonly around: Surroundings,
  ) {
    const weak = MEMORY_MODELS.filter(hasBuffers);
    this.memory = weak[0]?.name ?? 'tso';
    this.intro();
  }

  intro(): void {
    put(
      this.panel,
      el(
        'div',
        { class: 'reply' },
        el('h2', {}, 'Repair'),
        el(
          'p',
          {},
          'Finds the fewest fences that make the text right, proves that no fewer will do, and shows where they go.',
        ),
        this.controls(),
      ),
    );
  }

  async search(memory: MemoryName = this.memory): Promise<void> {
    this.memory = memory;
    const draft = this.around.draft();
    this.around.preview(draft.text, null);
    const live = el('p', { class: 'quiet-text', role: 'status' }, 'Searching for the fewest places…');
    put(this.panel, el('div', { class: 'reply' }, el('h2', {}, `Repair under ${memory.toUpperCase()}`), live));
    const { file, text, question } = draft;
    const subject = { file, text, memory, asked: withLimits(question) };
    const running = this.around.engines.run('fix', { subject, all: true }, ({ phase, states }) => {
      live.textContent = `Searching for the fewest places: ${phase}, ${states} states…`;
    });
    this.around.busy(() => running.stop());
    try {
      this.show(draft, await running.answer);
    } catch (error) {
      const message = error instanceof Stopped ? 'Stopped.' : error instanceof Error ? error.message : `${error}`;
      put(this.panel, el('div', { class: 'reply' }, el('p', {}, message), this.controls()));
    } finally {
      this.around.busy(null);
    }
  }

  private controls(): HTMLElement {
    return el(
      'p',
      { class: 'answer-acts' },
      ...MEMORY_MODELS.filter(hasBuffers).map(({ name }) =>
        el(
          'button',
          { type: 'button', class: 'small', onclick: () => void this.search(name) },
          `for ${name.toUpperCase()}`,
        ),
      ),
    );
  }

  private show(draft: Draft, answer: FixAnswer): void {
    if (!answer.ok) {
      put(
        this.panel,
        el(
          'div',
          { class: 'reply' },
          el('h2', {}, 'This was not asked'),
          diagnosticsView(answer.diagnostics, (line, column) => this.around.goToLine(line, column)),
          this.controls(),
        ),
      );
      return;
    }
    const { fix, lines } = answer;
    const [first = '', ...rest] = lines;
    const head = el(
      'h2',
      { class: `headline ${STATUS_CLASS[fix.status]}` },
      ...marked(`${first.slice(0, 1).toUpperCase()}${first.slice(1)}`),
    );
    announce(first);
    const withSets = fix.status === 'repaired' && fix.sets.length > 0;
    put(
      this.panel,
      el(
        'div',
        { class: 'reply' },
        head,
        withSets
          ? this.sets(draft, answer)
          : el('ul', { class: 'sentences' }, ...rest.map((line) => el('li', {}, ...marked(line)))),
        this.controls(),
      ),
    );
  }

  private sets(draft: Draft, { fix }: Fixed): HTMLElement {
    const shown = el('div', { class: 'set-shown' });
    const show = (number: number): void => {
      const set = fix.sets[number];
      if (set === undefined) return;
      const { text } = set;
      this.around.preview(draft.text, text);
      const told = el('p', { class: 'quiet-text', role: 'status' });
      put(
        shown,
        el(
          'ul',
          { class: 'places' },
          ...set.places.map(({ line, where, statement, thread }) =>
            el(
              'li',
              {},
              el(
                'button',
                { type: 'button', class: 'place-link', onclick: () => this.around.goToLine(line, 1) },
                `${where} line ${line}`,
              ),
              ` (${thread}): `,
              el('code', {}, statement),
            ),
          ),
        ),
        diffView(set.diff),
        el(
          'p',
          { class: 'answer-acts' },
          el(
            'button',
            {
              type: 'button',
              class: 'primary apply',
              onclick: () => {
                const done = this.around.apply(draft.text, text);
                told.textContent = done
                  ? 'Put in. Check asks again; undo takes it out.'
                  : 'The text has changed since: search again.';
              },
            },
            'Put it into the text',
          ),
        ),
        told,
      );
    };
    show(0);
    if (fix.sets.length === 1) return shown;
    const all = fix.complete ? 'all minimal sets' : 'minimal sets, perhaps not all';
    return el(
      'div',
      {},
      el(
        'fieldset',
        { class: 'set-choice' },
        el('legend', {}, `${fix.sets.length} ways, ${all}:`),
        ...fix.sets.map(({ places, fewest }, number) =>
          el(
            'label',
            {},
            el('input', {
              type: 'radio',
              name: 'set',
              value: number,
              checked: number === 0,
              onchange: () => show(number),
            }),
            ` ${places.map(({ line, where }) => `${where} ${line}`).join(', ')}`,
            fewest ? '' : el('small', {}, ' (more than needed)'),
          ),
        ),
      ),
      shown,
    );
  }
}

const STATUS_CLASS = { unneeded: 'holds', repaired: 'holds', unrepairable: 'violated', unknown: 'unknown' } as const;

function diffView(diff: string): HTMLElement {
  const lines = diff
    .trimEnd()
    .split('\n')
    .map((line) => {
      const kind = /^(---|\+\+\+|@@)/.test(line)
        ? 'head'
        : line.startsWith('+')
          ? 'added'
          : line.startsWith('-')
            ? 'removed'
            : 'same';
      return el('span', { class: kind }, `${line}\n`);
    });
  return el('pre', { class: 'diff', tabindex: 0, role: 'region', 'aria-label': 'Patch' }, ...lines);
}
