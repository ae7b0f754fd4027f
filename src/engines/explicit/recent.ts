/**
 * States that were found a moment ago, as kernel code. Neighbours of a level have common successors: two steps of different
 * threads lead to the same state in either order, and both orders are tried within a short while. Two fifths to three fifths of
 * all successors are among the last thousand or two (of two thirds to three quarters that are found again at all).
 *
 * So the words of each successor are noted in a place that its hash names, over what was there. It is small enough for the
 * nearest cache. A successor whose words are in its place has been put into the batch before: it is stored, or will be with the
 * batch. It is counted, and nothing else is done, neither with the batch nor with the table.
 *
 * Nothing is lost by that: what is found first stays first, and in the batch it would have been found in the table. The host
 * hears of successors in two cases only, when it watches for a state and when it has successors listed; then nothing is noted
 * and nothing left out.
 */
import type { Listing } from './batch.js';
import {
  binary,
  type Code,
  constant,
  get,
  load,
  ONE,
  return_,
  type Statement,
  set,
  store,
  when,
  ZERO,
} from './code/code.js';
import { stateWord } from './expressions.js';
import { field, HEADER, setField } from './header.js';
import { names } from './visited.js';

/** Where they are noted. */
export interface Recent {
  readonly at: number;
  /** A power of two. */
  readonly places: number;
}

/** Bytes for all of them, and the share of the memory that is allowed. */
const MOST_BYTES = 2 ** 15;
const MOST_SHARE = 1 / 64;

/** The words of a state, and its hash. */
function placeBytes(words: number): number {
  return 4 * (words + 1);
}

/** How many places there are for states of so many words. */
export function recentPlaces(words: number, maxBytes: number): number {
  const bytes = Math.min(MOST_BYTES, MOST_SHARE * maxBytes);
  return 2 ** Math.max(0, Math.floor(Math.log2(bytes / placeBytes(words))));
}

/** The bytes of so many places. */
export function recentBytes(words: number, places: number): number {
  return places * placeBytes(words);
}

/** Counts s0, s1... and returns if they were found a moment ago; notes them if not. */
export function foundAgain(words: number, { at, places }: Recent, listing: Listing): Statement[] {
  const place = binary('&', get('hash'), constant(places - 1));
  // Not 0, which stands where nothing is noted.
  const stamp = binary('|', get('hash'), ONE);
  const isNoted = names(words)
    .map((_, word) => binary('==', load(get('place'), 4 * word), stateWord(word)))
    .reduceRight((rest: Code, test): Code => ({ op: 'choose', condition: test, whenTrue: rest, whenFalse: ZERO }));
  const again = [setField(HEADER.again, binary('+', field(HEADER.again), ONE)), return_(ZERO)];
  const noted = [
    set('place', binary('+', binary('*', place, constant(placeBytes(words))), constant(at))),
    when(binary('==', load(get('place'), 4 * words), stamp), [when(isNoted, again)]),
    ...names(words).map((_, word) => store(get('place'), 4 * word, stateWord(word))),
    store(get('place'), 4 * words, stamp),
  ];
  const unwatched = when(binary('<', field(HEADER.target), ZERO), noted);
  return [listing === 'when asked' ? when(binary('==', field(HEADER.listing), ZERO), [unwatched]) : unwatched];
}
