/**
 * Builds the VS Code extension: everything that the package holds, by its path in it. The server is the program itself, with the
 * packages that it needs, but without Z3, which is many times as large and only judges certificates a second time.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { programs } from '../build.mjs';
import { style } from '../viewer.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const extension = path.join(root, 'editors', 'vscode');

async function bundled(input, options, output) {
  const bundle = await rolldown({ cwd: root, input, logLevel: 'silent', ...options });
  const { output: files } = await bundle.generate({ codeSplitting: false, minify: true, ...output });
  await bundle.close();
  return files[0].code;
}

/** The script of the panel stands in an element, which nothing in it may end. */
function inElement(script) {
  return script.trim().replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--');
}

function folder(from, to, files) {
  for (const name of readdirSync(from)) files.set(`${to}/${name}`, readFileSync(path.join(from, name)));
}

/** The files of the extension, by their paths in it. */
export async function extensionFiles() {
  const files = new Map();
  const text = (name, content) => files.set(name, Buffer.from(content));
  const client = path.join(extension, 'src', 'extension.ts');
  const node = { platform: 'node', external: ['vscode'], transform: { target: 'node20' } };
  text('dist/extension.js', await bundled(client, node, { format: 'cjs', exports: 'named' }));
  const panel = path.join(extension, 'panel', 'main.ts');
  // No module of the project does anything by being loaded: what nothing uses is left out, and the engines with it.
  const treeshake = { moduleSideEffects: false };
  const browser = { platform: 'browser', transform: { target: 'es2022' }, treeshake };
  text('dist/panel.js', inElement(await bundled(panel, browser, { format: 'iife' })));
  text('dist/panel.css', style([readFileSync(path.join(extension, 'panel', 'panel.css'), 'utf8')]));
  for (const { fileName, code, source } of await programs(undefined, { external: ['z3-solver'] })) {
    text(`server/dist/${fileName}`, code ?? source);
  }
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  text('server/package.json', `${JSON.stringify({ name: 'fencepost-server', version, type: 'module' })}\n`);
  const manifest = JSON.parse(readFileSync(path.join(extension, 'package.json'), 'utf8'));
  text('package.json', `${JSON.stringify({ ...manifest, version }, null, 2)}\n`);
  for (const name of ['language', 'syntaxes']) folder(path.join(extension, name), name, files);
  files.set('README.md', readFileSync(path.join(extension, 'README.md')));
  files.set('CHANGELOG.md', readFileSync(path.join(root, 'CHANGELOG.md')));
  files.set('LICENSE.txt', readFileSync(path.join(root, 'LICENSE')));
  return files;
}
