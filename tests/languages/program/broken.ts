/**
 * Broken texts, each with every error it must give: `code line:column`.
 *
 * `after` appends declarations to a small sound program of seven lines, so the first appended line is line 8; `inside`
 * puts statements into the thread of another, on line 6.
 */
import { type Broken, whole } from '../shared/broken.js';

export const SOUND = `const N = 2
type colour = red | green
shared x, y: 0..3
shared flag[N]: bool, c: colour
thread P(me: 0..1) { local a = 0, t[2]: int; w: x = a; cs: skip }
thread T[any] { local m: int; l: y = 1 }
thread S { s: skip }
`;

const HEAD = `const N = 2
type colour = red | green
shared x, y: 0..3, n: int
shared flag[N]: bool, c: colour
thread P(me: 0..1) { local a = 0, b = false, t[2]: int, r: 0..3
`;

export const SOUND_INSIDE = `${HEAD}a = 1\n}\n`;

const after = (title: string, text: string, ...errors: string[]): Broken => whole(title, SOUND + text, ...errors);
const inside = (title: string, text: string, ...errors: string[]): Broken =>
  whole(title, `${HEAD}${text}\n}\n`, ...errors);
const bytes = (...parts: (string | number)[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'number' ? [part] : [...new TextEncoder().encode(part)])));

const characters: Broken[] = [
  whole('a NUL byte', bytes('shared x', 0, ': int\nthread P { x = 1 }'), 'encoding 1:9'),
  whole('a byte that is not UTF-8', bytes('shared x: int\nthread P { x = ', 0xe9, ' }'), 'encoding 2:16'),
  inside('a character of no token', 'a = 3 # 4', 'lexical 6:7'),
  inside('a letter of another alphabet', 'a = ß', 'lexical 6:5'),
  inside('a single ampersand', 'await x == 1 & y == 1', 'type-mismatch 6:7'),
  inside('a single bar', 'await x == 1 | y == 1', 'type-mismatch 6:7'),
  inside('a number with letters', 'a = 0x10', 'lexical 6:5'),
  inside('a string', 'a = "one"', 'lexical 6:5', 'lexical 6:9'),
  after('a comment that does not end', '/* and so on', 'lexical 8:1'),
  inside('the wrong column after tabs', '\t\ta =\t$', 'lexical 6:7'),
];

const truncated: Broken[] = [
  whole('nothing', '', 'missing 1:1'),
  whole('nothing but a comment', '// later\n', 'missing 2:1'),
  whole('no thread', 'shared x: int\n', 'missing 2:1'),
  whole('a thread without name', 'thread', 'syntax 1:7'),
  whole('a thread without body', 'thread P', 'syntax 1:9'),
  whole('an open body', 'thread P { skip', 'syntax 1:16'),
  whole('an open block', 'thread P { loop { skip }', 'syntax 1:25'),
  whole('a constant without value', 'const N =', 'syntax 1:10'),
  whole('a type without values', 'type t =', 'syntax 1:9'),
  whole('a variable without name', 'shared', 'syntax 1:7'),
  whole('a variable without type', 'shared x:', 'syntax 1:10'),
  after('a property without condition', 'never', 'syntax 8:6'),
  after('a formula without name', 'ltl G x == 1', 'syntax 8:7'),
  after('open predicates', 'predicates { x == 1', 'syntax 8:20'),
  after('an open index', 'never flag[0', 'syntax 8:13'),
];

const grammar: Broken[] = [
  whole('a statement outside a thread', 'x = 1\nthread P { skip }', 'syntax 1:1'),
  inside('a missing right side', 'a =\nskip', 'syntax 7:1'),
  inside('a missing operand', 'a = 1 +\n}', 'syntax 7:1'),
  inside('an assignment by two equal signs', 'a == 1', 'syntax 6:3'),
  inside('an assignment by a colon and an equal sign', 'a := 1', 'syntax 6:4'),
  inside('an expression alone', 'a + 1', 'syntax 6:1'),
  inside('a number alone', '17', 'syntax 6:1'),
  inside('an else without if', 'else { skip }', 'syntax 6:1'),
  inside('an or without choose', 'choose { skip } or or { skip }', 'syntax 6:20'),
  inside('an empty body by a semicolon', 'while (x == 1);', 'syntax 6:15'),
  inside('a declaration as a body', 'if (b) local z = 1', 'syntax 6:8'),
  inside('a condition without body', 'if (b)\n', 'syntax 8:1'),
  inside('a label at the end', 'done:', 'syntax 7:1'),
  inside('a goto without label', 'goto 3', 'syntax 6:6'),
  inside('any value inside an expression', 'r = ? + 1', 'syntax 6:7'),
  inside('any value as an operand', 'r = 1 + ?', 'syntax 6:9'),
  inside('brackets that do not match', 'a = (1 + 2]', 'syntax 6:11'),
  inside('a keyword as a name', 'fence = 1', 'syntax 6:7'),
  inside('two faults in two statements', 'a = )\nb = ]\n', 'syntax 6:5', 'syntax 7:5'),
  inside('a value that is no statement', 'cas(x, 0, 1) == true', 'syntax 6:1'),
  after('a range with one end', 'shared z: 0..', 'syntax 8:14'),
  after('a type with a bar at the end', 'type t = a | b |', 'syntax 8:17'),
  after('a thread with parameters and number', 'thread Q[2](a: bool) {}', 'syntax 8:12'),
  after('a parameter without type', 'thread Q(a) {}', 'syntax 8:11'),
  after('instances without parentheses', 'thread Q(a: bool) for true {}', 'syntax 8:23'),
  after('an instance without what', 'never P(0)', 'syntax 8:11'),
  after('two conditions', 'never x == 1 y == 2', 'syntax 8:14'),
  after('predicates without semicolon', 'predicates { x == 1 y == 2 }', 'syntax 8:21'),
  after('temporal operators outside ltl', 'never G x == 1', 'syntax 8:9'),
  inside('nested too deep', `a = ${'('.repeat(300)}1${')'.repeat(300)}`, 'nesting 6:104'),
  inside('blocks nested too deep', `${'{ '.repeat(300)}skip${' }'.repeat(300)}`, 'nesting 6:401'),
  inside('a sum that is too long', `a = ${Array.from({ length: 1_100 }, () => '1').join('+')}`, 'too-large 6:2006'),
];

const names: Broken[] = [
  inside('an unknown variable', 'a = z', 'unknown-name 6:5'),
  inside('an unknown target', 'z = 1', 'unknown-name 6:1'),
  inside('an unknown label', 'goto nowhere', 'unknown-name 6:6'),
  inside('me without parameter', 'a = self', 'wrong-kind 6:5'),
  inside('a local before its declaration', 'a = late\nlocal late = 1', 'unknown-name 6:5'),
  inside('a local twice', 'local a = 1', 'duplicate 6:7'),
  inside('a local that hides a shared variable', 'local x = 1', 'duplicate 6:7'),
  inside('a local that hides a constructor', 'local red = 1', 'duplicate 6:7'),
  inside('a label twice', 'l: skip; l: skip', 'duplicate 6:10'),
  inside('the label of the end', 'end: skip', 'duplicate 6:1'),
  inside('an assigned constant', 'N = 3', 'assigned-constant 6:1'),
  inside('an assigned value', 'red = green', 'assigned-constant 6:1'),
  inside('an assigned parameter', 'me = 1', 'assigned-constant 6:1'),
  inside('an assigned thread', 'P = 1', 'assigned-constant 6:1'),
  inside('a thread as a value', 'a = P', 'wrong-kind 6:5'),
  inside('an array without index', 'b = flag', 'wrong-kind 6:5'),
  inside('an index on a scalar', 'a = x[0]', 'wrong-kind 6:5'),
  inside('a local array without index', 't = 1', 'wrong-kind 6:1'),
  inside('a locked instruction on a local', 'a = swap(a, 1)', 'wrong-kind 6:10'),
  inside('too few operands', 'b = cas(x, 1)', 'arity 6:5'),
  inside('too many operands', 'a = swap(x, 1, 2)', 'arity 6:5'),
  inside('a look at another thread', 'await P(1)@cs', 'unsupported 6:7'),
  inside('an unknown thread counted', 'a = count(Q)', 'unknown-name 6:11'),
  inside('a variable counted', 'a = count(x)', 'wrong-kind 6:11'),
  after('a constant twice', 'const N = 3', 'duplicate 8:7'),
  after('a type twice', 'type colour = a | b', 'duplicate 8:6'),
  after('a value of two types', 'type shade = red | dark', 'duplicate 8:14'),
  after('a shared variable twice', 'shared x: int', 'duplicate 8:8'),
  after('a thread of the name of a variable', 'thread x {}', 'duplicate 8:8'),
  after('a parameter twice', 'thread Q(a: bool, a: bool) {}', 'duplicate 8:19'),
  after('an unknown type', 'shared z: color', 'unknown-type 8:11'),
  after('a constant before its declaration', 'const A = B\nconst B = 1', 'order 8:11'),
  after('a constant that reads memory', 'const A = x', 'wrong-kind 8:11'),
  after('a size that is a thread without numbers', 'shared z[P]: int', 'wrong-kind 8:10'),
  after('an unknown thread in a property', 'never Q@cs', 'unknown-name 8:7'),
  after('a variable for a thread', 'never x@cs', 'wrong-kind 8:7'),
  after('an unknown label in a property', 'never P(0)@sc', 'unknown-name 8:12'),
  after('an unknown local in a property', 'never P(0).z == 1', 'unknown-name 8:12'),
  after('a thread without argument', 'never P@cs', 'arity 8:7'),
  after('a thread with an argument too many', 'never S(0)@s', 'arity 8:7'),
  after('an instance that is not there', 'never P(2)@cs', 'process-number 8:7'),
  after('an instance that depends on memory', 'never P(x)@cs', 'wrong-kind 8:9'),
  after('a free variable that names no instance', 'never P(i)@cs && x == j', 'unknown-name 8:23'),
  after('a property of the same name', 'never p: x == 1\ninvariant p: x == 0', 'duplicate 9:11'),
];

const types: Broken[] = [
  inside('an integer for a condition', 'if (x) skip', 'type-mismatch 6:5'),
  inside('a boolean for an integer', 'a = true', 'type-mismatch 6:5'),
  inside('an integer for a boolean', 'b = 1', 'type-mismatch 6:5'),
  inside('a value of another type', 'c = 1', 'type-mismatch 6:5'),
  inside('an addition of booleans', 'a = b + 1', 'type-mismatch 6:5'),
  inside('a negated integer', 'b = !a', 'type-mismatch 6:6'),
  inside('a comparison of different things', 'b = c == 1', 'type-mismatch 6:5'),
  inside('an ordered boolean', 'b = b < true', 'type-mismatch 6:5', 'type-mismatch 6:9'),
  inside('a chain of comparisons', 'b = 0 < a < 3', 'type-mismatch 6:5'),
  inside('two types in a conditional', 'a = b ? 1 : red', 'type-mismatch 6:5'),
  inside('an index that is true', 'b = flag[true]', 'type-mismatch 6:10'),
  inside('an index out of bounds', 'b = flag[N]', 'type-mismatch 6:10'),
  inside('a negative index', 'a = t[-1]', 'type-mismatch 6:7'),
  inside('a value out of range', 'x = 4', 'type-mismatch 6:5'),
  inside('a computed value out of range', 'r = N * 3', 'type-mismatch 6:5'),
  inside('a division by zero', 'a = 1 / 0', 'type-mismatch 6:9'),
  inside('a computed division by zero', 'a = 1 / (N - 2)', 'type-mismatch 6:5'),
  inside('any integer', 'n = ?', 'type-mismatch 6:5'),
  inside('any value without type', 'local z = ?', 'missing 6:11'),
  inside('an addition to a value', 'c = fetch_add(c, 1)', 'type-mismatch 6:15'),
  inside('a swap with another type', 'b = swap(flag[0], 1)', 'type-mismatch 6:19'),
  inside('a number that is too large', 'n = 99999999999999999999', 'too-large 6:5'),
  after('an empty range', 'shared z: 3..1', 'type-mismatch 8:11'),
  after('a range of booleans', 'shared z: 0..red', 'type-mismatch 8:14'),
  after('a first value out of range', 'shared z: 0..3 = 4', 'type-mismatch 8:18'),
  after('a first value of another type', 'shared z: bool = 0', 'type-mismatch 8:18'),
  after('any first integer', 'shared z: int = ?', 'type-mismatch 8:17'),
  after('any first value without type', 'shared z = ?', 'missing 8:12'),
  after('too few first values', 'shared z[3]: int = {1, 2}', 'arity 8:20'),
  after('a list for a scalar', 'shared z: int = {1, 2}', 'wrong-kind 8:17'),
  after('a list for an open array', 'shared z[T]: int = {1, 2}', 'unsupported 8:20'),
  after('an array without cells', 'shared z[0]: int', 'type-mismatch 8:10'),
  after('an array that is too large', 'shared z[1000000]: int', 'too-large 8:10'),
  after('one thread for each integer', 'thread Q(a: int) {}', 'type-mismatch 8:13'),
  after('too many threads', 'thread Q(a: 0..999) {}', 'process-number 8:13'),
  after('no thread at all', 'thread Q[0] {}', 'process-number 8:10'),
  after('an instance twice', 'thread Q(a: int) for (1), (1) {}', 'duplicate 8:27'),
  after('an instance with too many arguments', 'thread Q(a: int) for (1, 2) {}', 'arity 8:22'),
  after('an instance out of range', 'thread Q(a: 0..1) for (2) {}', 'type-mismatch 8:24'),
  after('a property that is a number', 'never x', 'type-mismatch 8:7'),
  after('a variable of two types', 'thread Q(a: bool) {}\nnever Q(i)@end && P(i)@cs', 'type-mismatch 9:21'),
  after(
    'a first value that does not fit one thread',
    'thread Q(a: 0..1) { local z: 0..1 = a + 1 }',
    'type-mismatch 8:27',
  ),
  after('a first value with a division by zero', 'thread Q(a: 0..1) { local z = 1 / a }', 'type-mismatch 8:27'),
  after('a constant that is too large', 'const M = 9007199254740991 * 9', 'too-large 8:11'),
];

const rules: Broken[] = [
  inside('a break outside loops', 'break', 'syntax 6:1'),
  inside('a continue outside loops', 'if (b) continue', 'syntax 6:8'),
  inside('a loop inside atomic', 'atomic { while (x == 1) {} }', 'unsupported 6:10'),
  inside('an endless loop inside atomic', 'atomic { loop {} }', 'unsupported 6:10'),
  inside('a label inside atomic', 'atomic { l: x = 1 }', 'unsupported 6:10'),
  inside('an array declared late', 'skip; local z[2]: int', 'order 6:13'),
  inside('an array with loaded values', 'local z[2]: int = x', 'unsupported 6:7'),
  inside('a conditional that chooses a place', 'atomic { x = ? ; n = x; goto no }', 'unknown-name 6:30'),
  inside(
    'an atomic block with too many paths',
    `atomic { ${'choose { x = 1 } or { y = 1; n = n + 1 } '.repeat(20)} }`,
    'too-large 6:1',
  ),
  inside('an atomic block with a term that is too large', `atomic { ${'n = n + n; '.repeat(20)} }`, 'too-large 6:87'),
  inside('an atomic block with too many values', 'local big: 0..999; atomic { big = ?; n = big }', 'too-large 6:38'),
  after('a ghost that a thread reads', 'ghost g: int\nthread Q { x = g }', 'ghost 9:16'),
  after('a shared variable in a ghost', 'ghost g: int\nthread Q { y = 1; g = x }', 'ghost 9:23'),
  after('a ghost without a step', 'ghost g: int\nthread Q { g = 1 }', 'ghost 9:12'),
  after('a conditional in a property', 'never (x == 1 ? y : x) == 2', 'unsupported 8:8'),
  after('an instruction in a property', 'never swap(x, 1) == 1', 'unsupported 8:7'),
  after('a temporal operator in arithmetic', 'ltl p: (G x == 1) + 1 == 2', 'unsupported 8:9'),
  after('a number of threads in a type', 'shared z: 0..count(T)', 'unsupported 8:20'),
];

export const brokenInputs: readonly Broken[] = [...characters, ...truncated, ...grammar, ...names, ...types, ...rules];
