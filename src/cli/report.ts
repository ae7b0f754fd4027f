/** An answer, printed for people or programs, with the picture of its execution where one is asked for. */
import type { EventGraph } from '../memory/event-graph.js';
import type { JsonComparison } from '../report/compare.js';
import type { JsonOutcome } from '../report/json.js';
import type { JsonLitmus } from '../report/litmus.js';
import type { JsonReplay } from '../report/replay.js';
import type { Style } from '../report/style.js';
import { draw, drawingLine, jsonDrawing } from './draw.js';
import { fileFault } from './faults.js';
import type { Host } from './host.js';
import { writeJson } from './json.js';
import { combine, type Status } from './status.js';
import { styleFor } from './surroundings.js';

interface Shown {
  readonly json: boolean;
  readonly quiet: boolean;
  readonly graph: string | null;
}

interface Answer {
  readonly status: Status;
  readonly graph: EventGraph | null;
  /** Why there is no graph. */
  nothingToDraw(): string;
  json(): JsonOutcome | JsonComparison | JsonLitmus | JsonReplay;
  text(options: { readonly style: Style; readonly width: number; readonly quiet: boolean }): string;
}

export async function report(host: Host, { json, quiet, graph: place }: Shown, answer: Answer): Promise<Status> {
  const drawing = await draw(host, answer.graph, place, answer.nothingToDraw);
  if (json) writeJson(host, { ...answer.json(), ...jsonDrawing(drawing) });
  else {
    const text = answer.text({ style: styleFor(host), width: host.output.columns, quiet });
    host.output.write(`${text}\n${drawingLine(drawing, quiet)}`);
  }
  if (drawing === null || !('fault' in drawing)) return answer.status;
  return combine([answer.status, fileFault(host, json, `${place}`, drawing.fault)]);
}
