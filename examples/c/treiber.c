/* Treiber's stack ("Systems programming: coping with parallelism", 1986): the top is exchanged if it is still the node that was
   read.

   Nodes that are popped are not given back, so nobody meets an old node at the top. Checked: no value is popped twice. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

static _Atomic(struct node *) top;
static atomic_int popped[3];

static void push(int value) {
  struct node *node = malloc(sizeof *node);
  node->value = value;
  struct node *old = atomic_load_explicit(&top, memory_order_relaxed);
  do node->next = old;
  while (!atomic_compare_exchange_weak_explicit(&top, &old, node, memory_order_release, memory_order_relaxed));
}

static int pop(void) {
  struct node *old = atomic_load_explicit(&top, memory_order_acquire);
  while (old != NULL) {
    struct node *next = old->next;
    if (atomic_compare_exchange_weak_explicit(&top, &old, next, memory_order_acquire, memory_order_acquire)) return old->value;
  }
  return -1;
}

static void take(void) {
  int value = pop();
  if (value < 0) return;
  int times = atomic_fetch_add(&popped[value], 1);
  assert(times == 0);
}

static void *popper(void *argument) {
  take();
  return NULL;
}

static void *changer(void *argument) {
  take();
  push(2);
  take();
  return NULL;
}

/* Before there are threads nobody else pushes. */
static void put(int value) {
  struct node *node = malloc(sizeof *node);
  node->value = value;
  node->next = atomic_load_explicit(&top, memory_order_relaxed);
  atomic_init(&top, node);
}

int main(void) {
  pthread_t one, two;
  put(0);
  put(1);
  pthread_create(&one, NULL, popper, NULL);
  pthread_create(&two, NULL, changer, NULL);
  return 0;
}
