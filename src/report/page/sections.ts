/** The parts of a report page that do not change while a run is played. */
import { engineRow } from '../../engines/registry.js';
import { hasBuffers, hasOneQueue, type MemoryName, memoryNamed } from '../../memory/models.js';
import type { JsonOutcome } from '../json.js';
import type { JsonCycle } from '../json-why.js';
import { type Child, type Element, h } from '../view/element.js';
import { marked } from '../view/explorer.js';
import { MEANINGS } from '../why.js';
import { counts, plural, seconds } from '../words.js';
import type { JsonPage, JsonRepair } from './data.js';

export function section(id: string, title: string, ...children: readonly Child[]): Element {
  return h('section', { id, 'aria-labelledby': `${id}-title` }, h('h2', { id: `${id}-title` }, title), ...children);
}

export function verdictHeader({ answer, headline }: JsonPage): Element {
  const [verdict = '', ...rest] = headline.split(' ');
  return h(
    'header',
    { class: `verdict ${answer.verdict}` },
    h('p', { class: 'file' }, answer.file),
    h('h1', {}, h('strong', {}, verdict), ' ', rest.join(' ')),
    h('p', { class: 'meaning' }, meaning(answer)),
  );
}

function meaning({ verdict, trace, deadlock }: JsonOutcome): string {
  switch (verdict) {
    case 'holds':
      return deadlock === undefined || deadlock === null
        ? 'Proved: no run within this scope breaks the property.'
        : 'Proved: no run within this scope breaks the property. The run below ends in a deadlock.';
    case 'violated':
      return trace.some((element) => 'violated' in element && element.violated.cycle !== undefined)
        ? 'The run below breaks the property by what it does for ever. It was replayed step by step.'
        : 'The run below breaks the property. It was replayed step by step.';
    case 'unknown':
      return 'Neither a proof nor a run that breaks the property was found within the limits.';
  }
}

function memoryGloss(memory: MemoryName): string {
  const model = memoryNamed(memory);
  if (!hasBuffers(model)) return 'every write is in memory at once';
  if (hasOneQueue(model)) return 'a write waits in the store buffer of its thread before others see it';
  return 'writes wait in store buffers, one for each cell, before others see them';
}

function bufferText({ buffer, perLocation }: JsonOutcome): string {
  if (buffer === null) return 'none';
  if (buffer === 'unbounded') return 'of any length';
  return `of at most ${plural(buffer, 'write')}${perLocation ? ' of each location' : ''}`;
}

export function scopeSection({ answer, scope }: JsonPage): Element {
  const { asked, processes, memory, engine } = answer;
  const fair = asked === null ? [] : fairness(asked);
  const rows: readonly (readonly [string, readonly Child[]] | null)[] = [
    ['Memory', [h('b', {}, memoryNamed(memory).title), `: ${memoryGloss(memory)}`]],
    ['Store buffers', [bufferText(answer)]],
    ['Threads', [processes === 'any' ? 'any number' : `${processes}`]],
    asked === null
      ? scope === null
        ? null
        : ['Property', [h('code', {}, scope.property)]]
      : ['Property', [h('code', {}, `${asked.property}: ${asked.formula}`)]],
    asked === null ? null : ['Runs that count', [fair.join(', ')]],
    ['Engine', [engineRow(engine).title]],
    ['Effort', [[seconds(answer.seconds), counts(answer.counts)].filter((part) => part !== '').join('; ')]],
    scope === null
      ? null
      : ['Model', [h('code', { class: 'digest' }, scope.model), ' (SHA-256, without comments and layout)']],
  ];
  const shown = rows.filter((row) => row !== null);
  return section(
    'scope',
    'What was asked',
    h(
      'dl',
      { class: 'facts' },
      ...shown.map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, ...value))),
    ),
  );
}

function fairness({ fairThreads, fairBuffers }: NonNullable<JsonOutcome['asked']>): string[] {
  const fair = [
    ...(fairThreads ? ['a thread that stays enabled eventually runs'] : []),
    ...(fairBuffers ? ['every write eventually reaches memory'] : []),
  ];
  return fair.length === 0 ? ['all'] : fair;
}

/** The reason of an unknown, notes, warnings and assumptions; null when there are none. */
export function remarksSection({ answer }: JsonPage): Element | null {
  const { reason, verdict, warnings, assumptions } = answer;
  const list = (kind: string, title: string, items: readonly Child[]): Child =>
    items.length === 0
      ? null
      : h(
          'div',
          { class: `remark ${kind}` },
          h('h3', {}, title),
          h('ul', {}, ...items.map((item) => h('li', {}, item))),
        );
  const remarks = [
    list(
      verdict === 'unknown' ? 'doubt' : 'note',
      verdict === 'unknown' ? 'Why, and what to do' : 'Note',
      reason === null ? [] : [h('span', {}, ...marked(reason))],
    ),
    list(
      'doubt',
      'Warnings',
      (warnings ?? []).map(({ message }) => h('span', {}, ...marked(message))),
    ),
    list(
      'doubt',
      'Rests on assumptions of the model that were not checked',
      assumptions.map((text) => h('code', {}, text)),
    ),
  ].filter((remark) => remark !== null);
  if (remarks.length === 0) return null;
  return section(
    'remarks',
    verdict === 'unknown' ? 'Why there is no verdict' : 'To know beside the verdict',
    ...remarks,
  );
}

/** Why SC does not allow the run, or that it does; null where neither is known. */
export function whySection({ answer }: JsonPage): Element | null {
  const { why, cycle } = answer;
  if (why.length === 0) return null;
  const sentence = (text: string): Element =>
    h('li', {}, ...marked(`${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`));
  const fence = cycle?.fences?.sentence;
  return section(
    'why',
    cycle === null ? 'Is weak memory to blame?' : 'Why it breaks',
    h('ul', { class: 'sentences' }, ...why.map(sentence), fence === undefined ? null : sentence(fence)),
    cycle === null ? null : cycleView(cycle),
  );
}

function cycleView({ events, edges, certain }: JsonCycle): Element {
  const rows = events.map(({ thread, line, file, statement, kind, accesses }, position) => {
    const edge = edges[position];
    const next = edge === undefined ? '' : MEANINGS[edge.kind];
    const what = accesses.map(({ cell, value }) => `${cell} = ${value}`).join(', ');
    return h(
      'li',
      {},
      h('b', {}, thread ?? 'at the end'),
      line === null ? ' ' : ` ${file === undefined ? '' : `${file} `}line ${line} `,
      h('code', {}, statement),
      ` ${kind}s `,
      h('code', {}, what),
      h('span', { class: 'then' }, `, ${next}${position === events.length - 1 ? ' the first one' : ''}`),
    );
  });
  const impossible =
    'Under sequential consistency each of these comes before the next, and the last before the first, which';
  const title = `${impossible} cannot be${certain ? '' : ', and so for any order of the writes that still wait'}:`;
  return h('div', { class: 'cycle' }, h('p', {}, title), h('ol', {}, ...rows));
}

/** What proves it; null when nothing is shown. */
export function proofSection({ answer }: JsonPage): Element | null {
  const { invariants, predicates } = answer;
  const listed = (items: readonly string[]): Element =>
    h('ul', { class: 'conditions' }, ...items.map((item) => h('li', {}, h('code', {}, item))));
  const parts = [
    ...(invariants.length === 0
      ? []
      : [
          h(
            'p',
            {},
            `Proved with ${plural(invariants.length, 'condition')} that ${invariants.length === 1 ? 'is' : 'are'} never true. They exclude what must not happen, and no step leads into them from outside.`,
          ),
          listed(invariants),
        ]),
    ...(predicates === undefined
      ? []
      : [
          h('p', {}, `Proved with ${plural(predicates.program.length + predicates.others.length, 'predicate')}.`),
          listed(predicates.program),
          predicates.others.length === 0
            ? null
            : h(
                'details',
                {},
                h(
                  'summary',
                  {},
                  `${plural(predicates.others.length, 'predicate')} on store buffers and values on their way`,
                ),
                listed(predicates.others),
              ),
        ]),
  ];
  return parts.length === 0 ? null : section('proof', 'The proof', ...parts);
}

export function litmusSection({ litmus }: JsonPage): Element | null {
  if (litmus === null) return null;
  const { states, stateExecutions, executions, observation, condition, notes, reason } = litmus;
  const rows = states.map((state, index) =>
    h('tr', {}, h('td', {}, h('code', {}, state)), h('td', { class: 'figure' }, `${stateExecutions[index]}`)),
  );
  const found = `${plural(states.length, 'final state')} in ${plural(executions, 'execution')}`;
  return section(
    'states',
    'All final states',
    h(
      'p',
      {},
      observation === null ? `${found} so far` : `${found}. The condition is true `,
      observation === null ? null : h('b', {}, observation.toLowerCase()),
      observation === null ? null : ': ',
      h('code', {}, condition),
    ),
    ...[...notes, ...(reason === null ? [] : [h('span', {}, ...marked(reason))])].map((note) =>
      h('p', { class: 'remark doubt' }, note),
    ),
    h(
      'div',
      { class: 'wide' },
      h(
        'table',
        {},
        h('thead', {}, h('tr', {}, h('th', {}, 'final state'), h('th', {}, 'executions'))),
        h('tbody', {}, ...rows),
      ),
    ),
  );
}

/** `fence before`, `fence after`, `atomic write`: for the lines of the text. */
export function repairPlaces(
  repair: JsonRepair | null,
): { readonly line: number; readonly file?: string | undefined; readonly what: string }[] {
  const fix = repair?.fix ?? null;
  const thing = fix?.with === 'atomic-writes' ? 'atomic write' : 'fence';
  return (fix?.sets[0]?.places ?? []).map(({ line, file, where }) => ({ line, file, what: `${thing} ${where}` }));
}

export function repairSection({ repair, answer }: JsonPage): Element | null {
  if (repair === null) return null;
  if (repair.fix === null) {
    return section('repair', 'The repair', h('p', {}, `No repair was found: ${repair.why}`), again(answer));
  }
  const { fix, lines } = repair;
  const [first = '', ...more] = lines;
  const diff = fix.sets[0]?.diff ?? '';
  return section(
    'repair',
    'The repair',
    h('p', { class: 'result' }, `${first.slice(0, 1).toUpperCase()}${first.slice(1)}.`),
    more.length === 0 ? null : h('ul', {}, ...more.map((line) => h('li', {}, ...marked(line)))),
    diff === '' ? null : diffView(diff),
    fix.outcome === null ? null : h('p', {}, `The repaired text was checked again: ${fix.outcome.verdict}.`),
    fix.status === 'unknown' ? again(answer) : null,
  );
}

function again({ file, memory }: JsonOutcome): Element {
  return h('p', {}, 'To search longer: ', h('code', {}, `fencepost fix ${file} --memory ${memory}`));
}

function diffView(diff: string): Element {
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
      return h('span', { class: kind }, `${line}\n`);
    });
  return h('pre', { class: 'diff', tabindex: 0, role: 'region', 'aria-label': 'Patch' }, ...lines);
}
