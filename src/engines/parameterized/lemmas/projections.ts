/**
 * What a cube says of one or two of its processes, for lemmas by need (by-need.ts): places apart from everything else.
 *
 * A *frame* is a few facts about processes 0 and 1; *where* says at which places these are. Facts about further processes
 * that follow are kept: if two pointers lead to the same process, which is left out, they are equal, and neither is nobody.
 */

import { FALSE, Kind, type Literal, type Literals, TRUE } from '../../../logic/literals.js';
import { injections } from '../slots.js';
import { RADIX, tuplesOf, type Where, whereOf } from './place-tuples.js';

export interface Frame {
  readonly literals: readonly Literal[];
  /** The cells that say where the processes are. */
  readonly cells: readonly number[];
  readonly key: string;
}

const MOST_PROCESSES = 2;
const MOST_FACTS = 2;

export class Projections {
  private readonly literals: Literals;
  private readonly place: number;
  private readonly full: number;
  private readonly constants: readonly number[];

  /** `place`: the symbol of the array that says where a process is. `constants`: cells of processes that never change. */
  constructor(literals: Literals, place: number, constants: readonly number[] = []) {
    this.literals = literals;
    this.place = place;
    this.constants = constants;
    this.full = literals.symbols[place]?.full ?? 0;
  }

  /** Fewer processes first, then fewer facts. */
  of(conjunction: ArrayLike<Literal>): { frame: Frame; where: Where }[] {
    const { literals } = this;
    let used = 0;
    for (let i = 0; i < conjunction.length; i++) used |= literals.processes[conjunction[i] as Literal] as number;
    const processes: number[] = [];
    for (let p = 0; p < RADIX; p++) if (used & (1 << p)) processes.push(p);
    const choices = subsets(processes, MOST_PROCESSES);
    const out: { frame: Frame; where: Where; rank: number }[] = [];
    const seen = new Set<string>();
    for (const chosen of choices) {
      const { facts, where } = this.restricted(conjunction, chosen);
      for (const subset of subsets(facts, MOST_FACTS)) {
        const mentioned = subset.reduce((mask, l) => mask | (literals.processes[l] as number), 0);
        // A process of which neither a fact nor the place is known has no business here.
        if (chosen.some((_, k) => !(mentioned & (1 << k)) && where[k] === this.full)) continue;
        const each = this.canonical(subset, where);
        const key = `${each.frame.key}|${each.where.join(' ')}`;
        if (seen.has(key)) continue;
        seen.add(key);
        out.push({ ...each, rank: chosen.length * 8 + subset.length });
      }
    }
    return out.sort((a, b) => a.rank - b.rank);
  }

  conjunction(frame: Frame, where: Where): Literal[] {
    const at = where.map((mask, p) => this.literals.mask(this.cell(p), mask));
    return [...frame.literals, ...at].filter((l) => l !== TRUE);
  }

  /** The widest set of places around these for which all tuples are allowed; null if these are not. */
  widened(where: Where, allowed: (places: number) => boolean): Where | null {
    const masks = [...where];
    const fits = () => [...tuplesOf(masks)].every(allowed);
    if (!fits()) return null;
    for (const p of masks.keys()) {
      for (let rest = this.full & ~(masks[p] as number); rest !== 0; rest &= rest - 1) {
        const before = masks[p] as number;
        masks[p] = rest & -rest;
        masks[p] = fits() ? before | (rest & -rest) : before;
      }
    }
    return masks;
  }

  /** One tuple of places each. */
  singles(where: Where): { places: number; part: Where }[] {
    return [...tuplesOf(where)].map((places) => ({ places, part: whereOf(places, where.length) }));
  }

  /** The cases of the place of a process: one that is known in part, or not at all. Null if all are known. */
  split(conjunction: Int32Array, processes: number): Int32Array[] | null {
    const { literals } = this;
    let best: { cell: number; mask: number } | null = null;
    for (let p = 0; p < processes; p++) {
      const cell = this.cell(p);
      let mask = this.full;
      for (const l of conjunction) {
        if (literals.kind[l] === Kind.mask && literals.left[l] === cell) mask &= literals.right[l] as number;
      }
      if ((mask & (mask - 1)) !== 0 && (best === null || sizeOf(mask) < sizeOf(best.mask))) best = { cell, mask };
    }
    if (best === null) return null;
    const { cell } = best;
    const rest = conjunction.filter((l) => literals.kind[l] !== Kind.mask || literals.left[l] !== cell);
    const out: Int32Array[] = [];
    for (let m = best.mask; m !== 0; m &= m - 1) {
      out.push(Int32Array.from([...rest, literals.mask(cell, m & -m)]).sort());
    }
    return out;
  }

  private cell(process: number): number {
    return this.literals.cell(this.place, [process]);
  }

  /** What the conjunction says of the chosen processes, which become 0, 1, ... */
  private restricted(
    conjunction: ArrayLike<Literal>,
    chosen: readonly number[],
  ): { facts: Literal[]; where: number[] } {
    const { literals } = this;
    const names: number[] = [];
    for (const [k, p] of chosen.entries()) names[p] = k;
    const bits = chosen.reduce((mask, p) => mask | (1 << p), 0);
    const facts = new Set<Literal>();
    const where = chosen.map(() => this.full);
    /** Cells of the chosen processes that lead to a process left out. */
    const leading = new Map<number, number[]>();
    const add = (l: Literal) => {
      if (l !== TRUE && l !== FALSE) facts.add(l);
    };
    for (let i = 0; i < conjunction.length; i++) {
      const l = conjunction[i] as Literal;
      const about = literals.processes[l] as number;
      if ((about & ~bits) === 0) {
        const renamed = literals.rename(l, names);
        const cell = literals.left[renamed] as number;
        const isPlace = literals.kind[renamed] === Kind.mask && literals.cellSymbol[cell] === this.place;
        if (isPlace) where[literals.argumentsOf(cell)[0] as number]! &= literals.right[renamed] as number;
        else add(renamed);
        continue;
      }
      if (literals.kind[l] !== Kind.equal) continue;
      const [process, cell] = [literals.left[l] as number, literals.right[l] as number];
      if (process >= 0 || cell < 0 || (literals.cellProcesses[cell] as number) & ~bits) continue;
      const renamed = literals.renameCell(cell, names);
      leading.set(process, [...(leading.get(process) ?? []), renamed]);
    }
    for (const cells of leading.values()) {
      for (const [i, cell] of cells.entries()) {
        for (const other of cells.slice(i + 1)) add(literals.relation('=', cell, other));
        for (const k of chosen.keys()) add(literals.relation('<>', cell, -1 - k));
        for (const constant of this.constants) add(literals.relation('<>', cell, constant));
      }
    }
    return { facts: [...facts], where };
  }

  /** The processes in the order that gives the smallest key: what is lost is lost for all orders. */
  private canonical(subset: readonly Literal[], where: Where): { frame: Frame; where: Where } {
    let best: { frame: Frame; where: Where } | null = null;
    for (const names of injections(where.length, where.length)) {
      const frame = this.frameOf(
        subset.map((l) => this.literals.rename(l, names)),
        where.length,
      );
      const moved: number[] = [];
      for (const [p, mask] of where.entries()) moved[names[p] as number] = mask;
      const least = best === null || frame.key < best.frame.key;
      if (least || (frame.key === best?.frame.key && moved.join(' ') < best.where.join(' ')))
        best = { frame, where: moved };
    }
    return best as { frame: Frame; where: Where };
  }

  /** Facts about process 0, and about process 1 if they mention it. */
  frame(facts: readonly Literal[]): Frame {
    const mentioned = facts.reduce((mask, l) => mask | (this.literals.processes[l] as number), 1);
    return this.frameOf(facts, 32 - Math.clz32(mentioned));
  }

  /** All tuples of places of the processes of a frame. */
  everywhere({ cells }: Frame): number[] {
    return [...tuplesOf(cells.map(() => this.full))];
  }

  private frameOf(subset: readonly Literal[], processes: number): Frame {
    const sorted = [...subset].sort((a, b) => a - b);
    const cells = Array.from({ length: processes }, (_, p) => this.cell(p));
    return { literals: sorted, cells, key: `${processes}:${sorted.join(' ')}` };
  }
}

function subsets<T>(facts: readonly T[], most: number): T[][] {
  let out: T[][] = [[]];
  let last: { subset: T[]; from: number }[] = [{ subset: [], from: 0 }];
  for (let size = 1; size <= most; size++) {
    last = last.flatMap(({ subset, from }) =>
      facts.slice(from).map((l, i) => ({ subset: [...subset, l], from: from + i + 1 })),
    );
    out = [...out, ...last.map(({ subset }) => subset)];
  }
  return out;
}

function sizeOf(mask: number): number {
  let size = 0;
  for (let m = mask; m !== 0; m &= m - 1) size++;
  return size;
}
