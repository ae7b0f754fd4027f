/**
 * A real browser for tests of pages: the Chromium that comes as an npm package, unpacked once into `node_modules/.cache`. One
 * process serves all tests of a worker. Nothing of the machine is used but its kernel and C library: fonts and libraries come
 * with the package.
 *
 * Pages are opened here and nowhere else, because the patience of a page is set when it is opened: a slow or busy machine is
 * no failure, so a wait ends after so many minutes that only what hangs is ended.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

const packed = path.resolve(createRequire(import.meta.url).resolve('@sparticuz/chromium'), '..', '..', '..');
const cache = path.resolve(packed, '..', '..', '.cache', 'fencepost');

const PATIENCE_MILLISECONDS = 10 * 60_000;

/** The package unpacks where temporary files go, and only in surroundings that look like those it was made for. */
const SURROUNDINGS = { AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' };

async function inSurroundings<T>(variables: Readonly<Record<string, string>>, make: () => Promise<T>): Promise<T> {
  const before = Object.keys(variables).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, variables);
  try {
    return await make();
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
}

/** The package has a Chromium for one kind of machine. */
export const hasBrowser = process.platform === 'linux' && process.arch === 'x64';

const FONTS = 'own-fonts.conf';

/** The settings of the package look for its fonts in a folder of their own; without any font the browser fails. */
function fontsIn(place: string): string {
  const folders = [path.join(place, 'fonts'), '/usr/share/fonts'].map((folder) => `<dir>${folder}</dir>`).join('');
  return `<?xml version="1.0"?>\n<fontconfig>${folders}<cachedir>${path.join(place, 'font-cache')}</cachedir></fontconfig>\n`;
}

/** Unpacked beside its place and moved there when it is whole: two workers may do this at once. */
async function unpacked(): Promise<string> {
  const { version } = JSON.parse(readFileSync(path.join(packed, 'package.json'), 'utf8')) as { version: string };
  const place = path.join(cache, `chromium-${version}`);
  if (existsSync(place)) return place;
  mkdirSync(cache, { recursive: true });
  const fresh = mkdtempSync(`${place}-`);
  await inSurroundings({ ...SURROUNDINGS, TMPDIR: fresh }, async () => {
    const { default: archive } = await import('@sparticuz/chromium');
    await archive.executablePath();
  });
  writeFileSync(path.join(fresh, FONTS), fontsIn(place));
  try {
    renameSync(fresh, place);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    if (!existsSync(place)) throw error;
  }
  return place;
}

/**
 * Not those of the package: its graphics processor in software takes more time than the pages under test, and a browser in a
 * single process ends with the first page that is closed.
 */
const ARGUMENTS = ['--no-sandbox', '--no-zygote', '--disable-gpu', '--font-render-hinting=none'];

async function launch(): Promise<Browser> {
  const place = await unpacked();
  const { LD_LIBRARY_PATH: libraries = '' } = process.env;
  return chromium.launch({
    executablePath: path.join(place, 'chromium'),
    timeout: PATIENCE_MILLISECONDS,
    args: ARGUMENTS,
    env: {
      ...(process.env as Record<string, string>),
      FONTCONFIG_FILE: path.join(place, FONTS),
      LD_LIBRARY_PATH: [path.join(place, 'al2023', 'lib'), libraries].filter((each) => each !== '').join(':'),
    },
  });
}

let running: Promise<Browser> | null = null;

function browser(): Promise<Browser> {
  running ??= launch();
  return running;
}

const VIEWPORT = { width: 1280, height: 800 };

function patient<T extends Page | BrowserContext>(opened: T): T {
  opened.setDefaultTimeout(PATIENCE_MILLISECONDS);
  opened.setDefaultNavigationTimeout(PATIENCE_MILLISECONDS);
  return opened;
}

/** A context of its own: nothing is kept from others, and nothing is kept when it is closed. */
export async function newContext(options: BrowserContextOptions = {}): Promise<BrowserContext> {
  return patient(await (await browser()).newContext({ viewport: VIEWPORT, ...options }));
}

/** A page in a context of its own, which is closed with it. */
export async function newPage(options: BrowserContextOptions = {}): Promise<Page> {
  return patient(await (await browser()).newPage({ viewport: VIEWPORT, ...options }));
}

/** After the tests of a file. The browser stays for those of the next one; it ends with the process that started it. */
export async function closePages(): Promise<void> {
  const opened = await running;
  await Promise.all(opened?.contexts().map((context) => context.close()) ?? []);
}

export async function closeBrowser(): Promise<void> {
  const opened = await running;
  running = null;
  await opened?.close();
}
