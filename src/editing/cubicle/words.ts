/** The words of `.cub` texts: what each means, in a line, and where it may stand. */
import type { KEYWORDS } from '../../languages/cubicle/lex.js';
import type { Access } from '../memory-table.js';

export type Word = (typeof KEYWORDS)[number];

export type Position = 'declaration' | 'formula' | 'transition' | 'update' | 'inside';

export interface WordHelp {
  readonly usage: string;
  readonly meaning: string;
  readonly position: Position;
  readonly access?: Access;
}

const at = (position: Position, usage: string, meaning: string, access?: Access): WordHelp => {
  return { usage, meaning, position, ...(access === undefined ? {} : { access }) };
};

export const WORDS: Readonly<Record<Word, WordHelp>> = {
  number_procs: at('declaration', 'number_procs 3', 'the model is about so many processes, `#1` to `#3`'),
  type: at('declaration', 'type place = Outside | Inside', 'an enumeration, or without `=` an abstract type'),
  var: at('declaration', 'var Turn : proc', 'a variable'),
  array: at('declaration', 'array At[proc] : place', 'an array with a cell for each process'),
  const: at('declaration', 'const N : int', 'a constant, whose value is not known'),
  weak: at('declaration', 'weak array Flag[proc] : bool', 'memory behind store buffers: writes to it may be late'),
  init: at('declaration', 'init (p) { At[p] = Outside }', 'the states that the model begins in'),
  unsafe: at('declaration', 'unsafe (p q) { At[p] = Inside && At[q] = Inside }', 'states that must not be reached'),
  invariant: at(
    'declaration',
    'invariant (p) { At[p] = Inside && Lock = False }',
    'states that are taken to be unreachable',
  ),
  lemma: at(
    'declaration',
    'lemma (p q) { Number[p] = Number[q] }',
    'states that a proof may need to be unreachable: a hint, which is proved or refuted',
  ),
  predicate: at('declaration', 'predicate at (x, v) { At[x] = v }', 'an abbreviation for a formula'),
  transition: at(
    'declaration',
    'transition enter ([p]) requires { ... } { ... }',
    'a step; the process in brackets acts',
  ),
  requires: at('transition', 'requires { formula }', 'when the step is possible'),
  case: at('update', 'A[j] := case | j = p : X | _ : A[j]', 'the first condition that is true tells the value'),
  let: at('transition', 'let x = X in', 'a name for a value'),
  in: at('inside', 'let x = X in', 'ends a `let`'),
  forall: at('formula', 'forall k. F[k] = False', 'for all processes'),
  exists: at('formula', 'exists k. F[k] = True', 'for some process'),
  forall_other: at('formula', 'forall_other k. F[k] = False', 'for all processes but those that are named already'),
  exists_other: at('formula', 'exists_other k. F[k] = True', 'for some process that is not named already'),
  if: at('formula', 'if a then b else c', 'one of two formulas'),
  // biome-ignore lint/suspicious/noThenProperty: it is a word of the language, and nobody awaits the table
  then: at('inside', 'if a then b else c', 'when the condition is true'),
  else: at('inside', 'if a then b else c', 'when the condition is false'),
  not: at('formula', 'not (a && b)', 'negation'),
  true: at('formula', 'true', 'the formula that is always true'),
  false: at('formula', 'false', 'the formula that is never true'),
  fence: at('formula', 'fence()', 'all earlier writes of the acting process have reached memory', 'weak fence'),
};

/** Types that every model has. */
export const TYPES: Readonly<Record<string, string>> = {
  proc: 'processes',
  int: 'integers',
  real: 'real numbers',
  bool: '`True` and `False`',
};
