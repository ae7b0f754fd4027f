/**
 * Languages whose names nobody looks up here have help for their words: what each means, in a line, and what an access to
 * memory means on each memory.
 */
import { type Access, memoryTable } from '../memory-table.js';

export interface WordHelp {
  readonly usage: string;
  readonly meaning: string;
  readonly access?: Access;
}

export const help = (usage: string, meaning: string, access?: Access): WordHelp =>
  access === undefined ? { usage, meaning } : { usage, meaning, access };

export function describeHelp({ usage, meaning, access }: WordHelp, language: string): string {
  const table = access === undefined ? '' : `\n\n${memoryTable(access)}`;
  return `\`\`\`${language}\n${usage}\n\`\`\`\n\n${meaning.charAt(0).toUpperCase()}${meaning.slice(1)}.${table}`;
}
