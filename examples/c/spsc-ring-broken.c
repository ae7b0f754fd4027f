/* The ring of spsc-ring.c whose producer stores its index with relaxed order: on PSO the consumer sees the index before the
   element. Right under SC and TSO, wrong under PSO. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define SIZE 2

static atomic_uint head, tail;
static int ring[SIZE];

static void *producer(void *argument) {
  int value = 0;
  for (;;) {
    unsigned int at = atomic_load_explicit(&tail, memory_order_relaxed);
    unsigned int next = (at + 1) % SIZE;
    while (next == atomic_load_explicit(&head, memory_order_acquire)) {}
    ring[at] = value;
    atomic_store_explicit(&tail, next, memory_order_relaxed);
    value = !value;
  }
  return NULL;
}

static void *consumer(void *argument) {
  int expected = 0;
  for (;;) {
    unsigned int at = atomic_load_explicit(&head, memory_order_relaxed);
    while (at == atomic_load_explicit(&tail, memory_order_acquire)) {}
    assert(ring[at] == expected);
    atomic_store_explicit(&head, (at + 1) % SIZE, memory_order_release);
    expected = !expected;
  }
  return NULL;
}

int main(void) {
  pthread_t p, c;
  pthread_create(&p, NULL, producer, NULL);
  pthread_create(&c, NULL, consumer, NULL);
  return 0;
}
