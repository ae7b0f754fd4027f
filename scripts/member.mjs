/**
 * The code of a member of a crew as a text, for whoever starts a thread with it: `import { code } from 'fencepost:member'`.
 * So threads need no file of their own, wherever the library was bundled into. Programs, scripts and tests are bundled with
 * this plug-in.
 */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const entry = fileURLToPath(new URL('../src/engines/explicit/parallel/member.ts', import.meta.url));
const NAME = 'fencepost:member';

async function code() {
  const bundled = await rolldown({
    input: path.normalize(entry),
    platform: 'browser',
    transform: { target: 'es2022' },
    logLevel: 'silent',
  });
  const { output } = await bundled.generate({ format: 'iife', name: 'fencepostMember', minify: true });
  await bundled.close();
  return output[0].code.trim();
}

export function member() {
  return {
    name: 'member',
    resolveId(name) {
      return name === NAME ? `\0${NAME}` : null;
    },
    async load(id) {
      return id === `\0${NAME}` ? `export const code = ${JSON.stringify(await code())};\n` : null;
    },
  };
}
