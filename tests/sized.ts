/**
 * The test files that have sizes: those that come to tests/support/size.ts by their imports. A long run has these alone, for
 * the others are the same in every run, and `npm test` has them.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const FOLDER = import.meta.dirname;
const SIZE = path.join(FOLDER, 'support', 'size.ts');
const IMPORTED = /(?:from|import)\s*\(?\s*'(\.[^']+)\.js'/g;

function importsOf(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(IMPORTED)].map(([, name]) => {
    return path.resolve(path.dirname(file), `${name}.ts`);
  });
}

export function sizedTests(): string[] {
  const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => path.join(FOLDER, file));
  const importers = new Map<string, string[]>();
  for (const file of files) {
    for (const imported of importsOf(file)) importers.set(imported, [...(importers.get(imported) ?? []), file]);
  }
  const found = new Set([SIZE]);
  for (const file of found) for (const importer of importers.get(file) ?? []) found.add(importer);
  return [...found]
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => path.relative(path.dirname(FOLDER), file));
}
