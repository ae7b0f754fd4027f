/* The simplest spin lock: whoever writes 1 and finds 0 has it. The exchange is one locked instruction. */
#include <stdatomic.h>
#include "critical.h"
#include "start.h"

static atomic_flag taken = ATOMIC_FLAG_INIT;

static void lock(void) {
  while (atomic_flag_test_and_set_explicit(&taken, memory_order_acquire)) {}
}

static void unlock(void) {
  atomic_flag_clear_explicit(&taken, memory_order_release);
}

static void *worker(void *argument) {
  for (;;) {
    lock();
    critical_section();
    unlock();
  }
  return NULL;
}
