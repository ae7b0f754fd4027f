/**
 * Where the questions of a batch come from: manifests, models, and folders, which stand for all models below them.
 *
 * A folder may have an `expected.json`, a manifest of what is in it. Models that it lists are asked as it says, all others as
 * they are. One in a folder below counts for the models that no outer one lists. What other models include is no model.
 */
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { withIncludedFiles } from '../languages/included.js';
import { LANGUAGES } from '../languages/index.js';
import { besides, includedNames } from '../languages/shared/bundle.js';
import { SourceText } from '../languages/shared/source.js';
import type { MemoryName } from '../memory/models.js';
import { type Planned, readManifest } from './manifest.js';
import { JsonFault } from './placed-json.js';
import { type AskedOptions, type BatchQuestion, keyOf, kindOfFile, type QuestionLimits } from './question.js';

/** Something is wrong with what was named. */
export interface SourceFault {
  readonly file: string;
  readonly place: { readonly line: number; readonly column: number } | null;
  /** A text that is wrong, or a file that cannot be read. */
  readonly code: 'manifest' | 'io';
  readonly message: string;
}

/** What is asked where a question does not say it itself. */
export interface Defaults {
  readonly memory: MemoryName | null;
  readonly processes: number | 'any' | null;
  readonly asked: AskedOptions;
  readonly limits: QuestionLimits;
  readonly version: string;
}

export type Gathered =
  | { readonly ok: true; readonly questions: readonly BatchQuestion[] }
  | { readonly ok: false; readonly faults: readonly SourceFault[] };

const LIST = 'expected.json';
const TESTS = '.litmus';
const MODELS: readonly string[] = [...LANGUAGES.flatMap(({ extensions }) => extensions), TESTS];
const HEADER = '.h';
const isModel = (file: string): boolean => MODELS.some((extension) => file.endsWith(extension));

/** Planned questions about files below a folder; `shown` comes before the names that people see. */
interface Source {
  readonly folder: string;
  readonly shown: string;
  readonly manifest: { readonly name: string; readonly text: string } | null;
  readonly planned: readonly Planned[];
}

/** Files that are read at once. Most of the time for one of them is spent on waiting. */
const AT_ONCE = 32;

export async function gatherQuestions(operands: readonly string[], defaults: Defaults): Promise<Gathered> {
  const faults: SourceFault[] = [];
  const questions = new Map<string, BatchQuestion>();
  for (const operand of operands) {
    for (const source of await sourcesOf(operand, faults)) {
      for await (const [planned, question] of questionsOf(source, defaults)) {
        if ('message' in question) {
          faults.push(question);
          continue;
        }
        const same = questions.get(question.key);
        if (same === undefined) questions.set(question.key, question);
        else if (same.expected === null) questions.set(question.key, { ...same, expected: question.expected });
        else if (question.expected !== null && question.expected !== same.expected)
          faults.push(
            faultAt(source, planned.at, `${planned.file} is asked the same twice, with other answers expected`),
          );
      }
    }
  }
  return faults.length > 0 ? { ok: false, faults } : { ok: true, questions: [...questions.values()] };
}

/** In the order in which they are planned. */
async function* questionsOf(
  source: Source,
  defaults: Defaults,
): AsyncGenerator<readonly [Planned, BatchQuestion | SourceFault]> {
  const { planned } = source;
  for (let first = 0; first < planned.length; first += AT_ONCE) {
    const some = planned.slice(first, first + AT_ONCE);
    yield* await Promise.all(some.map(async (each) => [each, await questionOf(source, each, defaults)] as const));
  }
}

function faultAt(
  { manifest, folder }: Pick<Source, 'manifest' | 'folder'>,
  at: number | null,
  message: string,
): SourceFault {
  if (manifest === null || at === null)
    return { file: manifest?.name ?? folder, place: null, code: 'manifest', message };
  const { line, column } = new SourceText(manifest.text, manifest.name).place(at);
  return { file: manifest.name, place: { line, column }, code: 'manifest', message };
}

async function sourcesOf(operand: string, faults: SourceFault[]): Promise<Source[]> {
  try {
    const found = await stat(operand);
    if (found.isDirectory()) return await sourcesOfFolder(operand, faults);
    const folder = path.dirname(operand);
    if (!isModel(operand)) return [await sourceOfManifest(operand, shownFolder(folder))];
    return [{ folder, shown: shownFolder(folder), manifest: null, planned: [asItIs(path.basename(operand))] }];
  } catch (error) {
    faults.push(...faultsOf(operand, error));
    return [];
  }
}

/** A path that begins at the root says more of a machine than anybody else should know. */
function shownFolder(folder: string): string {
  if (path.isAbsolute(folder)) return path.basename(folder);
  return folder
    .split(path.sep)
    .join('/')
    .replace(/^(\.\/)+|^\.$/g, '');
}

const asItIs = (file: string): Planned => ({
  file,
  memory: null,
  processes: null,
  asked: {},
  expected: null,
  at: null,
});

class ManifestFault extends Error {
  constructor(readonly fault: SourceFault) {
    super(fault.message);
  }
}

async function sourceOfManifest(name: string, shown: string): Promise<Source> {
  const text = await readFile(name, 'utf8');
  const source = { folder: path.dirname(name), shown, manifest: { name, text } };
  try {
    return { ...source, planned: readManifest(text) };
  } catch (error) {
    if (error instanceof JsonFault) throw new ManifestFault(faultAt(source, error.at, error.message));
    throw error;
  }
}

function faultsOf(file: string, error: unknown): SourceFault[] {
  if (error instanceof ManifestFault) return [error.fault];
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const message = code === 'ENOENT' ? 'no such file or folder' : error instanceof Error ? error.message : String(error);
  return [{ file, place: null, code: 'io', message }];
}

async function sourcesOfFolder(folder: string, faults: SourceFault[]): Promise<Source[]> {
  const files = await below(folder);
  const models = files.filter((file) => isModel(file) && !file.endsWith(HEADER));
  const left = new Set(models);
  const sources: Source[] = [];
  const lists = files.filter((file) => path.posix.basename(file) === LIST);
  for (const list of lists.sort((one, other) => depth(one) - depth(other))) {
    const under = path.posix.dirname(list);
    const own = (file: string): string => path.posix.join(under, file);
    if (![...left].some((file) => under === '.' || file.startsWith(`${under}/`))) continue;
    try {
      const shown = path.posix.join(shownFolder(folder), under);
      const source = await sourceOfManifest(path.join(folder, list), shown === '.' ? '' : shown);
      const planned = source.planned.filter(({ file }) => left.has(own(file)) || !models.includes(own(file)));
      sources.push({ ...source, planned });
      for (const { file } of planned) left.delete(own(file));
    } catch (error) {
      faults.push(...faultsOf(path.join(folder, list), error));
    }
  }
  for (const file of await includedAmong(folder, models)) left.delete(file);
  if (models.length === 0)
    faults.push({ file: folder, place: null, code: 'io', message: 'there is no model below it' });
  sources.push({ folder, shown: shownFolder(folder), manifest: null, planned: [...left].map(asItIs) });
  return sources;
}

const depth = (file: string): number => file.split('/').length;

/** Files below a folder, with slashes, in alphabetical order; nothing that is hidden or installed. */
async function below(folder: string, prefix = ''): Promise<string[]> {
  const entries = await readdir(path.join(folder, prefix), { withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
    const name = path.posix.join(prefix, entry.name);
    if (entry.isDirectory()) found.push(...(await below(folder, name)));
    else if (entry.isFile()) found.push(name);
  }
  return found;
}

async function includedAmong(folder: string, models: readonly string[]): Promise<string[]> {
  const programs = models.filter((file) => !file.endsWith(TESTS) && !file.endsWith('.c'));
  const texts = await Promise.all(programs.map((file) => readFile(path.join(folder, file), 'utf8').catch(() => '')));
  return texts.flatMap((text, index) => includedNames(text).map((name) => besides(programs[index] as string, name)));
}

async function questionOf(
  { folder, shown, manifest }: Source,
  planned: Planned,
  defaults: Defaults,
): Promise<BatchQuestion | SourceFault> {
  const file = path.isAbsolute(planned.file) ? planned.file : path.join(folder, planned.file);
  const { timeout, maxMemory, ...others } = planned.asked;
  const kind = kindOfFile(file);
  const given: AskedOptions = kind === 'litmus' ? others : { ...defaults.asked, ...others };
  try {
    const { text, asked } = await textOf(file, folder, given);
    const question = {
      kind,
      file: path.isAbsolute(planned.file) ? path.basename(file) : path.posix.join(shown, planned.file),
      text,
      memory: planned.memory ?? defaults.memory,
      processes: kind === 'litmus' ? null : (planned.processes ?? defaults.processes),
      asked,
    };
    const { limits, version } = defaults;
    return {
      ...question,
      key: keyOf(question, version),
      expected: planned.expected,
      limits: { timeout: timeout ?? limits.timeout, maxMemory: maxMemory ?? limits.maxMemory },
    };
  } catch (error) {
    const [fault] = faultsOf(file, error);
    if (fault === undefined) throw error;
    return planned.at === null ? fault : faultAt({ manifest, folder }, planned.at, `${file}: ${fault.message}`);
  }
}

/** The text with all that it includes. Folders where it looks for that get names of ours: paths do not travel. */
async function textOf(
  file: string,
  folder: string,
  asked: AskedOptions,
): Promise<{ text: string; asked: AskedOptions }> {
  const text = await readFile(file, 'utf8');
  const { includeFolders, ...others } = asked;
  const named = new Map((includeFolders ?? []).map((each, index) => [`include-folder-${index + 1}`, each]));
  const read = (name: string): Promise<string | null> => {
    const [first = '', ...rest] = name.split('/');
    const searched = named.get(first);
    const place =
      searched === undefined ? path.resolve(path.dirname(file), name) : path.resolve(folder, searched, ...rest);
    return readFile(place, 'utf8').catch(() => null);
  };
  const folders = [...named.keys()];
  return {
    text: await withIncludedFiles(file, text, read, folders),
    asked: folders.length === 0 ? others : { ...others, includeFolders: folders },
  };
}
