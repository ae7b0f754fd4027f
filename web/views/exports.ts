/** An answer as a file: the report for the browser, the picture of its events, the object that `--json` prints. */

import { renderGraphSvg } from '../../src/report/graph-svg.js';
import type { JsonPage } from '../../src/report/page/data.js';
import { graphOf } from '../../src/report/page/explorer-data.js';
import type { Asking } from '../asking.js';
import { announce, el } from '../dom.js';
import { download, stem } from '../files.js';
import type { Surroundings } from './surroundings.js';

export function exportsOf(asking: Asking, page: JsonPage, around: Surroundings): HTMLElement[] {
  const name = `${stem(asking.draft.file)}-${page.answer.memory}`;
  const graph = graphOf(page);
  const button = (label: string, title: string, act: () => void | Promise<void>): HTMLElement =>
    el('button', { type: 'button', class: 'small', title, onclick: () => void act() }, label);
  return [
    button('.html', 'Save the answer as a page that needs no network', async () => {
      const html = await around.engines.run('html', { page }).answer;
      download(`${name}.html`, html, 'text/html');
      announce(`${name}.html was saved`);
    }),
    ...(graph === null
      ? []
      : [
          button('.svg', 'Save the picture of the memory events', () => {
            download(`${name}.svg`, renderGraphSvg(graph), 'image/svg+xml');
            announce(`${name}.svg was saved`);
          }),
        ]),
    button('.json', 'Save the answer as fencepost check --json prints it', () => {
      download(`${name}.json`, `${JSON.stringify(page.answer)}\n`, 'application/json');
      announce(`${name}.json was saved`);
    }),
  ];
}
