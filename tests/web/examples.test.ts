/**
 * Every example gives the verdict of the command line in the browser: the list says which. Each is opened by a link, checked and
 * drawn on the real page. A memory of which the list says nothing is not waited for: some of those take their whole minute.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MemoryName } from '../../src/memory/models.js';
import type { GalleryData } from '../../web/gallery-data.js';
import { closePages, hasBrowser } from '../support/browser.js';
import { share } from '../support/size.js';
import { check, follow, type Opened, openWorkbench, type Served, serveWorkbench, WEB } from './workbench.js';

const { entries, texts } = JSON.parse(readFileSync(path.join(WEB, 'examples.json'), 'utf8')) as GalleryData;
const all = entries.map((entry, number) => ({ ...entry, number }));
const chosen = share(
  all.filter(({ file }) => !file.endsWith('.dve')),
  6,
);

/** Limits that no machine is too slow for. Those of states, cubes and predicates are the command line's. */
const LIMITS = { timeout: 3600, maxMemory: 2048 };

describe.skipIf(!hasBrowser)('examples in the browser', () => {
  let served: Served;
  let opened: Opened;

  beforeAll(async () => {
    served = await serveWorkbench();
    opened = await openWorkbench(served.address);
  });
  afterAll(async () => {
    expect(opened.faults).toEqual([]);
    await opened.close();
    served.close();
    await closePages();
  });

  for (const { number, file, title, asked, expected } of chosen)
    test(`${number}: ${file} (${title})`, async () => {
      const { page } = opened;
      const text = texts[file] ?? '';
      const name = `${number}-${path.basename(file)}`;
      const [first, ...others] = Object.keys(expected) as [MemoryName, ...MemoryName[]];
      const memory = others.length === 0 ? first : 'all';
      await follow(page, { file: name, text, question: { memory, asked: { ...asked, ...LIMITS } } });
      expect(await check(page, [first, ...others])).toMatchObject(expected);
    });

  test('those that the page has are those of the list', () => {
    const list = readFileSync(path.resolve('examples', 'expected.json'), 'utf8');
    const files = (JSON.parse(list) as { readonly file: string }[]).map(({ file }) => file);
    expect(entries.map(({ file }) => file)).toEqual(files);
    for (const file of files)
      expect([file, texts[file]]).toEqual([file, readFileSync(path.resolve('examples', file), 'utf8')]);
  });
});
