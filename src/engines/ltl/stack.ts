/** A stack of 32-bit numbers that grows by half; whoever is in a hurry reads `cells` directly. */
const FIRST = 1024;

export class Stack {
  cells = new Int32Array(FIRST);
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
    const larger = new Int32Array(Math.max(wanted, Math.ceil(this.cells.length * 1.5)));
    larger.set(this.cells.subarray(0, this.length));
    this.cells = larger;
  }

  get bytes(): number {
    return 4 * this.cells.length;
  }
}
