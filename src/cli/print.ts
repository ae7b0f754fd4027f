/**
 * `fencepost print FILE...`: models in one layout, for people and for comparing two versions of one; the formatter, with
 * `--write`.
 */
import { commandLineFault, fileFault, unreadable } from './faults.js';
import type { Host } from './host.js';
import { readInput, STANDARD_INPUT, systemReason } from './input.js';
import type { Values } from './options.js';
import { combine, STATUS, type Status } from './status.js';

type PrintValues = Values<'write' | 'check' | 'language'>;

async function printFile(file: string, values: PrintValues, host: Host): Promise<Status> {
  const input = await readInput(host, file);
  if (!input.ok) return fileFault(host, false, input.name, input.message);
  const result = await host.services.print(input.text, input.name, values.language);
  if (!result.ok) return unreadable(host, false, input, values.language, result.diagnostics);
  const text = result.text.endsWith('\n') ? result.text : `${result.text}\n`;
  if (values.check) {
    if (text === input.text) return STATUS.holds;
    host.errors.write(`${input.name}: is laid out differently: fencepost print --write ${input.name}\n`);
    return STATUS.violated;
  }
  if (!values.write) {
    host.output.write(text);
    return STATUS.holds;
  }
  try {
    if (text !== input.text) await host.writeFile(file, [text]);
    return STATUS.holds;
  } catch (error) {
    return fileFault(host, false, input.name, systemReason(error));
  }
}

export async function run(values: PrintValues, files: readonly string[], host: Host): Promise<Status> {
  if (values.write && files.includes(STANDARD_INPUT))
    return commandLineFault(host, '--write does not write to standard input', 'give a FILE with --write');
  const statuses: Status[] = [];
  for (const file of files) statuses.push(await printFile(file, values, host));
  return combine(statuses);
}
