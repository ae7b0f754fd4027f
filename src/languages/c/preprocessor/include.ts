/**
 * Where an included file is looked for. A name in quotes is beside the file that includes it, then in the folders that the user
 * named, then among the built-in headers. A name in angle brackets is a built-in header first: what `<stdatomic.h>` means here
 * is known, and what a system's own file says is not. Headers of the kernel may be the user's own.
 *
 * All files are read before the text is (`shared/bundle.ts`), so this also says which names a text may ask for.
 */
import { besides, bundled } from '../../shared/bundle.js';
import { SourceText, type Span } from '../../shared/source.js';
import { builtInHeader, isOurs } from '../headers/index.js';
import type { SourceFile } from '../tokens.js';

export interface Include {
  readonly name: string;
  readonly quoted: boolean;
}

/** The paths at which a file may be, in order. `from`: the file with the `#include`, null for the main one. */
export function candidates({ name, quoted }: Include, from: string | null, folders: readonly string[]): string[] {
  const elsewhere = folders.map((folder) => besides(null, `${folder}/${name}`));
  return quoted ? [besides(from, name), ...elsewhere] : elsewhere;
}

export interface FoundFile extends Pick<SourceFile, 'source' | 'name' | 'builtIn'>, Span {
  /** Beside the main file; null for a built-in header. */
  readonly path: string | null;
}

/** The file that is meant; null when there is none. `source`: the bundle of all files that were read. */
export function findFile(
  asked: Include,
  source: SourceText,
  from: string | null,
  folders: readonly string[],
): FoundFile | null {
  const builtIn = builtInFile(asked.name);
  if (!asked.quoted && isOurs(asked.name)) return builtIn;
  const own = source.file.split('/').at(-1);
  for (const path of candidates(asked, from, folders)) {
    const part = source.parts.find(({ file }) => (file ?? own) === path);
    if (part === undefined) continue;
    return { source, name: besides(source.file, path), builtIn: false, path, start: part.start, end: part.end };
  }
  return builtIn;
}

function builtInFile(asked: string): FoundFile | null {
  const text = builtInHeader(asked);
  if (text === null) return null;
  const name = `<${asked}>`;
  return { source: new SourceText(text, name), name, builtIn: true, path: null, start: 0, end: text.length };
}

/** `"list.h"` or `<list.h>`. */
export const headerOf = (text: string): Include => ({ name: text.slice(1, -1), quoted: text.startsWith('"') });

const INCLUDE = /^[ \t]*(?:#|%:)[ \t]*include[ \t]*(?:"([^"\n]+)"|<([^>\n]+)>)/gm;

/** What a text includes as far as its lines tell, those lines too that a condition skips. */
export function includesIn(text: string): Include[] {
  return [...text.matchAll(INCLUDE)].map(([, quoted, angled]) =>
    quoted === undefined ? { name: angled ?? '', quoted: false } : { name: quoted, quoted: true },
  );
}

const MOST_INCLUDED = 200;

/**
 * A text with all files that it may include, as one text. `read` gives a file by its path beside the text; one that it cannot
 * give is left out, and the preprocessor tells. `own` is the name of the text itself.
 */
export async function withIncludedC(
  text: string,
  read: (file: string) => string | null | Promise<string | null>,
  own = '',
  folders: readonly string[] = [],
): Promise<string> {
  const found = new Map<string, string>();
  const tried = new Set([own]);
  const open: [string, string | null][] = [[text, null]];
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    const [part, from] = next;
    for (const include of includesIn(part)) {
      if (!include.quoted && isOurs(include.name)) continue;
      for (const path of candidates(include, from, folders)) {
        if (found.has(path) || path === own) break;
        if (tried.has(path) || found.size >= MOST_INCLUDED) continue;
        tried.add(path);
        const other = await read(path);
        if (other === null) continue;
        found.set(path, other);
        open.push([other, path]);
        break;
      }
    }
  }
  return bundled(text, found);
}
