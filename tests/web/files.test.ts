/** What the page gives away, and what it takes on demand: files of an answer, and Z3, also where the host knows nothing of it. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z3Files } from '../../src/cli/static-files.js';
import { closeBrowser, hasBrowser } from '../support/browser.js';
import { validate } from '../support/schema.js';
import { check, type Opened, openText, openWorkbench, ready, type Served, serveWorkbench, WEB } from './workbench.js';

const EXAMPLES = new URL('../../examples/', import.meta.url);
const example = (file: string): string => readFileSync(new URL(file, EXAMPLES), 'utf8');
/** Z3 is 35 MB, and a busy machine takes its time to compile it. */
const PATIENCE = { timeout: 110_000 };

/** The proof for any number of processes under TSO, and the certificate that the page makes of it. */
async function certified(page: Page): Promise<void> {
  await openText(page, 'naive-mutex.cub', example('weak/naive-mutex.cub'));
  await page.click('label[for=memory-tso]');
  expect(await check(page)).toEqual({ tso: 'holds' });
  await page.click('.certify');
  await page.waitForSelector('.certificate .judge', PATIENCE);
}

async function acceptedByZ3(page: Page): Promise<void> {
  await page.click('.certificate .judge');
  await page.waitForSelector('.certificate .judgement', PATIENCE);
  expect(await page.textContent('.certificate .judgement')).toMatch(/^Z3: accepted: \d+ obligations/);
}

/** As hosts of static files are: types by extension, and no header beside. */
async function servePlainly(): Promise<Served> {
  const types: Readonly<Record<string, string>> = {
    '.html': 'text/html',
    '.js': 'text/javascript',
    '.css': 'text/css',
    '.json': 'application/json',
    '.svg': 'image/svg+xml',
    '.wasm': 'application/wasm',
  };
  const z3 = z3Files();
  const server: Server = createServer(({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://127.0.0.1');
    const name = pathname === '/' ? 'index.html' : pathname.slice(1);
    const { file, added } = z3.get(name) ?? { file: path.join(WEB, name), added: '' };
    try {
      const content = readFileSync(file);
      response.writeHead(200, { 'Content-Type': types[path.extname(file)] ?? 'application/octet-stream' });
      response.end(Buffer.concat([content, Buffer.from(added)]));
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { readonly port: number };
  return {
    address: `http://127.0.0.1:${port}/`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

describe.skipIf(!hasBrowser)('files of the workbench', () => {
  let served: Served;
  let opened: Opened;
  const folder = mkdtempSync(path.join(tmpdir(), 'fencepost-web-'));

  beforeAll(async () => {
    served = await serveWorkbench();
    opened = await openWorkbench(served.address);
  });
  afterAll(async () => {
    expect(opened.faults).toEqual([]);
    await opened.close();
    served.close();
    await closeBrowser();
    rmSync(folder, { recursive: true });
  });

  /** What a button saves. */
  async function saved(page: Page, label: string): Promise<string> {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.click(`#answer-panel .answer-acts button:text-is("${label}")`),
    ]);
    const file = path.join(folder, download.suggestedFilename());
    await download.saveAs(file);
    return file;
  }

  test('an answer is saved as a page that plays, as a picture, and as the command line prints it', async () => {
    const { page, context } = opened;
    expect(await check(page)).toMatchObject({ tso: 'violated' });
    await page.waitForSelector('#answer-panel .explorer');

    const json = await saved(page, '.json');
    expect(path.basename(json)).toBe('peterson-tso.json');
    const printed = readFileSync(json, 'utf8');
    expect(validate(printed)).toBe('check');
    expect(JSON.parse(printed)).toMatchObject({ verdict: 'violated', memory: 'tso' });

    const picture = await saved(page, '.svg');
    const alone = await context.newPage();
    await alone.goto(`file://${picture}`);
    expect(await alone.evaluate('document.documentElement.nodeName')).toBe('svg');
    expect(await alone.locator('g[data-step]').count()).toBeGreaterThan(3);

    const report = await saved(page, '.html');
    await alone.goto(`file://${report}`);
    expect(await alone.title()).toContain('peterson');
    await alone.click('[data-go=next]');
    expect(await alone.getAttribute('.slider', 'aria-valuetext')).toContain('1');
    await alone.click('[data-go=play]');
    await alone.waitForSelector('.tick[aria-current=step][data-step="3"], .steps [data-step="3"][aria-current=step]', {
      state: 'attached',
    });
    await alone.close();
  });

  test('Z3 in the tab accepts the certificate of a lock for any number of processes under TSO', async () => {
    const { page } = opened;
    await certified(page);
    await acceptedByZ3(page);
    expect(opened.requests.filter((url) => url.includes('/z3/')).length).toBeGreaterThan(1);
  });
});

describe.skipIf(!hasBrowser)('a host that sends no headers', () => {
  afterAll(closeBrowser);

  test('all but Z3 works at once, and Z3 after one reload', async () => {
    const served = await servePlainly();
    const { page, close } = await openWorkbench(served.address);
    expect(await page.evaluate('crossOriginIsolated')).toBe(false);
    expect(await check(page)).toEqual({ sc: 'holds', tso: 'violated', pso: 'violated' });
    await page.waitForSelector('html[data-offline]');
    await certified(page);
    expect(await page.textContent('.certificate .remark')).toContain('this one does not');
    await page.click('.certificate button:text("reload once")');
    await page.waitForFunction('globalThis.crossOriginIsolated');
    await ready(page);
    await certified(page);
    expect(await page.locator('.certificate .remark').count()).toBe(0);
    await acceptedByZ3(page);
    await close();
    served.close();
  });
});
