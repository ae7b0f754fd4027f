/* Peterson's lock ("Myths about the mutual exclusion problem", 1981): two threads, two flags, and a turn that is given away.

   The fence between the stores and the loads is missing: release and acquire do not keep a store before a later load. Right
   under SC, wrong under TSO and PSO. `fencepost fix peterson-broken.c` says where the fence goes. */
#include <stdatomic.h>
#include "critical.h"
#include "start.h"

static atomic_int flag[2];
static atomic_int turn;

static void lock(int me) {
  int other = 1 - me;
  atomic_store_explicit(&flag[me], 1, memory_order_relaxed);
  atomic_store_explicit(&turn, other, memory_order_release);
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
