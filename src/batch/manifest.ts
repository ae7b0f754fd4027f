/**
 * A manifest: which questions a batch has. It is an object, or only the list of its questions, as `examples/expected.json` is:
 *
 *     {
 *       "schema": 1,
 *       "defaults": { "memory": ["sc", "tso"], "asked": { "timeout": 60 } },
 *       "questions": [
 *         { "file": "peterson.fp", "expected": { "sc": "holds", "tso": "violated" } },
 *         { "file": ["a.cub", "b.cub"], "processes": [2, 3, "any"], "expected": "holds" },
 *         { "file": "lock.fp", "memory": "tso", "asked": [{ "property": "mutex" }, { "engine": "dual-tso" }] }
 *       ]
 *     }
 *
 * Each of `file`, `memory`, `processes` and `asked` may be a list: every combination is a question. Without `memory` those are
 * asked about that `expected` names, or the one that the model means. `asked` has options of a check by their names in the
 * library. Files are named from the folder of the manifest. Every fault has its place.
 */

import type { OptionTable } from '../check/option.js';
import { isValueOf } from '../check/option-value.js';
import { CHECK_OPTIONS } from '../check/options.js';
import { MEMORY_NAMES, type MemoryName } from '../memory/models.js';
import { type Field, JsonFault, type Placed, plainOf, readPlaced } from './placed-json.js';
import { type AskedOptions, type Expected, type JsonOptionValue, kindOfFile } from './question.js';

/** What a manifest is, for its schema: `schema/manifest.json`. */
export type JsonManifest = JsonManifestObject | readonly JsonManifestQuestion[];

interface JsonManifestObject {
  /** Grows when a field changes its meaning or goes. */
  readonly schema?: 1;
  /** For people. */
  readonly title?: string;
  readonly note?: string;
  /** What questions ask that do not say it themselves. */
  readonly defaults?: JsonManifestAsking;
  readonly questions: readonly JsonManifestQuestion[];
}

/** Each may be a list: every combination is a question. */
interface JsonManifestAsking {
  readonly memory?: OneOrMore<MemoryName>;
  readonly processes?: OneOrMore<number | 'any'>;
  /** Options of `fencepost check` by the names that the library gives them, such as `maxStates`. */
  readonly asked?: OneOrMore<{ readonly [option: string]: JsonOptionValue }>;
}

interface JsonManifestQuestion extends JsonManifestAsking {
  /** From the folder of the manifest. */
  readonly file: OneOrMore<string>;
  /** What should come out, under each memory or under all. */
  readonly expected?: Expected | { readonly [memory in MemoryName]?: Expected };
  /** For people, as are the next. */
  readonly title?: string;
  readonly source?: string;
  readonly twin?: string;
  readonly note?: string;
}

type OneOrMore<T> = T | readonly T[];

/** A question whose text is not read yet. */
export interface Planned {
  readonly file: string;
  readonly memory: MemoryName | null;
  readonly processes: number | 'any' | null;
  readonly asked: AskedOptions;
  readonly expected: Expected | null;
  /** Where it stands in the manifest; null for a model of a folder. */
  readonly at: number | null;
}

type Fields = ReadonlyMap<string, Field>;

const VERDICTS: readonly Expected[] = ['holds', 'violated', 'unknown'];
const OBSERVATIONS: readonly Expected[] = ['Never', 'Sometimes', 'Always'];

/** Who asks: fields for people stand beside those for us. */
const ASKING = ['memory', 'processes', 'asked'] as const;
const FOR_PEOPLE = ['title', 'source', 'twin', 'note'];
/** A question has fields of its own for these, and texts of others do not come in by an option. */
const NO_OPTIONS: readonly string[] = ['file', 'memory', 'processes', 'show'];
const ROWS: OptionTable = CHECK_OPTIONS;

/** Throws `JsonFault`. */
export function readManifest(text: string): readonly Planned[] {
  const whole = readPlaced(text);
  if (Array.isArray(whole.value)) return planned(whole, new Map());
  const fields = fieldsOf(whole, 'a manifest is an object or a list', [
    'schema',
    'defaults',
    'questions',
    ...FOR_PEOPLE,
  ]);
  const schema = fields.get('schema');
  if (schema !== undefined && schema.of.value !== 1) throw new JsonFault('the schema of manifests is 1', schema.of.at);
  const questions = fields.get('questions');
  if (questions === undefined) throw new JsonFault("a manifest needs 'questions'", whole.at);
  const defaults = fields.get('defaults');
  return planned(
    questions.of,
    defaults === undefined ? new Map() : fieldsOf(defaults.of, 'defaults are an object', ASKING),
  );
}

function planned(list: Placed, defaults: Fields): readonly Planned[] {
  if (!Array.isArray(list.value)) throw new JsonFault('the questions are a list', list.at);
  return (list.value as readonly Placed[]).flatMap((entry) => {
    const own = fieldsOf(entry, 'a question is an object', ['file', ...ASKING, 'expected', ...FOR_PEOPLE]);
    return questionsOf(entry, own, defaults);
  });
}

/** Every combination of what an entry names. */
function questionsOf(entry: Placed, own: Fields, defaults: Fields): Planned[] {
  const files = several(own.get('file')).map(fileOf);
  if (files.length === 0) throw new JsonFault("a question needs 'file'", entry.at);
  const of = (name: (typeof ASKING)[number]): Placed[] => several(own.get(name) ?? defaults.get(name));
  const expected = own.get('expected')?.of ?? null;
  const kinds = new Set(files.map(kindOfFile));
  if (expected !== null && kinds.size > 1)
    throw new JsonFault('models and litmus tests have other answers', expected.at);
  const answers = kinds.has('litmus') ? OBSERVATIONS : VERDICTS;
  const byMemory = expected !== null && expected.value instanceof Map ? expectedBy(expected, answers) : null;
  const same = expected === null || byMemory !== null ? null : answerOf(expected, answers);
  const named = own.has('memory') || byMemory === null ? of('memory').map(memoryOf) : [...byMemory.keys()];
  const memories = named.length === 0 ? [null] : named;
  const numbers = of('processes').map(processesOf);
  const options = of('asked').map(askedOf);
  return files.flatMap((file) =>
    memories.flatMap((memory) =>
      (numbers.length === 0 ? [null] : numbers).flatMap((processes) =>
        (options.length === 0 ? [{}] : options).map((asked) => ({
          file,
          memory,
          processes,
          asked,
          expected: (memory === null ? undefined : byMemory?.get(memory)) ?? same,
          at: entry.at,
        })),
      ),
    ),
  );
}

function fieldsOf(of: Placed, otherwise: string, known: readonly string[]): Fields {
  if (!(of.value instanceof Map)) throw new JsonFault(otherwise, of.at);
  const fields = of.value as Fields;
  for (const [name, { at }] of fields) {
    if (!known.includes(name)) throw new JsonFault(`unknown field '${name}'; there are ${known.join(', ')}`, at);
  }
  return fields;
}

/** A value, or those of a list. */
function several(field: Field | undefined): Placed[] {
  if (field === undefined) return [];
  const { value } = field.of;
  if (!Array.isArray(value)) return [field.of];
  if (value.length === 0) throw new JsonFault('an empty list asks nothing', field.of.at);
  return [...(value as readonly Placed[])];
}

function fileOf({ value, at }: Placed): string {
  if (typeof value !== 'string' || value === '') throw new JsonFault('a file is a name', at);
  return value;
}

function memoryOf({ value, at }: Placed): MemoryName {
  const memory = MEMORY_NAMES.find((name) => name === value);
  if (memory === undefined) throw new JsonFault(`a memory is one of ${MEMORY_NAMES.join(', ')}`, at);
  return memory;
}

function processesOf({ value, at }: Placed): number | 'any' {
  if (!isValueOf(CHECK_OPTIONS.processes, value)) {
    const { minimum, maximum } = CHECK_OPTIONS.processes;
    throw new JsonFault(`processes are a whole number from ${minimum} to ${maximum}, or "any"`, at);
  }
  return value as number | 'any';
}

function answerOf({ value, at }: Placed, answers: readonly Expected[]): Expected {
  const answer = answers.find((each) => each === value);
  if (answer === undefined) throw new JsonFault(`what is expected is one of ${answers.join(', ')}`, at);
  return answer;
}

function expectedBy(of: Placed, answers: readonly Expected[]): ReadonlyMap<MemoryName, Expected> {
  const fields = fieldsOf(of, 'answers by memory are an object', MEMORY_NAMES);
  if (fields.size === 0) throw new JsonFault('nothing is expected here', of.at);
  const under = new Map([...fields].map(([memory, field]) => [memory, answerOf(field.of, answers)]));
  return new Map(
    MEMORY_NAMES.flatMap((memory) => (under.has(memory) ? [[memory, under.get(memory) as Expected]] : [])),
  );
}

function askedOf(of: Placed): AskedOptions {
  if (!(of.value instanceof Map)) throw new JsonFault('what is asked is an object of options', of.at);
  for (const [name, field] of of.value as Fields) {
    const row = Object.hasOwn(ROWS, name) && !NO_OPTIONS.includes(name) ? ROWS[name] : undefined;
    if (row === undefined) throw new JsonFault(`'${name}' is no option of a check that a batch can ask`, field.at);
    if (!isValueOf(row, plainOf(field.of))) throw new JsonFault(`this is no value of '${name}'`, field.of.at);
  }
  return plainOf(of) as AskedOptions;
}
