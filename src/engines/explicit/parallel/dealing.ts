/**
 * States dealt out among partitions, as kernel code. Each partition is a kernel with a memory of its own, and the hash of a
 * state says whose it is (Stern and Dill, 1997, "Parallelizing the Murphi verifier"). A successor that is somebody else's goes
 * into a box for that partition; the host carries boxes over (`exchange.ts`), and there they are taken out by `receive`.
 *
 * What is in a box is a record as the other partition will store it: the words of the state, and a reference to its parent,
 * whose first bits say in which partition the parent is; and who sleeps there (`sleep.ts`). So nothing is asked back.
 *
 * What is found twice is often found twice within a short while, since neighbours of a level have common successors. States that
 * were sent lately are noted, and not sent again: a third of what would be sent.
 */
import { BATCH, putIntoBatch } from '../batch.js';
import {
  binary,
  type Code,
  type CodeFunction,
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
} from '../code/code.js';
import { stateWord } from '../expressions.js';
import { field, HEADER, setField } from '../header.js';
import { bitsFor } from '../packing.js';
import type { Reduction } from '../reduce/reduction.js';
import type { RegionSizes, Regions } from '../regions.js';
import { hashed, names, recordBytes } from '../visited.js';

/** Bytes of a box, and of all boxes together: a round fills one, and should last longer than the wait at its end. */
const BOX_BYTES = 2 ** 20;
const ALL_BYTES = 2 ** 25;
/** Of the memory of a partition, for one box. */
const MOST_SHARE = 1 / 64;
/** Bytes for what was sent lately: they should stay in the nearest cache. */
const LATELY_BYTES = 2 ** 15;
/** Bytes for who sleeps in the states that are still to be expanded. */
const RING_BYTES = 2 ** 20;

type Boxes = NonNullable<RegionSizes['boxes']>;

interface Dealt {
  readonly words: number;
  readonly successors: number;
  readonly partitions: number;
  readonly maxBytes: number;
  readonly sleeping: boolean;
}

/** Room for what a round sends, and for the successors of one state at least. */
export function boxSizes({ words, successors, partitions, maxBytes, sleeping }: Dealt): Boxes {
  const share = maxBytes * MOST_SHARE;
  const record = recordBytes(words) + (sleeping ? 4 : 0);
  const powerWithin = (bytes: number, each: number): number =>
    2 ** Math.max(8, Math.floor(Math.log2(Math.min(bytes, share) / each)));
  const bytes = Math.min(BOX_BYTES, ALL_BYTES / partitions ** 2, share);
  return {
    partitions,
    lately: powerWithin(LATELY_BYTES, record),
    ring: sleeping ? powerWithin(RING_BYTES, 4) : 0,
    records: Math.max(Math.floor(bytes / record), 4 * (successors + BATCH)),
  };
}

/** The bits of a reference that hold the number of a state in its partition. */
export function numberBits(partitions: number): number {
  return 32 - bitsFor(partitions);
}

/** How many states a partition may have; the reference that has all bits set is nobody's. */
export function mostReferred(partitions: number): number {
  return 2 ** numberBits(partitions) - 2;
}

/** Another mixture than the one that the table is looked up with, whose bits must stay free. */
const MIX = 0x2545f491;

/** Whose the state with this hash is: the high half of the mixture, scaled. */
function ownerOf(partitions: number): Code {
  const half = binary('>>>', binary('*', get('hash'), constant(MIX)), constant(16));
  return binary('>>>', binary('*', half, constant(partitions)), constant(16));
}

/** Puts s0, s1... into the box of their partition and returns, unless they are this one's. */
export function sentElsewhere(regions: Regions, { partitions, lately }: Boxes): Statement[] {
  const { words, endsAt, boxesAt, boxBytes, sentRecord, reach, sentAt } = regions;
  const place = binary('&', get('hash'), constant(lately - 1));
  const noted = binary('+', binary('*', place, constant(sentRecord)), constant(sentAt));
  // Not 0, which stands where nothing is noted.
  const stamp = binary('|', get('hash'), ONE);
  const sentBefore = [setField(HEADER.again, binary('+', field(HEADER.again), ONE))];
  const restingAt = 4 * (words + 1);
  const sleeping = regions.ring !== null;
  // Nobody may have been asleep there who is awake now: that must be told.
  const awake = binary('^', get('resting'), constant(-1));
  const toldMore = sleeping ? [binary('==', binary('&', load(get('noted'), restingAt), awake), ZERO)] : [];
  const put = (into: string): Statement[] => [
    ...names(words).map((_, word) => store(get(into), 4 * word, stateWord(word))),
    ...(sleeping ? [store(get(into), restingAt, get('resting'))] : []),
  ];
  const isNoted = [
    ...names(words).map((_, word) => binary('==', load(get('noted'), 4 * word), stateWord(word))),
    ...toldMore,
  ].reduceRight((rest: Code, test): Code => ({ op: 'choose', condition: test, whenTrue: rest, whenFalse: ZERO }), ONE);
  const pointer = binary('+', binary('<<', get('owner'), constant(2)), constant(endsAt));
  const full = boxesAt + boxBytes - reach * sentRecord;
  const limit = binary('+', binary('*', get('owner'), constant(boxBytes)), constant(full));
  return [
    set('owner', ownerOf(partitions)),
    when(binary('!=', get('owner'), field(HEADER.partition)), [
      set('noted', noted),
      when(binary('==', load(get('noted'), 4 * words), stamp), [when(isNoted, [...sentBefore, return_(ZERO)])]),
      ...put('noted'),
      store(get('noted'), 4 * words, stamp),
      set('end', load(pointer)),
      ...put('end'),
      store(get('end'), 4 * words, field(HEADER.parent)),
      set('end', binary('+', get('end'), constant(sentRecord))),
      store(pointer, 0, get('end')),
      setField(HEADER.sent, binary('+', field(HEADER.sent), ONE)),
      when(binary('>=', get('end'), limit), [setField(HEADER.crowded, ONE)]),
      return_(ZERO),
    ]),
  ];
}

/** Adds so many records that came in, those that are new. There must be room. */
export function receiveFunction({ words, inboxAt, sentRecord, ring }: Regions, { swapWords }: Reduction): CodeFunction {
  const parent = load(get('at'), 4 * words);
  const resting = ring === null ? null : load(get('at'), 4 * (words + 1));
  const swaps = Array.from({ length: swapWords }, () => ZERO);
  return {
    name: 'receive',
    parameters: ['count'],
    exported: true,
    body: [
      set('at', constant(inboxAt)),
      set('last', binary('+', get('at'), binary('*', get('count'), constant(sentRecord)))),
      loop('records', [
        when(binary('==', get('at'), get('last')), [exit('records')]),
        ...names(words).map((name, word) => set(name, load(get('at'), 4 * word))),
        ...hashed(words),
        ...putIntoBatch(words, { parent, step: ZERO, noted: resting, swaps }),
        set('at', binary('+', get('at'), constant(sentRecord))),
      ]),
      perform('insert'),
    ],
  };
}
