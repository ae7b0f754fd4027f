/** Reads what the command line names. */
import path from 'node:path';
import { languageOfFile } from '../languages/index.js';
import { withIncluded } from '../languages/shared/bundle.js';
import type { Host } from './host.js';

export const STANDARD_INPUT = '-';

export type Input =
  | { readonly ok: true; readonly name: string; readonly text: string }
  | { readonly ok: false; readonly name: string; readonly message: string };

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  EISDIR: 'is a folder, not a file',
  EACCES: 'permission denied',
  ENOTDIR: 'part of the path is not a folder',
  ENAMETOOLONG: 'the name is too long',
};

/** Why the system refused, in words; the system's own where we have none. */
export function systemReason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return REASONS[code] ?? (error instanceof Error ? error.message : String(error));
}

export async function readInput(host: Host, file: string, folders: readonly string[] = []): Promise<Input> {
  const name = file === STANDARD_INPUT ? '<stdin>' : file;
  try {
    const text = file === STANDARD_INPUT ? await host.readStandardInput() : await host.readFile(file);
    return { ok: true, name, text: await withFiles(host, file, text, folders) };
  } catch (error) {
    return { ok: false, name, message: systemReason(error) };
  }
}

/** Only programs include others. A file that cannot be read is left out, and the reader tells. */
async function withFiles(host: Host, file: string, text: string, folders: readonly string[]): Promise<string> {
  const language = languageOfFile(file);
  if (file === STANDARD_INPUT) return text;
  const beside = (name: string): string => (path.isAbsolute(name) ? name : path.join(path.dirname(file), name));
  const read = (name: string): Promise<string | null> => host.readFile(beside(name)).catch(() => null);
  if (language?.name === 'c') {
    const { withIncludedC } = await import('../languages/c/preprocessor/include.js');
    return withIncludedC(text, read, path.basename(file), folders);
  }
  return language === null || language.name === 'program' ? withIncluded(text, read, path.basename(file)) : text;
}

/** What the system says when a file cannot be read to its end. */
export class Unreadable extends Error {}

/** A file piece by piece; throws `Unreadable`. */
export async function* readPieces(host: Host, file: string): AsyncGenerator<string> {
  try {
    if (file === STANDARD_INPUT) yield await host.readStandardInput();
    else yield* host.readPieces(file);
  } catch (error) {
    throw new Unreadable(systemReason(error));
  }
}
