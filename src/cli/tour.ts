/**
 * `fencepost tour`: checks the examples that come with the program under each memory they are made for, and compares
 * every answer with the expected one. A newcomer is greeted by three of them and gets a line for each folder, whoever asks for
 * more a line for each example, and programs one for each answer.
 */
import path from 'node:path';
import { suitedTo } from '../check/applies.js';
import type { CheckOptions } from '../check/check.js';
import { type MemoryName, memoryNamed } from '../memory/models.js';
import { DASHED, reasonText, remarkText } from '../report/remarks.js';
import { plural } from '../report/words.js';
import { type Example, type ExampleModel, type ExampleProgram, type ExampleTest, readExamples } from './examples.js';
import { commandLineFault, fileFault, internalFault, modelFault } from './faults.js';
import { greet } from './greeting.js';
import type { Host } from './host.js';
import { readInput } from './input.js';
import { writeJson } from './json.js';
import type { Values } from './options.js';
import { liveLine } from './progress.js';
import { givenOf } from './question.js';
import { combine, STATUS, type Status } from './status.js';
import { memoryBounds, styleFor } from './surroundings.js';
import { foldedReport, fullReport, quietReport, type TourReport } from './tour-report.js';
import { asExpected, type GivenAnswer, jsonAnswer } from './tour-table.js';

type TourValues = Values<'tour'>;

/** What is asked of every example in the same way. */
function commonOptions(example: Example, memory: MemoryName, values: TourValues, host: Host) {
  return {
    file: example.file,
    memory,
    ...memoryBounds(host, null),
    signal: host.stop,
    ...givenOf(values),
  };
}

async function checkModel(
  example: ExampleModel | ExampleProgram,
  memory: MemoryName,
  text: string,
  values: TourValues,
  host: Host,
): Promise<GivenAnswer | Status> {
  const line = liveLine(host.errors, example.file, { ...values, quiet: values.json || values.quiet });
  const options: CheckOptions = {
    ...commonOptions(example, memory, values, host),
    onProgress: line.show,
    ...(example.processes === null ? {} : { processes: example.processes }),
    ...(example.kind === 'program' ? suitedTo(memoryNamed(memory), example.asked ?? {}) : null),
  };
  const result = await host.services.check(text, options).finally(() => line.erase());
  if (!result.ok) return modelFault(host, values.json, { name: example.file, text }, result.diagnostics);
  const { verdict, processes, seconds, counts, trace } = result.outcome;
  return {
    kind: 'model',
    memory,
    answer: verdict,
    processes,
    seconds,
    counts,
    steps: trace?.steps.length ?? null,
    reason: remarkText(result.outcome, DASHED),
  };
}

async function observeTest(
  example: ExampleTest,
  memory: MemoryName,
  text: string,
  values: TourValues,
  host: Host,
): Promise<GivenAnswer | Status> {
  const result = await host.services.litmus(text, commonOptions(example, memory, values, host));
  if (!result.ok) return modelFault(host, values.json, { name: example.file, text: result.text }, result.diagnostics);
  const { observation, condition, seconds, counts } = result.answer;
  const reason = result.answer.reason === null ? null : reasonText(result.answer.reason, DASHED);
  return { kind: 'litmus', memory, answer: observation ?? 'unknown', condition, seconds, counts, reason };
}

async function ask(
  example: Example,
  memory: MemoryName,
  text: string,
  values: TourValues,
  host: Host,
): Promise<GivenAnswer | Status> {
  try {
    if (example.kind === 'litmus') return await observeTest(example, memory, text, values, host);
    return await checkModel(example, memory, text, values, host);
  } catch (error) {
    return internalFault(host, values.json, example.file, error);
  }
}

/** All that is expected of one example; the statuses are fewer than that when the tour was stopped. */
async function visit(
  example: Example,
  values: TourValues,
  host: Host,
  show: (answer: GivenAnswer) => void,
): Promise<Status[]> {
  const input = await readInput(host, path.join(host.root, 'examples', example.file));
  if (!input.ok) {
    const status = fileFault(host, values.json, input.name, input.message);
    return example.expected.map(() => status);
  }
  const statuses: Status[] = [];
  for (const [memory] of example.expected) {
    if (host.stop.aborted) break;
    const answer = await ask(example, memory, input.text, values, host);
    if (typeof answer === 'number') statuses.push(answer);
    else {
      show(answer);
      statuses.push(asExpected(example, answer) ? STATUS.holds : STATUS.violated);
    }
  }
  return statuses;
}

export async function run(values: TourValues, _operands: readonly string[], host: Host): Promise<Status> {
  const list = path.join(host.root, 'examples', 'expected.json');
  const input = await readInput(host, list);
  if (!input.ok) return fileFault(host, values.json, input.name, input.message);
  const read = readExamples(input.text);
  if (!read.ok) return fileFault(host, values.json, input.name, read.message);
  const examples = read.examples.filter(({ file }) => file.includes(values.filter ?? ''));
  if (examples.length === 0 && values.filter !== null) {
    return commandLineFault(host, `no example has '${values.filter}' in its name`, 'fencepost tour visits all of them');
  }
  const planned = examples.reduce((sum, { expected }) => sum + expected.length, 0);
  const told = reportOf(examples, values, host);
  const print = (lines: readonly string[]): void => host.output.write(lines.map((line) => `${line}\n`).join(''));
  const folded = !values.json && !values.quiet && !values.full && values.filter === null;
  if (folded) await greet(host);
  if (folded) print([`Now all examples, ${plural(planned, 'answer')}, each compared with the expected one:`, '']);
  print(told.titles);
  const statuses: Status[] = [];
  for (const example of examples) {
    if (host.stop.aborted) break;
    const answers: GivenAnswer[] = [];
    const found = await visit(example, values, host, (answer) => {
      if (values.json) writeJson(host, jsonAnswer(example, answer));
      answers.push(answer);
    });
    print(told.answered(example, answers));
    statuses.push(...found);
  }
  if (!values.json) print([...told.footnotes, summary(statuses, planned)]);
  return statuses.length < planned ? combine([...statuses, STATUS.unknown]) : combine(statuses);
}

/** Some examples are worth a line each, all of them are too many. */
function reportOf(examples: readonly Example[], { json, quiet, full, filter }: TourValues, host: Host): TourReport {
  const style = styleFor(host);
  if (json) return NOTHING;
  if (quiet) return quietReport(examples, style);
  return full || filter !== null ? fullReport(examples, style) : foldedReport(examples, style);
}

const NOTHING: TourReport = { titles: [], answered: () => [], footnotes: [] };

function summary(statuses: readonly Status[], planned: number): string {
  const good = statuses.filter((status) => status === STATUS.holds).length;
  const skipped = planned - statuses.length;
  return `${good} of ${plural(planned, 'answer')} as expected${skipped === 0 ? '' : `, ${skipped} not asked for`}`;
}
