/** `fencepost litmus FILE...`: the final states of litmus tests. */
import { jsonLitmus, litmusText } from '../report/litmus.js';
import { graphFault } from './draw.js';
import { modelFault, warn } from './faults.js';
import { answerFile, answerFiles } from './files.js';
import type { Host } from './host.js';
import type { Values } from './options.js';
import { questionOf } from './question.js';
import { report } from './report.js';
import { STATUS, type Status } from './status.js';

export async function run(values: Values<'litmus'>, files: readonly string[], host: Host): Promise<Status> {
  const wrong = graphFault(host, values.graph, files, 'test');
  if (wrong !== null) return wrong;
  const question = questionOf(values, host, files.length);
  const { json, quiet } = values;
  return answerFiles(host, files, 'answered', (file) =>
    answerFile(host, file, values, async (input) => {
      const result = await host.services.litmus(input.text, { ...question, file: input.name });
      if (!result.ok) return modelFault(host, json, { ...input, text: result.text }, result.diagnostics);
      if (!quiet) await warn(host, input.text, result.warnings);
      const { answer } = result;
      return report(host, values, {
        status: answer.reason === null ? STATUS.holds : STATUS.unknown,
        graph: answer.outcome?.graph ?? null,
        nothingToDraw: () => 'there is no execution to show',
        json: () => jsonLitmus(input.name, answer),
        text: (options) => litmusText(input.name, answer, options),
      });
    }),
  );
}
