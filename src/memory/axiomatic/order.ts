/**
 * A strict partial order that grows edge by edge: the transitive closure as a bit matrix.
 *
 * Row i holds what comes after i. An edge a -> b is refused when a comes after b already; otherwise everything up to a
 * gets b and what comes after b. With n points an edge costs n times n/32 words, a question one word, and a copy is one
 * memory copy, which is how the search goes back to an earlier order.
 */
const BITS = 32;

export class Order {
  private words: number;
  private rows: Uint32Array;
  /** Points so far. */
  size: number;

  constructor() {
    this.words = 1;
    this.rows = new Uint32Array(BITS);
    this.size = 0;
  }

  copy(): Order {
    const copy = new Order();
    copy.words = this.words;
    copy.rows = this.rows.slice();
    copy.size = this.size;
    return copy;
  }

  /** A new point, unordered. */
  addPoint(): number {
    if (this.size === this.words * BITS) this.widen();
    this.size++;
    return this.size - 1;
  }

  before(first: number, second: number): boolean {
    const word = this.rows[first * this.words + (second >>> 5)] as number;
    return (word & (1 << (second & 31))) !== 0;
  }

  /** Puts `first` before `second`; false, and nothing is changed, when that would close a cycle. */
  add(first: number, second: number): boolean {
    if (first === second || this.before(second, first)) return false;
    if (this.before(first, second)) return true;
    const { words, rows } = this;
    const source = second * words;
    for (let point = 0; point < this.size; point++) {
      if (point !== first && !this.before(point, first)) continue;
      const target = point * words;
      for (let word = 0; word < words; word++) rows[target + word]! |= rows[source + word]!;
      rows[target + (second >>> 5)]! |= 1 << (second & 31);
    }
    return true;
  }

  private widen(): void {
    const wider = new Uint32Array((this.words + 1) * (this.words + 1) * BITS);
    for (let point = 0; point < this.size; point++) {
      wider.set(this.rows.subarray(point * this.words, (point + 1) * this.words), point * (this.words + 1));
    }
    this.words++;
    this.rows = wider;
  }
}
