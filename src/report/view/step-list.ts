/** All steps of a run, to read and to choose from: time runs down, and each thread has a column where there is room. */
import { type Child, type Element, h } from './element.js';
import { actorOf, type Run, type RunStep, threadOf } from './run.js';
import { classes, threadClass } from './state.js';
import { type Effect, effectsOf, endWords, statementOf, type Words } from './steps.js';

/** With more threads the columns would be too narrow. */
const MOST_COLUMNS = 3;

export function wordsView(words: readonly Words[]): Child[] {
  return words.map((word) => (typeof word === 'string' ? word : h('code', {}, word.code)));
}

export function effectList(effects: readonly Effect[]): Element {
  return h(
    'ul',
    { class: 'effects' },
    ...effects.map(({ kind, words }) => h('li', { class: `does-${kind}` }, ...wordsView(words))),
  );
}

function stepItem(run: Run, step: RunStep, columns: boolean): Element {
  const thread = threadOf(run, step);
  const line =
    step.kind === 'transition' && step.line !== undefined
      ? `${step.file === undefined ? '' : `${step.file} `}line ${step.line}`
      : null;
  return h(
    'li',
    { class: classes('step', step.kind, threadClass(thread)) },
    h(
      'button',
      { type: 'button', 'data-step': step.step },
      h('span', { class: 'count' }, `${step.step}`),
      h(
        'span',
        { class: 'what', style: columns ? `--column: ${Math.max(thread, 0) + 2}` : null },
        h('span', { class: 'who' }, actorOf(step) ?? ''),
        step.kind === 'drain'
          ? h('span', { class: 'statement' }, 'a write reaches memory')
          : h('code', { class: 'statement' }, statementOf(step)),
        line === null ? null : h('span', { class: 'where' }, line),
        effectList(effectsOf(run, step)),
      ),
    ),
  );
}

export function stepList(run: Run): Element {
  const columns = run.threads.length <= MOST_COLUMNS && run.threads.length > 0;
  const loop = h('li', { class: 'loop' }, 'The steps from here on are repeated for ever');
  return h(
    'div',
    { class: classes('steps', columns && 'columns'), style: `--threads: ${Math.max(run.threads.length, 1)}` },
    columns
      ? h(
          'div',
          { class: 'heads', 'aria-hidden': 'true' },
          h('span', {}),
          ...run.threads.map((name, thread) => h('span', { class: threadClass(thread) }, name)),
        )
      : null,
    h(
      'ol',
      {},
      h(
        'li',
        { class: 'step start' },
        h(
          'button',
          { type: 'button', 'data-step': 0 },
          h('span', { class: 'count' }, '0'),
          h('span', { class: 'what' }, 'Start: the initial values'),
        ),
      ),
      ...run.steps.flatMap((step) => [...(run.cycle === step.step ? [loop] : []), stepItem(run, step, columns)]),
    ),
    h('p', { class: 'end' }, ...wordsView(endWords(run))),
  );
}
