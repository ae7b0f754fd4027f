/** The models that others wrote, read in place beside the project; tests skip, with a word, where they are not. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const CORPUS = fileURLToPath(new URL('../../../shared/corpus/', import.meta.url));

export const hasCorpus = existsSync(CORPUS);
if (!hasCorpus) console.log('skipped: the corpus is not beside the project');

export function modelText(folder: string, file: string): Uint8Array {
  return readFileSync(join(CORPUS, folder, file));
}

/** The rows of a folder's expected.json; none where there is no corpus. */
export function expected<Row>(folder: string): Row[] {
  return hasCorpus ? (JSON.parse(readFileSync(join(CORPUS, folder, 'expected.json'), 'utf8')) as Row[]) : [];
}
