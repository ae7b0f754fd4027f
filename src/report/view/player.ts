/** The step in words. */
import { type Element, h } from './element.js';
import { actorOf, type Run, threadOf } from './run.js';
import { threadClass } from './state.js';
import { effectList, wordsView } from './step-list.js';
import { effectsOf, endWords, statementOf } from './steps.js';

/** The step that led here, and what the run ends in behind the last one, unless that is told elsewhere. */
export function stepView(run: Run, done: number, told = true): Element {
  const step = run.steps[done - 1];
  const atEnd = told && done === run.steps.length;
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
          step.kind === 'transition' && step.line !== undefined
            ? h('small', {}, ` ${step.file === undefined ? '' : `${step.file} `}line ${step.line}`)
            : null,
        ),
    step === undefined ? null : effectList(effectsOf(run, step)),
    atEnd ? h('p', { class: 'end' }, ...wordsView(endWords(run))) : null,
  );
}

export function counterText(run: Run, done: number): string {
  return done === 0 ? `Start, ${run.steps.length} steps follow` : `Step ${done} of ${run.steps.length}`;
}
