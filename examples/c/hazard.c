/* Hazard pointers in short (M. M. Michael, "Hazard pointers: safe memory reclamation for lock-free objects", 2004): a reader
   writes down which node it is about to look at, and makes sure that the node is still there. A writer that has replaced a node
   frees it when no reader has written it down.

   The reader's store must be seen before it looks again: that is the fence. Checked: nobody reads a node that was freed. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  int value;
};

static _Atomic(struct node *) current;
static _Atomic(struct node *) hazard;

static void *reader(void *argument) {
  struct node *node;
  do {
    node = atomic_load_explicit(&current, memory_order_relaxed);
    atomic_store_explicit(&hazard, node, memory_order_relaxed);
    atomic_thread_fence(memory_order_seq_cst);
  } while (node != atomic_load_explicit(&current, memory_order_acquire));
  int seen = node->value;
  assert(seen == 1 || seen == 2);
  atomic_store_explicit(&hazard, NULL, memory_order_release);
  return NULL;
}

static void *writer(void *argument) {
  struct node *fresh = malloc(sizeof *fresh);
  fresh->value = 2;
  struct node *old = atomic_exchange(&current, fresh);
  while (atomic_load_explicit(&hazard, memory_order_acquire) == old) {}
  free(old);
  return NULL;
}

int main(void) {
  pthread_t r, w;
  struct node *first = malloc(sizeof *first);
  first->value = 1;
  atomic_init(&current, first);
  pthread_create(&r, NULL, reader, NULL);
  pthread_create(&w, NULL, writer, NULL);
  return 0;
}
