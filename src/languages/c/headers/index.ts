/** The built-in headers by name. They are written here, because what a system's own headers say is not what we check. */
import { STDATOMIC } from './atomics.js';
import { KERNEL } from './kernel.js';
import * as standard from './standard.js';
import { C_THREADS, LOCKS, PTHREAD, SEMAPHORE } from './threads.js';
import { VERIFIER } from './verifiers.js';

const including = (name: string): string => `#include <${name}>\n`;

/** Of the kernel's headers, those that such code includes. */
const KERNEL_NAMES = ['atomic', 'bug', 'compiler', 'kernel', 'list', 'rcupdate', 'slab', 'smp', 'spinlock', 'types'];

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
  ...KERNEL_NAMES.map((name): [string, string] => [`linux/${name}.h`, including('lkmm.h')]),
  ['asm/barrier.h', including('lkmm.h')],
  ['asm/atomic.h', including('lkmm.h')],
  ['asm/cmpxchg.h', including('lkmm.h')],
  ['genmc.h', VERIFIER],
  ['verifier.h', including('genmc.h')],
]);

export const HEADER_NAMES: readonly string[] = [...HEADERS.keys()].filter((name) => !name.startsWith('__'));

/** Null for a name that is none of ours. */
export function builtInHeader(name: string): string | null {
  return HEADERS.get(name) ?? null;
}
