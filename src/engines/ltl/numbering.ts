/**
 * A number for each node of the product, 0 until one is given: what the search knows of the node.
 *
 * A node is `state * automatonStates + automatonState`. For small automata most combinations occur, and the numbers lie in
 * one array, in the order of the nodes: one access, four bytes for each combination. For larger ones few do, and a table with
 * open addressing holds those that have a number.
 */
export interface Numbering {
  readonly bytes: number;
  get(node: number): number;
  /** Never 0. */
  set(node: number, number: number): void;
  /** There will be no nodes of states beyond so many. */
  reserve(states: number): void;
}

/** From here on a node costs more in the array than in the table, when a state occurs with two states of the automaton. */
const MOST_DENSE = 8;

export function makeNumbering(automatonStates: number): Numbering {
  return automatonStates <= MOST_DENSE ? new DenseNumbering(automatonStates) : new HashedNumbering();
}

class DenseNumbering implements Numbering {
  private numbers = new Int32Array(4096);
  private readonly automatonStates: number;

  constructor(automatonStates: number) {
    this.automatonStates = automatonStates;
  }

  get bytes(): number {
    return 4 * this.numbers.length;
  }

  get(node: number): number {
    return this.numbers[node] as number;
  }

  set(node: number, number: number): void {
    this.numbers[node] = number;
  }

  reserve(states: number): void {
    const wanted = states * this.automatonStates;
    if (wanted <= this.numbers.length) return;
    const larger = new Int32Array(Math.max(wanted, Math.ceil(this.numbers.length * 1.5)));
    larger.set(this.numbers);
    this.numbers = larger;
  }
}

export class HashedNumbering implements Numbering {
  /** The node and one more, then its number. */
  private slots = new Int32Array(2 * 1024);
  private used = 0;

  get bytes(): number {
    return 4 * this.slots.length;
  }

  get(node: number): number {
    const at = this.slotOf(node);
    return this.slots[at] === 0 ? 0 : (this.slots[at + 1] as number);
  }

  set(node: number, number: number): void {
    let at = this.slotOf(node);
    if (this.slots[at] === 0) {
      if (8 * (this.used + 1) > 3 * this.slots.length) {
        this.grow();
        at = this.slotOf(node);
      }
      this.used++;
      this.slots[at] = node + 1;
    }
    this.slots[at + 1] = number;
  }

  reserve(): void {}

  /** Where the node is, or would be. */
  private slotOf(node: number): number {
    const { slots } = this;
    const mask = slots.length / 2 - 1;
    const mixed = Math.imul(node ^ (node >>> 15), 0x2c1b3c6d);
    let slot = (mixed ^ (mixed >>> 13)) & mask;
    for (;;) {
      const found = slots[2 * slot];
      if (found === 0 || found === node + 1) return 2 * slot;
      slot = (slot + 1) & mask;
    }
  }

  private grow(): void {
    const before = this.slots;
    this.slots = new Int32Array(2 * before.length);
    for (let at = 0; at < before.length; at += 2) {
      if (before[at] === 0) continue;
      const into = this.slotOf((before[at] as number) - 1);
      this.slots[into] = before[at] as number;
      this.slots[into + 1] = before[at + 1] as number;
    }
  }
}
