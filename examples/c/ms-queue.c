/* The queue of Michael and Scott ("Simple, fast, and practical non-blocking and blocking concurrent queue algorithms", 1996): a
   list with a node that is not used at its head. The tail may lag behind by one node, and whoever sees that helps.

   Nodes are not given back. Checked: values of one thread come out in the order in which they went in, and none twice. */
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
  node->value = value;
  atomic_store_explicit(&node->next, NULL, memory_order_relaxed);
  for (;;) {
    struct node *last = atomic_load_explicit(&tail, memory_order_acquire);
    struct node *next = atomic_load_explicit(&last->next, memory_order_acquire);
    if (next != NULL) {
      atomic_compare_exchange_strong(&tail, &last, next);
      continue;
    }
    if (atomic_compare_exchange_strong(&last->next, &next, node)) {
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
  assert(two == 0 || one < two);
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
