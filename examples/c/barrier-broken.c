/* The barrier of barrier.c whose last thread lets the others go before it has set the counter back: a fast one is counted in
   the old round. Wrong on every memory. */
#include <assert.h>
#include <stdatomic.h>
#include <stdbool.h>
#include "start.h"

static atomic_int missing = N;
static atomic_bool sense;
static atomic_int done[N];

static void barrier(bool *mine) {
  *mine = !*mine;
  if (atomic_fetch_sub_explicit(&missing, 1, memory_order_acq_rel) == 1) {
    atomic_store_explicit(&sense, *mine, memory_order_release);
    atomic_store_explicit(&missing, N, memory_order_relaxed);
  } else {
    while (atomic_load_explicit(&sense, memory_order_acquire) != *mine) {}
  }
}

static void *worker(void *argument) {
  int me = (int)(long)argument;
  bool mine = false;
  for (;;) {
    int round = !atomic_load_explicit(&done[me], memory_order_relaxed);
    atomic_store_explicit(&done[me], round, memory_order_relaxed);
    barrier(&mine);
    for (int i = 0; i < N; i++) assert(atomic_load_explicit(&done[i], memory_order_relaxed) == round);
    barrier(&mine);
  }
  return NULL;
}
