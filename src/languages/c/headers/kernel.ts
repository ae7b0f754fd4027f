/**
 * The primitives of the Linux kernel, with the meaning they have on the machine: `READ_ONCE` is a load, `smp_mb` is a fence,
 * `smp_wmb` keeps stores in order, and every operation that reads and writes is locked, so the barriers around atomic
 * operations are nothing more.
 *
 * RCU is not here. A reader's `rcu_read_lock` is no fence, and `synchronize_rcu` waits for readers that no counter in a header
 * can name; what stands in for them would change the answer.
 */
const ORDERS = ['', '_acquire', '_release', '_relaxed'] as const;

const variants = (name: string, parameters: string, meaning: string): string =>
  ORDERS.map((order) => `#undef ${name}${order}\n#define ${name}${order}(${parameters}) ${meaning}`).join('\n');

const OPERATIONS = ['add', 'sub', 'and', 'or', 'xor'] as const;

/** `atomic_t` and its larger sisters have the same operations. */
const family = (prefix: string, type: string): string => `
typedef struct { ${type} counter; } ${prefix}_t;
#undef ${prefix}_read
#define ${prefix}_read(v) __atomic_load_n(&(v)->counter, __ATOMIC_RELAXED)
#define ${prefix}_read_acquire(v) __atomic_load_n(&(v)->counter, __ATOMIC_ACQUIRE)
#define ${prefix}_set(v, i) __atomic_store_n(&(v)->counter, (i), __ATOMIC_RELAXED)
#define ${prefix}_set_release(v, i) __atomic_store_n(&(v)->counter, (i), __ATOMIC_RELEASE)
${OPERATIONS.map(
  (name) => `#define ${prefix}_${name}(i, v) ((void)__atomic_fetch_${name}(&(v)->counter, (i), __ATOMIC_RELAXED))
${variants(`${prefix}_fetch_${name}`, 'i, v', `__atomic_fetch_${name}(&(v)->counter, (i), __ATOMIC_SEQ_CST)`)}`,
).join('\n')}
${variants(`${prefix}_add_return`, 'i, v', '__atomic_add_fetch(&(v)->counter, (i), __ATOMIC_SEQ_CST)')}
${variants(`${prefix}_sub_return`, 'i, v', '__atomic_sub_fetch(&(v)->counter, (i), __ATOMIC_SEQ_CST)')}
${variants(`${prefix}_inc_return`, 'v', '__atomic_add_fetch(&(v)->counter, 1, __ATOMIC_SEQ_CST)')}
${variants(`${prefix}_dec_return`, 'v', '__atomic_sub_fetch(&(v)->counter, 1, __ATOMIC_SEQ_CST)')}
${variants(`${prefix}_fetch_inc`, 'v', '__atomic_fetch_add(&(v)->counter, 1, __ATOMIC_SEQ_CST)')}
${variants(`${prefix}_fetch_dec`, 'v', '__atomic_fetch_sub(&(v)->counter, 1, __ATOMIC_SEQ_CST)')}
${variants(`${prefix}_xchg`, 'v, i', '__atomic_exchange_n(&(v)->counter, (i), __ATOMIC_SEQ_CST)')}
${variants(`${prefix}_cmpxchg`, 'v, o, n', '__fencepost_compare_exchange_value(&(v)->counter, (o), (n))')}
#define ${prefix}_try_cmpxchg(v, o, n) \\
  __atomic_compare_exchange_n(&(v)->counter, (o), (n), 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)
#define ${prefix}_inc(v) ((void)__atomic_fetch_add(&(v)->counter, 1, __ATOMIC_RELAXED))
#define ${prefix}_dec(v) ((void)__atomic_fetch_sub(&(v)->counter, 1, __ATOMIC_RELAXED))
#define ${prefix}_inc_and_test(v) (__atomic_add_fetch(&(v)->counter, 1, __ATOMIC_SEQ_CST) == 0)
#define ${prefix}_dec_and_test(v) (__atomic_sub_fetch(&(v)->counter, 1, __ATOMIC_SEQ_CST) == 0)
#define ${prefix}_sub_and_test(i, v) (__atomic_sub_fetch(&(v)->counter, (i), __ATOMIC_SEQ_CST) == 0)
#define ${prefix}_add_negative(i, v) (__atomic_add_fetch(&(v)->counter, (i), __ATOMIC_SEQ_CST) < 0)
`;

export const KERNEL = `#pragma once
#include <stddef.h>
#include <stdbool.h>
typedef __INT8_TYPE__ s8;
typedef __INT16_TYPE__ s16;
typedef __INT32_TYPE__ s32;
typedef __INT64_TYPE__ s64;
typedef __UINT8_TYPE__ u8;
typedef __UINT16_TYPE__ u16;
typedef __UINT32_TYPE__ u32;
typedef __UINT64_TYPE__ u64;

#define likely(x) (x)
#define unlikely(x) (x)
#ifndef __always_inline
#define __always_inline inline
#endif
#define __aligned(x)
#define ____cacheline_aligned
#define ____cacheline_aligned_in_smp
#define barrier() __atomic_signal_fence(__ATOMIC_SEQ_CST)
#define cpu_relax() ((void)0)
#define BUG() __fencepost_fail("BUG")
#define BUG_ON(condition) __fencepost_assert(!(condition), "!(" #condition ")")
#define WARN_ON(condition) __fencepost_assert(!(condition), "!(" #condition ")")
#define WARN_ON_ONCE(condition) WARN_ON(condition)
#define container_of(p, type, member) ((type *)((char *)(p) - offsetof(type, member)))
#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

#define READ_ONCE(x) __atomic_load_n(&(x), __ATOMIC_RELAXED)
#define WRITE_ONCE(x, v) __atomic_store_n(&(x), (v), __ATOMIC_RELAXED)
#define ACCESS_ONCE(x) (*(volatile __typeof__(x) *)&(x))
#define smp_load_acquire(p) __atomic_load_n((p), __ATOMIC_ACQUIRE)
#define smp_store_release(p, v) __atomic_store_n((p), (v), __ATOMIC_RELEASE)
#define smp_store_mb(x, v) __atomic_store_n(&(x), (v), __ATOMIC_SEQ_CST)
#define smp_mb() __atomic_thread_fence(__ATOMIC_SEQ_CST)
#define smp_rmb() __atomic_thread_fence(__ATOMIC_ACQUIRE)
#define smp_wmb() __atomic_thread_fence(__ATOMIC_RELEASE)
#define mb() smp_mb()
#define rmb() smp_rmb()
#define wmb() smp_wmb()
#define smp_acquire__after_ctrl_dep() smp_rmb()
#define smp_mb__before_atomic() barrier()
#define smp_mb__after_atomic() barrier()
#define smp_mb__after_spinlock() barrier()
#define smp_mb__after_unlock_lock() barrier()
#define smp_cond_load_acquire(p, condition) \\
  ({ \\
    __typeof__(*(p)) VAL; \\
    for (;;) { \\
      VAL = __atomic_load_n((p), __ATOMIC_ACQUIRE); \\
      if (condition) break; \\
    } \\
    VAL; \\
  })
#define smp_cond_load_relaxed(p, condition) smp_cond_load_acquire(p, condition)

${variants('xchg', 'p, v', '__atomic_exchange_n((p), (v), __ATOMIC_SEQ_CST)')}
${variants('cmpxchg', 'p, o, n', '__fencepost_compare_exchange_value((p), (o), (n))')}
#define try_cmpxchg(p, o, n) __atomic_compare_exchange_n((p), (o), (n), 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)

#define ATOMIC_INIT(i) { (i) }
#define ATOMIC64_INIT(i) { (i) }
#define ATOMIC_LONG_INIT(i) { (i) }
${family('atomic', 'int')}
${family('atomic64', 'long')}
${family('atomic_long', 'long')}

typedef struct { int locked; } spinlock_t;
typedef spinlock_t raw_spinlock_t;
typedef spinlock_t arch_spinlock_t;
#define __SPIN_LOCK_UNLOCKED { 0 }
#define SPIN_LOCK_UNLOCKED { 0 }
#define DEFINE_SPINLOCK(name) spinlock_t name = { 0 }
#define spin_lock_init(l) __fencepost_atomic_init(&(l)->locked, 0)
#define spin_lock(l) __fencepost_wait_exchange(&(l)->locked, 0, 1)
#define spin_trylock(l) (__atomic_exchange_n(&(l)->locked, 1, __ATOMIC_ACQUIRE) == 0)
#define spin_unlock(l) __atomic_store_n(&(l)->locked, 0, __ATOMIC_RELEASE)
#define spin_is_locked(l) (__atomic_load_n(&(l)->locked, __ATOMIC_RELAXED) != 0)
#define spin_unlock_wait(l) __fencepost_wait_while(&(l)->locked, 1)
#define raw_spin_lock(l) spin_lock(l)
#define raw_spin_unlock(l) spin_unlock(l)

void *kmalloc(size_t, unsigned int);
void *kzalloc(size_t, unsigned int);
void kfree(const void *);
#define GFP_KERNEL 0
#define GFP_ATOMIC 0
`;
