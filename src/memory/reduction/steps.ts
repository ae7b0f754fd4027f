/**
 * One edge of a thread as edges of the reduced program: by what its loads find (`loads.ts`), by the cells that its writes
 * mean, by the room in its buffers.
 *
 *   - A fence, an atomic or a drained edge asks that the counts are 0, and then finds everything in memory.
 *   - A write that waits goes into the first free slot, one edge for each number of writes that wait already. A write that
 *     does not wait stays one to memory. Of two writes of a cell the last counts.
 *   - A value that does not fit its cell fails with the store, not when it is drained: where the slots have another sort,
 *     there is an edge with the write to memory, which fails, and the others ask that it fits. An index out of bounds is
 *     written as it was, and fails.
 *   - Where there is no room the edge sets `overflow`, or is left out. A step that would fail there fails after draining,
 *     too, because what a thread sees of its own writes does not change by draining: so nothing is lost. Only a step that
 *     never has room, with more writes than a buffer holds, is tried by edges that can do nothing but fail.
 *
 * Where a value that does not fit disables the step, it does so before a later one can fail: the conditions are in the order
 * of the updates, as `memory/operational/program/machine.ts` tries them.
 */

import { boundsOf, sameSort, valuesOf, variableAt } from '../../models/program/cells.js';
import { conjunction, constant, hasValue, TRUE, unary } from '../../models/program/expression.js';
import type { Edge, Expression, Location, Program, SharedVariable, Sort, Update } from '../../models/program/model.js';
import { isDirect, needsEmptyBuffers, templateOf } from '../../models/program/parts.js';
import { Refused } from '../../models/refusal.js';
import { hasOneQueue, type MemoryModel } from '../models.js';
import { Facts } from './facts.js';
import type { BufferOf, Origin } from './index.js';
import { simplified } from './literals.js';
import { Loads, MOST_CASES } from './loads.js';
import { equal, fill, type Layout, type Queue, set } from './queues.js';

export interface ReducedEdge {
  readonly edge: Edge;
  readonly origin: Origin | null;
}

interface Surroundings {
  readonly program: Program;
  readonly memory: MemoryModel;
  readonly bound: number;
  readonly thread: number;
  readonly layout: Layout;
  /** Of the reduced program. */
  readonly shared: readonly SharedVariable[];
  /** The variable that tells of an overflow; null: a write waits for room. */
  readonly overflow: number | null;
}

/** An update whose loads and target are known. */
interface Resolved {
  readonly update: Update;
  /** The shared cell, where it is told apart from others. */
  readonly cell: number | null;
  readonly waits: boolean;
  readonly sort: Sort;
  /** Conditions under which the value fits, which no guard says yet. */
  readonly fitting: readonly Expression[];
  /** The value that is drawn for it, where this case fixes it. */
  readonly choice: number | null;
}

/** The label of the location of those that found no room. */
const FULL = 'full';
/** Values of `any` that are told apart. */
const MOST_VALUES = 256;

export class EdgeReduction {
  /** Locations that are added behind those of the template. */
  readonly locations: Location[] = [];
  private readonly facts: Facts;
  private readonly queues: readonly Queue[];
  private readonly buffers: readonly BufferOf[];
  private made: ReducedEdge[] = [];
  private edge!: Edge;
  private number = 0;
  private loads!: Loads;
  /** Values that do not fit are asked for in guards. */
  private strict = false;
  /** Conditions that are about a value, and neither about the guard nor about a target. */
  private ofValues = new Set<Expression>();
  /** The edges for full buffers, which need no such conditions: many cases have the same. */
  private told = new Set<string>();

  constructor(private readonly surroundings: Surroundings) {
    const { program, thread, layout, shared } = surroundings;
    this.facts = new Facts({ locals: templateOf(program, thread).locals, shared }, program.wraps === true);
    this.queues = layout.threads[thread]?.queues ?? [];
    this.buffers = layout.threads.flatMap(({ queues }) => queues.map(({ of }) => of));
  }

  reduce(edge: Edge, number: number): ReducedEdge[] {
    const { program, layout, thread } = this.surroundings;
    const isEmpty = needsEmptyBuffers(edge);
    this.made = [];
    this.ofValues = new Set();
    this.told = new Set();
    this.edge = edge;
    this.number = number;
    this.loads = new Loads(layout, this.facts, isEmpty ? [] : this.queues);
    this.strict = program.outOfRange === 'disabled' && edge.updates.some((update) => this.canFail(update));
    const waitedFor = layout.threads.filter(
      (buffers) => edge.drained === true || (isEmpty && buffers.thread === thread),
    );
    const empty = waitedFor.flatMap(({ queues }) => queues.map(({ of }) => equal(of.count, 0)));
    for (const guards of edge.guard === null ? [[]] : this.loads.truths(edge.guard)) {
      this.resolve(0, [...empty, ...guards], []);
    }
    return this.made;
  }

  private canFail({ target, value }: Update): boolean {
    return this.facts.mayFail(target) || (value !== 'any' && this.facts.mayFail(value));
  }

  /** Goes on with an update, by cases. */
  private resolve(position: number, guards: readonly Expression[], done: readonly Resolved[]): void {
    if (this.made.length > MOST_CASES) throw new Refused(`"${this.edge.text}" has too many cases`);
    const update = this.edge.updates[position];
    if (update === undefined) return this.finish(guards, done);
    const { program, layout } = this.surroundings;
    const { target } = update;
    const go = (before: readonly Expression[], to: Update['target'], cell: number | null) =>
      this.resolveValue(position, before, done, { ...update, target: to }, cell);
    if (target.kind === 'local' || target.index === null) {
      const cell = target.kind === 'local' ? null : (layout.cells.offsets[target.variable] ?? null);
      for (const one of this.indices(target.index))
        go([...guards, ...one.guards], { ...target, index: one.value }, cell);
      return;
    }
    // Writes that wait, and others of their variable in the step, must know their cell.
    const mustKnow = this.edge.updates.some(
      (other) =>
        other.target.kind === 'shared' &&
        other.target.variable === target.variable &&
        !isDirect(program, this.edge, other),
    );
    for (const { guards: found, value: index } of this.indices(target.index)) {
      if (index === null) throw new Error('an index stays one');
      const before = [...guards, ...found];
      if (!mustKnow) {
        go(before, { ...target, index }, null);
        continue;
      }
      for (const { guards: which, cell } of this.loads.cellsOf(target.variable, index, target.index, () => true)) {
        if (cell !== null) {
          const offset = layout.cells.offsets[target.variable] ?? 0;
          go([...before, ...which], { ...target, index: constant(cell - offset) }, cell);
          continue;
        }
        const low = boundsOf(variableAt(layout.cells, target.variable).sort)?.low ?? 0;
        const failing: Update = { target: { ...target, index }, value: constant(low) };
        this.fail([...before, ...which], done, failing);
      }
    }
  }

  private indices(index: Expression | null): readonly { guards: readonly Expression[]; value: Expression | null }[] {
    return index === null ? [{ guards: [], value: null }] : this.loads.cases(index);
  }

  private resolveValue(
    position: number,
    guards: readonly Expression[],
    done: readonly Resolved[],
    update: Update,
    cell: number | null,
  ): void {
    const { program } = this.surroundings;
    const sort = this.facts.declared(update.target).sort;
    const waits = update.target.kind === 'shared' && !isDirect(program, this.edge, update);
    const queue = waits && cell !== null ? this.queueOf(cell) : null;
    const isOther = queue !== null && !sameSort(queue.sort, sort);
    const next = (before: readonly Expression[], resolved: Partial<Resolved> & { update: Update }) =>
      this.resolve(position + 1, before, [...done, { cell, waits, sort, fitting: [], choice: null, ...resolved }]);
    if (update.value === 'any') {
      if (!isOther) return next(guards, { update });
      const bounds = boundsOf(sort);
      if (bounds === null || bounds.high - bounds.low >= MOST_VALUES) {
        throw new Refused(`"${this.edge.text}" draws a value out of too many for a buffer of several types`);
      }
      for (const choice of valuesOf(sort)) {
        next(guards, { update: { ...update, value: constant(choice) }, choice });
      }
      return;
    }
    const fitsAnyhow = this.facts.fits(update.value, sort);
    for (const { guards: found, value } of this.loads.cases(update.value)) {
      const resolved = { ...update, value };
      const before = [...guards, ...found];
      const fitting = fitsAnyhow ? [] : this.facts.fitting(value, sort);
      for (const condition of [...found, ...fitting]) this.ofValues.add(condition);
      if (fitting.length === 0) {
        next(before, { update: resolved });
      } else if (this.strict) {
        const { target } = resolved;
        next([...before, ...(this.facts.mayFail(target) ? [hasValue(target)] : []), ...fitting], { update: resolved });
      } else if (isOther) {
        if (program.outOfRange === 'failure') this.outOfRange(before, done, resolved, fitting);
        next([...before, ...fitting], { update: resolved });
      } else {
        next(before, { update: resolved, fitting });
      }
    }
  }

  /** All updates are known: what waits goes into buffers. */
  private finish(guards: readonly Expression[], done: readonly Resolved[]): void {
    const { memory, program, bound } = this.surroundings;
    const isLast = ({ cell }: Resolved, position: number) =>
      cell === null || done.findLastIndex((other) => other.cell === cell) === position;
    const isKept = done.map(isLast);
    const writes = done.filter((one, position) => one.waits && isKept[position]);
    if (hasOneQueue(memory) && program.apart !== true && writes.length > 1) {
      throw new Refused(
        `"${this.edge.text}" writes several variables in one step, which are one entry of a TSO buffer`,
      );
    }
    const all = [...guards, ...this.overwritten(guards, done, isKept)];
    const rooms = this.rooms(writes);
    if (rooms.every(({ slots }) => slots === null)) this.failAnyhow(all, done, bound);
    for (const { guards: room, slots } of rooms) {
      if (slots === null) this.full([...room, ...all], done);
      else this.step([...room, ...all], done, isKept, slots);
    }
  }

  /** What a write that another one replaces must be all the same: computed, and fitting. */
  private overwritten(
    guards: readonly Expression[],
    done: readonly Resolved[],
    isKept: readonly boolean[],
  ): Expression[] {
    const { outOfRange } = this.surroundings.program;
    return done.flatMap((one, position) => {
      const { update, fitting } = one;
      if (isKept[position] || update.value === 'any') return [];
      if (outOfRange === 'failure') this.outOfRange(guards, done.slice(0, position), update, fitting);
      return [...(this.facts.mayFail(update.value) ? [hasValue(update.value)] : []), ...fitting];
    });
  }

  /** For each number of writes that wait: where the new ones go, or that there is no room for all of them. */
  private rooms(writes: readonly Resolved[]): Room[] {
    const { bound } = this.surroundings;
    const byQueue = new Map<Queue, Resolved[]>();
    for (const write of writes) {
      const queue = this.queueOf(write.cell);
      byQueue.set(queue, [...(byQueue.get(queue) ?? []), write]);
    }
    let open: Room[] = [{ guards: [], slots: new Map() }];
    const full: Room[] = [];
    for (const [queue, entering] of byQueue) {
      const counts = Array.from({ length: bound + 1 }, (_, waiting) => waiting);
      const [enough, few] = [true, false].map((has) =>
        counts.filter((waiting) => waiting + entering.length <= bound === has),
      ) as [number[], number[]];
      full.push(...few.map((waiting) => ({ guards: [equal(queue.of.count, waiting)], slots: null })));
      open = open.flatMap(({ guards, slots }) =>
        enough.map((waiting) => ({
          guards: [...guards, equal(queue.of.count, waiting)],
          slots: new Map([...(slots ?? []), ...entering.map((write, k) => [write, waiting + k] as const)]),
        })),
      );
    }
    return [...open, ...full];
  }

  private step(
    guards: readonly Expression[],
    done: readonly Resolved[],
    isKept: readonly boolean[],
    slots: ReadonlyMap<Resolved, number>,
  ): void {
    const counts = new Map<number, number>();
    const updates = done.flatMap((one, position): Update[] => {
      if (!isKept[position]) return [];
      const slot = slots.get(one);
      if (slot === undefined || one.cell === null) return [inMemory(one.update)];
      const queue = this.queueOf(one.cell);
      counts.set(queue.of.count, slot + 1);
      return fill(queue, slot, one.cell, one.update.value);
    });
    const counted = [...counts].map(([count, value]) => set(count, constant(value)));
    const choices = done.flatMap(({ update, choice }, position): (number | null)[] => {
      if (choice !== null) return [choice];
      if (update.value !== 'any') return [];
      return [isKept[position] ? null : (boundsOf(this.facts.declared(update.target).sort)?.low ?? 0)];
    });
    this.add(guards, [...updates, ...counted], this.edge.to, this.origin(choices));
  }

  private full(guards: readonly Expression[], done: readonly Resolved[]): void {
    const { overflow, program, thread } = this.surroundings;
    if (overflow === null) return;
    const { locations } = templateOf(program, thread);
    if (this.locations.length === 0) {
      const isTaken = locations.some(({ labels }) => labels.includes(FULL));
      this.locations.push({ labels: isTaken ? [] : [FULL], failure: null });
    }
    // A value that fails is told by another edge, but one that does not fit may mean that the step is not possible.
    const isDisabled = program.outOfRange === 'disabled';
    const said = isDisabled
      ? [...guards, ...done.flatMap((one) => one.fitting)]
      : guards.filter((condition) => !this.ofValues.has(condition));
    const key = JSON.stringify(simplified(said, this.buffers));
    if (this.told.has(key)) return;
    this.told.add(key);
    this.add(said, [set(overflow, TRUE)], locations.length, null);
  }

  /** Of a step that never has room: that something fails is found before. */
  private failAnyhow(guards: readonly Expression[], done: readonly Resolved[], bound: number): void {
    if (done.filter(({ waits }) => waits).length <= bound) throw new Error('there is room in an empty buffer');
    const { outOfRange } = this.surroundings.program;
    for (const [position, { update, fitting }] of done.entries()) {
      if (outOfRange === 'failure') this.outOfRange(guards, done.slice(0, position), update, fitting);
    }
    const parts = done.flatMap(({ update: { target, value } }) => (value === 'any' ? [target] : [target, value]));
    const failing = parts.filter((part) => this.facts.mayFail(part)).map(hasValue);
    const [last, ...others] = failing.reverse();
    if (last === undefined) return;
    const never: Expression = { ...last, operator: '!=' };
    this.add([...guards, ...others.reverse(), never], [], this.edge.to, this.origin([]));
  }

  /** An edge that fails because the value does not fit. */
  private outOfRange(
    guards: readonly Expression[],
    before: readonly Resolved[],
    update: Update,
    fitting: readonly Expression[],
  ): void {
    const fits = conjunction(fitting);
    if (fits === null) return;
    this.fail([...guards, unary('!', fits)], before, update);
  }

  /** An edge whose last update fails, unless one before it does or is out of range. */
  private fail(guards: readonly Expression[], before: readonly Resolved[], last: Update): void {
    const updates = [...before.map(({ update }) => update), last].map(inMemory);
    const drawn = before.flatMap(({ update, choice }) => (update.value === 'any' || choice !== null ? [choice] : []));
    const open = this.edge.updates.filter(({ value }) => value === 'any');
    const rest = open.slice(drawn.length).map((update) => boundsOf(this.facts.declared(update.target).sort)?.low ?? 0);
    this.add(guards, updates, this.edge.to, this.origin([...drawn, ...rest]));
  }

  private origin(choices: readonly (number | null)[]): Origin {
    const { thread } = this.surroundings;
    const isFixed = choices.some((choice) => choice !== null);
    return { kind: 'edge', thread, edge: this.number, ...(isFixed ? { choices } : {}) };
  }

  private add(guards: readonly Expression[], updates: readonly Update[], to: number, origin: Origin | null): void {
    const said = simplified(guards, this.buffers);
    if (said === null) return;
    const { from, text, place } = this.edge;
    const edge = { from, to, guard: conjunction(said), updates, fence: false, atomic: false, text, place };
    this.made.push({ edge, origin });
  }

  private queueOf(cell: number | null): Queue {
    const found = this.queues.find(({ of }) => cell !== null && of.cells.includes(cell));
    if (found === undefined) throw new Error('a write waits, and there is no buffer for it');
    return found;
  }
}

interface Room {
  readonly guards: readonly Expression[];
  /** Null when there is not enough. */
  readonly slots: ReadonlyMap<Resolved, number> | null;
}

function inMemory({ direct: _, ...update }: Update): Update {
  return update;
}
