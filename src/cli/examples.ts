/**
 * The list of examples, `examples/expected.json`: what each model, program or litmus test is, and what must come out under which
 * memory. An array of objects:
 *
 *     file        the model (`.cub`), program (`.fp`, `.dve`) or litmus test (`.litmus`), from the folder of the list
 *     title       what it is, in a line
 *     source      whose algorithm it is, or where it is described; optional
 *     expected    for each memory it is checked under the verdict, { "sc": "holds", "tso": "violated" },
 *                 or of a litmus test the observation, { "sc": "Never", "tso": "Sometimes" }
 *
 * and, all optional:
 *
 *     processes   of models and programs: a number or "any"; as the model says without it
 *     twin        of models: the file of its broken twin, which must be violated
 *     asked       of programs: what is asked instead of the usual, as options of a check. One that says something of store
 *                 buffers counts under the memories that have them. A file can be in the list once for each.
 */
import type { Observation } from '../check/litmus.js';
import type { Given, OptionTable } from '../check/option.js';
import { isRecord, isText, isValueOf } from '../check/option-value.js';
import { CHECK_OPTIONS } from '../check/options.js';
import type { Verdict } from '../evidence/outcome.js';
import { MEMORY_NAMES, type MemoryName } from '../memory/models.js';

interface Listed<Answer> {
  readonly file: string;
  readonly title: string;
  readonly source: string | null;
  readonly expected: readonly (readonly [MemoryName, Answer])[];
}

export interface ExampleModel extends Listed<Verdict> {
  readonly kind: 'model';
  readonly processes: number | 'any' | null;
  readonly twin: string | null;
}

/** The list has other fields for these. */
const NOT_ASKED_FOR: readonly string[] = ['file', 'memory', 'processes'];

/** Options of a check. */
export type AskedOfExample = Omit<Given<typeof CHECK_OPTIONS>, 'file' | 'memory' | 'processes'>;

export interface ExampleProgram extends Listed<Verdict> {
  readonly kind: 'program';
  readonly processes: number | 'any' | null;
  readonly asked: AskedOfExample | null;
}

export interface ExampleTest extends Listed<Observation> {
  readonly kind: 'litmus';
}

export type Example = ExampleModel | ExampleProgram | ExampleTest;

const VERDICTS: readonly Verdict[] = ['holds', 'violated', 'unknown'];
const OBSERVATIONS: readonly Observation[] = ['Never', 'Sometimes', 'Always'];
const FIELDS = {
  model: ['file', 'title', 'source', 'processes', 'expected', 'twin'],
  program: ['file', 'title', 'source', 'processes', 'expected', 'asked'],
  litmus: ['file', 'title', 'source', 'expected'],
} as const satisfies Record<Example['kind'], readonly string[]>;

type ExampleList =
  | { readonly ok: true; readonly examples: readonly Example[] }
  | { readonly ok: false; readonly message: string };

function isAsked(value: unknown): value is AskedOfExample {
  const rows: OptionTable = CHECK_OPTIONS;
  const isOption = ([name, given]: [string, unknown]): boolean => {
    const row = Object.hasOwn(rows, name) && !NOT_ASKED_FOR.includes(name) ? rows[name] : undefined;
    return row !== undefined && isValueOf(row, given);
  };
  return isRecord(value) && Object.entries(value).every(isOption);
}

function isProcessCount(value: unknown): value is number | 'any' {
  return isValueOf(CHECK_OPTIONS.processes, value);
}

/** From the strongest memory to the weakest. */
function readExpected<Answer>(value: unknown, answers: readonly Answer[]): [MemoryName, Answer][] | null {
  if (!isRecord(value)) return null;
  const named = Object.keys(value);
  const memories = MEMORY_NAMES.filter((memory) => named.includes(memory));
  if (memories.length === 0 || memories.length < named.length) return null;
  const pairs = memories.map((memory): [MemoryName, Answer | undefined] => [
    memory,
    answers.find((answer) => answer === value[memory]),
  ]);
  return pairs.every((pair): pair is [MemoryName, Answer] => pair[1] !== undefined) ? pairs : null;
}

function kindOf(file: string): Example['kind'] {
  if (file.endsWith('.litmus')) return 'litmus';
  return file.endsWith('.fp') || file.endsWith('.dve') ? 'program' : 'model';
}

function readExample(value: unknown): Example | string {
  if (!isRecord(value)) return 'is not an object';
  const { file, title, source = null, processes = null, twin = null, asked = null } = value;
  if (!isText(file)) return 'has no file';
  const kind = kindOf(file);
  const fields: readonly string[] = FIELDS[kind];
  const extra = Object.keys(value).find((key) => !fields.includes(key));
  if (extra !== undefined) return `(${file}) has an unknown field '${extra}'`;
  if (!isText(title)) return `(${file}) has no title`;
  if (source !== null && !isText(source)) return `(${file}) has a source that is no text`;
  if (kind === 'litmus') {
    const expected = readExpected(value.expected, OBSERVATIONS);
    if (expected === null) return `(${file}) does not say what to observe under sc, tso or pso`;
    return { kind, file, title, source, expected };
  }
  if (processes !== null && !isProcessCount(processes))
    return `(${file}) has processes that are neither a number nor "any"`;
  if (twin !== null && !isText(twin)) return `(${file}) has a twin that is no text`;
  const expected = readExpected(value.expected, VERDICTS);
  if (expected === null) return `(${file}) does not say which verdict to expect under sc, tso or pso`;
  if (kind === 'program') {
    if (asked !== null && !isAsked(asked)) return `(${file}) asks for something that is no option of a check`;
    return { kind, file, title, source, processes, expected, asked };
  }
  return { kind, file, title, source, processes, expected, twin };
}

/** A twin must be in the list itself, and be violated under a memory under which the other one holds. */
function twinFault(example: Example, all: readonly Example[]): string | null {
  if (example.kind !== 'model' || example.twin === null) return null;
  const twin = all.find(({ file }) => file === example.twin);
  if (twin === undefined) return `the twin of ${example.file}, ${example.twin}, is not in the list`;
  const broken = example.expected.some(
    ([memory, verdict]) =>
      verdict === 'holds' && twin.expected.some(([other, found]) => other === memory && found === 'violated'),
  );
  return broken ? null : `the twin of ${example.file}, ${example.twin}, is not expected to be violated where it holds`;
}

/** Different for each example. */
function keyOf(example: Example): string {
  return JSON.stringify([example.file, example.kind === 'program' ? example.asked : null]);
}

export function readExamples(json: string): ExampleList {
  let list: unknown;
  try {
    list = JSON.parse(json);
  } catch (error) {
    return { ok: false, message: `is not JSON: ${error instanceof Error ? error.message : error}` };
  }
  if (!Array.isArray(list)) return { ok: false, message: 'is not an array' };
  const examples: Example[] = [];
  for (const [index, entry] of list.entries()) {
    const example = readExample(entry);
    if (typeof example === 'string') return { ok: false, message: `entry ${index + 1} ${example}` };
    examples.push(example);
  }
  const keys = examples.map(keyOf);
  const twice = examples.find((_, index) => keys.indexOf(keys[index] as string) !== index);
  if (twice !== undefined) return { ok: false, message: `${twice.file} is in the list twice` };
  const fault = examples.map((example) => twinFault(example, examples)).find((message) => message !== null);
  return fault === undefined || fault === null ? { ok: true, examples } : { ok: false, message: fault };
}
