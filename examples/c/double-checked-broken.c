/* Double-checked initialisation without the second look: two threads that found nothing make one object each. Wrong on every
   memory. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifndef N
#define N 2
#endif

struct object {
  int ready;
};

static _Atomic(struct object *) instance;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int made;

static struct object *get(void) {
  struct object *object = atomic_load_explicit(&instance, memory_order_acquire);
  if (object == NULL) {
    pthread_mutex_lock(&mutex);
    {
      object = malloc(sizeof *object);
      object->ready = 1;
      int before = atomic_fetch_add(&made, 1);
      assert(before == 0);
      atomic_store_explicit(&instance, object, memory_order_release);
    }
    pthread_mutex_unlock(&mutex);
  }
  return object;
}

static void *worker(void *argument) {
  struct object *object = get();
  assert(object->ready == 1);
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; i++) pthread_create(&threads[i], NULL, worker, NULL);
  return 0;
}
