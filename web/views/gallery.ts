/** The examples with what each teaches, to open and to change; and the reader's own drafts. */
import { MEMORY_NAMES } from '../../src/memory/models.js';
import { el, put } from '../dom.js';
import { forget, latestDrafts } from '../drafts.js';
import { type GalleryData, type GalleryEntry, teaches } from '../gallery-data.js';
import type { Asked } from '../protocol.js';
import { type Draft, USUAL_QUESTION } from '../question.js';

let loading: Promise<GalleryData> | null = null;

export function examples(): Promise<GalleryData> {
  loading ??= fetch(new URL('examples.json', document.baseURI)).then((response) => {
    if (!response.ok) throw new Error(`the examples were not found (${response.status})`);
    return response.json() as Promise<GalleryData>;
  });
  loading.catch(() => {
    loading = null;
  });
  return loading;
}

export function draftOf({ texts }: GalleryData, { file, asked }: Pick<GalleryEntry, 'file' | 'asked'>): Draft {
  const name = file.replace(/^.*\//, '');
  return { file: name, text: texts[file] ?? '', question: { ...USUAL_QUESTION, asked } };
}

/** `property live, fair threads`. */
function askedWords(asked: Asked): string {
  const words = Object.entries(asked).map(([name, value]) => {
    const spelled = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
    if (value === true) return spelled;
    if (value === false) return `not ${spelled}`;
    return `${spelled} ${typeof value === 'object' ? Object.keys(value).join(', ') : value}`;
  });
  return words.join(', ');
}

export class Gallery {
  private readonly list = el('div', { class: 'gallery-list' });
  private readonly search = el('input', {
    type: 'search',
    id: 'gallery-search',
    placeholder: 'lock, queue, any number, SB…',
    autocomplete: 'off',
    oninput: () => this.fill(),
  });
  private data: GalleryData | null = null;

  constructor(
    private readonly dialog: HTMLDialogElement,
    private readonly open: (draft: Draft) => void,
  ) {
    put(
      dialog,
      el(
        'header',
        {},
        el('h2', { id: 'gallery-title' }, 'Examples'),
        el('label', { for: 'gallery-search', class: 'unseen' }, 'Search the examples'),
        this.search,
        el('button', { type: 'button', 'aria-label': 'Close', onclick: () => dialog.close() }, '✕'),
      ),
      this.list,
    );
  }

  async show(): Promise<void> {
    this.dialog.showModal();
    this.search.focus();
    try {
      this.data = await examples();
      this.fill();
    } catch (error) {
      put(this.list, el('p', {}, `${error instanceof Error ? error.message : error}`));
    }
  }

  private fill(): void {
    const { data } = this;
    if (data === null) return;
    const word = this.search.value.trim().toLowerCase();
    const fits = ({ file, title, source, asked }: GalleryEntry): boolean =>
      `${file} ${title} ${source ?? ''} ${askedWords(asked)}`.toLowerCase().includes(word);
    const entries = data.entries.filter(fits);
    const drafts = latestDrafts().filter(({ file }) => file.toLowerCase().includes(word));
    put(
      this.list,
      drafts.length > 0 && this.drafts(drafts),
      word === '' && this.topics(data),
      ...data.folders.map(({ folder, what }) => {
        const those = entries.filter(({ file }) => (file.includes('/') ? file.replace(/\/.*$/, '/') : '') === folder);
        if (those.length === 0) return null;
        return el(
          'section',
          {},
          el('h3', {}, what),
          el('ul', { class: 'entries' }, ...those.map((entry) => this.entry(data, entry))),
        );
      }),
      entries.length === 0 && drafts.length === 0 && el('p', { class: 'quiet-text' }, 'No example has these words.'),
    );
  }

  private topics(data: GalleryData): HTMLElement {
    return el(
      'section',
      {},
      el('h3', {}, 'I want to…'),
      el(
        'ul',
        { class: 'topics' },
        ...data.topics.map(({ want, file }) => {
          const asked = data.entries.find((entry) => entry.file === file)?.asked ?? {};
          return el(
            'li',
            {},
            el('button', { type: 'button', onclick: () => this.choose(draftOf(data, { file, asked })) }, want),
            el('code', {}, file),
          );
        }),
      ),
    );
  }

  private drafts(drafts: readonly Draft[]): HTMLElement {
    return el(
      'section',
      {},
      el('h3', {}, 'Your drafts, kept in this browser'),
      el(
        'ul',
        { class: 'topics' },
        ...drafts.map((draft) =>
          el(
            'li',
            {},
            el('button', { type: 'button', onclick: () => this.choose(draft) }, draft.file),
            el(
              'button',
              {
                type: 'button',
                class: 'small',
                'aria-label': `Forget ${draft.file}`,
                onclick: () => {
                  forget(draft.file);
                  this.fill();
                },
              },
              'forget',
            ),
          ),
        ),
      ),
    );
  }

  private entry(data: GalleryData, entry: GalleryEntry): HTMLElement {
    const { file, title, source, asked, expected } = entry;
    const lessons = teaches(data.texts[file] ?? '');
    const words = askedWords(asked);
    return el(
      'li',
      { class: 'entry' },
      el(
        'button',
        {
          type: 'button',
          class: 'entry-open',
          'data-number': data.entries.indexOf(entry),
          onclick: () => this.choose(draftOf(data, entry)),
        },
        el('code', {}, file.replace(/^.*\//, '')),
        el('span', { class: 'entry-title' }, title, words === '' ? '' : el('em', {}, ` (${words})`)),
        el(
          'span',
          { class: 'expectations' },
          ...MEMORY_NAMES.flatMap((memory) => {
            const answer = expected[memory];
            return answer === undefined
              ? []
              : [el('span', { class: `expected ${answer.toLowerCase()}` }, `${memory.toUpperCase()} ${answer}`)];
          }),
        ),
      ),
      (lessons.length > 0 || source !== null) &&
        el(
          'details',
          {},
          el('summary', {}, source ?? 'What it teaches'),
          ...lessons.map((paragraph) => el('p', {}, paragraph)),
        ),
    );
  }

  private choose(draft: Draft): void {
    this.dialog.close();
    this.open(draft);
  }
}
