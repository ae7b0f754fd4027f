/**
 * Report pages in a real browser: what is shown behind each step is held against the JSON of the trace, which this file follows on
 * its own; nothing is fetched, nothing is complained about, and no text of a model becomes markup.
 */
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import type { JsonTraceElement } from '../../../src/report/json-trace.js';
import type { JsonPage } from '../../../src/report/page/data.js';
import { renderPage } from '../../../src/report/page/frame.js';
import { closePages, hasBrowser, newPage } from '../../support/browser.js';
import { sized } from '../../support/size.js';
import { addressOf, longRun, pageOf, pageOfText, removePages } from './pages.js';
import { ground, overhang, pins, type Shown, shown, tooFaint } from './seen.mjs';

const MOST_BYTES = 300_000;

interface Opened {
  readonly page: Page;
  /** What the console says, errors of scripts, and everything that is asked of the network. */
  readonly complaints: string[];
}

let opened = 0;

async function open(html: string, options: BrowserContextOptions = {}): Promise<Opened> {
  expect(Buffer.byteLength(html)).toBeLessThanOrEqual(MOST_BYTES);
  const address = addressOf(`page ${++opened}`, html);
  const page = await newPage(options);
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('dialog', (dialog) => complaints.push(dialog.message()));
  page.on(
    'request',
    (request) => request.url() === address || complaints.push(`asks for ${request.url().slice(0, 80)}`),
  );
  await page.goto(address);
  return { page, complaints };
}

afterAll(async () => {
  removePages();
  await closePages();
});

/** The same from the JSON alone, in the simplest way. */
function expected(trace: readonly JsonTraceElement[], threads: readonly string[]): Shown[] {
  const cells: Record<string, string> = {};
  const buffers: Record<string, { step: number; text: string; cell: string }[]> = {};
  for (const name of threads) buffers[name] = [];
  const states: Shown[] = [];
  for (const element of trace) {
    if ('violated' in element) break;
    if (element.kind === 'initial') Object.assign(cells, element.state);
    else for (const [cell, [, value]] of Object.entries(element.changes)) cells[cell] = value;
    if (element.kind === 'transition') {
      for (const [cell, value] of Object.entries(element.buffered)) {
        buffers[element.actor ?? '']?.push({ step: element.step, text: `${cell} = ${value}`, cell });
      }
    }
    if (element.kind === 'drain') {
      const { write, writes } = element;
      buffers[element.process] = (buffers[element.process] ?? []).filter(
        ({ step, cell }) => step !== write || writes[cell] === undefined,
      );
    }
    const texts = Object.entries(buffers).map(([name, waiting]) => [name, waiting.map(({ text }) => text)]);
    states.push({ cells: { ...cells }, buffers: Object.fromEntries(texts) });
  }
  return states;
}

function byCell({ cells, buffers }: Shown): Shown {
  const sorted = Object.entries(buffers).map(([name, waiting]) => {
    const cellsOf = [...new Set(waiting.map((text) => text.split(' = ')[0]))].sort();
    return [name, cellsOf.flatMap((cell) => waiting.filter((text) => text.split(' = ')[0] === cell))];
  });
  return { cells, buffers: Object.fromEntries(sorted) };
}

async function playThrough(data: JsonPage): Promise<void> {
  const { page, complaints } = await open(renderPage(data));
  const states = expected(data.answer.trace, data.threads);
  const hasCards = (await page.locator('.shown .thread').count()) > 0;
  for (const [done, state] of states.entries()) {
    if (done > 0) await page.keyboard.press('ArrowRight');
    const now = await page.evaluate(shown);
    expect([done, byCell(now)]).toEqual([done, byCell(hasCards ? state : { ...state, buffers: {} })]);
    expect(await page.locator('[aria-current=step]').getAttribute('data-step')).toBe(`${done}`);
  }
  expect(complaints).toEqual([]);
  await page.close();
}

const LONG_RUN = sized(60, 200);

describe.runIf(hasBrowser)('behind every step the page shows what the JSON says', () => {
  test.each([
    ['programs/peterson.fp', { memory: 'tso', repair: true }],
    ['programs/lamport-queue.fp', { memory: 'pso' }],
    ['weak/dekker-unfenced.cub', {}],
    ['fischer-broken.cub', {}],
    ['litmus/SB.litmus', {}],
    ['dve/after-you.dve', { memory: 'tso' }],
    ['liveness/lost-wakeup.fp', { memory: 'tso', property: 'live' }],
  ] as const)('%s %j', async (name, options) => playThrough(await pageOf(name, options)));

  test(`a run of ${LONG_RUN} steps`, async () => {
    const data = await pageOfText('long.fp', longRun(Math.ceil(LONG_RUN / 3)), { memory: 'tso' });
    expect(data.answer.trace.length).toBeGreaterThanOrEqual(LONG_RUN);
    await playThrough(data);
  });
});

describe.runIf(hasBrowser)('a reader moves', () => {
  test('with keys, buttons, the slider and the list of steps; the line and the sentence follow', async () => {
    const { page, complaints } = await open(renderPage(await pageOf('programs/peterson.fp', { memory: 'tso' })));
    const counter = page.locator('.counter');
    const performed = () => page.locator('.line.performed').getAttribute('data-line');
    await page.keyboard.press('End');
    expect(await counter.textContent()).toBe('Step 6 of 6');
    expect(await page.locator('.live .end').textContent()).toContain('P(0)@cs && P(1)@cs is true now');
    expect(await performed()).toBe('24');
    await page.keyboard.press('ArrowRight');
    expect(await counter.textContent()).toBe('Step 6 of 6');
    await page.keyboard.press('ArrowLeft');
    expect(await performed()).toBe('23');
    await page.keyboard.press('Home');
    expect(await page.locator('.line.performed').count()).toBe(0);
    await page.click('[data-go=next]');
    expect(await performed()).toBe('22');
    expect(await page.locator('.live').textContent()).toContain('flag[0] = true goes into its store buffer');
    await page.click('.steps [data-step="3"]');
    expect(await counter.textContent()).toBe('Step 3 of 6');
    await page.locator('.slider').fill('5');
    expect(await counter.textContent()).toBe('Step 5 of 6');
    await page.locator('.slider').focus();
    await page.keyboard.press('ArrowLeft');
    expect(await counter.textContent()).toBe('Step 4 of 6');
    expect(await page.evaluate(pins)).toEqual(['23 P(1)', '25 P(0)']);
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('round and round in a run that goes on for ever', async () => {
    const data = await pageOf('programs/peterson.fp', { memory: 'sc', property: 'live' });
    const { page } = await open(renderPage(data));
    const last = data.answer.trace.at(-1);
    const cycle = last !== undefined && 'violated' in last ? last.violated.cycle : undefined;
    expect(cycle).toBeDefined();
    expect(await page.locator('.loop + .step button').getAttribute('data-step')).toBe(`${cycle}`);
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowRight');
    expect(await page.locator('.counter').textContent()).toContain(`Step ${cycle} of`);
    await page.close();
  });
});

describe.runIf(hasBrowser)('every kind of answer', () => {
  test('a proof shows what proves it', async () => {
    const data = await pageOf('bakery.cub');
    const { page, complaints } = await open(renderPage(data));
    expect(await page.locator('h1').textContent()).toBe('holds for any number of processes under SC');
    expect(await page.locator('#proof li').count()).toBe(data.answer.invariants.length);
    expect(data.answer.invariants.length).toBeGreaterThan(0);
    expect(await page.locator('.player').count()).toBe(0);
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('an unknown says why, and what to do', async () => {
    const data = await pageOf('programs/peterson-tso.fp', { memory: 'tso', maxStates: 10 });
    const { page, complaints } = await open(renderPage(data));
    expect(await page.locator('h1').textContent()).toMatch(/^unknown for 2 threads under TSO/);
    expect(await page.locator('#remarks').textContent()).toContain('a larger --max-states may help');
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('a violation says why it breaks, shows its events, and the fence that repairs it', async () => {
    const { page } = await open(renderPage(await pageOf('programs/peterson.fp', { memory: 'tso', repair: true })));
    expect(await page.locator('#why').textContent()).toContain('was still in its store buffer when');
    expect(await page.locator('.explorer .graph svg').count()).toBe(1);
    expect(await page.locator('#repair .added').textContent()).toContain('fence');
    expect(await page.locator('.chip.good').textContent()).toBe('fence after');
    await page.close();
  });

  test('a litmus test has all its final states', async () => {
    const { page } = await open(renderPage(await pageOf('litmus/SB.litmus')));
    expect(await page.locator('#states tbody tr').count()).toBe(4);
    await page.close();
  });
});

const HOSTILE = `/* </script><script>document.title = 'taken'</script> <!-- <script> <img src=x onerror="alert(1)"> */
shared x: int = 0 // "'><svg onload=alert(2)>
shared y: int = 0
thread A { local a: int = 0
  x = 1
  a = y
  cs: skip }
thread B { local b: int = 0
  y = 1
  b = x
  cs: skip }
never both: A@cs && B@cs && A.a == 0 && B.b == 0
`;

test.runIf(hasBrowser)('a hostile text is text', async () => {
  const file = '</title><img src=x onerror=alert(3)><b>.fp';
  const html = renderPage(await pageOfText(file, HOSTILE, { memory: 'tso', repair: true }));
  const { page, complaints } = await open(html);
  await page.keyboard.press('End');
  expect(await page.locator('.verdict .file').textContent()).toBe(file);
  expect(await page.title()).toContain(file);
  expect(await page.locator('.line code').first().textContent()).toBe(HOSTILE.split('\n')[0]);
  expect(await page.locator('img, main script, svg[onload]').count()).toBe(0);
  expect(complaints).toEqual([]);
  await page.close();
});

describe.runIf(hasBrowser)('on every screen', () => {
  test.each(['light', 'dark'] as const)(
    'text can be read when the system is %s, and the other way round',
    async (colorScheme) => {
      const { page } = await open(renderPage(await pageOf('programs/peterson.fp', { memory: 'tso', repair: true })), {
        colorScheme,
        reducedMotion: 'reduce',
      });
      const grounds = new Set<string>();
      for (const key of ['End', 'Home', 'ArrowRight']) {
        await page.keyboard.press(key);
        expect(await page.evaluate(tooFaint)).toEqual([]);
      }
      grounds.add(await page.evaluate(ground));
      await page.click('.theme');
      grounds.add(await page.evaluate(ground));
      expect(grounds.size).toBe(2);
      expect(await page.evaluate(tooFaint)).toEqual([]);
      await page.close();
    },
  );

  test.each([
    ['programs/peterson.fp', { memory: 'pso', repair: true }],
    ['weak/dekker-unfenced.cub', {}],
    ['litmus/SB.litmus', {}],
    ['bakery.cub', {}],
  ] as const)('%s fits on a phone', async (name, options) => {
    const { page } = await open(renderPage(await pageOf(name, options)), { viewport: { width: 360, height: 720 } });
    const overflow = (): Promise<number> => page.evaluate(overhang);
    expect(await overflow()).toBe(0);
    await page.keyboard.press('End');
    expect(await overflow()).toBe(0);
    await page.close();
  });

  test('the program and the state stand side by side where there is room, and below each other where there is not', async () => {
    const html = renderPage(await pageOf('programs/peterson.fp', { memory: 'tso' }));
    for (const [width, beside] of [
      [1280, true],
      [700, false],
    ] as const) {
      const { page } = await open(html, { viewport: { width, height: 800 } });
      const [program, player] = await Promise.all([
        page.locator('.program').boundingBox(),
        page.locator('.player').boundingBox(),
      ]);
      expect((player?.x ?? 0) > (program?.x ?? 0)).toBe(beside);
      await page.close();
    }
  });

  test('without scripts the page is a document: verdict, program, all steps', async () => {
    const data = await pageOf('programs/peterson.fp', { memory: 'tso' });
    const { page } = await open(renderPage(data), { javaScriptEnabled: false });
    expect(await page.locator('h1').isVisible()).toBe(true);
    expect(await page.locator('.line').count()).toBe(data.text.trimEnd().split('\n').length);
    expect(await page.locator('.steps .step').count()).toBe(7);
    expect(await page.locator('.controls').isVisible()).toBe(false);
    expect(await page.locator('.graph svg').isVisible()).toBe(true);
    expect(await page.locator('.steps .end').textContent()).toContain('is violated');
    await page.close();
  });
});
