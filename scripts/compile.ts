/**
 * Keeps what V8 compiles of the program as it runs, for this node (`src/cli/compiled.ts`):
 *
 *     node scripts/run-ts.mjs scripts/compile.ts SCRIPT            on examples, unless it is there
 *     node scripts/run-ts.mjs scripts/compile.ts SCRIPT WORD...    on this command
 *
 * SCRIPT is the name of the first script in `dist/compiled`. A command begins with what others left, so code of several commands is kept
 * by one after the other. A function that none of them calls is compiled when the program calls it, as any other.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Script } from 'node:vm';
import { folderOfNode, loadScript } from '../src/cli/compiled.js';
import { expectShortRuns } from '../src/cli/short-runs.js';
import { keepCode } from './keep-code.js';

/** What is to start soon. Each command takes some tenths of a second of the build. */
const COMMANDS: readonly string[] = [
  'check examples/peterson.cub',
  'check --json --quiet examples/german.cub',
  'check --json --quiet examples/dijkstra.cub',
  'check --json --quiet examples/bakery.cub',
  'check --json --quiet examples/ticket-lock.cub',
  'check examples/german-broken.cub',
  'check examples/weak/peterson.cub',
  'check examples/programs/peterson.fp',
];

const dist = path.resolve('dist');
const folder = path.join(dist, 'compiled');
const compiled = path.join(folder, folderOfNode());

function afterCommands(first: string): number {
  if (existsSync(path.join(compiled, first))) return 0;
  for (const command of COMMANDS) {
    const words = [fileURLToPath(import.meta.url), first, ...command.split(' ')];
    spawnSync(process.execPath, words, { stdio: ['ignore', 'ignore', 'inherit'] });
  }
  return existsSync(path.join(compiled, first)) ? 0 : 1;
}

async function afterCommand(first: string, words: readonly string[]): Promise<void> {
  const scripts: [string, Script][] = [];
  process.on('exit', () => keepCode(folder, scripts));
  expectShortRuns();
  process.argv = [process.execPath, path.join(dist, 'cli.js'), ...words];
  const program = loadScript(folder, first, (name, script) => scripts.push([name, script]));
  await (program as typeof import('../src/cli/program.js')).begin('', pathToFileURL(path.join(dist, 'cli.js')));
}

const [first, ...words] = process.argv.slice(2);
if (first === undefined) throw new Error('the name of a script is needed');
if (words.length === 0) process.exitCode = afterCommands(first);
else await afterCommand(first, words);
