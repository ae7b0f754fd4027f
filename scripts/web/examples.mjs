/**
 * The examples as one file for the page: what `examples/expected.json` and `examples/README.md` say of them, and their texts.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';

const TOPIC = /^- (.+): \[`([^`]+)`\]\([^)]*\)/gm;
const FOLDER = /^\| (`[^`]+\/`|this one) \| ([^|]+) \| [^|]+ \|$/gm;

export function galleryData(root) {
  const folder = path.join(root, 'examples');
  const list = JSON.parse(readFileSync(path.join(folder, 'expected.json'), 'utf8'));
  const readme = readFileSync(path.join(folder, 'README.md'), 'utf8');
  const texts = {};
  for (const { file } of list) {
    texts[file] ??= readFileSync(path.join(folder, file), 'utf8');
  }
  return {
    topics: [...readme.matchAll(TOPIC)].map(([, want, file]) => ({ want, file })),
    folders: [...readme.matchAll(FOLDER)].map(([, name, what]) => {
      return { folder: name === 'this one' ? '' : name.replaceAll('`', ''), what };
    }),
    entries: list.map(({ file, title, source = null, processes, asked = {}, expected }) => {
      return { file, title, source, asked: processes === undefined ? asked : { ...asked, processes }, expected };
    }),
    texts,
  };
}
