/** What is coloured in `.fp` files. */
import type { Keyword, Mark } from '../../languages/program/lex.js';
import {
  BLANKS,
  commentMode,
  commentRules,
  GAP,
  type Grammar,
  type MarkKind,
  markRules,
  nameBut,
  oneOf,
  type Rule,
  rule,
  type WordClass,
  wordRules,
} from './grammar.js';

const words = {
  const: 'declaration',
  type: 'declaration',
  shared: 'declaration',
  thread: 'declaration',
  local: 'declaration',
  proc: 'declaration',
  record: 'declaration',
  ghost: 'declaration',
  never: 'property',
  invariant: 'property',
  lemma: 'property',
  ltl: 'property',
  predicates: 'property',
  assume: 'property',
  assert: 'property',
  if: 'control',
  else: 'control',
  while: 'control',
  loop: 'control',
  await: 'control',
  goto: 'control',
  choose: 'control',
  or: 'control',
  break: 'control',
  continue: 'control',
  skip: 'control',
  for: 'control',
  switch: 'control',
  case: 'control',
  default: 'control',
  return: 'control',
  fence: 'instruction',
  atomic: 'instruction',
  cas: 'instruction',
  swap: 'instruction',
  fetch_add: 'instruction',
  int: 'type',
  bool: 'type',
  true: 'constant',
  false: 'constant',
  any: 'constant',
  self: 'constant',
} as const satisfies Record<Keyword, WordClass>;

const calls = { load_acquire: 'instruction', store_release: 'instruction', count: 'property' } as const;
const widths = { u8: 'type', u16: 'type', u32: 'type', i8: 'type', i16: 'type', i32: 'type' } as const;

const marks = {
  '<->': 'operator',
  '->': 'operator',
  '||': 'operator',
  '&&': 'operator',
  '==': 'operator',
  '!=': 'operator',
  '<=': 'operator',
  '>=': 'operator',
  '..': 'operator',
  '<': 'operator',
  '>': 'operator',
  '=': 'operator',
  '!': 'operator',
  '+': 'operator',
  '-': 'operator',
  '*': 'operator',
  '/': 'operator',
  '%': 'operator',
  '?': 'operator',
  '@': 'operator',
  '|': 'operator',
  '&': 'operator',
  '^': 'operator',
  '~': 'operator',
  '<<': 'operator',
  '>>': 'operator',
  '+=': 'operator',
  '-=': 'operator',
  '*=': 'operator',
  '/=': 'operator',
  '%=': 'operator',
  '&=': 'operator',
  '|=': 'operator',
  '^=': 'operator',
  '<<=': 'operator',
  '>>=': 'operator',
  ':': 'other',
  '(': 'other',
  ')': 'other',
  '[': 'other',
  ']': 'other',
  '{': 'other',
  '}': 'other',
  ',': 'other',
  ';': 'other',
  '.': 'other',
} as const satisfies Record<Mark, MarkKind>;

const inWord = 'A-Za-z0-9_';
const comments = { line: '//', block: ['/*', '*/'], nest: false } as const;
const name = nameBut(words, inWord);
const end = `(?![${inWord}])`;
/** After `fence store` these tell that `store` is a name: the next statement begins with it. */
const behindNames = `(?!${BLANKS}(?:[=\\[:.(]|(?:[-+*\\/%&|^]|<<|>>)=))`;

/** Before the name of a file. */
const include = `include(?=${BLANKS}")`;

const shared: readonly Rule[] = [
  ...commentRules(comments),
  {
    pieces: [
      [include, 'declaration'],
      [BLANKS, null],
      ['"[^"\\n]*"', 'string'],
    ],
  },
  {
    pieces: [
      ['thread|proc|type', 'declaration'],
      [GAP, null],
      [name, 'definition'],
    ],
  },
  {
    pieces: [
      ['record', 'declaration'],
      [GAP, null],
      [name, 'definition'],
    ],
    enter: 'record',
  },
  {
    pieces: [
      ['never|invariant|lemma', 'property'],
      [GAP, null],
      [`${name}(?=${BLANKS}:)`, 'definition'],
    ],
  },
  {
    pieces: [
      ['ltl', 'property'],
      [GAP, null],
      [`${name}(?=${BLANKS}:)`, 'definition'],
    ],
    enter: 'formula',
  },
  rule(`ltl${end}`, 'property', 'formula'),
  {
    pieces: [
      ['goto', 'control'],
      [GAP, null],
      [name, 'label'],
    ],
  },
  {
    pieces: [
      ['@', 'operator'],
      [BLANKS, null],
      [name, 'label'],
    ],
  },
  {
    pieces: [
      ['for', 'control'],
      [GAP, null],
      [name, null],
      [GAP, null],
      [`in${end}`, 'control'],
    ],
  },
  {
    pieces: [
      ['fence', 'instruction'],
      [GAP, null],
      [`store${end}${behindNames}`, 'instruction'],
    ],
  },
  {
    pieces: [
      [`:${BLANKS}`, null],
      [`${oneOf(Object.keys(widths))}${end}`, 'type'],
    ],
  },
  ...wordRules(calls, inWord, `(?=${BLANKS}\\()`),
  ...wordRules(words, inWord),
];

const rest: readonly Rule[] = [
  rule(`[A-Za-z_][${inWord}]*`, null),
  rule(`[0-9]+(?:\\.[0-9]|[A-Za-z_])[${inWord}]*`, 'invalid'),
  rule('[0-9]+', 'number'),
  ...markRules(marks),
];

const declarations = Object.keys(words).filter((word) => {
  const kind = words[word as Keyword];
  return (
    (kind === 'declaration' && word !== 'local') || ['never', 'invariant', 'lemma', 'ltl', 'predicates'].includes(word)
  );
});

export const program: Grammar = {
  words,
  contextual: { ...calls, ...widths, in: 'control', store: 'instruction', include: 'declaration' },
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
            [`${name}(?=${BLANKS}:)`, 'label'],
          ],
        },
        ...shared,
        ...rest,
      ],
    },
    comment: commentMode(comments),
    /** Its fields stand before colons like labels. */
    record: { inside: null, leave: ['\\}', null], rules: [...shared, ...rest] },
    /** To the next declaration: `G`, `F` and the like are operators. */
    formula: {
      inside: null,
      leave: [`(?=${oneOf(declarations)}${end}|${include})`, null],
      rules: [rule(`(?:[GFXURVWM]${end}|\\[\\]|<>)`, 'operator'), ...shared, ...rest],
    },
  },
};
