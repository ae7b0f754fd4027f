/**
 * Every example gives the verdict of the command line in the browser: the list says which. A long run takes a part of them,
 * spread over the list: each is pressed, drawn and read on the real page, which costs more than the search. `--mode all` has all.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readExamples } from '../../src/cli/examples.js';
import { closeBrowser, hasBrowser } from '../support/browser.js';
import { share } from '../support/size.js';
import { check, type Opened, openWorkbench, type Served, serveWorkbench } from './workbench.js';

const list = path.resolve(import.meta.dirname, '..', '..', 'examples', 'expected.json');
const read = readExamples(readFileSync(list, 'utf8'));
if (!read.ok) throw new Error(read.message);
const all = read.examples.map((example, number) => ({ ...example, number }));
const chosen = share(
  all.filter(({ file }) => !file.endsWith('.dve')),
  5,
  80,
);

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
    await closeBrowser();
  });

  for (const { file, expected, number, title } of chosen) {
    test(`${number}: ${file} (${title})`, async () => {
      const { page } = opened;
      await page.click('#open-gallery');
      await page.click(`.entry-open[data-number="${number}"]`);
      const verdicts = await check(page);
      for (const [memory, verdict] of expected) expect({ [memory]: verdicts[memory] }).toEqual({ [memory]: verdict });
    });
  }
});
