/** What V8 has compiled of scripts, beside them (`src/cli/compiled.ts`). */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Script } from 'node:vm';
import { folderOfNode } from '../src/cli/compiled.js';

/** By name, in the order in which they were loaded. */
export function keepCode(folder: string, scripts: readonly (readonly [string, Script])[]): void {
  const compiled = path.join(folder, folderOfNode());
  mkdirSync(compiled, { recursive: true });
  // The first one comes last: where it is, all others are.
  for (const [name, script] of scripts.toReversed()) {
    const fresh = path.join(compiled, `${name}.${process.pid}`);
    writeFileSync(fresh, script.createCachedData());
    renameSync(fresh, path.join(compiled, name));
  }
}
