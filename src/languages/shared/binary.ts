/** Whether somebody gave a program, a picture or an archive where a text belongs: one fault, not one for each byte. */
import { type Diagnostic, fault } from './diagnostics.js';

/** Characters of the beginning that are looked at. */
const LOOKED_AT = 4096;
/** No text has so many of these, not even one in another encoding, and no short one is called binary for a slip. */
const LEAST = 4;
const SHARE = 0.05;

/** Controls other than those that lay out lines, and what the decoder puts where bytes are not UTF-8. */
const FOREIGN = /[\0-\x08\x0e-\x1f\x7f\ufffd]/g;

/** Null for a text. */
export function binaryFault(text: string | Uint8Array, file: string): Diagnostic | null {
  return isBinary(text) ? fault(file, 'encoding', 'this is a binary file, not a text in UTF-8') : null;
}

function isBinary(text: string | Uint8Array): boolean {
  const part = text.slice(0, LOOKED_AT);
  const sample = typeof part === 'string' ? part : new TextDecoder().decode(part);
  const foreign = sample.match(FOREIGN)?.length ?? 0;
  return foreign >= LEAST && foreign >= SHARE * sample.length;
}
