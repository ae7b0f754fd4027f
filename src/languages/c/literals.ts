/** Numbers and characters of C as they are written: their values and types. */
import { INT, INTEGERS, type IntegerType, LONG, limits, SIZE, UNSIGNED } from './types.js';

/** Or what is wrong with it. */
export function numberIn(text: string): { readonly value: bigint; readonly type: IntegerType } | string {
  const match = /^(0[xX][\da-fA-F']+|0[bB][01']+|\d[\d']*)([uUlL]*)$/.exec(text);
  if (match === null)
    return /^[\d.]+([eEpP][-+]?\d+)?[fFlL]?$/.test(text) ? 'floating point is not read' : `\`${text}\` is no number`;
  const digits = (match[1] ?? '').replaceAll("'", '');
  const suffix = (match[2] ?? '').toLowerCase();
  if (!/^(u?l{0,2}|l{1,2}u)$/.test(suffix)) return `\`${text}\` is no number`;
  const octal = /^0\d+$/.test(digits);
  if (octal && /[89]/.test(digits)) return `\`${text}\` is no octal number`;
  const value = BigInt(octal ? `0o${digits.slice(1)}` : digits);
  const decimal = /^[1-9]/.test(digits);
  const long = suffix.includes('l');
  const candidates = suffix.includes('u')
    ? [...(long ? [] : [UNSIGNED]), suffix.includes('ll') ? INTEGERS['unsigned long long'] : SIZE]
    : [
        ...(long ? [] : [INT, ...(decimal ? [] : [UNSIGNED])]),
        suffix.includes('ll') ? INTEGERS['long long'] : LONG,
        ...(decimal ? [] : [suffix.includes('ll') ? INTEGERS['unsigned long long'] : SIZE]),
      ];
  const type = candidates.find((each) => value <= limits(each).high);
  if (type === undefined) return `\`${text}\` is too large`;
  return { value, type };
}

const ESCAPES: Readonly<Record<string, number>> = { n: 10, t: 9, r: 13, a: 7, b: 8, f: 12, v: 11, e: 27 };

/** Null: more than one character, or none. */
export function characterIn(text: string): number | null {
  const match = /^[LuU]?'(?:([^\\'])|\\x([\da-fA-F]+)|\\([0-7]{1,3})|\\(.))'$/su.exec(text);
  if (match === null) return null;
  const [, plain, hexadecimal, octal, escaped] = match;
  const code =
    plain !== undefined
      ? (plain.codePointAt(0) ?? 0)
      : hexadecimal !== undefined
        ? Number.parseInt(hexadecimal, 16)
        : octal !== undefined
          ? Number.parseInt(octal, 8)
          : (ESCAPES[escaped as string] ?? (escaped as string).codePointAt(0) ?? 0);
  return code > 127 && code < 256 ? code - 256 : code;
}
