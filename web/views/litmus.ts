/**
 * A litmus test: every final state that some memory allows, with a mark under each memory, and for the one that is chosen an
 * execution under each memory that allows it, or the cycle by which the memory forbids it.
 */
import type { MemoryName } from '../../src/memory/models.js';
import { renderGraphSvg } from '../../src/report/graph-svg.js';
import type { JsonLitmus } from '../../src/report/litmus.js';
import type { Asking } from '../asking.js';
import { el, marked, put } from '../dom.js';
import { Stopped } from '../engines.js';
import { download, stem } from '../files.js';
import { diagnosticsView } from './diagnostics.js';
import { litmusExports } from './exports.js';
import type { Surroundings } from './surroundings.js';

/** `0:EAX=0; x=1;` as a proposition. */
function propositionOf(state: string): string {
  return state
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(' /\\ ');
}

/** Lines break between the parts of a state alone. */
function partsOf(state: string): (Node | string)[] {
  const parts = state.split(/(?<=;) /);
  return parts.flatMap((part, index) => [index === 0 ? '' : ' ', el('code', { class: 'whole' }, part)]);
}

export class Outcomes {
  readonly element = el('div', { class: 'reply outcomes' });
  private readonly graphs = el('div', { class: 'outcome-graphs' });
  private chosen = 0;

  constructor(
    private readonly asking: Asking,
    private readonly around: Surroundings,
  ) {}

  /** Once all memories have answered, or some have been stopped. */
  show(): void {
    const answers = this.answers();
    const refused = [...this.asking.answers.values()].find(({ kind }) => kind === 'refused');
    if (answers.length === 0) {
      put(
        this.element,
        refused?.kind === 'refused' && el('h2', {}, 'This was not asked'),
        refused?.kind === 'refused' &&
          diagnosticsView(refused.diagnostics, (line, column) => this.around.goToLine(line, column)),
      );
      return;
    }
    const states = [...new Set(answers.flatMap(([, { states: each }]) => each))].sort();
    const [, first] = answers[0] as [MemoryName, JsonLitmus];
    put(
      this.element,
      el('h2', { class: 'headline' }, 'Condition ', el('code', {}, first.condition)),
      el(
        'p',
        {},
        ...answers.flatMap(([memory, { observation, notes, reason }], index) => [
          index === 0 ? '' : '; ',
          `${memory.toUpperCase()}: `,
          el(
            'b',
            {},
            observation === null ? `unknown (${reason ?? 'not all states are known'})` : observation.toLowerCase(),
          ),
          ...notes.map((note) => ` (${note})`),
        ]),
        '.',
      ),
      el('p', { class: 'answer-acts' }, ...litmusExports(this.asking, answers, this.around)),
      this.table(answers, states),
      this.graphs,
    );
    this.showOutcome(null);
  }

  private answers(): [MemoryName, JsonLitmus][] {
    return [...this.asking.answers].flatMap(([memory, answer]): [MemoryName, JsonLitmus][] =>
      answer.kind === 'observed' ? [[memory, answer.litmus]] : [],
    );
  }

  private table(answers: readonly [MemoryName, JsonLitmus][], states: readonly string[]): HTMLElement {
    const rows = states.map((state) =>
      el(
        'tr',
        {},
        el(
          'th',
          { scope: 'row' },
          el(
            'button',
            { type: 'button', class: 'state-link', onclick: () => void this.ask(state) },
            ...(state === '' ? [el('code', {}, '(no registers)')] : partsOf(state)),
          ),
        ),
        ...answers.map(([, litmus]) => {
          const place = litmus.states.indexOf(state);
          const times = litmus.stateExecutions[place] ?? 0;
          const known = place >= 0 || litmus.observation !== null;
          const word = place >= 0 ? 'allowed' : known ? 'forbidden' : 'unknown';
          return el('td', { class: word }, word, place >= 0 && el('small', {}, ` ${times}×`));
        }),
      ),
    );
    return el(
      'div',
      { class: 'wide', tabindex: 0, role: 'region', 'aria-label': 'Final states' },
      el(
        'table',
        { class: 'states' },
        el('caption', {}, 'Every final state, with the number of executions that give it. Choose one to see how.'),
        el(
          'thead',
          {},
          el(
            'tr',
            {},
            el('th', { scope: 'col' }, 'final state'),
            ...answers.map(([memory]) => el('th', { scope: 'col' }, memory.toUpperCase())),
          ),
        ),
        el('tbody', {}, ...rows),
      ),
    );
  }

  /** The outcome of the condition is known already; others are asked about. */
  private async ask(state: string): Promise<void> {
    const number = ++this.chosen;
    const outcome = propositionOf(state);
    put(this.graphs, el('p', { class: 'quiet-text' }, 'Searching for executions…'));
    const running = this.answers().map(([memory]) => {
      const subject = this.asking.subject(memory);
      return { memory, job: this.around.engines.run('litmus', { subject, outcome }) };
    });
    this.around.busy(() => {
      for (const { job } of running) job.stop();
    });
    try {
      const found = await Promise.all(running.map(async ({ memory, job }) => [memory, await job.answer] as const));
      if (number !== this.chosen) return;
      const shown = new Map(found.flatMap(([memory, answer]) => (answer.ok ? [[memory, answer.litmus] as const] : [])));
      this.showOutcome(shown);
    } catch (error) {
      const message = error instanceof Stopped ? 'Stopped.' : error instanceof Error ? error.message : `${error}`;
      put(this.graphs, el('p', {}, message));
    } finally {
      this.around.busy(null);
    }
  }

  private showOutcome(asked: ReadonlyMap<MemoryName, JsonLitmus> | null): void {
    const shown = asked === null ? this.answers() : [...asked];
    const outcome = shown.find(([, { outcome: each }]) => each !== null)?.[1].outcome;
    put(
      this.graphs,
      outcome !== undefined && outcome !== null && el('h2', {}, 'How to get ', el('code', {}, outcome.proposition)),
      el('div', { class: 'graph-row' }, ...shown.map(([memory, litmus]) => this.graph(memory, litmus))),
    );
  }

  private graph(memory: MemoryName, { outcome, graph, why }: JsonLitmus): HTMLElement {
    const verdict = outcome?.verdict ?? 'unknown';
    const picture = el('div', {
      class: 'graph',
      tabindex: 0,
      role: 'region',
      'aria-label': `Events under ${memory.toUpperCase()}`,
    });
    if (graph !== null) {
      const svg = renderGraphSvg(graph);
      picture.append(new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement);
    }
    return el(
      'section',
      { class: `outcome ${verdict}` },
      el('h3', {}, `${memory.toUpperCase()}: `, el('b', {}, verdict)),
      graph === null ? el('p', { class: 'quiet-text' }, 'There is no execution to show.') : picture,
      ...why.map((sentence) => el('p', {}, ...marked(`${sentence.slice(0, 1).toUpperCase()}${sentence.slice(1)}.`))),
      graph !== null &&
        el(
          'button',
          {
            type: 'button',
            class: 'small',
            onclick: () =>
              download(`${stem(this.asking.draft.file)}-${memory}.svg`, renderGraphSvg(graph), 'image/svg+xml'),
          },
          '.svg',
        ),
    );
  }
}
