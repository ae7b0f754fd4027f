/** What is coloured in `.rmm` files. */
import type { Keyword, Mark } from '../../languages/memorax/lex.js';
import {
  BLANKS,
  commentMode,
  commentRules,
  GAP,
  type Grammar,
  type MarkKind,
  markRules,
  nameBut,
  rule,
  type WordClass,
  wordRules,
} from './grammar.js';

const words = {
  process: 'declaration',
  data: 'declaration',
  registers: 'declaration',
  text: 'declaration',
  macro: 'declaration',
  endmacro: 'declaration',
  forbidden: 'property',
  predicates: 'property',
  assume: 'property',
  if: 'control',
  // biome-ignore lint/suspicious/noThenProperty: a keyword, in an object that is a table
  then: 'control',
  else: 'control',
  while: 'control',
  do: 'control',
  goto: 'control',
  either: 'control',
  or: 'control',
  not: 'control',
  read: 'instruction',
  write: 'instruction',
  syncwr: 'instruction',
  syncrd: 'instruction',
  fence: 'instruction',
  ssfence: 'instruction',
  llfence: 'instruction',
  locked: 'instruction',
  slocked: 'instruction',
  cas: 'instruction',
  nop: 'instruction',
  true: 'constant',
  false: 'constant',
  my: 'constant',
  me: 'constant',
  other: 'constant',
} as const satisfies Record<Keyword, WordClass>;

const marks = {
  ':=': 'operator',
  '||': 'operator',
  '&&': 'operator',
  '!=': 'operator',
  '<=': 'operator',
  '>=': 'operator',
  '=': 'operator',
  '-': 'operator',
  '*': 'operator',
  '<': 'operator',
  '>': 'operator',
  '+': 'operator',
  '@': 'operator',
  '(': 'other',
  ')': 'other',
  ',': 'other',
  ';': 'other',
  ':': 'other',
  '{': 'other',
  '}': 'other',
  '[': 'other',
  ']': 'other',
} as const satisfies Record<Mark, MarkKind>;

const inWord = 'A-Za-z0-9_';
const comments = { line: null, block: ['/*', '*/'], nest: false } as const;
const name = nameBut(words, inWord);

export const memorax: Grammar = {
  words,
  contextual: { Z: 'type' },
  comments,
  inWord,
  marks,
  modes: {
    main: {
      inside: null,
      leave: null,
      rules: [
        {
          pieces: [
            [`(?:^|[{;])${BLANKS}`, null],
            [`${name}(?=${BLANKS}:(?!=))`, 'label'],
          ],
        },
        ...commentRules(comments),
        {
          pieces: [
            ['goto', 'control'],
            [GAP, null],
            [name, 'label'],
          ],
        },
        {
          pieces: [
            ['macro', 'declaration'],
            [GAP, null],
            [name, 'definition'],
          ],
        },
        {
          pieces: [
            [`:${BLANKS}`, null],
            [`Z(?![${inWord}])`, 'type'],
          ],
        },
        ...wordRules(words, inWord),
        rule(`[A-Za-z_][${inWord}]*`, null),
        rule('[0-9]+', 'number'),
        rule(`\\$[${inWord}]+`, 'register'),
        rule('\\/\\/[^\\n]*', 'invalid'),
        ...markRules(marks),
        rule('[$!&|\\/]', 'invalid'),
      ],
    },
    comment: commentMode(comments),
  },
};
