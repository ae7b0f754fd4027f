/** `fencepost tour`: checks the examples that come with the program, and compares each verdict with the expected one. */
import path from 'node:path';
import type { CheckOptions } from '../check.js';
import type { Memory, Outcome, Verdict } from '../evidence/outcome.js';
import type { Style } from '../report/style.js';
import { type Column, columnWidths, tableRow, titleRow } from '../report/table.js';
import { colourOfVerdict, counts, memoryName, plural, seconds } from '../report/words.js';
import { type ExampleModel, readExamples } from './examples.js';
import { fileFault, internalFault, modelFault } from './faults.js';
import type { Host } from './host.js';
import { readInput } from './input.js';
import type { Values } from './options.js';
import { liveLine } from './progress.js';
import { combine, STATUS, type Status } from './status.js';
import { memoryBound, styleFor } from './surroundings.js';

type TourValues = Values<'filter' | 'timeout' | 'json'>;

/** One check of one example. */
interface Stop {
  readonly example: ExampleModel;
  readonly memory: Memory;
  readonly expected: Verdict;
}

const COLUMNS: readonly Column[] = [
  { title: 'model' },
  { title: 'memory' },
  { title: 'processes', align: 'right' },
  { title: 'verdict', width: 'violated'.length },
  { title: 'expected', width: 'violated'.length },
  { title: 'time', align: 'right', width: '0.000 s'.length },
  { title: 'counts' },
];

const VERDICT_COLUMN = COLUMNS.findIndex(({ title }) => title === 'verdict');

function resultRow(stop: Stop, outcome: Outcome, widths: readonly number[], style: Style): string {
  const cells = [
    stop.example.file,
    memoryName(outcome.memory),
    `${outcome.processes}`,
    outcome.verdict,
    stop.expected,
    seconds(outcome.seconds),
    counts(outcome.counts),
  ];
  if (outcome.verdict !== stop.expected) {
    const reason = outcome.reason === null ? '' : `\n    ${outcome.reason}`;
    return `${style.bad(tableRow(COLUMNS, widths, cells))}  <- not as expected${reason}`;
  }
  const colour = colourOfVerdict(outcome.verdict, style);
  return tableRow(COLUMNS, widths, cells, (text, column) => (column === VERDICT_COLUMN ? colour(text) : text));
}

function jsonRow(stop: Stop, outcome: Outcome): string {
  const { example, memory, expected } = stop;
  const { verdict, processes } = outcome;
  const steps = outcome.trace === null ? null : outcome.trace.steps.length;
  const { file } = example;
  return JSON.stringify({
    schema: 1,
    file,
    memory,
    processes,
    verdict,
    expected,
    seconds: outcome.seconds,
    counts: outcome.counts,
    steps,
  });
}

async function visit(stop: Stop, values: TourValues, host: Host, show: (outcome: Outcome) => void): Promise<Status> {
  const file = path.join(host.root, 'examples', stop.example.file);
  const input = await readInput(host, file);
  if (!input.ok) return fileFault(host, values.json, input.name, input.message);
  const line = liveLine(host.errors, stop.example.file, values.json);
  const options: CheckOptions = {
    file: stop.example.file,
    memory: stop.memory,
    maxMemory: memoryBound(host, null),
    signal: host.stop,
    onProgress: line.show,
    ...(stop.example.processes === null ? {} : { processes: stop.example.processes }),
    ...(values.timeout === null ? {} : { timeout: values.timeout }),
  };
  try {
    const result = await host.services.check(input.text, options);
    line.erase();
    if (!result.ok) return await modelFault(host, values.json, stop.example.file, input.text, result.diagnostics);
    show(result.outcome);
    return result.outcome.verdict === stop.expected ? STATUS.holds : STATUS.violated;
  } catch (error) {
    line.erase();
    return internalFault(host, values.json, stop.example.file, error);
  }
}

export async function run(values: TourValues, _operands: readonly string[], host: Host): Promise<Status> {
  const list = path.join(host.root, 'examples', 'expected.json');
  const input = await readInput(host, list);
  if (!input.ok) return fileFault(host, values.json, input.name, input.message);
  const read = readExamples(input.text);
  if (!read.ok) return fileFault(host, values.json, input.name, read.message);
  const stops: Stop[] = read.examples
    .filter(({ file }) => file.includes(values.filter ?? ''))
    .flatMap((example) => example.expected.map(([memory, expected]) => ({ example, memory, expected })));
  const known = stops.map(({ example, memory }) => [example.file, memoryName(memory), `${example.processes ?? ''}`]);
  const widths = columnWidths(COLUMNS, known);
  const style = styleFor(host);
  if (!values.json) host.output.write(`${style.dim(titleRow(COLUMNS, widths))}\n`);
  const statuses: Status[] = [];
  for (const stop of stops) {
    if (host.stop.aborted) break;
    const show = (outcome: Outcome): void => {
      host.output.write(`${values.json ? jsonRow(stop, outcome) : resultRow(stop, outcome, widths, style)}\n`);
    };
    statuses.push(await visit(stop, values, host, show));
  }
  if (!values.json) host.output.write(`${summary(statuses, stops.length)}\n`);
  return host.stop.aborted && statuses.length < stops.length
    ? combine([...statuses, STATUS.unknown])
    : combine(statuses);
}

function summary(statuses: readonly Status[], planned: number): string {
  const good = statuses.filter((status) => status === STATUS.holds).length;
  const skipped = planned - statuses.length;
  return `${good} of ${plural(planned, 'verdict')} as expected${skipped === 0 ? '' : `, ${skipped} not checked`}`;
}
