/* The queue lock of clh.c with two lines in the wrong order: a thread joins the queue before it says that it holds its node, so
   the next one need not wait. Wrong on every memory. */
#include <stdatomic.h>
#include "critical.h"
#include "start.h"

struct node {
  atomic_bool locked;
};

static struct node nodes[N + 1];
static _Atomic(struct node *) tail = &nodes[N];

static void *worker(void *argument) {
  struct node *mine = &nodes[(long)argument];
  for (;;) {
    struct node *before = atomic_exchange_explicit(&tail, mine, memory_order_acq_rel);
    atomic_store_explicit(&mine->locked, 1, memory_order_relaxed);
    while (atomic_load_explicit(&before->locked, memory_order_acquire)) {}
    critical_section();
    atomic_store_explicit(&mine->locked, 0, memory_order_release);
    mine = before;
  }
  return NULL;
}
