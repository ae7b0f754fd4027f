/* A barrier whose sense is reversed each time (Hensgen, Finkel and Manber, 1988; Mellor-Crummey and Scott, 1991): the last thread
   to come turns the sense around, and the others wait for that.

   Checked: whoever leaves the barrier finds the work of the others done, round after round. */
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
