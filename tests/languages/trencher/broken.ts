/**
 * Broken programs, each with every error it must give: `code line:column`. `lines` puts lines into a sound thread, from
 * line 3 on.
 */
import { type Broken, whole } from '../shared/broken.js';

export const SOUND = 'thread t\ninitial a\ntransition a b noop\nend\n';

const lines = (title: string, text: string, ...errors: string[]): Broken =>
  whole(title, `thread t\ninitial a\n${text}\nend\n`, ...errors);

export const brokenPrograms: readonly Broken[] = [
  whole('nothing', '', 'missing 1:1'),
  whole('only a comment', '# nothing\n', 'missing 2:1'),
  whole('only NUL bytes', new Uint8Array(16), 'syntax 1:1', 'encoding 1:1'),
  whole('something else', 'process p\nend', 'syntax 1:1'),
  whole('something between threads', `${SOUND}foo bar\n${SOUND.replace('t\n', 'u\n')}`, 'syntax 5:1'),
  whole('a comment without blank', `#foo\n${SOUND}`, 'lexical 1:1'),
  whole('a thread without name', 'thread', 'syntax 1:7'),
  whole('a thread without end', 'thread t\ninitial a\n', 'syntax 3:1'),
  whole('a thread in a thread', `thread t\ninitial a\n${SOUND.replace('t\n', 'u\n')}`, 'syntax 3:1'),
  whole('two threads of one name', SOUND + SOUND, 'duplicate 5:8'),
  whole('no initial state', 'thread t\ntransition a b noop\nend', 'missing 1:8'),
  whole('no size of memory', `memory_size\n${SOUND}`, 'too-large 2:1'),
  whole('a size of nothing', `memory_size 0\n${SOUND}`, 'too-large 1:13'),
  whole('two sizes', `memory_size 4\nmemory_size 5\n${SOUND}`, 'duplicate 2:13'),
  lines('two initial states', 'initial b', 'duplicate 3:1'),
  lines('a comment in a thread', '# so\ntransition a b noop', 'lexical 3:1'),
  lines('a word of no line', 'foo a b', 'syntax 3:1'),
  lines('too many operands', 'transition a b noop 1', 'syntax 3:21'),
  lines('no such instruction', 'transition a b jump', 'unknown-name 3:16'),
  lines('no instruction', 'transition a b\ntransition a b noop', 'syntax 4:1'),
  lines('a register that is a number', 'transition a b read 1 2', 'wrong-kind 3:21'),
  lines('a register that is an operator', 'transition a b local + 1', 'wrong-kind 3:22'),
  lines('no register', 'transition a b read', 'syntax 4:1'),
  lines('no address', 'transition a b read r', 'syntax 4:1'),
  lines('no value', 'transition a b write\ntransition a b noop', 'syntax 4:1'),
  lines('half an expression', 'transition a b check == r\ntransition b c noop', 'syntax 4:1'),
  lines('half a negation', 'transition a b check !', 'syntax 4:1'),
  lines('a number too large', 'transition a b write 1 99999999999', 'too-large 3:24'),
  lines('operators without end', `transition a b check ${'! '.repeat(1000)} 1`, 'nesting 3:424'),
  lines(
    'several faults',
    'transition a b jump\nfoo\ntransition a b check +\nfinal c',
    'unknown-name 3:16',
    'syntax 6:1',
  ),
  lines(
    'a final state in a loop of a locked section',
    'final d\ntransition a b lock\ntransition b c noop\ntransition c b noop\ntransition c d noop',
    'unsupported 3:7',
  ),
  lines(
    'a final state in a locked section',
    'transition a b lock\ntransition b c noop\ntransition c d unlock\nfinal c',
    'unsupported 6:7',
  ),
  lines('a bitwise and of unknowns', `${counting('r')}${counting('s')}transition a b local q & r s`, 'unsupported 5:1'),
  lines('paths without end', `transition a s0 lock\n${choices(12)}transition s12 b unlock`, 'too-large 3:1'),
  lines('values that double', `transition a s0 lock\n${doubling(20)}transition s20 b unlock`, 'too-large 3:1'),
  whole('faults without end', `thread t\ninitial a\n${'foo a\ninitial b\n'.repeat(200)}`, ...tooMany()),
];

function counting(register: string): string {
  return `transition a a local ${register} + ${register} 1\n`;
}

function choices(count: number): string {
  const both = (at: number) => ['noop', 'check 1'].map((what) => `transition s${at} s${at + 1} ${what}\n`).join('');
  return Array.from({ length: count }, (_, at) => both(at)).join('');
}

function doubling(count: number): string {
  return Array.from({ length: count }, (_, at) => `transition s${at} s${at + 1} local r + r r\n`).join('');
}

function tooMany(): string[] {
  // The first `initial` is sound; each pair of lines behind has two faults.
  const errors = Array.from(
    { length: 100 },
    (_, index) => `${index % 2 === 0 ? 'syntax' : 'duplicate'} ${index + 3}:1`,
  );
  return [...errors, 'too-many-errors 103:1'];
}
