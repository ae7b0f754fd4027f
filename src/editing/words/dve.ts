/** The words of `.dve` texts. */
import type { Keyword } from '../../languages/dve/lex.js';
import { help, type WordHelp } from './help.js';

export const DVE_WORDS: Readonly<Record<Keyword, WordHelp>> = {
  byte: help(
    'byte turn = 0, flag[2];',
    'variables with values from 0 to 255: shared outside of processes, local in them',
  ),
  int: help('int x = -1;', 'variables with values from -32768 to 32767'),
  const: help('const byte N = 3;', 'a variable that is never assigned'),
  channel: help('channel c, {byte} d[2];', 'channels: rendez-vous, or with room for so many messages'),
  process: help('process P { state s; init s; trans s -> s { }; }', 'a process: local variables, states, transitions'),
  state: help('state idle, wait, cs;', 'the control states of the process'),
  init: help('init idle;', 'the state that the process begins in'),
  accept: help('accept s;', 'accepting states, of the property'),
  commit: help('commit s;', 'states that are left before any other process does anything'),
  assert: help('assert s: x == 0;', 'what must be true whenever the process is in this state'),
  trans: help('trans s -> t { guard x == 0; effect x = 1; };', 'transitions: each is one step'),
  guard: help('guard x == 0 and y > 1;', 'when the transition can be taken'),
  sync: help('sync c!x; or sync c?x;', 'sends or receives on a channel'),
  effect: help('effect x = 1, y = x;', 'assignments, one after the other; writes to shared variables wait', 'store'),
  system: help('system async;', 'processes take turns (`async`), or all step together (`sync`)'),
  async: help('system async;', 'processes take turns'),
  property: help('system async property P;', 'the process that observes the others'),
  true: help('true', 'the number 1'),
  false: help('false', 'the number 0'),
  and: help('a and b', 'both; binds as tightly as `or`'),
  or: help('a or b', 'one of them at least; binds as tightly as `and`'),
  not: help('not (x == 1)', 'negation; `not x == 1` is `(not x) == 1`'),
  imply: help('a imply b', 'the second whenever the first'),
  buchi: help('accept buchi s;', 'the usual acceptance: some of these states are visited for ever'),
  genbuchi: help('accept genbuchi (s), (t);', 'acceptance by several sets: each is visited for ever'),
  muller: help('accept muller (s, t);', "Muller's acceptance, by sets of states"),
  rabin: help('accept rabin (s; t);', "Rabin's acceptance, by pairs of sets of states"),
  streett: help('accept streett (s; t);', "Streett's acceptance, by pairs of sets of states"),
};
