/**
 * `fencepost print FILE...`: models in one layout, for people and for comparing two versions of one; the formatter, with
 * `--write`.
 */
import { SCHEMA } from '../report/json.js';
import { commandLineFault, fileFault, unreadable } from './faults.js';
import { answerFile, answerFiles, type Readable } from './files.js';
import type { Host } from './host.js';
import { STANDARD_INPUT, systemReason } from './input.js';
import { writeJson } from './json.js';
import type { Values } from './options.js';
import { questionOf } from './question.js';
import { STATUS, type Status } from './status.js';

type PrintValues = Values<'print'>;

type Question = ReturnType<typeof questionOf<PrintValues>>;

async function printText(input: Readable, values: PrintValues, question: Question, host: Host): Promise<Status> {
  const { json, language } = values;
  const result = await host.services.print(input.text, { ...question, file: input.name });
  if (!result.ok) return unreadable(host, json, input, language, result.diagnostics);
  const text = result.text.endsWith('\n') ? result.text : `${result.text}\n`;
  const laidOut = text === input.text;
  try {
    if (values.write && !laidOut) await host.writeFile(input.name, [text]);
  } catch (error) {
    return fileFault(host, json, input.name, systemReason(error));
  }
  if (json) writeJson(host, { schema: SCHEMA, file: input.name, laidOut, text });
  else if (values.check && !laidOut) {
    if (!values.quiet)
      host.errors.write(`${input.name}: is laid out differently: fencepost print --write ${input.name}\n`);
  } else if (!values.check && !values.write && !values.quiet) host.output.write(text);
  return values.check && !laidOut ? STATUS.violated : STATUS.holds;
}

export async function run(values: PrintValues, files: readonly string[], host: Host): Promise<Status> {
  if (values.write && values.check)
    return commandLineFault(host, '--write and --check exclude each other', 'give one of them');
  if (values.write && files.includes(STANDARD_INPUT))
    return commandLineFault(host, '--write does not write to standard input', 'give a FILE with --write');
  const question = questionOf(values, host, files.length);
  return answerFiles(host, files, 'answered', (file) =>
    answerFile(host, file, { json: values.json, quiet: true }, (input) => printText(input, values, question, host)),
  );
}
