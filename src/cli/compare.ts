/** `fencepost compare FILE`: one question under SC, TSO and PSO. */
import { compareText, jsonComparison, tellingOutcome } from '../report/compare.js';
import { graphFault, nothingToDraw } from './draw.js';
import { unreadable, warn } from './faults.js';
import { answerFile } from './files.js';
import type { Host } from './host.js';
import type { Values } from './options.js';
import { questionOf } from './question.js';
import { report } from './report.js';
import { combine, STATUS, type Status } from './status.js';

export async function run(values: Values<'compare'>, files: readonly string[], host: Host): Promise<Status> {
  const wrong = graphFault(host, values.graph, files, 'model');
  if (wrong !== null) return wrong;
  const { json, quiet } = values;
  return answerFile(host, files[0] as string, values, async (input, line) => {
    const options = { ...questionOf(values, host), file: input.name, onProgress: line.show };
    const result = await host.services.compare(input.text, options);
    line.erase();
    if (!result.ok) return unreadable(host, json, input, values.language, result.diagnostics);
    if (!quiet) await warn(host, input.text, result.warnings);
    const { comparison } = result;
    const telling = tellingOutcome(comparison);
    return report(host, values, {
      status: combine(comparison.outcomes.map(({ verdict }) => STATUS[verdict])),
      graph: telling?.trace?.graph ?? null,
      nothingToDraw: () => (telling === null ? 'the memory models do not differ here' : nothingToDraw(telling)),
      json: () => jsonComparison(input.name, comparison),
      text: (options) => compareText(input.name, comparison, { ...options, allInvariants: values.allInvariants }),
    });
  });
}
