/** `fencepost examples [WORD]`: what there is to read and to copy, from wherever the program is installed. */
import path from 'node:path';
import { SCHEMA } from '../report/json.js';
import { columnWidths, tableRow } from '../report/table.js';
import { memoryName, plural } from '../report/words.js';
import { type Example, readExamples } from './examples.js';
import { commandLineFault, fileFault } from './faults.js';
import type { Host } from './host.js';
import { readInput, systemReason } from './input.js';
import { writeJson } from './json.js';
import type { Values } from './options.js';
import { STATUS, type Status } from './status.js';
import { styleFor } from './surroundings.js';
import { commandOf, nameOf, TOPICS } from './topics.js';

export async function run(values: Values<'examples'>, [word]: readonly string[], host: Host): Promise<Status> {
  const { json, copy } = values;
  const input = await readInput(host, inPackage(host, 'expected.json'));
  if (!input.ok) return fileFault(host, json, input.name, input.message);
  const list = readExamples(input.text);
  if (!list.ok) return fileFault(host, json, input.name, list.message);
  const found = matching(list.examples, word ?? '');
  if (found.length === 0)
    return commandLineFault(host, `no example is about '${word}'`, 'fencepost examples lists what there is');
  if (copy !== null && word === undefined)
    return commandLineFault(
      host,
      '--copy needs a WORD',
      'fencepost examples peterson --copy . copies those with that name',
    );
  if (copy !== null) return copyAll(host, found, copy, values);
  if (json) for (const example of found) writeJson(host, jsonExample(example, null));
  else host.output.write(word === undefined ? index(host, found.length) : listing(found));
  return STATUS.holds;
}

/** One for each file: a file is in the list once for each question about it. */
function matching(examples: readonly Example[], word: string): Example[] {
  const wanted = word.toLowerCase();
  const exact = examples.filter(({ file }) => file === word || nameOf(file) === word);
  const about = examples.filter(({ file, title }) => `${file} ${title}`.toLowerCase().includes(wanted));
  const byFile = new Map((exact.length > 0 ? exact : about).map((example) => [example.file, example]));
  return [...byFile.values()];
}

function index(host: Host, count: number): string {
  const style = styleFor(host);
  const lines = TOPICS.flatMap((topic) => [`  ${topic.want}: ${topic.file}`, style.dim(`      ${commandOf(topic)}`)]);
  return [
    style.bold('I want to ...'),
    ...lines,
    '',
    `There are ${plural(count, 'example')}. fencepost examples WORD lists those with WORD in their name or title,`,
    'fencepost examples WORD --copy . copies them here.',
    '',
  ].join('\n');
}

const COLUMNS = [{ title: 'example' }, { title: 'what it is' }, { title: 'answers' }];

function listing(examples: readonly Example[]): string {
  const rows = examples.map((example) => [
    example.file,
    example.title,
    example.expected.map(([memory, answer]) => `${memoryName(memory)} ${answer}`).join(', '),
  ]);
  const widths = columnWidths(COLUMNS, rows);
  return rows.map((cells) => `${tableRow(COLUMNS, widths, cells)}\n`).join('');
}

export interface JsonExample {
  /** Grows when a field changes its meaning or goes. */
  readonly schema: typeof SCHEMA;
  /** In the folder of examples. */
  readonly example: string;
  readonly title: string;
  readonly source: string | null;
  /** With `--copy`: the file written; null without. */
  readonly copied: string | null;
}

function jsonExample({ file, title, source }: Example, copied: string | null): JsonExample {
  return { schema: SCHEMA, example: file, title, source, copied };
}

async function copyAll(
  host: Host,
  examples: readonly Example[],
  folder: string,
  { json, quiet }: Pick<Values<'examples'>, 'json' | 'quiet'>,
): Promise<Status> {
  const names = examples.map(({ file }) => nameOf(file));
  const twice = examples.filter(({ file }) => names.filter((name) => name === nameOf(file)).length > 1);
  if (twice.length > 0) {
    const files = twice.map(({ file }) => file).join(', ');
    return commandLineFault(host, `several examples have one name: ${files}`, 'say which, with its folder');
  }
  for (const example of examples) {
    const place = path.join(folder, nameOf(example.file));
    const input = await readInput(host, inPackage(host, example.file));
    if (!input.ok) return fileFault(host, json, input.name, input.message);
    if ((await readInput(host, place)).ok)
      return fileFault(host, json, place, 'is there already, and is not overwritten');
    try {
      await host.writeFile(place, [input.text]);
    } catch (error) {
      return fileFault(host, json, place, systemReason(error));
    }
    if (json) writeJson(host, jsonExample(example, place));
    else if (!quiet) host.output.write(`${place}: ${example.title}\n`);
  }
  return STATUS.holds;
}

function inPackage(host: Host, file: string): string {
  return path.join(host.root, 'examples', file);
}
