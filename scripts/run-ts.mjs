/**
 * Runs a TypeScript program of the project: `node scripts/run-ts.mjs bench/main.ts --runs 5`.
 *
 * Node 20 does not read TypeScript, so the program is bundled into `node_modules/.cache/` first (a tenth of a second),
 * where it still finds the installed packages, and then imported as if it had been named on the command line.
 */
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { commonOptions, describeFailure } from './build.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const [program, ...rest] = process.argv.slice(2);
if (program === undefined) {
  console.error('usage: node scripts/run-ts.mjs PROGRAM.ts [arguments]');
  process.exit(2);
}

/** Scripts of ours that find the project by their own place must keep it: they are imported, not copied in. */
const scriptsStayOutside = {
  name: 'scripts-stay-outside',
  resolveId(name, importer) {
    if (!/^\.\.?\/.*\.mjs$/.test(name) || importer === undefined) return null;
    return { id: pathToFileURL(path.resolve(path.dirname(importer), name)).href, external: true };
  },
};

const folder = path.join(root, 'node_modules', '.cache', 'fencepost');
const output = path.join(folder, `${path.basename(program, '.ts')}-${process.pid}.mjs`);
mkdirSync(folder, { recursive: true });
try {
  const bundled = await rolldown({
    ...commonOptions(),
    cwd: process.cwd(),
    input: program,
    external: (name) => !/^[./]|^[a-z]:[\\/]/i.test(name),
    plugins: [scriptsStayOutside],
  });
  await bundled.write({ file: output, format: 'esm', sourcemap: 'inline', codeSplitting: false });
  await bundled.close();
} catch (error) {
  console.error(describeFailure(error));
  process.exit(1);
}
process.on('exit', () => rmSync(output, { force: true }));
process.argv = [process.argv[0], path.resolve(program), ...rest];
await import(pathToFileURL(output).href);
