/**
 * Broken models, each with every error it must give: `code line:column`.
 *
 * `inside` replaces the one transition of a sound process, on line 8; `declared` puts a line 1 before a sound file; `whole`
 * is a file of its own.
 */
import { type Broken, whole } from '../shared/broken.js';

export const SOUND = `const byte N = 2;
byte x = 1, a[N] = {1, 2};
int y;
channel c, d; channel {byte, int} e[0], f[2];
process P {
  byte i; state s, t; init s; commit t; assert s: i == 0;
  trans
  s -> t { guard x == 1; effect i = 1; };
}
process Q { byte j; state s, u; init s; trans s -> u { sync c?j; }, u -> s { sync d?; }; }
process W { state v, w; init v; accept w; trans v -> w { guard P.t and P->i == 1; }, w -> w {}; }
system async property W;
`;

const TRANSITION = 's -> t { guard x == 1; effect i = 1; };';
const inside = (title: string, transitions: string, ...errors: string[]): Broken =>
  whole(title, SOUND.replace(TRANSITION, transitions), ...errors);
const guard = (title: string, condition: string, ...errors: string[]): Broken =>
  inside(title, `s -> t { guard ${condition}; };`, ...errors);
const effect = (title: string, assignment: string, ...errors: string[]): Broken =>
  inside(title, `s -> t { effect ${assignment}; };`, ...errors);
const sync = (title: string, what: string, ...errors: string[]): Broken =>
  inside(title, `s -> t { sync ${what}; };`, ...errors);
const declared = (title: string, line: string, ...errors: string[]): Broken =>
  whole(title, `${line}\n${SOUND}`, ...errors);
const section = (title: string, text: string, ...errors: string[]): Broken =>
  whole(title, SOUND.replace('byte i; state s, t; init s; commit t; assert s: i == 0;', text), ...errors);
const system = (title: string, text: string, ...errors: string[]): Broken =>
  whole(title, SOUND.replace('system async property W;', text), ...errors);

const lexical: Broken[] = [
  whole('only NUL bytes', new Uint8Array(16), 'encoding 1:1', 'missing 1:17'),
  whole('a comment that does not end', `${SOUND}/* so`, 'lexical 13:1'),
  guard('a character of no token', 'x == 1 § 2', 'lexical 8:25'),
  guard('a name that begins with a digit', 'x == 1x', 'lexical 8:23'),
  guard('a string', 'x == "a"', 'lexical 8:23', 'lexical 8:25'),
];

const syntax: Broken[] = [
  whole('nothing', '', 'missing 1:1'),
  whole('another language', 'thread P { x = 1 }', 'syntax 1:1'),
  declared('a declaration without semicolon', 'byte z', 'syntax 2:1'),
  declared('a type that is none', 'bool z;', 'syntax 1:1'),
  declared('a constant without type', 'const z = 1;', 'syntax 1:7'),
  declared('two dimensions', 'byte z[2][3];', 'syntax 1:10'),
  declared('a size that is not closed', 'byte z[2;', 'syntax 1:9'),
  declared('an empty list', 'byte z[2] = {};', 'syntax 1:14'),
  declared('a buffer without type', 'channel z[2];', 'syntax 1:10'),
  declared('a type without buffer', 'channel {byte} z;', 'syntax 1:17'),
  declared('a brace that closes nothing', '}', 'syntax 1:1'),
  declared('a process without name', 'process { state s; init s; }', 'syntax 1:9'),
  declared('a process that does not end', 'process Z { state s; init s;', 'syntax 5:1'),
  section('states without commas', 'byte i; state s t; init s;', 'syntax 6:19'),
  section('two initial states', 'byte i; state s, t; init s, t;', 'syntax 6:29'),
  section('an assertion without state', 'byte i; state s, t; init s; assert i == 0;', 'syntax 6:40'),
  section('a section that is none', 'byte i; states s, t; init s;', 'syntax 6:11'),
  section('an unfinished pair', 'byte i; state s, t; init s; accept rabin (s);', 'syntax 6:46'),
  inside('a transition without arrow', 's t {}, t -> s {};', 'syntax 8:5'),
  inside('a transition without body', 's -> t; ', 'syntax 8:9'),
  inside('an unclosed transition', 's -> t { guard x == 1;', 'syntax 10:1'),
  inside('a clause that is none', 's -> t { when x == 1; };', 'syntax 8:12'),
  inside('an effect before the guard', 's -> t { effect i = 1; guard x == 1; };', 'order 8:26'),
  inside('two guards', 's -> t { guard x == 1; guard y == 1; };', 'duplicate 8:26'),
  guard('an equality with one mark', 'x = 1', 'syntax 8:20'),
  guard('a negation by !', '!x', 'syntax 8:18'),
  guard('another inequality', 'x <> 1', 'syntax 8:21'),
  guard('an unclosed bracket', '(x == 1', 'syntax 8:25'),
  guard('no expression', '', 'syntax 8:18'),
  guard('a missing operand', 'x ==', 'syntax 8:22'),
  effect('an increment', 'x++', 'syntax 8:20'),
  effect('a sum that is assigned', 'x += 2', 'syntax 8:21'),
  effect('an assignment by :=', 'x := 2', 'syntax 8:21'),
  effect('a comparison', 'x == 2', 'syntax 8:21'),
  effect('two dimensions in use', 'a[1][2] = 2', 'syntax 8:23'),
  sync('no direction', 'c', 'syntax 8:18'),
  sync('values without braces', 'e!1, 2', 'syntax 8:20'),
  sync('an expression received', 'c?i + 1', 'syntax 8:21'),
  inside(
    'several faults',
    's -> t { guard x = 1; }, s -> { }, -> t { effect x++; }, s -> q {};',
    'syntax 8:20',
    'syntax 8:33',
    'syntax 8:53',
    'unknown-name 8:65',
  ),
  guard('brackets without end', '('.repeat(1000), 'nesting 8:218'),
  guard('minus signs without end', `${'-'.repeat(1000)}1`, 'nesting 8:218'),
  guard('a sum without end', `1${' + 1'.repeat(2000)}`, 'too-large 8:4024'),
  guard('a number too large', 'x == 2147483648', 'too-large 8:23'),
  system('something behind the system', 'system async property W; byte z;', 'order 12:26'),
  system('no mode', 'system property W;', 'syntax 12:8'),
  system('no system', '', 'missing 13:1'),
];

const names: Broken[] = [
  declared('a global twice', 'byte z, z;', 'duplicate 1:9'),
  declared('a channel like a variable', 'byte c;', 'duplicate 5:9'),
  declared('two processes of one name', 'process P { state s; init s; }', 'duplicate 6:9'),
  section('a state twice', 'byte i; state s, t, s; init s;', 'duplicate 6:23'),
  section('a local twice', 'byte i, i; state s, t; init s;', 'duplicate 6:11'),
  section('two beginnings', 'byte i; state s, t; init s; init t;', 'duplicate 6:31'),
  section('two conditions', 'byte i; state s, t; init s; accept s; accept muller (s);', 'duplicate 6:41'),
  section('no states', 'byte i; ', 'missing 5:9'),
  section('no beginning', 'byte i; state s, t;', 'missing 5:9'),
  section('a first state that is none', 'byte i; state s, t; init r;', 'unknown-name 6:28'),
  section('a committed state that is none', 'byte i; state s, t; init s; commit r;', 'unknown-name 6:38'),
  inside('a source that is missing', '-> t {};', 'missing 8:3'),
  inside('a state that is none', 's -> r {};', 'unknown-name 8:8'),
  guard('a variable that is none', 'z == 1', 'unknown-name 8:18'),
  guard('a state as a value', 's == 1', 'wrong-kind 8:18'),
  guard('a process as a value', 'Q == 1', 'wrong-kind 8:18'),
  guard('a channel as a value', 'c == 1', 'wrong-kind 8:18'),
  guard('a process that is none', 'R.s', 'unknown-name 8:18'),
  guard('a state of another process that is none', 'Q.t', 'unknown-name 8:20'),
  guard('a variable asked as a state', 'Q.j', 'wrong-kind 8:20'),
  guard('a variable of another process', 'Q->j == 1', 'unsupported 8:18'),
  guard('a scalar with an index', 'x[1] == 1', 'wrong-kind 8:18'),
  guard('a constant with an index', 'N[1] == 1', 'wrong-kind 8:18'),
  effect('a constant assigned', 'N = 1', 'assigned-constant 8:19'),
  effect('a channel assigned', 'c = 1', 'wrong-kind 8:19'),
  effect('a variable that is none, assigned', 'a[k] = z', 'unknown-name 8:21', 'unknown-name 8:26'),
  sync('a channel that is none', 'g!', 'unknown-name 8:17'),
  sync('a variable as a channel', 'x!1', 'wrong-kind 8:17'),
  sync('two values without type', 'c!{1, 2}', 'arity 8:17'),
  sync('too few values', 'e!{1}', 'arity 8:17'),
  inside('a value here and none there', 's -> t { sync d!1; }, t -> s { sync c!; };', 'arity 10:61', 'arity 10:83'),
  system('a property that is none', 'system async property R;', 'unknown-name 12:23'),
  system('a property that is a variable', 'system async property x;', 'wrong-kind 12:23'),
  whole('no process', 'byte x; system async;', 'missing 1:9'),
  whole(
    'no process but the property',
    'process P { state s; init s; accept s; } system async property P;',
    'missing 1:42',
  ),
  whole(
    'a property that acts',
    SOUND.replace('w -> w {}', 'w -> w { sync d!; }, w -> w { effect x = 1; }'),
    'unsupported 11:100',
    'unsupported 11:123',
  ),
];

const values: Broken[] = [
  declared('a first value that does not fit', 'byte z = 256;', 'type-mismatch 1:10'),
  declared('a negative byte', 'const byte z = -1;', 'type-mismatch 1:16'),
  declared('a first value that is not constant', 'byte z = 1, w = z;', 'type-mismatch 1:17'),
  declared('a first value that divides by zero', 'byte z = 1 / 0;', 'type-mismatch 1:10'),
  declared('a constant from below', 'byte z = N;', 'unknown-name 1:10'),
  declared('a constant without value', 'const int z;', 'missing 1:11'),
  declared('an array without cells', 'byte z[0];', 'type-mismatch 1:8'),
  declared('an array without measure', 'byte z[2147483647];', 'too-large 1:8'),
  declared('an array with one value', 'byte z[2] = 1;', 'wrong-kind 1:6'),
  declared('a scalar with a list', 'byte z = {1};', 'wrong-kind 1:6'),
  declared('a negative channel', 'channel {byte} z[0 - 1];', 'type-mismatch 1:18'),
  declared('a channel without measure', 'channel {byte} z[100000];', 'too-large 1:18'),
];

export const brokenModels: readonly Broken[] = [
  ...lexical,
  ...syntax,
  ...names,
  ...values,
  inside('faults without end', `${'s -> t { guard x = 1; },\n'.repeat(300)}t -> s {};`, ...tooMany()),
];

function tooMany(): string[] {
  const errors = Array.from({ length: 100 }, (_, line) => `syntax ${line + 8}:${line === 0 ? 20 : 18}`);
  return [...errors, 'too-many-errors 108:18'];
}
