/** The files that a text includes: those that are open in the editor as they are there, others as they are on the disk. */
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gather } from '../languages/shared/bundle.js';

/** Bytes: what is larger is no model that someone wrote. */
const LARGEST = 8_000_000;

export interface Beside {
  /** By their names beside the text. */
  readonly included: ReadonlyMap<string, string>;
  /** The paths of all that were looked for, also of those that are not there. */
  readonly paths: ReadonlySet<string>;
}

/** Null for an address that is no file. */
export function pathOf(uri: string): string | null {
  try {
    return fileURLToPath(uri);
  } catch {
    return null;
  }
}

/** Of a file by its name beside another. */
export function pathBeside(own: string, name: string): string {
  return path.resolve(path.dirname(own), name);
}

export const addressOf = (file: string): string => pathToFileURL(file).href;

/** `openAt`: the text that the editor has of a file. */
export function besideOf(text: string, uri: string, openAt: (file: string) => string | undefined): Beside {
  const own = pathOf(uri);
  const paths = new Set<string>();
  if (own === null) return { included: new Map(), paths };
  const asking = gather(text, path.basename(own));
  let step = asking.next();
  while (!step.done) {
    const file = pathBeside(own, step.value);
    paths.add(file);
    step = asking.next(openAt(file) ?? onDisk(file));
  }
  return { included: step.value, paths };
}

/** Asked while someone types a name: what is no plain file may never end, and is not read. */
function onDisk(file: string): string | null {
  try {
    const found = statSync(file);
    if (!found.isFile() || found.size > LARGEST) return null;
    return readFileSync(file, 'utf8').replace(/^\ufeff/, '');
  } catch {
    return null;
  }
}
