/**
 * A part of an execution: some events of each thread, as much of rf and co as was decided, and the order that follows.
 *
 * A copy shares everything with its original; whoever changes a part of one replaces that part. An edge is put into `order`
 * as soon as it is known, so a decision that closes a cycle is refused at once. Edges between neighbours in co are enough, and
 * from a read to the next write in co: the others follow by transitivity. Initial writes are no points of the order, because
 * nothing comes before them.
 */
import type { FenceKind, Point, Value } from '../../memory/axiomatic/event.js';
import { type Discipline, drains, po, separates } from '../../memory/axiomatic/model.js';
import { Order } from '../../memory/axiomatic/order.js';
import { type FenceStep, mayWrite, type ReadStep, type Step, type WriteStep } from '../../memory/axiomatic/thread.js';

/** In place of a write: the initial one, and none yet. */
export const INITIAL = -1;
const UNKNOWN = -2;

interface PartialEvent extends Point {
  readonly thread: number;
  readonly origin: string;
  /** The point of the order; -1 for fences. */
  readonly point: number;
  readonly values: readonly (Value | null)[];
  /** Of a read: the writes that it reads from, one for each location. */
  readonly sources: readonly number[];
}

/** One of the locations of an event. */
interface Place {
  readonly event: number;
  readonly index: number;
}

/** What the search must decide next. */
export type Question =
  | { readonly kind: 'source'; readonly read: Place }
  | { readonly kind: 'position'; readonly write: Place }
  | { readonly kind: 'feed'; readonly read: Place; readonly write: number };

export class PartialExecution {
  private readonly discipline: Discipline | null;
  private readonly splitsWrites: boolean;
  events: readonly PartialEvent[] = [];
  steps: readonly Step[];
  /** The last events of the threads that wait for values. */
  reading: readonly (number | null)[];
  /** Reads whose write is still to come. */
  waiting: readonly Place[] = [];
  questions: readonly Question[] = [];
  private co: ReadonlyMap<string, readonly number[]> = new Map();
  private order = new Order();
  private sharesOrder = false;

  /** With no discipline nothing is refused. */
  constructor(threads: readonly Step[], discipline: Discipline | null, splitsWrites: boolean) {
    this.discipline = discipline;
    this.splitsWrites = splitsWrites;
    this.steps = threads;
    this.reading = threads.map(() => null);
  }

  copy(): PartialExecution {
    const copy = new PartialExecution(this.steps, this.discipline, this.splitsWrites);
    copy.events = this.events;
    copy.reading = this.reading;
    copy.waiting = this.waiting;
    copy.questions = this.questions;
    copy.co = this.co;
    copy.order = this.order;
    copy.sharesOrder = true;
    this.sharesOrder = true;
    return copy;
  }

  /** The next thing to decide, if there is one; it is not asked again. */
  nextQuestion(): Question | undefined {
    const [first, ...others] = this.questions;
    if (first !== undefined) this.questions = others;
    return first;
  }

  location(place: Place): string {
    return this.event(place.event).locations[place.index] as string;
  }

  event(id: number): PartialEvent {
    return this.events[id] as PartialEvent;
  }

  value(place: Place): Value | null {
    return this.event(place.event).values[place.index] ?? null;
  }

  /** The writes of a location so far, in co, without the initial one. */
  writes(location: string): readonly number[] {
    return this.co.get(location) ?? [];
  }

  /** What a location holds when the last write of co has reached it. */
  finalValue(location: string, initial: Value): Value {
    const last = this.writes(location).at(-1);
    if (last === undefined) return initial;
    const event = this.event(last);
    return event.values[event.locations.indexOf(location)] as Value;
  }

  /** Whether some thread other than the reader (or any, if `own`) may still write what a waiting read waits for. */
  canStillBeFed(read: Place, own: boolean): boolean {
    const { thread } = this.event(read.event);
    const location = this.location(read);
    return this.steps.some((step, other) => (own || other !== thread) && mayWrite(step, location));
  }

  /** Lets a thread take its next step; false when the order refuses. */
  addRead(thread: number, step: ReadStep): boolean {
    const id = this.events.length;
    const { locations } = step;
    const sources = locations.map(() => UNKNOWN);
    const values = locations.map(() => null);
    if (!this.addEvent(thread, step, { kind: 'read', locations, values, sources, fence: null })) return false;
    this.reading = this.reading.with(thread, id);
    this.ask(locations.map((_, index): Question => ({ kind: 'source', read: { event: id, index } })));
    return true;
  }

  addWrite(thread: number, step: WriteStep): boolean {
    const together = step.locked || !this.splitsWrites;
    const groups = together ? [step.writes] : step.writes.map((write) => [write]);
    for (const group of groups) {
      const id = this.events.length;
      const locations = group.map(({ location }) => location);
      const values = group.map(({ value }) => value);
      if (!this.addEvent(thread, step, { kind: 'write', locations, values, sources: [], fence: null })) return false;
      this.ask(group.map((_, index): Question => ({ kind: 'position', write: { event: id, index } })));
    }
    this.steps = this.steps.with(thread, step.next());
    return true;
  }

  addFence(thread: number, step: FenceStep): void {
    this.addEvent(thread, step, { kind: 'fence', locations: [], values: [], sources: [], fence: step.fence });
    this.steps = this.steps.with(thread, step.next());
  }

  private ask(questions: readonly Question[]): void {
    this.questions = [...this.questions, ...questions];
  }

  private ownOrder(): Order {
    if (this.sharesOrder) this.order = this.order.copy();
    this.sharesOrder = false;
    return this.order;
  }

  private addEvent(
    thread: number,
    step: ReadStep | WriteStep | FenceStep,
    event: Pick<PartialEvent, 'kind' | 'locations' | 'values' | 'sources' | 'fence'>,
  ): boolean {
    const { instruction, origin, locked } = step;
    const earlier = this.events.filter((other) => other.thread === thread);
    const sameLocked = (other: PartialEvent): boolean => locked && other.locked && other.instruction === instruction;
    const partner = earlier.find(sameLocked);
    const point = event.kind === 'fence' ? -1 : (partner?.point ?? this.ownOrder().addPoint());
    const added: PartialEvent = { ...event, thread, instruction, locked, origin, point };
    this.events = [...this.events, added];
    return event.kind === 'fence' || this.orderInThread(earlier, added);
  }

  /** ppo and fence, from the events before. */
  private orderInThread(earlier: readonly PartialEvent[], added: PartialEvent): boolean {
    const { discipline } = this;
    if (discipline === null) return true;
    const fences: FenceKind[] = [];
    for (let at = earlier.length - 1; at >= 0; at--) {
      const event = earlier[at] as PartialEvent;
      if (event.fence !== null) {
        fences.push(event.fence);
        continue;
      }
      if (!po(event, added)) continue;
      const fenced =
        discipline.fences && (drains(event, added) || fences.some((fence) => separates(fence, event, added)));
      if ((fenced || discipline.ppo(event, added)) && !this.ownOrder().add(event.point, added.point)) return false;
    }
    return true;
  }

  /** Puts a write into co, behind `position` others; asks who of those waiting reads from it. */
  placeWrite(write: Place, position: number): boolean {
    const location = this.location(write);
    const before = this.writes(location);
    this.co = new Map(this.co).set(location, before.toSpliced(position, 0, write.event));
    const hungry = this.waiting.filter((read) => {
      if (this.location(read) !== location || this.sameLockedInstruction(read.event, write.event)) return false;
      const guessed = this.value(read);
      return guessed === null || guessed === this.value(write);
    });
    this.ask(hungry.map((read): Question => ({ kind: 'feed', read, write: write.event })));
    if (this.discipline === null) return true;
    const previous = before[position - 1] ?? INITIAL;
    const next = before[position];
    if (previous !== INITIAL && !this.precede(previous, write.event)) return false;
    if (next !== undefined && !this.precede(write.event, next)) return false;
    for (const [id, event] of this.events.entries()) {
      if (event.kind !== 'read') continue;
      for (const [index, source] of event.sources.entries()) {
        if (source !== previous || event.locations[index] !== location) continue;
        if (!this.sameLockedInstruction(id, write.event) && !this.precede(id, write.event)) return false;
      }
    }
    return true;
  }

  /** Lets a read take its value from a write (or `INITIAL`, whose value is given). */
  readFrom(read: Place, write: number, initial: Value): boolean {
    const event = this.event(read.event);
    const location = this.location(read);
    const order = this.writes(location);
    const rank = order.indexOf(write);
    const source = write === INITIAL ? null : this.event(write);
    const value = source === null ? initial : (source.values[source.locations.indexOf(location)] as Value);
    const { discipline } = this;
    if (discipline !== null) {
      const counts = source !== null && (discipline.rfi || source.thread !== event.thread);
      if (counts && !this.precede(write, read.event)) return false;
      // UNIPROC: no own write before the read may lie behind the write in co, none after it may be the write.
      if (source !== null && po(event, source)) return false;
      if (order.slice(rank + 1).some((later) => po(this.event(later), event))) return false;
      const next = order[rank + 1];
      if (next !== undefined && !this.sameLockedInstruction(read.event, next) && !this.precede(read.event, next))
        return false;
    }
    this.setRead(read, value, write);
    return true;
  }

  /** Leaves the write of a read open; with a value, the thread goes on as if it had been read. */
  wait(read: Place, guess: Value | null): true {
    this.waiting = [...this.waiting, read];
    if (guess !== null) this.setRead(read, guess, UNKNOWN);
    return true;
  }

  private setRead(read: Place, value: Value, source: number): void {
    const event = this.event(read.event);
    const values = event.values.with(read.index, value);
    const changed = { ...event, values, sources: event.sources.with(read.index, source) };
    this.events = this.events.with(read.event, changed);
    if (source !== UNKNOWN) {
      this.waiting = this.waiting.filter(({ event, index }) => event !== read.event || index !== read.index);
    }
    if (this.reading[event.thread] !== read.event || values.includes(null)) return;
    this.reading = this.reading.with(event.thread, null);
    const step = this.steps[event.thread] as ReadStep;
    this.steps = this.steps.with(event.thread, step.next(values as Value[]));
  }

  private precede(first: number, second: number): boolean {
    const [from, to] = [this.event(first).point, this.event(second).point];
    return this.order.before(from, to) || this.ownOrder().add(from, to);
  }

  private sameLockedInstruction(first: number, second: number): boolean {
    return this.event(first).point === this.event(second).point;
  }
}
