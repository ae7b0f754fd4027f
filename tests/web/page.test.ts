/** The workbench in a real browser: what people do with it. Verdicts of the examples are in `examples.test.ts`. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { USUAL_QUESTION } from '../../web/question.js';
import { openFragment } from '../../web/share.js';
import { closePages, hasBrowser } from '../support/browser.js';
import { isLong, sized } from '../support/size.js';
import {
  check,
  follow,
  type Opened,
  openText,
  openWorkbench,
  ready,
  type Served,
  serveWorkbench,
  textOf,
  write,
} from './workbench.js';

const EXAMPLES = new URL('../../examples/', import.meta.url);
const example = (file: string): string => readFileSync(new URL(file, EXAMPLES), 'utf8');

/** So many states that no machine is done with it while a test looks. */
const ENDLESS = `shared x[6]: 0..60 = 0
thread P(me: 0..5) {
  loop {
    x[me] = (x[me] + 1) % 61
    x[(me + 1) % 6] = (x[(me + 1) % 6] + 7) % 61
  }
}
never far: x[0] == 60 && x[1] == 59 && x[2] == 58 && x[3] == 57 && x[4] == 56 && x[5] == 1
`;

/** The run in the link that the page offers; null where it has none. */
async function linkedRun(page: Page): Promise<string | null> {
  const linked = await openFragment(new URL(await page.inputValue('#link')).hash);
  if (linked === null || !('draft' in linked)) throw new Error('this is no link');
  return linked.draft.run ?? null;
}

describe.skipIf(!hasBrowser)('the workbench', () => {
  let served: Served;
  let opened: Opened;

  beforeAll(async () => {
    served = await serveWorkbench();
    opened = await openWorkbench(served.address);
  });
  afterAll(async () => {
    await opened.close();
    served.close();
    await closePages();
  });

  test("Peterson's counterexample is shown, and its lines are marked in the editor", async () => {
    const { page } = opened;
    expect(await check(page)).toEqual({ sc: 'holds', tso: 'violated', pso: 'violated' });
    await page.waitForSelector('#answer-panel .explorer');
    expect(await page.getAttribute('#card-tso', 'aria-selected')).toBe('true');
    expect(await page.textContent('#answer-panel')).toContain('still in its store buffer');
    // By the keyboard, wherever among the answers it is.
    await page.focus('#answers');
    await page.keyboard.press('ArrowRight');
    expect(await page.textContent('.editor .performed-line')).toContain('flag[me] = true');
    await page.keyboard.press('End');
    expect(await page.textContent('#answer-panel .counter')).toBe('Step 6 of 6');
    await page.keyboard.press('Home');
    await page.click('#answer-panel [data-go=next]');
    expect(await page.textContent('.editor .performed-line')).toContain('flag[me] = true');
    expect(await page.locator('.editor .pin').allTextContents()).toEqual(expect.arrayContaining(['P(1)']));
    // A text that is changed is no longer the one that ran.
    await page.focus('.cm-content');
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.type(' ');
    await page.waitForSelector('.editor .performed-line', { state: 'detached' });
  });

  test('a repair is shown in the text, put in with one click, and holds', async () => {
    const { page } = opened;
    await openText(page, 'peterson.fp', example('programs/peterson.fp'));
    await page.click('#repair');
    await page.waitForSelector('.coming-line');
    expect((await page.textContent('.coming-line'))?.trim()).toBe('fence');
    await page.click('.apply');
    expect((await textOf(page)).split('\n').filter((line) => line.trim() === 'fence')).toHaveLength(1);
    expect(await check(page)).toMatchObject({ sc: 'holds', tso: 'holds', pso: 'violated' });
  });

  test('a run is made by hand, undone, and asked about', async () => {
    const { page } = opened;
    await openText(page, 'peterson.fp', example('programs/peterson.fp'));
    await page.click('#mode-hand');
    await page.click('#panel-hand [data-choice="0"]');
    await page.waitForSelector('#panel-hand .counter:text("1 step")');
    await page.click('#panel-hand [data-do=ask]');
    await page.waitForSelector('#panel-hand .verdict-here .violated');
    await page.click('#panel-hand [data-do=follow]');
    await page.waitForSelector('#panel-hand .verdict-here:empty', { state: 'attached' });
    await page.click('#panel-hand [data-do=restart]');
    await page.waitForSelector('#panel-hand .counter:text("Start")');
    // A run of another memory is opened under that one.
    await page.fill('#panel-hand [name=run]', 'fp1.pso.p.8a443411f2fe..a0_a1_a3_b0_b1_b3.2696fc62');
    await page.keyboard.press('Enter');
    await page.waitForSelector('#panel-hand .counter:text("6 steps")');
    expect(await page.getAttribute('#panel-hand button:text("under PSO")', 'aria-pressed')).toBe('true');
    await page.click('#mode-answer');
  });

  test('a model of arrays is stepped through with as many processes as one chooses; so is its counterexample', async () => {
    const { page } = opened;
    const columns = '#panel-hand .choices';
    await openText(page, 'naive.cub', example('weak/naive-mutex-unfenced.cub'));
    await page.waitForSelector('#problems.good');
    await page.click('label[for=memory-tso]');
    expect(await check(page)).toEqual({ tso: 'violated' });
    // The run of any number of processes has two.
    await page.click('#answer-panel .go-on');
    await page.waitForSelector('#panel-hand .end:has-text("is violated")');
    expect([await page.locator(columns).count(), await page.inputValue('#hand-count')]).toEqual([2, '2']);
    const word = await page.inputValue('#panel-hand [name=run]');
    await page.selectOption('#hand-count', '3');
    await page.waitForSelector('#panel-hand .counter:text("Start")');
    expect(await page.locator(columns).count()).toBe(3);
    await page.click('#panel-hand [data-choice="0"]');
    await page.waitForSelector('#panel-hand .counter:text("1 step")');
    await page.click('#panel-hand [data-do=ask]');
    await page.waitForSelector('#panel-hand .verdict-here .violated');
    // A run of another number is opened with that one.
    await page.fill('#panel-hand [name=run]', word);
    await page.keyboard.press('Enter');
    await page.waitForSelector('#panel-hand .end:has-text("is violated")');
    expect(await page.inputValue('#hand-count')).toBe('2');
    await page.click('label[for=memory-all]');
    // Without weak variables there is one memory to step under.
    await openText(page, 'lock.cub', example('test-and-set.cub'));
    await page.waitForSelector('#problems.good');
    await page.waitForFunction('document.querySelector(\'#property option[value="unsafe[1]"]\') !== null');
    await page.click('#mode-hand');
    await page.waitForSelector('#panel-hand [data-choice="0"]');
    expect(await page.getAttribute('#panel-hand button:text("under SC")', 'aria-pressed')).toBe('true');
    await page.click('#mode-answer');
  });

  test('typing while a check runs, and stopping it', async () => {
    const { page } = opened;
    await openText(page, 'endless.fp', ENDLESS);
    await page.click('#more-button');
    await page.fill('#limit-timeout', '100000');
    await page.fill('#limit-maxMemory', '100000');
    await page.click('#check');
    await page.waitForSelector('.card.searching');
    await page.focus('.cm-content');
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.type('// typed meanwhile');
    expect(await textOf(page)).toBe(`${ENDLESS}// typed meanwhile`);
    await page.waitForSelector('.card.searching .card-detail:text-matches("states")');
    await page.click('#stop');
    await page.waitForSelector('.cards:not(:has(.searching))');
    expect(await page.locator('.card-verdict').allTextContents()).toEqual(['stopped', 'stopped', 'stopped']);
    expect(await page.isVisible('#check')).toBe(true);
    // The next question has workers of its own.
    await openText(page, 'peterson.fp', example('programs/peterson.fp'));
    expect(await check(page)).toMatchObject({ tso: 'violated' });
  });

  test('problems are told as one types, with their fixes; names are completed and explained', async () => {
    const { page } = opened;
    await openText(page, 'slip.fp', 'shared flag: bool = false\nthread P {\n  flga = true\n}\n');
    await page.waitForSelector('#problems.bad');
    await page.click('#problems');
    expect(await page.textContent('#problem-list')).toContain('flga');
    await page.click('#problem-list button.small');
    await page.waitForSelector('#problems.good');
    expect(await textOf(page)).toContain('  flag = true');
    await page.click('#problems');
    await page.focus('.cm-content');
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.type('nev');
    await page.keyboard.press('Control+Space');
    await page.waitForSelector('.cm-tooltip-autocomplete li:has-text("never")');
    await page.keyboard.press('Escape');
    // Words of litmus tests are explained, too.
    await openText(page, 'SB.litmus', example('litmus/SB.litmus'));
    await page.hover('.cm-line span:text-is("MOV")');
    await page.waitForSelector('.explained:has-text("store buffer")');
    await page.mouse.move(0, 0);
  });

  test('a litmus test has all its outcomes under each memory, each with a graph', async () => {
    const { page } = opened;
    await openText(page, 'SB.litmus', example('litmus/SB.litmus'));
    expect(await check(page)).toEqual({ sc: 'Never', tso: 'Sometimes', pso: 'Sometimes' });
    await page.waitForSelector('.outcome.forbidden svg');
    expect(await page.locator('.states tbody tr').count()).toBe(4);
    expect(await page.locator('.states tbody tr:first-child td').allTextContents()).toEqual([
      'forbidden',
      'allowed 1×',
      'allowed 1×',
    ]);
    await page.click('.states tbody tr:last-child .state-link');
    await page.waitForSelector('.outcome-graphs h2 code:text("0:EAX=1 /\\\\ 1:EAX=1")');
    await page.waitForSelector('.graph-row .outcome:nth-child(3) svg');
  });

  test('a proof for any number is told in words, and has a certificate', async () => {
    const { page } = opened;
    await openText(page, 'naive-mutex.cub', example('weak/naive-mutex.cub'));
    await page.click('label[for=memory-tso]');
    expect(await check(page)).toEqual({ tso: 'holds' });
    expect(await page.textContent('#answer-panel')).toContain('never');
    await page.click('.certify');
    await page.waitForSelector('.certificate .judge');
    expect(await page.textContent('.certificate')).toContain('naive-mutex.smt2');
  });

  test('a reload restores the draft and the question', async () => {
    const { page } = opened;
    await openText(page, 'mine.fp', example('programs/dekker.fp'));
    await write(page, 'shared mine: bool = false\nthread P { mine = true }\nnever it: mine\n');
    await page.click('label[for=memory-pso]');
    // What is on its way to be kept when the page goes is kept then.
    await page.reload();
    await ready(page);
    expect(await page.inputValue('#file')).toBe('mine.fp');
    expect(await textOf(page)).toContain('shared mine');
    expect(await page.isChecked('#memory-pso')).toBe(true);
  });

  test('a link carries text and question; a damaged one says so', async () => {
    const { page } = opened;
    await openText(page, 'linked.fp', example('programs/peterson.fp'));
    await page.click('label[for=memory-tso]');
    await page.click('#share');
    const link = await page.inputValue('#link');
    await page.keyboard.press('Escape');
    const other = await openWorkbench(link);
    expect(await other.page.inputValue('#file')).toBe('linked.fp');
    expect(await textOf(other.page)).toBe(example('programs/peterson.fp'));
    expect(await other.page.isChecked('#memory-tso')).toBe(true);
    expect(await other.page.isHidden('#notice')).toBe(true);
    const middle = Math.floor(link.length / 2);
    const damaged = [
      link.slice(0, -10),
      `${link.slice(0, middle)}${link[middle] === 'A' ? 'B' : 'A'}${link.slice(middle + 1)}`,
      link.replace(/#1\.\w{4}/, '#1.0000'),
    ];
    const notice = '#notice:has-text("The link is damaged")';
    // In a tab that shows another text, and in a fresh one.
    for (const address of damaged) {
      await other.page.evaluate(`location.hash = ${JSON.stringify(new URL(address).hash)}`);
      await other.page.waitForSelector(notice);
      expect(await textOf(other.page)).toBe(example('programs/peterson.fp'));
      await other.page.evaluate(`location.hash = ${JSON.stringify(new URL(link).hash)}`);
      await other.page.waitForSelector('#notice', { state: 'hidden' });
    }
    await other.page.goto('about:blank');
    await other.page.goto(damaged[0] as string);
    await other.page.waitForSelector(notice);
    await other.close();
  });

  test('a link carries the run made by hand, which a fresh tab opens; one that does not fit says so', async () => {
    const { page } = opened;
    const text = example('programs/peterson.fp');
    await openText(page, 'by-hand.fp', text);
    await page.click('#mode-hand');
    for (const steps of ['1 step', '2 steps', '3 steps']) {
      await page.click('#panel-hand [data-choice="0"]');
      await page.waitForSelector(`#panel-hand .counter:text-is("${steps}")`);
    }
    const run = await page.inputValue('#panel-hand [name=run]');
    await page.click('#share');
    expect(await page.isChecked('#with-run')).toBe(true);
    const link = await page.inputValue('#link');
    await page.click('#with-run');
    await expect.poll(() => linkedRun(page)).toBeNull();
    await page.keyboard.press('Escape');
    const other = await openWorkbench(link);
    await other.page.waitForSelector('#panel-hand .counter:text-is("3 steps")');
    expect(await other.page.getAttribute('#mode-hand', 'aria-selected')).toBe('true');
    expect(await other.page.inputValue('#panel-hand [name=run]')).toBe(run);
    expect(await textOf(other.page)).toBe(text);
    await other.page.click('#panel-hand [data-do=undo]');
    await other.page.waitForSelector('#panel-hand .counter:text-is("2 steps")');
    // The same run with another text.
    const draft = {
      file: 'other.fp',
      text: 'shared x: bool = false\nthread P { x = true }\n',
      question: USUAL_QUESTION,
      run,
    };
    await follow(other.page, draft);
    await other.page.waitForSelector('#panel-hand h2:text("The run does not fit the text")');
    expect(await other.page.locator('#panel-hand .refusals li').count()).toBeGreaterThan(0);
    await other.page.click('#panel-hand button:text("under TSO")');
    await other.page.waitForSelector('#panel-hand .counter:text-is("Start")');
    await other.close();
  });

  test('a link carries the run of an answer where that is wished', async () => {
    const { page } = opened;
    await openText(page, 'found.fp', example('programs/peterson.fp'));
    expect(await check(page)).toMatchObject({ tso: 'violated' });
    await page.click('#share');
    await page.click('#with-run');
    await expect.poll(() => linkedRun(page)).toContain('tso');
    await page.keyboard.press('Escape');
  });

  test('why there is no verdict is told in the words of the page', async () => {
    const { page } = opened;
    await openText(page, 'endless.fp', ENDLESS);
    await page.click('label[for=memory-sc]');
    if (await page.isHidden('#more')) await page.click('#more-button');
    await page.fill('#limit-maxStates', '1000');
    expect(await check(page)).toEqual({ sc: 'unknown' });
    const told = await page.textContent('#answer-panel #remarks');
    expect(told).toContain('a larger More › States at most may help');
    expect(told).not.toContain('--');
  });

  test('the gallery finds an example by its words, and opens it with its question', async () => {
    const { page } = opened;
    await page.click('#open-gallery');
    await page.waitForSelector('.entry-open');
    const entries = await page.locator('.entry-open').count();
    await page.fill('#gallery-search', 'ticket lock');
    await expect.poll(() => page.locator('.entry-open').count()).toBeLessThan(entries);
    await page.click('.entry-open:has-text("ticket-lock.fp"):has-text("fair threads")');
    await page.waitForSelector('html[data-file="ticket-lock.fp"]');
    expect(await textOf(page)).toBe(example('programs/ticket-lock.fp'));
    await page.waitForSelector('#more-button:text("(1)")');
    expect(await page.isChecked('#fair-threads')).toBe(true);
    expect(await page.inputValue('#property')).toBe('live');
  });

  test('keywords of each kind have a colour of their own', async () => {
    const { page } = opened;
    await openText(page, 'naive-mutex.cub', example('weak/naive-mutex.cub'));
    const colourOf = (word: string): Promise<string | null> =>
      page.evaluate(`(() => {
        const [span] = [...document.querySelectorAll('.cm-line span')].filter(({ textContent }) => textContent === '${word}');
        return span === undefined ? null : getComputedStyle(span).color;
      })()`);
    const plain = await page.evaluate("getComputedStyle(document.querySelector('.cm-content')).color");
    const colours = [await colourOf('unsafe'), await colourOf('transition'), await colourOf('bool')];
    expect(colours).not.toContain(null);
    expect(new Set([plain, ...colours]).size).toBe(4);
  });

  test('nothing goes wrong on the way, and no request leaves the origin', () => {
    expect(opened.faults).toEqual([]);
    expect(opened.requests.filter((url) => !url.startsWith(served.address) && !url.startsWith('blob:'))).toEqual([]);
    expect(opened.requests.length).toBeGreaterThan(10);
  });
});

/** The page says what it needs for everybody: readable, and no wider than its window. */
describe.skipIf(!hasBrowser)('for everybody', () => {
  const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  const serious = (page: Page): Promise<unknown> =>
    page.evaluate(`axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => [id, nodes.slice(0, 3).map(({ html }) => html.slice(0, 160))]))`);
  const overhang = (page: Page): Promise<number> => page.evaluate('document.documentElement.scrollWidth - innerWidth');
  let served: Served;
  let opened: Opened;

  beforeAll(async () => {
    served = await serveWorkbench();
    opened = await openWorkbench(served.address);
    await opened.page.evaluate(axe);
  });
  afterAll(async () => {
    await opened.close();
    served.close();
    await closePages();
  });

  /** What there is to see, with how to get there. */
  const views: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
    'a run': async (page) => {
      await openText(page, 'peterson.fp', example('programs/peterson.fp'));
      await check(page);
      await page.waitForSelector('#answer-panel .explorer');
    },
    'by hand': async (page) => {
      await page.click('#mode-hand');
      await page.click('#panel-hand [data-choice="0"]');
      await page.waitForSelector('#panel-hand .counter:text("1 step")');
    },
    'a repair': async (page) => {
      await page.click('#repair');
      await page.waitForSelector('.coming-line');
    },
    'a litmus test': async (page) => {
      await openText(page, 'SB.litmus', example('litmus/SB.litmus'));
      await check(page);
      await page.waitForSelector('.outcome.forbidden svg');
    },
    'a proof': async (page) => {
      await openText(page, 'naive-mutex.cub', example('weak/naive-mutex.cub'));
      await check(page);
      await page.click('#card-tso');
      await page.click('.certify');
      await page.waitForSelector('.certificate .judge');
    },
    'problems and more': async (page) => {
      await openText(page, 'slip.fp', 'shared flag: bool = false\nthread P {\n  flga = true\n}\n');
      await page.click('#problems.bad');
      await page.click('#more-button');
    },
    'the examples': async (page) => {
      await page.click('#open-gallery');
      // All of them are many elements to look at.
      if (!isLong) await page.fill('#gallery-search', 'ticket');
      await page.waitForSelector('.entry-open');
    },
  };
  const looks = [
    { colorScheme: 'light', width: 1280 },
    { colorScheme: 'dark', width: 380 },
    { colorScheme: 'light', width: 380 },
    { colorScheme: 'dark', width: 1280 },
  ] as const;

  for (const [view, show] of Object.entries(views)) {
    test(`${view}: axe finds nothing serious, and nothing hangs over`, async () => {
      const { page } = opened;
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
      await page.setViewportSize({ width: 1280, height: 800 });
      await show(page);
      for (const { colorScheme, width } of looks.slice(0, sized(2, 4))) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await page.setViewportSize({ width, height: 800 });
        expect([colorScheme, width, await serious(page), await overhang(page)]).toEqual([colorScheme, width, [], 0]);
      }
    });
  }
});
