/* Test, then test-and-set, with back-off (T. E. Anderson, 1990): a thread that waits only reads, and tries the locked
   instruction when the lock looks free. After a failure it waits longer; how long does not matter to what is proved. */
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
  atomic_store_explicit(&taken, 0, memory_order_release);
}

static void *worker(void *argument) {
  for (;;) {
    lock();
    critical_section();
    unlock();
  }
  return NULL;
}
