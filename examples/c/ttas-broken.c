/* The lock of ttas.c, released by a relaxed store. On x86 stores stay in order and nothing happens. On PSO the release overtakes
   the stores of the critical section: the next thread finds `inside` as it was left half-way. Wrong under PSO alone. */
#include <sched.h>
#include <stdatomic.h>
#include "critical.h"
#include "start.h"

#define MOST_WAITS 4

static atomic_int taken;

static void lock(void) {
  int waits = 1;
  for (;;) {
    while (atomic_load_explicit(&taken, memory_order_relaxed)) {}
    if (!atomic_exchange_explicit(&taken, 1, memory_order_acquire)) return;
    for (int i = 0; i < waits; i++) sched_yield();
    if (waits < MOST_WAITS) waits *= 2;
  }
}

static void unlock(void) {
  atomic_store_explicit(&taken, 0, memory_order_relaxed);
}

static void *worker(void *argument) {
  for (;;) {
    lock();
    critical_section();
    unlock();
  }
  return NULL;
}
