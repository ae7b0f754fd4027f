/* A sequence lock, as in the Linux kernel (H.-J. Boehm, "Can seqlocks get along with programming language memory models?", 2012):
   the writer makes the sequence odd, changes the data and makes it even again. A reader never waits for a lock; it reads again
   when the sequence was odd or has changed.

   The fences cost nothing on x86. On PSO the two release fences keep the stores in order. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static _Atomic(unsigned char) sequence;
static atomic_int first, second;

static void write(int value) {
  unsigned char at = atomic_load_explicit(&sequence, memory_order_relaxed);
  atomic_store_explicit(&sequence, (unsigned char)(at + 1), memory_order_relaxed);
  atomic_thread_fence(memory_order_release);
  atomic_store_explicit(&first, value, memory_order_relaxed);
  atomic_store_explicit(&second, value, memory_order_relaxed);
  atomic_store_explicit(&sequence, (unsigned char)(at + 2), memory_order_release);
}

static void *reader(void *argument) {
  for (;;) {
    unsigned char before = atomic_load_explicit(&sequence, memory_order_acquire);
    int one = atomic_load_explicit(&first, memory_order_relaxed);
    int two = atomic_load_explicit(&second, memory_order_relaxed);
    atomic_thread_fence(memory_order_acquire);
    unsigned char after = atomic_load_explicit(&sequence, memory_order_relaxed);
    if (before % 2 == 0 && before == after) {
      assert(one == two);
      return NULL;
    }
  }
}

static void *writer(void *argument) {
  write(1);
  write(0);
  return NULL;
}

int main(void) {
  pthread_t r, w;
  pthread_create(&r, NULL, reader, NULL);
  pthread_create(&w, NULL, writer, NULL);
  return 0;
}
