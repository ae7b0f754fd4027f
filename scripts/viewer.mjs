/**
 * The script and the style sheet of report pages, as a module for whoever writes such a page: `import { script, style } from
 * 'fencepost:viewer'`. Programs, scripts and tests are bundled with this plug-in.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const folder = fileURLToPath(new URL('../src/report/browser/', import.meta.url));
const NAME = 'fencepost:viewer';

async function script() {
  const bundled = await rolldown({
    input: path.join(folder, 'main.ts'),
    platform: 'browser',
    transform: { target: 'es2022' },
    logLevel: 'silent',
  });
  const { output } = await bundled.generate({ format: 'iife', minify: true });
  await bundled.close();
  // Nothing in it may end the element that it stands in.
  return output[0].code.trim().replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--');
}

/** All style sheets, in the order of their names, and then those given: the later ones win. */
export function style(others = []) {
  const sheets = path.join(folder, 'style');
  const files = readdirSync(sheets).sort();
  return [...files.map((file) => readFileSync(path.join(sheets, file), 'utf8')), ...others]
    .join('\n')
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/\s*\n\s*/g, '\n')
    .replaceAll(/\n?([{};,])\n/g, '$1')
    .trim();
}

export function viewer() {
  return {
    name: 'viewer',
    resolveId(name) {
      return name === NAME ? `\0${NAME}` : null;
    },
    async load(id) {
      if (id !== `\0${NAME}`) return null;
      return `export const script = ${JSON.stringify(await script())};\nexport const style = ${JSON.stringify(style())};\n`;
    },
  };
}
