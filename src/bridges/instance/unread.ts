/**
 * Cells whose first value is never read: registers that models leave open at the start, and load before they use them.
 *
 * What a process may do is mostly decided by one cell, its program counter. So for each other cell that begins with a known
 * value, the guide, all pairs (value of the guide; is the cell still as it was at the start?) that steps can lead to are
 * collected, with everything else unknown. When no step that may be possible in a pair of the second kind, and no property
 * that may hold there, looks at the cell, its first value makes no difference and may be any one.
 *
 * Under weak memory this is asked of locals only, with a local of the same process as guide: nobody else touches those.
 */
import { boundsOf, valuesOf } from '../../models/program/cells.js';
import { numberIn } from '../../models/program/fold.js';
import type { GroundEdge, GroundUpdate } from './edges.js';
import type { Instance } from './instance.js';
import { cellsIn, type Ground, isFalse, isTrue, substitute } from './term.js';

/** Guides with more values than this are not tried. */
const MOST_VALUES = 64;

export class FirstReads {
  constructor(
    private readonly instance: Instance,
    private readonly edges: readonly GroundEdge[],
    private readonly unsafe: readonly Ground[],
    private readonly buffered: boolean,
  ) {}

  /** `starts` are the cells with one known first value. */
  isUnread(place: number, starts: ReadonlyMap<number, number>): boolean {
    if (this.buffered && !this.isLocal(place)) return false;
    const edges = this.edges.filter(({ guard, updates }) => {
      return mentions(guard, place) || updates.some((update) => update.place === place || reads(update, place));
    });
    const unsafe = this.unsafe.filter((condition) => mentions(condition, place));
    if (edges.length === 0 && unsafe.length === 0) return true;
    for (const [guide, start] of starts) {
      if (guide !== place && this.mayGuide(guide, place) && this.unreadBy(place, guide, start)) return true;
    }
    return false;
  }

  private isLocal(place: number): boolean {
    const { symbol } = this.instance.cellAt(place);
    return !symbol.weak && !symbol.constant;
  }

  private mayGuide(guide: number, place: number): boolean {
    if (this.valuesOf(guide).length === 0) return false;
    const owner = (one: number) => this.instance.cellAt(one).indices[0];
    return !this.buffered || (this.isLocal(guide) && owner(guide) === owner(place));
  }

  /** None for a guide that cannot be one. */
  private valuesOf(guide: number): number[] {
    const sort = this.instance.coding.sort(this.instance.cellAt(guide).symbol.sort);
    const bounds = boundsOf(sort);
    return bounds === null || bounds.high - bounds.low >= MOST_VALUES ? [] : valuesOf(sort);
  }

  private unreadBy(place: number, guide: number, start: number): boolean {
    // Only pairs where the cell is as it was at the start are followed: later it may be read.
    const seen = new Set([start]);
    for (const value of seen) {
      const known = (term: Ground) => substitute(term, guide, value);
      if (this.unsafe.some((condition) => mentions(known(condition), place))) return false;
      for (const { guard, updates } of this.edges) {
        const enabled = known(guard);
        if (isFalse(enabled)) continue;
        const after = updates.map((update) => knownUpdate(update, known));
        if (mentions(enabled, place) || after.some((update) => reads(update, place))) return false;
        if (after.some((update) => update.place === place)) continue;
        for (const next of this.nextValues(guide, value, after)) seen.add(next);
      }
    }
    return true;
  }

  private nextValues(guide: number, value: number, updates: readonly GroundUpdate[]): readonly number[] {
    const update = updates.find(({ place }) => place === guide);
    if (update === undefined) return [value];
    if (update.value === 'any') return this.valuesOf(guide);
    const terms = [...update.value.switches.map((one) => one.value), update.value.otherwise];
    const next = terms.map((term) => numberIn(term));
    return next.includes(null) ? this.valuesOf(guide) : (next as number[]);
  }
}

function mentions(term: Ground, place: number): boolean {
  return cellsIn(term).some((cell) => cell.place === place);
}

function reads({ value }: GroundUpdate, place: number): boolean {
  if (value === 'any') return false;
  return (
    mentions(value.otherwise, place) ||
    value.switches.some((one) => mentions(one.condition, place) || mentions(one.value, place))
  );
}

function knownUpdate({ place, value }: GroundUpdate, known: (term: Ground) => Ground): GroundUpdate {
  if (value === 'any') return { place, value };
  const switches: { condition: Ground; value: Ground }[] = [];
  for (const one of value.switches) {
    const condition = known(one.condition);
    if (isFalse(condition)) continue;
    if (isTrue(condition)) return { place, value: { switches, otherwise: known(one.value) } };
    switches.push({ condition, value: known(one.value) });
  }
  return { place, value: { switches, otherwise: known(value.otherwise) } };
}
