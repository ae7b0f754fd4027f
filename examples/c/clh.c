/* The queue lock of Craig (1993), and of Landin and Hagersten (1994): a thread waits on the node of the one before it, and
   takes that node for its own when it leaves. There is one node more than there are threads. */
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
    atomic_store_explicit(&mine->locked, 1, memory_order_relaxed);
    struct node *before = atomic_exchange_explicit(&tail, mine, memory_order_acq_rel);
    while (atomic_load_explicit(&before->locked, memory_order_acquire)) {}
    critical_section();
    atomic_store_explicit(&mine->locked, 0, memory_order_release);
    mine = before;
  }
  return NULL;
}
