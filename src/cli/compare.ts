/** `fencepost compare FILE`: one question under SC, TSO and PSO. */
import type { Comparison } from '../check/compare.js';
import { compareText, jsonComparison, tellingOutcome } from '../report/compare.js';
import { type Drawing, draw, drawingLine, graphFault, jsonDrawing, nothingToDraw } from './draw.js';
import { commandLineFault, fileFault, internalFault, unreadable, warn } from './faults.js';
import type { Host } from './host.js';
import { readInput } from './input.js';
import { writeJson } from './json.js';
import type { Values } from './options.js';
import { liveLine } from './progress.js';
import { askedFault, questionOf } from './question.js';
import { combine, STATUS, type Status } from './status.js';
import { styleFor } from './surroundings.js';

type CompareValues = Values<
  | 'processes'
  | 'engine'
  | 'buffer'
  | 'bufferPerLocation'
  | 'atomicWaits'
  | 'property'
  | 'ltl'
  | 'where'
  | 'fairThreads'
  | 'fairBuffers'
  | 'noFairBuffers'
  | 'language'
  | 'timeout'
  | 'maxStates'
  | 'maxMemory'
  | 'graph'
  | 'json'
  | 'quiet'
>;

function report(host: Host, file: string, comparison: Comparison, drawing: Drawing, values: CompareValues): void {
  if (values.json) {
    writeJson(host, { ...jsonComparison(file, comparison), ...jsonDrawing(drawing) });
    return;
  }
  const { quiet } = values;
  const options = { style: styleFor(host), width: host.output.columns, quiet, allInvariants: false };
  host.output.write(`${compareText(file, comparison, options)}\n${drawingLine(drawing, quiet)}`);
}

export async function run(values: CompareValues, files: readonly string[], host: Host): Promise<Status> {
  const wrongAsked = askedFault(values);
  if (wrongAsked !== null) return commandLineFault(host, ...wrongAsked);
  const wrong = graphFault(host, values.graph, files, 'model');
  if (wrong !== null) return wrong;
  const input = await readInput(host, files[0] as string);
  if (!input.ok && host.stop.aborted) return STATUS.unknown;
  if (!input.ok) return fileFault(host, values.json, input.name, input.message);
  const line = liveLine(host.errors, input.name, values.quiet);
  try {
    const options = { ...questionOf(values, host), file: input.name, onProgress: line.show };
    const result = await host.services.compare(input.text, options);
    line.erase();
    if (!result.ok) return await unreadable(host, values.json, input, values.language, result.diagnostics);
    if (!values.quiet) await warn(host, input.text, result.warnings);
    const { comparison } = result;
    const telling = tellingOutcome(comparison);
    const drawing = await draw(host, telling?.trace?.graph ?? null, values.graph, () =>
      telling === null ? 'nothing tells the memory models apart' : nothingToDraw(telling),
    );
    report(host, input.name, comparison, drawing, values);
    const status = combine(comparison.outcomes.map(({ verdict }) => STATUS[verdict]));
    if (drawing === null || !('fault' in drawing)) return status;
    return combine([status, fileFault(host, values.json, `${values.graph}`, drawing.fault)]);
  } catch (error) {
    line.erase();
    return internalFault(host, values.json, input.name, error);
  }
}
