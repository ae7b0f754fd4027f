/** The run of an answer in the explorer that reports have, too, with the lines that it is at marked in the editor. */
import { mountExplorer, type Places } from '../../src/report/browser/explorer.js';
import { renderGraphSvg } from '../../src/report/graph-svg.js';
import type { JsonPage } from '../../src/report/page/data.js';
import { explorerData } from '../../src/report/page/explorer-data.js';
import { byId } from '../dom.js';
import type { LineMarks } from '../editor/marks.js';

/** A picture of more events helps nobody. */
const MOST_EVENTS = 400;

export function mountRun(box: HTMLElement, page: JsonPage, mark: (marks: LineMarks | null) => void): () => void {
  const data = explorerData(page);
  const { graph, threads } = data;
  const picture = graph === null || graph.events.length > MOST_EVENTS ? null : renderGraphSvg(graph);
  const onStep = (_step: number, places: Places): void => mark(marksOf(places, threads));
  const { destroy } = mountExplorer(box, { ...data, picture }, { onStep, keys: byId('answers') });
  return destroy;
}

function marksOf({ performed, actor, threads }: Places, names: readonly string[]): LineMarks {
  return {
    performed: performed === null ? null : { ...performed, thread: actor ?? -1 },
    pins: threads.flatMap((place, thread) =>
      place === null ? [] : [{ line: place.first, name: names[thread] ?? '', thread }],
    ),
  };
}
