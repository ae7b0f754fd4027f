/** What the page gives away, and what it takes on demand: files of an answer, and Z3, also where the host knows nothing of it. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z3Files } from '../../src/cli/static-files.js';
import { closePages, hasBrowser } from '../support/browser.js';
import { validate } from '../support/schema.js';
import { isLong } from '../support/size.js';
import { check, type Opened, openText, openWorkbench, ready, type Served, serveWorkbench, WEB } from './workbench.js';

const EXAMPLES = new URL('../../examples/', import.meta.url);
const example = (file: string): string => readFileSync(new URL(file, EXAMPLES), 'utf8');

/** The proof for any number of processes under TSO, and the certificate that the page makes of it. */
async function certified(page: Page): Promise<void> {
  await openText(page, 'naive-mutex.cub', example('weak/naive-mutex.cub'));
  await page.click('label[for=memory-tso]');
  expect(await check(page)).toEqual({ tso: 'holds' });
  await page.click('.certify');
  await page.waitForSelector('.certificate .judge');
}

async function acceptedByZ3(page: Page): Promise<void> {
  await page.click('.certificate .judge');
  await page.waitForSelector('.certificate .judgement');
  expect(await page.textContent('.certificate .judgement')).toMatch(/^Z3: accepted: \d+ obligations/);
}

/** As hosts of static files are: types by extension, and no header beside. It can go out of reach. */
async function servePlainly(): Promise<Served & { reachable: boolean }> {
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
    if (!host.reachable) return response.destroy();
    const { pathname } = new URL(url, 'http://127.0.0.1');
    const name = pathname === '/' ? 'index.html' : pathname.slice(1);
    const { file, added } = z3.get(name) ?? { file: path.join(WEB, name), added: '' };
    try {
      const content = readFileSync(file);
      response.writeHead(200, { 'Content-Type': types[path.extname(file)] ?? 'application/octet-stream' });
      return response.end(Buffer.concat([content, Buffer.from(added)]));
    } catch {
      return response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { readonly port: number };
  const host = {
    address: `http://127.0.0.1:${port}/`,
    reachable: true,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
  return host;
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
    await closePages();
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
    // It plays to the end, and stays there. A step on the way may be over before anybody looks.
    await alone.locator('.speed select').selectOption('4');
    await alone.click('[data-go=play]');
    await expect.poll(() => alone.locator('.counter').textContent()).toMatch(/^Step (\d+) of \1$/);
    await alone.close();
  });

  test('the outcomes of a litmus test are saved, too', async () => {
    const { page, context } = opened;
    await openText(page, 'SB.litmus', example('litmus/SB.litmus'));
    expect(await check(page)).toMatchObject({ tso: 'Sometimes' });
    const json = await saved(page, 'TSO .json');
    expect(path.basename(json)).toBe('SB-tso.json');
    const printed = readFileSync(json, 'utf8');
    expect(validate(printed)).toBe('litmus');
    expect(JSON.parse(printed)).toMatchObject({ observation: 'Sometimes', memory: 'tso' });
    const alone = await context.newPage();
    await alone.goto(`file://${await saved(page, 'SC .html')}`);
    expect(await alone.locator('#states tbody tr').count()).toBe(3);
    await alone.close();
  });

  test('the certificate of a lock for any number of processes under TSO is made, and Z3 may judge it here', async () => {
    const { page } = opened;
    await certified(page);
    expect(await page.evaluate('crossOriginIsolated')).toBe(true);
    expect(await page.locator('.certificate .remark').count()).toBe(0);
    expect(opened.requests.filter((url) => url.includes('/z3/'))).toEqual([]);
    // Z3 takes ten times as long to load as all the rest to run: the host below has it, too.
    if (!isLong) return;
    await acceptedByZ3(page);
    expect(opened.requests.filter((url) => url.includes('/z3/')).length).toBeGreaterThan(1);
  });
});

describe.skipIf(!hasBrowser)('a host that sends no headers', () => {
  let served: Awaited<ReturnType<typeof servePlainly>>;
  let opened: Opened;

  beforeAll(async () => {
    served = await servePlainly();
    opened = await openWorkbench(served.address, { serviceWorkers: 'allow' });
  });
  afterAll(async () => {
    await opened.close();
    served.close();
    await closePages();
  });

  test('all but Z3 works at once', async () => {
    const { page } = opened;
    expect(await page.evaluate('crossOriginIsolated')).toBe(false);
    await page.waitForSelector('html[data-offline]');
    await certified(page);
    expect(await page.textContent('.certificate .remark')).toContain('this one does not');
  });

  test('a page that was opened once works without network', async () => {
    const { page, context } = opened;
    served.reachable = false;
    await context.setOffline(true);
    await page.click('.certificate button:text("reload once")');
    await expect.poll(() => page.evaluate('crossOriginIsolated').catch(() => null)).toBe(true);
    await ready(page);
    await openText(page, 'peterson.fp', example('programs/peterson.fp'));
    expect(await check(page)).toEqual({ sc: 'holds', tso: 'violated', pso: 'violated' });
  });

  test('the reload has made room for Z3', async () => {
    const { page, context } = opened;
    await context.setOffline(false);
    served.reachable = true;
    await certified(page);
    expect(await page.locator('.certificate .remark').count()).toBe(0);
    await acceptedByZ3(page);
  });
});
