/** `fencepost fix FILE`: where fences or atomic writes must go, as a patch. */

import { partsOf } from '../languages/shared/bundle.js';
import { fixText, jsonFix } from '../report/fix.js';
import { fileFault, unreadable, warn } from './faults.js';
import { answerFile, outputFault } from './files.js';
import type { Host } from './host.js';
import { STANDARD_INPUT } from './input.js';
import { writeJson } from './json.js';
import type { Values } from './options.js';
import { writeOutput } from './output.js';
import { questionOf } from './question.js';
import { STATUS, type Status } from './status.js';
import { styleFor } from './surroundings.js';

const STATUSES = {
  unneeded: STATUS.holds,
  repaired: STATUS.holds,
  unrepairable: STATUS.violated,
  unknown: STATUS.unknown,
} as const;

export async function run(values: Values<'fix'>, files: readonly string[], host: Host): Promise<Status> {
  const { json, quiet, output } = values;
  const wrong = outputFault(host, json, output);
  if (wrong !== null) return wrong;
  return answerFile(host, files[0] as string, values, async (input, line) => {
    const question = { ...questionOf(values, host), file: input.name, onProgress: line.show };
    const result = await host.services.fix(input.text, question);
    line.erase();
    if (!result.ok) return unreadable(host, json, input, values.language, result.diagnostics);
    if (!quiet) await warn(host, input.text, result.warnings);
    const [first] = result.sets;
    if (output !== null && first !== undefined) {
      const [own, ...others] = partsOf(first.text);
      if (others.length > 0 && first.places.some((place) => place.file !== undefined))
        return fileFault(
          host,
          json,
          output,
          `not written: the repair changes a file that ${input.name} includes; apply the patch`,
        );
      const fault = await writeOutput(host, output, [first.text.slice(0, own?.end)]);
      if (fault !== null) return fileFault(host, json, output, fault);
    }
    if (json) writeJson(host, jsonFix(input.name, result));
    else {
      // The text itself may be on standard output: then people read the report beside it.
      const stream = output === STANDARD_INPUT ? host.errors : host.output;
      stream.write(`${fixText(input.name, result, { style: styleFor(host), width: host.output.columns, quiet })}\n`);
    }
    return STATUSES[result.status];
  });
}
