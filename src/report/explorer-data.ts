/** What the explorer shows of an answer, as plain data: for hosts that mount it themselves. */
import type { Outcome } from '../evidence/outcome.js';
import type { LanguageName } from '../languages/index.js';
import { renderGraphSvg } from './graph-svg.js';
import { jsonTrace } from './json-trace.js';
import { jsonWhy } from './json-why.js';
import type { ExplorerData } from './view/explorer.js';
import { fenceAs } from './why.js';
import { actorName } from './words.js';

/** Events; a picture of more would help nobody. */
const MOST_EVENTS = 400;

/** Null where the answer has no run. */
export function explorerDataOf(
  outcome: Outcome,
  { text, language }: { readonly text: string; readonly language: LanguageName },
): ExplorerData | null {
  const trace = outcome.trace ?? outcome.deadlock ?? null;
  if (trace === null) return null;
  const { graph } = trace;
  return {
    memory: trace.memory,
    threads: Array.from({ length: trace.processes }, (_, index) => actorName(trace, index + 1)),
    trace: jsonTrace(trace),
    text,
    language,
    ...jsonWhy(trace.why, trace.memory, fenceAs(outcome.actors)),
    graph,
    picture: graph === null || graph.events.length > MOST_EVENTS ? null : renderGraphSvg(graph),
  };
}
