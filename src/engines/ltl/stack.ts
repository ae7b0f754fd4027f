import { grown, type SharedMemory, sharedMemory } from '../explicit/code/shared-memory.js';

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
    this.cells = this.larger(Math.max(wanted, Math.ceil(this.cells.length * 1.5)));
  }

  /** Cells with the same contents. */
  protected larger(length: number): Int32Array {
    const larger = new Int32Array(length);
    larger.set(this.cells.subarray(0, this.length));
    return larger;
  }

  get bytes(): number {
    return 4 * this.cells.length;
  }
}

/** One in memory that threads share. */
export class SharedStack extends Stack {
  readonly memory: SharedMemory;

  constructor() {
    super();
    this.memory = sharedMemory(4 * FIRST);
    this.cells = new Int32Array(this.memory.buffer);
  }

  protected override larger(length: number): Int32Array {
    return new Int32Array(grown(this.memory, 4 * length));
  }
}
