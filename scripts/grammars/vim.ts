/**
 * Files for Vim and Neovim: syntax, detection of file types, comments, and the language server for Neovim. Vim colours by
 * words, not by the modes of the grammar: a word that has a meaning in some places only is coloured everywhere.
 */
import { GRAMMARS, type HighlightLanguage, type Kind } from '../../src/editing/highlight/index.js';
import { EDITOR_LANGUAGES, type EditorLanguage } from './names.js';

const GROUPS: Readonly<Record<Kind, string>> = {
  declaration: 'StorageClass',
  control: 'Statement',
  instruction: 'Function',
  type: 'Type',
  property: 'PreProc',
  constant: 'Boolean',
  comment: 'Comment',
  number: 'Number',
  string: 'String',
  operator: 'Operator',
  label: 'Label',
  definition: 'Identifier',
  register: 'Identifier',
  invalid: 'Error',
};

const LABELS = String.raw`/\%(^\|[{;]\)\s*\zs\h\w*\ze\s*:=\@!/`;

/** What is no word: patterns of Vim, by kind. */
const PATTERNS: Readonly<Record<HighlightLanguage, readonly (readonly [Kind, string])[]>> = {
  program: [
    ['number', String.raw`/\<\d\+\>/`],
    ['label', LABELS],
    ['label', String.raw`/\%(@\s*\)\@<=\h\w*/`],
    ['label', String.raw`/\%(\<goto\s\+\)\@<=\h\w*/`],
    ['definition', String.raw`/\%(\<\%(thread\|proc\|type\|record\)\s\+\)\@<=\h\w*/`],
    ['definition', String.raw`/\%(\<\%(never\|invariant\|ltl\)\s\+\)\@<=\h\w*\ze\s*:/`],
  ],
  cubicle: [
    ['number', String.raw`/-\=\<\d\+\%(\.\d*\)\=/`],
    ['constant', String.raw`/#[1-9]\d*/`],
    ['definition', String.raw`/\%(\<\%(transition\|predicate\|type\)\s\+\)\@<=\a\w*/`],
  ],
  litmus: [
    ['number', String.raw`/\$\=-\=\<\%(0[xX]\x\+\|\d\+\)\>/`],
    ['register', String.raw`/%\a\w*/`],
    ['register', String.raw`/:\s*\zs\h\w*/`],
    ['definition', String.raw`/\<P\d\+\>/`],
    ['label', String.raw`/\%(^\|[|;]\)\s*\zs\h\w*\ze\s*:/`],
    ['string', String.raw`/^\s*\%(\h[a-zA-Z0-9_\/.-]*\)\s*=.*$/`],
    ['definition', String.raw`/\%1lX86\%(_64\)\=\s\+\zs\S\+/`],
  ],
  dve: [
    ['number', String.raw`/\<\d\+\>/`],
    ['definition', String.raw`/\%(\<process\s\+\)\@<=\h\w*/`],
  ],
  memorax: [
    ['number', String.raw`/\<\d\+\>/`],
    ['register', String.raw`/\$\w\+/`],
    ['label', LABELS],
    ['label', String.raw`/\%(\<goto\s\+\)\@<=\h\w*/`],
    ['definition', String.raw`/\%(\<macro\s\+\)\@<=\h\w*/`],
  ],
};

const NOTE = '" Written by `npm run grammars`; do not edit.';

export function vimSyntax({ language, id, title }: EditorLanguage): string {
  const { words, contextual, comments, inWord, marks } = GRAMMARS[language];
  const group = (kind: Kind): string => `${id}${kind.slice(0, 1).toUpperCase()}${kind.slice(1)}`;
  const used = new Set<Kind>(['comment', 'operator']);
  const lines = [`" ${title}. ${NOTE.slice(2)}`, `if exists('b:current_syntax')`, '  finish', 'endif', ''];
  const special = inWord.includes('$') ? ',$,#' : '';
  lines.push(`syntax iskeyword @,48-57,_${special}`, 'syntax case match', '');
  const operators = Object.keys(marks).filter((mark) => marks[mark] === 'operator');
  lines.push(`syntax match ${group('operator')} /${characterClass(operators)}/`);
  for (const [kind, pattern] of PATTERNS[language]) {
    used.add(kind);
    lines.push(`syntax match ${group(kind)} ${pattern}`);
  }
  const all = Object.entries({ ...contextual, ...words });
  for (const kind of new Set(all.map(([, each]) => each))) {
    used.add(kind);
    const those = all.filter(([, each]) => each === kind).map(([word]) => word);
    lines.push(...wrapped(`syntax keyword ${group(kind)}`, those));
  }
  const { line, block, nest } = comments;
  if (language === 'litmus') {
    used.add('string');
    lines.push(`syntax region ${group('string')} start=/"/ end=/"/`);
  }
  if (line !== null) lines.push(`syntax match ${group('comment')} /${line.replaceAll('/', '\\/')}.*$/ contains=@Spell`);
  const [start, end] = block.map((mark) => mark.replace(/[*/]/g, '\\$&'));
  const inner = nest ? `${group('comment')},@Spell` : '@Spell';
  lines.push(`syntax region ${group('comment')} start=/${start}/ end=/${end}/ contains=${inner} keepend extend`);
  if (nest)
    lines[lines.length - 1] = `syntax region ${group('comment')} start=/${start}/ end=/${end}/ contains=${inner}`;
  lines.push('syntax sync fromstart', '');
  for (const kind of Object.keys(GROUPS) as Kind[]) {
    if (used.has(kind)) lines.push(`highlight default link ${group(kind)} ${GROUPS[kind]}`);
  }
  return `${[...lines, '', `let b:current_syntax = '${id}'`].join('\n')}\n`;
}

function characterClass(marks: readonly string[]): string {
  const characters = [...new Set(marks.join(''))].filter((each) => each !== '-');
  return `[${characters.map((each) => (/[\]\\^/]/.test(each) ? `\\${each}` : each)).join('')}-]`;
}

function wrapped(command: string, words: readonly string[]): string[] {
  const lines: string[] = [];
  let line = command;
  for (const word of words) {
    if (line.length + word.length > 110) {
      lines.push(line);
      line = command;
    }
    line += ` ${word}`;
  }
  return [...lines, line];
}

export function vimDetection({ id, extension }: EditorLanguage): string {
  return `${NOTE}\nautocmd BufRead,BufNewFile *.${extension} setfiletype ${id}\n`;
}

export function vimPlugin({ language }: EditorLanguage): string {
  const { line, block } = GRAMMARS[language].comments;
  const [opening, closing] = block;
  const middle = line === null || line === '#' ? `${opening}\\ %s\\ ${closing}` : `${line}\\ %s`;
  return [
    NOTE,
    `if exists('b:did_ftplugin')`,
    '  finish',
    'endif',
    'let b:did_ftplugin = 1',
    `setlocal commentstring=${middle}`,
    'setlocal expandtab shiftwidth=2 softtabstop=2',
    `let b:undo_ftplugin = 'setlocal commentstring< expandtab< shiftwidth< softtabstop<'`,
    '',
  ].join('\n');
}

/** Neovim reads this from its runtime path once `vim.lsp.enable('fencepost')` is said. */
export function neovimServer(): string {
  const types = EDITOR_LANGUAGES.map(({ id }) => `'${id}'`).join(', ');
  return [
    '-- Written by `npm run grammars`; do not edit. In init.lua: vim.lsp.enable("fencepost")',
    'return {',
    "  cmd = { 'fencepost', 'lsp' },",
    `  filetypes = { ${types} },`,
    "  root_markers = { '.git' },",
    '}',
    '',
  ].join('\n');
}
