/** Where fences must go, with the text of every set that does. */

import type { Row } from '../../src/check/option.js';
import { type FixOptions, LIBRARY_OPTIONS } from '../../src/check/options.js';
import type { Progress } from '../../src/engines/engine.js';
import { inLanguage } from '../../src/languages/index.js';
import { fix } from '../../src/repair/index.js';
import { fixText, jsonFix } from '../../src/report/fix.js';
import { PLAIN } from '../../src/report/style.js';
import type { FixAnswer, Subject } from '../protocol.js';
import { ON_PAGE } from '../spelling.js';
import { optionsOf } from './answer.js';

/** Wide enough that no line is broken. */
const WIDTH = 1000;

export async function repairSubject(
  subject: Subject,
  all: boolean,
  told: (progress: Progress) => void,
): Promise<FixAnswer> {
  const { file, text } = subject;
  const found = inLanguage(text, { file });
  if (!found.ok) return found;
  const { repairs } = found.language;
  const [first] = repairs;
  const rows: Readonly<Record<string, Row>> = LIBRARY_OPTIONS;
  const isKnown = (name: string): boolean => name === 'file' || rows[name]?.commands.includes('fix') === true;
  const given = Object.entries(optionsOf(subject)).filter(([name]) => isKnown(name));
  const options: FixOptions = {
    ...Object.fromEntries(given),
    onProgress: told,
    ...(first === undefined ? {} : { with: repairs.includes('fences') ? 'fences' : first }),
    ...(all ? { all } : {}),
  };
  const result = await fix(text, options);
  if (!result.ok) return result;
  const [head = '', ...rest] = fixText('', result, { style: PLAIN, width: WIDTH, quiet: true, spell: ON_PAGE }).split(
    '\n',
  );
  const lines = [head.replace(/^: /, ''), ...rest.map((line) => line.trim())].filter((line) => line !== '');
  return { ok: true, fix: jsonFix(file, result), lines };
}
