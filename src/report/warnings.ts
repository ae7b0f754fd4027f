/** Warnings as sentences: the only place that writes them. */
import type { StuckThread, Warning } from '../engines/warnings.js';
import type { Outcome } from '../evidence/outcome.js';
import type { SpellOption } from '../languages/shared/help.js';
import { DASHED } from './remarks.js';
import { plural } from './words.js';

export function warningText(warning: Warning, spell: SpellOption): string {
  switch (warning.code) {
    case 'stuck': {
      const { threads, others, steps } = warning;
      const how = others ? ' while other threads go on' : '';
      const show = `; ${spell('show')} deadlock shows the run`;
      return `${threads.map(stuckText).join(', ')}: stuck for ever${how}${within(warning)}, after ${plural(steps, 'step')}${show}`;
    }
    case 'unreached': {
      const { thread, statement, labels } = warning;
      const names = labels.map((label) => `\`${thread}@${label}\``).join(', ');
      const so = names === '' ? '' : `, so nobody is ever at ${names}`;
      return `no run${within(warning)} reaches ${lineOf(warning)} of ${thread}: ${statement}${so}`;
    }
    case 'untaken':
      return `no run${within(warning)} takes ${lineOf(warning)}: ${warning.transition}`;
    case 'vacuous': {
      const { property, condition } = warning;
      return `\`${property}\` at ${lineOf(warning)} says nothing: no run${within(warning)} reaches \`${condition}\``;
    }
  }
}

/** `lock.fp line 7`. */
function lineOf({ line, file }: { readonly line: number; readonly file?: string }): string {
  return `${file === undefined ? '' : `${file} `}line ${line}`;
}

function stuckText(stuck: StuckThread): string {
  const { thread, statement } = stuck;
  return `${thread} at ${lineOf(stuck)} (${statement})`;
}

type Within = Pick<Extract<Warning, { readonly code: 'unreached' }>, 'buffer' | 'number'>;

function within({ buffer, number }: Within): string {
  const threads = number === undefined ? [] : [numberText(number)];
  const buffers = buffer === undefined ? [] : [`store buffers of ${plural(buffer, 'write')}`];
  const all = [...threads, ...buffers].join(' and ');
  return all === '' ? '' : ` with ${all}`;
}

function numberText({ each, of }: { readonly each: number; readonly of: readonly string[] }): string {
  return of.length === 0 ? plural(each, 'process', 'processes') : `${each} of \`${of.join('`, `')}\``;
}

/** For commands that have no such option: which one has it. */
export const OF_CHECK: SpellOption = (option) => `check ${DASHED(option)}`;

/** One line for each, with that word before it. */
export function warningLines({ warnings }: Pick<Outcome, 'warnings'>, spell: SpellOption): string[] {
  return (warnings ?? []).map((warning) => `warning: ${warningText(warning, spell)}`);
}
