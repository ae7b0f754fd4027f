/** `fencepost report FILE`: the answer of `check` as a page for the browser. */
import { SCHEMA } from '../report/json.js';
import { PLAIN } from '../report/style.js';
import { headline } from '../report/text.js';
import { fileFault, unreadable, warn } from './faults.js';
import { answerFile, outputFault } from './files.js';
import type { Host } from './host.js';
import { STANDARD_INPUT } from './input.js';
import { writeJson } from './json.js';
import type { Values } from './options.js';
import { outputName } from './output.js';
import { writePage } from './page.js';
import { questionOf } from './question.js';
import { STATUS, type Status } from './status.js';
import { styleFor } from './surroundings.js';

export async function run(values: Values<'report'>, files: readonly string[], host: Host): Promise<Status> {
  const { json, quiet, output } = values;
  const wrong = outputFault(host, json, output);
  if (wrong !== null) return wrong;
  return answerFile(host, files[0] as string, values, async (input, line) => {
    const question = { ...questionOf(values, host), file: input.name, onProgress: line.show };
    const result = await host.services.check(input.text, question);
    line.erase();
    if (!result.ok) return unreadable(host, json, input, values.language, result.diagnostics);
    if (!quiet) await warn(host, input.text, result.warnings);
    const { outcome } = result;
    const place = output ?? outputName(files[0] as string, '.html', 'report');
    const written = await writePage(host, { values, input, outcome, place, line });
    if ('fault' in written) return fileFault(host, json, place, written.fault);
    const { verdict } = outcome;
    if (json) writeJson(host, { schema: SCHEMA, file: input.name, verdict, page: place, ...written });
    else if (place === STANDARD_INPUT) host.errors.write(`${headline(input.name, outcome, PLAIN)}\n`);
    else {
      const size = `${Math.ceil(written.bytes / 1000)} kB`;
      const told = quiet ? '' : `  report written: ${place} (${size})\n`;
      host.output.write(`${headline(input.name, outcome, styleFor(host))}\n${told}`);
    }
    return STATUS[verdict];
  });
}
