/** `fencepost print FILE`: the model in one layout, for people and for comparing two versions of it. */
import { fileFault, modelFault } from './faults.js';
import type { Host } from './host.js';
import { readInput } from './input.js';
import { STATUS, type Status } from './status.js';

export async function run(_values: object, files: readonly string[], host: Host): Promise<Status> {
  for (const file of files) {
    const input = await readInput(host, file);
    if (!input.ok) return fileFault(host, false, input.name, input.message);
    const result = await host.services.print(input.text, input.name);
    if (!result.ok) return modelFault(host, false, input.name, input.text, result.diagnostics);
    host.output.write(result.text.endsWith('\n') ? result.text : `${result.text}\n`);
  }
  return STATUS.holds;
}
