/**
 * How fast the workbench answers people, in a real browser: `npm run bench:web`. It measures and never judges; on a busy machine
 * the figures say little.
 *
 *     npm run bench:web                      the table
 *     npm run bench:web -- --edits 500       also: random edits while a check runs
 *     npm run bench:web -- --checks 10000    also: many checks in one tab, with the memory of the page
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { closeBrowser } from '../tests/support/browser.js';
import { check, openText, openWorkbench, serveWorkbench } from '../tests/web/workbench.js';

const root = process.cwd();
const example = (file: string): string => readFileSync(path.join(root, 'examples', file), 'utf8');

function given(option: string): number {
  const at = process.argv.indexOf(option);
  return at < 0 ? 0 : Number(process.argv[at + 1]);
}

function middle(values: readonly number[]): string {
  const sorted = [...values].sort((one, other) => one - other);
  const of = (share: number): string => (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(0);
  return `median ${of(0.5)} ms, worst ${of(1)} ms of ${values.length}`;
}

const SLOW = `shared x[6]: 0..60 = 0
thread P(me: 0..5) {
  loop {
    x[me] = (x[me] + 1) % 61
    x[(me + 1) % 6] = (x[(me + 1) % 6] + 7) % 61
  }
}
never far: x[0] == 60 && x[1] == 59 && x[2] == 58 && x[3] == 57 && x[4] == 56 && x[5] == 1
`;

/** From the key to the next frame, as the page sees it. */
const KEY_TIMES = `window.keyTimes = [];
document.addEventListener('keydown', () => {
  const begun = performance.now();
  requestAnimationFrame(() => setTimeout(() => window.keyTimes.push(performance.now() - begun)));
}, true)`;

async function peterson(page: Page): Promise<void> {
  const times: number[] = [];
  for (let run = 0; run < 5; run++) {
    await openText(page, `peterson-${run}.fp`, example('programs/peterson.fp'));
    const begun = performance.now();
    await page.click('#check');
    await page.waitForSelector('#answer-panel .explorer');
    times.push(performance.now() - begun);
  }
  console.log(`Peterson's counterexample after Check: ${middle(times)}; the first ${(times[0] ?? 0).toFixed(0)} ms`);
}

async function typing(page: Page, edits: number): Promise<void> {
  await openText(page, 'slow.fp', SLOW);
  await page.click('#more-button');
  await page.fill('#limit-timeout', '100000');
  await page.click('#check');
  await page.waitForSelector('.card.searching');
  await page.evaluate(KEY_TIMES);
  await page.focus('.cm-content');
  await page.keyboard.press('ControlOrMeta+End');
  for (let key = 0; key < 60; key++) await page.keyboard.press('a');
  console.log(`a key while a check runs: ${middle(await page.evaluate('window.keyTimes'))}`);
  if (edits > 0) await edit(page, edits);
  const begun = performance.now();
  await page.keyboard.press('Escape');
  await page.waitForSelector('.cards:not(:has(.searching))');
  console.log(`stop: ${(performance.now() - begun).toFixed(0)} ms`);
}

/** Random places, random texts, some taken from the examples, undone now and then. */
async function edit(page: Page, edits: number): Promise<void> {
  let seed = 1;
  const random = (most: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % most;
  };
  const files = ['programs/peterson.fp', 'weak/peterson.cub', 'litmus/SB.litmus', 'dve/peterson.dve'];
  const pieces = [
    ...files.flatMap((file) => example(file).match(/[^\n]+\n?/g) ?? []),
    '{',
    '}',
    '/*',
    '"',
    '\u0000',
    '𝔘',
    '(',
  ];
  for (let number = 0; number < edits; number++) {
    for (let move = random(4); move > 0; move--)
      await page.keyboard.press(['ArrowUp', 'ArrowDown', 'ArrowRight'][random(3)] as string);
    const act = random(6);
    if (act === 0) await page.keyboard.press('ControlOrMeta+z');
    else if (act === 1) for (let count = random(5); count > 0; count--) await page.keyboard.press('Backspace');
    else await page.keyboard.insertText(pieces[random(pieces.length)] as string);
  }
  const alive = await page.evaluate('document.querySelector(".cm-content") !== null');
  console.log(`${edits} random edits while a check runs: ${alive ? 'the page lives' : 'the page is gone'}`);
}

/** Megabytes that the processes of pages have, workers and WebAssembly included: what the machine sees. */
async function resident(page: Page): Promise<number> {
  const session = await (page.context().browser() as Browser).newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const sizes = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1] ?? 0) / 1024);
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function many(page: Page, checks: number): Promise<void> {
  await openText(page, 'SB.litmus', example('litmus/SB.litmus'));
  await openText(page, 'peterson.fp', example('programs/peterson.fp'));
  const session = await page.context().newCDPSession(page);
  const held = async (): Promise<string> => {
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters');
    const heap = `${(usedSize / 2 ** 20).toFixed(1)} MB of heap, ${nodes} nodes, ${jsEventListeners} listeners`;
    return `${heap}, ${page.workers().length} workers, ${(await resident(page)).toFixed(0)} MB resident`;
  };
  for (let number = 0; number <= checks; number++) {
    if (number % Math.max(1, Math.floor(checks / 10)) === 0) console.log(`after ${number} checks: ${await held()}`);
    if (number < checks) await check(page);
  }
}

let done = false;
const served = await serveWorkbench(path.join(root, 'dist', 'web'));
const { page, faults, close } = await openWorkbench(served.address);
page.on('crash', () => console.log('the page has crashed'));
page.context().on('close', () => {
  if (!done) console.log('the browser has ended');
});
await peterson(page);
await typing(page, given('--edits'));
if (given('--checks') > 0) await many(page, given('--checks'));
for (const fault of faults) console.log(`fault: ${fault}`);
done = true;
await close();
await closeBrowser();
served.close();
