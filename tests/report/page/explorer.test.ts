/** The explorer and the view for stepping by hand, in a real browser, as a host mounts them. */

import { style } from 'fencepost:viewer';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openByHand } from '../../../src/check/by-hand/index.js';
import { check } from '../../../src/check/check.js';
import { localByHand } from '../../../src/report/by-hand.js';
import { explorerDataOf } from '../../../src/report/explorer-data.js';
import { renderPage } from '../../../src/report/page/frame.js';
import { closePages, hasBrowser, newPage } from '../../support/browser.js';
import { addressOf, example, pageOf, removePages } from './pages.js';
import { overhang, tooFaint } from './seen.mjs';

let script = '';

beforeAll(async () => {
  if (!hasBrowser) return;
  const input = fileURLToPath(new URL('./mounted.mjs', import.meta.url));
  const bundled = await rolldown({ input, platform: 'browser', logLevel: 'silent' });
  const { output } = await bundled.generate({ format: 'iife' });
  await bundled.close();
  script = output[0].code.replaceAll('</script', '<\\/script');
});

afterAll(async () => {
  removePages();
  await closePages();
});

interface Mounted {
  readonly page: Page;
  readonly complaints: string[];
}

/** A page of a host: nothing but a place to mount something in. `calls`: what the page can ask of this process. */
async function host(
  calls: Readonly<Record<string, (argument: never) => unknown>>,
  width = 1200,
  colorScheme: 'light' | 'dark' = 'light',
): Promise<Mounted> {
  const page = await newPage({
    viewport: { width, height: 800 },
    colorScheme,
    reducedMotion: 'reduce',
  });
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.exposeFunction('ask', async (name: string, argument: never) => calls[name]?.(argument));
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>host</title><link rel="icon" href="data:,"><style>${style}</style>`;
  const html = `<!doctype html><html lang="en"><head>${head}</head><body><main></main><script>${script}</script></body></html>`;
  await page.goto(addressOf(`host ${width} ${colorScheme}`, html));
  return { page, complaints };
}

async function petersonData() {
  const text = example('programs/peterson.fp');
  const result = await check(text, { memory: 'tso' });
  const data = result.ok ? explorerDataOf(result.outcome, { text, language: 'program' }) : null;
  if (data === null) throw new Error('Peterson is violated');
  return data;
}

describe.runIf(hasBrowser)('a host mounts the explorer', () => {
  test('it hears of every step, moves by itself, and leaves nothing behind', async () => {
    const data = await petersonData();
    const steps: [number, { performed: { first: number } | null; threads: ({ first: number } | null)[] }][] = [];
    const { page, complaints } = await host({ data: () => data, step: (told: never) => steps.push(told) });
    await page.evaluate('mounted.explorer()');
    expect(await page.locator('.story .reason').textContent()).toContain('store buffer');
    expect(await page.locator('.graph svg').count()).toBe(1);
    expect(await page.locator('.program').count()).toBe(0);
    await page.click('[data-go=next]');
    await page.evaluate('mounted.show(3)');
    expect(await page.locator('.counter').textContent()).toBe('Step 3 of 6');
    await expect.poll(() => steps.length).toBe(3);
    expect(steps.map(([step]) => step)).toEqual([0, 1, 3]);
    expect(steps[1]?.[1].performed).toEqual({ first: 22, last: 22 });
    expect(steps[0]?.[1].threads.map((place) => place?.first)).toEqual([22, 22]);
    expect(complaints).toEqual([]);
    await page.evaluate('mounted.destroy()');
    expect(await page.locator('main').innerHTML()).toBe('');
    await page.keyboard.press('ArrowRight');
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('events of the cycle, of the picture and of the time line lead to their steps', async () => {
    const data = await petersonData();
    const { page } = await host({ data: () => data });
    await page.evaluate('mounted.explorer()');
    const counter = page.locator('.counter');
    const events = data.cycle?.events ?? [];
    expect(await page.locator('.cycle-events .event').count()).toBe(events.length);
    for (const [position, { step }] of events.entries()) {
      await page.locator('.cycle-events .event').nth(position).click();
      expect(await counter.textContent()).toBe(`Step ${step ?? 6} of 6`);
      if (step !== null)
        expect(await page.locator('.graph g.current').first().getAttribute('data-step')).toBe(`${step}`);
    }
    await page.locator('.graph g[data-step="4"]').first().click();
    expect(await counter.textContent()).toBe('Step 4 of 6');
    await page.locator('.timeline .tick[data-step="2"]').click();
    expect(await counter.textContent()).toBe('Step 2 of 6');
    expect(await page.locator('.tick').count()).toBe(6);
    // No write of this run reaches memory: each waits to the end, and the late ones are told.
    expect(await page.locator('.bar-of-write.open').count()).toBe(4);
    expect(await page.locator('.bar-of-write.late').count()).toBeGreaterThan(0);
    await page.close();
  });

  test('it plays, pauses, and ends at the end', async () => {
    const { page } = await host({ data: petersonData });
    await page.evaluate('mounted.explorer()');
    await page.locator('.speed select').selectOption('4');
    await page.click('[data-go=play]');
    expect(await page.locator('[data-go=play]').getAttribute('aria-label')).toBe('Pause (space)');
    await expect.poll(() => page.locator('.counter').textContent()).toBe('Step 6 of 6');
    expect(await page.locator('[data-go=play]').getAttribute('aria-label')).toBe('Play (space)');
    await page.close();
  });
});

describe.runIf(hasBrowser)('a host mounts a session', () => {
  async function session(width?: number, scheme?: 'light' | 'dark') {
    const opened = await openByHand(example('programs/peterson.fp'), { memory: 'tso', file: 'peterson.fp' });
    if (!opened.ok) throw new Error('Peterson is a program');
    const client = localByHand(opened.session) as unknown as Readonly<Record<string, (argument: never) => unknown>>;
    const mounted = await host(client, width, scheme);
    await mounted.page.evaluate('mounted.byHand()');
    await mounted.page.waitForSelector('.choice');
    return { ...mounted, session: opened.session };
  }

  test('keys and buttons take steps, and steps are taken back', async () => {
    const { page, complaints, session: own } = await session();
    const counter = page.locator('.counter');
    await page.keyboard.press('1');
    await expect.poll(() => counter.textContent()).toBe('1 step');
    expect(await page.locator('.slot code').allTextContents()).toEqual(['flag[0] = true']);
    await page.locator('.choice.drain').click();
    await expect.poll(() => counter.textContent()).toBe('2 steps');
    expect(await page.locator('.memory [data-cell="flag[0]"] code').textContent()).toBe('true');
    expect(await page.locator('[name=run]').inputValue()).toBe(own.run());
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => counter.textContent()).toBe('1 step');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => counter.textContent()).toBe('2 steps');
    await page.click('[data-do=restart]');
    await expect.poll(() => counter.textContent()).toBe('Start');
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('it says whether this can still go wrong, and shows how', async () => {
    const { page } = await session();
    await page.click('[data-do=ask]');
    await expect
      .poll(() => page.locator('.answer').textContent())
      .toContain('Yes: mutex can be violated, in 6 more steps.');
    await page.click('[data-do=follow]');
    await expect.poll(() => page.locator('.counter').textContent()).toBe('6 steps');
    expect(await page.locator('.live .end').textContent()).toContain('mutex is violated');
    await page.close();
  });

  test('a run is pasted; one that is damaged is refused, and the state stays', async () => {
    const { page } = await session();
    await page.locator('[name=run]').fill('fp1.tso.p.8a443411f2fe..a0_a1.4c12d3b2');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('.counter').textContent()).toBe('2 steps');
    await page.locator('[name=run]').fill('fp1.tso.p.8a443411f2fe..a0_a1.00000000');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('.refused').textContent()).toContain('damaged');
    expect(await page.locator('.counter').textContent()).toBe('2 steps');
    await page.close();
  });

  test.each(['light', 'dark'] as const)('it can be read on a phone when the system is %s', async (scheme) => {
    const { page } = await session(380, scheme);
    for (const key of ['1', '1', '3']) await page.keyboard.press(key);
    await page.click('[data-do=ask]');
    await page.waitForSelector('.answer');
    expect(await page.evaluate(tooFaint)).toEqual([]);
    expect(await page.evaluate(overhang)).toBeLessThanOrEqual(0);
    await page.close();
  });
});

test.runIf(hasBrowser)('on paper a report has its text, its steps and its picture, and nothing to press', async () => {
  const page = await newPage();
  await page.goto(addressOf('paper', renderPage(await pageOf('programs/peterson.fp', { memory: 'tso' }))));
  await page.emulateMedia({ media: 'print' });
  for (const [selector, visible] of [
    ['.desk', false],
    ['.cycle-events', false],
    ['.program', true],
    ['.steps', true],
    ['.graph svg', true],
  ] as const)
    expect([selector, await page.locator(selector).first().isVisible()]).toEqual([selector, visible]);
  await page.close();
});
