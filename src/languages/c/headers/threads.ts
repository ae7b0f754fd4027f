/**
 * `<pthread.h>`, `<threads.h>` and `<semaphore.h>`. Creating and joining threads is known to the translation. A lock is one
 * word, and taking it is one locked step that waits; that is what a futex-based lock looks like from outside. Everything is a
 * macro where it can be, so that a step has the place of the user's call.
 *
 * A condition variable counts its signals: a signal wakes all who wait. The standard allows that, since a thread may wake up
 * without any signal.
 */
export const LOCKS = `#pragma once
#define __fencepost_lock(m) (__fencepost_wait_exchange(&(m)->__locked, 0, 1), __fencepost_hold(&(m)->__locked), 0)
#define __fencepost_trylock(m, busy) \\
  (__atomic_exchange_n(&(m)->__locked, 1, __ATOMIC_SEQ_CST) == 0 ? (__fencepost_hold(&(m)->__locked), 0) : (busy))
#define __fencepost_unlock(m) \\
  (__fencepost_assert(__atomic_exchange_n(&(m)->__locked, 0, __ATOMIC_SEQ_CST) == 1, "the lock is held"), \\
   __fencepost_let_go(&(m)->__locked), 0)
#define __fencepost_lock_init(m) (__fencepost_atomic_init(&(m)->__locked, 0), 0)
#define __fencepost_lock_destroy(m) (__fencepost_destroy(&(m)->__locked, 0), 0)

#define __fencepost_once(o, f) \\
  ({ \\
    if (__fencepost_compare_exchange_value((o), 0, 1) == 0) { \\
      f(); \\
      __atomic_store_n((o), 2, __ATOMIC_RELEASE); \\
    } else __fencepost_wait_while((o), 1); \\
    0; \\
  })

struct __fencepost_mutex { int __locked; };
struct __fencepost_condition { unsigned int __signals; };
struct __fencepost_barrier { unsigned int __count; unsigned int __arrived; unsigned int __round; };
struct __fencepost_rwlock { int __state; };
struct __fencepost_semaphore { unsigned int __value; };
typedef unsigned long __fencepost_thread;

#define __fencepost_condition_wait(c, m) \\
  ({ \\
    unsigned int __seen = __atomic_load_n(&(c)->__signals, __ATOMIC_SEQ_CST); \\
    __fencepost_unlock(m); \\
    __fencepost_wait_while(&(c)->__signals, __seen); \\
    __fencepost_lock(m); \\
    0; \\
  })
#define __fencepost_condition_signal(c) ((void)__atomic_fetch_add(&(c)->__signals, 1, __ATOMIC_SEQ_CST), 0)
`;

export const PTHREAD = `#pragma once
#include <stddef.h>
#include <stdint.h>
#include <sched.h>
#include <time.h>
#include <__fencepost_locks.h>
typedef __fencepost_thread pthread_t;
typedef struct { int __unused; } pthread_attr_t;
typedef struct { int __unused; } pthread_mutexattr_t;
typedef struct { int __unused; } pthread_condattr_t;
typedef struct { int __unused; } pthread_barrierattr_t;
typedef struct { int __unused; } pthread_rwlockattr_t;
typedef struct __fencepost_mutex pthread_mutex_t;
typedef struct __fencepost_mutex pthread_spinlock_t;
typedef struct __fencepost_condition pthread_cond_t;
typedef struct __fencepost_barrier pthread_barrier_t;
typedef struct __fencepost_rwlock pthread_rwlock_t;
typedef int pthread_once_t;

#define PTHREAD_MUTEX_INITIALIZER { 0 }
#define PTHREAD_COND_INITIALIZER { 0 }
#define PTHREAD_RWLOCK_INITIALIZER { 0 }
#define PTHREAD_ONCE_INIT 0
#define PTHREAD_PROCESS_PRIVATE 0
#define PTHREAD_PROCESS_SHARED 1
#define PTHREAD_BARRIER_SERIAL_THREAD (-1)
#define PTHREAD_MUTEX_NORMAL 0
#define PTHREAD_MUTEX_DEFAULT 0
#define PTHREAD_CREATE_JOINABLE 0
#define PTHREAD_CREATE_DETACHED 1

int pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
int pthread_detach(pthread_t);
void pthread_exit(void *);
pthread_t pthread_self(void);
int pthread_yield(void);
#define pthread_equal(a, b) ((a) == (b))

#define pthread_attr_init(a) 0
#define pthread_attr_destroy(a) 0
#define pthread_attr_setdetachstate(a, s) 0
#define pthread_attr_setstacksize(a, s) 0
#define pthread_mutexattr_init(a) 0
#define pthread_mutexattr_destroy(a) 0
#define pthread_mutexattr_settype(a, t) 0
#define pthread_condattr_init(a) 0
#define pthread_condattr_destroy(a) 0

#define pthread_mutex_init(m, a) __fencepost_lock_init(m)
#define pthread_mutex_destroy(m) __fencepost_lock_destroy(m)
#define pthread_mutex_lock(m) __fencepost_lock(m)
#define pthread_mutex_trylock(m) __fencepost_trylock(m, 16)
#define pthread_mutex_unlock(m) __fencepost_unlock(m)

#define pthread_spin_init(m, s) __fencepost_lock_init(m)
#define pthread_spin_destroy(m) __fencepost_lock_destroy(m)
#define pthread_spin_lock(m) __fencepost_lock(m)
#define pthread_spin_trylock(m) __fencepost_trylock(m, 16)
#define pthread_spin_unlock(m) __fencepost_unlock(m)

#define pthread_cond_init(c, a) (__fencepost_atomic_init(&(c)->__signals, 0), 0)
#define pthread_cond_destroy(c) 0
#define pthread_cond_wait(c, m) __fencepost_condition_wait(c, m)
#define pthread_cond_signal(c) __fencepost_condition_signal(c)
#define pthread_cond_broadcast(c) __fencepost_condition_signal(c)

#define pthread_once(o, f) __fencepost_once(o, f)

#define pthread_barrier_init(b, a, n) \\
  (__fencepost_atomic_init(&(b)->__count, (n)), __fencepost_atomic_init(&(b)->__arrived, 0), \\
   __fencepost_atomic_init(&(b)->__round, 0), 0)
#define pthread_barrier_destroy(b) (__atomic_store_n(&(b)->__count, 0, __ATOMIC_SEQ_CST), 0)
#define pthread_barrier_wait(b) \\
  ({ \\
    unsigned int __round = __atomic_load_n(&(b)->__round, __ATOMIC_RELAXED); \\
    int __arrived = __atomic_add_fetch(&(b)->__arrived, 1, __ATOMIC_SEQ_CST); \\
    int __count = (b)->__count; \\
    __fencepost_assert(__count > 0, "the barrier has a count, and is not destroyed"); \\
    int __last = __arrived == __count; \\
    if (__last) { \\
      __atomic_store_n(&(b)->__arrived, 0, __ATOMIC_RELAXED); \\
      __atomic_store_n(&(b)->__round, !__round, __ATOMIC_SEQ_CST); \\
    } else __fencepost_wait_while(&(b)->__round, __round); \\
    __last ? PTHREAD_BARRIER_SERIAL_THREAD : 0; \\
  })

#define pthread_rwlock_init(l, a) (__fencepost_atomic_init(&(l)->__state, 0), 0)
#define pthread_rwlock_destroy(l) 0
#define pthread_rwlock_wrlock(l) (__fencepost_wait_exchange(&(l)->__state, 0, -1), 0)
#define pthread_rwlock_trywrlock(l) (__fencepost_compare_exchange_value(&(l)->__state, 0, -1) == 0 ? 0 : 16)
#define pthread_rwlock_rdlock(l) \\
  ({ \\
    for (;;) { \\
      __fencepost_wait_while(&(l)->__state, -1); \\
      int __state = __atomic_load_n(&(l)->__state, __ATOMIC_RELAXED); \\
      if (__state >= 0 && __fencepost_compare_exchange_value(&(l)->__state, __state, __state + 1) == __state) break; \\
    } \\
    0; \\
  })
#define pthread_rwlock_unlock(l) \\
  ({ \\
    if (__atomic_load_n(&(l)->__state, __ATOMIC_RELAXED) == -1) __atomic_exchange_n(&(l)->__state, 0, __ATOMIC_SEQ_CST); \\
    else __atomic_fetch_sub(&(l)->__state, 1, __ATOMIC_SEQ_CST); \\
    0; \\
  })
`;

export const C_THREADS = `#pragma once
#include <time.h>
#include <__fencepost_locks.h>
typedef __fencepost_thread thrd_t;
typedef struct __fencepost_mutex mtx_t;
typedef struct __fencepost_condition cnd_t;
typedef int once_flag;
typedef int (*thrd_start_t)(void *);

#define thread_local _Thread_local
#define ONCE_FLAG_INIT 0
enum { thrd_success, thrd_busy, thrd_error, thrd_nomem, thrd_timedout };
enum { mtx_plain = 0, mtx_timed = 1, mtx_recursive = 2 };

int thrd_create(thrd_t *, thrd_start_t, void *);
int thrd_join(thrd_t, int *);
int thrd_detach(thrd_t);
void thrd_exit(int);
thrd_t thrd_current(void);
void thrd_yield(void);
int thrd_sleep(const struct timespec *, struct timespec *);
#define thrd_equal(a, b) ((a) == (b))

#define mtx_init(m, type) __fencepost_lock_init(m)
#define mtx_destroy(m) ((void)__fencepost_lock_destroy(m))
#define mtx_lock(m) __fencepost_lock(m)
#define mtx_trylock(m) __fencepost_trylock(m, thrd_busy)
#define mtx_unlock(m) __fencepost_unlock(m)
#define cnd_init(c) (__fencepost_atomic_init(&(c)->__signals, 0), 0)
#define cnd_destroy(c) ((void)0)
#define cnd_wait(c, m) __fencepost_condition_wait(c, m)
#define cnd_signal(c) __fencepost_condition_signal(c)
#define cnd_broadcast(c) __fencepost_condition_signal(c)
#define call_once(o, f) ((void)__fencepost_once(o, f))
`;

export const SEMAPHORE = `#pragma once
#include <__fencepost_locks.h>
typedef struct __fencepost_semaphore sem_t;
#define sem_init(s, shared, value) (__fencepost_atomic_init(&(s)->__value, (value)), 0)
#define sem_destroy(s) 0
#define sem_post(s) ((void)__atomic_fetch_add(&(s)->__value, 1, __ATOMIC_SEQ_CST), 0)
#define sem_wait(s) \\
  ({ \\
    for (;;) { \\
      __fencepost_wait_while(&(s)->__value, 0); \\
      unsigned int __value = __atomic_load_n(&(s)->__value, __ATOMIC_RELAXED); \\
      if (__value > 0 && __fencepost_compare_exchange_value(&(s)->__value, __value, __value - 1) == __value) break; \\
    } \\
    0; \\
  })
`;
