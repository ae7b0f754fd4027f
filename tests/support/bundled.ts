/** A TypeScript program of the tests as a file that node runs, made once for each process. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';

const made = new Map<string, string>();

export function bundledProgram(file: string): string {
  const known = made.get(file);
  if (known !== undefined) return known;
  const folder = path.resolve('node_modules', '.cache', 'fencepost');
  mkdirSync(folder, { recursive: true });
  const output = path.join(folder, `${path.basename(file, '.ts')}-${process.pid}.mjs`);
  const { status } = spawnSync(process.execPath, [path.join('scripts', 'bundle-ts.mjs'), file, output]);
  if (status !== 0) throw new Error(`${file} cannot be built`);
  process.on('exit', () => rmSync(output, { force: true }));
  made.set(file, output);
  return output;
}
