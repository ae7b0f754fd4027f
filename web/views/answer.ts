/** The answer under one memory: the verdict with its scope, then the run, the proof, or why there is neither. */
import { hasBuffers, type MemoryName, memoryNamed } from '../../src/memory/models.js';
import { nodeOf } from '../../src/report/browser/dom.js';
import type { JsonPage } from '../../src/report/page/data.js';
import { pageRun } from '../../src/report/page/document.js';
import { remarksSection, scopeSection } from '../../src/report/page/sections.js';
import type { Answering, Asking } from '../asking.js';
import { el } from '../dom.js';
import type { LineMarks } from '../editor/marks.js';
import { asOnPage } from '../spelling.js';
import { diagnosticsView } from './diagnostics.js';
import { exportsOf } from './exports.js';
import { proofView } from './proof.js';
import { mountRun } from './run.js';
import type { Surroundings } from './surroundings.js';

export interface Shown {
  readonly element: HTMLElement;
  destroy(): void;
}

export function answerView(asking: Asking, memory: MemoryName, around: Surroundings): Shown {
  const answer = asking.answers.get(memory);
  const element = el('div', { class: 'reply' });
  const nothing = { element, destroy: () => {} };
  if (answer === undefined) return nothing;
  switch (answer.kind) {
    case 'answered':
      return pageView(element, asking, answer, around);
    case 'observed':
      return nothing;
    case 'running':
      element.append(el('p', { class: 'quiet-text' }, 'Searching. Stop ends it at once.'));
      return nothing;
    case 'refused':
      element.append(
        el('h2', {}, 'This was not asked'),
        diagnosticsView(answer.diagnostics, (line, column) => around.goToLine(line, column)),
      );
      return nothing;
    case 'stopped':
      element.append(el('p', { class: 'quiet-text' }, 'Stopped: there is no answer.'));
      return nothing;
    case 'failed':
      element.append(
        el('h2', {}, 'This failed'),
        el('p', {}, answer.message),
        el('p', { class: 'quiet-text' }, 'There is no answer. If you can repeat this, it is a fault of Fencepost.'),
      );
      return nothing;
  }
}

function pageView(
  element: HTMLElement,
  asking: Asking,
  { page, warnings }: Extract<Answering, { readonly kind: 'answered' }>,
  around: Surroundings,
): Shown {
  const { answer } = page;
  const run = pageRun(page);
  const acts = el(
    'div',
    { class: 'answer-acts' },
    repairs(page, around) && el('button', { type: 'button', onclick: () => around.repair(answer.memory) }, 'Repair it'),
    run !== null &&
      answer.run !== null &&
      el(
        'button',
        { type: 'button', class: 'go-on', onclick: () => around.step(answer.run as string) },
        'Go on by hand',
      ),
    ...exportsOf(asking, page, around),
  );
  element.append(verdictHead(page), acts);
  const remarks = remarksSection(asOnPage(page));
  const grave = answer.verdict === 'unknown' || (answer.warnings ?? []).length + answer.assumptions.length > 0;
  if (remarks !== null && grave) element.append(nodeOf(remarks));
  if (warnings.length > 0) element.append(diagnosticsView(warnings, (line, column) => around.goToLine(line, column)));
  let destroy = (): void => {};
  if (run !== null) {
    const box = el('div', { class: 'explorer-box' });
    element.append(box);
    const mark = (marks: LineMarks | null): void => around.mark(asking.draft.text, marks);
    destroy = mountRun(box, page, mark);
  }
  if (answer.verdict === 'holds') element.append(proofView(asking, page, around));
  element.append(nodeOf(scopeSection(page)));
  if (remarks !== null && !grave) element.append(nodeOf(remarks));
  return { element, destroy };
}

function repairs({ answer }: JsonPage, around: Surroundings): boolean {
  return answer.verdict === 'violated' && hasBuffers(memoryNamed(answer.memory)) && around.facts().repairs.length > 0;
}

function verdictHead({ headline, answer }: JsonPage): HTMLElement {
  const [verdict = '', ...rest] = headline.split(' ');
  return el('h2', { class: `headline ${answer.verdict}` }, el('strong', {}, verdict), ` ${rest.join(' ')}`);
}
