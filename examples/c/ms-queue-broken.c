/* The queue of ms-queue.c that writes the value after the node is linked: the consumer takes a node that has no value yet.
   Wrong on every memory. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  int value;
  _Atomic(struct node *) next;
};

static _Atomic(struct node *) head, tail;

static void enqueue(int value) {
  struct node *node = malloc(sizeof *node);
  node->value = -1;
  atomic_store_explicit(&node->next, NULL, memory_order_relaxed);
  for (;;) {
    struct node *last = atomic_load_explicit(&tail, memory_order_acquire);
    struct node *next = atomic_load_explicit(&last->next, memory_order_acquire);
    if (next != NULL) {
      atomic_compare_exchange_strong(&tail, &last, next);
      continue;
    }
    if (atomic_compare_exchange_strong(&last->next, &next, node)) {
      node->value = value;
      atomic_compare_exchange_strong(&tail, &last, node);
      return;
    }
  }
}

static int dequeue(void) {
  for (;;) {
    struct node *first = atomic_load_explicit(&head, memory_order_acquire);
    struct node *last = atomic_load_explicit(&tail, memory_order_acquire);
    struct node *next = atomic_load_explicit(&first->next, memory_order_acquire);
    if (next == NULL) return 0;
    if (first == last) {
      atomic_compare_exchange_strong(&tail, &last, next);
      continue;
    }
    int value = next->value;
    if (atomic_compare_exchange_strong(&head, &first, next)) return value;
  }
}

static void *producer(void *argument) {
  enqueue(1);
  enqueue(2);
  return NULL;
}

static void *consumer(void *argument) {
  int one = dequeue();
  int two = dequeue();
  assert(one >= 0 && two >= 0);
  assert(one != 2);
  return NULL;
}

int main(void) {
  pthread_t p, c;
  struct node *unused = malloc(sizeof *unused);
  atomic_init(&unused->next, NULL);
  atomic_init(&head, unused);
  atomic_init(&tail, unused);
  pthread_create(&p, NULL, producer, NULL);
  pthread_create(&c, NULL, consumer, NULL);
  return 0;
}
