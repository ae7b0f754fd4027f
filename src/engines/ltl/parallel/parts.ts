/**
 * Parts of a product that can be searched for components each on its own, by different threads.
 *
 * Each state has a label, any function of it. Let l lead to m when some step leads from a state with label l to one with label m, and
 * the automaton can go on there. What is on a cycle of the product has labels that lead to one another in a circle. So a part is made
 * of the labels that do, the components of this small graph: no component of the product is in two parts. Steps from one part to
 * another are on no cycle, and need not be followed, once it is known which nodes are reachable at all.
 *
 * Which acceptance sets the steps have that lead from label to label is noted, too. Where those within a part together miss a set, no
 * component of it is accepting, and it is not searched at all.
 *
 * The label is where a thread is, what its locals are, and for which cell its oldest write waits, of the first thread that the
 * formula speaks of. Formulas mostly say that this one gets ahead. Their automata accept runs in which it does not, from some moment
 * on: there it goes round in few places, or stays, while the others run. So there are dozens of parts, none of them large; where
 * there is only one, one thread has all the work, and so it is where there are too many labels. Often a set is missed by every
 * part: that the thread is in some place again and again is not possible where it stays in another, nor that it waits for its
 * buffer for ever where a write leaves it.
 */

import { leavesOf } from '../../../models/program/expression.js';
import type { StateExpression } from '../../../models/program/model.js';
import type { Layout } from '../../explicit/layout.js';
import { isField } from '../../explicit/packing.js';
import { type Board, MOST_LABELS } from './board.js';

/** Parts that there may be; those beyond are one. */
export const MOST_PARTS = 254;
/** The number of those that are not searched, and how much less work they are. */
export const PASSED = 255;
const PASSED_WEIGHT = 1 / 8;

/** The bits of a state that its label is made of. */
export function seenOf({ packing }: Layout, propositions: readonly StateExpression[]): Int32Array {
  const thread = Math.min(packing.locations.length - 1, firstThread(propositions));
  const seen = new Int32Array(packing.words);
  const waiting = (packing.queues[thread] ?? []).flatMap(({ slots: [oldest = []] }) => oldest.map(({ code }) => code));
  const fields = [packing.locations[thread], ...(packing.locals[thread] ?? []), ...waiting];
  for (const field of fields) {
    if (field === undefined || !isField(field)) continue;
    const bits = field.width === 32 ? -1 : 2 ** field.width - 1;
    seen[field.word] = (seen[field.word] as number) | (bits << field.shift);
  }
  return seen;
}

/** 0 when they speak of none. */
function firstThread(propositions: readonly StateExpression[]): number {
  for (const leaf of propositions.flatMap((each) => leavesOf(each)))
    if (leaf.kind === 'at' || leaf.kind === 'localOf') return leaf.thread;
  return 0;
}

const ODD = 0x2c1b3c6d;

/** Gives states their labels. */
export class Labeller {
  private readonly seen: Int32Array;
  private readonly board: Board;
  private readonly known = new Map<number, number>();
  /** What was seen last, which mostly is the same again. */
  private last = 0;
  private lastLabel = 0;

  constructor(seen: Int32Array, board: Board) {
    this.seen = seen;
    this.board = board;
    this.lastLabel = this.labelOf(0);
  }

  /** Of so many records, each the words of a state and one more. */
  label(records: Int32Array, states: number, labels: Uint8Array): void {
    const { seen } = this;
    const { length: words } = seen;
    for (let state = 0; state < states; state++) {
      const at = state * (words + 1);
      let mixed = 0;
      for (let word = 0; word < words; word++) {
        mixed = Math.imul(mixed ^ ((records[at + word] as number) & (seen[word] as number)), ODD);
        mixed ^= mixed >>> 15;
      }
      if (mixed !== this.last) {
        this.last = mixed;
        this.lastLabel = this.labelOf(mixed);
      }
      labels[state] = this.lastLabel;
    }
  }

  private labelOf(mixed: number): number {
    const known = this.known.get(mixed);
    if (known !== undefined) return known;
    const found = this.board.labelOf(mixed);
    this.known.set(mixed, found);
    return found;
  }
}

/** Makes parts of labels, and gives each part to a thread; those that cannot have all of the first sets are `PASSED`. */
export function makeParts(board: Board, all: number): void {
  const { steps, stepMarks, labelSizes, parts, owners, sizes } = board;
  const reached = Array.from({ length: MOST_LABELS }, (_, label) => reachedFrom(steps, label));
  const inCircle = (one: number, other: number): boolean =>
    one === other || board.hasAllLabels || (reached[one]?.[other] === 1 && reached[other]?.[one] === 1);
  // A part by its first label.
  const partOf = Array.from({ length: MOST_LABELS }, (_, label) => {
    for (let other = 0; ; other++) if (inCircle(other, label)) return other;
  });
  const within = new Int32Array(MOST_LABELS);
  const weights = new Map<number, number>();
  for (const [from, part] of partOf.entries()) {
    for (let to = 0; to < MOST_LABELS; to++)
      if (partOf[to] === part) within[part] = (within[part] as number) | (stepMarks[from * MOST_LABELS + to] as number);
    weights.set(part, (weights.get(part) ?? 0) + (labelSizes[from] as number));
  }
  const isPassed = (part: number): boolean => (all & ~(within[part] as number)) !== 0;
  const weight = (part: number): number => (weights.get(part) ?? 0) * (isPassed(part) ? PASSED_WEIGHT : 1);
  const loads = new Array<number>(sizes.members).fill(0);
  // The largest first, each to the one who has least.
  const sorted = [...weights.keys()].sort((one, other) => weight(other) - weight(one));
  for (const [number, part] of sorted.entries()) {
    const owner = loads.indexOf(Math.min(...loads));
    loads[owner] = (loads[owner] as number) + weight(part);
    for (const [label, its] of partOf.entries()) {
      if (its !== part) continue;
      parts[label] = isPassed(part) ? PASSED : Math.min(number, MOST_PARTS - 1);
      owners[label] = owner;
    }
  }
}

/** By label whether it is reached from one, in a step or more. */
function reachedFrom(steps: Uint8Array, label: number): Uint8Array {
  const reached = new Uint8Array(MOST_LABELS);
  const todo = [label];
  for (let from = todo.pop(); from !== undefined; from = todo.pop())
    for (let to = 0; to < MOST_LABELS; to++)
      if (steps[from * MOST_LABELS + to] === 1 && reached[to] === 0) {
        reached[to] = 1;
        todo.push(to);
      }
  return reached;
}
