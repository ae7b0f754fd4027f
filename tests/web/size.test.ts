/** What is fetched before anything is asked: at most 500 kB, as hosts send it. Z3 and the examples come on demand. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { WEB } from './workbench.js';

const MOST_BYTES = 500_000;

function size(file: string): number {
  return gzipSync(readFileSync(path.join(WEB, file)), { level: 6 }).length;
}

/** The files that a script loads when it starts, and those when it is asked: it names both. */
function named(file: string, known = new Set<string>()): Set<string> {
  if (known.has(file)) return known;
  known.add(file);
  const text = readFileSync(path.join(WEB, file), 'utf8');
  for (const [, , name] of text.matchAll(/(from|import)\s*["'](\.[^"']+\.js)["']/g))
    named(path.join(path.dirname(file), name as string), known);
  return known;
}

test('the first load is small', () => {
  const first = new Set(['index.html', 'style.css', 'icon.svg', 'manifest.webmanifest']);
  for (const entry of ['main.js', 'engine.js', 'editing.js']) for (const file of named(entry)) first.add(file);
  const bytes = [...first].reduce((sum, file) => sum + size(file), 0);
  expect(bytes).toBeLessThan(MOST_BYTES);
  // With all that any text or question can need, but for Z3.
  const all = readdirSync(WEB, { recursive: true, encoding: 'utf8' }).filter((file) =>
    statSync(path.join(WEB, file)).isFile(),
  );
  const everything = all.filter((file) => !file.startsWith('z3')).reduce((sum, file) => sum + size(file), 0);
  console.log(`first load ${Math.round(bytes / 1000)} kB, all files ${Math.round(everything / 1000)} kB, gzipped`);
});
