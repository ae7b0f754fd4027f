import { grown, type SharedMemory, sharedMemory } from '../explicit/code/shared-memory.js';
import { reserved } from '../explicit/store.js';

/** A stack of 32-bit numbers that grows by half; whoever is in a hurry reads `cells` directly. */
const FIRST = 1024;

export class Stack {
  cells: Int32Array = new Int32Array(FIRST);
  length = 0;

  push(value: number): void {
    if (this.length === this.cells.length) this.reserve(1);
    this.cells[this.length++] = value;
  }

  /** As many as that; what is new is not set. */
  resize(length: number): void {
    if (length > this.cells.length) this.reserve(length - this.length);
    this.length = length;
  }

  /** Room for so many more. */
  reserve(more: number): void {
    const wanted = this.length + more;
    if (wanted <= this.cells.length) return;
    this.cells = this.larger(Math.max(wanted, Math.ceil(this.cells.length * 1.5)), wanted);
  }

  /** So many cells, or at least as many as are wanted, with the same contents. */
  protected larger(length: number, _wanted: number): Int32Array {
    const larger = new Int32Array(length);
    larger.set(this.cells.subarray(0, this.length));
    return larger;
  }

  get bytes(): number {
    return 4 * this.cells.length;
  }
}

/** One in memory that threads share, as long as that is large enough: then it goes on in memory of its own. */
export class SharedStack extends Stack {
  /** Null once it has left it. */
  memory: SharedMemory | null;
  /** What it has left is not given back while others know it. */
  private left = 0;

  /** `most`: bytes that can be shared; as many as there are addresses, unless a test has fewer. */
  constructor(most?: number) {
    super();
    this.memory = sharedMemory(4 * FIRST, most);
    this.cells = new Int32Array(this.memory.buffer);
  }

  protected override larger(length: number, wanted: number): Int32Array {
    const { memory } = this;
    if (memory !== null) {
      for (const cells of [length, wanted]) {
        const buffer = reserved(() => grown(memory, 4 * cells));
        if (buffer !== null) return new Int32Array(buffer);
      }
      this.memory = null;
      this.left = memory.buffer.byteLength;
    }
    return super.larger(length, wanted);
  }

  override get bytes(): number {
    return super.bytes + this.left;
  }
}
