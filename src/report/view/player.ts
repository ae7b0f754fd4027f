/** What stands beside the program: the buttons, the step in words, and the state behind it. */
import type { MemoryName } from '../../memory/models.js';
import { type Element, h } from './element.js';
import { actorOf, type Run, threadOf } from './run.js';
import { stateView, threadClass } from './state.js';
import { effectList, wordsView } from './step-list.js';
import { effectsOf, endWords, statementOf } from './steps.js';

/** The step that led here, and what the run ends in behind the last one. */
export function stepView(run: Run, done: number): Element {
  const step = run.steps[done - 1];
  const atEnd = done === run.steps.length;
  return h(
    'div',
    { class: 'now' },
    step === undefined
      ? h('p', { class: 'doing' }, 'Start: nothing has happened yet.')
      : h(
          'p',
          { class: `doing ${threadClass(threadOf(run, step))}` },
          h('b', { class: 'who' }, actorOf(step) ?? 'Step'),
          ' ',
          step.kind === 'drain' ? 'has a write reach memory' : h('code', {}, statementOf(step)),
          step.kind === 'transition' && step.line !== undefined ? h('small', {}, ` line ${step.line}`) : null,
        ),
    step === undefined ? null : effectList(effectsOf(run, step)),
    atEnd ? h('p', { class: 'end' }, ...wordsView(endWords(run))) : null,
  );
}

export function counterText(run: Run, done: number): string {
  return done === 0 ? `Start, ${run.steps.length} steps follow` : `Step ${done} of ${run.steps.length}`;
}

export function playerView(run: Run, memory: MemoryName): Element {
  const button = (action: string, label: string, sign: string): Element =>
    h('button', { type: 'button', 'data-go': action, 'aria-label': label, title: label }, sign);
  const most = run.steps.length;
  return h(
    'div',
    { class: 'player' },
    h(
      'div',
      { class: 'controls', role: 'group', 'aria-label': 'Steps of the run' },
      button('first', 'First state (Home)', '«'),
      button('back', 'One step back (left arrow)', '‹'),
      h('output', { class: 'counter' }, counterText(run, 0)),
      button('next', 'One step forward (right arrow)', '›'),
      button('last', 'Last state (End)', '»'),
      h('input', { type: 'range', class: 'slider', min: 0, max: most, value: 0, 'aria-label': 'Step' }),
    ),
    h('div', { class: 'live', 'aria-live': 'polite' }, stepView(run, 0)),
    h('div', { class: 'shown' }, stateView(run, 0, memory)),
  );
}
