/** The package, made once for the tests of a process, and unpacked where an editor would have it. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { packageExtension } from '../../../scripts/vscode/package.mjs';
import { unzip } from './unzip.js';

let made: ReturnType<typeof packageExtension> | null = null;
let files: Promise<Map<string, Buffer>> | null = null;

export function packed(): ReturnType<typeof packageExtension> {
  made ??= packageExtension();
  return made;
}

export function packedFiles(): Promise<Map<string, Buffer>> {
  files ??= packed().then(({ archive }) => unzip(archive));
  return files;
}

export interface Unpacked {
  readonly folder: string;
  /** Where the extension is. */
  readonly extension: string;
  remove(): void;
}

export async function unpacked(): Promise<Unpacked> {
  const folder = mkdtempSync(path.join(tmpdir(), 'fencepost-vsix-'));
  for (const [name, bytes] of await packedFiles()) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, bytes);
  }
  const remove = () => rmSync(folder, { recursive: true, force: true });
  return { folder, extension: path.join(folder, 'extension'), remove };
}
