/**
 * Builds `dist/`: the command line, the library, the library's types, and the page for the browser (`web/build.mjs`).
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
import { rolldown } from 'rolldown';
import { member } from './member.mjs';
import { viewer } from './viewer.mjs';
import { bundleWeb } from './web/build.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = path.join(root, 'dist');
const chunks = path.join(dist, 'chunks');

export function version() {
  return JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).version;
}

/** What every bundle of the project shares, those of `run-ts.mjs` too. */
export function commonOptions() {
  return {
    cwd: root,
    platform: 'node',
    external: ['z3-solver', 'pg', 'pg-boss', /^vscode-languageserver/],
    plugins: [viewer(), member()],
    transform: { target: 'node20', define: { FENCEPOST_VERSION: JSON.stringify(version()) } },
    logLevel: 'silent',
  };
}

/**
 * Reading a file costs more than reading a few lines too many: what every command reads is one chunk, and what every
 * question needs is another, each with all that it imports.
 */
const TOGETHER = [
  { name: 'start', test: /src.cli.program\.ts$/ },
  { name: 'asking', test: /src.(cli|check).check\.ts$/ },
  { name: 'reading', test: /src.languages.shared./ },
  { name: 'machine', test: /src.memory.operational.replay\.ts$/ },
];

function replace(file, contents) {
  if (existsSync(file) && readFileSync(file).equals(contents)) return;
  mkdirSync(path.dirname(file), { recursive: true });
  const fresh = `${file}.${process.pid}`;
  writeFileSync(fresh, contents);
  renameSync(fresh, file);
}

const ENTRIES = {
  cli: 'src/cli/entry.ts',
  inside: 'src/cli/inside.ts',
  work: 'src/server/work.ts',
  answer: 'src/batch/work.ts',
};

/** The programs as files, by what is in `input`; what is `external` is not in them. */
export async function programs(input = ENTRIES, { external } = commonOptions()) {
  const bundled = await rolldown({ ...commonOptions(), external, input });
  const { output } = await bundled.generate({
    format: 'esm',
    chunkFileNames: 'chunks/[name]-[hash].js',
    codeSplitting: { groups: TOGETHER },
    // Less to read at every start; names stay, for stack traces.
    minify: { compress: true, mangle: false, codegen: true },
  });
  await bundled.close();
  return output;
}

/** Bundles the programs into `dist/`, and the page into `dist/web`; throws rolldown's failure when the sources don't allow it. */
export async function bundle() {
  await bundleWeb();
  const output = await programs({ ...ENTRIES, index: 'src/index.ts' });
  const isEntry = ({ type, isEntry }) => type === 'chunk' && isEntry;
  for (const file of [...output.filter((file) => !isEntry(file)), ...output.filter(isEntry)]) {
    replace(path.join(dist, file.fileName), Buffer.from(file.code ?? file.source));
  }
  chmodSync(path.join(dist, 'cli.js'), 0o755);
  const current = new Set(output.map((file) => path.basename(file.fileName)));
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

/** What was wrong with the sources, in rolldown's words. */
export function describeFailure(error) {
  return String(error?.message ?? error);
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
