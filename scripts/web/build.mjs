/**
 * Builds `dist/web`: the page, its workers, its style and the examples, as static files for any host.
 *
 *     node scripts/web/build.mjs
 *
 * One bundle has five entries, which share their parts: the page, the worker that answers questions, those that help it with
 * a large search, of states or of runs, and the worker that reads texts as they are typed. The service worker is a file of its own that knows the names of all others. Z3 is not copied: it is
 * a package of its own, and `fencepost serve` finds it there.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { style, viewer } from '../viewer.mjs';
import { galleryData } from './examples.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const web = path.join(root, 'web');

/** What a browser has another file for. */
const INSTEAD = [
  { name: /^z3-solver$/, file: path.join(web, 'worker', 'z3.ts') },
  { name: /\/threads\.js$/, from: /engines.(explicit|ltl)./, file: path.join(web, 'worker', 'threads.ts') },
  { name: /\/programs\.js$/, from: /evidence.solvers./, file: path.join(web, 'worker', 'no-programs.ts') },
];

function instead() {
  return {
    name: 'instead',
    resolveId(name, from = '') {
      return (
        INSTEAD.find((row) => row.name.test(name) && (row.from === undefined || row.from.test(from)))?.file ?? null
      );
    },
  };
}

/** What the page opens with when nobody has been here before. */
const FIRST = 'programs/peterson.fp';

function options(version) {
  const first = readFileSync(path.join(root, 'examples', FIRST), 'utf8');
  const define = {
    FENCEPOST_VERSION: JSON.stringify(version),
    FENCEPOST_FIRST: JSON.stringify({ file: path.basename(FIRST), text: first }),
    global: 'globalThis',
  };
  return {
    cwd: root,
    platform: 'browser',
    plugins: [instead(), viewer()],
    transform: { target: 'es2022', define },
    logLevel: 'silent',
  };
}

async function programs(version) {
  const bundled = await rolldown({
    ...options(version),
    input: {
      main: 'web/main.ts',
      engine: 'web/worker/engine.ts',
      member: 'web/worker/member.ts',
      helper: 'web/worker/helper.ts',
      editing: 'web/worker/editing.ts',
    },
  });
  const { output } = await bundled.generate({
    format: 'esm',
    minify: true,
    entryFileNames: '[name].js',
    chunkFileNames: 'parts/[name]-[hash].js',
  });
  await bundled.close();
  return output.map(({ fileName, code, source }) => [fileName, Buffer.from(code ?? source)]);
}

/** The files in the order of their names: the later ones win. */
function styleSheet() {
  const folder = path.join(web, 'style');
  const own = readdirSync(folder)
    .sort()
    .map((file) => readFileSync(path.join(folder, file), 'utf8'));
  return style(own);
}

async function serviceWorker(files, build, version) {
  const { transform, ...rest } = options(version);
  const define = {
    ...transform.define,
    FENCEPOST_FILES: JSON.stringify(files),
    FENCEPOST_BUILD: JSON.stringify(build),
  };
  const bundled = await rolldown({
    ...rest,
    transform: { ...transform, define },
    input: 'web/worker/service-worker.ts',
  });
  const { output } = await bundled.generate({ format: 'iife', minify: true });
  await bundled.close();
  return Buffer.from(output[0].code);
}

function replace(file, contents) {
  if (existsSync(file) && readFileSync(file).equals(contents)) return;
  mkdirSync(path.dirname(file), { recursive: true });
  const fresh = `${file}.${process.pid}`;
  writeFileSync(fresh, contents);
  renameSync(fresh, file);
}

/** Writes `dist/web`, or another folder; throws rolldown's failure when the sources do not allow it. */
export async function bundleWeb(target = path.join(root, 'dist', 'web')) {
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const files = new Map([
    ...(await programs(version)),
    ['style.css', Buffer.from(styleSheet())],
    ['examples.json', Buffer.from(JSON.stringify(galleryData(root)))],
    ...['index.html', 'icon.svg', 'manifest.webmanifest'].map((file) => [file, readFileSync(path.join(web, file))]),
  ]);
  const names = [...files.keys()].sort();
  const digest = createHash('sha256');
  for (const name of names) digest.update(name).update(files.get(name));
  const kept = ['./', ...names.filter((name) => name !== 'index.html')];
  files.set('service-worker.js', await serviceWorker(kept, digest.digest('hex').slice(0, 16), version));
  for (const [name, contents] of files) replace(path.join(target, name), contents);
  const parts = path.join(target, 'parts');
  for (const name of existsSync(parts) ? readdirSync(parts) : []) {
    if (name.endsWith('.js') && !files.has(`parts/${name}`)) rmSync(path.join(parts, name), { force: true });
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) await bundleWeb();
