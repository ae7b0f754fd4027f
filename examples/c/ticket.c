/* A ticket lock (Mellor-Crummey and Scott, 1991, after Reed and Kanodia): draw a number, wait until it is served.

   Numbers are bytes that wrap around, as in the kernel's small ones: with fewer than 256 threads that is no problem, and the
   proof is for all time, not for the first 256 rounds. */
#include <stdatomic.h>
#include <stdint.h>
#include "critical.h"
#include "start.h"

static _Atomic(uint8_t) next_ticket;
static _Atomic(uint8_t) now_serving;

static void lock(void) {
  uint8_t mine = atomic_fetch_add_explicit(&next_ticket, 1, memory_order_relaxed);
  while (atomic_load_explicit(&now_serving, memory_order_acquire) != mine) {}
}

static void unlock(void) {
  uint8_t served = atomic_load_explicit(&now_serving, memory_order_relaxed);
  atomic_store_explicit(&now_serving, (uint8_t)(served + 1), memory_order_release);
}

static void *worker(void *argument) {
  for (;;) {
    lock();
    critical_section();
    unlock();
  }
  return NULL;
}
