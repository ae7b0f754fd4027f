/** The words of `.rmm` texts. */
import type { Keyword } from '../../languages/memorax/lex.js';
import { help, type WordHelp } from './help.js';

const IF = 'if $r = 0 then { ... } else { ... }';
const MACRO = 'macro player(value) ... endmacro';

export const MEMORAX_WORDS: Readonly<Record<Keyword, WordHelp>> = {
  forbidden: help('forbidden CS CS; * L', 'rows with a label for each process, `*` for anywhere: no state may be so'),
  predicates: help('predicates $r = 0; $s < 2', 'conditions on registers that predicate abstraction begins with'),
  data: help('data x = 0 : [0:1]', 'locations of memory, with initial values and domains; of a process, its own'),
  process: help('process(3) registers ... text ...', 'a process, or so many copies of it'),
  registers: help('registers $r = 0 : [0:1]', 'registers of the process, which no other process sees'),
  text: help('text L: write: x := 1', 'the statements of the process, with `;` between them'),
  macro: help(MACRO, 'a text with parameters, which stands for itself wherever it is called'),
  endmacro: help(MACRO, 'ends a macro'),
  nop: help('nop', 'a step that does nothing'),
  read: help('read: x = 0 or read: $r := x', 'waits until it reads the value, or reads into a register', 'load'),
  write: help('write: x := 1', 'writes to a location', 'store'),
  locked: help('locked { read: x = 0; write: x := 1 }', 'one step, on memory itself if it writes', 'locked'),
  slocked: help('slocked write: x := 1', 'a write behind a barrier between writes', 'release'),
  cas: help(
    'cas(x, 0, 1)',
    'waits until the location has the first value and writes the second, in one step',
    'locked',
  ),
  fence: help('fence', 'waits until the store buffer is empty', 'fence'),
  ssfence: help('ssfence', 'a barrier between writes', 'store fence'),
  llfence: help('llfence', 'does nothing: reads are in order under SC, TSO and PSO'),
  syncwr: help('syncwr: x := 1', 'passes by the store buffers: here a locked write', 'locked'),
  syncrd: help('syncrd: $r := x', 'passes by the store buffers: waits until they are empty, then reads', 'fence'),
  assume: help('assume: $r = 0', 'waits for ever unless the condition is true'),
  if: help(IF, 'a step for the test, then one of the two'),
  // biome-ignore lint/suspicious/noThenProperty: it is a word of the language, and nobody awaits the table
  then: help(IF, 'what happens when the condition is true'),
  else: help(IF, 'what happens when the condition is false'),
  while: help('while $r = 0 do { ... }', 'a step for each test, and the body as long as it is true'),
  do: help('while $r = 0 do { ... }', 'what is repeated'),
  either: help('either { a; b or c }', 'one of the alternatives'),
  or: help('either { a; b or c }', 'between alternatives'),
  goto: help('goto L', 'the step before it leads to the label'),
  not: help('not [$r = 0]', 'negation'),
  true: help('true', 'the condition that is always true'),
  false: help('false', 'the condition that is never true'),
  my: help('v[my]', 'the location v of this process'),
  me: help('v[me]', 'a word of Memorax that is refused here: write `my`'),
  other: help('v[other]', 'a word of Memorax that is refused here: write the number of the process'),
};
