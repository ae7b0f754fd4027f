/** The built page, served as `fencepost serve` does, in a real browser. */
import path from 'node:path';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { serveFiles } from '../../src/cli/static-files.js';
import { browser } from '../support/browser.js';

export const WEB = path.resolve('dist', 'web');

export interface Served {
  readonly address: string;
  close(): void;
}

export async function serveWorkbench(folder = WEB): Promise<Served> {
  const server = await serveFiles(folder, 0);
  const { port } = server.address() as { readonly port: number };
  return {
    address: `http://127.0.0.1:${port}/`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** A page of its own, with what went wrong in it and where its requests went. */
export interface Opened {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly faults: string[];
  readonly requests: string[];
  close(): Promise<void>;
}

export async function openWorkbench(address: string, options: BrowserContextOptions = {}): Promise<Opened> {
  const context = await (await browser()).newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  const faults: string[] = [];
  const requests: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  context.on('request', (request) => requests.push(request.url()));
  await page.goto(address);
  await ready(page);
  return { page, context, faults, requests, close: () => context.close() };
}

export async function ready(page: Page): Promise<void> {
  await page.waitForSelector('html[data-ready]');
}

/** What the editor has. */
export function textOf(page: Page): Promise<string> {
  return page.evaluate("document.querySelector('.cm-content').cmTile.view.state.doc.toString()");
}

/** By the keyboard, as people do: everything goes, then the text comes as if it were pasted. */
export async function write(page: Page, text: string): Promise<void> {
  await page.focus('.cm-content');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await page.keyboard.insertText(text);
}

/** A text as if its file were opened. */
export async function openText(page: Page, file: string, text: string): Promise<void> {
  await page.setInputFiles('#chosen-file', { name: file, mimeType: 'text/plain', buffer: Buffer.from(text) });
  await page.waitForSelector(`html[data-file=${JSON.stringify(file)}]`);
}

/** Presses Check and waits until every card has its answer: verdicts by memory. */
export async function check(page: Page): Promise<Record<string, string>> {
  await page.click('#check');
  // A locator: what `waitForSelector` gives back keeps its element alive for good.
  await page.locator('.cards:not(:has(.searching))').waitFor({ timeout: 0 });
  const cards = await page.locator('.card').all();
  const answers = cards.map(async (card) => {
    return [await card.getAttribute('data-memory'), await card.locator('.card-verdict').textContent()] as const;
  });
  return Object.fromEntries(await Promise.all(answers)) as Record<string, string>;
}
