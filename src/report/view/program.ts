/** The text of a model with its lines numbered, and with the places of a run in it. */
import { type Child, type Element, h } from './element.js';
import { type Run, threadOf } from './run.js';
import type { Place, Source, SourceLine } from './source.js';
import { threadClass } from './state.js';

/** The steps of a run by the line that they perform. */
function stepsByLine(
  source: Source,
  run: Run | null,
): Map<number, { readonly step: number; readonly thread: number }[]> {
  const found = new Map<number, { readonly step: number; readonly thread: number }[]>();
  for (const step of run?.steps ?? []) {
    const place = source.stepPlace(run as Run, step);
    if (place === null) continue;
    found.set(place.first, [
      ...(found.get(place.first) ?? []),
      { step: step.step, thread: threadOf(run as Run, step) },
    ]);
  }
  return found;
}

function pieces({ text, comments }: SourceLine): Child[] {
  const parts: Child[] = [];
  let at = 0;
  for (const [start, end] of comments) {
    parts.push(text.slice(at, start), h('i', {}, text.slice(start, end)));
    at = end;
  }
  return [...parts, text.slice(at)].filter((part) => part !== '');
}

/** Of a line that is passed often only the first and the last count. */
const MOST_CHIPS = 6;

function chips(steps: readonly { readonly step: number; readonly thread: number }[]): Child[] {
  const chip = ({ step, thread }: { readonly step: number; readonly thread: number }): Child =>
    h('span', { class: `chip ${threadClass(thread)}`, 'data-step': step, title: `step ${step}` }, `${step}`);
  if (steps.length <= MOST_CHIPS) return steps.map(chip);
  return [...steps.slice(0, MOST_CHIPS - 1).map(chip), '…', ...steps.slice(-1).map(chip)];
}

function isIn(place: Place | null, line: number): boolean {
  return place !== null && place.first <= line && line <= place.last;
}

/** Where the repair puts something. */
export interface Repaired {
  readonly line: number;
  readonly file?: string | undefined;
  /** `fence before`, `atomic write here`. */
  readonly what: string;
}

export function programView(source: Source, run: Run | null, repaired: readonly Repaired[] = []): Element {
  const steps = stepsByLine(source, run);
  const violated = run === null ? null : source.propertyPlace(run);
  const lines = source.lines.map((line, index) => {
    const number = index + 1;
    const done = steps.get(number) ?? [];
    const broken = isIn(violated, number);
    const mended = repaired.filter(({ line: place, file }) => isIn(source.lineIn(place, file), number));
    const names = ['line', ...(done.length > 0 ? ['visited'] : []), ...(broken ? ['broken'] : [])];
    return h(
      'div',
      { class: names.join(' '), 'data-line': number },
      h('span', { class: 'number' }, source.numberOf(number)),
      h('span', { class: 'here' }),
      h('code', {}, ...pieces(line)),
      done.length === 0 && mended.length === 0 && !broken
        ? null
        : h(
            'span',
            { class: 'chips' },
            broken ? h('b', { class: 'chip bad' }, 'violated') : null,
            ...mended.map(({ what }) => h('b', { class: 'chip good' }, what)),
            ...chips(done),
          ),
    );
  });
  return h('div', { class: 'program', tabindex: 0, role: 'region', 'aria-label': 'Text of the model' }, ...lines);
}
