/* The queue lock of Mellor-Crummey and Scott (1991): each thread waits on a word of its own node, and the one before it in the
   queue hands the lock over.

   Each thread has one node and uses it again and again. */
#include <stdatomic.h>
#include <stddef.h>
#include "critical.h"
#include "start.h"

struct node {
  _Atomic(struct node *) next;
  atomic_bool locked;
};

static _Atomic(struct node *) tail;
static struct node nodes[N];

static void lock(struct node *me) {
  atomic_store_explicit(&me->next, NULL, memory_order_relaxed);
  atomic_store_explicit(&me->locked, 1, memory_order_relaxed);
  struct node *before = atomic_exchange_explicit(&tail, me, memory_order_acq_rel);
  if (before == NULL) return;
  atomic_store_explicit(&before->next, me, memory_order_release);
  while (atomic_load_explicit(&me->locked, memory_order_acquire)) {}
}

static void unlock(struct node *me) {
  struct node *after = atomic_load_explicit(&me->next, memory_order_acquire);
  if (after == NULL) {
    struct node *expected = me;
    if (atomic_compare_exchange_strong_explicit(&tail, &expected, NULL, memory_order_release, memory_order_relaxed)) return;
    while ((after = atomic_load_explicit(&me->next, memory_order_acquire)) == NULL) {}
  }
  atomic_store_explicit(&after->locked, 0, memory_order_release);
}

static void *worker(void *argument) {
  struct node *me = &nodes[(long)argument];
  for (;;) {
    lock(me);
    critical_section();
    unlock(me);
  }
  return NULL;
}
