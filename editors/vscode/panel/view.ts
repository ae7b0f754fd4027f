/** A report for the panel of an editor: the explorer first, and without the text, which the editor shows. */
import { renderGraphSvg } from '../../../src/report/graph-svg.js';
import type { JsonPage } from '../../../src/report/page/data.js';
import { pageRun } from '../../../src/report/page/document.js';
import { explorerData } from '../../../src/report/page/explorer-data.js';
import {
  litmusSection,
  proofSection,
  remarksSection,
  repairSection,
  section,
  verdictHeader,
} from '../../../src/report/page/sections.js';
import { type Element, h } from '../../../src/report/view/element.js';
import { explorerView } from '../../../src/report/view/explorer.js';
import { stepList } from '../../../src/report/view/step-list.js';

/** Events; a larger picture is no picture in a panel. */
const MOST_EVENTS = 200;

export function panelView(page: JsonPage): Element {
  const run = pageRun(page);
  const data = explorerData(page);
  const { graph } = data;
  const picture = graph === null || graph.events.length > MOST_EVENTS ? null : renderGraphSvg(graph);
  return h(
    'main',
    {},
    verdictHeader(page),
    run === null ? null : explorerView({ ...data, picture }, run),
    run === null ? null : section('steps', 'All steps', stepList(run)),
    proofSection(page),
    litmusSection(page),
    repairSection(page),
    remarksSection(page),
  );
}
