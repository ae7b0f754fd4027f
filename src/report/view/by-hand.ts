/**
 * Stepping by hand: the state with what can happen next below each thread, as buttons with the keys 1 to 9; the steps so far
 * and their text; and the question whether this can still go wrong.
 */
import type { Choice } from '../../check/by-hand/choices.js';
import type { ByHandVerdict, ByHandView } from '../by-hand.js';
import { type Child, type Element, h } from './element.js';
import { stepView } from './player.js';
import { type Run, runOf } from './run.js';
import { stateView } from './state.js';
import { endWords, textOf } from './steps.js';
import { timelineView } from './timeline.js';

const KEYED = 9;

/** The steps so far, with what is violated by them. */
export function runSoFar({ trace, violated, threads }: ByHandView): Run {
  const run = runOf(violated === null ? trace : [...trace, { violated }], threads);
  if (run === null) throw new Error('a run has an initial state');
  return run;
}

function choiceButton({ label, place, values, fails, idle, kind }: Choice, position: number): Element {
  const key = position < KEYED ? `${position + 1}` : null;
  return h(
    'button',
    {
      type: 'button',
      class: `choice${kind === 'drain' ? ' drain' : ''}${fails === null ? '' : ' fails'}`,
      'data-choice': position,
    },
    key === null ? null : h('kbd', {}, key),
    h(
      'span',
      { class: 'what' },
      kind === 'drain'
        ? h('span', {}, '▼ ', h('code', {}, label.replace(/ reach(es)? memory$/, '')), ' to memory')
        : h('code', {}, label),
      values.length === 0 ? null : h('small', {}, ` with ${values.join(', ')}`),
      place === null ? null : h('small', {}, ` line ${place.line}`),
      fails === null ? null : h('small', { class: 'why' }, ` fails: ${fails}`),
      idle ? h('small', {}, ' still waits') : null,
    ),
  );
}

/** What a thread can do, in its column. */
function choicesOf({ choices, threads }: ByHandView, thread: number): Child {
  const own = choices
    .map((choice, position) => ({ choice, position }))
    .filter(({ choice }) => choice.thread === thread);
  const label = `What ${threads[thread]} can do next`;
  return h(
    'div',
    { class: 'choices', role: 'group', 'aria-label': label },
    h('h4', {}, 'Next'),
    own.length === 0 ? h('p', { class: 'empty' }, 'nothing') : null,
    ...own.map(({ choice, position }) => choiceButton(choice, position)),
  );
}

export function byHandStage(view: ByHandView): Element {
  const run = runSoFar(view);
  const done = run.steps.length;
  const stuck = view.choices.length === 0 && view.violated === null;
  return h(
    'div',
    { class: 'by-hand-stage' },
    done === 0 ? null : h('div', { class: 'desk' }, timelineView(run, null)),
    h('div', { class: 'live', 'aria-live': 'polite' }, lastStep(run, view)),
    stuck ? h('p', { class: 'remark' }, 'Nothing can happen any more.') : null,
    h(
      'div',
      { class: 'shown' },
      stateView(run, done, view.memory, (thread) => choicesOf(view, thread)),
    ),
  );
}

function lastStep(run: Run, { violated }: ByHandView): Element {
  const said = stepView({ ...run, violated: null }, run.steps.length, false);
  return violated === null ? said : h('div', {}, said, h('p', { class: 'end' }, textOf(endWords(run))));
}

/** The frame; the stage, the run and the answer are put into it. */
export function byHandFrame(): Element {
  const button = (action: string, label: string, sign: string): Element =>
    h('button', { type: 'button', 'data-do': action, 'aria-label': label, title: label }, sign);
  return h(
    'div',
    { class: 'explorer by-hand', tabindex: -1 },
    h(
      'div',
      { class: 'desk' },
      h(
        'div',
        { class: 'hand-controls', role: 'group', 'aria-label': 'Steps by hand' },
        button('restart', 'Back to the start', '«'),
        button('undo', 'Undo (left arrow)', '‹ Undo'),
        button('redo', 'Redo (right arrow)', 'Redo ›'),
        h('output', { class: 'counter' }, ''),
        h('button', { type: 'button', 'data-do': 'ask', class: 'ask' }, 'Can this still go wrong?'),
      ),
    ),
    h('div', { class: 'verdict-here', 'aria-live': 'polite' }),
    h('div', { class: 'stage' }),
    h(
      'form',
      { class: 'run-text' },
      h(
        'label',
        {},
        h('span', {}, 'The run so far'),
        h('input', { type: 'text', name: 'run', spellcheck: 'false', autocomplete: 'off' }),
      ),
      h('button', { type: 'button', 'data-do': 'copy' }, 'Copy'),
      h('button', { type: 'submit' }, 'Load'),
      h('p', { class: 'refused', role: 'alert' }),
    ),
  );
}

export function verdictHere({ verdict, sentence, run }: ByHandVerdict): Element {
  return h(
    'p',
    { class: `answer ${verdict}` },
    h('span', {}, sentence),
    run === null ? null : h('button', { type: 'button', 'data-do': 'follow' }, 'Show how'),
  );
}
