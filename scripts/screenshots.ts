/**
 * Pictures of the workbench for the documents, taken from the real page: `npm run screenshots`. They are made by hand, because
 * no two browsers draw alike: no test compares them.
 */
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { closeBrowser } from '../tests/support/browser.js';
import { check, openText, openWorkbench, serveWorkbench } from '../tests/web/workbench.js';

const root = process.cwd();
const folder = path.join(root, 'docs', 'pictures');
const example = (file: string): string => readFileSync(path.join(root, 'examples', file), 'utf8');

const VIEWS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'workbench-run': async (page) => {
    await check(page);
    await page.waitForSelector('#answer-panel .explorer');
    for (let step = 0; step < 3; step++) await page.click('#answer-panel [data-go=next]');
  },
  'workbench-hand': async (page) => {
    await page.click('#mode-hand');
    for (const choice of [0, 1]) {
      await page.click(`#panel-hand [data-choice="${choice}"]`);
      await page.waitForTimeout(300);
    }
  },
  'workbench-repair': async (page) => {
    await page.click('#repair');
    await page.waitForSelector('.coming-line');
  },
  'workbench-litmus': async (page) => {
    await openText(page, 'SB.litmus', example('litmus/SB.litmus'));
    await check(page);
    await page.waitForSelector('.outcome svg');
  },
  'workbench-proof': async (page) => {
    await openText(page, 'naive-mutex.cub', example('weak/naive-mutex.cub'));
    await page.click('label[for=memory-tso]');
    await check(page);
    await page.click('.certify');
    await page.waitForSelector('.certificate .judge');
  },
};

const served = await serveWorkbench(path.join(root, 'dist', 'web'));
for (const [name, show] of Object.entries(VIEWS)) {
  const dark = name === 'workbench-hand';
  const viewport = { width: 1200, height: 720 };
  const { page, close } = await openWorkbench(served.address, { colorScheme: dark ? 'dark' : 'light', viewport });
  await show(page);
  await page.mouse.move(0, 0);
  await page.waitForTimeout(800);
  const file = path.join(folder, `${name}.png`);
  await page.screenshot({ path: file });
  console.log(`${path.relative(root, file)}: ${Math.ceil(statSync(file).size / 1000)} kB`);
  await close();
}
await closeBrowser();
served.close();
