/* The mutex of futex-mutex.c by a thread that believes, when it wakes up, that the mutex is its own: another one may have come
   in between. Wrong on every memory. */
#include <stdatomic.h>
#include "critical.h"
#include "start.h"

static atomic_int state;

static void futex_wait(atomic_int *word, int value) {
  while (atomic_load_explicit(word, memory_order_relaxed) == value) {}
}

static void futex_wake(atomic_int *word) {}

static void lock(void) {
  int seen = 0;
  if (atomic_compare_exchange_strong_explicit(&state, &seen, 1, memory_order_acquire, memory_order_relaxed)) return;
  if (seen != 2) seen = atomic_exchange_explicit(&state, 2, memory_order_acquire);
  if (seen != 0) {
    futex_wait(&state, 2);
    atomic_store_explicit(&state, 2, memory_order_relaxed);
  }
}

static void unlock(void) {
  if (atomic_fetch_sub_explicit(&state, 1, memory_order_release) != 1) {
    atomic_store_explicit(&state, 0, memory_order_release);
    futex_wake(&state);
  }
}

static void *worker(void *argument) {
  for (;;) {
    lock();
    critical_section();
    unlock();
  }
  return NULL;
}
