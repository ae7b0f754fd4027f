/** The built-in headers by name. They are written here, because what a system's own headers say is not what we check. */
import { STDATOMIC } from './atomics.js';
import { KERNEL } from './kernel.js';
import * as standard from './standard.js';
import { C_THREADS, LOCKS, PTHREAD, SEMAPHORE } from './threads.js';
import { VERIFIER } from './verifiers.js';

const including = (name: string): string => `#include <${name}>\n`;

/** Headers of the kernel: all of them are one here. */
const OF_KERNEL = /^(linux|asm|asm-generic)\/[\w./-]+\.h$/;

const HEADERS: ReadonlyMap<string, string> = new Map([
  ['stdatomic.h', STDATOMIC],
  ['pthread.h', PTHREAD],
  ['threads.h', C_THREADS],
  ['semaphore.h', SEMAPHORE],
  ['__fencepost_locks.h', LOCKS],
  ['assert.h', standard.ASSERT],
  ['stdlib.h', standard.STDLIB],
  ['stdbool.h', standard.STDBOOL],
  ['stdint.h', standard.STDINT],
  ['inttypes.h', standard.INTTYPES],
  ['stddef.h', standard.STDDEF],
  ['stdio.h', standard.STDIO],
  ['limits.h', standard.LIMITS],
  ['string.h', standard.STRING],
  ['sched.h', standard.SCHED],
  ['unistd.h', standard.UNISTD],
  ['time.h', standard.TIME],
  ['sys/types.h', standard.SYS_TYPES],
  ['errno.h', standard.ERRNO],
  ['stdalign.h', standard.STDALIGN],
  ['stdnoreturn.h', standard.STDNORETURN],
  ['malloc.h', including('stdlib.h')],
  ['lkmm.h', KERNEL],
  ['linux/atomic.h', including('lkmm.h')],
  ['genmc.h', VERIFIER],
  ['verifier.h', including('genmc.h')],
]);

export const HEADER_NAMES: readonly string[] = [...HEADERS.keys()].filter((name) => !name.startsWith('__'));

/** Null for a name that is none of ours. */
export function builtInHeader(name: string): string | null {
  return HEADERS.get(name) ?? (OF_KERNEL.test(name) ? including('lkmm.h') : null);
}

/** Whether a name in angle brackets means ours, whatever the user's folders have. Parts of a kernel may be given. */
export function isOurs(name: string): boolean {
  return HEADERS.has(name) && !OF_KERNEL.test(name);
}
