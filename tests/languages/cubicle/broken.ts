/**
 * Broken inputs, each with every error it must give: `code line:column`.
 *
 * `after` appends to a small sound model of ten lines, so the first line of what is appended is line 11.
 */
import { type Broken, whole } from '../shared/broken.js';

export const SOUND = `type loc = L1 | L2
array PC[proc] : loc
var X : int
var R : real
var B : bool
var T : proc
const N : int
array M[proc, proc] : bool
init (i) { PC[i] = L1 && X = 0 }
unsafe (i j) { PC[i] = L2 && PC[j] = L2 }
`;

/** The same, with shared memory that is weak; nine lines. */
export const WEAK = `type loc = L1 | L2
array PC[proc] : loc
array Own[proc, proc] : bool
weak var X : int
weak array F[proc] : bool
const C[proc] : int
init (i) { PC[i] = L1 && X = 0 }
unsafe (i) { i@X = 1 }
transition t ([i]) requires { PC[i] = L1 } { PC[i] := L2; X := 1 }
`;

const after = (title: string, text: string, ...errors: string[]): Broken => whole(title, SOUND + text, ...errors);
const weak = (title: string, text: string, ...errors: string[]): Broken => whole(title, WEAK + text, ...errors);
const bytes = (...parts: (string | number)[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'number' ? [part] : [...new TextEncoder().encode(part)])));

const characters: Broken[] = [
  whole('a NUL byte', bytes('var X ', 0, ': int\ninit { X = 0 }\nunsafe { X = 1 }'), 'encoding 1:7'),
  whole('only NUL bytes', new Uint8Array(64), 'encoding 1:1'),
  whole('a byte that is not UTF-8', bytes('var X : int\ninit { X = ', 0xe9, ' 0 }'), 'encoding 2:12'),
  whole(
    'a UTF-16 file',
    bytes(0xff, 0xfe, 'v', 0, 'a', 0, 'r', 0),
    'encoding 1:1',
    'encoding 1:4',
    'encoding 1:6',
    'encoding 1:8',
  ),
  after('a character of no token', 'unsafe { X ! 3 }', 'lexical 11:12'),
  after('a letter of another alphabet', 'unsafe { X = 3 ∧ B = True }', 'lexical 11:16'),
  after('half of a surrogate pair', 'unsafe { X = 3 \ud800 }', 'lexical 11:16'),
  after('a single ampersand', 'unsafe { X = 3 & B = True }', 'lexical 11:16'),
  after('process number zero', 'unsafe { T = #0 }', 'lexical 11:14'),
  after('a comment that does not end', 'unsafe { X = 3 }\n(* so (* it *) goes', 'lexical 12:1'),
  after('a comment that ends twice', '(* a *) *)', 'syntax 11:9'),
  after('a string', 'unsafe { X = "three" }', 'lexical 11:14', 'lexical 11:20'),
  after('a line comment', '// no such thing', 'lexical 11:1'),
  after('the wrong column after tabs', '\t\tunsafe {\tX = $ }', 'lexical 11:16'),
];

const truncated: Broken[] = [
  whole('nothing', '', 'missing 1:1', 'missing 1:1'),
  whole('nothing but a comment', '(* later *)\n', 'missing 2:1', 'missing 2:1'),
  whole('no unsafe', 'var X : int\ninit { X = 0 }\n', 'missing 3:1'),
  whole('no init', 'var X : int\nunsafe { X = 0 }\n', 'missing 3:1'),
  whole('a type without name', 'type', 'syntax 1:5'),
  whole('a type without constructors', 'type t =', 'syntax 1:9'),
  whole('a variable without type', 'var X :', 'syntax 1:8'),
  after('a transition without body', 'transition t (i)', 'syntax 11:17'),
  after('a guard that ends', 'transition t (i) requires { PC[i] =', 'syntax 11:36'),
  after('an open index', 'unsafe (i) { PC[i', 'syntax 11:18'),
  after('an open body', 'transition t (i) { PC[i] := L2;', 'syntax 11:32'),
  after('an open block before another declaration', 'unsafe (i) { PC[i] = L1\nunsafe { B = False }', 'syntax 12:1'),
];

const syntax: Broken[] = [
  whole('an unknown word first', 'model x\nvar X : int', 'syntax 1:1'),
  whole('a small letter for a variable', 'var x : int\n', 'syntax 1:5'),
  whole('a capital letter for a type', 'type Loc = A\n', 'syntax 1:6'),
  whole('an array over int', 'array A[int] : bool\n', 'syntax 1:9'),
  whole('a variable with brackets', 'var A[proc] : bool\n', 'syntax 1:6'),
  whole('a weak constant', 'weak const C : int\n', 'syntax 1:6'),
  whole('a keyword as name', 'type init = A\n', 'syntax 1:6', 'syntax 1:11'),
  after('a bare variable as formula', 'unsafe { B }', 'syntax 11:10'),
  after('a minus sign at a number', 'transition t () { X := X-1 }', 'syntax 11:25'),
  after('a minus sign at a number after a blank', 'transition t () { X := X -1 }', 'syntax 11:26'),
  after('a minus sign away from its number', 'unsafe { X = - 1 }', 'syntax 11:14'),
  after('a sum of three', 'transition t () { X := X + 1 + N }', 'syntax 11:30'),
  after('a cell as second summand', 'unsafe (i) { X = X + M[i,i] }', 'syntax 11:23'),
  after('a product with its number last', 'unsafe { X = N * 2 }', 'syntax 11:16'),
  after('parentheses around a term', 'unsafe { X = (1) }', 'syntax 11:14'),
  after('an index that is a variable', 'unsafe { PC[T] = L1 }', 'syntax 11:13'),
  after('an index that is a number', 'unsafe { PC[1] = L1 }', 'syntax 11:13'),
  after('commas between parameters', 'unsafe (i, j) { i < j }', 'syntax 11:10'),
  after('blanks between the parameters of a predicate', 'predicate p (a b) { a = b }', 'syntax 11:16'),
  after('two acting processes', 'transition t ([i] [j]) { X := 1 }', 'syntax 11:19'),
  after('a default that is not last', 'transition t () { X := case | _ : 1 | X = 0 : 2 }', 'syntax 11:37'),
  after('a case without bars', 'transition t () { X := case 1 }', 'syntax 11:29'),
  after('a process constant as binder', 'transition t () { PC[#1] := case | _ : L1 }', 'syntax 11:22'),
  after('an arbitrary cell', 'transition t (i) { PC[i] := ? }', 'unsupported 11:29'),
  after('an equation for an assignment', 'transition t () { X = 1 }', 'syntax 11:21'),
  after('a let without in', 'transition t () { let x = X X := x }', 'syntax 11:29'),
  after('a missing operator', 'unsafe { X = 1 X = 2 }', 'syntax 11:16'),
  after('a chain of comparisons', 'unsafe { 0 < X < 3 }', 'syntax 11:16'),
  after('an if without else', 'unsafe { if X = 0 then B = True }', 'syntax 11:33'),
  after('a quantifier without dot', 'unsafe { forall k PC[k] = L1 }', 'syntax 11:19'),
  after('several variables of forall_other', 'unsafe { forall_other j <> k. true }', 'syntax 11:25'),
  after('a named init', 'init start { true }', 'syntax 11:6'),
  after('fence without parentheses', 'transition t () requires { fence } { X := 1 }', 'syntax 11:34'),
  after(
    'an error in each of three places',
    'transition t (i) requires { PC[i] } { X := ; B := True; X }\nunsafe { 1 }\nunsafe { B = True }',
    'syntax 11:29',
    'syntax 11:44',
    'syntax 11:59',
    'syntax 12:12',
  ),
];

const size: Broken[] = [
  whole('a megabyte of parentheses', `${SOUND}unsafe { ${'('.repeat(1_000_000)}`, 'nesting 11:210'),
  whole('a megabyte of negations', `${SOUND}unsafe { ${'not '.repeat(250_000)}true }`, 'nesting 11:810'),
  whole('a megabyte of implications', `${SOUND}unsafe { ${'true => '.repeat(125_000)}true }`, 'nesting 11:1610'),
  whole('a megabyte of quantifiers', `${SOUND}unsafe { ${'forall k. '.repeat(100_000)}true }`, 'nesting 11:2010'),
  whole('a megabyte of nested comments', '(*'.repeat(500_000), 'lexical 1:1'),
  whole('a number of a megabyte', `${SOUND}unsafe { X = ${'9'.repeat(1_000_000)} }`, 'too-large 11:14'),
  after('an equivalence that doubles too often', `unsafe { ${'X = 1 <=> '.repeat(100)}true }`, 'too-large 11:10'),
  after(
    'predicates that double too often',
    `predicate p0 () { X = 0 }\n${Array.from({ length: 40 }, (_, i) => `predicate p${i + 1} () { p${i}() && p${i}() }\n`).join('')}`,
    'too-large 27:20',
  ),
  after(
    'predicates that nest too deep',
    `predicate p0 () { X = 0 }\n${Array.from({ length: 500 }, (_, i) => `predicate p${i + 1} () { not p${i}() }\n`).join('')}`,
    'nesting 411:25',
  ),
  after(
    'a quantifier of a thousand variables',
    `unsafe { exists ${Array.from({ length: 1000 }, (_, i) => `k${i}`).join(' <> ')}. true }`,
    'nesting 11:10',
  ),
];

const names: Broken[] = [
  whole('a type twice', `type t\ntype t = A\n${SOUND}`, 'duplicate 2:6'),
  whole('a built-in type again', `type int\n${SOUND}`, 'duplicate 1:6'),
  whole('a constructor twice in one type', `type t = A | C | A\n${SOUND}`, 'duplicate 1:18'),
  whole('a constructor of two types', `type t = A | L1\n${SOUND}`, 'duplicate 2:12'),
  whole('the constructor of a built-in type', `type t = True\n${SOUND}`, 'duplicate 1:10'),
  whole('a variable named like a constructor', SOUND.replace('var X', 'var L1 : bool var X'), 'duplicate 3:5'),
  whole('a variable twice', SOUND.replace('var X', 'var B : int var X'), 'duplicate 5:5'),
  whole('an unknown type', SOUND.replace('var B : bool', 'var B : boolean'), 'unknown-type 5:9'),
  whole('a type after a variable', 'var X : int\ntype t\ninit { X = 0 }\nunsafe { X = 1 }', 'order 2:1'),
  after('a variable after init', 'var Y : int', 'order 11:1'),
  whole('a size after a type', 'type t\nnumber_procs 3\nvar X : int\ninit { X = 0 }\nunsafe { X = 1 }', 'order 2:1'),
  whole('two sizes', `number_procs 3\nnumber_procs 4\n${SOUND}`, 'duplicate 2:1'),
  after('a second init', 'init { X = 1 }', 'duplicate 11:1'),
  after('a parameter twice', 'unsafe (i j i) { i < j }', 'duplicate 11:13'),
  after('a predicate twice', 'predicate p () { X = 0 }\npredicate p () { X = 1 }', 'duplicate 12:11'),
  after('a parameter of a predicate twice', 'predicate p (a, a) { a = X }', 'duplicate 11:17'),
  after('a quantified variable twice', 'unsafe { exists k <> k. PC[k] = L1 }', 'duplicate 11:22'),
  after('an unknown variable', 'unsafe { Y = 0 }', 'unknown-name 11:10'),
  after('an unknown process', 'unsafe (i) { PC[j] = L1 }', 'unknown-name 11:17'),
  after(
    'a quantified variable outside its body',
    'unsafe { (exists k. PC[k] = L1) && PC[k] = L2 }',
    'unknown-name 11:39',
  ),
  after('an unknown target', 'transition t () { Y := 1 }', 'unknown-name 11:19'),
  after(
    'a let name in a later transition',
    'transition t () { let x = X in X := x }\ntransition u () { X := x }',
    'unknown-name 12:24',
  ),
  after('a let name in itself', 'transition t () { let x = x in X := x }', 'unknown-name 11:27'),
  after('an unknown predicate', 'unsafe { far(X) }', 'unknown-name 11:10'),
  after('a predicate before its declaration', 'unsafe { p() }\npredicate p () { X = 0 }', 'unknown-name 11:10'),
  after('a predicate that calls itself', 'predicate p () { p() }\nunsafe { p() }', 'unknown-name 11:18'),
  after(
    'a parameter of the caller in a predicate',
    'predicate p () { PC[i] = L1 }\nunsafe (i) { p() }',
    'unknown-name 11:21',
  ),
  after('a process constant without size', 'unsafe { PC[#1] = L1 }', 'process-number 11:13'),
  whole('a process constant beyond the size', `number_procs 2\n${SOUND}unsafe { T = #3 }`, 'process-number 12:14'),
  whole('no process', `number_procs 0\n${SOUND}`, 'process-number 1:14'),
  whole('fewer than no process', `number_procs -3\n${SOUND}`, 'process-number 1:14'),
  whole('more processes than can be counted', `number_procs ${'9'.repeat(30)}\n${SOUND}`, 'process-number 1:14'),
];

const types: Broken[] = [
  after('a number for a location', 'unsafe (i) { PC[i] = 1 }', 'type-mismatch 11:14'),
  after('int against real', 'unsafe { X = R }', 'type-mismatch 11:10'),
  after('a whole number for a real one', 'transition t () { R := 1 }', 'type-mismatch 11:24'),
  after('a real number added to an int', 'transition t () { X := X + 0.5 }', 'type-mismatch 11:28'),
  after('int and real added', 'transition t () { R := R + N }', 'type-mismatch 11:28'),
  after('bool against a constructor of another type', 'unsafe { B = L1 }', 'type-mismatch 11:10'),
  after('a process against a number', 'unsafe (i) { i = 1 }', 'type-mismatch 11:14'),
  after('an order on an enumeration', 'unsafe (i) { PC[i] < L2 }', 'type-mismatch 11:14'),
  after('an order on booleans', 'unsafe { B >= True }', 'type-mismatch 11:10'),
  whole(
    'an order on an abstract type',
    'type d\nvar X : d\nvar Y : d\ninit { X = Y }\nunsafe { X < Y }',
    'type-mismatch 5:10',
  ),
  after('arithmetic on booleans', 'transition t () { B := B + 1 }', 'type-mismatch 11:24'),
  after('a product of booleans', 'unsafe { X = 2 * B }', 'type-mismatch 11:18'),
  after('arithmetic on processes', 'unsafe (i) { i = i + 1 }', 'type-mismatch 11:18'),
  after('a value of another type', 'transition t (i) { PC[i] := True }', 'type-mismatch 11:29'),
  after('a case value of another type', 'transition t () { X := case | B = True : 1 | _ : B }', 'type-mismatch 11:50'),
  after('a let name of another type', 'transition t () { let x = B in X := x }', 'type-mismatch 11:37'),
  after(
    'a let name that is no process as index',
    'transition t () { let x = X in PC[x] := L1 }',
    'type-mismatch 11:35',
  ),
  after('an argument of another type', 'predicate p (v) { X = v }\nunsafe { p(0) || p(True) }', 'type-mismatch 12:18'),
  after(
    'an argument that is no process as index',
    'predicate p (a) { PC[a] = L1 }\nunsafe { p(X) }',
    'type-mismatch 12:10',
  ),
  after('too few indices', 'unsafe (i) { M[i] = True }', 'arity 11:14'),
  after('too many indices', 'unsafe (i j) { PC[i,j] = L1 }', 'arity 11:16'),
  after('too many arguments', 'predicate p (v) { X = v }\nunsafe { p(1, 2) }', 'arity 12:10'),
  after('too few binders of a case', 'transition t () { M[a] := case | _ : True }', 'arity 11:19'),
  after('an array without index', 'unsafe { PC = L1 }', 'wrong-kind 11:10'),
  after('an index on a scalar', 'unsafe (i) { X[i] = 1 }', 'wrong-kind 11:14'),
  after('an index on a constructor', 'unsafe (i) { PC[i] = L1[i] }', 'wrong-kind 11:22'),
  after('a constructor that is read by a process', 'unsafe (i) { PC[i] = i@L1 }', 'wrong-kind 11:24'),
  after('an array assigned as a whole', 'transition t () { PC := L1 }', 'wrong-kind 11:19'),
  after('an arbitrary array', 'transition t () { PC := ? }', 'wrong-kind 11:19'),
  after('a case on an array without binders', 'transition t () { PC := case | _ : L1 }', 'wrong-kind 11:19'),
  after('an assigned constructor', 'transition t () { L1 := L2 }', 'wrong-kind 11:19'),
  after('an assigned constant', 'transition t () { N := 1 }', 'assigned-constant 11:19'),
  after('a target twice', 'transition t () { X := 1; B := True; X := 2 }', 'duplicate 11:38'),
  after('a target assigned and arbitrary', 'transition t () { X := 1; X := ? }', 'duplicate 11:27'),
  after('two cells of an array', 'transition t (i j) { PC[i] := L1; PC[j] := L2 }', 'duplicate 11:35'),
  after('a parameter as binder', 'transition t (i) { PC[i] := case | _ : L1 }', 'duplicate 11:23'),
  after('a binder twice', 'transition t () { M[a, a] := case | _ : True }', 'duplicate 11:24'),
];

const places: Broken[] = [
  after(
    'an existential below a universal in a guard',
    'transition t () requires { forall j. exists k. j < k } { X := 1 }',
    'unsupported 11:38',
  ),
  after('a universal negated below a universal', 'unsafe { forall j. not forall k. j < k }', 'unsupported 11:24'),
  after(
    'an existential below a universal by implication',
    'unsafe { forall j. (forall k. j < k) => B = True }',
    'unsupported 11:21',
  ),
  whole(
    'an existential in init',
    'array A[proc] : bool\ninit { exists k. A[k] = True }\nunsafe (i) { A[i] = True }',
    'unsupported 2:8',
  ),
  whole(
    'a negated universal in init',
    'array A[proc] : bool\ninit { not forall k. A[k] = True }\nunsafe (i) { A[i] = True }',
    'unsupported 2:12',
  ),
  after('a quantifier in a case', 'transition t () { X := case | forall k. PC[k] = L1 : 1 }', 'unsupported 11:31'),
  after('a formula as argument', 'predicate p (a) { a = X }\nunsafe { p(X = 1) }', 'unsupported 12:12'),
  after('a fence in unsafe', 'unsafe { fence() }', 'fence 11:10'),
  after('a fence in an invariant', 'invariant { X = 2 && fence() }', 'fence 11:22'),
  after('a fence in a case', 'transition t () { X := case | fence() : 1 }', 'fence 11:31'),
  after('a fence in a predicate of unsafe', 'predicate p () { fence() }\nunsafe { p() }', 'fence 12:10'),
  whole('a fence in init', 'var X : int\ninit { X = 0 && fence() }\nunsafe { X = 1 }', 'fence 2:17'),
  whole('a scalar that is not weak', WEAK.replace('weak var X', 'var X'), 'weak-memory 4:5'),
  weak('no acting process', 'transition u (i) { X := 1 }', 'weak-memory 10:12'),
  weak(
    'a local cell of another process',
    'transition u ([i] j) requires { PC[j] = L1 } { X := 1 }',
    'weak-memory 10:33',
  ),
  weak(
    'a local cell of every process',
    'transition u ([i]) requires { forall_other k. PC[k] = L1 } { X := 1 }',
    'weak-memory 10:47',
  ),
  weak(
    'a local row of another process',
    'transition u ([i] j) requires { Own[j, i] = True } { X := 1 }',
    'weak-memory 10:33',
  ),
  weak('a local cell of another process as value', 'transition u ([i] j) { PC[i] := PC[j] }', 'weak-memory 10:33'),
  weak('a write to another process', 'transition u ([i] j) { PC[j] := L1 }', 'weak-memory 10:24'),
  weak('a case that writes local cells of all', 'transition u ([i]) { PC[p] := case | _ : L1 }', 'weak-memory 10:22'),
  weak(
    'a case that reads local cells of others',
    'transition u ([i]) { F[p] := case | PC[p] = L1 : True | _ : F[p] }',
    'weak-memory 10:37',
  ),
  weak(
    'a case that is own in one disjunct only',
    'transition u ([i]) { PC[p] := case | p = i || X = 1 : L1 | _ : PC[p] }',
    'weak-memory 10:22',
  ),
  weak('a foreign reader', 'transition u ([i] j) requires { j@X = 0 } { X := 1 }', 'weak-memory 10:33'),
  weak('a weak variable without reader in unsafe', 'unsafe { X = 2 }', 'weak-memory 10:10'),
  weak('a weak cell without reader in an invariant', 'invariant (i) { F[i] = True }', 'weak-memory 10:17'),
  whole('a reader in init', WEAK.replace('&& X = 0', '&& i@X = 0'), 'weak-memory 7:26'),
  weak('two writes to a weak array', 'transition u ([i] j) { F[i] := True; F[j] := True }', 'duplicate 10:38'),
  weak('a parameter as binder of a weak array', 'transition u ([i]) { F[i] := case | _ : True }', 'duplicate 10:24'),
];

export const brokenInputs: readonly Broken[] = [
  ...characters,
  ...truncated,
  ...syntax,
  ...size,
  ...names,
  ...types,
  ...places,
];
