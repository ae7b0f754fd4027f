/**
 * A text and its question in the part of an address that no server sees: JSON, compressed, in the letters of addresses, with a
 * checksum. Links are cut off and changed on their way through mail and chat; one that is damaged must say so and never show
 * another text.
 *
 *     #1.CHECKSUM.TEXT      1: this format; CHECKSUM: the first 12 characters of the SHA-256 of the JSON
 */
import { sha256 } from '../src/logic/sha256.js';
import { type Draft, isDraft } from './question.js';

const FORMAT = '1';
const CHECKSUM_LENGTH = 12;
/** Characters: browsers take more, chats do not. */
export const LONG_LINK = 8000;
/** Bytes: what is compressed may be anything. */
const MOST_BYTES = 4_000_000;

export type Opened = { readonly draft: Draft } | { readonly fault: string } | null;

export async function fragmentOf(draft: Draft): Promise<string> {
  const json = JSON.stringify(draft);
  const packed = await through(new TextEncoder().encode(json), new CompressionStream('deflate-raw'));
  return `#${FORMAT}.${checksum(json)}.${base64url(packed)}`;
}

/** Null where the address has no text in it. */
export async function openFragment(fragment: string): Promise<Opened> {
  const content = fragment.replace(/^#/, '');
  if (content === '') return null;
  const [format, sum = '', packed = ''] = content.split('.');
  if (!/^\d+$/.test(format ?? '')) return null;
  if (format !== FORMAT) return { fault: `it was made by another version (format ${format})` };
  try {
    const bytes = await through(bytesOf(packed), new DecompressionStream('deflate-raw'));
    const json = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (checksum(json) !== sum) return { fault: 'its text and its checksum do not fit' };
    const draft: unknown = JSON.parse(json);
    return isDraft(draft) ? { draft } : { fault: 'there is no text in it' };
  } catch (error) {
    return { fault: error instanceof TooLong ? 'it is too long' : 'a part of it is missing or changed' };
  }
}

class TooLong extends Error {}

function checksum(json: string): string {
  return sha256(json).slice(0, CHECKSUM_LENGTH);
}

/** Either of the streams that browsers have for this. */
interface Transform {
  readonly readable: ReadableStream<Uint8Array>;
  readonly writable: WritableStream<Uint8Array<ArrayBuffer>>;
}

async function through(bytes: Uint8Array<ArrayBuffer>, { readable, writable }: Transform): Promise<Uint8Array> {
  const writer = writable.getWriter();
  // What is wrong with the bytes is told by the reader as well.
  const written = writer
    .write(bytes)
    .then(() => writer.close())
    .catch(() => {});
  const pieces: Uint8Array[] = [];
  let size = 0;
  const reader = readable.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.length;
    if (size > MOST_BYTES) {
      await reader.cancel();
      throw new TooLong();
    }
    pieces.push(next.value);
  }
  await written;
  const all = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

function base64url(bytes: Uint8Array): string {
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const letters = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
}
