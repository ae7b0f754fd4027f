/** Warnings as sentences: the only place that writes them. */
import type { StuckThread, Warning } from '../engines/warnings.js';
import type { Outcome } from '../evidence/outcome.js';
import type { SpellOption } from '../languages/shared/help.js';
import { plural } from './words.js';

export function warningText(warning: Warning, spell: SpellOption): string {
  switch (warning.code) {
    case 'stuck': {
      const { threads, others, steps } = warning;
      const how = others ? ' while other threads go on' : '';
      const show = `; ${spell('show')} deadlock shows the run`;
      return `${threads.map(stuckText).join(', ')}: stuck for ever${how}, after ${plural(steps, 'step')}${show}`;
    }
    case 'unreached': {
      const { thread, line, statement, labels } = warning;
      const names = labels.map((label) => `\`${thread}@${label}\``).join(', ');
      const so = names === '' ? '' : `, so nobody is ever at ${names}`;
      return `no run${within(warning)} reaches line ${line} of ${thread}: ${statement}${so}`;
    }
    case 'vacuous': {
      const { property, line, condition } = warning;
      return `\`${property}\` at line ${line} says nothing: no run${within(warning)} reaches \`${condition}\``;
    }
  }
}

function stuckText({ thread, line, statement }: StuckThread): string {
  return `${thread} at line ${line} (${statement})`;
}

function within({ buffer }: { readonly buffer?: number }): string {
  return buffer === undefined ? '' : ` with store buffers of ${plural(buffer, 'write')}`;
}

/** One line for each, with that word before it. */
export function warningLines({ warnings }: Pick<Outcome, 'warnings'>, spell: SpellOption): string[] {
  return (warnings ?? []).map((warning) => `warning: ${warningText(warning, spell)}`);
}
