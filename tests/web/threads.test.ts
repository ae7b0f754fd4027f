/** Large searches in the page: with processors to spare they have workers of their own. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closePages, hasBrowser } from '../support/browser.js';
import { check, type Opened, openText, openWorkbench, type Served, serveWorkbench } from './workbench.js';

/** More than a million states in wide levels, of threads that are not interchangeable. */
const GRID = `shared x: bool = false
${[14, 15, 16, 17, 18].map((most) => `thread T${most} { local n: 0..${most} = 0; while (n < ${most}) { n = n + 1 } }\n`).join('')}never far: x
`;

describe.skipIf(!hasBrowser)('a search of the page on a machine with four processors', () => {
  let served: Served;
  let opened: Opened;

  beforeAll(async () => {
    served = await serveWorkbench();
    opened = await openWorkbench(served.address);
    await opened.context.route(/\/engine\.js$/, async (route) => {
      const response = await route.fetch();
      const four = `Object.defineProperty(navigator, 'hardwareConcurrency', { value: 4 });\n`;
      await route.fulfill({ response, body: four + (await response.text()) });
    });
    await opened.page.reload();
    await opened.page.waitForSelector('html[data-ready]');
  });
  afterAll(async () => {
    await opened.close();
    served.close();
    await closePages();
  });

  test('starts workers, and finds all states', async () => {
    const { page, requests, faults } = opened;
    await openText(page, 'grid.fp', GRID);
    expect(await check(page, ['sc'])).toMatchObject({ sc: 'holds' });
    expect(requests.filter((address) => address.endsWith('/member.js')).length).toBeGreaterThan(0);
    expect(faults).toEqual([]);
  });
});
