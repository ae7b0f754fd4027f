/* A reader-writer lock as the Linux kernel had it for x86: one counter, which starts at BIAS. A reader takes 1 away, a writer
   takes BIAS away, and whoever finds that it was too much gives it back and waits.

   Checked: a reader sees the two words of the data equal, because no writer is at work meanwhile. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define BIAS 0x1000

static atomic_int count = BIAS;
static int first, second;

static void read_lock(void) {
  int before = atomic_fetch_sub_explicit(&count, 1, memory_order_acquire);
  while (before <= 0) {
    atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
    while (atomic_load_explicit(&count, memory_order_relaxed) <= 0) {}
    before = atomic_fetch_sub_explicit(&count, 1, memory_order_acquire);
  }
}

static void read_unlock(void) {
  atomic_fetch_add_explicit(&count, 1, memory_order_release);
}

static void write_lock(void) {
  int before = atomic_fetch_sub_explicit(&count, BIAS, memory_order_acquire);
  while (before != BIAS) {
    atomic_fetch_add_explicit(&count, BIAS, memory_order_relaxed);
    while (atomic_load_explicit(&count, memory_order_relaxed) != BIAS) {}
    before = atomic_fetch_sub_explicit(&count, BIAS, memory_order_acquire);
  }
}

static void write_unlock(void) {
  atomic_fetch_add_explicit(&count, BIAS, memory_order_release);
}

static void *reader(void *argument) {
  for (;;) {
    read_lock();
    int seen = first;
    assert(seen == second);
    read_unlock();
  }
  return NULL;
}

static void *writer(void *argument) {
  for (;;) {
    write_lock();
    first = !first;
    second = first;
    write_unlock();
  }
  return NULL;
}

int main(void) {
  pthread_t r, w;
  pthread_create(&r, NULL, reader, NULL);
  pthread_create(&w, NULL, writer, NULL);
  return 0;
}
