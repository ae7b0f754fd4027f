/** `<stdatomic.h>`: C11's operations over GCC's built-ins. Each is a macro, so a step has the place where the user wrote it. */
const TYPES = [
  ['bool', '_Bool'],
  ['char', 'char'],
  ['schar', 'signed char'],
  ['uchar', 'unsigned char'],
  ['short', 'short'],
  ['ushort', 'unsigned short'],
  ['int', 'int'],
  ['uint', 'unsigned int'],
  ['long', 'long'],
  ['ulong', 'unsigned long'],
  ['llong', 'long long'],
  ['ullong', 'unsigned long long'],
  ['char16_t', '__CHAR16_TYPE__'],
  ['char32_t', '__CHAR32_TYPE__'],
  ['wchar_t', '__WCHAR_TYPE__'],
  ['int_least8_t', '__INT8_TYPE__'],
  ['uint_least8_t', '__UINT8_TYPE__'],
  ['int_least16_t', '__INT16_TYPE__'],
  ['uint_least16_t', '__UINT16_TYPE__'],
  ['int_least32_t', '__INT32_TYPE__'],
  ['uint_least32_t', '__UINT32_TYPE__'],
  ['int_least64_t', '__INT64_TYPE__'],
  ['uint_least64_t', '__UINT64_TYPE__'],
  ['int_fast8_t', '__INT8_TYPE__'],
  ['uint_fast8_t', '__UINT8_TYPE__'],
  ['int_fast16_t', '__INT64_TYPE__'],
  ['uint_fast16_t', '__UINT64_TYPE__'],
  ['int_fast32_t', '__INT64_TYPE__'],
  ['uint_fast32_t', '__UINT64_TYPE__'],
  ['int_fast64_t', '__INT64_TYPE__'],
  ['uint_fast64_t', '__UINT64_TYPE__'],
  ['intptr_t', '__INTPTR_TYPE__'],
  ['uintptr_t', '__UINTPTR_TYPE__'],
  ['size_t', '__SIZE_TYPE__'],
  ['ptrdiff_t', '__PTRDIFF_TYPE__'],
  ['intmax_t', '__INTMAX_TYPE__'],
  ['uintmax_t', '__UINTMAX_TYPE__'],
] as const;

const fetching = (name: string): string => `
#define atomic_fetch_${name}_explicit(p, v, o) __atomic_fetch_${name}((p), (v), (o))
#define atomic_fetch_${name}(p, v) __atomic_fetch_${name}((p), (v), __ATOMIC_SEQ_CST)
`;

export const STDATOMIC = `#pragma once
#include <stddef.h>
#include <stdint.h>
typedef enum {
  memory_order_relaxed = __ATOMIC_RELAXED,
  memory_order_consume = __ATOMIC_CONSUME,
  memory_order_acquire = __ATOMIC_ACQUIRE,
  memory_order_release = __ATOMIC_RELEASE,
  memory_order_acq_rel = __ATOMIC_ACQ_REL,
  memory_order_seq_cst = __ATOMIC_SEQ_CST
} memory_order;
${TYPES.map(([name, type]) => `typedef _Atomic(${type}) atomic_${name};`).join('\n')}
typedef _Atomic(_Bool) atomic_flag;

#define ATOMIC_BOOL_LOCK_FREE 2
#define ATOMIC_CHAR_LOCK_FREE 2
#define ATOMIC_SHORT_LOCK_FREE 2
#define ATOMIC_INT_LOCK_FREE 2
#define ATOMIC_LONG_LOCK_FREE 2
#define ATOMIC_LLONG_LOCK_FREE 2
#define ATOMIC_POINTER_LOCK_FREE 2

#define ATOMIC_VAR_INIT(value) (value)
#define ATOMIC_FLAG_INIT 0
#define kill_dependency(value) (value)
#define atomic_is_lock_free(p) 1
#define atomic_init(p, v) __fencepost_atomic_init((p), (v))

#define atomic_thread_fence(order) __atomic_thread_fence(order)
#define atomic_signal_fence(order) __atomic_signal_fence(order)

#define atomic_load_explicit(p, o) __atomic_load_n((p), (o))
#define atomic_load(p) __atomic_load_n((p), __ATOMIC_SEQ_CST)
#define atomic_store_explicit(p, v, o) __atomic_store_n((p), (v), (o))
#define atomic_store(p, v) __atomic_store_n((p), (v), __ATOMIC_SEQ_CST)
#define atomic_exchange_explicit(p, v, o) __atomic_exchange_n((p), (v), (o))
#define atomic_exchange(p, v) __atomic_exchange_n((p), (v), __ATOMIC_SEQ_CST)
#define atomic_compare_exchange_strong_explicit(p, e, d, s, f) __atomic_compare_exchange_n((p), (e), (d), 0, (s), (f))
#define atomic_compare_exchange_strong(p, e, d) \\
  __atomic_compare_exchange_n((p), (e), (d), 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)
#define atomic_compare_exchange_weak_explicit(p, e, d, s, f) __atomic_compare_exchange_n((p), (e), (d), 1, (s), (f))
#define atomic_compare_exchange_weak(p, e, d) \\
  __atomic_compare_exchange_n((p), (e), (d), 1, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)
${['add', 'sub', 'or', 'xor', 'and'].map(fetching).join('')}
#define atomic_flag_test_and_set_explicit(p, o) __atomic_exchange_n((p), 1, (o))
#define atomic_flag_test_and_set(p) __atomic_exchange_n((p), 1, __ATOMIC_SEQ_CST)
#define atomic_flag_clear_explicit(p, o) __atomic_store_n((p), 0, (o))
#define atomic_flag_clear(p) __atomic_store_n((p), 0, __ATOMIC_SEQ_CST)
`;
