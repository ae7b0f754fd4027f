/**
 * Words and marks of other languages, and what is written in DVE instead: for the messages of the parser, where it meets
 * something that can only be a slip.
 */
import { didYouMean, suggest } from '../shared/suggest.js';

/** What an illegal character was meant to be. */
const CHARACTERS: ReadonlyMap<string, string> = new Map([
  ['#', 'a comment starts with `//`; in a name `#` cannot stand first'],
  ['$', 'in a name `$` cannot stand first'],
  ['"', 'there are no strings'],
  ['@', 'a process P is in its state s when `P.s`'],
  ['≠', 'written `!=`'],
  ['≤', 'written `<=`'],
  ['≥', 'written `>=`'],
  ['∧', 'written `and`'],
  ['∨', 'written `or`'],
  ['¬', 'written `not`'],
  ['→', 'written `->`'],
]);

export function foreignCharacter(character: string): string | null {
  if (CHARACTERS.has(character)) return CHARACTERS.get(character) as string;
  return /\p{L}/u.test(character) ? 'names are made of the letters a to z and A to Z, digits and `_`' : null;
}

const TYPES: ReadonlyMap<string, string> = new Map([
  ['bool', 'there is no `bool`: write `byte`, with 0 and 1'],
  ['bit', 'there is no `bit`: write `byte`, with 0 and 1'],
  ['short', 'there is no `short`: `int` has 16 bits'],
  ['chan', 'a channel is declared `channel c;` or `channel {byte} c[1];`'],
  ['proctype', 'a process is written `process P { ... }`'],
  ['thread', 'a process is written `process P { ... }`'],
  ['default', 'this looks like a template for m4: only the text it expands to is read'],
  ['define', 'this looks like a template for m4: only the text it expands to is read'],
  ['forloop', 'this looks like a template for m4: only the text it expands to is read'],
  ['myloop', 'this looks like a template for m4: only the text it expands to is read'],
]);

const DECLARATIONS = ['const', 'byte', 'int', 'channel', 'process', 'system'];
const SECTIONS = ['const', 'byte', 'int', 'state', 'init', 'accept', 'commit', 'assert', 'trans'];
const CLAUSES = ['guard', 'sync', 'effect'];
const NOTHING_FOR: ReadonlyMap<string, string> = new Map([
  ['states', '`state`'],
  ['initial', '`init`'],
  ['committed', '`commit`'],
  ['accepting', '`accept`'],
  ['transitions', '`trans`'],
  ['when', '`guard`'],
  ['if', '`guard`'],
  ['do', '`effect`'],
  ['assign', '`effect`'],
]);

/** A word where a declaration, a section or a clause should begin; null when nothing is known of it. */
export function foreignBeginning(word: string, place: 'declaration' | 'section' | 'clause'): string | null {
  const type = place === 'clause' ? undefined : TYPES.get(word);
  if (type !== undefined) return type;
  const instead = place === 'declaration' ? undefined : NOTHING_FOR.get(word);
  if (instead !== undefined) return `\`${word}\` is written ${instead}`;
  const words = place === 'declaration' ? DECLARATIONS : place === 'section' ? SECTIONS : CLAUSES;
  const near = suggest(word, words);
  return near === null ? null : `\`${word}\` begins no ${place}${didYouMean(near)}`;
}

/** `x++`, `x += 1`, `x := 1`: `mark` and `next` stand behind the name; null when it is something else. */
export function foreignAssignment(name: string, mark: string, next: string): string | null {
  if (mark === ':' && next === '=') return 'an assignment is written `=`, without `:`';
  if (mark === '==') return '`==` compares: an assignment is written `=`';
  if (!['+', '-', '*', '/', '%', '|', '&', '^'].includes(mark)) return null;
  if (next === '=') return `there is no \`${mark}=\`: write \`${name} = ${name} ${mark} ...\``;
  return next === mark ? `there is no \`${mark}${mark}\`: write \`${name} = ${name} ${mark} 1\`` : null;
}

/** The mark at which an expression could not begin or go on, with what stood directly before it. */
export function foreignOperator(before: string, mark: string): string | null {
  if (mark === '=') return '`=` assigns: equality is written `==`';
  if (mark === '!') return '`!` sends: the negation is written `not`';
  if (mark === '?') return 'there is no `? :`: use two transitions, or a product with a comparison';
  return before === '<' && mark === '>' ? '`<>` is written `!=`' : null;
}
