/** `fencepost check FILE...`. */
import { jsonOutcome } from '../report/json.js';
import { textReport } from '../report/text.js';
import { graphFault, nothingToDraw } from './draw.js';
import { fileFault, unreadable, warn } from './faults.js';
import { answerFile, answerFiles } from './files.js';
import type { Host } from './host.js';
import { readLemmas } from './lemma-file.js';
import type { Values } from './options.js';
import { htmlFault, writePage } from './page.js';
import { questionOf } from './question.js';
import { report } from './report.js';
import { combine, STATUS, type Status } from './status.js';

export async function run(values: Values<'check'>, files: readonly string[], host: Host): Promise<Status> {
  if (values.replay !== null) return (await import('./replay.js')).replay(values, files, values.replay, host);
  const wrong = graphFault(host, values.graph, files, 'model') ?? htmlFault(host, values, files);
  if (wrong !== null) return wrong;
  const lemmas = await readLemmas(host, values.lemmaFile);
  if (!lemmas.ok) return fileFault(host, values.json, lemmas.file, lemmas.message);
  const { json, quiet, allInvariants } = values;
  // Warnings that nobody is told need not be looked for.
  const untold = quiet && !json && values.html === null && (values.show ?? null) === null;
  const question = {
    ...questionOf(values, host, files.length),
    ...lemmas.given,
    ...(untold ? { warnings: false } : {}),
  };
  return answerFiles(host, files, 'checked', (file) =>
    answerFile(host, file, values, async (input, line) => {
      const result = await host.services.check(input.text, { ...question, file: input.name, onProgress: line.show });
      line.erase();
      if (!result.ok) return unreadable(host, json, input, values.language, result.diagnostics);
      if (!quiet) await warn(host, input.text, result.warnings);
      const { outcome } = result;
      const status = await report(host, values, {
        status: STATUS[outcome.verdict],
        graph: outcome.trace?.graph ?? null,
        nothingToDraw: () => nothingToDraw(outcome),
        json: () => jsonOutcome(input.name, outcome),
        text: (options) => textReport(input.name, outcome, { ...options, allInvariants }),
      });
      if (values.showRun && !json && outcome.run !== null) host.output.write(`  run: ${outcome.run}\n`);
      if (values.html === null) return status;
      const written = await writePage(host, { values, input, outcome, place: values.html, line });
      if ('fault' in written) return combine([status, fileFault(host, json, values.html, written.fault)]);
      if (!json && !quiet) host.output.write(`  report written: ${values.html}\n`);
      return status;
    }),
  );
}
