/** 32-bit numbers in a row that grows by half, for the audit of runs; what was never set is 0. */
export class Numbers {
  cells = new Int32Array(1024);
  length = 0;

  get bytes(): number {
    return this.cells.byteLength;
  }

  /** Cells for as many. */
  reserve(count: number): void {
    if (count <= this.cells.length) return;
    const larger = new Int32Array(Math.max(count, Math.ceil(1.5 * this.cells.length)));
    larger.set(this.cells);
    this.cells = larger;
  }

  push(value: number): void {
    this.reserve(this.length + 1);
    this.cells[this.length++] = value;
  }

  pop(): number {
    return this.cells[--this.length] as number;
  }
}
