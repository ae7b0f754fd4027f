/** Writes zip archives: deflated entries with their sums, then the list of them. The same files give the same bytes. */
import { deflateRawSync } from 'node:zlib';

const SUMS = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  return sum;
});

function crc32(bytes) {
  let sum = 0xffffffff;
  for (const byte of bytes) sum = (sum >>> 8) ^ SUMS[(sum ^ byte) & 0xff];
  return (sum ^ 0xffffffff) >>> 0;
}

/** 1 January 1980, the first day that the format knows. */
const DATE = 0x21;
const DEFLATED = 8;
/** Names are UTF-8. */
const FLAGS = 0x800;
const VERSION = 20;

/** What the entry and the list have in common: from the version to the lengths of names. */
function facts(name, packed, bytes) {
  const header = Buffer.alloc(26);
  header.writeUInt16LE(VERSION, 0);
  header.writeUInt16LE(FLAGS, 2);
  header.writeUInt16LE(DEFLATED, 4);
  header.writeUInt16LE(DATE, 8);
  header.writeUInt32LE(crc32(bytes), 10);
  header.writeUInt32LE(packed.length, 14);
  header.writeUInt32LE(bytes.length, 18);
  header.writeUInt16LE(name.length, 22);
  return header;
}

/** `files`: contents by name. */
export function zip(files) {
  const entries = [];
  const list = [];
  let offset = 0;
  for (const [path, bytes] of files) {
    const name = Buffer.from(path);
    const packed = deflateRawSync(bytes, { level: 9 });
    const common = facts(name, packed, bytes);
    const entry = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, name, packed]);
    const tail = Buffer.alloc(14);
    // An ordinary file that everybody may read.
    tail.writeUInt32LE(0o100644 * 0x10000, 6);
    tail.writeUInt32LE(offset, 10);
    // Made by Unix.
    const maker = Buffer.from([VERSION, 3]);
    list.push(Buffer.concat([Buffer.from('PK\x01\x02', 'latin1'), maker, common, tail, name]));
    entries.push(entry);
    offset += entry.length;
  }
  const listing = Buffer.concat(list);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(list.length, 8);
  end.writeUInt16LE(list.length, 10);
  end.writeUInt32LE(listing.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...entries, listing, end]);
}
