/** `fencepost check FILE...`: one file after the other, each on its own: a bad one does not stop the rest. */
import type { CheckOptions } from '../check.js';
import type { Outcome } from '../evidence/outcome.js';
import { jsonOutcome } from '../report/json.js';
import { textReport } from '../report/text.js';
import { plural } from '../report/words.js';
import { commandLineFault, fileFault, internalFault, modelFault, warn } from './faults.js';
import type { Host } from './host.js';
import { readInput, STANDARD_INPUT, systemReason } from './input.js';
import type { Values } from './options.js';
import { liveLine } from './progress.js';
import { combine, STATUS, type Status } from './status.js';
import { memoryBound, styleFor } from './surroundings.js';

type CheckValues = Values<
  | 'processes'
  | 'memory'
  | 'cubes'
  | 'timeout'
  | 'maxCubes'
  | 'maxDepth'
  | 'maxProcesses'
  | 'maxStates'
  | 'maxMemory'
  | 'noApproximation'
  | 'checkInvariants'
  | 'all'
  | 'graph'
  | 'json'
  | 'quiet'
>;

function checkOptions(values: CheckValues, host: Host, maxMemory: number): CheckOptions {
  return {
    ...(values.processes === null ? {} : { processes: values.processes }),
    ...(values.memory === null ? {} : { memory: values.memory }),
    ...(values.timeout === null ? {} : { timeout: values.timeout }),
    cubes: values.cubes,
    maxCubes: values.maxCubes,
    maxDepth: values.maxDepth,
    maxProcesses: values.maxProcesses,
    maxStates: values.maxStates,
    maxMemory,
    approximate: !values.noApproximation,
    checkInvariants: values.checkInvariants,
    signal: host.stop,
  };
}

/** What became of `--graph`: the file written, why there is nothing to draw, or why it could not be written. */
type Drawing = { readonly file: string } | { readonly missing: string } | { readonly fault: string } | null;

function nothingToDraw(outcome: Outcome): string {
  if (outcome.verdict === 'holds') return 'the model holds';
  if (outcome.trace === null) return 'no execution was found';
  if (outcome.memory === 'sc') return 'an execution under SC has no graph of memory events';
  return 'the execution reads and writes no weak variable';
}

async function draw(host: Host, outcome: Outcome, place: string | null): Promise<Drawing> {
  if (place === null) return null;
  const graph = outcome.trace?.graph ?? null;
  if (graph === null) return { missing: nothingToDraw(outcome) };
  const { renderGraphSvg } = await import('../report/graph-svg.js');
  const picture = renderGraphSvg(graph);
  try {
    await host.writeFile(place, [picture]);
    return { file: place };
  } catch (error) {
    return { fault: systemReason(error) };
  }
}

function drawingLine(drawing: Drawing, quiet: boolean): string {
  if (drawing === null || 'fault' in drawing) return '';
  // A file that was asked for and is not there must be told in any case.
  if ('missing' in drawing) return `  no event graph to draw: ${drawing.missing}\n`;
  return quiet ? '' : `  event graph drawn: ${drawing.file}\n`;
}

function report(host: Host, file: string, outcome: Outcome, drawing: Drawing, values: CheckValues): void {
  if (values.json) {
    const graphFile = drawing !== null && 'file' in drawing ? drawing.file : null;
    const object = { ...jsonOutcome(file, outcome), ...(drawing === null ? {} : { graphFile }) };
    host.output.write(`${JSON.stringify(object)}\n`);
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
    if (!result.ok) return await modelFault(host, values.json, input.name, input.text, result.diagnostics);
    if (!values.quiet) await warn(host, input.text, result.warnings);
    const drawing = await draw(host, result.outcome, values.graph);
    report(host, input.name, result.outcome, drawing, values);
    const verdict = STATUS[result.outcome.verdict];
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
  if (values.graph !== null && files.length > 1) {
    return commandLineFault(host, '--graph draws the execution of one model', 'give one FILE with --graph');
  }
  if (values.graph === STANDARD_INPUT) {
    return commandLineFault(host, '--graph does not draw on standard output', 'give --graph a file');
  }
  const options = checkOptions(values, host, memoryBound(host, values.maxMemory));
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
