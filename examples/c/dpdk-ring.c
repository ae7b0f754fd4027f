/* A ring for several producers and one consumer, as in the packet library DPDK (and before in FreeBSD's buf_ring): a producer
   takes its places by moving `head`, writes its elements, and waits for those before it to move `tail`.

   A producer acquires what those before it have written, so that its own release passes it on: with a relaxed load there C11
   has a data race between the elements of the first producer and the consumer (`--races`).

   Checked: the consumer finds an element in every place that `tail` has passed, and none twice. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define SIZE 4

static atomic_int producer_head, producer_tail, consumer_tail;
static int ring[SIZE];

static int enqueue(int value) {
  int head = atomic_load_explicit(&producer_head, memory_order_relaxed);
  do {
    if (head - atomic_load_explicit(&consumer_tail, memory_order_acquire) >= SIZE) return 0;
  } while (!atomic_compare_exchange_weak_explicit(&producer_head, &head, head + 1, memory_order_relaxed, memory_order_relaxed));
  ring[head % SIZE] = value;
  while (atomic_load_explicit(&producer_tail, memory_order_acquire) != head) {}
  atomic_store_explicit(&producer_tail, head + 1, memory_order_release);
  return 1;
}

static int dequeue(void) {
  int at = atomic_load_explicit(&consumer_tail, memory_order_relaxed);
  if (at == atomic_load_explicit(&producer_tail, memory_order_acquire)) return 0;
  int value = ring[at % SIZE];
  atomic_store_explicit(&consumer_tail, at + 1, memory_order_release);
  return value;
}

static void *producer(void *argument) {
  enqueue((int)(long)argument);
  return NULL;
}

static void *consumer(void *argument) {
  int seen = 0;
  for (int i = 0; i < 2;) {
    if (atomic_load_explicit(&consumer_tail, memory_order_relaxed) == atomic_load_explicit(&producer_tail, memory_order_acquire))
      continue;
    int value = dequeue();
    assert(value == 1 || value == 2);
    assert(value != seen);
    seen = value;
    i++;
  }
  return NULL;
}

int main(void) {
  pthread_t one, two, c;
  pthread_create(&one, NULL, producer, (void *)1);
  pthread_create(&two, NULL, producer, (void *)2);
  pthread_create(&c, NULL, consumer, NULL);
  return 0;
}
