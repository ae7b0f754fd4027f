/* The grace period of grace-period.c without the reader's fence: the writer does not see that the reader has begun. Right under
   SC, wrong under TSO and PSO. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int reading;
static atomic_int shown = 1;
static atomic_int poisoned;

static void *reader(void *argument) {
  for (;;) {
    atomic_store_explicit(&reading, 1, memory_order_relaxed);
    if (atomic_load_explicit(&shown, memory_order_acquire)) assert(!atomic_load_explicit(&poisoned, memory_order_relaxed));
    atomic_store_explicit(&reading, 0, memory_order_release);
  }
  return NULL;
}

static void *writer(void *argument) {
  atomic_store_explicit(&shown, 0, memory_order_relaxed);
  atomic_thread_fence(memory_order_seq_cst);
  while (atomic_load_explicit(&reading, memory_order_acquire)) {}
  atomic_store_explicit(&poisoned, 1, memory_order_relaxed);
  return NULL;
}

int main(void) {
  pthread_t r, w;
  pthread_create(&r, NULL, reader, NULL);
  pthread_create(&w, NULL, writer, NULL);
  return 0;
}
