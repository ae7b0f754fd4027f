/* A spin lock that tests and sets in two instructions: two threads find 0 before either writes 1. Wrong on every memory. */
#include <stdatomic.h>
#include "critical.h"
#include "start.h"

static atomic_bool taken;

static void lock(void) {
  while (atomic_load_explicit(&taken, memory_order_acquire)) {}
  atomic_store(&taken, 1);
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
