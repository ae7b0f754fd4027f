/* The hazard pointer of hazard.c without the fence: what the reader wrote down is still in its buffer when it looks again, so the
   writer finds nothing and frees the node that the reader is about to read. Right under SC, wrong under TSO and PSO. */
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
