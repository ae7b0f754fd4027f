/**
 * The code of a member of a crew as a text, for whoever starts a thread with it: `import { code } from 'fencepost:member'`.
 * So threads need no file of their own, wherever the library was bundled into. Programs, scripts and tests are bundled with
 * this plug-in.
 */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const ENTRIES = {
  'fencepost:member': { file: '../src/engines/explicit/parallel/member.ts', name: 'fencepostMember' },
  'fencepost:helper': { file: '../src/engines/ltl/parallel/helper.ts', name: 'fencepostHelper' },
};

async function code({ file, name }) {
  const bundled = await rolldown({
    input: path.normalize(fileURLToPath(new URL(file, import.meta.url))),
    platform: 'browser',
    transform: { target: 'es2022' },
    logLevel: 'silent',
  });
  const { output } = await bundled.generate({ format: 'iife', name, minify: true });
  await bundled.close();
  return output[0].code.trim();
}

export function member() {
  return {
    name: 'member',
    resolveId(name) {
      return name in ENTRIES ? `\0${name}` : null;
    },
    async load(id) {
      const entry = ENTRIES[id.slice(1)];
      return id.startsWith('\0') && entry !== undefined
        ? `export const code = ${JSON.stringify(await code(entry))};\n`
        : null;
    },
  };
}
