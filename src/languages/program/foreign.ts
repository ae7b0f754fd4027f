/**
 * Words and marks of other languages, and what is written here instead.
 *
 * Nobody learns a language from its grammar: the first program somebody writes is half C, half the pseudo-code of a paper.
 * Where the parser meets such a word, where it can only be a slip, its message says what to write. These words are not
 * reserved: a variable or a label may have any of these names.
 */

import { didYouMean, suggest } from '../shared/suggest.js';

/** What is said of it, and what to write instead of the word, when that is all that there is to do. */
export interface Advice {
  readonly message: string;
  readonly instead: string | null;
}

/** The words that statements begin with. */
const BEGINNINGS = [
  ...['local', 'if', 'while', 'loop', 'await', 'assume', 'assert', 'goto', 'choose', 'break', 'continue', 'skip'],
  ...['fence', 'atomic', 'cas', 'swap', 'fetch_add', 'store_release'],
];

const FENCE = '`fence` waits until the store buffers of the thread are empty';
const STORE_FENCE = '`fence store` keeps the stores before it before those after it';

const STATEMENTS: ReadonlyMap<string, string> = new Map([
  ...['mfence', 'lfence', 'barrier', 'membar', 'flush', 'memory_barrier', 'smp_mb', 'dmb', 'sync', 'mb'].map(
    (word) => [word, FENCE] as const,
  ),
  ...['sfence', 'stbar', 'wmb', 'smp_wmb', 'ssfence'].map((word) => [word, STORE_FENCE] as const),
  ...['unsigned', 'volatile', 'static', 'register', 'auto', 'long', 'short', 'char', 'float', 'double', 'size_t'].map(
    (word) => [word, 'a variable of a thread is declared `local x: int = 0`'] as const,
  ),
  ...['uint8_t', 'uint16_t', 'int8_t', 'int16_t', 'int32_t', 'uint32_t', 'u8', 'u16', 'u32', 'i8', 'i16', 'i32'].map(
    (word) => [word, 'a variable of a thread is declared `local x: u8 = 0`'] as const,
  ),
  ...['atomic_int', 'atomic_bool', '_Atomic', 'std'].map(
    (word) => [word, 'shared variables are declared outside of threads: `shared x: int = 0`'] as const,
  ),
  ['struct', 'a record is declared outside of threads: `record node { next: 0..3 }`'],
  ['typedef', 'another name for a type is declared outside of threads: `type ticket = 0..7`'],
  ['mod', 'the remainder is written `%`'],
  ['xor', 'operators on bits are written `^`, `&`, `|`'],
  ['call', 'a procedure is called by its name: `acquire(me)`'],
  ['otherwise', 'write `else { ... }`, and in a `switch` `default: ...`'],
  ['try', 'there are no exceptions'],
  ['throw', 'there are no exceptions: what must not happen is written `assert c`'],
  ['halt', 'a thread ends at its `}`'],
  ['and', '`and` is written `&&`'],
  ['not', '`not` is written `!`'],
  ['then', 'there is no `then`: write `if c { ... } else { ... }`'],
  ['do', 'there is no `do`: write `while c { ... }`, or `loop { ... }` with `if c { break }`'],
  ['repeat', 'there is no `repeat`: write `loop { ... }` with `if c { break }`'],
  ['until', 'there is no `until`: write `await c`, or `loop { ... }` with `if c { break }`'],
  ['wait', '`await c` waits until c is true'],
  ['when', '`await c` waits until c is true'],
  ['end', 'a block ends with `}`'],
  ['endif', 'a block ends with `}`'],
  ['fi', 'a block ends with `}`'],
  ['od', 'a block ends with `}`'],
  ['elif', 'write `else if`'],
  ['elsif', 'write `else if`'],
  ['exit', 'there is no `exit`: a thread ends at its `}`, and `goto` leads to a label before it'],
  ['nop', 'what does nothing is written `skip`'],
  ['pass', 'what does nothing is written `skip`'],
  ['yield', 'there is no `yield`: other threads may act between any two steps'],
  ['either', 'a choice is written `choose { ... } or { ... }`'],
  ['with', 'any value is written `x = ?`, of a local with a range'],
  ['d_step', 'what is done in one step is written `atomic { ... }`'],
  ...['unless', 'timeout'].map(
    (word) => [word, `there is no \`${word}\`: write \`choose { ... } or { ... }\``] as const,
  ),
  ...['match', 'select'].map((word) => [word, 'a choice by a value is written `switch x { case 1: ... }`'] as const),
  ...['raise', 'catch', 'finally', 'except'].map(
    (word) => [word, 'there are no exceptions: what must not happen is written `assert c`'] as const,
  ),
  ...['def', 'function', 'fn', 'void', 'lambda'].map(
    (word) => [word, 'a procedure is declared outside of threads: `proc acquire(me: int) { ... }`'] as const,
  ),
  ...['new', 'delete'].map(
    (word) => [word, 'there is no memory to be had: nodes are the cells of a shared array'] as const,
  ),
  ...['run', 'spawn', 'fork'].map(
    (word) => [word, 'threads are declared, with `thread T[2] { ... }`, and all run from the beginning'] as const,
  ),
  ...['global', 'nonlocal'].map(
    (word) => [word, 'a shared variable is used by its name, without being declared again'] as const,
  ),
  ['begin', 'a block begins with `{`'],
  ['div', 'a division is written `/`'],
  ['full', '`fence` alone is the full fence'],
  ...['seq_cst', 'acq_rel'].map((word) => [word, '`fence` alone is the full fence'] as const),
  ['print', 'there is no output: a trace shows what every variable holds'],
  ['var', 'a variable of a thread is declared `local x: int = 0`'],
  ['let', 'a variable of a thread is declared `local x: int = 0`'],
]);

/** Of these, the words that another word stands for. */
const SAME_STATEMENTS: ReadonlyMap<string, string> = new Map([
  ...[...STATEMENTS].filter(([, message]) => message === FENCE).map(([word]) => [word, 'fence'] as const),
  ...[...STATEMENTS].filter(([, message]) => message === STORE_FENCE).map(([word]) => [word, 'fence store'] as const),
  ...['nop', 'pass'].map((word) => [word, 'skip'] as const),
  ...['wait', 'when'].map((word) => [word, 'await'] as const),
  ...['elif', 'elsif'].map((word) => [word, 'else if'] as const),
]);

const CAS = 'this instruction is written `cas(x, old, new)`, which is true when it has written';
const SWAP = 'this instruction is written `swap(x, value)`, which gives the old value';
const ADD = 'this instruction is written `fetch_add(x, 1)`, which gives the old value';
const READ = 'a shared variable is read by its name: `r = x`';
const WRITE = 'a shared variable is written by an assignment: `x = 1`';
const TAKE = 'there is no such lock: a lock is a variable, taken by `await cas(l, 0, 1)` and left by `l = 0`';
const THREADS = 'threads are declared, with `thread T[2] { ... }`, and all run from the beginning';
const OUTPUT = 'there is no output: a trace shows what every variable holds';
const TIME = 'there is no time: other threads may act between any two steps';

const all = (message: string, ...words: readonly string[]) => words.map((word) => [word, message] as const);

/** Instructions and functions. None of them is reserved: procedures may have these names. */
const CALLS: ReadonlyMap<string, string> = new Map([
  ...all(FENCE, 'smp_mb', 'smp_rmb', 'mb', 'rmb', 'atomic_thread_fence', '__sync_synchronize'),
  ...all(FENCE, 'mfence', '_mm_mfence', 'lfence', 'barrier', 'memory_barrier', 'thread_fence'),
  ...all(STORE_FENCE, 'smp_wmb', 'wmb', 'sfence', '_mm_sfence'),
  ...all(CAS, 'CAS', 'compare_and_swap', 'compare_exchange', 'cmpxchg', 'atomic_compare_exchange_strong'),
  ...all(CAS, 'atomic_compare_exchange_weak', 'compare_exchange_strong', 'compare_exchange_weak', 'compareAndSet'),
  ...all(CAS, '__sync_bool_compare_and_swap', '__sync_val_compare_and_swap', 'compare_and_set'),
  ...all(SWAP, 'xchg', 'exchange', 'atomic_exchange', 'getAndSet', 'SWAP', 'get_and_set'),
  ...all('this instruction is written `swap(x, 1)`', 'test_and_set', 'TAS', 'atomic_flag_test_and_set'),
  ...all(ADD, 'fetch_and_add', 'atomic_fetch_add', '__sync_fetch_and_add', 'FAA', 'getAndAdd', 'get_and_add'),
  ...all(ADD, 'atomic_inc', 'fetch_and_inc', 'InterlockedIncrement', 'xadd', 'increment'),
  ...all('this is written `fetch_add(x, -1)`', 'fetch_sub', 'atomic_fetch_sub', 'atomic_dec', 'fetch_and_sub'),
  ...all('this is written `store_release(x, e)`', 'smp_store_release'),
  ...all('this is written `load_acquire(x)`', 'smp_load_acquire'),
  ...all(CAS, '__atomic_compare_exchange_n', 'atomic_cmpxchg', 'try_cmpxchg'),
  ...all(ADD, '__atomic_fetch_add', 'atomic_add', 'atomic_fetch_inc'),
  ...all(READ, '__atomic_load_n'),
  ...all(WRITE, '__atomic_store_n'),
  ['load_acquire', '`load_acquire(x)` gives a value: assign it to a local'],
  ['store_release', '`store_release(x, e)` gives no value: it stands alone'],
  ...all(READ, 'atomic_load', 'load', 'READ_ONCE', 'read', 'atomic_read', 'atomic_load_explicit', 'get'),
  ...all(WRITE, 'atomic_store', 'store', 'WRITE_ONCE', 'write', 'atomic_set', 'atomic_store_explicit', 'set'),
  ...all(
    TAKE,
    'lock',
    'pthread_mutex_lock',
    'mutex_lock',
    'spin_lock',
    'mtx_lock',
    'acquire',
    'try_lock',
    'synchronized',
  ),
  ...all(
    'a lock is a variable, left by `l = 0`',
    'unlock',
    'pthread_mutex_unlock',
    'mutex_unlock',
    'spin_unlock',
    'release',
  ),
  ...all(THREADS, 'pthread_create', 'spawn', 'fork', 'thread_create', 'run', 'start'),
  ...all('`await P@end` is not possible: what threads must not reach is written `never`', 'pthread_join', 'join'),
  ...all(OUTPUT, 'printf', 'print', 'println', 'puts', 'printk', 'fprintf'),
  ...all(TIME, 'sleep', 'usleep', 'yield', 'sched_yield', 'cpu_relax', 'pause', 'delay'),
  ...all('there is no memory to be had: nodes are the cells of a shared array', 'malloc', 'free', 'calloc', 'kmalloc'),
  ...all('a size is a constant: `const N = 3`, `shared a[N]: int`', 'sizeof', 'len', 'length'),
  ...all('write `a < b ? a : b`', 'min'),
  ...all('write `a < b ? b : a`', 'max'),
  ...all('a loop that counts is written `for i in 0..2 { ... }`', 'range'),
  ...all(
    'any value is written `x = ?`, of a variable with a range',
    'random',
    'rand',
    'nondet',
    'havoc',
    '__VERIFIER_nondet_int',
  ),
  ...all('what must be true is written `assert c`', '__VERIFIER_assert', 'static_assert'),
  ...all('what is taken for granted is written `assume c`', '__VERIFIER_assume'),
]);

/** The calls that are called otherwise here, and take the same arguments. */
const SAME_CALLS: ReadonlyMap<string, string> = new Map([
  ...['CAS', 'compare_and_swap', 'compareAndSet', 'compare_and_set', '__sync_bool_compare_and_swap'].map(
    (word) => [word, 'cas'] as const,
  ),
  ...['xchg', 'exchange', 'atomic_exchange', 'SWAP'].map((word) => [word, 'swap'] as const),
  ...['fetch_and_add', 'atomic_fetch_add', '__sync_fetch_and_add', 'FAA', 'xadd'].map(
    (word) => [word, 'fetch_add'] as const,
  ),
]);

const FREE_NAMES = 'a name that means nothing else stands for every thread: `never T(i)@cs && T(j)@cs`';

const DECLARATIONS: ReadonlyMap<string, string> = new Map([
  ...['process', 'proctype', 'program', 'task', 'active', 'main'].map(
    (word) => [word, 'a thread is written `thread P { ... }`'] as const,
  ),
  ...['void', 'function', 'def', 'fn', 'func', 'procedure', 'inline', 'subroutine', 'macro'].map(
    (word) => [word, 'a procedure is written `proc acquire(me: int) { ... }`'] as const,
  ),
  ...['struct', 'class', 'union'].map(
    (word) => [word, 'a record is declared `record node { next: 0..3, locked: bool }`'] as const,
  ),
  ...['import', 'use', 'using', 'require', 'from', 'open'].map(
    (word) => [word, 'a file beside this one is read with `include "lock.fp"`'] as const,
  ),
  ...['package', 'module', 'namespace', 'EXTENDS', 'algorithm', 'template'].map(
    (word) => [word, 'a program is a list of declarations, without a frame around them: leave this out'] as const,
  ),
  ...['init', 'run', 'spawn', 'start', 'par', 'parallel', 'cobegin'].map(
    (word) => [word, 'threads are declared, with `thread T[2] { ... }`, and all run from the beginning'] as const,
  ),
  ...['threads', 'fair'].map(
    (word) => [word, 'threads are written `thread P { ... }`, three of them `thread P[3] { ... }`'] as const,
  ),
  ...['chan', 'channel'].map(
    (word) => [word, 'there are no channels: threads share variables, `shared x: int`'] as const,
  ),
  ...['variable', 'variables', 'VARIABLE', 'VARIABLES', 'std', 'public', 'private'].map(
    (word) => [word, 'a variable that threads share is declared `shared x: int = 0`'] as const,
  ),
  ['thread_local', 'a variable of a thread is declared inside of it: `local x: int`'],
  ['mtype', 'an enumeration is declared `type colour = red | green`'],
  ...['property', 'spec', 'specification', 'ensures'].map(
    (word) => [word, 'properties are written `invariant c`, `never c` and `ltl name: formula`'] as const,
  ),
  ...['forall', 'exists'].map((word) => [word, FREE_NAMES] as const),
  ...['and', 'or', 'not'].map(
    (word) => [word, `\`${word}\` is written \`${{ and: '&&', or: '||', not: '!' }[word]}\``] as const,
  ),
  ['typedef', 'another name for a type is declared `type ticket = 0..7`, a record `record node { next: 0..3 }`'],
  ['return', '`return` stands inside of a procedure'],
  ['fence', '`fence` stands inside of a thread or a procedure'],
  ...['atomic_int', 'atomic_bool', '_Atomic', 'unsigned', 'static', 'extern', 'long', 'short', 'char', 'uint8_t'].map(
    (word) => [word, 'a variable that threads share is declared `shared x: int = 0`'] as const,
  ),
  ...['var', 'int', 'bool', 'byte', 'global', 'volatile', 'atomic', 'let', 'u8', 'u16', 'u32', 'i8', 'i16', 'i32'].map(
    (word) => [word, 'a variable that threads share is declared `shared x: int = 0`'] as const,
  ),
  ['local', '`local` stands inside of a thread: what threads share is declared with `shared`'],
  ['define', 'a constant is declared `const N = 3`'],
  ['enum', 'an enumeration is declared `type colour = red | green`'],
  ['assert', '`assert` stands inside of a thread: what must always hold is written `invariant c`'],
  ['always', 'what must always hold is written `invariant c`'],
  ['forbidden', 'what must not be reached is written `never c`'],
  ['unsafe', 'what must not be reached is written `never c`'],
  ['}', 'this `}` closes nothing'],
  ['=', '`=` assigns: equality is written `==`'],
]);

/** Types of C and of Rust. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ...['u64', 'uint64_t', 'i64', 'int64_t', 'size_t', 'usize', 'long'].map(
    (word) =>
      [
        word,
        'numbers that wrap have at most 32 bits: take `u32` or `i32`, or `u16`, which wraps in the same way',
      ] as const,
  ),
  ['unsigned', 'it is written `u32`'],
  ...['8', '16', '32'].map((bits) => [`uint${bits}_t`, `it is written \`u${bits}\``] as const),
  ...['8', '16', '32'].map((bits) => [`int${bits}_t`, `it is written \`i${bits}\``] as const),
  ...['integer', 'number', 'Int', 'Integer'].map((word) => [word, 'it is written `int`'] as const),
  ['byte', 'it is written `u8`'],
  ['char', 'it is written `i8`'],
  ['short', 'it is written `i16`'],
  ['boolean', 'it is written `bool`'],
  ['_Bool', 'it is written `bool`'],
  ['atomic_int', 'it is written `int`, and `cas`, `swap` and `fetch_add` are atomic'],
  ['atomic_bool', 'it is written `bool`, and `cas` and `swap` are atomic'],
]);

const SAME_TYPES: ReadonlyMap<string, string> = new Map([
  ...['8', '16'].map((bits) => [`uint${bits}_t`, `u${bits}`] as const),
  ...['8', '16', '32'].map((bits) => [`int${bits}_t`, `i${bits}`] as const),
  ...Object.entries({ byte: 'u8', char: 'i8', short: 'i16', boolean: 'bool', _Bool: 'bool' }),
  ...Object.entries({ atomic_int: 'int', atomic_bool: 'bool' }),
  ...['integer', 'number', 'Int', 'Integer'].map((word) => [word, 'int'] as const),
]);

/** What is written for a type of another language; null when nothing is known of it. */
export function foreignType(word: string): Advice | null {
  const message = TYPES.get(word);
  return message === undefined ? null : { message, instead: SAME_TYPES.get(word) ?? null };
}

/** What an illegal character was meant to be. */
const CHARACTERS: ReadonlyMap<string, string> = new Map([
  ['#', 'a comment starts with `//`'],
  ['"', 'there are no strings'],
  ["'", 'there are no characters'],
  ['≠', 'written `!=`'],
  ['≤', 'written `<=`'],
  ['≥', 'written `>=`'],
  ['∧', 'written `&&`'],
  ['∨', 'written `||`'],
  ['¬', 'written `!`'],
  ['←', 'written `=`'],
  ['→', 'written `->`'],
]);

/** A word at the beginning of a statement that is none; `next` is what follows it. */
export function foreignStatement(word: string, next: string): Advice {
  const known = STATEMENTS.get(word);
  if (known !== undefined) return { message: known, instead: SAME_STATEMENTS.get(word) ?? null };
  const near = suggest(word, BEGINNINGS);
  const unknown = `unknown statement \`${word}\``;
  if (near !== null) return { message: `${unknown}${didYouMean(near)}`, instead: near };
  const [label, assignment] = ['a label needs `:`', 'an assignment needs `=` after the variable'];
  const hint = next === 'name' ? `${label}, and a type stands behind the name` : `${assignment}, ${label}`;
  return { message: `${unknown}: ${hint}`, instead: null };
}

/** A call of what is no procedure of the text; null when nothing is known of it. */
export function foreignCall(word: string): Advice | null {
  const known = CALLS.get(word) ?? STATEMENTS.get(word);
  if (known !== undefined) return { message: known, instead: SAME_CALLS.get(word) ?? null };
  const near = suggest(word, BEGINNINGS);
  if (near === null) return null;
  return { message: `there is no procedure \`${word}\`${didYouMean(near)}`, instead: near };
}

/** A word where an expression cannot go on; null when nothing is known of it. */
export function foreignWord(word: string): Advice | null {
  if (word === 'forall' || word === 'exists') return { message: FREE_NAMES, instead: null };
  const message = WORDS.get(word);
  return message === undefined ? null : { message, instead: SAME_WORDS.get(word) ?? null };
}

const WORDS: ReadonlyMap<string, string> = new Map([
  ['and', '`and` is written `&&`'],
  ['or', '`or` is written `||`'],
  ['not', '`not` is written `!`'],
  ['mod', 'the remainder is written `%`'],
  ['div', 'the division is written `/`'],
  ['xor', '`xor` of conditions is written `!=`, of bits `^`'],
  ['implies', '`implies` is written `->`'],
  ['is', '`is` is written `==`'],
  ['in', '`in` stands in `for i in 0..2 { ... }`'],
  ['then', 'there is no `then`: write `if c { ... } else { ... }`'],
  ['do', 'there is no `do`: write `while c { ... }`'],
]);

const SAME_WORDS: ReadonlyMap<string, string> = new Map([
  ['and', '&&'],
  ['or', '||'],
  ['not', '!'],
  ['mod', '%'],
  ['div', '/'],
  ['implies', '->'],
  ['is', '=='],
]);

/** A name that means nothing here, and something elsewhere; null when nothing is known of it. */
export function foreignName(word: string): string | null {
  if (['null', 'NULL', 'nullptr', 'nil', 'None', 'Nil'].includes(word)) {
    return 'there are no pointers: take a number that is no index, such as `const NIL = 3`';
  }
  if (['tid', 'thread_id', 'pid', 'id', 'this', 'my_id', '_pid'].includes(word)) {
    return 'the number of a thread declared with `[3]` or `[any]` is `self`; others have parameters';
  }
  return null;
}

/** Behind `#`. */
export function foreignDirective(rest: string): string {
  if (rest.startsWith('define')) return 'a constant is declared `const N = 3`';
  if (rest.startsWith('include')) return 'another file is included without `#`: `include "lock.fp"`';
  return 'a comment starts with `//`';
}

/** Null when nothing is known of the word. */
export function foreignDeclaration(word: string): string | null {
  return DECLARATIONS.get(word) ?? null;
}

export function foreignCharacter(character: string): string | null {
  if (CHARACTERS.has(character)) return CHARACTERS.get(character) as string;
  return /\p{L}/u.test(character) ? 'names are made of the letters a to z and A to Z, digits and `_`' : null;
}

/** `x++`: `mark` and `next` stand behind the name; null when it is something else. */
export function foreignAssignment(name: string, mark: string, next: string): string | null {
  if (mark !== '+' && mark !== '-') return null;
  return next === mark ? `there is no \`${mark}${mark}\`: write \`${name} ${mark}= 1\`` : null;
}

/** The mark at which an expression could not go on, with what stood directly before it. */
export function foreignOperator(before: string, mark: string): Advice | null {
  if (mark === '=') return { message: '`=` assigns: equality is written `==`', instead: '==' };
  return before === '<' && mark === '>' ? { message: '`<>` is written `!=`', instead: null } : null;
}
