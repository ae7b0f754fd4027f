/** `fencepost fix FILE`: where fences or atomic writes must go, as a patch. */
import { fixText, jsonFix } from '../report/fix.js';
import { commandLineFault, fileFault, internalFault, unreadable, warn } from './faults.js';
import type { Host } from './host.js';
import { readInput, STANDARD_INPUT, systemReason } from './input.js';
import { writeJson } from './json.js';
import type { Values } from './options.js';
import { liveLine } from './progress.js';
import { askedFault, questionOf } from './question.js';
import { STATUS, type Status } from './status.js';
import { styleFor } from './surroundings.js';

type FixValues = Values<
  | 'property'
  | 'ltl'
  | 'where'
  | 'with'
  | 'all'
  | 'method'
  | 'memory'
  | 'processes'
  | 'engine'
  | 'buffer'
  | 'bufferPerLocation'
  | 'atomicWaits'
  | 'fairThreads'
  | 'fairBuffers'
  | 'noFairBuffers'
  | 'language'
  | 'output'
  | 'timeout'
  | 'maxStates'
  | 'maxMemory'
  | 'json'
  | 'quiet'
>;

const STATUSES = {
  unneeded: STATUS.holds,
  repaired: STATUS.holds,
  unrepairable: STATUS.violated,
  unknown: STATUS.unknown,
} as const;

export async function run(values: FixValues, files: readonly string[], host: Host): Promise<Status> {
  const wrongAsked = askedFault(values);
  if (wrongAsked !== null) return commandLineFault(host, ...wrongAsked);
  if (values.json && values.output === STANDARD_INPUT) {
    return commandLineFault(host, '--json and --output - both want standard output', 'give --output a file');
  }
  const input = await readInput(host, files[0] as string);
  if (!input.ok && host.stop.aborted) return STATUS.unknown;
  if (!input.ok) return fileFault(host, values.json, input.name, input.message);
  const line = liveLine(host.errors, input.name, values.quiet);
  try {
    const question = {
      ...questionOf(values, host),
      file: input.name,
      onProgress: line.show,
      with: values.with,
      method: values.method,
      all: values.all,
    };
    const result = await host.services.fix(input.text, question);
    line.erase();
    if (!result.ok) return await unreadable(host, values.json, input, values.language, result.diagnostics);
    if (!values.quiet) await warn(host, input.text, result.warnings);
    const [first] = result.sets;
    if (values.output !== null && first !== undefined) {
      const fault = await write(host, values.output, first.text);
      if (fault !== null) return fileFault(host, values.json, values.output, fault);
    }
    const options = { style: styleFor(host), width: host.output.columns, quiet: values.quiet };
    // The text itself may be on standard output: then people read the report beside it.
    const stream = values.output === STANDARD_INPUT ? host.errors : host.output;
    if (values.json) writeJson(host, jsonFix(input.name, result));
    else stream.write(`${fixText(input.name, result, options)}\n`);
    return STATUSES[result.status];
  } catch (error) {
    line.erase();
    return internalFault(host, values.json, input.name, error);
  }
}

async function write(host: Host, place: string, text: string): Promise<string | null> {
  if (place === STANDARD_INPUT) {
    host.output.write(text);
    return null;
  }
  try {
    await host.writeFile(place, [text]);
    return null;
  } catch (error) {
    return systemReason(error);
  }
}
