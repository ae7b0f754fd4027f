/**
 * What is coloured in `.litmus` files: header, initial state, program, condition, each a mode that leads to the next. Modes
 * are never left on this way, since no part comes twice.
 *
 * In the program a word is an instruction where a cell begins, and an operand behind it: a location may be called `test`.
 */
import type { Keyword, Mark } from '../../languages/litmus/lex.js';
import { registerFile } from '../../languages/litmus/registers.js';
import { instructionWords } from '../../languages/litmus/vocabulary.js';
import {
  BLANKS,
  commentMode,
  commentRules,
  type Grammar,
  type MarkKind,
  markRules,
  oneOf,
  type Rule,
  rule,
  type WordClass,
  wordRules,
} from './grammar.js';

const words = {
  exists: 'property',
  forall: 'property',
  final: 'property',
  observed: 'property',
  locations: 'property',
  filter: 'property',
  with: 'property',
  not: 'control',
  and: 'control',
  true: 'constant',
  false: 'constant',
} as const satisfies Record<Keyword, WordClass>;

const marks = {
  '/\\': 'operator',
  '\\/': 'operator',
  '=>': 'operator',
  '==': 'operator',
  '!=': 'operator',
  '<>': 'operator',
  '=': 'operator',
  '~': 'operator',
  '*': 'operator',
  '&': 'operator',
  '(': 'other',
  ')': 'other',
  '[': 'other',
  ']': 'other',
  '{': 'other',
  '}': 'other',
  ';': 'other',
  ':': 'other',
  ',': 'other',
  '|': 'other',
} as const satisfies Record<Mark, MarkKind>;

function instructions(): Record<string, WordClass> {
  const found: Record<string, WordClass> = { lock: 'instruction' };
  for (const [word, { kind }] of instructionWords()) {
    found[word] = kind === 'jump' || kind === 'return' ? 'control' : 'instruction';
  }
  return Object.fromEntries(
    Object.entries(found).flatMap(([word, kind]) => [word, word.toUpperCase()].map((w) => [w, kind])),
  );
}

const inWord = 'A-Za-z0-9_.\\-';
/** A slash is part of a name before a letter: `x/\y` are two. */
const name = (first: string) => `[${first}](?:[${inWord}]|\\/(?=[A-Za-z0-9_]))*`;
/** Not where a name goes on. */
const end = `(?![${inWord}]|\\/[A-Za-z0-9_])`;
const whole = `${inWord}\\/`;

const number = '-?(?:0[xX][0-9a-fA-F]+|[0-9]+)';
const comments = { line: '#', block: ['(*', '*)'], nest: true } as const;
const condition = `(?:(?:~[ \\t\\r]*|not[ \\t\\r]+)exists|exists|forall|final|observed|Observed|locations|filter|cases)(?![${whole}])`;
const mnemonics = instructions();

const shared: readonly Rule[] = commentRules(comments);
const processor = rule(`P[0-9]+${end}`, 'definition');
const registersBehindColon: Rule = {
  pieces: [
    [`:${BLANKS}`, null],
    [name('A-Za-z_'), 'register'],
  ],
};
const percent = rule(`%${name('A-Za-z')}`, 'register');
const x86Registers = rule(`${oneOf(registerFile('X86').names)}${end}`, 'register');

const beforeWords = wordRules(mnemonics, whole);
const toOperands = (each: Rule): Rule => ({ ...each, enter: 'operands' });

export const litmus: Grammar = {
  words,
  contextual: { ...mnemonics, Observed: 'property' },
  comments,
  inWord,
  marks,
  modes: {
    main: {
      inside: null,
      leave: null,
      rules: [
        ...shared,
        {
          pieces: [
            ['[A-Za-z0-9_]+', 'declaration'],
            ['[ \\t\\r]*', null],
            ['[A-Za-z0-9_\\/.\\-+\\[\\]:]+', 'definition'],
          ],
          enter: 'header',
        },
      ],
    },
    header: {
      inside: null,
      leave: null,
      rules: [
        {
          pieces: [
            ['^[ \\t]*', null],
            ['[A-Za-z][A-Za-z0-9_\\/.\\-]*', 'property'],
            ['[ \\t\\r]*=', null],
            ['[^\\n]*', 'string'],
          ],
        },
        ...shared,
        rule('"', 'string', 'documentation'),
        rule('\\{', null, 'init'),
      ],
    },
    documentation: { inside: 'string', leave: ['"', 'string'], rules: [] },
    comment: commentMode(comments),
    init: {
      inside: null,
      leave: null,
      rules: [
        ...shared,
        rule('\\}', null, 'program'),
        rule('\\{', null, 'list'),
        processor,
        // What stands before a name is its type.
        rule(`${name('A-Za-z_$.')}(?=[ \\t]*\\*|[ \\t]+[A-Za-z0-9_%$\\[])`, 'type'),
        registersBehindColon,
        percent,
        rule(number, 'number'),
        rule(name('A-Za-z_$.'), null),
        ...markRules(marks),
      ],
    },
    list: {
      inside: null,
      leave: ['\\}', null],
      rules: [...shared, rule('\\{', null, 'list'), rule(number, 'number'), rule(name('A-Za-z_$.'), null)],
    },
    program: {
      inside: null,
      leave: null,
      rules: [
        ...shared,
        rule(`(?=${condition})`, null, 'condition'),
        processor,
        rule(`${name('A-Za-z_')}(?=${BLANKS}:)`, 'label'),
        rule(`(?:LOCK|lock)${end}`, 'instruction'),
        ...beforeWords.map(toOperands),
        toOperands(rule(name('A-Za-z_'), null)),
        rule(number, 'number'),
        ...markRules(marks),
      ],
    },
    operands: {
      inside: null,
      leave: [`[|;]|(?=${condition})`, null],
      rules: [
        ...shared,
        rule(`\\$${number}`, 'number'),
        rule(number, 'number'),
        percent,
        x86Registers,
        rule(name('A-Za-z_'), null),
        ...markRules(marks),
      ],
    },
    condition: {
      inside: null,
      leave: null,
      rules: [
        ...shared,
        rule('<<', null, 'rest'),
        ...wordRules({ ...words, Observed: 'property' }, whole),
        processor,
        registersBehindColon,
        percent,
        rule(number, 'number'),
        rule(name('A-Za-z_$.'), null),
        ...markRules(marks),
      ],
    },
    /** For other tools. */
    rest: { inside: null, leave: null, rules: [] },
  },
};
