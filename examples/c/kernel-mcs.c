/* The MCS lock as the Linux kernel writes it (kernel/locking/mcs_spinlock.h has the idea; the text is ours): `xchg`, `cmpxchg`,
   `READ_ONCE`, and a hand-over by `smp_store_release` and `smp_load_acquire`. */
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
  smp_store_release(&next->locked, 1);
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
