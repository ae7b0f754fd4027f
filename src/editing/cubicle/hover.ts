/** What is told of a place in a `.cub` text. */
import { cubicleLexer, KEYWORDS } from '../../languages/cubicle/lex.js';
import type { SourceText, Span } from '../../languages/shared/source.js';
import { memoryTable } from '../memory-table.js';
import type { Entity, Use } from '../names.js';
import { tokensOf } from '../tokens.js';
import type { CubicleNames } from './names.js';
import { TYPES, WORDS, type Word, type WordHelp } from './words.js';

const isKeyword = (word: string): word is Word => (KEYWORDS as readonly string[]).includes(word);

export function hoverCubicle(
  source: SourceText,
  names: CubicleNames,
  offset: number,
): (Span & { readonly markdown: string }) | null {
  const found = names.at(offset);
  if (found !== null) {
    const { start, end } = found.use;
    return { start, end, markdown: describeEntity(found.entity, found.use) };
  }
  const token = tokensOf(source, cubicleLexer).find(({ start, end }) => start <= offset && offset <= end);
  if (token === undefined) return null;
  const { start, end } = token;
  const word = source.text.slice(start, end);
  if (isKeyword(word)) return { start, end, markdown: describeWord(WORDS[word]) };
  return Object.hasOwn(TYPES, word) ? { start, end, markdown: `The type of ${TYPES[word]}.` } : null;
}

export function describeWord({ usage, meaning, access }: WordHelp): string {
  const table = access === undefined ? '' : `\n\n${memoryTable(access)}`;
  return `\`\`\`cub\n${usage}\n\`\`\`\n\n${meaning.charAt(0).toUpperCase()}${meaning.slice(1)}.${table}`;
}

export function describeEntity({ kind, signature, type }: Entity, use: Use | null = null): string {
  const weak = signature.startsWith('weak ');
  const article = /^[aeiou]/.test(kind) ? 'An' : 'A';
  const typed = type === null ? '' : `, of type \`${type}\``;
  const parts = [
    `\`\`\`cub\n${signature}\n\`\`\``,
    kind === 'process' ? 'Stands for a process.' : `${article} ${kind}${typed}.`,
  ];
  if (weak) parts.push('Its writes go through store buffers.');
  if (use?.role === 'load') parts.push('Here it is read.', memoryTable('weak load'));
  if (use?.role === 'store') parts.push('Here it is written.', memoryTable('weak store'));
  return parts.join('\n\n');
}
