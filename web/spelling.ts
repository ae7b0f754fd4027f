/**
 * Options as the page has them: by the words beside its controls. Reasons and notes are written in `src/report/remarks.ts`, which
 * leaves the names of options to whoever shows them. What has no control is spelled as on the command line.
 */
import type { SpellOption } from '../src/languages/shared/help.js';
import type { JsonPage } from '../src/report/page/data.js';
import { DASHED, remarkText } from '../src/report/remarks.js';
import { warningText } from '../src/report/warnings.js';

/** In the bar. */
export const LABELS = { memory: 'Memory', processes: 'Threads', property: 'Property', engine: 'Engine' } as const;

/** Behind a button of the bar. */
export const MORE = 'More';
export const MORE_LABELS = {
  buffer: 'Buffers at most',
  bufferPerLocation: 'of each location',
  timeout: 'Time limit, s',
  maxMemory: 'Memory limit, MB',
  maxStates: 'States at most',
  maxCubes: 'Cubes at most',
  maxDepth: 'Steps back at most',
  maxProcesses: 'Processes at most',
  maxPredicates: 'Predicates at most',
} as const;

export type NumberOption = keyof typeof MORE_LABELS;

export const ON_PAGE: SpellOption = (option) => {
  const labels: Readonly<Record<string, string>> = LABELS;
  const behind: Readonly<Record<string, string>> = MORE_LABELS;
  if (Object.hasOwn(labels, option)) return `\`${labels[option]}\``;
  if (Object.hasOwn(behind, option)) return `\`${MORE} › ${behind[option]?.replace(/,.*/, '')}\``;
  return `\`fencepost check ${DASHED(option)}\``;
};

/** What an answer says beside its verdict, for readers of this page. Files keep the words of the command line. */
export function asOnPage(page: JsonPage): JsonPage {
  const { answer } = page;
  const warnings = answer.warnings?.map((warning) => ({ ...warning, message: warningText(warning, ON_PAGE) })) ?? null;
  return { ...page, answer: { ...answer, reason: remarkText(answer, ON_PAGE), warnings } };
}
