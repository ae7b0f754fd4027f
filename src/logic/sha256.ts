/**
 * SHA-256 (FIPS 180-4) of a text in UTF-8, as 64 hexadecimal digits. Written out here since the library also runs in a browser,
 * whose own digest is asynchronous and only there on secure pages. It names models in certificates, and keeps no secrets.
 */

const BLOCK = 64;

/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes, and of the square roots of 8. */
const PRIMES = firstPrimes(BLOCK);
const ROUNDS = Int32Array.from(PRIMES, (prime) => fraction(Math.cbrt(prime)));
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

export function sha256(text: string): string {
  const bytes = padded(new TextEncoder().encode(text));
  const state = Int32Array.from(START);
  const words = new Int32Array(BLOCK);
  const view = new DataView(bytes.buffer);
  for (let offset = 0; offset < bytes.length; offset += BLOCK) {
    for (let t = 0; t < 16; t++) words[t] = view.getInt32(offset + 4 * t);
    mix(state, words);
  }
  return [...state].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}

/** A bit, zeros, and the length in bits, up to whole blocks. */
function padded(content: Uint8Array): Uint8Array<ArrayBuffer> {
  const { length } = content;
  const bytes = new Uint8Array(Math.ceil((length + 9) / BLOCK) * BLOCK);
  bytes.set(content);
  bytes[length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(bytes.length - 8, Math.floor(length / 2 ** 29));
  view.setUint32(bytes.length - 4, (length * 8) >>> 0);
  return bytes;
}

function mix(state: Int32Array, w: Int32Array): void {
  for (let t = 16; t < BLOCK; t++) {
    const [x, y] = [at(w, t - 15), at(w, t - 2)];
    const small = turned(x, 7) ^ turned(x, 18) ^ (x >>> 3);
    const large = turned(y, 17) ^ turned(y, 19) ^ (y >>> 10);
    w[t] = at(w, t - 16) + small + at(w, t - 7) + large;
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  for (let t = 0; t < BLOCK; t++) {
    const choice = (e & f) ^ (~e & g);
    const first = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + choice + at(ROUNDS, t) + at(w, t)) | 0;
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const second = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + majority) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  for (const [k, value] of [a, b, c, d, e, f, g, h].entries()) state[k] = at(state, k) + value;
}

function at(words: Int32Array, position: number): number {
  return words[position] as number;
}

function turned(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

function fraction(root: number): number {
  return ((root - Math.floor(root)) * 2 ** 32) | 0;
}

function firstPrimes(count: number): number[] {
  const primes: number[] = [];
  for (let n = 2; primes.length < count; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  return primes;
}
