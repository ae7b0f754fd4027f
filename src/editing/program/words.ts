/** The words of `.fp` texts: what each means, in a line, and where it may stand. */
import type { KEYWORDS } from '../../languages/program/lex.js';
import type { Access } from '../memory-table.js';

export type Word = (typeof KEYWORDS)[number];

/** Where a word begins something. */
export type Position = 'declaration' | 'statement' | 'expression' | 'type' | 'inside';

export interface WordHelp {
  readonly usage: string;
  readonly meaning: string;
  readonly positions: readonly Position[];
  readonly access?: Access;
}

const at = (position: Position, usage: string, meaning: string, access?: Access): WordHelp => {
  return { usage, meaning, positions: [position], ...(access === undefined ? {} : { access }) };
};

export const WORDS: Readonly<Record<Word, WordHelp>> = {
  const: at('declaration', 'const N = 3', 'a constant: it may use constants above it'),
  type: at(
    'declaration',
    'type colour = red | green',
    'an enumeration, or another name for a type: `type ticket = 0..7`',
  ),
  record: at('declaration', 'record node { next: 0..3 = 3, locked: bool }', 'a record: shared variables can be of it'),
  shared: at('declaration', 'shared x, y: int = 0, a[N]: bool', 'variables and arrays that all threads read and write'),
  ghost: at(
    'declaration',
    'ghost count: int = 0',
    'variables that only properties see: an assignment to one is no access',
  ),
  thread: at('declaration', 'thread P(me: 0..1) { ... }', 'a thread: `T[3]` has three instances, `T[any]` any number'),
  proc: at('declaration', 'proc acquire(shared l: bool) { ... }', 'a procedure: calls are replaced by its body'),
  never: at('declaration', 'never mutex: P(0)@cs && P(1)@cs', 'a condition that must not be reached'),
  invariant: at('declaration', 'invariant T(i)@cs -> lock == 1', 'a condition that must always hold'),
  lemma: at(
    'declaration',
    'lemma T(i)@cs -> owner == T(i).t',
    'a hint for a proof: it is proved or refuted, not trusted',
  ),
  ltl: at('declaration', 'ltl live: G (P(0)@wait -> F P(0)@cs)', 'a formula that all runs must satisfy'),
  predicates: at('declaration', 'predicates { x == 0; y > x }', 'conditions that predicate abstraction begins with'),
  local: at(
    'statement',
    'local r: 0..3 = 0',
    'variables of this thread; the assignment happens whenever it is reached',
  ),
  if: at('statement', 'if c { ... } else { ... }', 'one of the two'),
  else: at('inside', 'if c { ... } else { ... }', 'what happens when the condition is false'),
  while: at('statement', 'while c { ... }', 'again and again as long as the condition is true'),
  loop: at('statement', 'loop { ... }', 'again and again; `break` leaves it'),
  for: at('statement', 'for i in 0..N - 1 { ... }', 'counts from the first value to the last, which is included'),
  switch: at(
    'statement',
    'switch e { case 1: ... default: ... }',
    'one of the cases, or none; no case goes on to the next',
  ),
  case: at('inside', 'case 1, 2: ...', 'what happens for these values'),
  default: at('inside', 'default: ...', 'what happens for all other values'),
  await: at('statement', 'await c', 'reads and tests again and again until the condition is true: each load is a step'),
  assume: at('statement', 'assume c', 'goes on if the condition is true, and never otherwise'),
  assert: at('statement', 'assert c', 'a violation if the condition is false'),
  goto: at('statement', 'goto l', 'goes on at a label'),
  choose: at('statement', 'choose { ... } or { ... }', 'one of the branches: its first step decides'),
  or: at('inside', 'choose { ... } or { ... }', 'between the branches of `choose`'),
  break: at('statement', 'break', 'leaves the loop'),
  continue: at('statement', 'continue', 'goes on with the next round of the loop'),
  return: at('statement', 'return e', 'leaves the procedure, with a value or without'),
  skip: at('statement', 'skip', 'does nothing'),
  fence: at('statement', 'fence', 'waits until the store buffers of the thread are empty', 'fence'),
  atomic: at('statement', 'atomic { ... }', 'all of it at once', 'atomic'),
  cas: {
    usage: 'cas(x, old, new)',
    meaning: 'writes `new` if x is `old`, and says whether it did',
    positions: ['statement', 'expression'],
    access: 'locked',
  },
  swap: {
    usage: 'swap(x, e)',
    meaning: 'writes the value and gives the old one',
    positions: ['statement', 'expression'],
    access: 'locked',
  },
  fetch_add: {
    usage: 'fetch_add(x, e)',
    meaning: 'adds to x and gives the old value',
    positions: ['statement', 'expression'],
    access: 'locked',
  },
  true: at('expression', 'true', 'a value of `bool`'),
  false: at('expression', 'false', 'a value of `bool`'),
  self: at('expression', 'self', 'the number of this thread, of those declared with `[3]` or `[any]`'),
  any: at('inside', 'thread T[any] { ... }', 'as many threads as are asked for, or any number'),
  int: at('type', 'int', 'integers without bound'),
  bool: at('type', 'bool', '`true` and `false`'),
};

/** These are no reserved words: a variable may have such a name. */
export const INSTRUCTIONS: Readonly<Record<string, WordHelp>> = {
  store_release: at('statement', 'store_release(x, e)', '`fence store`, then the store, in one step', 'release'),
  load_acquire: at('expression', 'load_acquire(x)', 'a load that nothing behind it passes', 'acquire'),
  'fence store': at('statement', 'fence store', 'keeps the stores before it before those after it', 'store fence'),
  count: at('expression', 'count(T)', 'how many instances of the thread there are'),
};

/** No reserved word, either. */
export const INCLUDE: Readonly<Record<string, WordHelp>> = {
  include: at('declaration', 'include "lock.fp"', 'the declarations of another file, as if they stood here'),
};

export const WIDTHS: Readonly<Record<string, WordHelp>> = Object.fromEntries(
  ['u8', 'u16', 'u32', 'i8', 'i16', 'i32'].map((name) => {
    const sign = name.startsWith('u') ? 'without' : 'with';
    return [name, at('type', name, `numbers of ${name.slice(1)} bits ${sign} sign, which wrap`)];
  }),
);

/** Of formulas: elsewhere these letters are names. */
export const TEMPORAL: Readonly<Record<string, WordHelp>> = {
  G: at('expression', 'G f', 'always: f in this state and all later ones'),
  F: at('expression', 'F f', 'at some time: f in this state or a later one'),
  X: at('expression', 'X f', 'next: f in the next state'),
  U: at('inside', 'f U g', 'until: g comes at some time, and f holds before'),
  R: at('inside', 'f R g', 'release: g holds up to where f does, which may never come'),
  W: at('inside', 'f W g', 'weak until: f holds up to where g does, which may never come'),
};
