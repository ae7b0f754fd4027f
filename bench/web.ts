/**
 * How fast the workbench answers people, in a real browser: `npm run bench:web`. It measures and never judges; on a busy machine
 * the figures say little.
 *
 *     npm run bench:web                      the first load, a counterexample, keys, 500 random edits, stop
 *     npm run bench:web -- --edits 2000      more edits
 *     npm run bench:web -- --checks 10000    also: many checks in one tab, with the memory of the page (half an hour)
 *     npm run bench:web -- --folder OTHER    another build of the page, to compare
 */
import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { closeBrowser } from '../tests/support/browser.js';
import { openText, openWorkbench, serveWorkbench } from '../tests/web/workbench.js';

const root = process.cwd();
const example = (file: string): string => readFileSync(path.join(root, 'examples', file), 'utf8');

function given(option: string, otherwise: number): number {
  const at = process.argv.indexOf(option);
  return at < 0 ? otherwise : Number(process.argv[at + 1]);
}

const folderAt = process.argv.indexOf('--folder');
const folder = folderAt < 0 ? path.join(root, 'dist', 'web') : path.resolve(process.argv[folderAt + 1] as string);

/** What was asked of the host so far, as hosts send it: each file once. */
function firstLoad(requests: readonly string[]): void {
  const names = new Set(requests.map((url) => new URL(url).pathname.slice(1) || 'index.html'));
  const sizes = [...names].map((name) => gzipSync(readFileSync(path.join(folder, name))).length);
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  console.log(`first load: ${names.size} files, ${(bytes / 1000).toFixed(0)} kB gzipped`);
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

/** From the key, as the browser got it, to the frame that shows what it wrote. */
const KEY_TIMES = `window.keyTimes = [];
document.addEventListener('keydown', ({ timeStamp }) => {
  requestAnimationFrame(() => setTimeout(() => window.keyTimes.push(performance.now() - timeStamp)));
}, true)`;

/** Some type faster than a text is read, and some slower. */
const PAUSES = [0, 80, 200];
const KEYS = 60;

/** So many keys; the processor time of the page's own thread tells what they cost on a machine that others use, too. */
async function press(page: Page, pause: number, when: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const spent = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
  };
  await page.evaluate('window.keyTimes = []');
  const before = await spent();
  for (let key = 0; key < KEYS; key++) {
    await page.keyboard.press('a');
    if (pause > 0) await page.waitForTimeout(pause);
  }
  const cost = (await spent()) - before;
  await session.detach();
  const times = middle(await page.evaluate<number[]>('window.keyTimes'));
  console.log(`a key ${when}, ${pause} ms apart: ${times}; ${(cost / KEYS).toFixed(1)} ms of processor time each`);
}

async function peterson(page: Page): Promise<void> {
  const times: number[] = [];
  await page.waitForSelector('html[data-warm]');
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
  await page.evaluate(KEY_TIMES);
  await page.focus('.cm-content');
  await page.keyboard.press('ControlOrMeta+End');
  for (const pause of PAUSES) await press(page, pause, 'while nothing runs');
  await openText(page, 'slow.fp', SLOW);
  await page.click('#more-button');
  await page.fill('#limit-timeout', '100000');
  await page.click('#check');
  await page.waitForSelector('.card.searching');
  await page.focus('.cm-content');
  await page.keyboard.press('ControlOrMeta+End');
  for (const pause of PAUSES) await press(page, pause, 'while a check runs');
  if (edits > 0) await edit(page, edits);
  await page.keyboard.press('Escape');
  await stopping(page);
}

async function stopping(page: Page): Promise<void> {
  await openText(page, 'slow-again.fp', SLOW);
  await page.fill('#limit-timeout', '100000');
  const times: number[] = [];
  for (let run = 0; run < 5; run++) {
    await page.click('#check');
    await page.waitForSelector('.card.searching .card-detail:text-matches("states")');
    const begun = performance.now();
    await page.keyboard.press('Escape');
    await page.waitForSelector('.cards:not(:has(.searching))');
    times.push(performance.now() - begun);
  }
  console.log(`stop: ${middle(times)}`);
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

/** Pressed in the page itself: a message to the browser and back costs more than a check. */
const pressing = (checks: number): string => `(async () => {
  const isOver = () => !document.querySelector('#check').hidden && document.querySelector('.card.searching') === null;
  for (let number = 0; number < ${checks}; number++) {
    document.querySelector('#check').click();
    while (!isOver()) await new Promise((resolve) => setTimeout(resolve, 2));
    const verdict = document.querySelector('.card-verdict').textContent;
    if (verdict !== 'violated') throw new Error(verdict);
  }
})()`;

async function many(page: Page, checks: number): Promise<void> {
  await openText(page, 'SB.litmus', example('litmus/SB.litmus'));
  await openText(page, 'peterson.fp', example('programs/peterson.fp'));
  await page.click('label[for=memory-tso]');
  const session = await page.context().newCDPSession(page);
  const held = async (): Promise<string> => {
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters');
    const heap = `${(usedSize / 2 ** 20).toFixed(1)} MB of heap, ${nodes} nodes, ${jsEventListeners} listeners`;
    return `${heap}, ${page.workers().length} workers, ${(await resident(page)).toFixed(0)} MB resident`;
  };
  const part = Math.max(1, Math.floor(checks / 10));
  console.log(`after 0 checks: ${await held()}`);
  for (let number = 0; number < checks; number += part) {
    const now = Math.min(part, checks - number);
    await page.evaluate(pressing(now));
    console.log(`after ${number + now} checks: ${await held()}`);
  }
}

let done = false;
const served = await serveWorkbench(folder);
const { page, faults, requests, close } = await openWorkbench(served.address);
console.log(
  `load of the machine: ${loadavg()
    .map((each) => each.toFixed(1))
    .join(', ')}`,
);
await page.waitForSelector('#problems.good');
firstLoad(requests);
page.on('crash', () => console.log('the page has crashed'));
page.context().on('close', () => {
  if (!done) console.log('the browser has ended');
});
await peterson(page);
await typing(page, given('--edits', 500));
if (given('--checks', 0) > 0) await many(page, given('--checks', 0));
for (const fault of faults) console.log(`fault: ${fault}`);
done = true;
await close();
await closeBrowser();
served.close();
