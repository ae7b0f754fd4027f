/**
 * A text together with those it includes, as one text: each included text stands behind, after a line with its name. So
 * every place has one offset and one line, lines of the text itself keep their numbers, and whoever is given a text needs no
 * files. What people are told is the line of the file (`Inclusion`).
 *
 * Names are paths beside the text, with slashes. A text that was included is there once.
 */

/** No language has it, and no line of a text begins with it. */
const MARK = '\u001e';
const HEAD = /^\u001e (.*)\n/gm;

export interface Part {
  /** Null for the text itself. */
  readonly file: string | null;
  readonly start: number;
  readonly end: number;
  /** The line at which it begins. */
  readonly line: number;
}

/** Where a place of an included text is. */
export interface Inclusion {
  readonly file: string;
  readonly line: number;
}

export function bundled(text: string, included: ReadonlyMap<string, string>): string {
  const ended = (part: string): string => (part.endsWith('\n') ? part : `${part}\n`);
  if (included.size === 0) return text;
  return [text, ...[...included].map(([file, part]) => `${MARK} ${file}\n${part}`)].map(ended).join('');
}

/** The text itself, and then those that it includes. */
export function partsOf(text: string): readonly Part[] {
  if (!text.includes(MARK)) return [{ file: null, start: 0, end: text.length, line: 1 }];
  const heads = [...text.matchAll(HEAD)];
  const starts = [0, ...heads.map(({ index, 0: { length } }) => index + length)];
  return starts.map((start, number) => ({
    file: number === 0 ? null : (heads[number - 1]?.[1] ?? ''),
    start,
    end: heads[number]?.index ?? text.length,
    line: text.slice(0, start).split('\n').length,
  }));
}

/** Where a line of the whole is, if not in the text itself. */
export function inclusionOf(parts: readonly Part[], line: number): Inclusion | null {
  const part = parts.findLast((each) => each.line <= line);
  return part === undefined || part.file === null ? null : { file: part.file, line: line - part.line + 1 };
}

/** To be read by people: the names of files as comments. */
export function withHeads(text: string): string {
  return text.replaceAll(HEAD, '// $1\n');
}

const INCLUDE = /^[ \t]*(include[ \t]*"([^"\n]+)")/gm;

/** What a text of programs asks for, as far as its lines tell. */
export function includedNames(text: string): string[] {
  return includesIn(text).map(({ name }) => name);
}

/** The same, with its places. */
export function includesIn(text: string): { readonly name: string; readonly start: number; readonly end: number }[] {
  return [...text.matchAll(INCLUDE)].map(({ 0: line, 1: whole = '', 2: name = '', index }) => {
    const end = index + line.length;
    return { name, start: end - whole.length, end };
  });
}

const MOST_INCLUDED = 100;

/**
 * The texts that a program includes, and those that these include. It asks for one after the other by its name beside the
 * text, and is given the text, or null: one that cannot be read is left out, and the reader tells. `own`: the name of the text.
 */
export function* gather(text: string, own = ''): Generator<string, ReadonlyMap<string, string>, string | null> {
  const found = new Map<string, string>();
  const tried = new Set([own]);
  const open = includedNames(text).map((name) => besides(null, name));
  for (let name = open.shift(); name !== undefined && found.size < MOST_INCLUDED; name = open.shift()) {
    if (tried.has(name)) continue;
    tried.add(name);
    const from = name;
    const other = yield name;
    if (other === null) continue;
    found.set(name, other);
    open.push(...includedNames(other).map((next) => besides(from, next)));
  }
  return found;
}

/**
 * A text with all that it includes, and that these include, as one text. `read` gives a file by its path beside the text; one
 * that it cannot give is left out, and the reader of the language tells. `own` is the name of the text itself.
 */
export async function withIncluded(
  text: string,
  read: (file: string) => string | null | Promise<string | null>,
  own = '',
): Promise<string> {
  const asking = gather(text, own);
  let step = asking.next();
  while (!step.done) step = asking.next(await read(step.value));
  return bundled(text, step.value);
}

/** A name in an included text is beside that text. */
export function besides(file: string | null, name: string): string {
  const folder = file === null || name.startsWith('/') ? [] : file.split('/').slice(0, -1);
  const path: string[] = [];
  for (const step of [...folder, ...name.split('/')]) {
    if (step === '..' && path.length > 0 && path.at(-1) !== '..') path.pop();
    else if (step !== '.' && (step !== '' || path.length === 0)) path.push(step);
  }
  return path.join('/');
}
