/** What the explorer of a page shows: the data of the page, in its terms. It is small, because the script of every page has it. */
import type { EventGraph } from '../../memory/event-graph.js';
import type { ExplorerData } from '../view/explorer.js';
import type { JsonPage } from './data.js';

/** The picture that the page has: that of the run, or of the outcome of a litmus test. */
export function graphOf({ answer, litmus }: JsonPage): EventGraph | null {
  return answer.graph ?? litmus?.graph ?? null;
}

/** The run is the violation, or else the one to a deadlock, where that was asked for. The picture is made elsewhere. */
export function explorerData(page: JsonPage): ExplorerData {
  const { answer, threads, text, language } = page;
  const { memory, why, cycle } = answer;
  const trace = answer.trace.length > 0 ? answer.trace : (answer.deadlock ?? []);
  return { memory, threads, trace, text, language, why, cycle, graph: graphOf(page), picture: null };
}
