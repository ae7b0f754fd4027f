/**
 * States that are expanded by several threads and stored by one, as kernel code. It is for searches that list the successors of
 * every state, by number (`ltl/kept-graph.ts`), and want the numbers that one thread alone would give.
 *
 * A kernel that tells has no states of its own. It is given a portion of them, some that follow one another, expands these, and
 * writes down the words of their successors in the order in which they are found; and for each state a list, with a place for
 * the number of each successor, which it does not know. A kernel that takes has all states. It takes portions in the order of
 * their states, finds the successors of a portion or adds them, and writes their numbers into the lists. So states are added in the
 * same order as by one thread that expands one after the other, with the same numbers and the same parents, whoever expands
 * them and when.
 *
 * Looking up is what one thread does for all, so a successor that was found a moment ago is not told again (`recent.ts` says how
 * often that is): it is noted that its number is the one of another place of the same portion. Nothing branches on that: what is told
 * and what is noted are both written, and the end of one of the two moves on.
 *
 *     told of a portion:   successors   words of the state | number of its parent | its place in the lists
 *                          copies       a place in the lists | an earlier place with the same state
 *                          lists        by state: what is true in it | room for more | numbers of successors, its own if it has none
 *                          ends         by state: where its list ends
 *                          steps        by place in the lists: the number of the step (not carried over)
 */
import { listedBytes, putIntoBatch } from './batch.js';
import {
  binary,
  type Code,
  type CodeFunction,
  call,
  constant,
  exit,
  get,
  load,
  loop,
  ONE,
  perform,
  return_,
  type Statement,
  set,
  store,
  when,
  ZERO,
} from './code/code.js';
import { stateWord } from './expressions.js';
import { field, HEADER, setField } from './header.js';
import { recentPlaces } from './recent.js';
import type { Reduction } from './reduce/reduction.js';
import type { Regions } from './regions.js';
import { hashed, names, recordOf } from './visited.js';

/** What a kernel is part of. */
export interface Ahead {
  /** The most words of a list before its successors. */
  readonly mostHead: number;
  /** How many there are, in a kernel that tells; a kernel that takes is not given it. */
  readonly head?: number;
}

/** What is told at once, at most. */
export interface Portion {
  readonly states: number;
  readonly successors: number;
  /** Words of the lists. */
  readonly lists: number;
}

/** Bytes of a portion, unless one state needs more, and the share of the memory that is allowed. */
const MOST_BYTES = 2 ** 21;
const MOST_SHARE = 1 / 64;
const MOST_STATES = 2048;

/** Words of a successor that is told, and of a copy. */
export function toldWords(words: number): number {
  return words + 2;
}
export const COPY_WORDS = 2;

export function portionFor(words: number, successors: number, mostHead: number, maxBytes: number): Portion {
  const list = mostHead + Math.max(1, successors);
  const each = 4 * ((toldWords(words) + COPY_WORDS) * successors + list + 1);
  const bytes = Math.min(MOST_BYTES, maxBytes * MOST_SHARE);
  const states = Math.max(1, Math.min(MOST_STATES, Math.floor(bytes / each)));
  return { states, successors: states * successors, lists: states * list };
}

/** Where a portion is in the memory of a kernel. */
export interface PortionPlaces {
  readonly portion: Portion;
  readonly endsAt: number;
  readonly toldAt: number;
  readonly copiesAt: number;
  readonly listsAt: number;
  /** In a kernel that tells. */
  readonly stepsAt: number;
  readonly recentAt: number;
  readonly recent: number;
  readonly end: number;
}

/** From an address on. */
export function portionPlaces(at: number, words: number, portion: Portion, maxBytes: number): PortionPlaces {
  const { states, successors, lists } = portion;
  const endsAt = at;
  const toldAt = endsAt + 4 * states;
  const copiesAt = toldAt + 4 * toldWords(words) * successors;
  const listsAt = copiesAt + 4 * COPY_WORDS * successors;
  const stepsAt = listsAt + 4 * lists;
  const recentAt = stepsAt + 4 * lists;
  const recent = recentPlaces(words + 1, maxBytes);
  return {
    portion,
    endsAt,
    toldAt,
    copiesAt,
    listsAt,
    stepsAt,
    recentAt,
    recent,
    end: recentAt + 4 * (words + 1) * recent,
  };
}

/** `successor` of a kernel that tells: from where `HEADER.batched`, `HEADER.sent` and `HEADER.listed` point. */
export function tellFunction({ words }: Regions, places: PortionPlaces, reduction: Reduction): CodeFunction {
  const { stepsAt, recentAt, recent } = places;
  const slot = binary('&', get('hash'), constant(recent - 1));
  const differs = names(words)
    .map((_, word) => binary('^', load(get('noted'), 4 * word), stateWord(word)))
    .reduce((some: Code, one): Code => binary('|', some, one));
  // Notes of other portions are smaller.
  const isOld = binary('<', load(get('noted'), 4 * words), field(HEADER.again));
  return {
    name: 'successor',
    parameters: [...names(words), 'step'],
    exported: true,
    body: [
      ...reduction.statements,
      ...hashed(words),
      set('noted', binary('+', binary('*', slot, constant(4 * (words + 1))), constant(recentAt))),
      set('fresh', binary('!=', binary('|', differs, isOld), ZERO)),
      set('at', field(HEADER.batched)),
      set('copy', field(HEADER.sent)),
      set('place', field(HEADER.listed)),
      ...['at', 'noted'].flatMap((into) => names(words).map((_, word) => store(get(into), 4 * word, stateWord(word)))),
      store(get('at'), 4 * words, field(HEADER.parent)),
      store(get('at'), 4 * words + 4, get('place')),
      store(get('copy'), 0, get('place')),
      store(get('copy'), 4, binary('-', load(get('noted'), 4 * words), field(HEADER.again))),
      store(get('noted'), 4 * words, binary('+', get('place'), field(HEADER.again))),
      store(get('place'), stepsAt, get('step')),
      setField(HEADER.batched, binary('+', get('at'), binary('*', get('fresh'), constant(4 * toldWords(words))))),
      setField(
        HEADER.sent,
        binary('+', get('copy'), binary('*', binary('^', get('fresh'), ONE), constant(4 * COPY_WORDS))),
      ),
      setField(HEADER.listed, binary('+', get('place'), constant(4))),
    ],
  };
}

/** How states are expanded. */
interface Telling {
  readonly threads: number;
  readonly head: number;
  /** As in `visited.ts`. */
  readonly quiet: { readonly name: string; readonly waitingBytes: number } | null;
}

/** `expand` of a kernel that tells: all of a portion whose first state has the number `HEADER.reference`. */
export function tellPortionFunction(
  regions: Regions,
  places: PortionPlaces,
  { threads, head, quiet }: Telling,
): CodeFunction {
  const { toldAt, copiesAt, listsAt, endsAt, stepsAt } = places;
  const stop = when(field(HEADER.status), [exit('states')]);
  const calls = Array.from({ length: threads }, (_, thread): Statement[] => [
    perform(`thread${thread}`, get('from'), get('at')),
    stop,
  ]);
  const found = binary('>>>', binary('-', field(HEADER.listed), get('begin')), constant(2));
  const nothing = binary('==', binary('*', found, constant(quiet?.waitingBytes ?? 0)), field(HEADER.idle));
  const alone = [
    store(get('begin'), listsAt, field(HEADER.parent)),
    store(get('begin'), stepsAt, constant(NO_STEP)),
    setField(HEADER.listed, binary('+', get('begin'), constant(4))),
  ];
  return {
    name: 'expand',
    parameters: ['from', 'to'],
    exported: true,
    body: [
      setField(HEADER.batched, constant(toldAt)),
      setField(HEADER.sent, constant(copiesAt)),
      setField(HEADER.listed, ZERO),
      loop('states', [
        when(binary('>=', get('from'), get('to')), [exit('states')]),
        setField(HEADER.parent, binary('+', get('from'), field(HEADER.reference))),
        set('begin', field(HEADER.listed)),
        store(get('begin'), listsAt, call('labels', get('from'))),
        set('begin', binary('+', get('begin'), constant(4 * head))),
        setField(HEADER.listed, get('begin')),
        ...(quiet === null ? [] : [setField(HEADER.idle, ZERO)]),
        set('at', recordOf(regions, get('from'))),
        stop,
        ...calls.flat(),
        ...(quiet === null ? [] : [when(nothing, [perform(quiet.name, get('from')), stop])]),
        when(binary('==', field(HEADER.listed), get('begin')), alone),
        store(binary('<<', get('from'), constant(2)), endsAt, field(HEADER.listed)),
        set('from', binary('+', get('from'), ONE)),
      ]),
      return_(get('from')),
    ],
  };
}

/** The step of a state that has none. */
export const NO_STEP = -1;

/** A kernel that tells stores nothing. */
export const NOTHING_INSERTED: CodeFunction = { name: 'insert', parameters: [], exported: false, body: [] };

/** `take` finds so many successors, or adds them, and writes all numbers, those of so many copies too, into the lists. */
export function takeFunction(
  { words, listAt }: Regions,
  { toldAt, copiesAt, listsAt }: PortionPlaces,
  { swapWords }: Reduction,
): CodeFunction {
  const size = 4 * toldWords(words);
  const written: Statement[] = [
    set('told', constant(listAt)),
    set('end', field(HEADER.listed)),
    loop('numbers', [
      when(binary('==', get('told'), get('end')), [exit('numbers')]),
      store(load(get('told'), 4), listsAt, load(get('told'))),
      set('told', binary('+', get('told'), constant(listedBytes(swapWords)))),
    ]),
    setField(HEADER.listed, constant(listAt)),
  ];
  return {
    name: 'take',
    parameters: ['successors', 'copies'],
    exported: true,
    body: [
      setField(HEADER.listed, constant(listAt)),
      set('from', constant(toldAt)),
      set('last', binary('+', get('from'), binary('*', get('successors'), constant(size)))),
      loop('told', [
        when(binary('==', get('from'), get('last')), [exit('told')]),
        ...names(words).map((name, word) => set(name, load(get('from'), 4 * word))),
        ...hashed(words),
        ...putIntoBatch(words, {
          parent: load(get('from'), 4 * words),
          step: load(get('from'), 4 * words + 4),
          noted: null,
          swaps: Array.from({ length: swapWords }, () => ZERO),
        }),
        // The batch was full.
        when(binary('!=', field(HEADER.listed), constant(listAt)), written),
        set('from', binary('+', get('from'), constant(size))),
      ]),
      perform('insert'),
      ...written,
      set('from', constant(copiesAt)),
      set('last', binary('+', get('from'), binary('*', get('copies'), constant(4 * COPY_WORDS)))),
      loop('copies', [
        when(binary('==', get('from'), get('last')), [exit('copies')]),
        store(load(get('from')), listsAt, load(load(get('from'), 4), listsAt)),
        set('from', binary('+', get('from'), constant(4 * COPY_WORDS))),
      ]),
    ],
  };
}
