/** A whole report as elements: what a page shows with or without scripts, and what a browser can show elsewhere. */
import type { EventGraph } from '../../memory/event-graph.js';
import { renderGraphSvg } from '../graph-svg.js';
import { type Child, type Element, h } from '../view/element.js';
import { explorerView } from '../view/explorer.js';
import { programView } from '../view/program.js';
import { type Run, runOf } from '../view/run.js';
import { Source } from '../view/source.js';
import { stepList } from '../view/step-list.js';
import { plural } from '../words.js';
import type { JsonPage } from './data.js';
import { explorerData, graphOf } from './explorer-data.js';
import {
  litmusSection,
  proofSection,
  remarksSection,
  repairPlaces,
  repairSection,
  scopeSection,
  section,
  verdictHeader,
  whySection,
} from './sections.js';

/** The run that a page plays: the violation, or else the run to a deadlock where that was asked for. */
export function pageRun({ answer, threads }: JsonPage): Run | null {
  return runOf(answer.trace.length > 0 ? answer.trace : (answer.deadlock ?? []), threads);
}

/** `picture`: whether there is room for that of the events. */
export function reportView(page: JsonPage, picture: boolean): Element {
  const run = pageRun(page);
  const graph = graphOf(page);
  const program = programView(new Source(page.text, page.language), run, repairPlaces(page.repair));
  const remarks = remarksSection(page);
  // A note can wait; what makes the verdict worth less cannot.
  const { verdict, warnings, assumptions } = page.answer;
  const grave = verdict === 'unknown' || (warnings ?? []).length + assumptions.length > 0;
  return h(
    'main',
    {},
    verdictHeader(page),
    scopeSection(page),
    grave ? remarks : null,
    whySection(page),
    proofSection(page),
    run === null ? section('program', 'The model', program) : runSection(page, run, program, picture),
    run === null ? null : section('steps', 'All steps', stepList(run)),
    graph === null || (run !== null && picture) ? null : graphSection(graph, picture),
    litmusSection(page),
    repairSection(page),
    grave ? null : remarks,
  );
}

function runSection(page: JsonPage, run: Run, program: Element, picture: boolean): Element {
  const data = explorerData(page);
  const graph = data.graph !== null && picture ? renderGraphSvg(data.graph) : null;
  return section(
    'run',
    'The run, step by step',
    h(
      'p',
      { class: 'hint' },
      'Use the buttons, the arrow keys and the space bar, or click a step anywhere. What a step has changed is marked; what it has read is framed. A bar in the time line is a write that waits in its store buffer.',
    ),
    // The sentences stand above.
    explorerView({ ...data, why: [], picture: graph }, run, program),
  );
}

function graphSection(graph: EventGraph, picture: boolean): Element {
  const shown: Child = picture
    ? h(
        'div',
        { class: 'graph', tabindex: 0, role: 'region', 'aria-label': 'Picture of the memory events' },
        { svg: renderGraphSvg(graph) },
      )
    : h(
        'p',
        {},
        `The picture of ${plural(graph.events.length, 'event')} is too large for this page: `,
        h('code', {}, '--graph FILE'),
        ' draws it.',
      );
  return section('events', 'The memory events', shown);
}
