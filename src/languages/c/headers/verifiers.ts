/** What programs for other checkers declare. Hints that only help those are nothing here. */
export const VERIFIER = `#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <pthread.h>
typedef pthread_t __VERIFIER_thread_t;
void __VERIFIER_assume(int);
void __VERIFIER_error(void);
int __VERIFIER_nondet_int(void);
unsigned int __VERIFIER_nondet_uint(void);
_Bool __VERIFIER_nondet_bool(void);
char __VERIFIER_nondet_char(void);
unsigned char __VERIFIER_nondet_uchar(void);
short __VERIFIER_nondet_short(void);
unsigned short __VERIFIER_nondet_ushort(void);
long __VERIFIER_nondet_long(void);
unsigned long __VERIFIER_nondet_ulong(void);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

#define __VERIFIER_loop_begin() ((void)0)
#define __VERIFIER_spin_start() ((void)0)
#define __VERIFIER_spin_end(condition) ((void)(condition))
#define __VERIFIER_method_begin(name, argument) ((void)0)
#define __VERIFIER_method_end(name, result) ((void)0)
#define __VERIFIER_local_write(statement) do { statement; } while (0)
void __VERIFIER_final_write(int);
#define __VERIFIER_helped_CAS(statement) do { statement; } while (0)
#define __VERIFIER_helping_CAS(statement) do { statement; } while (0)
#define __VERIFIER_final_CAS(expression) (expression)
#define __VERIFIER_speculative_read(expression) (expression)
#define __VERIFIER_confirming_read(expression) (expression)
#define __VERIFIER_confirming_CAS(expression) (expression)
#define __VERIFIER_optional(statement) \\
  do { \\
    if (__VERIFIER_nondet_bool()) { \\
      statement; \\
      __VERIFIER_assume(0); \\
    } \\
  } while (0)
#define __VERIFIER_spawn(function, argument) \\
  ({ \\
    __VERIFIER_thread_t __created; \\
    pthread_create(&__created, NULL, function, argument); \\
    __created; \\
  })
#define __VERIFIER_spawn_symmetric(function, argument, other) __VERIFIER_spawn(function, argument)
#define __VERIFIER_join(thread) pthread_join(thread, NULL)
#define __VERIFIER_join_symmetric(thread) pthread_join(thread, NULL)

#define await_while(condition) while (condition)
#define await_do for (;;)
`;
