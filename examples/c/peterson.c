/* Peterson's lock ("Myths about the mutual exclusion problem", 1981): two threads, two flags, and a turn that is given away.

   The stores are relaxed, and one fence stands between them and the loads: that is enough on x86. PSO may also let the turn
   overtake the flag, so the turn is stored with release order, which costs nothing on x86. */
#include <stdatomic.h>
#include "critical.h"
#include "start.h"

static atomic_int flag[2];
static atomic_int turn;

static void lock(int me) {
  int other = 1 - me;
  atomic_store_explicit(&flag[me], 1, memory_order_relaxed);
  atomic_store_explicit(&turn, other, memory_order_release);
  atomic_thread_fence(memory_order_seq_cst);
  while (atomic_load_explicit(&flag[other], memory_order_acquire) &&
         atomic_load_explicit(&turn, memory_order_acquire) == other) {}
}

static void unlock(int me) {
  atomic_store_explicit(&flag[me], 0, memory_order_release);
}

static void *worker(void *argument) {
  int me = (int)(long)argument;
  for (;;) {
    lock(me);
    critical_section();
    unlock(me);
  }
  return NULL;
}
