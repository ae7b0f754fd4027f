/**
 * Sleep sets, as kernel code: of two orders of independent steps one is followed (Godefroid, *Partial-Order Methods for the
 * Verification of Concurrent Systems*, 1996, chapter 5). All states are found, each in as few steps as without; only successors
 * that would be found again are not looked up, nor sent to other partitions.
 *
 * Those who step are threads and the queues of buffers, in the order in which a state is expanded. Two of them are independent
 * in a state if neither touches what the other reads or writes, so that each can do the same before and after the other. Of a
 * state s with sleepers S, a step of A leads to a state whose sleepers are those of S, and those before A in the order, that are
 * independent of A there. A state that is found several times has the sleepers that all of these agree on. Sleepers are not
 * followed: their steps are evaluated, and counted, but where they lead is not looked up.
 *
 * Why no state is lost: take the shortest ways to a state w, and of these the first in the order of who steps. Were the step of
 * B on it asleep in s, B would be so since some state of the way before, where somebody stepped who comes after B; all steps
 * from there to s are independent of B. With B's step moved there the way is as long, leads to w, and comes before: a
 * contradiction. This uses that a level is found before any of its states is expanded, and that states which are merged are
 * equal, not only alike: so nobody sleeps where threads are renamed or integers shifted. Fewer sleepers are always right.
 *
 * Sleepers are kept for the states that are still to be expanded, in a ring. Where there are more such states than places, two
 * share one and nobody sleeps in either.
 */
import { hasBuffers, type MemoryModel } from '../../../memory/models.js';
import { offsetOf, sizeOf, variableAt } from '../../../models/program/cells.js';
import { expressionsOf, leavesOf } from '../../../models/program/expression.js';
import type { Read } from '../../../models/program/model.js';
import { edgesByStart, needsEmptyBuffers, templateOf } from '../../../models/program/parts.js';
import { mayWait, type SpecialEdge } from '../../../models/program/specialise.js';
import { binary, type Code, constant, get, load, ONE, type Statement, set, store, when, ZERO } from '../code/code.js';
import { readField } from '../expressions.js';
import { field, HEADER, setField } from '../header.js';
import type { Layout } from '../layout.js';
import type { Field, Queue } from '../packing.js';

/** What a step touches that others may touch, too. */
interface Footprint {
  readonly thread: number;
  /** Shared cells, in memory. */
  readonly reads: ReadonlySet<number>;
  readonly writes: ReadonlySet<number>;
  /** The buffers of the own thread, and those of all. */
  readonly ownBuffers: boolean;
  readonly allBuffers: boolean;
}

/** Somebody who steps: a thread, or a queue that empties. What the step touches depends on the state, through one field. */
interface Stepper {
  readonly bit: number;
  readonly field: Field | null;
  /** By the value of the field. */
  readonly footprints: readonly Footprint[];
}

/** A mask has a bit for each stepper, and so have the values of a field that it depends on. */
const MOST = 32;

function clash(one: Footprint, other: Footprint): boolean {
  if (one.allBuffers || other.allBuffers) return true;
  if (one.thread === other.thread && one.ownBuffers && other.ownBuffers) return true;
  const meets = (writes: ReadonlySet<number>, cells: ReadonlySet<number>) =>
    [...writes].some((cell) => cells.has(cell));
  return meets(one.writes, other.writes) || meets(one.writes, other.reads) || meets(other.writes, one.reads);
}

export class Sleep {
  private readonly threads: readonly Stepper[];
  private readonly queues: ReadonlyMap<Queue, Stepper>;
  private readonly all: readonly Stepper[];

  private constructor(threads: readonly Stepper[], queues: ReadonlyMap<Queue, Stepper>) {
    this.threads = threads;
    this.queues = queues;
    this.all = [...threads, ...queues.values()];
  }

  /** Null where nobody can ever sleep. */
  static of(layout: Layout, memory: MemoryModel): Sleep | null {
    const { special, packing } = layout;
    let bit = 0;
    const queues = new Map<Queue, Stepper>();
    const threads = special.threads.map((_, thread): Stepper => {
      const own = {
        bit: bit++,
        field: packing.locations[thread] as Field,
        footprints: footprintsOf(layout, memory, thread),
      };
      for (const queue of packing.queues[thread] ?? []) queues.set(queue, { bit: bit++, ...emptying(queue) });
      return own;
    });
    return bit < 2 || bit > MOST ? null : new Sleep(threads, queues);
  }

  /** The sleepers of the state that is expanded. */
  get known(): Statement {
    return set('asleep', field(HEADER.asleep));
  }

  /** Sets `resting` to the sleepers after a step of a thread from this location. */
  afterMove(thread: number, location: number): Statement {
    return this.after(this.threads[thread] as Stepper, location);
  }

  /** The same after the oldest entry of a queue has gone to memory. */
  afterDrain(queue: Queue): Statement {
    const stepper = this.queues.get(queue) as Stepper;
    if (stepper.field === null) return this.after(stepper, 0);
    const cases = stepper.footprints.map((_, value) => [this.after(stepper, value)]);
    return { op: 'switch', subject: readField(stepper.field), cases };
  }

  private after(stepper: Stepper, value: number): Statement {
    const before = constant(2 ** stepper.bit - 1);
    const footprint = stepper.footprints[value] as Footprint;
    const calm = this.all
      .filter((other) => other !== stepper)
      .map((other) => independent(footprint, other))
      .reduce((one, another) => binary('|', one, another), ZERO);
    return set('resting', binary('&', binary('|', get('asleep'), before), calm));
  }

  /** The step of a thread, or of a queue: counted alone while it is asleep. */
  unlessAsleep(who: number | Queue, step: Statement): Statement {
    const stepper = (typeof who === 'number' ? this.threads[who] : this.queues.get(who)) as Stepper;
    const counted = setField(HEADER.transitions, binary('+', field(HEADER.transitions), ONE));
    return when(binary('&', get('asleep'), constant(1 << stepper.bit)), [counted], [step]);
  }
}

/** The bit of a stepper where it is independent of a step, else 0. */
function independent(footprint: Footprint, { bit, field: by, footprints }: Stepper): Code {
  const calm = footprints.map((other) => !clash(footprint, other));
  if (calm.every((each) => each)) return constant(1 << bit);
  if (by === null || calm.length > MOST || !calm.includes(true)) return ZERO;
  const bits = calm.reduce((sum, each, value) => (each ? sum | (1 << value) : sum), 0);
  return binary('<<', binary('&', binary('>>>', constant(bits), readField(by)), ONE), constant(bit));
}

/** By location. */
function footprintsOf({ special }: Layout, memory: MemoryModel, thread: number): Footprint[] {
  const { program, shared } = special;
  const cellsOf = ({ variable, index }: Read): number[] => {
    const offset = offsetOf(shared, variable);
    if (index === null) return [offset];
    if (index.kind === 'constant') return [offset + index.value];
    return Array.from({ length: sizeOf(variableAt(shared, variable)) }, (_, k) => offset + k);
  };
  const { length } = templateOf(program, thread).locations;
  return edgesByStart<SpecialEdge>(special.threads[thread]?.edges ?? [], length).map((edges) => {
    const reads = new Set<number>();
    const writes = new Set<number>();
    let ownBuffers = false;
    for (const edge of edges) {
      for (const leaf of expressionsOf(edge).flatMap(leavesOf))
        if (leaf.kind === 'shared') for (const cell of cellsOf(leaf)) reads.add(cell);
      for (const update of edge.updates) {
        if (update.target.kind !== 'shared') continue;
        if (hasBuffers(memory) && mayWait(program, edge, update)) ownBuffers = true;
        else for (const cell of cellsOf(update.target)) writes.add(cell);
      }
      if (needsEmptyBuffers(edge) || edge.storeFence === true) ownBuffers = true;
    }
    // A read looks into the own buffers first.
    ownBuffers ||= reads.size + writes.size > 0;
    return { thread, reads, writes, ownBuffers, allBuffers: edges.some(({ drained }) => drained === true) };
  });
}

/** What is touched when the oldest batch goes to memory: by its cell, where that is one field. */
function emptying(queue: Queue): Pick<Stepper, 'field' | 'footprints'> {
  const { thread, cells, slots } = queue;
  const [first, ...more] = slots[0] ?? [];
  const footprint = (written: readonly number[]): Footprint => {
    return { thread, reads: new Set(), writes: new Set(written), ownBuffers: true, allBuffers: false };
  };
  if (first === undefined || more.length > 0 || cells.length + 1 > MOST)
    return { field: null, footprints: [footprint(cells)] };
  return { field: first.code, footprints: [footprint([]), ...cells.map((cell) => footprint([cell]))] };
}

/** Where sleepers are noted: so many places, a power of two. */
export interface Ring {
  readonly at: number;
  readonly places: number;
}

function placeOf({ places }: Ring, number: Code): Code {
  return binary('<<', binary('&', number, constant(places - 1)), constant(2));
}

/** Notes the sleepers of state `number`, which is new. */
export function noteSleepers(ring: Ring, number: Code, sleepers: Code): Statement[] {
  const place = placeOf(ring, number);
  const isFar = binary('>=', binary('-', number, field(HEADER.expanding)), constant(ring.places));
  return [store(place, ring.at, sleepers), when(isFar, [store(place, ring.at, ZERO)])];
}

/** Of state `number`, which was found again, if it is still to be expanded, those stay asleep that are in both. */
export function fewerSleepers(ring: Ring, number: Code, sleepers: Code): Statement[] {
  const place = placeOf(ring, number);
  const both = binary('&', load(place, ring.at), sleepers);
  return [when(binary('>', number, field(HEADER.expanding)), [store(place, ring.at, both)])];
}

/** State `number` is expanded next. */
export function beginsWith(ring: Ring, number: Code): Statement[] {
  return [setField(HEADER.expanding, number), setField(HEADER.asleep, load(placeOf(ring, number), ring.at))];
}
