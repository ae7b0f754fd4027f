/**
 * The names that the built-in headers and the translation agree on. Headers define what they can as macros over the first
 * list, so that a step of the program has the place of the macro's use in the user's file. What a header declares as a function
 * and does not define is in the second list, by what it means.
 *
 * Orders are GCC's numbers: relaxed 0, consume 1, acquire 2, release 3, acq_rel 4, seq_cst 5. Headers name them
 * `__ATOMIC_RELAXED` and so on, which are predefined macros.
 */

/** Of GCC, known with and without a header. `p` may point to an atomic or a plain object. */
export const ATOMIC_BUILTINS = [
  '__atomic_load_n', // (p, order) -> value
  '__atomic_load', // (p, out, order)
  '__atomic_store_n', // (p, value, order)
  '__atomic_store', // (p, in, order)
  '__atomic_exchange_n', // (p, value, order) -> old
  '__atomic_exchange', // (p, in, out, order)
  '__atomic_compare_exchange_n', // (p, expected, desired, weak, success, failure) -> bool; *expected = old on failure
  '__atomic_compare_exchange', // (p, expected, desired pointer, weak, success, failure)
  '__atomic_fetch_add', // and sub, and, or, xor, nand: (p, value, order) -> old
  '__atomic_fetch_sub',
  '__atomic_fetch_and',
  '__atomic_fetch_or',
  '__atomic_fetch_xor',
  '__atomic_fetch_nand',
  '__atomic_add_fetch', // the same, -> new
  '__atomic_sub_fetch',
  '__atomic_and_fetch',
  '__atomic_or_fetch',
  '__atomic_xor_fetch',
  '__atomic_nand_fetch',
  '__atomic_test_and_set', // (p, order) -> bool
  '__atomic_clear', // (p, order)
  '__atomic_thread_fence', // (order)
  '__atomic_signal_fence', // (order): nothing
  '__atomic_is_lock_free', // true
  '__atomic_always_lock_free', // true
  '__sync_synchronize', // ()
  '__sync_fetch_and_add', // and sub, or, and, xor, nand: (p, value) -> old
  '__sync_fetch_and_sub',
  '__sync_fetch_and_or',
  '__sync_fetch_and_and',
  '__sync_fetch_and_xor',
  '__sync_fetch_and_nand',
  '__sync_add_and_fetch', // the same, -> new
  '__sync_sub_and_fetch',
  '__sync_or_and_fetch',
  '__sync_and_and_fetch',
  '__sync_xor_and_fetch',
  '__sync_nand_and_fetch',
  '__sync_bool_compare_and_swap', // (p, old, new) -> bool
  '__sync_val_compare_and_swap', // (p, old, new) -> what was there
  '__sync_lock_test_and_set', // (p, value) -> old
  '__sync_lock_release', // (p): store 0 with release
] as const;

/** Of GCC, not about memory. */
export const PLAIN_BUILTINS = [
  '__builtin_expect', // (value, likely) -> value
  '__builtin_unreachable', // (): a failure if it is reached
  '__builtin_trap', // (): a failure
  '__builtin_offsetof', // (type, member)
  '__builtin_types_compatible_p',
  '__builtin_choose_expr',
  '__builtin_constant_p',
  '__builtin_prefetch', // nothing
  '__builtin_popcount',
  '__builtin_ctz',
  '__builtin_clz',
] as const;

/** Ours: what no function of GCC says. */
export const OWN_BUILTINS = [
  '__fencepost_atomic_init', // (p, value): a plain store
  '__fencepost_compare_exchange_value', // (p, old, new) -> what was there; locked: cmpxchg of the kernel
  '__fencepost_wait_exchange', // (p, old, new): waits until *p is old, then writes new; one locked step
  '__fencepost_destroy', // (p, old): a failure unless *p is old; nobody waits for it any more
  '__fencepost_hold', // (p): this thread has taken the lock
  '__fencepost_let_go', // (p): a failure unless this thread has it; now it has not
  '__fencepost_wait_while', // (p, value): waits until *p is not value; one load
  '__fencepost_assert', // (condition, text): a failure if it is false
  '__fencepost_fail', // (text): a failure
  '__fencepost_assume', // (condition): runs in which it is false are not looked at
  '__fencepost_store_fence', // (): the store-store barrier of PSO
] as const;

/** Functions that headers declare and the translation knows, by what they mean. */
export const KNOWN_FUNCTIONS = {
  /** pthread_create(&t, attributes, function, argument); thrd_create(&t, function, argument). */
  create: ['pthread_create', 'thrd_create'],
  /** pthread_join(t, &result); thrd_join(t, &result); GenMC: __VERIFIER_spawn, __VERIFIER_join are not supported. */
  join: ['pthread_join', 'thrd_join'],
  /** The end of the thread that calls them. */
  leave: ['pthread_exit', 'thrd_exit'],
  /** A value that differs between threads. */
  self: ['pthread_self', 'thrd_current'],
  allocate: ['malloc', 'calloc', 'aligned_alloc', 'kmalloc', 'kzalloc'],
  release: ['free', 'kfree'],
  /** Refused where called, with what to write instead. */
  refused: [
    'realloc',
    'memcmp',
    'strcmp',
    'strlen',
    'strcpy',
    'scanf',
    'fork',
    'longjmp',
    'setjmp',
    '__VERIFIER_final_write',
  ],
  /** Failures. `abort` in a function called `assume_abort_if_not` is an assumption. */
  fail: ['abort', 'reach_error', '__VERIFIER_error', '__assert_fail', '_Exit', '__assert_rtn'],
  /** The whole program ends without a failure. */
  exit: ['exit', 'quick_exit', '_exit'],
  assume: ['__VERIFIER_assume', 'assume', '__VERIFIER_assume_internal', 'assume_abort_if_not'],
  assert: ['__VERIFIER_assert'],
  /** One argument: nothing else happens between begin and end. */
  atomicBegin: ['__VERIFIER_atomic_begin'],
  atomicEnd: ['__VERIFIER_atomic_end'],
  /** Any value of the type that is declared: __VERIFIER_nondet_int, _uint, _bool, _char, _uchar, ... */
  nondet: ['__VERIFIER_nondet_*'],
  /** Arguments are evaluated, nothing happens, 0 is returned. */
  nothing: [
    'printf',
    'fprintf',
    'puts',
    'putchar',
    'putc',
    'fputs',
    'fputc',
    'fflush',
    'perror',
    'sched_yield',
    'thrd_yield',
    'pthread_yield',
    'thrd_sleep',
    'nanosleep',
    'usleep',
    'sleep',
    'srand',
    'pthread_detach',
    'thrd_detach',
  ],
  /** Constant sizes of whole objects. */
  copy: ['memset', 'memcpy', 'memmove'],
} as const;
