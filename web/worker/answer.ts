/** A check as the page shows it: the data of a report, with the question's scope. */
import { suitedTo } from '../../src/check/applies.js';
import { check } from '../../src/check/check.js';
import type { CheckOptions } from '../../src/check/options.js';
import { questionScope } from '../../src/check/question-scope.js';
import type { Progress } from '../../src/engines/engine.js';
import { inLanguage } from '../../src/languages/index.js';
import { memoryNamed } from '../../src/memory/models.js';
import { pageData } from '../../src/report/page/data.js';
import type { CheckAnswer, Subject } from '../protocol.js';

declare const FENCEPOST_VERSION: string;

/** Options that say something of store buffers are left out where the memory has none. */
export function optionsOf({ file, memory, asked }: Subject, onProgress?: (progress: Progress) => void): CheckOptions {
  const options = suitedTo(memoryNamed(memory), { ...asked, file, memory });
  return onProgress === undefined ? options : { ...options, onProgress };
}

const SMALLEST = 'shared x: bool = false\nthread P { x = true }\nnever set: x\n';

/** The smallest question with a run for an answer: what it needs is what most questions need. */
export async function warm(): Promise<null> {
  await checkSubject({ file: 'smallest.fp', text: SMALLEST, memory: 'tso', asked: {} }, () => {});
  return null;
}

export async function checkSubject(subject: Subject, told: (progress: Progress) => void): Promise<CheckAnswer> {
  const { file, text } = subject;
  const result = await check(text, optionsOf(subject, told));
  if (!result.ok) return result;
  const found = inLanguage(text, { file });
  if (!found.ok) return found;
  const page = pageData({
    made: `fencepost ${FENCEPOST_VERSION}`,
    file,
    language: found.options.language,
    text,
    outcome: result.outcome,
    scope: await questionScope(text, optionsOf(subject)),
    repair: null,
    litmus: null,
  });
  return { ok: true, page, warnings: result.warnings };
}
