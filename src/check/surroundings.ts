/**
 * What the chain asks of the machine that it runs on. Node and a worker of a browser have different names for it, and nothing
 * else in the library depends on where it runs.
 */

/** What browsers with V8 tell about their heap; others tell nothing. */
interface Telling {
  readonly memory?: { readonly usedJSHeapSize: number };
}

/** What node and browsers agree on. */
interface Ports {
  readonly port1: { onmessage: (() => void) | null };
  readonly port2: { postMessage(message: null): void };
}

let channel: Ports | null = null;
const waiting: (() => void)[] = [];

let rest: Promise<void> | null = null;
let restedMilliseconds = 0;

/** Where processors are shared with somebody who waits, work rests at its next turn until this is kept; null: it goes on. */
export function restUntil(kept: Promise<void> | null): void {
  rest = kept;
}

/** How long work has rested here, in milliseconds: limits of time are about the rest of it. */
export function rested(): number {
  return restedMilliseconds;
}

/** A turn for the event loop, and for whoever has the work rest. */
export async function nextTurn(): Promise<void> {
  await turn();
  for (let now = rest; now !== null; now = rest) {
    const begun = performance.now();
    await now;
    restedMilliseconds += performance.now() - begun;
    if (rest === now) rest = null;
  }
}

/** Timers of browsers would wait for milliseconds here. */
function turn(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof setImmediate === 'function') {
      setImmediate(resolve);
      return;
    }
    if (channel === null) {
      channel = new MessageChannel() as unknown as Ports;
      channel.port1.onmessage = () => waiting.shift()?.();
    }
    waiting.push(resolve);
    channel.port2.postMessage(null);
  });
}

/** What is known to be held, in megabytes: the heap and what lies beside it. Zero where nobody tells. */
export function megabytesHeld(): { readonly heap: number; readonly beside: number } {
  if (typeof process === 'object' && typeof process.memoryUsage === 'function') {
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return { heap: heapUsed / 2 ** 20, beside: arrayBuffers / 2 ** 20 };
  }
  return { heap: ((performance as Telling).memory?.usedJSHeapSize ?? 0) / 2 ** 20, beside: 0 };
}
