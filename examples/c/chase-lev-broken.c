/* The deque of chase-lev.c without the fence in `take`. The owner's new bottom waits in its buffer while the owner reads the top
   and takes the last element but one without asking; a thief sees the old bottom and steals it, too. Right under SC, wrong
   under TSO and PSO. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define SIZE 4

static atomic_int top, bottom;
static atomic_int buffer[SIZE];
static atomic_int taken[SIZE];

static void push(int value) {
  int at = atomic_load_explicit(&bottom, memory_order_relaxed);
  atomic_store_explicit(&buffer[at % SIZE], value, memory_order_relaxed);
  atomic_thread_fence(memory_order_release);
  atomic_store_explicit(&bottom, at + 1, memory_order_relaxed);
}

static int take(void) {
  int at = atomic_load_explicit(&bottom, memory_order_relaxed) - 1;
  atomic_store_explicit(&bottom, at, memory_order_relaxed);
  int first = atomic_load_explicit(&top, memory_order_relaxed);
  if (first > at) {
    atomic_store_explicit(&bottom, at + 1, memory_order_relaxed);
    return -1;
  }
  int value = atomic_load_explicit(&buffer[at % SIZE], memory_order_relaxed);
  if (first == at) {
    if (!atomic_compare_exchange_strong_explicit(&top, &first, first + 1, memory_order_seq_cst, memory_order_relaxed)) value = -1;
    atomic_store_explicit(&bottom, at + 1, memory_order_relaxed);
  }
  return value;
}

static int steal(void) {
  int first = atomic_load_explicit(&top, memory_order_acquire);
  atomic_thread_fence(memory_order_seq_cst);
  int last = atomic_load_explicit(&bottom, memory_order_acquire);
  if (first >= last) return -1;
  int value = atomic_load_explicit(&buffer[first % SIZE], memory_order_relaxed);
  if (!atomic_compare_exchange_strong_explicit(&top, &first, first + 1, memory_order_seq_cst, memory_order_relaxed)) return -1;
  return value;
}

static void use(int value) {
  if (value < 0) return;
  int times = atomic_fetch_add(&taken[value], 1);
  assert(times == 0);
}

static void *owner(void *argument) {
  push(0);
  push(1);
  use(take());
  push(2);
  use(take());
  use(take());
  return NULL;
}

static void *thief(void *argument) {
  use(steal());
  use(steal());
  return NULL;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, owner, NULL);
  pthread_create(&two, NULL, thief, NULL);
  return 0;
}
