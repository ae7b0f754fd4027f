/** Example files as documents, and all places in one where a name stands. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Document } from '../../src/editing/index.js';
import { languageOfFile } from '../../src/languages/index.js';

const EXAMPLES = path.resolve(import.meta.dirname, '../../examples');

export function documentOf(file: string, text: string): Document {
  const language = languageOfFile(file)?.name;
  if (language === undefined) throw new Error(`${file}: no language has this extension`);
  return { text, file, language };
}

const FILES = readdirSync(EXAMPLES, { recursive: true, encoding: 'utf8' }).sort();
const textOf = (file: string) => readFileSync(path.join(EXAMPLES, file), 'utf8');
const isHeader = (file: string) => file.endsWith('.h');

/** All examples, by their names below `examples/`. */
export const EXAMPLE_FILES: readonly string[] = FILES.filter(
  (file) => languageOfFile(file) !== null && !isHeader(file),
);

/** With the headers beside it. */
export function example(file: string): Document {
  const headers = FILES.filter((each) => isHeader(each) && path.dirname(each) === path.dirname(file));
  const included = new Map(headers.map((header) => [path.basename(header), textOf(header)]));
  return { ...documentOf(file, textOf(file)), included };
}

/** Of which editors know the names. */
export const NAMED_FILES = EXAMPLE_FILES.filter((file) => /\.(fp|cub)$/.test(file));

/** The ends of all words. */
export function wordEnds({ text }: Document): number[] {
  return [...text.matchAll(/[A-Za-z_]\w*/g)].map(({ 0: word, index }) => index + word.length);
}
