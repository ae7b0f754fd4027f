/**
 * Runs a TypeScript program of the project: `node scripts/run-ts.mjs bench/main.ts --runs 5`.
 *
 * Node 20 does not read TypeScript, so the program is bundled into `node_modules/.cache/` first (a third of a second),
 * where it still finds the installed packages, and then imported as if it had been named on the command line.
 *
 * `--help` of a program without an own table of options prints the comment at its head, and an option that such a program does not
 * know ends with a line, not with a stack trace.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const [program, ...rest] = process.argv.slice(2);
if (program === undefined) {
  console.error('usage: node scripts/run-ts.mjs PROGRAM.ts [arguments]');
  process.exit(2);
}

const text = readFileSync(program, 'utf8');
if (rest.includes('--help') && !text.includes('parseArguments(')) {
  const [, head = ''] = /^\/\*\*(.*?)\*\//s.exec(text) ?? [];
  console.log(head.replace(/^ \* ?/gm, '').trim());
  process.exit(0);
}

const folder = path.join(root, 'node_modules', '.cache', 'fencepost');
const output = path.join(folder, `${path.basename(program, '.ts')}-${process.pid}.mjs`);
mkdirSync(folder, { recursive: true });
// In a process of its own, so that the bundler's memory and threads are not measured with the program's.
const bundler = fileURLToPath(new URL('bundle-ts.mjs', import.meta.url));
const { status } = spawnSync(process.execPath, [bundler, program, output], { stdio: 'inherit' });
if (status !== 0) process.exit(1);
process.on('exit', () => rmSync(output, { force: true }));
process.argv = [process.argv[0], path.resolve(program), ...rest];
try {
  await import(pathToFileURL(output).href);
} catch (error) {
  if (!error.code?.startsWith('ERR_PARSE_ARGS')) throw error;
  console.error(`error: ${error.message.split('. ')[0]}; --help says what there is`);
  process.exit(2);
}
