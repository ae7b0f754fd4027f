/** `fencepost reduce FILE`: a program whose store buffers are variables. */
import { SCHEMA } from '../report/json.js';
import { commandLineFault, fileFault, spellingOf, unreadable, warn } from './faults.js';
import { answerFile, outputFault } from './files.js';
import type { Host } from './host.js';
import { STANDARD_INPUT } from './input.js';
import { writeJson } from './json.js';
import type { Values } from './options.js';
import { writeOutput } from './output.js';
import { questionOf } from './question.js';
import { STATUS, type Status } from './status.js';

export async function run(values: Values<'reduce'>, files: readonly string[], host: Host): Promise<Status> {
  const { json, output } = values;
  const { buffer, processes, ...others } = questionOf(values, host);
  if (buffer === 'unbounded')
    return commandLineFault(host, 'a reduced program has buffers of a given length', 'give --buffer a number');
  if (processes === 'any') {
    const help = `give ${spellingOf(host)('processes')} a number`;
    return commandLineFault(host, 'a reduced program has a given number of threads', help);
  }
  const wrong = outputFault(host, json, output);
  if (wrong !== null) return wrong;
  return answerFile(host, files[0] as string, values, async (input) => {
    const bounds = { ...(buffer === undefined ? {} : { buffer }), ...(processes === undefined ? {} : { processes }) };
    const result = await host.services.reduce(input.text, { ...others, ...bounds, file: input.name });
    if (!result.ok) return unreadable(host, json, input, values.language, result.diagnostics);
    if (!values.quiet) await warn(host, input.text, result.warnings);
    const { reduced } = result;
    const toFile = output !== null && output !== STANDARD_INPUT;
    const fault = toFile ? await writeOutput(host, output, [reduced.text]) : null;
    if (fault !== null) return fileFault(host, json, `${output}`, fault);
    if (json) writeJson(host, { schema: SCHEMA, file: input.name, ...reduced });
    else if (!toFile) host.output.write(reduced.text);
    return STATUS.holds;
  });
}
