/** What the process and the terminal allow. */
import { COLOURED, PLAIN, type Style } from '../report/style.js';
import type { Host } from './host.js';

/** Node dies, without a word of ours, when its heap is full: the search must give up before that. */
const USABLE_SHARE_OF_HEAP = 0.85;

/** Megabytes. */
export function usableMemory(host: Host): number {
  return Math.floor(host.heapLimit * USABLE_SHARE_OF_HEAP);
}

/** In megabytes. The states of a program lie beside the heap, and may take more than that has. */
export function memoryBounds(
  host: Host,
  asked: number | null,
): { readonly maxMemory: number; readonly maxHeap: number } {
  const maxHeap = usableMemory(host);
  return { maxMemory: asked ?? maxHeap, maxHeap };
}

export function styleFor(host: Host): Style {
  const { NO_COLOR: refused, TERM: terminal } = host.variables;
  return host.output.isTerminal && (refused ?? '') === '' && terminal !== 'dumb' ? COLOURED : PLAIN;
}
