/**
 * The list of examples, `examples/expected.json`: what each model is, and which verdict it must have under which
 * memory. An array of objects:
 *
 *     file        the model, beside the list
 *     title       what it is, in a line
 *     source      whose algorithm it is, or where it is described; optional
 *     processes   a number or "any"; optional, as the model says without it
 *     expected    a verdict for each memory it is checked under: { "sc": "holds", "tso": "violated" }
 *     twin        the file of its broken twin, which must be violated; optional
 */
import type { Memory, Verdict } from '../evidence/outcome.js';

export interface ExampleModel {
  readonly file: string;
  readonly title: string;
  readonly source: string | null;
  readonly processes: number | 'any' | null;
  readonly expected: readonly (readonly [Memory, Verdict])[];
  readonly twin: string | null;
}

const MEMORIES: readonly string[] = ['sc', 'tso', 'pso'] satisfies Memory[];
const VERDICTS: readonly unknown[] = ['holds', 'violated', 'unknown'] satisfies Verdict[];
const FIELDS: readonly string[] = ['file', 'title', 'source', 'processes', 'expected', 'twin'];

export type ExampleList =
  | { readonly ok: true; readonly examples: readonly ExampleModel[] }
  | { readonly ok: false; readonly message: string };

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function isProcessCount(value: unknown): value is number | 'any' {
  return value === 'any' || (typeof value === 'number' && Number.isInteger(value) && value >= 1);
}

function readExpected(value: unknown): [Memory, Verdict][] | null {
  if (!isRecord(value)) return null;
  const pairs = Object.entries(value);
  const known = pairs.every(([memory, verdict]) => MEMORIES.includes(memory) && VERDICTS.includes(verdict));
  return known && pairs.length > 0 ? (pairs as [Memory, Verdict][]) : null;
}

function readExample(value: unknown): ExampleModel | string {
  if (!isRecord(value)) return 'is not an object';
  const extra = Object.keys(value).find((key) => !FIELDS.includes(key));
  if (extra !== undefined) return `has an unknown field '${extra}'`;
  const { file, title, source = null, processes = null, twin = null } = value;
  if (!isText(file)) return 'has no file';
  if (!isText(title)) return `(${file}) has no title`;
  if (source !== null && !isText(source)) return `(${file}) has a source that is no text`;
  if (processes !== null && !isProcessCount(processes))
    return `(${file}) has processes that are neither a number nor "any"`;
  if (twin !== null && !isText(twin)) return `(${file}) has a twin that is no text`;
  const expected = readExpected(value.expected);
  if (expected === null) return `(${file}) does not say which verdict to expect under sc, tso or pso`;
  return { file, title, source, processes, expected, twin };
}

/** A twin must be in the list itself, and be violated where the other one holds. */
function twinFault(example: ExampleModel, all: readonly ExampleModel[]): string | null {
  if (example.twin === null) return null;
  const twin = all.find(({ file }) => file === example.twin);
  if (twin === undefined) return `the twin of ${example.file}, ${example.twin}, is not in the list`;
  const broken = twin.expected.some(([, verdict]) => verdict === 'violated');
  return broken ? null : `the twin of ${example.file}, ${example.twin}, is not expected to be violated`;
}

export function readExamples(json: string): ExampleList {
  let list: unknown;
  try {
    list = JSON.parse(json);
  } catch (error) {
    return { ok: false, message: `is not JSON: ${error instanceof Error ? error.message : error}` };
  }
  if (!Array.isArray(list)) return { ok: false, message: 'is not an array' };
  const examples: ExampleModel[] = [];
  for (const [index, entry] of list.entries()) {
    const example = readExample(entry);
    if (typeof example === 'string') return { ok: false, message: `entry ${index + 1} ${example}` };
    examples.push(example);
  }
  const names = examples.map(({ file }) => file);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) return { ok: false, message: `${twice} is in the list twice` };
  const fault = examples.map((example) => twinFault(example, examples)).find((message) => message !== null);
  return fault === undefined || fault === null ? { ok: true, examples } : { ok: false, message: fault };
}
