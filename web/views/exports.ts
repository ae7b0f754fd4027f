/** An answer as a file: the report for the browser, the picture of its events, the object that `--json` prints. */

import type { MemoryName } from '../../src/memory/models.js';
import { renderGraphSvg } from '../../src/report/graph-svg.js';
import type { JsonLitmus } from '../../src/report/litmus.js';
import type { JsonPage } from '../../src/report/page/data.js';
import { graphOf } from '../../src/report/page/explorer-data.js';
import type { Asking } from '../asking.js';
import { announce, el } from '../dom.js';
import { download, stem } from '../files.js';
import type { Surroundings } from './surroundings.js';

function button(label: string, title: string, act: () => void | Promise<void>): HTMLElement {
  return el('button', { type: 'button', class: 'small', title, onclick: () => void act() }, label);
}

async function savePage(name: string, page: JsonPage, around: Surroundings): Promise<void> {
  const html = await around.engines.run('html', { page }).answer;
  download(`${name}.html`, html, 'text/html');
  announce(`${name}.html was saved`);
}

function saveJson(name: string, value: unknown): void {
  download(`${name}.json`, `${JSON.stringify(value)}\n`, 'application/json');
  announce(`${name}.json was saved`);
}

/** Of a litmus test, for each memory: the report has the run that a check finds, and all final states. */
export function litmusExports(
  asking: Asking,
  answers: readonly (readonly [MemoryName, JsonLitmus])[],
  around: Surroundings,
): HTMLElement[] {
  return answers.flatMap(([memory, litmus]) => {
    const name = `${stem(asking.draft.file)}-${memory}`;
    const spelled = memory.toUpperCase();
    return [
      button(`${spelled} .html`, `Save the answer under ${spelled} as a page that needs no network`, async () => {
        const answer = await around.engines.run('check', { subject: asking.subject(memory) }).answer;
        if (answer.ok) await savePage(name, { ...answer.page, litmus }, around);
        else announce('There is no page of this answer');
      }),
      button(`${spelled} .json`, `Save the answer under ${spelled} as fencepost litmus --json prints it`, () =>
        saveJson(name, litmus),
      ),
    ];
  });
}

export function exportsOf(asking: Asking, page: JsonPage, around: Surroundings): HTMLElement[] {
  const name = `${stem(asking.draft.file)}-${page.answer.memory}`;
  const graph = graphOf(page);
  return [
    button('.html', 'Save the answer as a page that needs no network', () => savePage(name, page, around)),
    ...(graph === null
      ? []
      : [
          button('.svg', 'Save the picture of the memory events', () => {
            download(`${name}.svg`, renderGraphSvg(graph), 'image/svg+xml');
            announce(`${name}.svg was saved`);
          }),
        ]),
    button('.json', 'Save the answer as fencepost check --json prints it', () => saveJson(name, page.answer)),
  ];
}
