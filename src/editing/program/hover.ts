/** What is told of a place in a `.fp` text: the declaration of a name, what an access means on each memory, what a word means. */
import { KEYWORDS, programLexer } from '../../languages/program/lex.js';
import type { SourceText, Span } from '../../languages/shared/source.js';
import { type Access, memoryTable } from '../memory-table.js';
import type { Entity, Use } from '../names.js';
import { tokensOf } from '../tokens.js';
import type { ProgramNames } from './names.js';
import { INCLUDE, INSTRUCTIONS, TEMPORAL, WIDTHS, WORDS, type Word, type WordHelp } from './words.js';

export interface Told extends Span {
  readonly markdown: string;
}

const isKeyword = (word: string): word is Word => (KEYWORDS as readonly string[]).includes(word);

export function hoverProgram(source: SourceText, names: ProgramNames, offset: number): Told | null {
  const found = names.at(offset);
  if (found !== null) {
    const { start, end } = found.use;
    return { start, end, markdown: describeEntity(found.entity, found.use) };
  }
  const tokens = tokensOf(source, (text, list) => programLexer(text, list, [], text.parts[0]));
  const position = tokens.findIndex(({ start, end }) => start <= offset && offset <= end && end > start);
  const token = tokens[position];
  if (token === undefined) return null;
  const { start, end } = token;
  const word = source.text.slice(start, end);
  const next = tokens[position + 1];
  const isStoreFence = word === 'fence' && next !== undefined && source.text.slice(next.start, next.end) === 'store';
  const isInclude = token.kind === 'file' || next?.kind === 'file';
  const help = isStoreFence ? INSTRUCTIONS['fence store'] : isInclude ? INCLUDE.include : helpOf(word);
  if (help === undefined) return null;
  return { start, end: isStoreFence ? (next?.end ?? end) : end, markdown: describeWord(help) };
}

function helpOf(word: string): WordHelp | undefined {
  if (isKeyword(word)) return WORDS[word];
  if (Object.hasOwn(INSTRUCTIONS, word)) return INSTRUCTIONS[word];
  return Object.hasOwn(WIDTHS, word) ? WIDTHS[word] : Object.hasOwn(TEMPORAL, word) ? TEMPORAL[word] : undefined;
}

export function describeWord({ usage, meaning, access }: WordHelp): string {
  const table = access === undefined ? '' : `\n\n${memoryTable(access)}`;
  return `\`\`\`fp\n${usage}\n\`\`\`\n\n${sentence(meaning)}${table}`;
}

const ROLES: Readonly<Record<'load' | 'store' | 'locked', { readonly access: Access; readonly told: string }>> = {
  load: { access: 'load', told: 'Here it is read: a load.' },
  store: { access: 'store', told: 'Here it is written: a store.' },
  locked: { access: 'locked', told: 'Here a locked instruction reads and writes it.' },
};

export function describeEntity(entity: Entity, use: Use | null = null): string {
  const { signature, kind, type, owner } = entity;
  const whose = owner === null || kind === 'instance name' ? '' : ` of \`${owner.name}\``;
  const typed = type === null ? '' : `, of type \`${type}\``;
  const told = `${WHAT[kind] ?? kind}${whose}${typed}`;
  const parts = [`\`\`\`fp\n${signature}\n\`\`\``, sentence(told)];
  if (use !== null && (use.role === 'load' || use.role === 'store' || use.role === 'locked')) {
    const { access, told: role } = ROLES[use.role];
    parts.push(role, memoryTable(access));
  }
  if (kind === 'ghost') parts.push('Only properties see it: an assignment to it is no access to memory.');
  return parts.join('\n\n');
}

const WHAT: Partial<Record<Entity['kind'], string>> = {
  value: 'a value of an enumeration',
  'instance name': 'stands for every instance of the thread: the property is about all of them',
  label: 'a label',
  constant: 'a constant',
  type: 'a type',
  record: 'a record',
  field: 'a field',
  'shared variable': 'a shared variable',
  ghost: 'a ghost',
  thread: 'a thread',
  procedure: 'a procedure',
  parameter: 'a parameter',
  'local variable': 'a local variable',
  counter: 'counts the rounds of a `for`',
  property: 'a property',
};

function sentence(text: string): string {
  const ended = /[.?!]$/.test(text) ? text : `${text}.`;
  return `${ended.charAt(0).toUpperCase()}${ended.slice(1)}`;
}
