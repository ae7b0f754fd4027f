/** What the tour prints: a line for each example with a column for each memory; for programs an object for each answer. */
import type { ModelAnswer, TestAnswer } from '../batch/answer.js';
import type { Observation } from '../check/litmus.js';
import type { Counts } from '../engines/engine.js';
import type { NamedEngine } from '../engines/registry.js';
import type { Verdict } from '../evidence/outcome.js';
import { MEMORY_NAMES, type MemoryName } from '../memory/models.js';
import { type JsonObject, SCHEMA } from '../report/json.js';
import type { Style } from '../report/style.js';
import { type Column, columnWidths, tableRow, titleRow } from '../report/table.js';
import { colourOfVerdict, memoryName, seconds } from '../report/words.js';
import type { Example } from './examples.js';

/** What came out of an example under one memory. */
export type GivenAnswer = ModelAnswer | TestAnswer;

interface JsonGiven extends JsonObject {
  readonly memory: MemoryName;
  /** What should have come out. */
  readonly expected: Verdict | Observation;
  readonly seconds: number;
  /** What the engine counted. */
  readonly counts: Counts;
}

/** What was asked instead of the usual: options by the names that the library gives them. */
export interface JsonAsked {
  readonly engine?: NamedEngine;
  readonly property?: string;
  readonly ltl?: string;
  readonly propositions?: Readonly<Record<string, string>>;
  readonly fairThreads?: boolean;
  readonly fairBuffers?: boolean;
  readonly buffer?: number | 'unbounded';
  readonly bufferPerLocation?: number;
}

/** The answer for a model or program of the examples. */
export interface JsonModelAnswer extends JsonGiven {
  readonly asked?: JsonAsked;
  readonly processes: number | 'any';
  readonly verdict: Verdict;
  /** The length of the trace; null without one. */
  readonly steps: number | null;
}

/** The answer for a litmus test of the examples. */
export interface JsonTestAnswer extends JsonGiven {
  readonly condition: string;
  readonly observation: Observation | 'unknown';
}

export type JsonAnswer = JsonModelAnswer | JsonTestAnswer;

/** Not asked: the model has no weak variables, or its kind is not checked under that memory. */
export const NOT_ASKED = '-';

const MEMORY_COLUMN = 2;
const COLUMNS: readonly Column[] = [
  { title: 'example' },
  { title: 'processes', align: 'right' },
  ...MEMORY_NAMES.map((memory) => ({ title: memoryName(memory), width: NOT_ASKED.length })),
  { title: 'time', align: 'right', width: '0.000 s'.length },
  { title: 'counts' },
];

function expectedUnder(example: Example, memory: MemoryName): Verdict | Observation | undefined {
  return example.expected.find(([other]) => other === memory)?.[1];
}

export function asExpected(example: Example, { memory, answer }: GivenAnswer): boolean {
  return expectedUnder(example, memory) === answer;
}

export function jsonAnswer(example: Example, given: GivenAnswer): JsonAnswer {
  const expected = expectedUnder(example, given.memory);
  if (expected === undefined) throw new Error('only what is expected is asked');
  const common = { schema: SCHEMA, file: example.file, memory: given.memory } as const;
  const rest = { expected, seconds: given.seconds, counts: given.counts };
  if (given.kind === 'litmus') {
    return { ...common, condition: given.condition, observation: given.answer, ...rest };
  }
  const asked = example.kind === 'program' && example.asked !== null ? { asked: example.asked } : {};
  return { ...common, ...asked, processes: given.processes, verdict: given.answer, ...rest, steps: given.steps };
}

/** `peterson.fp, live`. */
function labelOf(example: Example): string {
  const asked = example.kind === 'program' ? example.asked : null;
  const what = asked?.property ?? asked?.ltl ?? asked?.engine;
  const bound = asked?.buffer === undefined ? [] : [`buffers of ${asked.buffer}`];
  return [example.file, ...(what === undefined ? [] : [what]), ...bound].join(', ');
}

/** The one count that tells most: how large the proof or the search was. */
function counted(answers: readonly GivenAnswer[]): string {
  const name = ['executions', 'cubes', 'states'].find((count) =>
    answers.some(({ counts }) => counts[count] !== undefined),
  );
  return name === undefined ? '' : `${name} ${answers.map(({ counts }) => counts[name] ?? 0).join(', ')}`;
}

function paintAnswer(answer: Verdict | Observation, style: Style): (text: string) => string {
  switch (answer) {
    case 'holds':
    case 'violated':
    case 'unknown':
      return colourOfVerdict(answer, style);
    // What a litmus test allows is neither good nor bad; what differs between memories should meet the eye.
    case 'Never':
      return (text) => text;
    case 'Sometimes':
    case 'Always':
      return style.bold;
  }
}

interface TourTable {
  readonly titles: string;
  /** The line of an example; below it, for each answer that is not the expected one, what was expected. */
  rows(example: Example, answers: readonly GivenAnswer[]): string[];
}

/** The widths are known before the answers, if those are the expected ones: each line is printed when it is known. */
export function tourTable(examples: readonly Example[], style: Style): TourTable {
  const known = examples.map((example) => [
    labelOf(example),
    '',
    ...MEMORY_NAMES.map((memory) => expectedUnder(example, memory) ?? NOT_ASKED),
  ]);
  const widths = columnWidths(COLUMNS, known);
  const rows = (example: Example, answers: readonly GivenAnswer[]): string[] => {
    const under = MEMORY_NAMES.map((memory) => answers.find((given) => given.memory === memory));
    const processes = answers.flatMap((given) => (given.kind === 'model' ? [`${given.processes}`] : []));
    const cells = [
      labelOf(example),
      [...new Set(processes)].join(', '),
      ...under.map((given) => given?.answer ?? NOT_ASKED),
      seconds(answers.reduce((sum, given) => sum + given.seconds, 0)),
      counted(answers),
    ];
    const wrong = answers.filter((given) => !asExpected(example, given));
    const line = tableRow(COLUMNS, widths, cells, (text, column) => {
      const given = under[column - MEMORY_COLUMN];
      return given === undefined ? text : paintAnswer(given.answer, style)(text);
    });
    return [line, ...wrong.map((given) => style.bad(complaint(example, given)))];
  };
  return { titles: style.dim(titleRow(COLUMNS, widths)), rows };
}

function complaint(example: Example, { memory, answer, reason }: GivenAnswer): string {
  const why = reason === null ? '' : ` (${reason})`;
  return `  not as expected under ${memoryName(memory)}: ${answer}${why}, expected ${expectedUnder(example, memory)}`;
}

/** Why some places of the table are empty. */
export function footnotes(examples: readonly Example[]): string[] {
  const empty = examples.some(({ expected }) => expected.length < MEMORY_NAMES.length);
  return empty
    ? [`${NOT_ASKED}  not asked: models of arrays are checked under TSO if they have weak variables, none under PSO`]
    : [];
}
