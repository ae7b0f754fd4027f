/** What is coloured in `.cub` files. */
import type { Keyword, Mark } from '../../languages/cubicle/lex.js';
import {
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
  type: 'declaration',
  init: 'declaration',
  transition: 'declaration',
  array: 'declaration',
  var: 'declaration',
  const: 'declaration',
  predicate: 'declaration',
  weak: 'declaration',
  number_procs: 'declaration',
  unsafe: 'property',
  invariant: 'property',
  lemma: 'property',
  requires: 'control',
  case: 'control',
  if: 'control',
  // biome-ignore lint/suspicious/noThenProperty: a keyword, in an object that is a table
  then: 'control',
  else: 'control',
  let: 'control',
  in: 'control',
  not: 'control',
  forall: 'control',
  exists: 'control',
  forall_other: 'control',
  exists_other: 'control',
  fence: 'instruction',
  true: 'constant',
  false: 'constant',
} as const satisfies Record<Keyword, WordClass>;

const contextual = {
  int: 'type',
  real: 'type',
  bool: 'type',
  proc: 'type',
  True: 'constant',
  False: 'constant',
} as const;

const marks = {
  '+': 'operator',
  '-': 'operator',
  '*': 'operator',
  '=': 'operator',
  '=>': 'operator',
  '<=>': 'operator',
  ':=': 'operator',
  '<>': 'operator',
  '<': 'operator',
  '<=': 'operator',
  '>': 'operator',
  '>=': 'operator',
  '||': 'operator',
  '&&': 'operator',
  '|': 'operator',
  '?': 'operator',
  '@': 'operator',
  '(': 'other',
  ')': 'other',
  '[': 'other',
  ']': 'other',
  '{': 'other',
  '}': 'other',
  '.': 'other',
  ':': 'other',
  ',': 'other',
  ';': 'other',
  _: 'other',
} as const satisfies Record<Mark, MarkKind>;

const inWord = 'A-Za-z0-9_';
const comments = { line: null, block: ['(*', '*)'], nest: true } as const;

export const cubicle: Grammar = {
  words,
  contextual,
  comments,
  inWord,
  marks,
  modes: {
    main: {
      inside: null,
      leave: null,
      rules: [
        ...commentRules(comments),
        {
          pieces: [
            ['transition|predicate|type', 'declaration'],
            [GAP, null],
            [nameBut(words, inWord, 'A-Za-z'), 'definition'],
          ],
        },
        ...wordRules(words, inWord),
        ...wordRules(contextual, inWord),
        rule(`[A-Za-z][${inWord}]*`, null),
        // The minus sign belongs to the number, as in the reader.
        rule('-?[0-9]+(?:\\.[0-9]*)?', 'number'),
        rule('#[1-9][0-9]*', 'constant'),
        rule('#[0-9]*', 'invalid'),
        ...markRules(marks),
        rule('&', 'invalid'),
      ],
    },
    comment: commentMode(comments),
  },
};
