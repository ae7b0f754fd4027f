/** Numbers of `.litmus` files. */
const LONGEST = 40;

/** A number that fits into so many bits, signed or not; null when it does not. */
export function parseNumber(text: string, bits: number): bigint | null {
  if (text.length > LONGEST) return null;
  const negative = text.startsWith('-');
  const magnitude = BigInt(negative ? text.slice(1) : text);
  if (negative ? magnitude > 1n << BigInt(bits - 1) : magnitude >= 1n << BigInt(bits)) return null;
  return BigInt.asIntN(bits, negative ? -magnitude : magnitude);
}
