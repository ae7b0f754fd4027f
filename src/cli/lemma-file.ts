/** `--lemmas FILE`: the text in it, as options of the library. */
import type { Host } from './host.js';
import { systemReason } from './input.js';

export type LemmaOptions =
  | { readonly ok: true; readonly given: { readonly lemmas?: string; readonly lemmasFile?: string } }
  | { readonly ok: false; readonly file: string; readonly message: string };

export async function readLemmas(host: Host, file: string | null): Promise<LemmaOptions> {
  if (file === null) return { ok: true, given: {} };
  try {
    return { ok: true, given: { lemmas: await host.readFile(file), lemmasFile: file } };
  } catch (error) {
    return { ok: false, file, message: systemReason(error) };
  }
}
