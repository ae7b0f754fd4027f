/* A ticket lock (Mellor-Crummey and Scott, 1991, after Reed and Kanodia): draw a number, wait until it is served.

   Numbers are bytes that wrap around, as in the kernel's small ones: with fewer than 256 threads that is no problem, and the
   proof is for all time, not for the first 256 rounds. For any number of threads (-D ANY) they are words, and `nowrap` takes
   for granted that they do not wrap: with more threads than there are words the lock would be broken. */
#include <stdatomic.h>
#include <stdint.h>
#include "critical.h"
#include "start.h"

#ifdef ANY
typedef unsigned number;
//@ nowrap
#else
typedef uint8_t number;
#endif

static _Atomic(number) next_ticket;
static _Atomic(number) now_serving;

static void lock(void) {
  number mine = atomic_fetch_add_explicit(&next_ticket, 1, memory_order_relaxed);
  while (atomic_load_explicit(&now_serving, memory_order_acquire) != mine) {}
}

static void unlock(void) {
  number served = atomic_load_explicit(&now_serving, memory_order_relaxed);
  atomic_store_explicit(&now_serving, (number)(served + 1), memory_order_release);
}

static void *worker(void *argument) {
  for (;;) {
    lock();
    critical_section();
    unlock();
  }
  return NULL;
}
