/** The built page, served as `fencepost serve` does, in a real browser. */
import path from 'node:path';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { serveFiles } from '../../src/cli/static-files.js';
import type { Draft } from '../../web/question.js';
import { fragmentOf } from '../../web/share.js';
import { newContext } from '../support/browser.js';

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

/** Without a service worker unless it is asked for: keeping all files costs as much as opening the page. */
export async function openWorkbench(address: string, options: BrowserContextOptions = {}): Promise<Opened> {
  const context = await newContext({ serviceWorkers: 'block', reducedMotion: 'reduce', ...options });
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

/** As if a link were opened in this tab: no other way carries text and question at once. */
export async function follow(page: Page, draft: Draft): Promise<void> {
  const fragment = await fragmentOf(draft);
  await page.evaluate(`location.hash = ${JSON.stringify(fragment)}`);
  await page.locator(`html[data-file=${JSON.stringify(draft.file)}]`).waitFor();
}

/** Presses Check and waits until each card of these memories, or every one, has its answer: verdicts by memory. */
export async function check(page: Page, memories?: readonly string[]): Promise<Record<string, string>> {
  await page.click('#check');
  // A locator: what `waitForSelector` gives back keeps its element alive for good.
  const searching = memories?.map((memory) => `#card-${memory}.searching`).join(', ') ?? '.searching';
  await page.locator(`.cards:not(:has(${searching}))`).waitFor();
  return page.evaluate(`Object.fromEntries([...document.querySelectorAll('.card')]
    .map((card) => [card.dataset.memory, card.querySelector('.card-verdict').textContent]))`);
}
