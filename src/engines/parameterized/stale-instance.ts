/**
 * What processes may still see: explored states under sequential consistency, with the old values that linger.
 *
 * The view machine (forward/view-machine.ts) tells apart every way in which processes lag, which is soon too much for
 * three of them. Here a state is one under sequential consistency, where everybody who reads is up to date; and to each
 * state, process and weak cell belongs the set of values which the process could still read there: the present one, and
 * those from before that it has not been made to forget. Its own reads, fences and atomic steps do that for all cells (it
 * is up to date then), its own writes for the cell written. The sets are collected along all explored steps to a fixpoint.
 *
 * A second family of sets is for reads behind a fence, which see nothing older than the process's own last write.
 */
import { Kind, type Literal, type Literals, PLAIN } from '../../logic/literals.js';
import type { Operator } from '../../logic/sorts.js';
import type { ArraySystem, Transition } from '../../models/array-system/model.js';
import { readsWeak, splitOnFence } from '../../models/array-system/views.js';
import { lowest } from './bits.js';
import { cellsOf } from './cube.js';
import { ExploredInstance } from './explored-instance.js';
import type { Exploration } from './forward/explore.js';
import { byteOf, OPEN } from './forward/layout.js';
import { writesWeak } from './pre-image.js';

/** Values have bits up to this one; larger ones are not told apart. */
const MOST_VALUES = 31;

export class StaleInstance extends ExploredInstance {
  /** Bytes of the weak cells, and for each byte its place among them. */
  private readonly weak: readonly number[];
  private readonly place = new Map<number, number>();
  private readonly loose: Int32Array;
  private readonly fenced: Int32Array;
  /** Which transitions bring their process up to date. */
  private readonly moves: readonly boolean[];

  /** The exploration must tell processes apart. */
  constructor(literals: Literals, exploration: Exploration, system: ArraySystem) {
    super(literals, exploration, null);
    const { cells } = exploration.layout;
    this.weak = cells.flatMap((cell, byte) => (system.symbols[cell.symbol]?.weak ? [byte] : []));
    for (const [i, byte] of this.weak.entries()) this.place.set(byte, i);
    const size = exploration.count * exploration.layout.processes * this.weak.length;
    this.loose = new Int32Array(size);
    this.fenced = new Int32Array(size);
    this.moves = system.transitions.map((t) => readsWeak(t) || hasFence(t));
  }

  override knows(literal: Literal): boolean {
    const { literals } = this;
    const cells = cellsOf(literals, literal);
    if (cells.every((cell) => literals.tagOf(cell) === PLAIN)) return super.knows(literal);
    return literals.kind[literal] !== Kind.linear && cells.every((cell) => this.byte(cell) >= 0);
  }

  protected override column(literal: Literal, fenced: boolean): Int32Array {
    const { literals } = this;
    const { left, right } = literals;
    if (cellsOf(literals, literal).every((cell) => literals.tagOf(cell) === PLAIN)) return super.column(literal, false);
    const key = literal * 2 + (fenced ? 1 : 0);
    const known = this.columns.get(key);
    if (known !== undefined) return known;
    const { count } = this.exploration;
    const column = new Int32Array((count + 31) >> 5);
    const one = this.valuesOf(left[literal] as number, fenced);
    const mask = right[literal] as number;
    const isMask = literals.kind[literal] === Kind.mask;
    const other = isMask ? () => mask : this.valuesOf(mask, fenced);
    const operator = isMask ? '=' : literals.operatorOf(literal);
    for (let id = 0; id < count; id++) {
      if (mayRelate(operator, one(id), other(id))) column[id >> 5]! |= 1 << (id & 31);
    }
    this.columns.set(key, column);
    return column;
  }

  /** Of each state the values that the term may have, as bits: a process, a cell in memory, or what lingers of it. */
  private valuesOf(term: number, fenced: boolean): (id: number) => number {
    const { literals, weak, processes } = this;
    if (term < 0) return () => 1 << (-term - 1);
    const { store, layout } = this.exploration;
    const byte = this.byte(term);
    if (literals.tagOf(term) === PLAIN) return (id) => valueBit(store[id * layout.stride + byte] as number);
    const sets = fenced ? this.fenced : this.loose;
    const at = literals.readerOf(term) * weak.length + (this.place.get(byte) as number);
    return (id) => sets[id * processes * weak.length + at] as number;
  }

  private byte(viewed: number): number {
    const { literals } = this;
    return byteOf(this.exploration.layout, literals.symbolOf(viewed).base, literals.indicesOf(viewed));
  }

  /** To be done before anything is asked. Sets only grow, so each state is looked at again until nothing changes. */
  *collect(): Generator<void, void> {
    const { exploration, weak, loose, fenced, processes } = this;
    const { count, store, layout, instance } = exploration;
    const { stride } = layout;
    const width = processes * weak.length;
    const present = (id: number, i: number) => valueBit(store[id * stride + (weak[i] as number)] as number);
    for (let id = 0; id < count; id++) {
      for (let q = 0; q < processes; q++) {
        for (let i = 0; i < weak.length; i++) {
          const at = id * width + q * weak.length + i;
          loose[at] = present(id, i);
          fenced[at] = present(id, i);
        }
      }
    }
    const current = new Uint8Array(stride);
    const next = new Uint8Array(stride);
    const queue = Array.from({ length: count }, (_, id) => id);
    const queued = new Uint8Array(count).fill(1);
    const steps = instance.steps.map(({ command, slots, run }) => ({
      actor: command === null ? -1 : (slots[command.actor as number] as number),
      moves: command !== null && (this.moves[command.transition] ?? false),
      wrote: command !== null && writesWeak(command, layout.form.system.symbols),
      run,
    }));
    for (let head = 0; head < queue.length; head++) {
      if ((head & 255) === 255) yield;
      const id = queue[head] as number;
      queued[id] = 0;
      current.set(store.subarray(id * stride, (id + 1) * stride));
      for (const { actor, moves, wrote, run } of steps) {
        const emit = (): void => {
          const to = exploration.numberOf(next);
          if (to < 0) return;
          let grew = false;
          for (let q = 0; q < processes; q++) {
            for (let i = 0; i < weak.length; i++) {
              const [from, into] = [id * width + q * weak.length + i, to * width + q * weak.length + i];
              const before = current[weak[i] as number] as number;
              const changed = next[weak[i] as number] !== before;
              const own = q === actor;
              // Up to date means: the value right before the step, unless the step itself replaced it.
              let seen = own && moves ? valueBit(before) : (loose[from] as number);
              let behind = own && (moves || wrote) ? valueBit(before) : (fenced[from] as number);
              if (own && changed) seen = 0;
              if (own && changed) behind = 0;
              if ((seen & ~(loose[into] as number)) | (behind & ~(fenced[into] as number))) {
                loose[into] = (loose[into] as number) | seen;
                fenced[into] = (fenced[into] as number) | behind;
                grew = true;
              }
            }
          }
          if (grew && queued[to] === 0) {
            queued[to] = 1;
            queue.push(to);
          }
        };
        run(current, next, emit, () => {});
      }
    }
  }
}

/** Whether some value of the one compares so with some value of the other; they are chosen apart. */
function mayRelate(operator: Operator, one: number, other: number): boolean {
  switch (operator) {
    case '=':
      return (one & other) !== 0;
    case '<>':
      return one !== 0 && other !== 0 && ((one | other) & ((one | other) - 1)) !== 0;
    case '<':
      return one !== 0 && other !== 0 && lowest(one) < 31 - Math.clz32(other);
    case '<=':
      return one !== 0 && other !== 0 && lowest(one) <= 31 - Math.clz32(other);
  }
}

function valueBit(value: number): number {
  return value === OPEN || value >= MOST_VALUES ? -1 : 1 << value;
}

function hasFence(transition: Transition): boolean {
  return splitOnFence(transition.guard).some((s) => s.barrier !== 'any');
}
