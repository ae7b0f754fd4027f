/**
 * What people write who know other languages, and what they are told: the first diagnostic of each text, word by word.
 */
import { describe, expect, it } from 'vitest';
import { readProgram } from '../../../src/languages/program/index.js';

type Slip = readonly [written: string, told: string];

/** Statements of a thread, in line 3. */
const STATEMENTS: readonly Slip[] = [
  ['while (1) { skip }', '3:8: error[type-mismatch]: a loop without end is written `loop { ... }`'],
  [
    '*x = 3',
    '3:1: error[syntax]: there are no pointers: name the variable, or give it to a procedure as `shared x: int`',
  ],
  ['x = *p', '3:5: error[syntax]: there are no pointers: name the variable itself'],
  ['x = &y', '3:5: error[syntax]: there are no addresses: name the variable itself'],
  ['f(&x)', '3:3: error[syntax]: there are no addresses: name the variable itself'],
  ['x->next = 1', '3:2: error[syntax]: a field of a record is written `x.next`'],
  ['x = y->next', "3:5: error[type-mismatch]: `->` is 'implies': a field of a record is written `y.next`"],
  ['fence()', '3:6: error[syntax]: `fence` is written without parentheses'],
  ['skip()', '3:5: error[syntax]: `skip` is written without parentheses'],
  ['smp_mb()', '3:1: error[unknown-name]: `fence` waits until the store buffers of the thread are empty'],
  ['mfence', '3:1: error[syntax]: `fence` waits until the store buffers of the thread are empty'],
  ['mfence()', '3:1: error[unknown-name]: `fence` waits until the store buffers of the thread are empty'],
  [
    'atomic_thread_fence(seq_cst)',
    '3:1: error[unknown-name]: `fence` waits until the store buffers of the thread are empty',
  ],
  ['if b { skip } elif b { skip }', '3:15: error[syntax]: write `else if`'],
  ['if b { skip } elif (b) { skip }', '3:15: error[unknown-name]: write `else if`'],
  ['struct node n', '3:1: error[syntax]: a record is declared outside of threads: `record node { next: 0..3 }`'],
  [
    'x = fetch_and_add(x, 1)',
    '3:5: error[unknown-name]: this instruction is written `fetch_add(x, 1)`, which gives the old value',
  ],
  [
    'x = fetch_and_add(x, 1) + 1',
    '3:5: error[syntax]: this instruction is written `fetch_add(x, 1)`, which gives the old value',
  ],
  [
    'await compare_exchange(x, 0, 1)',
    '3:7: error[syntax]: this instruction is written `cas(x, old, new)`, which is true when it has written',
  ],
  [
    'await CAS(x, 0, 1)',
    '3:7: error[syntax]: this instruction is written `cas(x, old, new)`, which is true when it has written',
  ],
  ['x = atomic_load(x)', '3:5: error[unknown-name]: a shared variable is read by its name: `r = x`'],
  ['if (atomic_load(x) == 1) { skip }', '3:5: error[syntax]: a shared variable is read by its name: `r = x`'],
  ['atomic_store(x, 1)', '3:1: error[unknown-name]: a shared variable is written by an assignment: `x = 1`'],
  [
    'x = xchg(x, 1)',
    '3:5: error[unknown-name]: this instruction is written `swap(x, value)`, which gives the old value',
  ],
  ['while (test_and_set(b)) {}', '3:8: error[syntax]: this instruction is written `swap(x, 1)`'],
  ['x.store(1)', '3:3: error[syntax]: a shared variable is written by an assignment: `x = 1`'],
  ['x = x.load()', '3:7: error[syntax]: a shared variable is read by its name: `r = x`'],
  ['a[0].store(1)', '3:6: error[syntax]: a shared variable is written by an assignment: `x = 1`'],
  [
    'pthread_mutex_lock(x)',
    '3:1: error[unknown-name]: there is no such lock: a lock is a variable, taken by `await cas(l, 0, 1)` and left by `l = 0`',
  ],
  [
    'lock(x)',
    '3:1: error[unknown-name]: there is no such lock: a lock is a variable, taken by `await cas(l, 0, 1)` and left by `l = 0`',
  ],
  ['unlock(x)', '3:1: error[unknown-name]: a lock is a variable, left by `l = 0`'],
  ['printf(x)', '3:1: error[unknown-name]: there is no output: a trace shows what every variable holds'],
  ['sleep(1)', '3:1: error[unknown-name]: there is no time: other threads may act between any two steps'],
  ['x = malloc(1)', '3:5: error[unknown-name]: there is no memory to be had: nodes are the cells of a shared array'],
  ['x = min(x, 1)', '3:5: error[unknown-name]: write `a < b ? a : b`'],
  [
    'x = NULL',
    '3:5: error[unknown-name]: there are no pointers: take a number that is no index, such as `const NIL = 3`',
  ],
  [
    'x = null',
    '3:5: error[unknown-name]: there are no pointers: take a number that is no index, such as `const NIL = 3`',
  ],
  ['b = True', '3:5: error[unknown-name]: there is no variable or value `True`; did you mean `true`?'],
  ['b = FALSE', '3:5: error[unknown-name]: there is no variable or value `FALSE`; did you mean `false`?'],
  ['if (x == 1 and b) { skip }', '3:12: error[syntax]: `and` is written `&&`'],
  ['if x == 1 and b { skip }', '3:11: error[syntax]: `and` is written `&&`'],
  ['while (x == 1 or b) { skip }', '3:15: error[syntax]: `or` is written `||`'],
  ['await not b', '3:7: error[syntax]: `not` is written `!`'],
  ['if (not b) { skip }', '3:5: error[syntax]: `not` is written `!`'],
  ['int y = 0;', '3:1: error[syntax]: a variable of a thread is declared `local x: int`'],
  ['unsigned y = 0', '3:1: error[syntax]: a variable of a thread is declared `local x: int = 0`'],
  ['uint8_t y = 0', '3:1: error[syntax]: a variable of a thread is declared `local x: u8 = 0`'],
  ['volatile int y', '3:1: error[syntax]: a variable of a thread is declared `local x: int = 0`'],
  ['atomic_int y', '3:1: error[syntax]: shared variables are declared outside of threads: `shared x: int = 0`'],
  ['var y = 0', '3:1: error[syntax]: a variable of a thread is declared `local x: int = 0`'],
  ['x++', '3:2: error[syntax]: there is no `++`: write `x += 1`'],
  ['x--', '3:2: error[syntax]: there is no `--`: write `x -= 1`'],
  ['++x', '3:1: error[syntax]: there is no `++`: write `x += 1`'],
  ['--x', '3:1: error[syntax]: there is no `--`: write `x -= 1`'],
  ['if (x = 1) { skip }', '3:7: error[syntax]: `=` assigns: equality is written `==`'],
  ['if (x == 1) then { skip }', '3:13: error[syntax]: there is no `then`: write `if c { ... } else { ... }`'],
  [
    'do { skip } while (x == 1)',
    '3:1: error[syntax]: there is no `do`: write `while c { ... }`, or `loop { ... }` with `if c { break }`',
  ],
  ['repeat { skip }', '3:1: error[syntax]: there is no `repeat`: write `loop { ... }` with `if c { break }`'],
  ['return 0', '3:1: error[syntax]: `return` stands inside of a procedure: a thread ends at its `}`'],
  ['return', '3:1: error[syntax]: `return` stands inside of a procedure: a thread ends at its `}`'],
  ['break', '3:1: error[syntax]: `break` stands inside a loop'],
  ['continue', '3:1: error[syntax]: `continue` stands inside a loop'],
  ['goto nowhere', '3:6: error[unknown-name]: this thread has no label `nowhere`'],
  ['x = y = 1', '3:7: error[syntax]: an assignment gives no value: write one after the other'],
  ['x, y = 1, 2', '3:2: error[syntax]: one variable is assigned at a time'],
  ['x <- 1', '3:3: error[syntax]: an assignment is written `=`'],
  ['x := 1', '3:4: error[syntax]: an assignment is written `=`, without `:`'],
  ['x =+ 1', '3:4: error[syntax]: a number without `-` is positive: leave out `+`'],
  ['x == 1', '3:3: error[syntax]: an assignment is written with a single `=`'],
  ['if x == 1: x = 2', '3:10: error[syntax]: a body stands in braces: `{ ... }`'],
  ['while x == 1: x = 2', '3:13: error[syntax]: a body stands in braces: `{ ... }`'],
  ['for (int i = 0; i < 3; i++) { skip }', '3:5: error[syntax]: a loop that counts is written `for i in 0..2 { ... }`'],
  ['for i in range(3) { skip }', '3:10: error[syntax]: a loop that counts is written `for i in 0..2 { ... }`'],
  ['for i = 0 to 3 { skip }', '3:7: error[syntax]: a loop that counts is written `for i in 0..2 { ... }`'],
  ['for i in 0..=3 { skip }', '3:13: error[syntax]: the last value is included: write `0..2`'],
  ['switch x { 1: skip }', '3:12: error[syntax]: expected `case` and a value, found `1`'],
  [
    'switch x { case 1: x = 2; break case 2: skip }',
    '3:27: error[syntax]: `break` stands inside a loop: no `case` goes on to the next, so it needs no `break`',
  ],
  [
    'loop { switch x { case 1: x = 2; break default: skip } }',
    '3:34: warning[vacuous]: this `break` leaves the loop around the `switch`: no `case` goes on to the next',
  ],
  ['x = a[2][2]', '3:5: error[wrong-kind]: `a` takes one index'],
  ['x = a[0][0]', '3:5: error[wrong-kind]: `a` takes one index'],
  ['x = x.next', '3:5: error[wrong-kind]: `x` is no record'],
  [
    'x = tid',
    '3:5: error[unknown-name]: the number of a thread declared with `[3]` or `[any]` is `self`; others have parameters',
  ],
  ['x = 5 mod 3', '3:7: error[syntax]: the remainder is written `%`'],
  ['x = x ** 2', '3:8: error[syntax]: there is no power: write `x * x`'],
  ["x = 'c'", "3:5: error[lexical]: illegal character `'`: there are no characters"],
  ['x = "one"', '3:5: error[lexical]: illegal character `"`: there are no strings'],
  ['x = 0x10', '3:5: error[lexical]: numbers have decimal digits: write 16'],
  ['x = 1.5', '3:5: error[lexical]: numbers are integers'],
  ['# a comment', '3:1: error[lexical]: illegal character `#`: a comment starts with `//`'],
  ['#define N 3', '3:1: error[lexical]: illegal character `#`: a constant is declared `const N = 3`'],
  ['whlie (x == 1) {}', '3:1: error[unknown-name]: there is no procedure `whlie`; did you mean `while`?'],
  ['awiat x == 1', '3:1: error[syntax]: unknown statement `awiat`; did you mean `await`?'],
  ['foo(x)', '3:1: error[unknown-name]: there is no procedure `foo`'],
  ['x = foo(x) + 1', '3:5: error[syntax]: a procedure is called alone or behind `=`: keep its value in a local first'],
  ['x & 1', '3:1: error[syntax]: unknown statement `x`: an assignment needs `=` after the variable, a label needs `:`'],
  [
    'await x & 1',
    '3:7: error[type-mismatch]: a condition is true or false, and this is an integer: write `x & 1 != 0`',
  ],
  [
    'await x == 1 & b',
    '3:16: error[type-mismatch]: the right side of `&` (of conditions: `&&`) is an integer, and this is true or false',
  ],
  [
    'await b & b',
    '3:7: error[type-mismatch]: the left side of `&` (of conditions: `&&`) is an integer, and this is true or false',
  ],
  ['x = x << 32', '3:10: error[type-mismatch]: a shift is by 0 to 31 bits, not by 32'],
  ['typedef int t', '3:1: error[syntax]: another name for a type is declared outside of threads: `type ticket = 0..7`'],
  ['call f(x)', '3:1: error[syntax]: a procedure is called by its name: `acquire(me)`'],
  ['yield', '3:1: error[syntax]: there is no `yield`: other threads may act between any two steps'],
  ['wait x == 1', '3:1: error[syntax]: `await c` waits until c is true'],
  ['await x == 1 && ', '4:1: error[syntax]: expected an expression, found `}`'],
  ['x = random()', '3:5: error[unknown-name]: any value is written `x = ?`, of a variable with a range'],
  ['x = ?; y = ? + 1', '3:14: error[syntax]: expected a statement, found `+`'],
  [
    'thread Q { }',
    '3:1: error[syntax]: expected a statement or `}`, found `thread`: the `{` of line 2 is open, and declarations stand outside of threads',
  ],
  ['end if', '3:1: error[syntax]: a block ends with `}`'],
  ['u8 z = 1', '3:1: error[syntax]: a variable of a thread is declared `local x: u8 = 0`'],
  ['x = sizeof(a)', '3:5: error[unknown-name]: a size is a constant: `const N = 3`, `shared a[N]: int`'],
  ['x = (int) x', '3:6: error[syntax]: there are no conversions: `c ? 1 : 0` and `x != 0` go from one type to another'],
  ['x =! b', '3:4: error[type-mismatch]: `x` holds an integer, and this is true or false'],
  ['throw x', '3:1: error[syntax]: there are no exceptions: what must not happen is written `assert c`'],
  ['f(x', '4:1: error[syntax]: expected `,` or `)`, found `}`'],
  ['either { x = 1 } or { x = 2 }', '3:1: error[syntax]: a choice is written `choose { ... } or { ... }`'],
  ['with i in 0..1 { x = i }', '3:1: error[syntax]: any value is written `x = ?`, of a local with a range'],
  ['d_step { x = 1 }', '3:1: error[syntax]: what is done in one step is written `atomic { ... }`'],
  ['unless b { skip }', '3:1: error[syntax]: there is no `unless`: write `choose { ... } or { ... }`'],
  ['await b timeout', '3:9: error[syntax]: there is no `timeout`: write `choose { ... } or { ... }`'],
  ['match x { 1 => skip }', '3:1: error[syntax]: a choice by a value is written `switch x { case 1: ... }`'],
  ['raise E', '3:1: error[syntax]: there are no exceptions: what must not happen is written `assert c`'],
  ['def f(): pass', '3:1: error[syntax]: a procedure is declared outside of threads: `proc acquire(me: int) { ... }`'],
  ['lambda', '3:1: error[syntax]: a procedure is declared outside of threads: `proc acquire(me: int) { ... }`'],
  ['new node', '3:1: error[syntax]: there is no memory to be had: nodes are the cells of a shared array'],
  ['delete x', '3:1: error[syntax]: there is no memory to be had: nodes are the cells of a shared array'],
  ['run P()', '3:1: error[syntax]: threads are declared, with `thread T[2] { ... }`, and all run from the beginning'],
  ['global x', '3:1: error[syntax]: a shared variable is used by its name, without being declared again'],
  ['nonlocal x', '3:1: error[syntax]: a shared variable is used by its name, without being declared again'],
  ['begin x = 1 end', '3:1: error[syntax]: a block begins with `{`'],
  ['x = y div 2', '3:7: error[syntax]: a division is written `/`'],
  ['fence full', '3:7: error[syntax]: `fence` alone is the full fence'],
  ['fence seq_cst', '3:7: error[syntax]: `fence` alone is the full fence'],
  ['print x', '3:1: error[syntax]: there is no output: a trace shows what every variable holds'],
  ['smp_store_release(x, 1)', '3:1: error[unknown-name]: this is written `store_release(x, e)`'],
  ['x = smp_load_acquire(y)', '3:5: error[unknown-name]: this is written `load_acquire(x)`'],
  ['x = __atomic_load_n(x, 5)', '3:5: error[unknown-name]: a shared variable is read by its name: `r = x`'],
  ['__atomic_store_n(x, 1, 5)', '3:1: error[unknown-name]: a shared variable is written by an assignment: `x = 1`'],
  [
    'x = __atomic_fetch_add(x, 1, 5)',
    '3:5: error[unknown-name]: this instruction is written `fetch_add(x, 1)`, which gives the old value',
  ],
  [
    'atomic_add(x, 1)',
    '3:1: error[unknown-name]: this instruction is written `fetch_add(x, 1)`, which gives the old value',
  ],
  ['while true: skip', '3:11: error[syntax]: a body stands in braces: `{ ... }`'],
  ['return 1', '3:1: error[syntax]: `return` stands inside of a procedure: a thread ends at its `}`'],
  ['x = len(a)', '3:5: error[unknown-name]: a size is a constant: `const N = 3`, `shared a[N]: int`'],
];

/** Declarations, from line 1 on. */
const DECLARATIONS: readonly Slip[] = [
  ['int x = 0;', '1:1: error[syntax]: a variable that threads share is declared `shared x: int = 0`'],
  ['unsigned x;', '1:1: error[syntax]: a variable that threads share is declared `shared x: int = 0`'],
  ['atomic_int x;', '1:1: error[syntax]: a variable that threads share is declared `shared x: int = 0`'],
  ['volatile int x;', '1:1: error[syntax]: a variable that threads share is declared `shared x: int = 0`'],
  ['void acquire(int me) { }', '1:1: error[syntax]: a procedure is written `proc acquire(me: int) { ... }`'],
  ['int f(int me) { }', '1:1: error[syntax]: a variable that threads share is declared `shared x: int = 0`'],
  ['def f(me):', '1:1: error[syntax]: a procedure is written `proc acquire(me: int) { ... }`'],
  ['function f(me) { }', '1:1: error[syntax]: a procedure is written `proc acquire(me: int) { ... }`'],
  ['struct node { int next; };', '1:1: error[syntax]: a record is declared `record node { next: 0..3, locked: bool }`'],
  [
    'typedef struct node node;',
    '1:1: error[syntax]: another name for a type is declared `type ticket = 0..7`, a record `record node { next: 0..3 }`',
  ],
  ['#define N 3', '1:1: error[lexical]: illegal character `#`: a constant is declared `const N = 3`'],
  [
    '#include <stdio.h>',
    '1:1: error[lexical]: illegal character `#`: another file is included without `#`: `include "lock.fp"`',
  ],
  ['const int N = 3', '1:7: error[syntax]: a constant has no type: `const N = 3`'],
  ['const N: int = 3', '1:8: error[syntax]: a constant has no type: `const N = 3`'],
  ['thread T() { skip }', '1:10: error[syntax]: a thread without parameters is written `thread T { ... }`'],
  ['thread T(int me) { skip }', '1:10: error[syntax]: the type stands behind the name: `me: int`'],
  ['proc f(int me) { skip }', '1:8: error[syntax]: the type stands behind the name: `me: int`'],
  [
    'proc f(me: int): bool { return true }',
    '1:16: error[syntax]: what `return e` gives has no type of its own: leave it out',
  ],
  [
    'proc f(me: int) -> int { return 1 }',
    '1:17: error[syntax]: what `return e` gives has no type of its own: leave it out',
  ],
  ['proc f() { f() }', '1:12: error[unsupported]: procedures cannot call themselves: `f` calls `f`'],
  ['process P { skip }', '1:1: error[syntax]: a thread is written `thread P { ... }`'],
  ['enum colour { red, green }', '1:1: error[syntax]: an enumeration is declared `type colour = red | green`'],
  [
    'never forall i: T(i)@cs',
    '1:7: error[syntax]: a name that means nothing else stands for every thread: `never T(i)@cs && T(j)@cs`',
  ],
  [
    'forall i: x == 1',
    '1:1: error[syntax]: a name that means nothing else stands for every thread: `never T(i)@cs && T(j)@cs`',
  ],
  ['never x == 1 and b', '1:14: error[syntax]: `and` is written `&&`'],
  ['never not b', '1:7: error[syntax]: `not` is written `!`'],
  ['never b or b', '1:9: error[syntax]: `or` is written `||`'],
  [
    'assert x == 1',
    '1:1: error[syntax]: `assert` stands inside of a thread: what must always hold is written `invariant c`',
  ],
  [
    'local y: int',
    '1:1: error[syntax]: `local` stands inside of a thread: what threads share is declared with `shared`',
  ],
  ['import lock', '1:1: error[syntax]: a file beside this one is read with `include "lock.fp"`'],
  ['shared int y', '1:8: error[syntax]: the type stands behind the name: `x: int`'],
  ['shared y int', '1:10: error[syntax]: expected `:` before the type, found `int`'],
  ['shared y: uint32_t', '1:11: error[unknown-type]: there is no type `uint32_t` above this line: it is written `u32`'],
  ['shared y: unsigned', '1:11: error[unknown-type]: there is no type `unsigned` above this line: it is written `u32`'],
  ['shared y: uint8_t', '1:11: error[unknown-type]: there is no type `uint8_t` above this line: it is written `u8`'],
  [
    'shared y: size_t',
    '1:11: error[unknown-type]: there is no type `size_t` above this line: numbers that wrap have at most 32 bits: take `u32` or `i32`, or `u16`, which wraps in the same way',
  ],
  [
    'shared y: atomic_int',
    '1:11: error[unknown-type]: there is no type `atomic_int` above this line: it is written `int`, and `cas`, `swap` and `fetch_add` are atomic',
  ],
  ['shared y: boolean', '1:11: error[unknown-type]: there is no type `boolean` above this line: it is written `bool`'],
  ['record node { int next }', '1:15: error[syntax]: the type stands behind the name: `me: int`'],
  [
    'record node { next: 0..3 }\nshared n: node\nthread T { n = 1 }',
    '3:12: error[wrong-kind]: `n` has a record: name a cell, such as `n.next`',
  ],
  [
    'record node { next: 0..3 }\nthread T { local n: node }',
    '2:21: error[unsupported]: `node` is a record: shared variables and fields of other records can be records',
  ],
  ['return 0', '1:1: error[syntax]: `return` stands inside of a procedure'],
  ['always x == 1', '1:1: error[syntax]: what must always hold is written `invariant c`'],
  ['}', '1:1: error[syntax]: this `}` closes nothing'],
  ['main() { }', '1:1: error[syntax]: a thread is written `thread P { ... }`'],
  ['never P(0)', '2:1: error[syntax]: expected `@` and a label, or `.` and a local variable, found `shared`'],
  ['class node { }', '1:1: error[syntax]: a record is declared `record node { next: 0..3, locked: bool }`'],
  [
    'init { run P() }',
    '1:1: error[syntax]: threads are declared, with `thread T[2] { ... }`, and all run from the beginning',
  ],
  ['mtype = { a, b }', '1:1: error[syntax]: an enumeration is declared `type colour = red | green`'],
  ['chan c = [1] of { int }', '1:1: error[syntax]: there are no channels: threads share variables, `shared x: int`'],
  ['import "a"', '1:1: error[syntax]: a file beside this one is read with `include "lock.fp"`'],
  ['from a import b', '1:1: error[syntax]: a file beside this one is read with `include "lock.fp"`'],
  ['using namespace std', '1:1: error[syntax]: a file beside this one is read with `include "lock.fp"`'],
  [
    'package main',
    '1:1: error[syntax]: a program is a list of declarations, without a frame around them: leave this out',
  ],
  ['VARIABLES x', '1:1: error[syntax]: a variable that threads share is declared `shared x: int = 0`'],
  [
    'EXTENDS Naturals',
    '1:1: error[syntax]: a program is a list of declarations, without a frame around them: leave this out',
  ],
  ['variables x = 0;', '1:1: error[syntax]: a variable that threads share is declared `shared x: int = 0`'],
  [
    'algorithm A {',
    '1:1: error[syntax]: a program is a list of declarations, without a frame around them: leave this out',
  ],
  [
    'fair process P { }',
    '1:1: error[syntax]: threads are written `thread P { ... }`, three of them `thread P[3] { ... }`',
  ],
  ['property p: x == 1', '1:1: error[syntax]: properties are written `invariant c`, `never c` and `ltl name: formula`'],
  ['spec p: x == 1', '1:1: error[syntax]: properties are written `invariant c`, `never c` and `ltl name: formula`'],
  ['public int z', '1:1: error[syntax]: a variable that threads share is declared `shared x: int = 0`'],
  [
    'template <class T>',
    '1:1: error[syntax]: a program is a list of declarations, without a frame around them: leave this out',
  ],
  ['std::atomic<int> z;', '1:1: error[syntax]: a variable that threads share is declared `shared x: int = 0`'],
  ['thread_local int z', '1:1: error[syntax]: a variable of a thread is declared inside of it: `local x: int`'],
  [
    'threads 3 { x = 1 }',
    '1:1: error[syntax]: threads are written `thread P { ... }`, three of them `thread P[3] { ... }`',
  ],
  [
    'parallel { x = 1 }',
    '1:1: error[syntax]: threads are declared, with `thread T[2] { ... }`, and all run from the beginning',
  ],
  [
    'par { } and { }',
    '1:1: error[syntax]: threads are declared, with `thread T[2] { ... }`, and all run from the beginning',
  ],
  ['spawn P', '1:1: error[syntax]: threads are declared, with `thread T[2] { ... }`, and all run from the beginning'],
  ['run P', '1:1: error[syntax]: threads are declared, with `thread T[2] { ... }`, and all run from the beginning'],
  ['shared y: integer', '1:11: error[unknown-type]: there is no type `integer` above this line: it is written `int`'],
  ['include <a.fp>', '1:9: error[syntax]: expected the name of a file: `include "lock.fp"`, found `<`'],
  ['thread P() { x = 1 }', '1:10: error[syntax]: a thread without parameters is written `thread P { ... }`'],
];

function told(text: string): string {
  const [first] = readProgram(text, 'slip.fp').diagnostics;
  if (first === undefined) return 'nothing';
  return `${first.line}:${first.column}: ${first.severity}[${first.code}]: ${first.message}`;
}

describe('a slip', () => {
  it.each(STATEMENTS)('in a thread: %s', (written, expected) => {
    expect(told(`shared x, y: int, b: bool, a[2]: int\nthread P {\n${written}\n}\n`)).toBe(expected);
  });

  it.each(DECLARATIONS)('outside of threads: %s', (written, expected) => {
    expect(told(`${written}\nshared x: int, b: bool\nthread P { x = 1 }\n`)).toBe(expected);
  });

  it('is one of many', () => {
    expect(STATEMENTS.length + DECLARATIONS.length).toBeGreaterThanOrEqual(130);
  });

  it('is none where the language takes what C has', () => {
    const text = `shared x: int;
// a comment
thread P {
  x = 1; /* another */
  if (x == 1) x = 2; else if (x == 2) { x = 3; } else x = 4;
  while (x != 4) { x += 1; break; }
  switch (x) { case 1: x = 2; default: skip; }
  return_: assert(x >= 0);
}
`;
    expect(told(text)).toBe('nothing');
  });
});
