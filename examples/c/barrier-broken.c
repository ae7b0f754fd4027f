/* The barrier of barrier.c whose sense is never reversed: in the second round the sense is already what everybody waits for, and
   nobody waits. Wrong on every memory. */
#include <assert.h>
#include <stdatomic.h>
#include <stdbool.h>
#include "start.h"

static atomic_int missing = N;
static atomic_bool sense;
static atomic_int done[N];

static void barrier(bool *mine) {
  *mine = true;
  if (atomic_fetch_sub_explicit(&missing, 1, memory_order_acq_rel) == 1) {
    atomic_store_explicit(&missing, N, memory_order_relaxed);
    atomic_store_explicit(&sense, *mine, memory_order_release);
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
