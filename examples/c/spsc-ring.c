/* A ring buffer for one producer and one consumer (L. Lamport, "Specifying concurrent program modules", 1983): each side owns one
   index and only reads the other's. Stores of x86 stay in order, so it needs no fence there; release order keeps them on PSO.

   The values are 0 and 1 in turns, for ever: the consumer knows which one comes next. */
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
    atomic_store_explicit(&tail, next, memory_order_release);
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
