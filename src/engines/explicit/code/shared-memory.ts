/**
 * Memory that threads share and that grows where it is. A buffer that is shared has one size for ever, and a larger one would have
 * to be filled and handed to the others again; a memory of WebAssembly grows, and whoever has it finds the rest in it. Pages
 * that nobody has written take no memory.
 */
import { ADDRESSES, PAGE } from './module.js';

/** As other threads get it. */
export interface SharedMemory {
  readonly buffer: SharedArrayBuffer;
  grow(pages: number): number;
}

interface Door {
  readonly Memory: new (size: { initial: number; maximum: number; shared: true }) => SharedMemory;
}

/** Whether the host has it. A page that is not isolated from others has not. */
export function hasSharedMemory(): boolean {
  return typeof SharedArrayBuffer === 'function';
}

/** It never has more than `most`. Throws a RangeError when the host does not give so many bytes. */
export function sharedMemory(bytes: number, most = ADDRESSES + PAGE): SharedMemory {
  const { WebAssembly } = globalThis as unknown as { readonly WebAssembly: Door };
  return new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE), maximum: Math.ceil(most / PAGE), shared: true });
}

/** With at least so many bytes from here on. Throws a RangeError when the host does not give them. */
export function grown(memory: SharedMemory, bytes: number): SharedArrayBuffer {
  const missing = Math.ceil((bytes - memory.buffer.byteLength) / PAGE);
  if (missing > 0) memory.grow(missing);
  return memory.buffer;
}
