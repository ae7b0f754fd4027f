/**
 * View cubes: the form of cube for TSO in which what lags is the reader.
 *
 * By Theorem 1 of the Cubicle-W paper the order in which writes reach memory can be taken to be the order in which they
 * are issued. So there is one history of writes, memory is its last state, and each process reads at a position in it that
 * only moves forward (the picture of Dual-TSO); its own later writes it sees in any case. A cube says of a history: there
 * are positions such that
 *
 *   - plain cells (memory now, and local cells, of which there is one copy) satisfy the literals;
 *   - each process p will read at positions g(m) <= ... <= g(2) <= g(1), its *chain* of pending groups, counted from the
 *     end; a group is the weak reads of one transition. The cell X viewed by p with tag k is what p sees at g(k);
 *   - tag 0 is the position J of the reads in the unsafe condition, one for all processes together, the last of every
 *     chain: g(1) <= J <= now;
 *   - `fences[p]` = f: the groups up to number f, and J when f >= 0, lie after every write of p in the history;
 *   - `pending[p]` has bit k: g(k) lies before some write of p in the history (a guard with `not fence()`).
 *
 * docs/internals/engines/parameterized.md shows that pre-images and containment of these cubes are sound and exact.
 */
import { Facts } from '../../../logic/facts.js';
import { type Literal, type Literals, PLAIN, TRUE } from '../../../logic/literals.js';
import { lowest } from '../bits.js';
import { type Cube, cellsOf, compact } from '../cube.js';
import { literalsOf, mapParts, type UniversalPart } from '../universal.js';

/** Views in its universal parts are those of processes of the cube. */
export interface ViewCube extends Cube {
  /** For each process how many groups its chain has. */
  readonly chains: Int32Array;
  /** Some literal is about the joint position J. */
  readonly joint: boolean;
  /** For each process the number of the first group after its fence; -1 without. */
  readonly fences: Int32Array;
  readonly pending: Int32Array;
}

/** The tag of the reads in an unsafe condition. */
export const JOINT = 0;
/** Groups in one chain, as bits of a word; what does not fit is forgotten, which only makes a cube weaker. */
export const MOST_GROUPS = 28;

/** What is known of a cube before it is in normal form: groups may have any numbers, and may be superfluous. */
export type Draft = Omit<ViewCube, 'chains' | 'joint'>;

export class ViewCubes {
  private readonly literals: Literals;
  private readonly facts: Facts;

  constructor(literals: Literals) {
    this.literals = literals;
    this.facts = new Facts(literals);
  }

  /** Drops superfluous groups, numbers the others from the end of each chain, and names processes 0, 1... */
  normal(draft: Draft, keepAll: boolean): { cube: ViewCube; names: number[] } {
    const { literals } = this;
    const { processes, fences, pending, universals } = draft;
    const kept = this.withoutSuperfluous(draft);
    const present = groupsOf(literals, [...kept, ...literalsOf(universals)], processes);
    const joint = present.some((groups) => groups & 1);
    const numbers: number[][] = [];
    const shownFences = new Int32Array(processes).fill(-1);
    const shownPending = new Int32Array(processes);
    const chains = new Int32Array(processes);
    let flagged = 0;
    for (let p = 0; p < processes; p++) {
      const fence = fences[p] ?? -1;
      const waits = pending[p] ?? 0;
      const number: number[] = [JOINT];
      if (joint && fence >= 0) shownFences[p] = 0;
      let next = 1;
      for (let groups = ((present[p] as number) | waits) & ~1; groups !== 0; groups &= groups - 1) {
        const group = lowest(groups);
        if (group <= fence) shownFences[p] = next;
        if (waits & (1 << group)) shownPending[p] = (shownPending[p] as number) | (1 << next);
        number[group] = next++;
      }
      chains[p] = next - 1;
      if ((shownFences[p] as number) >= 0 || waits !== 0) flagged |= 1 << p;
      numbers.push(number);
    }
    const renumbered = kept.map((l) => this.renumber(l, numbers));
    const compacted = compact(literals, renumbered.sort(), processes, keepAll || universals.length > 0, flagged);
    const count = compacted.processes;
    const place = (words: Int32Array, empty: number): Int32Array => {
      const out = new Int32Array(count).fill(empty);
      for (const [p, name] of compacted.names.entries()) if (name >= 0) out[name] = words[p] as number;
      return out;
    };
    return {
      cube: {
        processes: count,
        literals: compacted.literals,
        chains: place(chains, 0),
        joint,
        fences: place(shownFences, -1),
        pending: place(shownPending, 0),
        universals: mapParts(universals, (l) => this.renumber(l, numbers)),
      },
      names: compacted.names,
    };
  }

  private renumber(literal: Literal, numbers: readonly number[][]): Literal {
    return this.literals.mapCells(literal, (cell) => {
      const tag = this.literals.tagOf(cell);
      if (tag === PLAIN) return cell;
      return this.literals.retag(cell, numbers[this.literals.readerOf(cell)]?.[tag] as number);
    });
  }

  /**
   * A group may be taken to lie where a neighbour in its chain lies when what it reads is so there already: then it says
   * nothing. Its neighbours are the next group (or J, or now), and the previous one if a fence does not part them.
   */
  private withoutSuperfluous({ processes, literals: given, fences, pending, universals }: Draft): Int32Array {
    let kept = given;
    let present = groupsOf(this.literals, kept, processes);
    if (present.every((groups) => groups === 0)) return kept;
    // Groups of which universal parts speak stay.
    const needed = groupsOf(this.literals, literalsOf(universals), processes);
    const jointNeeded = needed.some((groups) => groups & 1);
    let loaded = false;
    const drop = (p: number | null, group: number, to: number): boolean => {
      if (!loaded) this.facts.load(kept);
      loaded = true;
      if (!this.followsAt(kept, p, group, to)) return false;
      kept = kept.filter((l) => !mentions(this.literals, l, p, group));
      present = groupsOf(this.literals, kept, processes);
      loaded = false;
      return true;
    };
    for (let changed = true; changed; ) {
      changed = false;
      const joint = jointNeeded || present.some((groups) => groups & 1);
      if (joint && !jointNeeded && drop(null, JOINT, PLAIN)) changed = true;
      for (let p = 0; p < processes; p++) {
        const waits = (pending[p] ?? 0) | ((needed[p] as number) & ~1);
        const fence = fences[p] ?? -1;
        for (let groups = (present[p] as number) & ~1 & ~waits; groups !== 0; groups &= groups - 1) {
          const group = lowest(groups);
          const others = (present[p] as number) | waits | (joint ? 1 : 0);
          const later = others & ((1 << group) - 1);
          const next = later === 0 ? PLAIN : 31 - Math.clz32(later);
          const earlier = others & ~((2 << group) - 1);
          const previous = earlier === 0 ? -1 : lowest(earlier);
          if (drop(p, group, next)) changed = true;
          else if (previous > 0 && (group > fence || previous <= fence) && drop(p, group, previous)) changed = true;
          else if (group > MOST_GROUPS) {
            kept = kept.filter((l) => !mentions(this.literals, l, p, group));
            changed = true;
          } else continue;
          present = groupsOf(this.literals, kept, processes);
          loaded = false;
          break;
        }
      }
    }
    return kept;
  }

  /** What is read at `group` (of p, or of everybody for J) is known to be so at `to`. */
  private followsAt(kept: Int32Array, p: number | null, group: number, to: number): boolean {
    const { literals } = this;
    for (const literal of kept) {
      if (!mentions(literals, literal, p, group)) continue;
      const moved = literals.mapCells(literal, (cell) =>
        literals.tagOf(cell) === group && (p === null || literals.readerOf(cell) === p)
          ? literals.retag(cell, to)
          : cell,
      );
      if (moved !== TRUE && (moved < 0 || !this.facts.implies(moved))) return false;
    }
    return true;
  }
}

/** For each process the tags of its viewed cells, as bits. */
export function groupsOf(literals: Literals, conjunction: ArrayLike<Literal>, processes: number): number[] {
  const groups: number[] = new Array(processes).fill(0);
  for (let i = 0; i < conjunction.length; i++) {
    for (const cell of cellsOf(literals, conjunction[i] as Literal)) {
      const tag = literals.tagOf(cell);
      if (tag === PLAIN) continue;
      const reader = literals.readerOf(cell);
      groups[reader] = (groups[reader] as number) | (1 << tag);
    }
  }
  return groups;
}

/** Viewed cells of a process outside the cube are not spoken of: its positions are not kept. */
export function speaksOfCube(literals: Literals, part: UniversalPart, processes: number): boolean {
  return literalsOf([part]).every((l) =>
    cellsOf(literals, l).every((cell) => literals.tagOf(cell) === PLAIN || literals.readerOf(cell) < processes),
  );
}

function mentions(literals: Literals, literal: Literal, p: number | null, group: number): boolean {
  return cellsOf(literals, literal).some(
    (cell) => literals.tagOf(cell) === group && (p === null || literals.readerOf(cell) === p),
  );
}
