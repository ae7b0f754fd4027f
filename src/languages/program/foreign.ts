/**
 * Words and marks of other languages, and what is written here instead.
 *
 * Nobody learns a language from its grammar: the first program somebody writes is half C, half the pseudo-code of a paper.
 * Where the parser meets such a word, where it can only be a slip, its message says what to write. These words are not
 * reserved: a variable or a label may have any of these names.
 */

import { suggest } from '../shared/suggest.js';

/** The words that statements begin with. */
const BEGINNINGS = [
  ...['local', 'if', 'while', 'loop', 'await', 'assume', 'assert', 'goto', 'choose', 'break', 'continue', 'skip'],
  ...['fence', 'atomic', 'cas', 'swap', 'fetch_add'],
];

const STATEMENTS: ReadonlyMap<string, string> = new Map([
  ...['mfence', 'sfence', 'lfence', 'barrier', 'membar', 'flush', 'memory_barrier'].map(
    (word) => [word, '`fence` waits until the store buffers of the thread are empty'] as const,
  ),
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
  ['return', 'there is no `return`: a thread ends at its `}`, and `goto` leads to a label before it'],
  ['exit', 'there is no `exit`: a thread ends at its `}`, and `goto` leads to a label before it'],
  ['nop', 'what does nothing is written `skip`'],
  ['pass', 'what does nothing is written `skip`'],
  ['yield', 'there is no `yield`: other threads may act between any two steps'],
  ['var', 'a variable of a thread is declared `local x: int = 0`'],
  ['let', 'a variable of a thread is declared `local x: int = 0`'],
]);

const CALLS: ReadonlyMap<string, string> = new Map([
  ['lock', 'there is no `lock`: a lock is a variable, taken by `await cas(l, 0, 1)`'],
  ['unlock', 'there is no `unlock`: a lock is a variable, left by `l = 0`'],
  ['CAS', '`cas(x, old, new)` is written in small letters'],
  ['compare_and_swap', 'this instruction is written `cas(x, old, new)`'],
  ['compare_exchange', 'this instruction is written `cas(x, old, new)`'],
  ['xchg', 'this instruction is written `swap(x, value)`'],
  ['exchange', 'this instruction is written `swap(x, value)`'],
  ['test_and_set', 'this instruction is written `swap(x, 1)`'],
  ['fetch_and_add', 'this instruction is written `fetch_add(x, 1)`'],
]);

const DECLARATIONS: ReadonlyMap<string, string> = new Map([
  ...['process', 'proc', 'proctype', 'void', 'program', 'task'].map(
    (word) => [word, 'a thread is written `thread P { ... }`'] as const,
  ),
  ...['var', 'int', 'bool', 'byte', 'global', 'volatile', 'atomic', 'let'].map(
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
  ...['u32', 'uint32_t', 'unsigned', 'u64', 'uint64_t', 'i64', 'int64_t', 'size_t', 'usize', 'long'].map(
    (word) => [word, ': numbers have at most 32 bits with a sign: `i32`, `u16`, or `int` without bound'] as const,
  ),
  ...['8', '16'].map((bits) => [`uint${bits}_t`, `: it is written \`u${bits}\``] as const),
  ...['8', '16', '32'].map((bits) => [`int${bits}_t`, `: it is written \`i${bits}\``] as const),
  ['byte', ': it is written `u8`'],
  ['char', ': it is written `i8`'],
  ['short', ': it is written `i16`'],
  ['boolean', ': it is written `bool`'],
  ['_Bool', ': it is written `bool`'],
  ['atomic_int', ': it is written `int`, and `cas`, `swap` and `fetch_add` are atomic'],
  ['atomic_bool', ': it is written `bool`, and `cas` and `swap` are atomic'],
]);

/** What is written for a type of another language; null when nothing is known of it. */
export function foreignType(word: string): string | null {
  return TYPES.get(word) ?? null;
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
export function foreignStatement(word: string, next: string): string {
  const known = next === '(' ? CALLS.get(word) : STATEMENTS.get(word);
  if (known !== undefined) return known;
  const near = suggest(word, BEGINNINGS);
  if (near !== '') return `unknown statement \`${word}\`${near}`;
  if (next === '(') return `unknown instruction \`${word}\`: there are \`cas\`, \`swap\` and \`fetch_add\``;
  return `unknown statement \`${word}\`: an assignment needs \`=\` after the variable, a label needs \`:\``;
}

/** A call of what is no procedure here, but an instruction of another language; null when nothing is known of it. */
export function foreignCall(word: string): string | null {
  return CALLS.get(word) ?? null;
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
export function foreignOperator(before: string, mark: string): string | null {
  if (mark === '=') return '`=` assigns: equality is written `==`';
  return before === '<' && mark === '>' ? '`<>` is written `!=`' : null;
}
