/**
 * `fencepost tour`: checks the examples that come with the program under each memory they are made for, and compares
 * every answer with the expected one. A newcomer is greeted by three of them and gets a line for each folder, whoever asks for
 * more a line for each example, and programs one for each answer. Several are answered at a time, and told in their order.
 */
import { availableParallelism } from 'node:os';
import path from 'node:path';
import type { BatchAnswer, Put } from '../batch/answer.js';
import type { Ended } from '../batch/child.js';
import type { QuestionAsker } from '../batch/run.js';
import type { MemoryName } from '../memory/models.js';
import { plural } from '../report/words.js';
import { liveBar } from './batch-progress.js';
import { type Example, readExamples } from './examples.js';
import { commandLineFault, crashFault, fileFault, internalFault, modelFault } from './faults.js';
import { greet } from './greeting.js';
import type { Host } from './host.js';
import { readInput } from './input.js';
import { writeJson } from './json.js';
import type { Values } from './options.js';
import { combine, STATUS, type Status } from './status.js';
import { memoryBounds, styleFor } from './surroundings.js';
import { foldedReport, fullReport, quietReport, type TourReport } from './tour-report.js';
import { asExpected, type GivenAnswer, jsonAnswer } from './tour-table.js';

type TourValues = Values<'tour'>;

/** What is asked of an example under one memory. */
function questionOf(example: Example, memory: MemoryName, text: string, limits: Put['limits']): Put {
  const { file } = example;
  const common = { file, text, memory, limits };
  if (example.kind === 'litmus') return { ...common, kind: 'litmus', processes: null, asked: {} };
  const asked = example.kind === 'program' ? (example.asked ?? {}) : {};
  return { ...common, kind: 'check', processes: example.processes, asked };
}

/** All answers about an example are under way at once; they are told in their order. */
interface Visit {
  readonly example: Example;
  readonly answers: readonly (() => Promise<GivenAnswer | Status>)[];
}

async function begin(example: Example, asker: QuestionAsker, values: TourValues, host: Host): Promise<Visit> {
  const input = await readInput(host, path.join(host.root, 'examples', example.file));
  if (!input.ok) {
    const fault = async (): Promise<Status> => fileFault(host, values.json, input.name, input.message);
    return { example, answers: example.expected.map((_, index) => (index === 0 ? fault : async () => STATUS.wrong)) };
  }
  const { maxMemory } = memoryBounds(host, null);
  const { timeout } = values;
  const answers = example.expected.map(([memory]) => {
    const question = questionOf(example, memory, input.text, {
      maxMemory,
      ...(timeout === undefined ? {} : { timeout }),
    });
    const ended = asker.ask(question, { seconds: timeout ?? null, megabytes: maxMemory });
    return async () => answerOf(example, memory, await ended, values.json, host);
  });
  return { example, answers };
}

async function answerOf(
  { file }: Example,
  memory: MemoryName,
  ended: Ended<BatchAnswer>,
  json: boolean,
  host: Host,
): Promise<GivenAnswer | Status> {
  switch (ended.kind) {
    case 'stopped':
      return STATUS.unknown;
    case 'failed':
      return internalFault(host, json, file, new Error(ended.message));
    case 'crashed':
      return crashFault(host, json, file, ended.crash.message);
    case 'done':
      return ended.result.kind === 'wrong'
        ? modelFault(host, json, { name: file, text: ended.result.text }, ended.result.diagnostics)
        : { ...ended.result, memory };
  }
}

/** All that is expected of one example; the statuses are fewer than that when the tour was stopped. */
async function visit({ example, answers }: Visit, host: Host, show: (answer: GivenAnswer) => void): Promise<Status[]> {
  const statuses: Status[] = [];
  for (const wait of answers) {
    if (host.stop.aborted) break;
    const answer = await wait();
    if (host.stop.aborted) break;
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
  const asker = await host.services.questions(host.root, values.atOnce ?? availableParallelism());
  const close = (): void => asker.close();
  host.stop.addEventListener('abort', close);
  const line = liveBar(host.errors, planned, values.json || values.quiet);
  const visits: Visit[] = [];
  for (const example of host.stop.aborted ? [] : examples) visits.push(await begin(example, asker, values, host));
  for (const under of visits) {
    if (host.stop.aborted) break;
    const answers: GivenAnswer[] = [];
    const found = await visit(under, host, (answer) => {
      line.show(statuses.length + answers.length + 1);
      if (values.json) writeJson(host, jsonAnswer(under.example, answer));
      answers.push(answer);
    });
    line.erase();
    print(told.answered(under.example, answers));
    statuses.push(...found);
  }
  host.stop.removeEventListener('abort', close);
  close();
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
