/**
 * The explorer of a run: the reason on top, buttons and time line, the step in words, the state of the machine, the picture of
 * the events, and the text where the host does not show it. The report, the page and the panel of an editor all show this; a
 * report is written with it, and `browser/explorer.ts` brings it to life.
 */
import type { LanguageName } from '../../languages/index.js';
import type { EventGraph } from '../../memory/event-graph.js';
import type { MemoryName } from '../../memory/models.js';
import type { JsonTraceElement } from '../json-trace.js';
import type { JsonCycle } from '../json-why.js';
import { type Child, type Element, h } from './element.js';
import { counterText, stepView } from './player.js';
import type { Run } from './run.js';
import { stateView, threadClass } from './state.js';

/** Everything that is shown of a run. Plain data. */
export interface ExplorerData {
  readonly memory: MemoryName;
  /** Who acts, in the order of the program. */
  readonly threads: readonly string[];
  /** As `check --json` prints it. */
  readonly trace: readonly JsonTraceElement[];
  /** The text that it is a run of, for the places of steps. */
  readonly text: string;
  readonly language: LanguageName;
  readonly why: readonly string[];
  readonly cycle: JsonCycle | null;
  readonly graph: EventGraph | null;
  /** The picture of the events, as SVG; null where there is none, or no room for it. */
  readonly picture: string | null;
}

const SPEEDS = [0.5, 1, 2, 4];

/** Text with `code` in it. */
export function marked(text: string): Child[] {
  return text.split('`').map((part, index) => (index % 2 === 0 ? part : h('code', {}, part)));
}

/** The sentences, and the events of the cycle to jump to. */
function story({ why, cycle }: Pick<ExplorerData, 'why' | 'cycle'>, run: Run): Child {
  const [first] = why;
  if (first === undefined && cycle === null) return null;
  return h(
    'div',
    { class: 'story' },
    first === undefined
      ? null
      : h('p', { class: 'reason' }, ...marked(`${first.slice(0, 1).toUpperCase()}${first.slice(1)}.`)),
    cycle === null
      ? null
      : h(
          'div',
          { class: 'cycle-events', role: 'group', 'aria-label': 'Events of the cycle that SC forbids' },
          ...cycle.events.flatMap(({ thread, step, kind, accesses, line }, position) => {
            const what = accesses.map(({ cell, value }) => `${cell} = ${value}`).join(', ');
            const at = step ?? run.steps.length;
            const where = line === null ? '' : `, line ${line}`;
            return [
              position === 0 ? null : h('span', { class: 'then', 'aria-hidden': 'true' }, '→'),
              h(
                'button',
                {
                  type: 'button',
                  class: `event ${threadClass(run.threads.indexOf(thread ?? ''))}`,
                  'data-step': at,
                  title: step === null ? 'to the end of the run' : `to step ${step}${where}`,
                },
                h('b', {}, thread ?? 'end'),
                ` ${kind}s `,
                h('code', {}, what),
              ),
            ];
          }),
          h('span', { class: 'then' }, '→ and again the first: SC forbids that'),
        ),
  );
}

function controls(run: Run): Element {
  const button = (action: string, label: string, sign: string): Element =>
    h('button', { type: 'button', 'data-go': action, 'aria-label': label, title: label }, sign);
  const most = run.steps.length;
  return h(
    'div',
    { class: 'controls', role: 'group', 'aria-label': 'Steps of the run' },
    button('first', 'First state (Home)', '«'),
    button('back', 'One step back (left arrow)', '‹'),
    button('play', 'Play (space)', '▶'),
    button('next', 'One step forward (right arrow)', '›'),
    button('last', 'Last state (End)', '»'),
    h('output', { class: 'counter' }, counterText(run, 0)),
    h(
      'label',
      { class: 'speed' },
      h('span', {}, 'Speed'),
      h('select', {}, ...SPEEDS.map((speed) => h('option', { value: speed, selected: speed === 1 }, `${speed}×`))),
    ),
    h('input', { type: 'range', class: 'slider', min: 0, max: most, value: 0, 'aria-label': 'Step' }),
  );
}

/** `program`: the text, where the host does not show it. The time line comes with the scripts: it is for the mouse. */
export function explorerView(data: ExplorerData, run: Run, program: Element | null = null): Element {
  const { memory, graph, picture } = data;
  const events =
    graph === null || picture === null
      ? null
      : h(
          'div',
          { class: 'graph', tabindex: 0, role: 'region', 'aria-label': 'Picture of the memory events' },
          { svg: picture },
        );
  const state = h('div', { class: 'shown' }, stateView(run, 0, memory));
  const live = h('div', { class: 'live', 'aria-live': 'polite' }, stepView(run, 0));
  return h(
    'div',
    { class: program === null ? 'explorer' : 'explorer with-text' },
    story(data, run),
    h('div', { class: 'desk' }, controls(run), h('div', { class: 'glance' })),
    h(
      'div',
      { class: 'beside' },
      program,
      h('div', { class: 'player' }, live, state),
      events === null ? null : h('div', { class: 'events' }, events),
    ),
  );
}
