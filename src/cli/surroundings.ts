/** What the process and the terminal allow. */
import { COLOURED, PLAIN, type Style } from '../report/style.js';
import type { Host } from './host.js';

/** Node dies, without a word of ours, when its heap is full: the search must give up before that. */
const USABLE_SHARE_OF_HEAP = 0.85;

/** Megabytes. */
export function usableMemory(host: Host): number {
  return Math.floor(host.heapLimit * USABLE_SHARE_OF_HEAP);
}

export function memoryBound(host: Host, asked: number | null): number {
  const usable = usableMemory(host);
  if (asked === null || asked <= usable) return asked ?? usable;
  host.errors.write(
    `fencepost: warning[memory]: node gives this process ${usable} MB to use; ` +
      `for more, set NODE_OPTIONS=--max-old-space-size=${Math.ceil(asked / USABLE_SHARE_OF_HEAP)}\n`,
  );
  return usable;
}

export function styleFor(host: Host): Style {
  const { NO_COLOR: refused, TERM: terminal } = host.variables;
  return host.output.isTerminal && (refused ?? '') === '' && terminal !== 'dumb' ? COLOURED : PLAIN;
}
