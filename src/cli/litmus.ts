/** `fencepost litmus FILE...`: the final states of litmus tests, one file after the other, each on its own. */
import type { LitmusAnswer, LitmusOptions } from '../check/litmus.js';
import { jsonLitmus, litmusText } from '../report/litmus.js';
import { plural } from '../report/words.js';
import { type Drawing, draw, drawingLine, graphFault, jsonDrawing } from './draw.js';
import { commandLineFault, fileFault, internalFault, modelFault, warn } from './faults.js';
import type { Host } from './host.js';
import { readInput, STANDARD_INPUT } from './input.js';
import { writeJson } from './json.js';
import type { Values } from './options.js';
import { combine, STATUS, type Status } from './status.js';
import { memoryBound, styleFor } from './surroundings.js';

type LitmusValues = Values<'memory' | 'outcome' | 'unroll' | 'timeout' | 'maxMemory' | 'graph' | 'json' | 'quiet'>;

function litmusOptions(values: LitmusValues, host: Host): LitmusOptions {
  return {
    ...(values.memory === null ? {} : { memory: values.memory }),
    ...(values.outcome === null ? {} : { outcome: values.outcome }),
    ...(values.timeout === null ? {} : { timeout: values.timeout }),
    unroll: values.unroll,
    maxMemory: memoryBound(host, values.maxMemory),
    signal: host.stop,
  };
}

function report(host: Host, file: string, answer: LitmusAnswer, drawing: Drawing, values: LitmusValues): void {
  if (values.json) {
    writeJson(host, { ...jsonLitmus(file, answer), ...jsonDrawing(drawing) });
    return;
  }
  const options = { style: styleFor(host), width: host.output.columns, quiet: values.quiet };
  host.output.write(`${litmusText(file, answer, options)}\n${drawingLine(drawing, values.quiet)}`);
}

async function answerFile(file: string, values: LitmusValues, options: LitmusOptions, host: Host): Promise<Status> {
  const input = await readInput(host, file);
  if (!input.ok && host.stop.aborted) return STATUS.unknown;
  if (!input.ok) return fileFault(host, values.json, input.name, input.message);
  try {
    const result = await host.services.litmus(input.text, { ...options, file: input.name });
    if (!result.ok) return await modelFault(host, values.json, input.name, result.text, result.diagnostics);
    if (!values.quiet) await warn(host, input.text, result.warnings);
    const graph = result.answer.outcome?.graph ?? null;
    const drawing = await draw(host, graph, values.graph, () => 'there is no execution to show');
    report(host, input.name, result.answer, drawing, values);
    const status = result.answer.reason === null ? STATUS.holds : STATUS.unknown;
    if (drawing === null || !('fault' in drawing)) return status;
    return combine([status, fileFault(host, values.json, `${values.graph}`, drawing.fault)]);
  } catch (error) {
    return internalFault(host, values.json, input.name, error);
  }
}

export async function run(values: LitmusValues, files: readonly string[], host: Host): Promise<Status> {
  if (files.indexOf(STANDARD_INPUT) !== files.lastIndexOf(STANDARD_INPUT)) {
    return commandLineFault(host, 'standard input can be read only once', `give ${STANDARD_INPUT} once`);
  }
  const wrong = graphFault(host, values.graph, files, 'test');
  if (wrong !== null) return wrong;
  const options = litmusOptions(values, host);
  const statuses: Status[] = [];
  for (const [index, file] of files.entries()) {
    if (host.stop.aborted) {
      host.errors.write(`fencepost: interrupted, ${plural(files.length - index, 'file')} not answered\n`);
      statuses.push(STATUS.unknown);
      break;
    }
    statuses.push(await answerFile(file, values, options, host));
  }
  return combine(statuses);
}
