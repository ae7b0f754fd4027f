/** The same tokens as GCC for the examples, and for GenMC's and Nidhugg's programs where a folder with them is named. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { withIncludedC } from '../../../src/languages/c/preprocessor/include.js';
import { SourceText } from '../../../src/languages/shared/source.js';
import { share } from '../../support/size.js';
import { Gcc, hasGcc, ourTokens } from './gcc.js';

const gcc = hasGcc ? new Gcc() : null;
afterAll(() => gcc?.remove());

function memoized<Key, Value>(of: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    if (!known.has(key)) known.set(key, of(key));
    return known.get(key) as Value;
  };
}

function programsIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.c'))
    .map((name) => path.join(folder, name))
    .sort();
}

/** What the files of a folder include in angle brackets: any header of a kernel may be. */
const headersOf = memoized((folder: string): ReadonlySet<string> => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.[ch]$/.test(name));
  const texts = files.map((name) => readFileSync(path.join(folder, name), 'utf8'));
  return new Set(
    texts.flatMap((text) => [...text.matchAll(/#\s*include\s*<([^>]+)>/g)].map(([, name]) => name as string)),
  );
});

/** A folder with programs of others: they are read in place. */
const OTHERS = process.env.FENCEPOST_C_PROGRAMS;
const FILES = [
  ...share(programsIn('examples/c'), 10),
  ...(OTHERS !== undefined && statSync(OTHERS).isDirectory() ? programsIn(OTHERS) : []),
];

test.skipIf(gcc === null)('programs give the tokens of gcc', { timeout: 600_000 }, async () => {
  for (const file of FILES) {
    gcc?.provide(headersOf(path.dirname(path.dirname(file))));
    const beside = (name: string): string | null => {
      try {
        return readFileSync(path.resolve(path.dirname(file), name), 'utf8');
      } catch {
        return null;
      }
    };
    const text = await withIncludedC(readFileSync(file, 'utf8'), beside, path.basename(file));
    const ours = ourTokens(new SourceText(text, path.basename(file)));
    expect(ours?.join('\n') ?? 'a fault', file).toBe(gcc?.tokens(path.resolve(file))?.join('\n') ?? 'a fault');
  }
});
