/**
 * Builds `dist/`: the command line, the library, the library's types, and the page for the browser (`web/build.mjs`).
 *
 *     node scripts/build.mjs               everything
 *     node scripts/build.mjs --no-types    the programs alone (what the tests need)
 *
 * `dist/cli.js` is a few hundred bytes and everything behind it is a chunk that is read when it is needed, so that
 * `fencepost --version` costs little more than starting node and `fencepost check` reads no engine it does not use.
 *
 * The command line is there twice: as modules, and as scripts of which the build keeps the code that V8 compiled
 * (`src/cli/compiled.ts`).
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
const compiled = path.join(dist, 'compiled');

export function version() {
  return JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).version;
}

/** `script`: see `src/cli/entry.ts`. */
function definitions(script) {
  return { FENCEPOST_VERSION: JSON.stringify(version()), FENCEPOST_SCRIPT: JSON.stringify(script) };
}

/** What every bundle of the project shares, those of `run-ts.mjs` too. */
export function commonOptions() {
  return {
    cwd: root,
    platform: 'node',
    external: ['z3-solver', 'pg', 'pg-boss', /^vscode-languageserver/],
    plugins: [viewer(), member()],
    transform: { target: 'node20', define: definitions('') },
    logLevel: 'silent',
  };
}

/**
 * Reading a file costs more than reading a few lines too many: what every command reads is one chunk, and what every
 * question needs is another, each with all that it imports.
 */
const TOGETHER = [
  // Loads the rest, in one way or another, and none of it by itself.
  { name: 'compiled', test: /src.cli.(compiled|short-runs)\.ts$/, priority: 1 },
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
  work: 'src/server/work.ts',
  answer: 'src/batch/work.ts',
};

/** Less to read at every start; names stay, for stack traces. */
export const SHORT = { codeSplitting: { groups: TOGETHER }, minify: { compress: true, mangle: false, codegen: true } };

/** The programs as files, by what is in `input`; what is `external` is not in them. `script`: the first of `scripts`. */
export async function programs(input = ENTRIES, { external } = commonOptions(), script = '') {
  const common = commonOptions();
  const transform = { ...common.transform, define: definitions(script) };
  const bundled = await rolldown({ ...common, external, input, transform });
  const { output } = await bundled.generate({ ...SHORT, format: 'esm', chunkFileNames: 'chunks/[name]-[hash].js' });
  await bundled.close();
  return output;
}

/** The command line as scripts. Each has a digest of its text in its name, and of the names of those that it loads. */
async function scripts() {
  const bundled = await rolldown({ ...commonOptions(), input: { program: 'src/cli/program.ts' } });
  const names = { entryFileNames: '[name]-[hash].cjs', chunkFileNames: '[name]-[hash].cjs' };
  const { output } = await bundled.generate({ ...SHORT, ...names, format: 'cjs', dynamicImportInCjs: false });
  await bundled.close();
  return output;
}

/** Nothing depends on compiled code: the program is as right without, and slower. */
function compile(script) {
  const words = ['scripts/run-ts.mjs', 'scripts/compile.ts', script];
  const { status } = spawnSync(process.execPath, words, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) console.error('no code was compiled beforehand: the program starts more slowly');
}

const isFirst = ({ type, isEntry }) => type === 'chunk' && isEntry;

/** Bundles the programs into `dist/`, and the page into `dist/web`; throws rolldown's failure when the sources don't allow it. */
export async function bundle() {
  await bundleWeb();
  const asScripts = await scripts();
  const { fileName: script } = asScripts.find(isFirst);
  const output = await programs({ ...ENTRIES, index: 'src/index.ts' }, commonOptions(), script);
  for (const { fileName, code } of asScripts) replace(path.join(compiled, fileName), Buffer.from(code));
  for (const file of [...output.filter((file) => !isFirst(file)), ...output.filter(isFirst)]) {
    replace(path.join(dist, file.fileName), Buffer.from(file.code ?? file.source));
  }
  chmodSync(path.join(dist, 'cli.js'), 0o755);
  compile(script);
  const current = new Set([...asScripts, ...output].map((file) => path.basename(file.fileName)));
  for (const folder of [chunks, compiled]) removeOld(folder, current);
}

/** What is not current, here and in the folders below. */
function removeOld(folder, current) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const place = path.join(folder, entry.name);
    if (entry.isDirectory()) removeOld(place, current);
    else if (/\.c?js$/.test(entry.name) && !current.has(entry.name)) rmSync(place, { force: true });
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
