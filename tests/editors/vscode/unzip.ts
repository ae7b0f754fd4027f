/** Reads zip archives, on its own: from the list at the end, as those who open them do. */
import { inflateRawSync } from 'node:zlib';

const END = 0x06054b50;
const LISTED = 0x02014b50;
const ENTRY = 0x04034b50;

function sumOf(bytes: Uint8Array): number {
  let sum = ~0;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (0xedb88320 & -(sum & 1));
  }
  return ~sum >>> 0;
}

/** Contents by name; throws when anything is not as the format has it. */
export function unzip(archive: Buffer): Map<string, Buffer> {
  const end = archive.length - 22;
  if (archive.readUInt32LE(end) !== END) throw new Error('the archive has no end');
  const files = new Map<string, Buffer>();
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    if (archive.readUInt32LE(at) !== LISTED) throw new Error('the list of the archive is broken');
    const length = archive.readUInt16LE(at + 28);
    const name = archive.toString('utf8', at + 46, at + 46 + length);
    const [packedSize, size] = [archive.readUInt32LE(at + 20), archive.readUInt32LE(at + 24)];
    const entry = archive.readUInt32LE(at + 42);
    if (archive.readUInt32LE(entry) !== ENTRY) throw new Error(`${name} is not where it should be`);
    if (archive.toString('utf8', entry + 30, entry + 30 + length) !== name) throw new Error(`${name} has two names`);
    const start = entry + 30 + length + archive.readUInt16LE(entry + 28);
    const bytes = inflateRawSync(archive.subarray(start, start + packedSize));
    if (bytes.length !== size || sumOf(bytes) !== archive.readUInt32LE(at + 16)) throw new Error(`${name} is damaged`);
    if (files.has(name)) throw new Error(`${name} is there twice`);
    files.set(name, bytes);
    at += 46 + length + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  if (at !== end) throw new Error('the list of the archive does not end where it should');
  return files;
}
