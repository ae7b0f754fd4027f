/* Dekker's lock (E. W. Dijkstra, "Over de sequentialiteit van procesbeschrijvingen", 1962): two threads, a flag for each, and
   a turn that decides who steps back.

   Here a flag is raised by a relaxed store. It waits in the buffer of its thread while the thread reads that the flag of the
   other is down; both do that, and both come in. Right under SC, wrong under TSO and PSO. */
#include <stdatomic.h>
#include "critical.h"
#include "start.h"

static atomic_bool wants[2];
static atomic_int turn;

static void lock(int me) {
  int other = 1 - me;
  atomic_store_explicit(&wants[me], 1, memory_order_relaxed);
  while (atomic_load(&wants[other])) {
    if (atomic_load(&turn) != me) {
      atomic_store(&wants[me], 0);
      while (atomic_load(&turn) != me) {}
      atomic_store_explicit(&wants[me], 1, memory_order_relaxed);
    }
  }
}

static void unlock(int me) {
  atomic_store(&turn, 1 - me);
  atomic_store(&wants[me], 0);
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
