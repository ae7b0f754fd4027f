/**
 * `npm run package:vscode [-- FILE]`: writes the VS Code extension as a `.vsix`, which is a zip archive with the extension in
 * a folder, a manifest of its own, and a list of media types. `code --install-extension FILE` installs it.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { extensionFiles } from './build.mjs';
import { zip } from './zip.mjs';

const MEDIA = {
  '.css': 'text/css',
  '.js': 'application/javascript',
  '.json': 'application/json',
  '.md': 'text/markdown',
  '.txt': 'text/plain',
  '.vsixmanifest': 'text/xml',
};

const escaped = (text) => `${text}`.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

function manifestXml({ name, publisher, version, displayName, description, keywords, categories, engines }) {
  const property = (id, value) => `      <Property Id="Microsoft.VisualStudio.${id}" Value="${escaped(value)}" />`;
  const asset = (id, file) =>
    `    <Asset Type="Microsoft.VisualStudio.${id}" Path="extension/${file}" Addressable="true" />`;
  return `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id="${escaped(name)}" Version="${escaped(version)}" Publisher="${escaped(publisher)}" />
    <DisplayName>${escaped(displayName)}</DisplayName>
    <Description xml:space="preserve">${escaped(description)}</Description>
    <Tags>${escaped(keywords.join(','))}</Tags>
    <Categories>${escaped(categories.join(','))}</Categories>
    <GalleryFlags>Public</GalleryFlags>
    <Properties>
${property('Code.Engine', engines.vscode)}
${property('Code.ExtensionDependencies', '')}
${property('Code.ExtensionPack', '')}
${property('Code.ExtensionKind', 'workspace')}
${property('Code.LocalizedLanguages', '')}
    </Properties>
    <License>extension/LICENSE.txt</License>
  </Metadata>
  <Installation>
    <InstallationTarget Id="Microsoft.VisualStudio.Code" />
  </Installation>
  <Dependencies />
  <Assets>
${asset('Code.Manifest', 'package.json')}
${asset('Services.Content.Details', 'README.md')}
${asset('Services.Content.Changelog', 'CHANGELOG.md')}
${asset('Services.Content.License', 'LICENSE.txt')}
  </Assets>
</PackageManifest>
`;
}

function contentTypes(names) {
  const endings = [...new Set(names.map((name) => path.extname(name)))].sort();
  const unknown = endings.find((ending) => MEDIA[ending] === undefined);
  if (unknown !== undefined) throw new Error(`there is no media type for files that end in '${unknown}'`);
  const types = endings.map((ending) => `<Default Extension="${ending}" ContentType="${MEDIA[ending]}" />`).join('');
  return `<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${types}</Types>
`;
}

/** The archive and the name that its file usually has. */
export async function packageExtension() {
  const inside = await extensionFiles();
  const manifest = JSON.parse(inside.get('package.json').toString());
  const files = new Map([['extension.vsixmanifest', Buffer.from(manifestXml(manifest))]]);
  for (const [name, content] of [...inside].sort(([one], [other]) => (one < other ? -1 : 1)))
    files.set(`extension/${name}`, content);
  files.set('[Content_Types].xml', Buffer.from(contentTypes([...files.keys()])));
  return { name: `${manifest.name}-${manifest.version}.vsix`, archive: zip(files) };
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { name, archive } = await packageExtension();
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const file = path.resolve(process.argv[2] ?? path.join(root, 'editors', 'vscode', name));
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, archive);
  console.log(`${path.relative(process.cwd(), file)}: ${Math.round(archive.length / 1024)} kB`);
}
