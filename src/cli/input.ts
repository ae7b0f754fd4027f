/** Reads what the command line names. */
import path from 'node:path';
import { withIncludedFiles } from '../languages/included.js';
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

/** A file that it includes is beside it. */
function withFiles(host: Host, file: string, text: string, folders: readonly string[]): Promise<string> | string {
  if (file === STANDARD_INPUT) return text;
  const beside = (name: string): string => (path.isAbsolute(name) ? name : path.join(path.dirname(file), name));
  return withIncludedFiles(file, text, (name) => host.readFile(beside(name)).catch(() => null), folders);
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
