/** `fencepost check FILE...`: one file after the other, each on its own: a bad one does not stop the rest. */
import type { CheckOptions } from '../check/check.js';
import type { Outcome } from '../evidence/outcome.js';
import { jsonOutcome } from '../report/json.js';
import { textReport } from '../report/text.js';
import { plural } from '../report/words.js';
import { type Drawing, draw, drawingLine, graphFault, jsonDrawing, nothingToDraw } from './draw.js';
import { commandLineFault, fileFault, internalFault, unreadable, warn } from './faults.js';
import type { Host } from './host.js';
import { readInput, STANDARD_INPUT } from './input.js';
import { writeJson } from './json.js';
import type { Values } from './options.js';
import { liveLine } from './progress.js';
import { askedFault, questionOf } from './question.js';
import { combine, STATUS, type Status } from './status.js';
import { styleFor } from './surroundings.js';

type CheckValues = Values<
  | 'processes'
  | 'memory'
  | 'engine'
  | 'buffer'
  | 'extrapolate'
  | 'bufferPerLocation'
  | 'atomicWaits'
  | 'property'
  | 'ltl'
  | 'where'
  | 'fairThreads'
  | 'fairBuffers'
  | 'noFairBuffers'
  | 'noReduction'
  | 'language'
  | 'cubes'
  | 'timeout'
  | 'maxCubes'
  | 'maxDepth'
  | 'maxProcesses'
  | 'maxPredicates'
  | 'maxStates'
  | 'maxMemory'
  | 'noApproximation'
  | 'checkInvariants'
  | 'all'
  | 'graph'
  | 'json'
  | 'quiet'
>;

function report(host: Host, file: string, outcome: Outcome, drawing: Drawing, values: CheckValues): void {
  if (values.json) {
    writeJson(host, { ...jsonOutcome(file, outcome), ...jsonDrawing(drawing) });
    return;
  }
  const { quiet, all: allInvariants } = values;
  const options = { style: styleFor(host), width: host.output.columns, quiet, allInvariants };
  host.output.write(`${textReport(file, outcome, options)}\n${drawingLine(drawing, quiet)}`);
}

async function checkFile(file: string, values: CheckValues, options: CheckOptions, host: Host): Promise<Status> {
  const input = await readInput(host, file);
  if (!input.ok && host.stop.aborted) return STATUS.unknown;
  if (!input.ok) return fileFault(host, values.json, input.name, input.message);
  const line = liveLine(host.errors, input.name, values.quiet);
  try {
    const result = await host.services.check(input.text, { ...options, file: input.name, onProgress: line.show });
    line.erase();
    if (!result.ok) return await unreadable(host, values.json, input, values.language, result.diagnostics);
    if (!values.quiet) await warn(host, input.text, result.warnings);
    const { outcome } = result;
    const drawing = await draw(host, outcome.trace?.graph ?? null, values.graph, () => nothingToDraw(outcome));
    report(host, input.name, outcome, drawing, values);
    const verdict = STATUS[outcome.verdict];
    if (drawing === null || !('fault' in drawing)) return verdict;
    return combine([verdict, fileFault(host, values.json, `${values.graph}`, drawing.fault)]);
  } catch (error) {
    line.erase();
    return internalFault(host, values.json, input.name, error);
  }
}

export async function run(values: CheckValues, files: readonly string[], host: Host): Promise<Status> {
  if (files.indexOf(STANDARD_INPUT) !== files.lastIndexOf(STANDARD_INPUT)) {
    return commandLineFault(host, 'standard input can be read only once', `give ${STANDARD_INPUT} once`);
  }
  const wrongAsked = askedFault(values);
  if (wrongAsked !== null) return commandLineFault(host, ...wrongAsked);
  const wrong = graphFault(host, values.graph, files, 'model');
  if (wrong !== null) return wrong;
  const options = questionOf(values, host);
  const statuses: Status[] = [];
  for (const [index, file] of files.entries()) {
    if (host.stop.aborted) {
      host.errors.write(`fencepost: interrupted, ${plural(files.length - index, 'file')} not checked\n`);
      statuses.push(STATUS.unknown);
      break;
    }
    statuses.push(await checkFile(file, values, options, host));
  }
  return combine(statuses);
}
