/**
 * Z3 in a browser, in the place of the package `z3-solver` (`scripts/web.mjs` puts it there). Its program and its WebAssembly
 * are files beside the page, which are fetched when a certificate is judged and not before. Its threads share memory, which
 * browsers allow only to pages that are isolated from other origins.
 */
import * as browser from 'z3-solver/build/browser.js';

type Init = (overrides: object) => Promise<{ readonly Z3: unknown; readonly em: unknown }>;

const folder = new URL('../z3/', import.meta.url);

export async function init(): Promise<{ readonly Z3: unknown; readonly em: unknown }> {
  if (globalThis.crossOriginIsolated !== true)
    throw new Error('Z3 needs threads that share memory, and this page is not isolated from other origins');
  const program = new URL('z3-built.js', folder).href;
  await import(/* @vite-ignore */ program);
  const start = (browser as { readonly init: Init }).init;
  return start({ mainScriptUrlOrBlob: program, locateFile: (file: string) => new URL(file, folder).href });
}
