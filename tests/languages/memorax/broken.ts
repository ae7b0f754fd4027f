/**
 * Broken programs, each with every error it must give: `code line:column`.
 *
 * `text` puts statements into a sound process, on line 9; `whole` is a file of its own.
 */
import { type Broken, whole } from '../shared/broken.js';

export const SOUND = `forbidden
CS *
data
  x = 0 : [0:3]
  y = * : [0:1]
process
registers $r = * : [0:3] $s = 1
data v = 0 : [0:1] text
  CS: nop
process data v = 0 : [0:1] text nop
`;

const text = (title: string, statements: string, ...errors: string[]): Broken =>
  whole(title, SOUND.replace('  CS: nop', `CS: nop; ${statements}`), ...errors);
const declared = (title: string, data: string, ...errors: string[]): Broken =>
  whole(title, `forbidden CS\n${data}\nprocess text CS: nop`, ...errors);

const lexical: Broken[] = [
  whole('nothing', '', 'syntax 1:1'),
  whole('only NUL bytes', new Uint8Array(16), 'encoding 1:1'),
  text('a comment of C++', 'nop // so\n; nop', 'lexical 9:14'),
  text('a comment that does not end', 'nop; /* so', 'lexical 9:15'),
  text('a dollar alone', '$ := 1', 'lexical 9:10'),
  text('an exclamation mark', 'assume: ! $r = 1', 'lexical 9:18'),
  text('a single ampersand', 'assume: $r = 1 & $s = 1', 'lexical 9:25'),
  text('a character of no token', 'nop; §', 'lexical 9:15'),
];

const macros: Broken[] = [
  whole('a macro without end', 'forbidden CS macro f() nop', 'syntax 1:14'),
  whole('an end without macro', 'forbidden CS endmacro process text CS: nop', 'syntax 1:14'),
  whole('a macro in a macro', 'forbidden CS macro f() macro g() endmacro process text CS: nop', 'syntax 1:24'),
  whole('a macro twice', 'forbidden CS macro f() endmacro macro f() endmacro process text CS: nop', 'duplicate 1:39'),
  whole('a parameter twice', 'forbidden CS macro f(a, a) endmacro process text CS: nop', 'duplicate 1:25'),
  whole('a macro without brackets', 'forbidden CS macro f nop endmacro process text CS: nop', 'syntax 1:22'),
  whole('a parameter that is a number', 'forbidden CS macro f(1) nop endmacro process text CS: nop', 'syntax 1:22'),
  whole('a call without brackets', 'forbidden CS macro f() nop endmacro process text CS: f', 'syntax 1:54'),
  whole('a call without end', 'forbidden CS macro f(a) nop endmacro process text CS: f(nop', 'syntax 1:55'),
  whole('too few arguments', 'forbidden CS macro f(a, b) nop endmacro process text CS: f(1)', 'arity 1:58'),
  whole('an empty argument', 'forbidden CS macro f(a, b) nop endmacro process text CS: f(1,)', 'syntax 1:58'),
  whole('a macro that calls itself', 'forbidden CS macro f() f() endmacro process text CS: f()', 'nesting 1:24'),
  whole('a macro in its own argument', 'forbidden CS macro f(a) a endmacro process text CS: f(f(nop))', 'nesting 1:55'),
  whole('a fault in a body', 'forbidden CS macro f() write x endmacro\nprocess text CS: nop; f()', 'syntax 1:30'),
  whole(
    'a fault in an argument',
    'forbidden CS macro f(a) nop; a endmacro\nprocess text CS: f(goto M)',
    'unknown-name 2:25',
  ),
  whole('macros without measure', doubling(), 'too-large 1:47'),
];

const sections: Broken[] = [
  whole('no forbidden states', 'process text nop', 'syntax 1:1'),
  whole('an empty row', 'forbidden CS ; process text CS: nop', 'syntax 1:16'),
  whole('a number in a row', 'forbidden 1 process text CS: nop', 'syntax 1:11'),
  whole('no process', 'forbidden CS data x = 0', 'syntax 1:24'),
  whole('a process without text', 'forbidden CS process registers $r = 0 process text CS: nop', 'syntax 1:39'),
  whole('a row that is too short', SOUND.replace('CS *', 'CS'), 'arity 2:1'),
  whole('a label that is not there', SOUND.replace('CS *', 'CS DS'), 'unknown-name 2:4'),
  whole('no copies', SOUND.replace('process\n', 'process(0)\n'), 'process-number 6:9'),
  whole('copies without end', SOUND.replace('process\n', 'process(2000)\n'), 'process-number 6:9'),
  whole('a predicate on nothing', SOUND.replace('data\n', 'predicates $q = 1\ndata\n'), 'unknown-name 3:12'),
  whole('a predicate without comparison', SOUND.replace('data\n', 'predicates $r\ndata\n'), 'syntax 4:1'),
  declared('commas between declarations', 'data x = 0, y = 0', 'syntax 2:11'),
  declared('no initial value', 'data x : [0:1]', 'syntax 2:8'),
  declared('half a domain', 'data x = 0 : [0]', 'syntax 2:16'),
  declared('a register among locations', 'data $x = 0', 'syntax 2:6'),
  declared('an empty domain', 'data x = 0 : [1:0]', 'vacuous 2:14'),
  declared('a first value outside', 'data x = 2 : [0:1]', 'type-mismatch 2:10'),
  declared('a location twice', 'data x = 2 x = 3', 'duplicate 2:12'),
  declared('any of all integers', 'data x = * : Z', 'unsupported 2:6'),
  declared('a number too large', 'data x = 2147483648', 'too-large 2:10'),
];

const statements: Broken[] = [
  text('a semicolon at the end', 'nop;', 'syntax 10:1'),
  text('an empty block', 'either { }', 'syntax 9:19'),
  text('a semicolon before a bracket', 'either { nop; or nop }', 'syntax 9:24'),
  text('no such statement', 'skip', 'syntax 10:1'),
  text('an assignment to memory', 'x := 1', 'syntax 9:10'),
  text('memory read by an assignment', '$r := x', 'syntax 9:16'),
  text('a read that assigns to memory', 'read: x := 1', 'syntax 9:18'),
  text('memory in an expression', 'write: x := y', 'syntax 9:22'),
  text('a product', '$r := $r * 2', 'syntax 9:19'),
  text('round brackets around a condition', 'assume: ($r = 1)', 'syntax 9:22'),
  text('not not', 'assume: not not $r = 1', 'syntax 9:22'),
  text('two labels', 'A: B: nop', 'syntax 9:13'),
  text('an if without then', 'if $r = 1 nop', 'syntax 9:20'),
  text('a block that is not closed', 'either { nop', 'syntax 10:1'),
  text(
    'several faults',
    'write x := 1; either { read: = 1; nop or $r := }; if then nop',
    'syntax 9:16',
    'syntax 9:39',
    'syntax 9:57',
    'syntax 9:63',
  ),
  text('the index `other`', 'write: v[other] := 1', 'unsupported 9:19'),
  text('brackets without end', '{'.repeat(1000), 'nesting 9:210', 'syntax 10:1'),
  text('minus signs without end', `$r := ${'-'.repeat(1000)}1`, 'nesting 9:216'),
  text('a sum without end', `$r := 1${' + 1'.repeat(2000)}`, 'too-large 9:4014'),
];

const names: Broken[] = [
  text('no such register', '$q := $p', 'unknown-name 9:10', 'unknown-name 9:16'),
  text('no such location', 'write: z := 1', 'unknown-name 9:17'),
  text('a local location without index', 'write: v := 1', 'unknown-name 9:17'),
  text('a global location with an index', 'write: x[my] := 1', 'unknown-name 9:17'),
  text('a process that is not there', 'write: v[1] := 1', 'process-number 9:19'),
  text('a location that the other does not have', 'write: w[0] := 1', 'unknown-name 9:17'),
  text('a pointer too far', 'write: [2] := 1', 'arity 9:18'),
  text('a label twice', 'CS: nop', 'duplicate 9:10'),
  text('a label that is not there', 'goto M', 'unknown-name 9:15'),
  text('a goto with a label', 'L: goto CS', 'unsupported 9:13'),
  text('a goto at a labelled point', 'L: { goto CS; nop }', 'unsupported 9:15'),
  text('an unbounded register that starts anywhere', '$r := $s', 'unsupported 7:26'),
];

const locked: Broken[] = [
  text('a label in a locked block', 'locked { L: nop }', 'unsupported 9:19'),
  text('an if in a locked block', 'locked { if true then nop }', 'unsupported 9:19'),
  text('a goto in a locked block', 'locked { nop; goto CS }', 'unsupported 9:24'),
  text('a loop in a locked block', 'locked { { while true do nop } }', 'unsupported 9:21'),
  text('a computed pointer in a locked block', 'locked { write: [$r] := 1 }', 'unsupported 9:26'),
  text('values that double', `locked { ${'$s := $s + $s; '.repeat(20)} nop }`, 'too-large 9:10'),
  text(
    'alternatives that multiply',
    `locked { ${Array(12).fill('locked { nop or nop }').join('; ')} }`,
    'too-large 9:226',
  ),
];

export const brokenPrograms: readonly Broken[] = [
  ...lexical,
  ...macros,
  ...sections,
  ...statements,
  ...names.map((broken) =>
    broken.title.startsWith('an unbounded')
      ? { ...broken, content: String(broken.content).replace('$s = 1', '$s = *') }
      : broken,
  ),
  ...locked,
  whole('faults without end', `forbidden CS process text ${'write x;\n'.repeat(300)} CS: nop`, ...tooMany()),
];

/** Macros each of which calls the one before twice. */
function doubling(): string {
  let all = 'macro m0() nop; nop; endmacro ';
  for (let index = 1; index < 40; index++) all += `macro m${index}() m${index - 1}() m${index - 1}() endmacro `;
  return `${all}forbidden CS process text m39() CS: nop`;
}

function tooMany(): string[] {
  const errors = Array.from({ length: 100 }, (_, line) => `syntax ${line + 1}:${line === 0 ? 33 : 7}`);
  return [...errors, 'too-many-errors 101:7'];
}
