/** The package: an archive that opens, a manifest that names what is there, and languages that are those of the project. */
import { expect, inject, it } from 'vitest';
import { EDITOR_LANGUAGES } from '../../../scripts/grammars/names.js';
import { packageExtension } from '../../../scripts/vscode/package.mjs';
import { GRAMMARS } from '../../../src/editing/highlight/index.js';
import { packed, packedFiles } from './packed.js';

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly main: string;
  readonly contributes: {
    readonly languages: readonly { id: string; aliases: string[]; extensions: string[]; configuration: string }[];
    readonly grammars: readonly { language: string; scopeName: string; path: string }[];
    readonly commands: readonly { command: string; title: string }[];
    readonly menus: Readonly<Record<string, readonly { command: string; when: string }[]>>;
    readonly problemMatchers: readonly {
      name: string;
      pattern: { regexp: string } & Record<string, number | string>;
    }[];
  };
}

async function manifest(): Promise<{ files: Map<string, Buffer>; read: Manifest }> {
  const files = await packedFiles();
  return { files, read: JSON.parse(`${files.get('extension/package.json')}`) as Manifest };
}

const inside = (file: string) => `extension/${file.replace(/^\.\//, '')}`;

it('has everything that its manifests name', async () => {
  expect(inject('buildFailure')).toBeNull();
  const { files, read } = await manifest();
  const { languages, grammars } = read.contributes;
  const named = [read.main, ...languages.map((each) => each.configuration), ...grammars.map((each) => each.path)];
  for (const file of named) expect([...files.keys()]).toContain(inside(file));
  const xml = `${files.get('extension.vsixmanifest')}`;
  const assets = [...xml.matchAll(/Path="([^"]+)"/g), ...xml.matchAll(/<License>([^<]+)</g)].map(
    ([, file]) => `${file}`,
  );
  expect(assets.length).toBe(5);
  for (const file of assets) expect([...files.keys()]).toContain(file);
  expect(xml).toContain(`Id="${read.name}" Version="${read.version}" Publisher="fencepost"`);
});

it('tells the media type of each file', async () => {
  const { files } = await manifest();
  const types = `${files.get('[Content_Types].xml')}`;
  for (const name of files.keys()) {
    const ending = name.slice(name.lastIndexOf('.'));
    if (name !== '[Content_Types].xml') expect(types).toContain(`<Default Extension="${ending}" `);
  }
});

it('is the same archive when it is made again', async () => {
  const [one, other] = [await packed(), await packageExtension()];
  expect(one.name).toMatch(/^fencepost-\d+\.\d+\.\d+\.vsix$/);
  expect(one.archive.equals(other.archive)).toBe(true);
});

it('knows the languages as the rest of the project does', async () => {
  const { files, read } = await manifest();
  const { languages, grammars } = read.contributes;
  expect(languages.map(({ id, aliases, extensions }) => ({ id, aliases, extensions }))).toEqual(
    EDITOR_LANGUAGES.map(({ id, title, extension }) => ({ id, aliases: [title], extensions: [`.${extension}`] })),
  );
  expect(grammars.map(({ language, scopeName }) => [language, scopeName])).toEqual(
    EDITOR_LANGUAGES.map(({ id }) => [id, `source.${id}`]),
  );
  for (const { language, id } of EDITOR_LANGUAGES) {
    const { block, line } = GRAMMARS[language].comments;
    const file = languages.find((each) => each.id === id)?.configuration ?? '';
    const { comments } = JSON.parse(`${files.get(inside(file))}`) as { comments: Record<string, unknown> };
    expect(comments.blockComment, id).toEqual(block);
    if (line === '//') expect(comments.lineComment, id).toBe(line);
    else expect(comments, id).not.toHaveProperty('lineComment');
  }
});

it('has commands for all its menus, and a matcher for what the program says', async () => {
  const { read } = await manifest();
  const { commands, menus, problemMatchers } = read.contributes;
  const known = commands.map(({ command }) => command);
  for (const entries of Object.values(menus)) for (const { command } of entries) expect(known).toContain(command);
  const [{ pattern } = { pattern: { regexp: '' } }] = problemMatchers;
  const said = 'models/a b.fp:3:14: error[unknown-name]: there is no variable `x`; did you mean `y`?';
  expect(new RegExp(pattern.regexp).exec(said)?.slice(1)).toEqual([
    ...['models/a b.fp', '3', '14', 'error', 'unknown-name'],
    'there is no variable `x`; did you mean `y`?',
  ]);
});
