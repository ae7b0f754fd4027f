/**
 * What the threads of a search that keeps successors share, besides the graph: orders, portions of states that are to be
 * expanded and what was told of them, and what each has noted.
 *
 * There are a few places for portions. The first thread fills one with states (`ready`), whoever comes first expands them (`begun`,
 * then `told`), and the first thread takes what was told and vacates the place. One number changes hands in each place, by atomic
 * instructions; whatever else is in the place belongs to the one who has changed it last.
 *
 * The others wait while there is nothing to do, for a number to change that is changed whenever there is something; and so does the
 * first one.
 */
import { COPY_WORDS, type Portion, toldWords } from '../../explicit/ahead.js';

/** What the others are to do. */
export const ORDER = { expand: 0, mark: 1, follow: 2, search: 3, end: 4 } as const;
export type Order = (typeof ORDER)[keyof typeof ORDER];
const ORDERS = 8;

/** Whose a portion is. */
export const STAGE = { vacant: 0, ready: 1, begun: 2, told: 3, refused: 4 } as const;
type Stage = (typeof STAGE)[keyof typeof STAGE];

/** How a search for components has ended before all was searched. */
export const ENDED = { not: 0, accepting: 1, stopped: 2 } as const;
export type Ended = (typeof ENDED)[keyof typeof ENDED];

/** Words at the beginning. */
const GIVEN = 0;
const CALLED = 1;
const HEARD = 2;
const DONE = 3;
const FAILED = 4;
const CLASSES = 5;
const LOCK = 6;
const FULL = 7;
const END = 8;
const NEXT = 9;
const STATES = 10;
const LABELS = 11;
const CELLS = 12;
/** Combinations of propositions that occur. */
const FIRST_CLASS = 16;
export const MOST_CLASSES = 4096;
/** Labels of states (`parts.ts`): what each stands for, how many states have it, in which part they are, and who searches that. */
export const MOST_LABELS = 256;
const FIRST_LABEL = FIRST_CLASS + MOST_CLASSES;
const FIRST_SIZE = FIRST_LABEL + MOST_LABELS;
const FIRST_PART = FIRST_SIZE + MOST_LABELS;
const FIRST_OWNER = FIRST_PART + MOST_LABELS;
/** By two labels whether a step leads from the one to the other, a byte; and the acceptance sets of such steps, for at most so many. */
const FIRST_STEP = FIRST_OWNER + MOST_LABELS;
const FIRST_MARK = FIRST_STEP + MOST_LABELS ** 2 / 4;
const FIRST_COUNT = FIRST_MARK + MOST_LABELS ** 2;
/** Words for what a member has counted. */
const COUNTS = 8;
/** Words before what is in a place: its stage, the first state, how many, and the lengths of what was told. */
const HEAD = 16;

export interface BoardSizes {
  readonly members: number;
  readonly places: number;
  /** Of a state. */
  readonly words: number;
  readonly portion: Portion;
  /** Words of marks (`explicit/marks.ts`), and one for the first state in which a thread is stuck. */
  readonly marks: number;
  /** Whether steps have groups. */
  readonly fair: boolean;
}

export interface SharedBoard {
  readonly sizes: BoardSizes;
  readonly words: SharedArrayBuffer;
}

/** Looks before a thread goes to sleep: the others are near. */
const LOOKS = 2_000;

export class Board {
  readonly sizes: BoardSizes;
  readonly places: readonly Place[];
  /** What all have noted. */
  readonly marks: Int32Array;
  /** By label (`parts.ts`): how many states have it, its part, and the thread that searches that; and by two labels whether a step leads there. */
  readonly labelSizes: Int32Array;
  readonly parts: Int32Array;
  readonly owners: Int32Array;
  readonly steps: Uint8Array;
  /** Of the first 32 acceptance sets. */
  readonly stepMarks: Int32Array;
  private readonly words: Int32Array;

  constructor({ sizes, words }: SharedBoard) {
    this.sizes = sizes;
    this.words = new Int32Array(words);
    const table = (first: number): Int32Array => this.words.subarray(first, first + MOST_LABELS);
    [this.labelSizes, this.parts, this.owners] = [table(FIRST_SIZE), table(FIRST_PART), table(FIRST_OWNER)];
    this.steps = new Uint8Array(words, 4 * FIRST_STEP, MOST_LABELS ** 2);
    this.stepMarks = this.words.subarray(FIRST_MARK, FIRST_MARK + MOST_LABELS ** 2);
    const { members, places, marks } = sizes;
    const marksAt = FIRST_COUNT + COUNTS * members;
    this.marks = this.words.subarray(marksAt, marksAt + marks);
    const headsAt = marksAt + marks;
    const bodiesAt = aligned(headsAt + HEAD * places);
    this.places = Array.from(
      { length: places },
      (_, k) => new Place(this.words, headsAt + HEAD * k, bodiesAt + Place.words(sizes) * k, sizes),
    );
  }

  static shared(sizes: BoardSizes): SharedBoard {
    const { members, places, marks } = sizes;
    const before = aligned(FIRST_COUNT + COUNTS * members + marks + HEAD * places);
    return { sizes, words: new SharedArrayBuffer(4 * (before + places * Place.words(sizes))) };
  }

  /** An order, with a number that no other has. */
  give(order: Order): void {
    const before = Atomics.load(this.words, GIVEN);
    Atomics.store(this.words, DONE, 0);
    Atomics.store(this.words, GIVEN, before - (before % ORDERS) + ORDERS + order);
    this.call();
  }

  get given(): { readonly number: number; readonly order: Order } {
    const number = Atomics.load(this.words, GIVEN);
    return { number, order: (number % ORDERS) as Order };
  }

  /** There is something to do. */
  call(): void {
    Atomics.add(this.words, CALLED, 1);
    Atomics.notify(this.words, CALLED);
  }

  get calls(): number {
    return Atomics.load(this.words, CALLED);
  }

  /** Until there were other calls than so many. */
  waitForCall(calls: number): void {
    this.wait(CALLED, calls, Number.POSITIVE_INFINITY);
  }

  /** Something was done. */
  answer(): void {
    Atomics.add(this.words, HEARD, 1);
    Atomics.notify(this.words, HEARD);
  }

  get answers(): number {
    return Atomics.load(this.words, HEARD);
  }

  /** Until there were other answers than so many, or for so long. */
  waitForAnswer(answers: number, milliseconds: number): void {
    this.wait(HEARD, answers, milliseconds);
  }

  private wait(at: number, value: number, milliseconds: number): void {
    for (let look = 0; look < LOOKS; look++) if (Atomics.load(this.words, at) !== value) return;
    Atomics.wait(this.words, at, value, milliseconds);
  }

  /** One of the others has obeyed the order. */
  obeyed(): void {
    Atomics.add(this.words, DONE, 1);
    this.answer();
  }

  get haveObeyed(): number {
    return Atomics.load(this.words, DONE);
  }

  fail(): void {
    Atomics.store(this.words, FAILED, 1);
    this.answer();
  }

  get hasFailed(): boolean {
    return Atomics.load(this.words, FAILED) !== 0;
  }

  /** The portion that comes first of those that nobody has begun. */
  next(): Place | null {
    let found: Place | null = null;
    for (const place of this.places)
      if (place.stage === STAGE.ready && (found === null || place.first < found.first)) found = place;
    return found;
  }

  /** The one that comes last of those, if there are as many as threads. */
  spare(): Place | null {
    const ready = this.places.filter((place) => place.stage === STAGE.ready);
    if (ready.length < this.sizes.members) return null;
    return ready.reduce((one, other) => (one.first > other.first ? one : other));
  }

  /** The number for a combination of propositions, the same for all; null when there are too many. */
  classOf(labels: number): number | null {
    return this.numberOf(labels, FIRST_CLASS, CLASSES, MOST_CLASSES);
  }

  /** The label for what is seen of a state, the same for all; the last one when there are too many. */
  labelOf(seen: number): number {
    return this.numberOf(seen, FIRST_LABEL, LABELS, MOST_LABELS - 1) ?? MOST_LABELS - 1;
  }

  /** The place of a value in a list that has so many at most, where it is put if it is not there. */
  private numberOf(value: number, first: number, length: number, most: number): number | null {
    while (Atomics.compareExchange(this.words, LOCK, 0, 1) !== 0);
    const known = this.words[length] as number;
    let found = this.words.subarray(first, first + known).indexOf(value);
    if (found < 0 && known < most) {
      found = known;
      this.words[first + known] = value;
      this.words[length] = known + 1;
    }
    Atomics.store(this.words, LOCK, 0);
    return found < 0 ? null : found;
  }

  /** By class, the propositions that are true. */
  get valuations(): readonly number[] {
    return Array.from(this.words.subarray(FIRST_CLASS, FIRST_CLASS + (this.words[CLASSES] as number)));
  }

  /** Whether there were more labels than can be told apart: which of them are one is up to chance then. */
  get hasAllLabels(): boolean {
    return (this.words[LABELS] as number) >= MOST_LABELS - 1;
  }

  /** A step was refused because a buffer is full. */
  noteFull(): void {
    Atomics.store(this.words, FULL, 1);
  }

  get full(): boolean {
    return Atomics.load(this.words, FULL) !== 0;
  }

  /** A search among so many states begins, of which so many cells are kept. */
  begin(states: number, cells: number): void {
    this.words[STATES] = states;
    this.words[CELLS] = cells;
    this.labelSizes.fill(0);
    this.steps.fill(0);
    this.stepMarks.fill(0);
    Atomics.store(this.words, END, ENDED.not);
    this.again();
  }

  /** All blocks are to be looked at. */
  again(): void {
    Atomics.store(this.words, NEXT, 0);
  }

  get cells(): number {
    return this.words[CELLS] as number;
  }

  get states(): number {
    return this.words[STATES] as number;
  }

  /** What is said first counts. */
  end(how: Ended): void {
    Atomics.compareExchange(this.words, END, ENDED.not, how);
  }

  get ended(): Ended {
    return Atomics.load(this.words, END) as Ended;
  }

  /** The number of the next block that nobody has looked at. */
  nextBlock(): number {
    return Atomics.add(this.words, NEXT, 1);
  }

  /** What a member has counted. */
  counts(member: number): Float64Array {
    // An even number of words before it.
    return new Float64Array(this.words.buffer, 4 * (FIRST_COUNT + COUNTS * member), COUNTS / 2);
  }
}

/** A place for a portion. */
export class Place {
  /** The records of the states. */
  readonly given: Int32Array;
  readonly told: Int32Array;
  readonly copies: Int32Array;
  readonly ends: Int32Array;
  readonly lists: Int32Array;
  readonly labels: Uint8Array;
  readonly groups: Uint8Array;
  private readonly words: Int32Array;
  private readonly at: number;

  constructor(words: Int32Array, at: number, body: number, sizes: BoardSizes) {
    this.words = words;
    this.at = at;
    let next = body;
    const part = (length: number): Int32Array => {
      next += length;
      return words.subarray(next - length, next);
    };
    const { given, told, copies, ends, lists, labels } = Place.parts(sizes);
    this.given = part(given);
    this.told = part(told);
    this.copies = part(copies);
    this.ends = part(ends);
    this.lists = part(lists);
    this.labels = new Uint8Array(words.buffer, 4 * next, ends);
    this.groups = new Uint8Array(words.buffer, 4 * (next + labels), sizes.fair ? lists : 0);
  }

  private static parts({
    words,
    portion,
    fair,
  }: BoardSizes): Record<'given' | 'told' | 'copies' | 'ends' | 'lists' | 'labels' | 'groups', number> {
    const { states, successors, lists } = portion;
    return {
      given: states * (words + 1),
      told: successors * toldWords(words),
      copies: successors * COPY_WORDS,
      ends: states,
      lists,
      labels: Math.ceil(states / 4),
      groups: fair ? Math.ceil(lists / 4) : 0,
    };
  }

  static words(sizes: BoardSizes): number {
    return aligned(Object.values(Place.parts(sizes)).reduce((sum, part) => sum + part, 0));
  }

  get stage(): Stage {
    return Atomics.load(this.words, this.at) as Stage;
  }

  become(stage: Stage): void {
    Atomics.store(this.words, this.at, stage);
  }

  /** Whether it was ready, and is the caller's from now on. */
  claim(): boolean {
    return Atomics.compareExchange(this.words, this.at, STAGE.ready, STAGE.begun) === STAGE.ready;
  }

  /** Its first state, and how many there are. */
  get first(): number {
    return this.words[this.at + 1] as number;
  }

  get states(): number {
    return this.words[this.at + 2] as number;
  }

  fill(first: number, states: number, records: Int32Array): void {
    this.given.set(records);
    this.words[this.at + 1] = first;
    this.words[this.at + 2] = states;
    this.become(STAGE.ready);
  }

  /** How many words of each were told. */
  get lengths(): { readonly told: number; readonly copies: number; readonly lists: number } {
    const [told = 0, copies = 0, lists = 0] = this.words.subarray(this.at + 3, this.at + 6);
    return { told, copies, lists };
  }

  tell(told: Int32Array, copies: Int32Array, lists: Int32Array, ends: Int32Array): void {
    this.told.set(told);
    this.copies.set(copies);
    this.lists.set(lists);
    this.ends.set(ends);
    this.words.set([told.length, copies.length, lists.length], this.at + 3);
    this.become(STAGE.told);
  }
}

/** Words up to the next multiple of 64 bytes. */
function aligned(words: number): number {
  return 16 * Math.ceil(words / 16);
}
