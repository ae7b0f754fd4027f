/* A ticket lock whose tickets are drawn in two steps: two threads may hold the same number. Wrong on every memory. */
#include <stdatomic.h>
#include <stdint.h>
#include "critical.h"
#include "start.h"

static _Atomic(uint8_t) next_ticket;
static _Atomic(uint8_t) now_serving;

static void lock(void) {
  uint8_t mine = atomic_load(&next_ticket);
  atomic_store(&next_ticket, (uint8_t)(mine + 1));
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
