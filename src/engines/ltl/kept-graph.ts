/**
 * The graph of a program, kept: of each state its successors, with the group of each step (`fairness.ts`), and which
 * propositions are true. States are expanded breadth first, each once, whatever the automaton; the product is made from what is
 * kept (`kept-search.ts`), which is far less work than to expand a state for each state of the automaton that it is met with.
 *
 * What is kept of a state lies together, since it is read together: in `cells` the class of its propositions, the fair sets that are
 * idle in it, a mask of so many words, and where its steps lead. Classes are numbers for the combinations of propositions that
 * occur, of which there are few. With the place where that begins it is eight bytes for each state and four for each step;
 * with fairness four and one more.
 */
import { grown, type SharedMemory, sharedMemory } from '../explicit/code/shared-memory.js';
import type { Kernel } from '../explicit/kernel.js';
import { NO_GROUP } from './fairness.js';
import type { Product } from './product.js';
import { SharedStack, Stack } from './stack.js';

/** Groups that a byte can tell, with one value for no group. */
export const MOST_GROUPS = 255;

/** An array of which so much is in use may grow soon. */
const FULL = 15 / 16;

/** Places are numbers with a sign. */
const MOST_KEPT = 2 ** 31 - 2 ** 24;

export interface GraphMemory {
  readonly first: SharedMemory;
  readonly kept: SharedMemory;
  /** Null where there are no groups. */
  readonly groups: SharedMemory | null;
}

export class KeptGraph {
  /** By state, where what is kept of it begins; there is one more than states were expanded. */
  readonly first: Stack;
  readonly kept: Stack;
  /** Words before the steps of a state. */
  readonly head: number;
  /** By place in `kept`, one more than the group of a step, 0 for none; nothing where there are no groups. */
  groups: Uint8Array = new Uint8Array(0);
  /** By class, the propositions that are true. */
  readonly valuations: number[] = [];
  private readonly kernel: Kernel;
  /** By step, one more than its group, 0 for none. */
  readonly groupOf: Uint8Array;
  private readonly fair: boolean;
  private readonly known = new Map<number, number>();
  private readonly idle: Int32Array;
  private readonly product: Product;
  private readonly sharedGroups: SharedMemory | null;

  /** `sharing`: in memory that threads share, as far as it reaches. Throws a RangeError when the host does not give it. */
  constructor(product: Product, sharing: boolean, shareable?: number) {
    const { count, of } = product.groups;
    if (count > MOST_GROUPS) throw new Error(`more than ${MOST_GROUPS} groups`);
    this.product = product;
    this.kernel = product.kernel;
    this.fair = count > 0;
    this.head = 1 + (this.fair ? product.words : 0);
    this.idle = new Int32Array(product.words);
    this.groupOf = Uint8Array.from(of, (group) => (group === NO_GROUP ? 0 : group + 1));
    const stack = (): Stack => (sharing ? new SharedStack(shareable) : new Stack());
    [this.first, this.kept] = [stack(), stack()];
    this.sharedGroups = sharing && this.fair ? sharedMemory(1) : null;
    this.first.push(0);
  }

  /** The memory of it all, for other threads to read; null where it is not shared, or has outgrown that. */
  get shared(): GraphMemory | null {
    const [first, kept] = [this.first, this.kept].map((each) => (each instanceof SharedStack ? each.memory : null));
    return first && kept ? { first, kept, groups: this.sharedGroups } : null;
  }

  /** States whose successors are known. */
  get expanded(): number {
    return this.first.length - 1;
  }

  get isComplete(): boolean {
    return this.expanded === this.kernel.count;
  }

  get bytes(): number {
    return this.first.bytes + this.kept.bytes + this.groups.length;
  }

  /** Bytes that are needed besides when an array that is nearly full grows by half, and is there twice for a moment. */
  get growth(): number {
    const { first, kept } = this;
    const full = [first, kept].filter(({ length, cells }) => length > FULL * cells.length);
    const arrays: ArrayBufferView[] = full.map(({ cells }) => cells);
    if (full.includes(kept)) arrays.push(this.groups);
    return arrays.reduce((sum, { byteLength }) => sum + 1.5 * byteLength, 0);
  }

  /** Expands so many states more; false when there is no room, or the kernel has something to report. */
  expand(states: number): boolean {
    const { kernel } = this;
    const end = Math.min(this.expanded + states, kernel.count);
    while (this.expanded < end) {
      if (this.isFull) return false;
      const to = kernel.expandListed(this.expanded, end);
      if (to === this.expanded || !kernel.running) return false;
      this.keep(to);
      if (!kernel.running) return false;
    }
    return true;
  }

  /** Keeps what the kernel has told of the states up to one of them. */
  private keep(to: number): void {
    const { kernel, first, kept, fair, head, idle, groupOf } = this;
    const told = kernel.toldCount;
    // A state may stutter.
    kept.reserve(told + (to - this.expanded) * (head + 1));
    if (fair && kept.cells.length > this.groups.length) this.grow(kept.cells.length);
    const { cells } = kept;
    const { groups } = this;
    let at = kept.length;
    let k = 0;
    for (let state = this.expanded; state < to; state++) {
      const labels = kernel.labels(state);
      cells[at] = this.classOf(labels);
      const begin = at + head;
      const before = k;
      for (at = begin; k < told && kernel.toldOf(k) === state; k++) {
        if (fair) groups[at] = groupOf[kernel.stepTo(k)] as number;
        cells[at++] = kernel.successor(k);
      }
      if (fair) {
        this.product.findIdle(before, k, idle);
        for (let word = 0; word < idle.length; word++) cells[begin - head + 1 + word] = idle[word] as number;
      }
      if (at === begin) {
        if (fair) groups[at] = 0;
        cells[at++] = state;
      }
      first.push(at);
    }
    kept.length = at;
  }

  /** Adds what others have told of states that follow: their lists, where each list ends, in bytes, and the groups of steps. */
  append(states: number, lists: Int32Array, ends: Int32Array, groups: Uint8Array): void {
    const { first, kept, fair } = this;
    kept.reserve(lists.length);
    first.reserve(states);
    if (fair && kept.cells.length > this.groups.length) this.grow(kept.cells.length);
    kept.cells.set(lists, kept.length);
    if (fair) this.groups.set(groups.subarray(0, lists.length), kept.length);
    const { cells, length } = first;
    for (let k = 0; k < states; k++) cells[length + k] = kept.length + ((ends[k] as number) >>> 2);
    first.length += states;
    kept.length += lists.length;
  }

  get isFull(): boolean {
    return this.kept.length > MOST_KEPT;
  }

  /** The class of these propositions. */
  classOf(labels: number): number {
    return this.known.get(labels) ?? this.add(labels);
  }

  private add(labels: number): number {
    this.known.set(labels, this.known.size);
    return this.valuations.push(labels) - 1;
  }

  private grow(length: number): void {
    if (this.sharedGroups !== null) {
      this.groups = new Uint8Array(grown(this.sharedGroups, length));
      return;
    }
    const larger = new Uint8Array(length);
    larger.set(this.groups);
    this.groups = larger;
  }
}
