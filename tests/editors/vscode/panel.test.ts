/** The page of the panel in a real browser, with a stand-in for the editor: it shows a run, and tells which lines a step is about. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FromPanel, ToPanel } from '../../../editors/vscode/src/messages.js';
import { panelPage } from '../../../editors/vscode/src/page.js';
import { addressOf, pageOf, removePages } from '../../report/page/pages.js';
import { closePages, hasBrowser, newPage } from '../../support/browser.js';
import { packedFiles } from './packed.js';

/** What an editor gives a page, before its scripts run. */
const EDITOR = `
window.said = [];
window.kept = undefined;
window.acquireVsCodeApi = () => ({
  postMessage: (message) => { window.said.push(message); },
  getState: () => window.kept,
  setState: (state) => { window.kept = state; },
});`;

describe.skipIf(!hasBrowser)('the panel', () => {
  let html = '';
  beforeAll(async () => {
    const files = await packedFiles();
    const part = (name: string) => `${files.get(`extension/dist/${name}`)}`;
    html = panelPage({ script: part('panel.js'), style: part('panel.css') });
  });
  afterAll(async () => {
    removePages();
    await closePages();
  });

  async function open(theme = 'vscode-dark'): Promise<{ page: Page; complaints: string[]; address: string }> {
    const address = addressOf('panel', html.replace('<body>', `<body class="${theme}">`));
    const page = await newPage({ viewport: { width: 700, height: 900 } });
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(`${message.type()}: ${message.text()}`));
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('request', (request) => request.url() === address || complaints.push(`asks for ${request.url()}`));
    await page.addInitScript(EDITOR);
    await page.goto(address);
    return { page, complaints, address };
  }

  const send = (page: Page, message: ToPanel) => page.evaluate(`window.postMessage(${JSON.stringify(message)}, '*')`);
  const said = (page: Page) => page.evaluate<FromPanel[]>('window.said');

  it("shows Peterson's run, and the line of each step in the editor", async () => {
    const { page, complaints } = await open();
    expect(await said(page)).toEqual([{ kind: 'ready' }]);
    const data = await pageOf('programs/peterson.fp', { repair: true });
    await send(page, { kind: 'working', title: 'peterson.fp' });
    await page.getByText('Checking peterson.fp').waitFor();
    await send(page, { kind: 'show', page: data });
    await page.locator('.explorer').waitFor();
    expect(await page.locator('#notice').textContent()).toBe('');
    expect(await page.locator('header').textContent()).toContain('violated');
    expect(await page.locator('.explorer .graph svg').count()).toBe(1);
    const steps = page.locator('.steps [data-step]');
    const last = data.answer.trace.filter((element) => 'step' in element).length;
    await page.keyboard.press('End');
    await page.locator('.steps [aria-current="step"]').waitFor();
    expect(await steps.count()).toBeGreaterThanOrEqual(last);
    await page.locator('.steps [data-step="1"]').click();
    const lines = data.text.split('\n');
    const messages = (await said(page)).filter((message) => message.kind === 'reveal');
    const shown = messages.map(({ lines: place }) => (place === null ? null : lines[place.first - 1]?.trim()));
    expect(shown[0]).toBeNull();
    expect(shown.at(-1)).toBe('flag[me] = true');
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('keeps the run when it is made anew, says that the text has changed, and asks again', async () => {
    const { page, complaints } = await open('vscode-light');
    const data = await pageOf('programs/peterson.fp', { repair: true });
    await send(page, { kind: 'show', page: data });
    await page.locator('.explorer').waitFor();
    expect(await page.evaluate('window.kept.page')).toEqual(data);
    await send(page, { kind: 'changed' });
    await page.getByRole('button', { name: 'Check again' }).click();
    expect((await said(page)).at(-1)).toEqual({ kind: 'again' });
    await send(page, { kind: 'message', text: 'The model <b>holds</b>.' });
    await page.getByText('The model <b>holds</b>.').waitFor();
    expect(await page.locator('.explorer').count()).toBe(0);
    expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('light');
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('lets nothing in that is not in it', async () => {
    const { page, complaints } = await open();
    await page.evaluate(`
      const script = document.createElement('script');
      script.textContent = 'window.said.push("from outside")';
      const image = document.createElement('img');
      image.src = 'https://example.org/picture.png';
      document.body.append(script, image);`);
    await expect.poll(() => complaints.filter((text) => text.includes('Content Security Policy')).length).toBe(2);
    expect(await said(page)).toEqual([{ kind: 'ready' }]);
    await page.close();
  });
});
