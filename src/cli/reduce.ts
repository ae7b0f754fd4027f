/** `fencepost reduce FILE`: a program whose store buffers are variables. */
import { SCHEMA } from '../report/json.js';
import { commandLineFault, fileFault, internalFault, unreadable, warn } from './faults.js';
import type { Host } from './host.js';
import { readInput, STANDARD_INPUT, systemReason } from './input.js';
import { writeJson } from './json.js';
import type { Values } from './options.js';
import { STATUS, type Status } from './status.js';

type ReduceValues = Values<'memory' | 'buffer' | 'processes' | 'atomicWaits' | 'language' | 'output' | 'json'>;

export async function run(values: ReduceValues, files: readonly string[], host: Host): Promise<Status> {
  const { json, output, buffer, processes } = values;
  if (buffer === 'unbounded')
    return commandLineFault(host, 'a reduced program has buffers of a given length', 'give --buffer a number');
  if (processes === 'any')
    return commandLineFault(host, 'a given number of threads is reduced', 'give --processes a number');
  if (json && output === STANDARD_INPUT)
    return commandLineFault(host, '--json and --output - both want standard output', 'give --output a file');
  const input = await readInput(host, files[0] as string);
  if (!input.ok && host.stop.aborted) return STATUS.unknown;
  if (!input.ok) return fileFault(host, json, input.name, input.message);
  try {
    const result = await host.services.reduce(input.text, {
      file: input.name,
      ...(buffer === null ? {} : { buffer }),
      atomicWaits: values.atomicWaits,
      ...(values.memory === null ? {} : { memory: values.memory }),
      ...(values.language === null ? {} : { language: values.language }),
      ...(processes === null ? {} : { processes }),
    });
    if (!result.ok) return await unreadable(host, json, input, values.language, result.diagnostics);
    await warn(host, input.text, result.warnings);
    const { reduced } = result;
    const toFile = output !== null && output !== STANDARD_INPUT;
    if (toFile) {
      const fault = await write(host, output, reduced.text);
      if (fault !== null) return fileFault(host, json, output, fault);
    }
    if (json) writeJson(host, { schema: SCHEMA, file: input.name, ...reduced });
    else if (!toFile) host.output.write(reduced.text);
    return STATUS.holds;
  } catch (error) {
    return internalFault(host, json, input.name, error);
  }
}

/** What the system says when it cannot be written. */
async function write(host: Host, place: string, text: string): Promise<string | null> {
  try {
    await host.writeFile(place, [text]);
    return null;
  } catch (error) {
    return systemReason(error);
  }
}
