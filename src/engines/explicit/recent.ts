/**
 * States that were found a moment ago, as kernel code. Neighbours of a level have common successors: two steps of different
 * threads lead to the same state in either order, and both orders are tried within a short while. Two fifths to three fifths of
 * all successors are among the last thousand or two (of two thirds to three quarters that are found again at all).
 *
 * So the words of each successor are noted in a place that its hash names, over what was there. It is small enough for the
 * nearest cache. A successor whose words are in its place has been put into the batch before: it is stored, or will be with the
 * batch. It is counted, and nothing else is done, neither with the batch nor with the table.
 *
 * Every other successor is one of these and no processor guesses which, so nothing branches on it: all are written to the end of
 * the batch, and that end moves on by the size of a successor or by nothing.
 *
 * Nothing is lost by that: what is found first stays first, and in the batch it would have been found in the table. The host
 * hears of successors in two cases only, when it watches for a state and when it has successors listed; then nothing is noted
 * and nothing left out.
 *
 * Memory is zero at first, which looks like a note of the state whose words are all 0. It could be in one place only, that of
 * hash 0, and there the host writes a state that is never looked for there (`strangerTo`).
 */
import type { Listing } from './batch.js';
import { binary, type Code, constant, get, load, ONE, type Statement, set, store, when, ZERO } from './code/code.js';
import { stateWord } from './expressions.js';
import { field, HEADER } from './header.js';
import { hashOf, names } from './visited.js';

/** Where they are noted. */
export interface Recent {
  readonly at: number;
  /** A power of two. */
  readonly places: number;
}

/** Bytes for all of them, and the share of the memory that is allowed. */
const MOST_BYTES = 2 ** 15;
const MOST_SHARE = 1 / 64;

/** The words of a state. */
function placeBytes(words: number): number {
  return 4 * words;
}

/** How many places there are for states of so many words; at least two, so that not all states belong to one. */
export function recentPlaces(words: number, maxBytes: number): number {
  const bytes = Math.min(MOST_BYTES, MOST_SHARE * maxBytes);
  return 2 ** Math.max(1, Math.floor(Math.log2(bytes / placeBytes(words))));
}

/** The bytes of so many places. */
export function recentBytes(words: number, places: number): number {
  return places * placeBytes(words);
}

/** The first word of a state whose other words are 0 and whose place is not the first one. */
export function strangerTo(words: number, places: number): number {
  let first = 1;
  while ((hashOf([first, ...new Array<number>(words - 1).fill(0)]) & (places - 1)) === 0) first++;
  return first;
}

/** Notes s0, s1... and sets `fresh`: to 0 if they were found a moment ago, else to 1. */
export function foundAgain(words: number, { at, places }: Recent, listing: Listing): Statement[] {
  const place = binary('&', get('hash'), constant(places - 1));
  const differs = names(words)
    .map((_, word) => binary('^', load(get('place'), 4 * word), stateWord(word)))
    .reduce((some: Code, one): Code => binary('|', some, one));
  const noted = [
    set('place', binary('+', binary('*', place, constant(placeBytes(words))), constant(at))),
    set('fresh', binary('!=', differs, ZERO)),
    ...names(words).map((_, word) => store(get('place'), 4 * word, stateWord(word))),
  ];
  const unwatched = when(binary('<', field(HEADER.target), ZERO), noted);
  return [
    set('fresh', ONE),
    listing === 'when asked' ? when(binary('==', field(HEADER.listing), ZERO), [unwatched]) : unwatched,
  ];
}
