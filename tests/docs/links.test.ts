/** What the pages name is there: files and headings behind links, and files of the source. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

const pages = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'examples/README.md',
  ...readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => path.join('docs', file)),
].sort();

const sources = ['src', 'web', 'tests', 'scripts', 'bench'].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file)),
);

function read(page: string): string {
  return readFileSync(path.join(root, page), 'utf8');
}

/** Without code: blocks between fences, indented blocks, and words in backticks. */
function prose(text: string): string {
  return text
    .replace(/^```[\s\S]*?^```/gm, '')
    .replace(/^ {4}.*$/gm, '')
    .replace(/`[^`\n]*`/g, '');
}

function linksOf(text: string): string[] {
  return [...prose(text).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target]) => target as string)
    .filter((target) => !/^[a-z]+:/.test(target));
}

/** As GitHub and most renderers name headings. */
function anchorsOf(text: string): Set<string> {
  const headings = text.replace(/^```[\s\S]*?^```/gm, '').matchAll(/^#+ (.*)$/gm);
  return new Set(
    [...headings].map(([, heading]) =>
      (heading as string)
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .trim()
        .replaceAll(' ', '-'),
    ),
  );
}

function faultOf(page: string, link: string): string | null {
  const [file, anchor] = link.split('#') as [string, string | undefined];
  const target = file === '' ? page : path.join(path.dirname(page), file);
  if (!existsSync(path.join(root, target))) return `${link}: there is no ${target}`;
  if (anchor !== undefined && !anchorsOf(read(target)).has(anchor)) return `${link}: no such heading`;
  return null;
}

describe.each(pages)('%s', (page) => {
  const text = read(page);

  test('has links that lead somewhere', () => {
    expect(linksOf(text).flatMap((link) => faultOf(page, link) ?? [])).toEqual([]);
  });

  test('names files that are there', () => {
    const whole = [...text.matchAll(/(?<![\w./-])(?:src|web|tests|scripts|bench)\/[\w./-]*\w/g)].map(([name]) => name);
    const ends = [...text.matchAll(/`([\w./-]+\.ts)`/g)].map(([, name]) => name as string);
    const missing = [
      ...whole.filter((name) => !existsSync(path.join(root, name))),
      ...ends.filter((name) => !sources.some((source) => source === name || source.endsWith(`/${name}`))),
    ];
    expect([...new Set(missing)]).toEqual([]);
  });
});

test('every page of docs/ is reached from its index', () => {
  const reached = new Set(['docs/README.md']);
  for (const page of reached) {
    for (const link of linksOf(read(page))) {
      const [file] = link.split('#') as [string];
      const target = file === '' ? page : path.join(path.dirname(page), file);
      if (target.startsWith('docs/') && target.endsWith('.md')) reached.add(target);
    }
  }
  expect(pages.filter((page) => page.startsWith('docs/') && !reached.has(page))).toEqual([]);
});
