/* Dekker's lock (E. W. Dijkstra, "Over de sequentialiteit van procesbeschrijvingen", 1962): two threads, a flag for each, and
   a turn that decides who steps back.

   All accesses are sequentially consistent, the default of C11. On x86 each of these stores is followed by a fence, and on PSO
   the stores keep their order, so the lock is right on all three memories. dekker-broken.c has relaxed stores. */
#include <stdatomic.h>
#include "critical.h"
#include "start.h"

static atomic_bool wants[2];
static atomic_int turn;

static void lock(int me) {
  int other = 1 - me;
  atomic_store(&wants[me], 1);
  while (atomic_load(&wants[other])) {
    if (atomic_load(&turn) != me) {
      atomic_store(&wants[me], 0);
      while (atomic_load(&turn) != me) {}
      atomic_store(&wants[me], 1);
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
