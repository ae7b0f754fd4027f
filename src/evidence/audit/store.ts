/**
 * The states that were found, as strings of bytes one behind the other, numbered in the order in which they were found, and a table
 * with open addressing that finds them: so the store is the queue of those still to be looked at, too. Positions are 32 bits: 4
 * gigabytes. A record has its length first, and none crosses the end of a chunk.
 */

const CHUNK_BITS = 22;
const CHUNK = 2 ** CHUNK_BITS;
const MOST_CHUNKS = 2 ** (32 - CHUNK_BITS);
/** Of its length. */
const HEAD = 2;
export const LONGEST_STATE = 2 ** 16 - 1;

export class Store {
  count = 0;
  private readonly chunks: Uint8Array[] = [new Uint8Array(CHUNK)];
  private end = 0;
  /** By number. */
  private positions = new Uint32Array(2 ** 12);
  /** Numbers, and one more; 0 where there is none. A byte of the hash beside it saves most looks at the record. */
  private slots = new Uint32Array(2 ** 12);
  private tags = new Uint8Array(2 ** 12);

  get bytes(): number {
    return this.chunks.length * CHUNK + 4 * this.positions.length + 5 * this.slots.length;
  }

  /** No more can be stored. */
  get isFull(): boolean {
    return this.chunks.length >= MOST_CHUNKS;
  }

  /** The number of the state in the first bytes of `state`, which is stored if it is new. */
  add(state: Uint8Array, length: number): number {
    if (10 * (this.count + 1) > 7 * this.slots.length) this.grow();
    const hash = hashOf(state, 0, length);
    const tag = hash >>> 24;
    const mask = this.slots.length - 1;
    let slot = hash & mask;
    for (let found = this.slots[slot] as number; found !== 0; found = this.slots[slot] as number) {
      if (this.tags[slot] === tag && this.isAt(found - 1, state, length)) return found - 1;
      slot = (slot + 1) & mask;
    }
    this.append(state, length);
    this.slots[slot] = this.count;
    this.tags[slot] = tag;
    return this.count - 1;
  }

  /** Calls `look` with where the state with this number is. */
  find(number: number, look: (chunk: Uint8Array, at: number) => void): void {
    const position = this.positions[number] as number;
    look(this.chunks[position >>> CHUNK_BITS] as Uint8Array, (position & (CHUNK - 1)) + HEAD);
  }

  private isAt(number: number, state: Uint8Array, length: number): boolean {
    const position = this.positions[number] as number;
    const chunk = this.chunks[position >>> CHUNK_BITS] as Uint8Array;
    const offset = position & (CHUNK - 1);
    if (lengthAt(chunk, offset) !== length) return false;
    for (let k = 0; k < length; k++) if (chunk[offset + HEAD + k] !== state[k]) return false;
    return true;
  }

  private append(state: Uint8Array, length: number): void {
    if (length > LONGEST_STATE) throw new Error('a state is too large to be stored');
    if (CHUNK - (this.end % CHUNK) < length + HEAD || this.end === this.chunks.length * CHUNK) {
      this.end = this.chunks.length * CHUNK;
      this.chunks.push(new Uint8Array(CHUNK));
    }
    const chunk = this.chunks[this.chunks.length - 1] as Uint8Array;
    const offset = this.end % CHUNK;
    for (let k = 0; k < HEAD; k++) chunk[offset + k] = length >>> (8 * k);
    for (let k = 0; k < length; k++) chunk[offset + HEAD + k] = state[k] as number;
    this.positions[this.count++] = this.end;
    this.end += HEAD + length;
  }

  private grow(): void {
    const size = 2 * this.slots.length;
    const positions = new Uint32Array(size);
    positions.set(this.positions.subarray(0, this.count));
    this.positions = positions;
    this.slots = new Uint32Array(size);
    this.tags = new Uint8Array(size);
    for (let number = 0; number < this.count; number++) {
      this.find(number, (chunk, at) => {
        const hash = hashOf(chunk, at, at + lengthAt(chunk, at - HEAD));
        let slot = hash & (size - 1);
        while (this.slots[slot] !== 0) slot = (slot + 1) & (size - 1);
        this.slots[slot] = number + 1;
        this.tags[slot] = hash >>> 24;
      });
    }
  }
}

function lengthAt(chunk: Uint8Array, at: number): number {
  return (chunk[at] as number) | ((chunk[at + 1] as number) << 8);
}

/** FNV-1a, mixed once more at the end as MurmurHash3 does. */
function hashOf(bytes: Uint8Array, from: number, to: number): number {
  let hash = 0x811c9dc5;
  for (let k = from; k < to; k++) hash = Math.imul(hash ^ (bytes[k] as number), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
