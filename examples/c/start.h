/* Starts N threads that run `worker` with their numbers. They go on for ever, so nobody waits for them. With -D ANY there are any
   number of them. */
#include <pthread.h>

#ifndef N
#define N 2
#endif

static void *worker(void *argument);

#ifdef ANY
//@ threads worker[any]
#endif

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; i++) pthread_create(&threads[i], NULL, worker, (void *)(long)i);
  return 0;
}
