/* The lock of kernel-mcs.c handed over by `WRITE_ONCE`: on PSO the hand-over overtakes the stores of the critical section. Right
   under SC and TSO, wrong under PSO. */
#include <linux/atomic.h>
#include "critical.h"
#include "start.h"

struct mcs_node {
  struct mcs_node *next;
  int locked;
};

static struct mcs_node *tail;
static struct mcs_node nodes[N];

static void mcs_lock(struct mcs_node **lock, struct mcs_node *node) {
  node->locked = 0;
  node->next = NULL;
  struct mcs_node *before = xchg(lock, node);
  if (likely(before == NULL)) return;
  WRITE_ONCE(before->next, node);
  while (!smp_load_acquire(&node->locked)) cpu_relax();
}

static void mcs_unlock(struct mcs_node **lock, struct mcs_node *node) {
  struct mcs_node *next = READ_ONCE(node->next);
  if (likely(!next)) {
    if (likely(cmpxchg_release(lock, node, NULL) == node)) return;
    while (!(next = READ_ONCE(node->next))) cpu_relax();
  }
  WRITE_ONCE(next->locked, 1);
}

static void *worker(void *argument) {
  struct mcs_node *me = &nodes[(long)argument];
  for (;;) {
    mcs_lock(&tail, me);
    critical_section();
    mcs_unlock(&tail, me);
  }
  return NULL;
}
