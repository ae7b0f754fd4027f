/**
 * Builds `dist/`: the command line, the library, and the library's types.
 *
 *     node scripts/build.mjs               everything
 *     node scripts/build.mjs --no-types    the programs alone (what the tests need)
 *
 * `dist/cli.js` is a few hundred bytes and everything behind it is a chunk that is read when it is needed, so that
 * `fencepost --version` costs little more than starting node and `fencepost check` reads no engine it does not use.
 *
 * Files are replaced one by one, the entry points last, and chunks that nothing names any more go at the end: a
 * program that starts in the middle of a build finds either the old files or the new ones.
 */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = path.join(root, 'dist');
const chunks = path.join(dist, 'chunks');

export function version() {
  return JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).version;
}

/** The options that every bundle of the project shares, those of `run-ts.mjs` too. */
export function commonOptions() {
  return {
    absWorkingDir: root,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    charset: 'utf8',
    // Less to read at every start; names stay, for stack traces.
    minifyWhitespace: true,
    minifySyntax: true,
    external: ['z3-solver'],
    define: { FENCEPOST_VERSION: JSON.stringify(version()) },
    logLevel: 'silent',
  };
}

function replace(file, contents) {
  if (existsSync(file) && readFileSync(file).equals(contents)) return;
  mkdirSync(path.dirname(file), { recursive: true });
  const fresh = `${file}.${process.pid}`;
  writeFileSync(fresh, contents);
  renameSync(fresh, file);
}

/** Bundles the programs into `dist/`; throws esbuild's failure when the sources don't allow it. */
export async function bundle() {
  const result = await build({
    ...commonOptions(),
    entryPoints: { cli: 'src/cli/entry.ts', index: 'src/index.ts' },
    outdir: dist,
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    write: false,
  });
  const isChunk = (file) => path.dirname(file.path) === chunks;
  const files = [...result.outputFiles.filter(isChunk), ...result.outputFiles.filter((file) => !isChunk(file))];
  for (const file of files) replace(file.path, Buffer.from(file.contents));
  chmodSync(path.join(dist, 'cli.js'), 0o755);
  const current = new Set(files.map((file) => path.basename(file.path)));
  for (const name of existsSync(chunks) ? readdirSync(chunks) : []) {
    if (name.endsWith('.js') && !current.has(name)) rmSync(path.join(chunks, name), { force: true });
  }
}

function declarations() {
  rmSync(path.join(dist, 'types'), { recursive: true, force: true });
  const compiler = path.join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const run = spawnSync(process.execPath, [compiler, '-p', 'tsconfig.build.json'], { cwd: root, stdio: 'inherit' });
  return run.status === 0;
}

/** What esbuild complained about, one line each. */
export function describeFailure(error) {
  const errors = Array.isArray(error?.errors) ? error.errors : [];
  if (errors.length === 0) return String(error?.message ?? error);
  return errors
    .map(({ text, location }) => (location ? `${location.file}:${location.line}:${location.column}: ${text}` : text))
    .join('\n');
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    await bundle();
    if (!process.argv.includes('--no-types') && !declarations()) process.exitCode = 1;
  } catch (error) {
    console.error(describeFailure(error));
    process.exitCode = 1;
  }
}
