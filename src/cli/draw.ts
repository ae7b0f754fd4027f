/** `--graph FILE`: the memory events of an execution as a picture. */

import type { Outcome } from '../evidence/outcome.js';
import type { EventGraph } from '../memory/event-graph.js';
import { hasBuffers, memoryNamed } from '../memory/models.js';
import { commandLineFault } from './faults.js';
import type { Host } from './host.js';
import { STANDARD_INPUT, systemReason } from './input.js';
import type { Status } from './status.js';

/** The file that was written, why there is nothing to draw, or why it cannot be written; null: no picture was asked for. */
type Drawing = { readonly file: string } | { readonly missing: string } | { readonly fault: string } | null;

export async function draw(
  host: Host,
  graph: EventGraph | null,
  place: string | null,
  nothing: () => string,
): Promise<Drawing> {
  if (place === null) return null;
  if (graph === null) return { missing: nothing() };
  const { renderGraphSvg } = await import('../report/graph-svg.js');
  const picture = renderGraphSvg(graph);
  try {
    await host.writeFile(place, [picture]);
    return { file: place };
  } catch (error) {
    return { fault: systemReason(error) };
  }
}

/** Why an outcome has no graph. */
export function nothingToDraw(outcome: Outcome): string {
  if (outcome.verdict === 'holds') return 'the model holds';
  if (outcome.trace === null) return 'no execution was found';
  if (!hasBuffers(memoryNamed(outcome.memory))) return 'an execution under SC has no graph of memory events';
  return 'the execution reads and writes no weak variable';
}

export function drawingLine(drawing: Drawing, quiet: boolean): string {
  if (drawing === null || 'fault' in drawing) return '';
  // A file that was asked for and is not there must be told in any case.
  if ('missing' in drawing) return `  no event graph to draw: ${drawing.missing}\n`;
  return quiet ? '' : `  event graph drawn: ${drawing.file}\n`;
}

/** What `--graph` adds to a JSON object. */
export interface JsonDrawing {
  /** With `--graph`: the file written, or null when there was nothing to draw. */
  readonly graphFile?: string | null;
}

export function jsonDrawing(drawing: Drawing): JsonDrawing {
  if (drawing === null) return {};
  return { graphFile: 'file' in drawing ? drawing.file : null };
}

/** What is wrong with `--graph` on this command line; null when nothing is. `one`: what the command draws. */
export function graphFault(host: Host, place: string | null, files: readonly string[], one: string): Status | null {
  if (place !== null && files.length > 1)
    return commandLineFault(host, `--graph draws the execution of one ${one}`, 'give one FILE with --graph');
  if (place === STANDARD_INPUT)
    return commandLineFault(host, '--graph does not draw on standard output', 'give --graph a file');
  return null;
}
