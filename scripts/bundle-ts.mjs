/**
 * Bundles a TypeScript program of the project into one file: `node scripts/bundle-ts.mjs PROGRAM.ts OUTPUT.mjs`. An OUTPUT.cjs is a
 * script, as those of the build are (`src/cli/compiled.ts`).
 */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { commonOptions, describeFailure, SHORT } from './build.mjs';
import { member } from './member.mjs';
import { viewer } from './viewer.mjs';

const [program, output] = process.argv.slice(2);

/** Scripts of ours that find the project by their own place must keep it: they are imported, not copied in. */
const scriptsStayOutside = {
  name: 'scripts-stay-outside',
  resolveId(name, importer) {
    if (!/^\.\.?\/.*\.mjs$/.test(name) || importer === undefined) return null;
    return { id: pathToFileURL(path.resolve(path.dirname(importer), name)).href, external: true };
  },
};

try {
  const bundled = await rolldown({
    ...commonOptions(),
    cwd: process.cwd(),
    input: program,
    external: (name) => !/^[./\0]|^[a-z]:[\\/]|^fencepost:/i.test(name),
    plugins: [scriptsStayOutside, viewer(), member()],
  });
  const form = output.endsWith('.cjs') ? { ...SHORT, format: 'cjs' } : { format: 'esm', sourcemap: 'inline' };
  await bundled.write({ ...form, file: output, codeSplitting: false });
  await bundled.close();
} catch (error) {
  console.error(describeFailure(error));
  process.exitCode = 1;
}
