/**
 * Repair: the text of a model in, the fewest fences (or atomic writes) that make it right out, with the text they are
 * written into.
 *
 *   1. read the text, and list its places (`fp-places.ts`, `rmm-places.ts`, `dve-places.ts`, `array-system.ts`) and what it
 *      must satisfy (`demands.ts`)
 *   2. search for the fewest of them that do (`search.ts`), asking engines about each set that is tried: about its states
 *      (`program-oracle.ts`) and its infinite runs (`temporal-oracle.ts`)
 *   3. write them into the text, read that text again and check it: the answer is about what is written out
 *
 * `minimal` is 'proved' when no set with fewer of these places (or none that costs less, where costs are given) can do; it says nothing of repairs by other means. With
 * buffers of a bounded length everything is said for that length, as the outcome tells.
 */
import { inLanguage } from '../languages/index.js';
import { SourceText } from '../languages/shared/source.js';
import type { Fix, FixOptions } from './answer.js';
import { fixProgram } from './fix-program.js';
import { fixSystem } from './fix-system.js';

export type { Fix, FixedPlace, FixedSet, FixOptions, FixResult } from './answer.js';
export type { Clause } from './hitting-set.js';
export type { ProgramPlace, Waiting } from './places.js';
export { mendProgram, type ProgramRepair, type ProgramRepairQuestion, repairProgram } from './repair-program.js';
export type { Oracle, OracleAnswer, SearchResult } from './search.js';

export async function fix(content: string | Uint8Array, options: FixOptions = {}): Promise<Fix> {
  const { text } = new SourceText(content, options.file ?? '');
  const asked = inLanguage(text, options);
  if (!asked.ok) return asked;
  const mend = asked.language.kind === 'array system' ? fixSystem : fixProgram;
  return mend(text, asked.options);
}
